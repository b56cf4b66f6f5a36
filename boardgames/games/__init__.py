"""The games, each in a room of its own, and the catalogue that finds them."""
