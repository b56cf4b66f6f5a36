"""What is good play in For the King."""
