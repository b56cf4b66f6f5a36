"""What people read of Koryŏ: the table, what happens on it, and where a game stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.text import fold, plural, seat_name, seat_object, seat_possessive
from boardgames.games.koryo.actions import Absolve, Bank, Destroy, Discard, Order, Steal, Swap
from boardgames.games.koryo.components import BARBARIAN, CARDS, LOBBYING, SENATOR, SENATOR_BONUS, Kind
from boardgames.games.koryo.scoring import influence, majority
from boardgames.games.koryo.state import ACTIONS, DISCARDS, ORDERS, OVER, State, turn_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.games.koryo.actions import Action
    from boardgames.games.koryo.components import Cards, Counts
    from boardgames.games.koryo.rules import Koryo
    from boardgames.games.koryo.view import View

HALL_OF_FAME = 30
"""The influence that enters the Hall of Fame (K9.3)."""
PHASES = {ORDERS: "orders", ACTIONS: "actions", DISCARDS: "end of the round", OVER: "game over"}
LABEL = 22
"""Width of the first column of the table."""
COLUMN = 14
"""Width of each player's column."""


def position(state: State) -> str:
    """Return season and phase, for error messages."""
    return f"season {state.round.season}, {state.phase.name.lower()}"


# The table.


def render(game: Koryo, view: View) -> str:
    """Return the table as this seat sees it: ASCII, at most 80 columns."""
    return "\n".join([*_heading(game, view), "", *_tableaux(view), "", *_status(game, view), *_own(view)])


def _heading(game: Koryo, view: View) -> Iterator[str]:
    seasons = game.components.seasons
    season = seasons[view.round.season - 1]
    yield (
        f"Koryo, season {view.round.season} of {len(seasons)}, {PHASES[view.phase]}. "
        f"Dealt {season.dealt}, limit {season.limit}, bank {view.bank}"
    )


def _row(label: str, cells: Sequence[object]) -> str:
    return (label.ljust(LABEL) + "".join(str(cell).ljust(COLUMN) for cell in cells)).rstrip()


def _tableaux(view: View) -> Iterator[str]:
    seats = range(len(view.tableaux))
    tableaux = [CARDS.pack(tableau) for tableau in view.tableaux]
    to_act = None if view.phase is OVER else view.player
    yield _row("", [seat_name(seat, view.seat) + (" >" if seat == to_act else "") for seat in seats])
    for kind in reversed(Kind):
        holder = majority(tableaux, kind) if kind.number else None
        worth = kind.number or -1
        cells = [f"{view.tableaux[seat][kind] or '.'}{' majority' if seat == holder else ''}" for seat in seats]
        yield _row(f"{worth:>2} {kind}", cells)


def _status(game: Koryo, view: View) -> Iterator[str]:
    seats = range(len(view.tableaux))
    base = game.components.seasons[view.round.season - 1].limit
    tableaux = [CARDS.pack(tableau) for tableau in view.tableaux]
    senator = majority(tableaux, SENATOR)
    limits = [base + SENATOR_BONUS if seat == senator else base for seat in seats]
    if view.phase is DISCARDS:
        limits[view.player] = view.turn.limit
    yield _row("cards / limit", [f"{sum(view.tableaux[seat])} / {limits[seat]}" for seat in seats])
    yield _row("tokens", view.tokens)
    yield _row("influence now", influence(tableaux, view.tokens))
    if any(view.hand_sizes):
        yield _row("hand", [plural(size, "card") if size else "-" for size in view.hand_sizes])
    if any(view.order_sizes):
        yield _row("order, face down", [plural(size, "card") if size else "-" for size in view.order_sizes])
    yield _row("first player", ["first" if seat == view.round.first else "" for seat in seats])
    waiting = ((view.turn.barbarians, BARBARIAN), (view.turn.lobbyings, LOBBYING))
    if any(count for count, _ in waiting):
        yield f"To resolve: {', '.join(f'{count} {kind}' for count, kind in waiting if count)}"


def _own(view: View) -> Iterator[str]:
    if any(view.hand):
        yield from fold(_parts(view.hand), "Your hand:")
    if any(view.order):
        yield from fold(_parts(view.order), "Your order:")


