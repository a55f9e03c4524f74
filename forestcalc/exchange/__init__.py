"""Exchange with other tools: share codes of a scoring web app, and plays for BG Stats."""
