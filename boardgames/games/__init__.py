"""The games, each in a package of its own, and the catalogue that finds them."""
