"""The View of one seat: what it may know (M8), built by naming what goes in."""

from __future__ import annotations

from boardgames.contract.refusals import check_viewer
from boardgames.core.integers import Natural
from boardgames.core.values import value
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
    drawn_sizes: tuple[Natural, ...]
    """The number of cards that each player was dealt from `Deal.source` (M4.6)."""
    pile_size: Natural
    """The number of cards left in the resource pile."""
    deck_size: Natural
    """The number of Development cards left in the deck."""
    hand: Cards
    """The seat's own hand; empty for a spectator, like everything below."""
    chosen: Cards
    """The cards of `hand` that the seat has chosen to offer or to store, not yet revealed (M5.1,
    M6.10).
    """
    steps: Natural
    """The number of these decisions so far; those in excess of the cards were `nothing`."""
    held: Cards
    """The cards of `Deal.held` that were in the seat's own hand when the pile was last made."""
    drawn: Cards
    """The cards that the seat itself was dealt from `Deal.source`."""
    given: tuple[Kind | None, ...]
    """The kind of each of `Public.gifts` (M5.6); None unless the seat gave or received it, or
    Pirates took it.
    """


def view_of(game: Rules, /, state: State, player: int | None) -> View:
    """Return what this seat (None: a spectator) may know (M8)."""
    player = check_viewer(game, player)
    hidden, public = state.hidden, state.public
    hand = chosen = held = drawn = NO_CARDS
    steps = 0
    if player is not None:
        hand, chosen, steps = hidden.hands[player], hidden.chosen[player], hidden.steps[player]
        held, drawn = hidden.held[player], hidden.drawn[player]
    given = tuple(
        [
            kind if gift.receiver is None or player in (gift.giver, gift.receiver) else None
            for gift, kind in zip(public.gifts, hidden.given, strict=True)
        ]
    )
    return View(
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
        CARDS.sizes(hidden.drawn),
        CARDS.size(hidden.pile),
        len(hidden.deck),
        hand,
        chosen,
        steps,
        held,
        drawn,
        given,
    )
