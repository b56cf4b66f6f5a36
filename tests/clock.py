"""A clock for tests whose results must not depend on how fast the machine is."""

from __future__ import annotations


class TickingClock:
    """A clock that goes on by a step, in seconds, whenever it is read, and not otherwise."""

    def __init__(self, step: float = 0.001) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now
