"""The View of one seat: what it may know (M8), built by naming what goes in."""

from __future__ import annotations

from boardgames.contract.refusals import check_viewer
from boardgames.core.integers import Natural
from boardgames.core.values import maker, value
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind, Seat
from boardgames.games.mundus_novus.state import Rules, State, Table
from boardgames.kit.cards import NO_CARDS


@value
class View(Table):
    """What one seat, or a spectator, knows (M8). Tuples have one entry per seat.

    `Cards` are packed into one integer. Read them with the game's `CARDS`:
    `CARDS.unpack(view.hand)` returns the number of cards of each `Kind`, `CARDS.count(view.hand,
    Kind.CORN)` that of one, `CARDS.size` the total. JSON has an object of numbers by kind instead.
    """

    seat: Seat | None
    """Whose View this is; None for a spectator."""
    hand_sizes: tuple[Natural, ...]
    """The number of Resource cards in each hand, including chosen and stored cards."""
    pile_size: Natural
    """The number of cards left in the resource pile."""
    deck_size: Natural
    """The number of Development cards left in the deck."""
    steps: tuple[Natural, ...]
    """The number of decisions so far of each seat about what to offer or to store; those in excess
    of the cards chosen were `nothing`.
    """
    hand: Cards
    """The seat's own hand; empty for a spectator, like everything below."""
    chosen: Cards
    """The cards of `hand` that the seat has chosen to offer or to store, not yet revealed (M5.1,
    M6.10).
    """
    dealt: tuple[Cards, ...]
    """By pile of `Public.history`: the cards that the seat itself was dealt from it."""
    given: tuple[Kind | None, ...]
    """The kind of each card given in `Public.history` (M5.6), in order; None unless the seat gave
    or received it.
    """


make_view = maker(View)


def view_of(game: Rules, /, state: State, player: int | None) -> View:
    """Return what this seat (None: a spectator) may know (M8)."""
    player = check_viewer(game, player)
    hidden = state.hidden
    public = state.public
    if player is not None:
        hand = hidden.hands[player]
        chosen = hidden.chosen[player]
        dealt = hidden.dealt[player]
        given = hidden.given[player]
    else:
        hand = chosen = NO_CARDS
        dealt = (NO_CARDS,) * len(hidden.dealt[0])
        given = (None,) * len(hidden.given[0])
    return make_view(
        state.round,
        state.phase,
        state.player,
        state.owing,
        state.supply,
        state.trade,
        state.turn,
        public,
        player,
        CARDS.sizes(hidden.hands),
        CARDS.size(hidden.pile),
        len(hidden.deck),
        hidden.steps,
        hand,
        chosen,
        dealt,
        given,
    )
