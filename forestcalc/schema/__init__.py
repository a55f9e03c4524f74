"""For editors: the JSON Schema of the layout file, and starter files."""
