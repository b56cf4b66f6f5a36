"""What a game promises to everybody who uses it, and how it refuses."""
