"""Clocks and machines for tests whose results must not depend on how fast the machine is."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from boardgames.play.machine import Machine


class TickingClock:
    """A clock that goes on by a step, in seconds, whenever it is read, and not otherwise."""

    def __init__(self, step: float = 0.001) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class HeldMachine(Machine):
    """A machine whose time passes only where a test lets it, and while something sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        """In seconds."""

    def nanoseconds(self) -> int:
        return round(self.now * 1e9)

    def seconds(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds

    def wait(self, event: Event, seconds: float) -> None:
        if not event.is_set():
            self.sleep(seconds)


class TickingMachine(HeldMachine):
    """A machine whose clocks go on by a second whenever they are read."""

    def nanoseconds(self) -> int:
        return round(self.seconds() * 1e9)

    def seconds(self) -> float:
        self.now += 1
        return self.now


class LaterMachine(Machine):
    """A machine on which this many seconds more have passed for people."""

    def __init__(self, later: float) -> None:
        self.later = later

    def seconds(self) -> float:
        return super().seconds() + self.later


class ThreadsByHand(Machine):
    """A machine that starts no threads: the test does their work."""

    def start_thread(self, work: Callable[[], object], remedy: str) -> None:
        del work, remedy


class ThreadsByHandAtOnce(ThreadsByHand):
    """A machine on which, moreover, nobody waits."""

    def wait(self, event: Event, seconds: float) -> None:
        del event, seconds
