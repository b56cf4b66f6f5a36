"""How Mundus Novus is told to people."""
