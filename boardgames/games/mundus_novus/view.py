"""The View of one seat: what M8 lets it know, built by naming what goes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.cards import NO_CARDS
from boardgames.core.values import Value, value
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind
from boardgames.games.mundus_novus.state import Phase, Round, Supply, Table, Trade, Turn

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.state import State


@value
class View(Value):
    """What one seat, or a spectator, knows (M8). Tuples have one entry per seat."""

    seat: int | None
    """Whose View this is; None for a spectator."""
    round: Round
    phase: Phase
    player: int
    """The first seat that may act; after the game the Trade Master."""
    owing: tuple[int, ...]
    """The seats that still have to choose, where all do so at the same time."""
    supply: Supply
    trade: Trade
    turn: Turn
    table: Table
    hand_sizes: tuple[int, ...]
    drawn_sizes: tuple[int, ...]
    """How many cards each player was dealt out of `Deal.source`."""
    pile_size: int
    deck_size: int
    hand: Cards
    """The seat's own hand; empty for a spectator, like everything below."""
    chosen: Cards
    """The cards that the seat has chosen, not yet revealed."""
    steps: int
    """How many decisions the seat has made on them."""
    held: Cards
    """Which cards of `Deal.held` were in the seat's own hand."""
    drawn: Cards
    """What the seat itself was dealt out of `Deal.source`."""
    given: tuple[Kind | None, ...]
    """What each of `Table.gifts` was, if the seat gave or received it."""


def view_of(state: State, seat: int | None) -> View:
    """Return what the seat, or a spectator, knows of this State."""
    hidden, table = state.hidden, state.table
    hand = chosen = held = drawn = NO_CARDS
    steps = 0
    given: tuple[Kind | None, ...] = ()
    if seat is not None:
        hand, chosen, steps = hidden.hands[seat], hidden.chosen[seat], hidden.steps[seat]
        held, drawn = hidden.held[seat], hidden.drawn[seat]
    if table.gifts:
        pairs = zip(table.gifts, hidden.given, strict=True)
        given = tuple([kind if seat in (gift.giver, gift.receiver) else None for gift, kind in pairs])
    # By position, since a search asks for a View at every decision: naming 19 fields takes a third longer.
    return View(
        seat, state.round, state.phase, state.player, state.owing, state.supply, state.trade, state.turn, table,
        CARDS.sizes(hidden.hands), CARDS.sizes(hidden.drawn), CARDS.size(hidden.pile), len(hidden.deck),
        hand, chosen, steps, held, drawn, given,
    )  # fmt: skip
