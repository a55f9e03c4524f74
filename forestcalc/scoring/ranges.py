"""Ranges."""

from __future__ import annotations


def settle(game, sheet):
    return sheet
