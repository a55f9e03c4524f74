"""Tally: enter the forests of a table while their cards are read out, with the score always in view.

`model` is the game being entered, `session` what can be done with it; `plain` and `app` are its two faces.
"""
