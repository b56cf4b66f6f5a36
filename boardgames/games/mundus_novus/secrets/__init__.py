"""Who knows what in Mundus Novus: Views, and the worlds that fit them."""
