"""Bots and how they are compared."""
