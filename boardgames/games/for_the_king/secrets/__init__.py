"""Who knows what in For the King: Views, and the worlds that fit them."""
