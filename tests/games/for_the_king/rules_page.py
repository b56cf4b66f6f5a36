"""What RULES.md of For the King says of its box."""

from __future__ import annotations

from boardgames.games.for_the_king.components import (
    GOLD_VALUES,
    PLAYER_COUNTS,
    Components,
    Effect,
    Office,
    Setup,
)
from tests.games.rules_pages import Pieces, Row, brief, with_numbers, with_table


def renewed(page: str, box: Components, pieces: Pieces) -> str:
    """Return the page as it should be."""
    page = with_table(page, _government_cards(box))
    page = with_table(page, _king_cards(box, pieces))
    page = with_table(page, _setups(box))
    most = box.setup_of(PLAYER_COUNTS[-1])
    government = sum(map(len, box.government))
    kings = sum([cards.for_players(PLAYER_COUNTS[-1]) for cards in box.kings])
    cards = government + kings + sum(most.gold)
    sentence = "# cards. # are Government cards, nine for each office"
    page = with_numbers(page, sentence, cards, government)
    page = with_numbers(page, "# are King cards,", kings)
    page = with_numbers(page, "# are Gold cards", sum(most.gold))
    turns = [
        setup.deck // (players + 1)
        for players, setup in zip(PLAYER_COUNTS, box.players, strict=True)
    ]
    page = with_numbers(page, "after #, #, # or # turns with 2, 3, 4 or 5 players", *turns)
    gold = [_worth_of_gold(setup) for setup in box.players]
    return with_numbers(page, "(#, #, # or # with 2, 3, 4 or 5 players)", *gold)


def _government_cards(box: Components) -> list[Row]:
    """Return the table of values by letter, with offices of the same values in one row."""
    offices: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for office in Office:
        offices.setdefault(box.government[office], []).append(office.name.lower())
    rows: list[Row] = [("letter", *[letter for letter, _ in box.government[0]])]
    for letters, names in offices.items():
        rows.append((", ".join(names), *[str(value) for _, value in letters]))
    return rows


def _king_cards(box: Components, pieces: Pieces) -> list[Row]:
    rows: list[Row] = [("King card", "effect", "in every game", "more with 5")]
    for effect, cards in zip(Effect, box.kings, strict=True):
        changes = brief(pieces, f"King {effect}")
        rows.append((str(effect), changes, str(cards.always), str(cards.five_players)))
    return rows


def _setups(box: Components) -> list[Row]:
    rows: list[Row] = [("players", "offices", "Gold of each value", "Kings", "removed", "deck")]
    for players, setup in zip(PLAYER_COUNTS, box.players, strict=True):
        missing = [office.name.lower() for office in Office if office not in setup.offices]
        without = f" (no {', '.join(missing)})" if missing else ""
        gold = ", ".join([str(count) for count in dict.fromkeys(setup.gold)])
        kings = sum([cards.for_players(players) for cards in box.kings])
        offices = f"{len(setup.offices)}{without}"
        row = (str(players), offices, gold, str(kings), str(setup.removed), str(setup.deck))
        rows.append(row)
    return rows


def _worth_of_gold(setup: Setup) -> int:
    counts = zip(GOLD_VALUES, setup.gold, strict=True)
    return sum([value * count for value, count in counts])
