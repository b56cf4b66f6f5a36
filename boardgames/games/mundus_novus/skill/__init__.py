"""What is good play in Mundus Novus."""
