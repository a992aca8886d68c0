"""The tables this process looks after, and everybody who watches them here."""
