"""What RULES.md of Koryŏ says of its box."""

from __future__ import annotations

from boardgames.games.koryo.components import EVENTS, FAMILIES, KEYS, Components, Kind
from tests.games.rules_pages import Pieces, Row, brief, with_numbers, with_table


def renewed(page: str, box: Components, pieces: Pieces) -> str:
    """Return the page as it should be."""
    cards: list[Row] = [("card", "no.", "copies", "worth", "what the majority gives")]
    for kind, key in zip(Kind, KEYS, strict=True):
        number = "-" if kind.number is None else str(kind.number)
        worth = str(pieces[key]["worth"])
        cards.append((str(kind), number, str(box.copies[kind]), worth, brief(pieces, key)))
    page = with_table(page, cards)
    seasons: list[Row] = [
        ("season", *[str(number) for number in range(1, len(box.seasons) + 1)]),
        ("cards dealt", *[str(season.dealt) for season in box.seasons]),
        ("limit", *[str(season.limit) for season in box.seasons]),
    ]
    page = with_table(page, seasons)
    characters = sum([box.copies[family] for family in FAMILIES])
    events = sum([box.copies[event] for event in EVENTS])
    sentence = "There are # Characters in nine families, # Events, and # victory point tokens."
    page = with_numbers(page, sentence, characters, events, box.tokens)
    sentence = "Shuffle all # cards, put the # tokens in the bank"
    return with_numbers(page, sentence, sum(box.copies), box.tokens)
