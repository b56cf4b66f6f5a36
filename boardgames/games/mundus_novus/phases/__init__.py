"""The phases of a round: for each, what is legal and what each action does."""
