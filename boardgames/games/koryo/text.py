"""What players read of Koryŏ: the table, and what happens on it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from boardgames.core.text import seat_name
from boardgames.games.koryo.components import (
    CARD,
    SENATOR_BONUS,
    Cards,
    Components,
    Counts,
    Kind,
    packed,
    unpacked,
)
from boardgames.games.koryo.majority import majority, score
from boardgames.games.koryo.state import (
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    Order,
    Phase,
    State,
    Steal,
    Swap,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HALL_OF_FAME = 30
PHASES = {
    Phase.ORDERS: "orders",
    Phase.ACTIONS: "actions",
    Phase.DISCARDS: "end of the round",
    Phase.OVER: "game over",
}
COLUMNS = 80
LABEL = 22
COLUMN = 14


def cards(counts: Counts) -> str:
    """Return the cards in words: `2 Banker, 1 Spy`, or `none`."""
    return ", ".join(f"{count} {kind}" for kind, count in zip(Kind, counts, strict=True) if count) or "none"


def number_of(count: int) -> str:
    """Return `1 card` or `3 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def render(view: View, box: Components) -> str:
    """Return the table as this seat sees it: ASCII, at most 80 columns."""
    return "\n".join([*_head(view, box), "", *_tableaux(view), "", *_status(view, box), *_own(view)])


def _head(view: View, box: Components) -> Iterator[str]:
    season = box.seasons[view.round.season - 1]
    yield (
        f"Koryo, season {view.round.season} of {len(box.seasons)}, {PHASES[view.phase]}. "
        f"Dealt {season.dealt}, limit {season.limit}, bank {view.bank}"
    )


def _row(label: str, cells: Sequence[object]) -> str:
    return (label.ljust(LABEL) + "".join(str(cell).ljust(COLUMN) for cell in cells)).rstrip()


def _tableaux(view: View) -> Iterator[str]:
    seats = range(len(view.tableaux))
    tableaux = [packed(tableau) for tableau in view.tableaux]
    yield _row("", [seat_name(seat, view.seat) + (" >" if _acts(view, seat) else "") for seat in seats])
    for kind in reversed(Kind):
        holder = majority(tableaux, kind) if kind.number else None
        worth = kind.number or -1
        cells = [f"{view.tableaux[seat][kind] or '.'}{' majority' if seat == holder else ''}" for seat in seats]
        yield _row(f"{worth:>2} {kind}", cells)


def _acts(view: View, seat: int) -> bool:
    return seat == view.player and view.phase is not Phase.OVER


def _status(view: View, box: Components) -> Iterator[str]:
    seats = range(len(view.tableaux))
    base = box.seasons[view.round.season - 1].limit
    tableaux = [packed(tableau) for tableau in view.tableaux]
    senator = majority(tableaux, Kind.SENATOR)
    limits = [base + SENATOR_BONUS if seat == senator else base for seat in seats]
    if view.phase is Phase.DISCARDS:
        limits[view.player] = view.turn.limit
    yield _row("cards / limit", [f"{sum(view.tableaux[seat])} / {limits[seat]}" for seat in seats])
    yield _row("tokens", view.tokens)
    yield _row("influence now", score(tableaux, view.tokens))
    if any(view.hand_sizes):
        yield _row("hand", [number_of(size) if size else "-" for size in view.hand_sizes])
    if any(view.order_sizes):
        yield _row("order, face down", [number_of(size) if size else "-" for size in view.order_sizes])
    yield _row("first player", ["first" if seat == view.round.first else "" for seat in seats])
    if view.turn.barbarians or view.turn.lobbyings:
        unresolved = [
            f"{count} {kind}"
            for kind, count in ((Kind.BARBARIAN, view.turn.barbarians), (Kind.LOBBYING, view.turn.lobbyings))
            if count
        ]
        yield f"To resolve: {', '.join(unresolved)}"


def _own(view: View) -> Iterator[str]:
    if view.seat is None:
        return
    if any(view.hand):
        yield from wrap(f"Your hand: {cards(view.hand)}", COLUMNS, subsequent_indent="    ")
    if any(view.order):
        yield f"Your order: {cards(view.order)}"


def remarks(scores: Sequence[int], viewer: int | None) -> tuple[str, ...]:
    """Return a line for everyone of great influence, or of less than none (K9.3)."""
    lines = []
    for seat, points in enumerate(scores):
        who = seat_name(seat, viewer)
        if points >= HALL_OF_FAME:
            lines.append(f"{who}: into the Hall of Fame, with {points} points")
        elif points < 0:
            lines.append(f"{who}: onto the Wall of Shame, with {points} points")
    return tuple(lines)


def tell(before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
    """Return what the viewer sees when this seat does this, and what follows by itself, a line each."""
    return tuple(_lines(before, player, action, after, viewer))


def _lines(before: State, player: int, action: Action, after: State, viewer: int | None) -> Iterator[str]:
    who = seat_name(player, viewer)
    tableaux = list(before.tableaux)
    if isinstance(action, Order):
        placed = f"{action}" if viewer == player else f"order of {number_of(len(action.cards))}, face down"
        yield f"{who}: {placed}"
    else:
        yield f"{who}: {_deed(action, viewer)}"
        _carry_out(tableaux, player, action)
    for seat, order in _revealed(before, player, action, after):
        yield f"{seat_name(seat, viewer)}: order revealed: {cards(unpacked(order))}"
        tableaux[seat] += order
    for seat, (expected, kept) in enumerate(zip(tableaux, after.tableaux, strict=True)):
        if expected != kept:
            lost = cards(unpacked(expected - kept))
            line = f"{seat_name(seat, viewer)}: Events reach the limit, discarded: {lost}"
            yield from wrap(line, COLUMNS, subsequent_indent="    ")
    if after.phase is Phase.OVER:
        yield "The last season is over."
    elif after.round != before.round:
        first = seat_name(after.round.first, viewer)
        yield f"Season {after.round.season} begins. First player: {first}"


def _deed(action: Action, viewer: int | None) -> str:  # noqa: PLR0911  # one per Action
    """Return the action as this viewer would say it."""
    match action:
        case Bank():
            return "a token from the bank"
        case Steal(victim):
            return f"a token stolen from {_whom(victim, viewer)}"
        case Absolve(event):
            return f"{event} destroyed by the Priest"
        case Destroy(victim, character):
            return f"{character} of {_whom(victim, viewer)} destroyed"
        case Swap(low, given, high, returned):
            return f"{given} of {_whom(low, viewer)} exchanged for {returned} of {_whom(high, viewer)}"
        case Discard(character):
            return f"{character} discarded"
        case _:
            return "end of the turn"


def _whom(seat: int, viewer: int | None) -> str:
    return "you" if seat == viewer else f"player {seat + 1}"


def _carry_out(tableaux: list[Cards], player: int, action: Action) -> None:
    match action:
        case Absolve(event):
            tableaux[player] -= CARD[event]
        case Destroy(victim, character):
            tableaux[victim] -= CARD[character]
        case Swap(low, given, high, returned):
            tableaux[low] += CARD[returned] - CARD[given]
            tableaux[high] += CARD[given] - CARD[returned]
        case Discard(character):
            tableaux[player] -= CARD[character]


def _revealed(before: State, player: int, action: Action, after: State) -> Iterator[tuple[int, Cards]]:
    """Return the orders, none left out that had cards, which lay face down before and are in a tableau after."""
    same_round = after.round == before.round
    for step in range(len(before.tableaux)):
        seat = (before.round.first + step) % len(before.tableaux)
        order = before.hidden.orders[seat]
        if isinstance(action, Order) and seat == player:
            order = sum(CARD[kind] for kind in action.cards)
        lies_still = same_round and after.hidden.orders[seat]
        if order and not lies_still:
            yield seat, order
