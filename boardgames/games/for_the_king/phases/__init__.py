"""The phases of the rulebook: in each, which actions are legal and what they do."""
