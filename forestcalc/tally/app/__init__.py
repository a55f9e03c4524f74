"""The full-screen program: a table of forests in Textual."""
