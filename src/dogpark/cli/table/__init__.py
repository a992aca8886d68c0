"""A game at the terminal: who sits where, what is shown, what is typed, and how it is kept."""
