"""Companion mode: people play with the board game, and a program gives orders for the position they enter. It
needs no table: every request contains its position, and every answer returns it.
"""
