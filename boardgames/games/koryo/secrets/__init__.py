"""Who knows what in Koryŏ: Views, and the worlds that fit them."""
