"""What each seat saw, could do, did and got in a recorded game, as plain JSON: a line for each
decision, to learn from.

```python
with open("steps.jsonl", "w") as file:
    for record in records:
        for step in trajectory(record, encoding):
            print(json.dumps(step), file=file)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from boardgames.adapters.encoding import Encoding, Payoffs, payoffs
from boardgames.core.integers import Natural, SeatNumber
from boardgames.play.record import Record


class Step(TypedDict):
    """One decision, as its seat saw it."""

    seat: SeatNumber
    """Counted from 0."""
    observation: list[tuple[Natural, float]]
    """The entries of the vector of the View that are not 0: position and number."""
    legal: list[Natural]
    """The numbers of the legal actions."""
    action: Natural
    """The number of the one that was played."""
    reward: float
    """What the seat got at the end, as `payoffs` has it; 0 in a game that is not over."""


def trajectory(record: Record, encoding: Encoding, by: Payoffs = "victory") -> Iterator[Step]:
    """Yield a Step for each decision of the record in which there was a choice, in order.

    Raises `RecordError` if the record does not replay as a game of the encoding.
    """
    game = encoding.game
    replay = record.replay(game)
    rewards = payoffs(game, game.outcome(replay.states[-1]), by)
    for (seat, action), state in zip(replay.plies, replay.states, strict=False):
        legal = encoding.numbered(game.legal_actions(state, seat))
        if len(legal) <= 1:
            continue
        played = next(number for number, choice in legal.items() if choice == action)
        vector = encoding.vector(game.view(state, seat))
        yield Step(
            seat=seat,
            observation=sorted(vector.items()),
            legal=[*legal],
            action=played,
            reward=rewards[seat],
        )
