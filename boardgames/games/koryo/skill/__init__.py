"""What is good play in Koryŏ."""
