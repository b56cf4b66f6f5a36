"""The games of this library as data: they are found and listed without loading any."""

CLASSES = {
    "for_the_king": "boardgames.games.for_the_king:ForTheKing",
    "koryo": "boardgames.games.koryo:Koryo",
    "mundus_novus": "boardgames.games.mundus_novus:MundusNovus",
}
"""The module and class of each game by name, sorted."""

LISTED = {
    "for_the_king": ("For the King (and Me)", range(2, 6)),
    "koryo": ("Kory\u014f", range(2, 5)),
    "mundus_novus": ("Mundus Novus", range(2, 7)),
}
"""The title and the numbers of players of each game by name, as its class has them."""

GROUP = "boardgames.games"
"""The group of entry points by which other packages provide games."""
