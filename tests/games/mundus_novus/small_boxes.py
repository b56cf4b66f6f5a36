"""Boxes of Mundus Novus with so few cards that all worlds can be followed, and games with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from boardgames.games.mundus_novus import (
    CaravelCard,
    Components,
    Kind,
    MerchantCard,
    MundusNovus,
    RoundEvent,
    ShipyardCard,
    State,
    WarehouseCard,
)
from boardgames.kit.components import ComponentTable
from tests.games.mundus_novus.exact import Filter


class SmallBox(MundusNovus):
    """Mundus Novus with any number of cards, for five rounds."""

    component_table = ComponentTable(Components, "boardgames.games.mundus_novus", lambda _: ())
    last_round = 5

    def __init__(
        self,
        players: int,
        resources: Mapping[Kind, int],
        *,
        dealt: int,
        announced: tuple[int, ...],
        caravels: int = 0,
        warehouses: int = 0,
        merchants: int = 0,
    ) -> None:
        """Raids follow Caravels, of which there are so many; each Warehouse has room for two."""
        self.cards_dealt = dealt
        self.announced = announced
        published = MundusNovus(2).components
        pirates, none = RoundEvent.PIRATES, RoundEvent.NONE
        super().__init__(
            players,
            Components(
                market=1,
                different=published.different,
                relics=published.relics,
                resources=tuple([resources.get(kind, 0) for kind in Kind]),
                characters=(),
                caravels=tuple([CaravelCard(each, 2, pirates) for each in range(1, caravels + 1)]),
                merchants=(MerchantCard("1-3", 0, 2, none),) * merchants,
                warehouses=tuple([WarehouseCard(2, 0, 2, none)] * warehouses),
                shipyards=() if caravels or warehouses or merchants else (ShipyardCard(2, none),),
            ),
        )


def three_kinds(cocoa: int, corn: int, relic: int) -> dict[Kind, int]:
    """Return the numbers of cards of a box."""
    return {Kind.COCOA: cocoa, Kind.CORN: corn, Kind.RELIC: relic}


BOXES: dict[str, Callable[[], SmallBox]] = {
    # Gifts of sure and of dealt cards, which are shown or not, and a reshuffle in each round.
    "seven cards": lambda: SmallBox(3, three_kinds(3, 2, 2), dealt=2, announced=(1,)),
    # The same with offers of two cards at once, of which some are sure and others dealt.
    "nine cards": lambda: SmallBox(3, three_kinds(4, 3, 2), dealt=2, announced=(1, 2)),
    # The same among four, where a gift may be passed on.
    "four players": lambda: SmallBox(4, three_kinds(5, 4, 2), dealt=2, announced=(1,)),
    # Stored cards: gifts over several rounds, and cards of two piles in one hand.
    "storage": lambda: SmallBox(3, three_kinds(8, 7, 3), dealt=4, announced=(1, 2), warehouses=6),
    # Pirates, and cards turned up from either pile.
    "pirates": lambda: SmallBox(
        2, three_kinds(8, 6, 3), dealt=4, announced=(1, 2), caravels=6, warehouses=2
    ),
    # All of this at once.
    "everything": lambda: SmallBox(
        3, three_kinds(9, 7, 4), dealt=4, announced=(1,), caravels=6, warehouses=4
    ),
    # Sets that are begun, with Merchants and without, by hands that have to complete them.
    "sets": lambda: SmallBox(
        2,
        dict.fromkeys([*Kind][:4], 2) | {Kind.RELIC: 4},
        dealt=5,
        announced=(1,),
        merchants=5,
    ),
}
"""Boxes by name; each is for some branches of `secrets/beliefs.py`."""
MOST_WORLDS = 1_000
"""A game with more worlds is left."""


def followed(
    game: SmallBox, choose: Callable[[SmallBox, State, int, Random], Any], seed: int
) -> Iterator[tuple[State, int | None, Filter]]:
    """Yield the States of a game, with a seat or a spectator and all worlds that they can think
    of.
    """
    rng = Random(seed)  # noqa: S311  # a random game
    state = game.new_game(seed)
    viewer = rng.choice([*game.seats, None])
    known = Filter(game, state, viewer)
    while seats := game.to_act(state):
        seat = rng.choice(seats)
        action = choose(game, state, seat, rng)
        known.follow(state, action, seat)
        state = game.apply(state, action, seat)
        if len(known.worlds) > MOST_WORLDS:
            break
        yield state, viewer, known
