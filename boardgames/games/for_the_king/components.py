"""What is in the box of For the King (F1), as published or from a user's file, and what of it a game uses."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

from boardgames.core.codec import WrittenAs
from boardgames.core.components import ComponentTable, Source
from boardgames.core.values import value
from boardgames.games.for_the_king.cards import (
    CARDS_PER_OFFICE,
    GOLD_IN_BOX,
    GOLD_VALUES,
    HIGHEST_VALUE,
    KINGS_IN_BOX,
    Effect,
    Office,
    gold,
    government,
    king,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

T = TypeVar("T")

PLAYER_COUNTS = range(2, 6)


def _pairs(entries: Mapping[str, T]) -> tuple[tuple[str, T], ...]:
    """Return a mapping as a value: its keys and what they lead to."""
    return tuple(entries.items())


@value
class KingCards:
    """How many King cards of one effect there are."""

    always: int
    """In every game."""
    five_players: int
    """Only with five players, beyond the others."""


@value
class Setup:
    """What a game for one number of players uses."""

    offices: tuple[Office, ...]
    gold: tuple[int, int, int]
    """Gold cards of value 1, 2 and 3."""
    removed: int
    """Cards that are removed unseen."""
    deck: int
    """Cards that are left to distribute."""


Letters: TypeAlias = Annotated["tuple[tuple[str, int], ...]", WrittenAs(dict[str, int], dict, _pairs)]
"""The cards of one office: letter and value; in the file `A = 2`."""


@value
class Components:
    """The tables of a components file; a table is a tuple of keys and entries."""

    government: Annotated[tuple[tuple[str, Letters], ...], WrittenAs(dict[str, Letters], dict, _pairs)]
    """By office."""
    kings: Annotated[tuple[tuple[str, KingCards], ...], WrittenAs(dict[str, KingCards], dict, _pairs)]
    """By effect."""
    players: Annotated[tuple[tuple[str, Setup], ...], WrittenAs(dict[str, Setup], dict, _pairs)]
    """By number of players."""


def published() -> Components:
    """Return the components as the package has them."""
    return TABLE.published


def load(source: Components | Source | None) -> Components:
    """Return these components, checked; None is the published ones.

    Raises `ConfigurationError` that names the file, the line or key, and the fault.
    """
    return TABLE.load(source)


def cards_in_play(components: Components, players: int) -> tuple[int, ...]:
    """Return every card of a game for this number of players, the removed ones included, sorted."""
    setup = setup_of(components, players)
    cards = [
        government(Office[office.upper()], letter, worth)
        for office, letters in components.government
        if Office[office.upper()] in setup.offices
        for letter, worth in letters
    ]
    for effect, counts in components.kings:
        cards += [king(Effect[effect.upper()])] * _kings_of(counts, players)
    for worth, count in zip(GOLD_VALUES, setup.gold, strict=True):
        cards += [gold(worth)] * count
    return tuple(sorted(cards))


def setup_of(components: Components, players: int) -> Setup:
    """Return what a game for this number of players uses."""
    return dict(components.players)[str(players)]


def _kings_of(counts: KingCards, players: int) -> int:
    return counts.always + (counts.five_players if players == PLAYER_COUNTS[-1] else 0)


def _faults(components: Components) -> Iterator[str]:
    """Yield what is wrong with components of the right shape, each with its key; later faults may follow from it."""
    yield from _keys("government", components.government, [office.name.lower() for office in Office])
    for office, letters in components.government:
        yield from _office_faults(f"government.{office}", letters)
    yield from _keys("kings", components.kings, [effect.name.lower() for effect in Effect])
    for effect, counts in components.kings:
        if min(counts.always, counts.five_players) < 0:
            yield f"kings.{effect}: there cannot be fewer cards than none"
    kings = sum(_kings_of(counts, PLAYER_COUNTS[-1]) for _, counts in components.kings)
    if kings != KINGS_IN_BOX:
        yield f"kings: the box has {KINGS_IN_BOX} King cards, not {kings}"
    yield from _keys("players", components.players, [str(players) for players in PLAYER_COUNTS])
    for players, setup in components.players:
        yield from _setup_faults(components, int(players), setup)


def _keys(table: str, entries: tuple[tuple[str, object], ...], wanted: list[str]) -> Iterator[str]:
    present = [key for key, _ in entries]
    for key in present:
        if key not in wanted:
            yield f"{table}.{key}: expected one of {', '.join(wanted)}"
    for key in wanted:
        if key not in present:
            yield f"{table}.{key} is missing"


def _office_faults(key: str, letters: tuple[tuple[str, int], ...]) -> Iterator[str]:
    for letter, worth in letters:
        if len(letter) != 1 or letter not in ascii_uppercase:
            yield f"{key}.{letter}: expected a letter from A to Z"
        if not 1 <= worth <= HIGHEST_VALUE:
            yield f"{key}.{letter}: expected a value from 1 to {HIGHEST_VALUE}, not {worth}"
    names = [letter for letter, _ in letters]
    for letter in names:
        if names.count(letter) > 1:
            yield f"{key}.{letter}: there are two cards of this letter"
    if len(letters) != CARDS_PER_OFFICE:
        yield f"{key}: an office has {CARDS_PER_OFFICE} cards, not {len(letters)}"


def _setup_faults(components: Components, players: int, setup: Setup) -> Iterator[str]:
    key = f"players.{players}"
    if list(setup.offices) != sorted(set(setup.offices)):
        yield f"{key}.offices: expected each office once, in the order {', '.join(o.name.lower() for o in Office)}"
    offices = len(Office) if players == PLAYER_COUNTS[-1] else len(Office) - 1
    if len(setup.offices) != offices:
        yield f"{key}.offices: expected {offices} offices, not {len(setup.offices)}"
    if min(setup.gold) < 0:
        yield f"{key}.gold: there cannot be fewer cards than none"
    box = dict(components.players).get(str(PLAYER_COUNTS[-1]), setup)
    for worth, count, most in zip(GOLD_VALUES, setup.gold, box.gold, strict=True):
        if count > most:
            yield f"{key}.gold: the box has {most} Gold cards of value {worth}, not {count}"
    if players == PLAYER_COUNTS[-1] and sum(setup.gold) != GOLD_IN_BOX:
        yield f"{key}.gold: the box has {GOLD_IN_BOX} Gold cards, not {sum(setup.gold)}"
    kings = sum(_kings_of(counts, players) for _, counts in components.kings)
    total = CARDS_PER_OFFICE * len(setup.offices) + kings + sum(setup.gold)
    if setup.removed < 0:
        yield f"{key}.removed: there cannot be fewer cards than none"
    if setup.deck != total - setup.removed:
        yield f"{key}.deck: {total} cards less {setup.removed} removed leave {total - setup.removed}, not {setup.deck}"
    if setup.deck < 1 or setup.deck % (players + 1):
        yield f"{key}.deck: expected a multiple of {players + 1}, the cards of a turn, not {setup.deck}"


TABLE = ComponentTable(Components, __package__, _faults)
