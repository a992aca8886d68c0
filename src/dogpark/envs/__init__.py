"""Environments for researchers: PettingZoo, Gymnasium and OpenSpiel (``pip install dogpark[envs]``).

One module for each way in, so that nobody needs a library whose environments are not used:
``aec`` and ``parallel`` (PettingZoo), ``single`` and ``vector`` (Gymnasium), ``openspiel``.
"""
