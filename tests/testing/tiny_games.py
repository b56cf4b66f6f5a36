"""Variants of the games of the library so tiny that everything in them can be looked at."""

from __future__ import annotations

from boardgames import make
from boardgames.games.for_the_king import ForTheKing
from boardgames.games.for_the_king.components import Components, Effect, KingCards, Office, Setup
from boardgames.games.koryo import Koryo
from boardgames.games.mundus_novus import MundusNovus
from boardgames.games.mundus_novus import components as novus
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


class TinyMundus(MundusNovus):
    """Mundus Novus with two cards a player and a round, one of them on offer, and two rounds."""

    component_table = ComponentTable(
        novus.Components, "boardgames.games.mundus_novus", lambda _: ()
    )
    cards_dealt = 2
    announced: tuple[int, ...] = (1,)
    last_round = 2


class TinyOffers(TinyMundus):
    """The same with one or two cards on offer, chosen one by one."""

    announced = (1, 2)


def tiny_mundus() -> TinyMundus:
    """Return Mundus Novus with five Resource cards of three kinds: all are dealt, so that the
    second round begins with a reshuffle.
    """
    return TinyMundus(2, _novus(cocoa=3, corn=1, relic=1))


def tiny_offers() -> TinyOffers:
    """Return the same with cards of two kinds."""
    return TinyOffers(2, _novus(cocoa=3, corn=2, relic=0))


def _novus(cocoa: int, corn: int, relic: int) -> novus.Components:
    """Return a box with these Resource cards, one of which is the market, and a Shipyard."""
    published = MundusNovus(2).components
    resources = [0] * len(novus.Kind)
    resources[novus.Kind.COCOA] = cocoa
    resources[novus.Kind.CORN] = corn
    resources[novus.Kind.RELIC] = relic
    return novus.Components(
        market=1,
        different=published.different,
        relics=published.relics,
        resources=tuple(resources),
        characters=(),
        caravels=(),
        merchants=(),
        warehouses=(),
        shipyards=(novus.ShipyardCard(players=2, event=novus.NO_EVENT),),
    )
