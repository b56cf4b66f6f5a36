"""What authors build games from: cards, components, and declarations of who sees what."""
