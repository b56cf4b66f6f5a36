"""What people read of For the King: the table, and what happens on it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from boardgames.core.text import COLUMNS, seat_name
from boardgames.games.for_the_king.actions import Action, Bid, Centre, Discard, Favor, Keep, Pass, Take
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    NAMES,
    OFFICE_OF,
    VALUE_OF,
    Office,
    is_king,
    without,
)
from boardgames.games.for_the_king.memory import HandEvent, recall
from boardgames.games.for_the_king.scoring import FEWEST_FOR_SECONDARY, secondary
from boardgames.games.for_the_king.state import Phase, State, Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from boardgames.games.for_the_king.view import View

LABEL_WIDTH = 15
DUTIES_WIDTH = 12
SEAT_WIDTH = 10
DECISIONS = {
    Phase.PLACE: "places a card",
    Phase.TAKE: "takes a card",
    Phase.KING: "resolves a King",
    Phase.BID: "speaks",
    Phase.PAY: "pays with Gold",
    Phase.DISCARD: "pays with cards",
}


def named(cards: Sequence[int]) -> str:
    """Return the cards by name with their number: `Military C4, Gold 3 x2`, or `none`."""
    counts = {card: cards.count(card) for card in cards}
    return (
        ", ".join(f"{NAMES[card]} x{count}" if count > 1 else NAMES[card] for card, count in counts.items()) or "none"
    )


def render(view: View) -> str:
    """Return the table as this seat sees it: ASCII, at most 80 columns."""
    lines = [*_head(view), "", *_offices(view), "", *_middle(view), *_own(view)]
    return "\n".join(line for text in lines for line in _wrapped(text))


def _wrapped(text: str) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent="    ", drop_whitespace=True) if len(text) > COLUMNS else [text]


def _head(view: View) -> Iterator[str]:
    if view.phase is Phase.OVER:
        yield "For the King (and Me): the game is over"
        return
    verb = DECISIONS[view.phase]
    who = seat_name(view.player, view.seat)
    half = "sharing influence" if view.turn is not None else "gaining esteem"
    yield f"For the King (and Me), {half}. {who} {_inflected(verb, you=view.player == view.seat)}"


def _inflected(verb: str, *, you: bool) -> str:
    """Return the verb as it follows `You`: without the s of its first word."""
    first, _, rest = verb.partition(" ")
    return f"{first.removesuffix('s')} {rest}".strip() if you else verb


def _row(label: str, duties: str, cells: Iterable[object]) -> str:
    return (
        label.ljust(LABEL_WIDTH) + duties.ljust(DUTIES_WIDTH) + "".join(str(cell).ljust(SEAT_WIDTH) for cell in cells)
    ).rstrip()


def _offices(view: View) -> Iterator[str]:
    """Yield a row per office: what each hand is worth in it, by the cards that the viewer knows entered the hand."""
    players = len(view.hand_sizes)
    seats = range(players)
    known: Sequence[Sequence[int]] = view.hands or [
        view.hand if seat == view.seat else recall(view.table.histories[seat]).known for seat in seats
    ]
    yield _row("", "Duty", [seat_name(seat, view.seat) for seat in seats])
    for office in Office:
        duty = view.table.duties[office]
        if duty:
            second = secondary(duty, players) or "-"
            duties = f"{duty} and {second}" if players >= FEWEST_FOR_SECONDARY else str(duty)
            of_office = [[card for card in cards if card < FIRST_KING and OFFICE_OF[card] is office] for cards in known]
            yield _row(str(office), duties, map(_worth, of_office))
    yield _row("Gold", "", [_worth([card for card in cards if card >= FIRST_GOLD]) for cards in known])
    yield _row("not known", "", _unknown(view, known))
    losses = [sum(number for event, number in history if event is HandEvent.LOST) for history in view.table.histories]
    if any(losses):
        yield _row("lost unseen", "", [number or "-" for number in losses])
    yield _row("cards in hand", "", view.hand_sizes)


def _unknown(view: View, known: Sequence[Sequence[int]]) -> Iterator[object]:
    """Yield, by seat, how many cards that are in its hand or were lost from it the viewer cannot name."""
    for seat, (size, cards) in enumerate(zip(view.hand_sizes, known, strict=True)):
        lost = sum(number for event, number in view.table.histories[seat] if event is HandEvent.LOST)
        yield "-" if seat == view.seat or view.hands else max(0, size + lost - len(cards)) or "-"


def _worth(cards: Sequence[int]) -> str:
    """Return `7 in 3` for three cards worth 7."""
    return f"{sum(VALUE_OF[card] for card in cards)} in {len(cards)}" if cards else "."


def _middle(view: View) -> Iterator[str]:
    if view.phase is Phase.KING:
        yield f"To resolve: {NAMES[view.table.gone[-1]]}"
    if view.turn is not None:
        yield f"Advisor: {seat_name(view.turn.advisor, view.seat)}. Cards left in the deck: {view.deck_size}"
        yield f"Centre: {named(view.turn.centre)}"
    auction = view.auction
    if auction is None or view.phase is Phase.OVER:
        return
    size = sum(view.favored_sizes)
    yield f"Favor card {auction.number + 1} of {size}: {NAMES[view.turned[-1]]}"
    if view.phase is Phase.BID:
        speaking = ", ".join(seat_name(seat, view.seat) for seat in view.bidding)
        last = f"Last bid: {view.bid}, {seat_name(view.bidding[-1], view.seat)}" if view.bid else "No bid yet"
        yield f"{last}. Still in, in this order: {speaking}"
    elif view.phase is Phase.PAY:
        yield f"To pay: {view.bid}"
    elif view.phase is Phase.DISCARD:
        yield f"To lay down: {view.bid} cards, {auction.discarded} of them done"
    if auction.defaulted:
        yield f"Could not pay: {', '.join(seat_name(seat, view.seat) for seat in auction.defaulted)}"
    yield f"Gold not seen to leave the game: {view.table.gold}"


def _own(view: View) -> Iterator[str]:
    if view.seat is None:
        return
    if view.drawn is not None:
        yield f"You hold: {NAMES[view.drawn]}"
    yield f"Your hand: {named(view.hand)}"
    waiting = without(view.favored, view.turned)
    if waiting:
        yield f"You put on the Favor deck, not turned up yet: {named(waiting)}"
    if view.lost:
        yield f"You lost unseen: {named(view.lost)}"


def tell(before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
    """Return what the viewer sees when this seat does this: the action, then what follows from it."""
    lines = [f"{seat_name(player, viewer)}: {_action_seen(before, player, action, viewer)}"]
    lines += _consequences(before, player, action, after, viewer)
    return tuple(line for text in lines for line in _wrapped(text))


def _action_seen(before: State, player: int, action: Action, viewer: int | None) -> str:
    """Return the action as this viewer sees it; a card hidden from them is just a card."""
    drawn = before.hidden.deck[0] if before.phase is Phase.PLACE else FIRST_GOLD
    open_to_viewer = viewer == player
    if isinstance(action, Keep):
        return f"keep {NAMES[drawn]}" if open_to_viewer or is_king(drawn) else "keep a card"
    if isinstance(action, Centre):
        return f"centre {NAMES[drawn]}"
    if isinstance(action, Favor):
        return f"favor {NAMES[drawn]}" if open_to_viewer else "favor a card"
    if isinstance(action, Discard) and before.auction is not None:
        number = f"({before.auction.discarded + 1} of {before.bid})"
        return f"{action} {number}" if open_to_viewer else f"discard a card {number}"
    return str(action)


def _consequences(before: State, player: int, action: Action, after: State, viewer: int | None) -> Iterator[str]:
    shown = after.table.gone[len(before.table.gone) :]
    if isinstance(action, (Keep, Take)) and shown and after.phase is not Phase.KING:
        yield f"{NAMES[shown[-1]]} can change nothing and leaves the game"
    if before.auction is not None:
        yield from _auction_lines(before, player, action, after, viewer)
    if after.phase is Phase.OVER:
        yield "The Favor deck is empty. All hands are laid open:"
        for seat, hand in enumerate(after.hidden.hands):
            yield f"{seat_name(seat, viewer)}: {named(hand)}"
    elif after.turn is not None:
        yield from _turn_lines(before, after.turn, after, viewer)
    elif after.auction is not None and (before.auction is None or before.auction.number != after.auction.number):
        if before.auction is None:
            yield "The deck is empty; the Favor deck is shuffled."
        number, favor = after.auction.number, after.hidden.favor
        opener = seat_name(after.player, viewer)
        yield f"Favor card {number + 1} of {len(favor)}: {NAMES[favor[number]]}. Opener: {opener}"


def _turn_lines(before: State, turn: Turn, after: State, viewer: int | None) -> Iterator[str]:
    if before.turn is not None and before.turn.advisor != turn.advisor:
        yield f"Advisor: {seat_name(turn.advisor, viewer)}"
    if after.phase is Phase.PLACE and turn.advisor == viewer:
        yield f"You draw {NAMES[after.hidden.deck[0]]}"


def _auction_lines(before: State, player: int, action: Action, after: State, viewer: int | None) -> Iterator[str]:
    """Yield who won the card for sale, could not pay for it, or received it, or that nobody bought it."""
    assert before.auction is not None
    card = before.hidden.favor[before.auction.number]
    over = after.auction is None or after.auction.number != before.auction.number
    if before.phase is Phase.BID:
        won = _winner(before, player, action)
        if won is not None:
            winner, amount = won
            who = seat_name(winner, viewer)
            if after.phase in (Phase.PAY, Phase.DISCARD):
                yield f"{who}: {NAMES[card]} won for {amount}"
            else:
                lost = without(after.hidden.lost[winner], before.hidden.lost[winner])
                loss = f"; lost unseen: {NAMES[lost[0]] if winner == viewer else 'a card'}" if lost else ""
                yield f"{who}: cannot pay {amount}{loss}"
                if not over:
                    yield f"The bids start again. Opener: {seat_name(after.player, viewer)}"
        if over:
            yield f"Nobody buys {NAMES[card]}"
    elif before.phase in (Phase.PAY, Phase.DISCARD) and (over or after.phase is Phase.KING):
        yield f"{seat_name(player, viewer)}: {NAMES[card]} received"
        if is_king(card) and after.phase is not Phase.KING:
            yield f"{NAMES[card]} can change nothing and leaves the game"


def _winner(before: State, player: int, action: Action) -> tuple[int, int] | None:
    """Return who wins through this bid or pass, and for how much; None if nobody does yet."""
    bidding = before.bidding
    if isinstance(action, Bid) and len(bidding) == 1:
        return player, action.amount
    if isinstance(action, Pass) and before.bid and bidding[1:] == bidding[-1:]:
        return bidding[-1], before.bid
    return None


def position(state: State) -> str:
    """Return what is to be decided, and how far the game is, for error messages."""
    if state.auction is not None:
        return f"auction {state.auction.number + 1}, {state.phase.name.lower()}"
    return f"{len(state.hidden.deck)} cards in the deck, {state.phase.name.lower()}"
