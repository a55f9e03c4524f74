"""Live tables: games built and changed in Python, whose points follow every change."""

from forestcalc.live.forest import LiveForest
from forestcalc.live.hosts import LiveCard, LiveHost
from forestcalc.live.names import CardError
from forestcalc.live.table import LiveTable

__all__ = ["CardError", "LiveCard", "LiveForest", "LiveHost", "LiveTable"]
