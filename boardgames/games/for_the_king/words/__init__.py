"""How For the King is told to people."""
