"""How Koryŏ is told to people."""
