"""Bots at online tables: they think in other processes and are told only what their seat knows."""
