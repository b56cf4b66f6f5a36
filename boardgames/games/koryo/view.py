"""What one seat of Koryŏ, or a spectator, knows (K10)."""

from __future__ import annotations

from boardgames.core.cards import NO_CARDS
from boardgames.core.values import Value, value
from boardgames.games.koryo.components import CARDS, Counts
from boardgames.games.koryo.state import Phase, Round, State, Turn


@value
class View(Value):
    """What one seat, or a spectator, knows. Tuples have one entry per seat; `Counts` have one per Kind."""

    seat: int | None
    """Whose View this is; None for a spectator."""
    round: Round
    phase: Phase
    player: int
    """The seat to act; after the game, the first player."""
    turn: Turn
    tableaux: tuple[Counts, ...]
    tokens: tuple[int, ...]
    bank: int
    hand_sizes: tuple[int, ...]
    order_sizes: tuple[int, ...]
    """Cards in each order that still lies face down."""
    discard_sizes: tuple[int, ...]
    """Cards that each player discarded face down in this round (K6.4)."""
    gone: Counts
    """Cards that left a tableau in this round: nobody can hold them before the next deal."""
    pile_size: int
    hand: Counts
    """The seat's own hand; empty for a spectator."""
    order: Counts
    """The seat's own order, as long as it lies face down."""
    discards: Counts
    """What the seat itself discarded face down in this round."""


def view_of(state: State, seat: int | None) -> View:
    """Return what K10 lets this seat (None: a spectator) know; it is built field by field from what may be seen."""
    hidden, size, unpack = state.hidden, CARDS.size, CARDS.unpack
    return View(
        seat=seat,
        round=state.round,
        phase=state.phase,
        player=state.player,
        turn=state.turn,
        tableaux=tuple(map(unpack, state.tableaux)),
        tokens=state.tokens,
        bank=state.bank,
        hand_sizes=tuple(map(size, hidden.hands)),
        order_sizes=tuple(map(size, hidden.orders)),
        discard_sizes=tuple(map(size, hidden.discards)),
        gone=unpack(state.gone),
        pile_size=size(hidden.pile),
        hand=unpack(NO_CARDS if seat is None else hidden.hands[seat]),
        order=unpack(NO_CARDS if seat is None else hidden.orders[seat]),
        discards=unpack(NO_CARDS if seat is None else hidden.discards[seat]),
    )
