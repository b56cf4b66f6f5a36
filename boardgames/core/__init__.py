"""What every game is made of: the contract, outcomes, randomness, the JSON codec, errors."""
