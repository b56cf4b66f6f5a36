"""What learning libraries want in numbers: actions, Views and how a game ended. It needs the standard library only.

Actions here are readable values, few of them legal at a time, but a game need not be able to list all that it ever has.
So an action's number is a hash of its notation, in `SLOTS` slots: it says the same thing in every position, in every
process and on every machine, which the place in the list of legal actions would not. Where two legal actions of one
position fall on the same slot, the one later in that list takes the next free slot. So the numbers depend on the legal
actions alone, hence on nothing that the seat may not know.

A View is as many numbers as it has, more of them as a game goes on. It is written as JSON, and each leaf is hashed by
its path into a vector of `FEATURES` entries: a number counts under its path, a text under the path and the text. That
fits any game and any size; two leaves may fall on the same entry and add up. Whoever knows the game can do better with
the View itself, which the adapters hand out as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar
from zlib import crc32

from boardgames import Action, Game, IllegalActionError
from boardgames.core.codec import JSON

SLOTS = 4096
FEATURES = 4096
BOUND = 1000.0  # no feature is larger, nor smaller than its negative

A = TypeVar("A", bound=Action)


def numbered(actions: Iterable[A]) -> dict[int, A]:
    """Return the legal actions of a position by their numbers, in ascending order.

    Raises `ValueError` if they are more than there are slots.
    """
    found: dict[int, A] = {}
    for action in actions:
        if len(found) == SLOTS:
            raise ValueError(f"there are more legal actions than the {SLOTS} slots")
        slot = _slot(str(action), SLOTS)
        while slot in found:
            slot = (slot + 1) % SLOTS
        found[slot] = action
    return dict(sorted(found.items()))


def chosen(actions: Mapping[int, A], number: int) -> A:
    """Return the legal action of this number; raise `IllegalActionError` if none has it."""
    if number not in actions:
        shown = ", ".join(f"{each} ({action})" for each, action in list(actions.items())[:5])
        raise IllegalActionError(f"no legal action has the number {number}; there are {len(actions)}, such as {shown}")
    return actions[number]


def features(view: JSON) -> dict[int, float]:
    """Return the entries of the vector that are not 0, for a View as JSON."""
    found: dict[int, float] = {}
    for path, number in _leaves("", view):
        entry = _slot(path, FEATURES)
        found[entry] = found.get(entry, 0.0) + number
    return {entry: max(-BOUND, min(BOUND, number)) for entry, number in found.items() if number}


def rewards(game: Game[Any, Any, Any], state: Any) -> tuple[float, ...]:  # noqa: ANN401  # any game's State
    """Return what each seat gets out of the game: its share of the victory, less what an equal share would be.

    They add up to 0: with three players the winner gets 2/3 and the others -1/3 each. They are 0 before the end and
    where nobody has won. A game that is played for its points, as poker is, would return `game.score(state)` instead.
    """
    outcome = game.outcome(state)
    if outcome is None:
        return (0.0,) * game.players
    seats = range(game.players)
    winners = outcome.winners or seats
    return tuple((seat in winners) / len(winners) - 1 / game.players for seat in seats)


def _slot(text: str, slots: int) -> int:
    return crc32(text.encode()) % slots


def _leaves(path: str, data: JSON) -> Iterator[tuple[str, float]]:
    """Yield the path and the number of everything in the JSON that says something."""
    if isinstance(data, dict):
        for name, each in data.items():
            yield from _leaves(f"{path}.{name}", each)
    elif isinstance(data, list):
        yield f"{path}[]", len(data)  # a 0 at its end would not be noticed otherwise
        for index, each in enumerate(data):
            yield from _leaves(f"{path}[{index}]", each)
    elif isinstance(data, (int, float)):
        yield path, data
    else:
        yield f"{path}={data}", 1
