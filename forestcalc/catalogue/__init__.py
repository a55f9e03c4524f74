"""The cards as data: packs are compiled once, a catalogue is what one game with its boxes and rulings offers."""
