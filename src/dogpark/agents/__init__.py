"""Bots: everything that chooses a move, behind one protocol, and games between them."""