def _parts(counts: Counts) -> list[str]:
    """Return the cards in words, `2 Banker,` and `1 Spy`: the parts of a line that may be broken between them."""
    parts = [f"{count} {kind}" for kind, count in zip(Kind, counts, strict=True) if count]
    return [f"{part}," for part in parts[:-1]] + parts[-1:]


# What happens.


def tell(before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
    """Return what this viewer sees when this seat does this, and what follows from it, a line each."""
    return tuple(_lines(before, player, action, after, viewer))


def _lines(before: State, player: int, action: Action, after: State, viewer: int | None) -> Iterator[str]:
    who = seat_name(player, viewer)
    tableaux = list(before.tableaux)
    if isinstance(action, Order):
        hidden = f"order of {plural(len(action.cards), 'card')}, face down"
        yield f"{who}: {action if viewer == player else hidden}"
    else:
        yield f"{who}: {_deed(action, viewer)}"
        _carry_out(tableaux, player, action)
    for seat, order in _revealed(before, player, action, after):
        yield from fold(_parts(CARDS.unpack(order)), f"{seat_name(seat, viewer)}: order revealed:")
        tableaux[seat] = CARDS.add(tableaux[seat], order)
    for seat, (expected, kept) in enumerate(zip(tableaux, after.tableaux, strict=True)):
        if expected != kept:
            lost = _parts(CARDS.unpack(CARDS.remove(expected, kept)))
            yield from fold(lost, f"{seat_name(seat, viewer)}: Events reach the limit, discarded:")
    if after.phase is OVER:
        yield "The last season is over."
    elif after.round != before.round:
        yield f"Season {after.round.season} begins. First player: {seat_name(after.round.first, viewer)}"


def _deed(action: Action, viewer: int | None) -> str:  # noqa: PLR0911  # one per Action
    """Return the action as this viewer would say it."""
    match action:
        case Bank():
            return "a token from the bank"
        case Steal(victim):
            return f"a token stolen from {seat_object(victim, viewer)}"
        case Absolve(event):
            return f"{event} destroyed by the Priest"
        case Destroy(victim, character):
            return f"{seat_possessive(victim, viewer)} {character} destroyed"
        case Swap(low, given, high, returned):
            gift, price = (f"{seat_possessive(seat, viewer)} {kind}" for seat, kind in ((low, given), (high, returned)))
            return f"{gift} exchanged for {price}"
        case Discard(character):
            return f"{character} discarded"
        case _:
            return "end of the turn"


def _carry_out(tableaux: list[Cards], player: int, action: Action) -> None:
    """Change the tableaux as this action does."""
    one = CARDS.one
    match action:
        case Absolve(event):
            tableaux[player] = CARDS.remove(tableaux[player], one[event])
        case Destroy(victim, character):
            tableaux[victim] = CARDS.remove(tableaux[victim], one[character])
        case Swap(low, given, high, returned):
            tableaux[low] = CARDS.add(CARDS.remove(tableaux[low], one[given]), one[returned])
            tableaux[high] = CARDS.add(CARDS.remove(tableaux[high], one[returned]), one[given])
        case Discard(character):
            tableaux[player] = CARDS.remove(tableaux[player], one[character])


def _revealed(before: State, player: int, action: Action, after: State) -> Iterator[tuple[int, Cards]]:
    """Yield, in turn order, each order with cards in it that lay face down before and has joined a tableau since."""
    for seat in turn_order(before.round.first, len(before.tokens)):
        order = before.hidden.orders[seat]
        if isinstance(action, Order) and seat == player:
            order = CARDS.join([CARDS.one[kind] for kind in action.cards])
        still_face_down = after.round == before.round and after.hidden.orders[seat]
        if order and not still_face_down:
            yield seat, order


def remarks(scores: Sequence[int], viewer: int | None) -> tuple[str, ...]:
    """Return a line for everyone with great influence, or less than none (K9.3)."""
    lines = []
    for seat, points in enumerate(scores):
        who = seat_name(seat, viewer)
        if points >= HALL_OF_FAME:
            lines.append(f"{who}: into the Hall of Fame, with {points} points")
        elif points < 0:
            lines.append(f"{who}: onto the Wall of Shame, with {points} points")
    return tuple(lines)
