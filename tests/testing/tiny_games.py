"""Variants of the games of the library so tiny that everything in them can be looked at."""

from __future__ import annotations

from boardgames import make
from boardgames.games.for_the_king import ForTheKing
from boardgames.games.for_the_king.components import Components, Effect, KingCards, Office, Setup
from boardgames.games.koryo import Koryo
from boardgames.kit.components import ComponentTable
from tests.boxes import FOLDER


def tiny_koryo() -> Koryo:
    """Return Koryo with five cards and one season."""
    game = make("koryo", players=2, components=FOLDER / "koryo_tiny.toml")
    assert isinstance(game, Koryo)
    return game


class TinyKing(ForTheKing):
    """For the King with any number of cards: the published table refuses so few."""

    component_table = ComponentTable(Components, "boardgames.games.for_the_king", lambda _: ())


def tiny_king() -> TinyKing:
    """Return For the King with two Diplomacy cards and one Gold: one turn, and two auctions."""
    cards = ((("A", 1), ("B", 2)), *((),) * (len(Office) - 1))
    kings = (KingCards(0, 0),) * len(Effect)
    setup = Setup((Office.DIPLOMACY,), gold=(1, 0, 0), removed=0, deck=3)
    return TinyKing(2, Components(cards, kings, (setup,) * 4))
