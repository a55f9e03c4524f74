"""A validated game: forests whose every card is known, lies where it may lie, and can come from the deck."""
