"""Reports: score sheets, cards and diagnostics as text, JSON and other formats."""
