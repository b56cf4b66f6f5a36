"""The phases of a round, in order: for each what is legal, and what each action does."""
