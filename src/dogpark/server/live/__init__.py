"""What makes live play fair: the game's clock, lag given back, order by who acted first, veils.

Everything here is pure. Times are arguments, in milliseconds: of the wall clock or of the game.
"""
