"""The View of one seat: what it may know (M8), built by naming what goes in."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.contract.refusals import check_viewer
from boardgames.core.integers import Natural
from boardgames.core.values import maker, value
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind, Seat
from boardgames.games.mundus_novus.state import Gift, Rules, State, Table
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
    held: Cards
    """The cards of `Deal.held` that were in the seat's own hand when the pile was last made."""
    drawn: Cards
    """The cards that the seat itself was dealt from `Deal.source`."""
    given: tuple[Kind | None, ...]
    """The kind of each of `Public.gifts` (M5.6); None unless the seat gave or received it, or
    Pirates took it.
    """


make_view = maker(View)


def view_of(game: Rules, /, state: State, player: int | None) -> View:
    """Return what this seat (None: a spectator) may know (M8)."""
    player = check_viewer(game, player)
    hidden = state.hidden
    public = state.public
    hand = chosen = held = drawn = NO_CARDS
    if player is not None:
        hand = hidden.hands[player]
        chosen = hidden.chosen[player]
        held = hidden.held[player]
        drawn = hidden.drawn[player]
    given: tuple[Kind | None, ...] = ()
    if public.gifts:
        given = _known_gifts(public.gifts, hidden.given, player)
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
        CARDS.sizes(hidden.drawn),
        CARDS.size(hidden.pile),
        len(hidden.deck),
        hidden.steps,
        hand,
        chosen,
        held,
        drawn,
        given,
    )


def _known_gifts(
    gifts: Sequence[Gift], kinds: Sequence[Kind], player: int | None
) -> tuple[Kind | None, ...]:
    """Return the kinds of these gifts, as far as this seat knows them (M5.6, M4.5)."""
    found: list[Kind | None] = []
    for gift, kind in zip(gifts, kinds, strict=True):
        is_known = gift.receiver is None or player in (gift.giver, gift.receiver)
        found.append(kind if is_known else None)
    return tuple(found)
