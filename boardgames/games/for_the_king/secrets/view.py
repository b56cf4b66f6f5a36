"""The View of For the King: everything that one seat knows (F7)."""

from __future__ import annotations

from boardgames.contract.refusals import check_seat
from boardgames.core.integers import Natural
from boardgames.core.values import maker, value
from boardgames.games.for_the_king.components import Card, Cards, Seat, SortedCards
from boardgames.games.for_the_king.state import FOR_SALE, OVER, PLACE, Rules, State, Table


@value
class View(Table):
    """What one seat, or a spectator, knows (F7). Tuples of sizes have one entry per seat."""

    seat: Seat | None
    """Whose View this is; None for a spectator."""
    hand_sizes: tuple[Natural, ...]
    """The number of cards in each hand; in the Share Influence Phase, in each personal deck."""
    favored_sizes: tuple[Natural, ...]
    """The number of cards that each player placed on the Favor deck."""
    deck_size: Natural
    """The number of cards still to be placed, including the one that the Advisor has drawn."""
    turned: Cards
    """The Favor cards turned up so far, in order; during an auction the last one is for sale."""
    drawn: Card | None
    """The card that this seat, as Advisor, has drawn but not placed yet."""
    hand: SortedCards
    """The seat's own hand; empty for a spectator."""
    favored: SortedCards
    """The cards that the seat itself placed on the Favor deck."""
    lost: SortedCards
    """The cards that the seat itself discarded face down, or lost at random."""
    laid: Card | None
    """While this seat pays for Gold: the last card that it discarded."""
    hands: tuple[SortedCards, ...]
    """Every player's hand, laid open after the game (F6.3); empty before."""


make_view = maker(View)


def view(game: Rules, /, state: State, player: int | None) -> View:
    """Return what this seat (None: a spectator) knows (F7)."""
    hidden, turn, auction = state.hidden, state.turn, state.auction
    nothing: tuple[int, ...] = ()
    hand = favored = lost = nothing
    drawn: int | None = None
    laid: int | None = None
    if player is not None:
        player = check_seat(game, player)
        hand, favored, lost = hidden.hands[player], hidden.favored[player], hidden.lost[player]
        if state.player == player:
            laid = hidden.laid
        if turn is not None and turn.advisor == player and state.phase is PLACE:
            drawn = hidden.deck[0]
    return make_view(
        state.phase,
        state.player,
        state.bidding,
        state.bid,
        turn,
        auction,
        state.public,
        player,
        tuple(map(len, hidden.hands)),
        tuple(map(len, hidden.favored)),
        len(hidden.deck),
        hidden.favor[: auction.number + 1] if auction else (),
        drawn,
        hand,
        favored,
        lost,
        laid,
        hidden.hands if state.phase is OVER else (),
    )


def shown_cards(view: View) -> list[int]:
    """Return the cards that a View shows outside of hands and the Favor deck."""
    cards = [*view.public.gone, *view.lost]
    if view.turn is not None:
        cards += view.turn.centre
    if view.drawn is not None:
        cards.append(view.drawn)
    if view.phase in FOR_SALE:
        cards.append(view.turned[-1])
    return cards
