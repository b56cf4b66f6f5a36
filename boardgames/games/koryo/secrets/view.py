"""What one seat of Koryŏ, or a spectator, knows (K10)."""

from __future__ import annotations

from boardgames.contract.refusals import check_seat
from boardgames.core.integers import Natural
from boardgames.core.values import maker, value
from boardgames.games.koryo.components import CARDS, Counts
from boardgames.games.koryo.state import Phase, Round, Rules, Seat, State, Turn
from boardgames.kit.cards import NO_CARDS


@value
class View:
    """What one seat, or a spectator, knows. Tuples have one entry per seat; `Counts` have one per
    Kind.
    """

    seat: Seat | None
    """Whose View this is; None for a spectator."""
    round: Round
    """The season, and what stays the same within it."""
    phase: Phase
    """The phase that waits for a decision."""
    player: Seat
    """The seat to act; after the game, the first player."""
    turn: Turn
    """What the player to act has done in this turn and has yet to do."""
    tableaux: tuple[Counts, ...]
    """The cards face up in front of each player."""
    tokens: tuple[Natural, ...]
    """The victory point tokens of each player."""
    bank: Natural
    """The tokens in the bank."""
    hand_sizes: tuple[Natural, ...]
    """The number of cards in each hand."""
    order_sizes: tuple[Natural, ...]
    """The number of cards in each face-down order."""
    discard_sizes: tuple[Natural, ...]
    """The number of cards that each player discarded face down in this season (K6.4)."""
    gone: Counts
    """Cards that left a tableau in this season: no hand can contain them before the next deal."""
    pile_size: Natural
    """The number of cards that were not dealt."""
    hand: Counts
    """The seat's own hand; empty for a spectator."""
    order: Counts
    """The seat's own order while it is face down."""
    discards: Counts
    """What the seat itself discarded face down in this season."""


make_view = maker(View)


def view(game: Rules, /, state: State, player: int | None) -> View:
    """Return what this seat (None: a spectator) may know (K10); built by naming what goes in."""
    hidden, unpack = state.hidden, CARDS.unpack
    if player is None:
        hand = order = discards = NO_CARDS
    else:
        player = check_seat(game, player)
        hand, order, discards = hidden.hands[player], hidden.orders[player], hidden.discards[player]
    return make_view(
        player,
        state.round,
        state.phase,
        state.player,
        state.turn,
        tuple(map(unpack, state.tableaux)),
        state.tokens,
        state.bank,
        CARDS.sizes(hidden.hands),
        CARDS.sizes(hidden.orders),
        CARDS.sizes(hidden.discards),
        unpack(state.gone),
        CARDS.size(hidden.pile),
        unpack(hand),
        unpack(order),
        unpack(discards),
    )


def unseen_cards(game: Rules, view: View) -> Counts:
    """Return the cards that this View shows nowhere; a number below 0 where it shows too many."""
    seen = (*view.tableaux, view.gone, view.hand, view.order, view.discards)
    shown = map(sum, zip(*seen, strict=True))
    return tuple(
        [copies - count for copies, count in zip(game.components.copies, shown, strict=True)]
    )
