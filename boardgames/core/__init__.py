"""What everything else is built on: values, outcomes, chance, JSON, errors, text."""
