"""The results of `check_game` as text: promises held, time, and what was not examined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from textwrap import fill
from typing import get_args

from boardgames.core.declared_game import DeclaredGame
from boardgames.core.game import Game
from boardgames.core.text import COLUMNS, plural
from boardgames.testing.probe import Probe

NAME_WIDTH = 13
"""Width of the column with the name of a check."""


@dataclass(frozen=True)
class Result:
    """The result of one check."""

    check: str
    promise: str
    """What the check demands, such as "nothing changes a State"."""
    seconds: float
    fault: str = ""
    """The fault; empty if the promise was held."""

    def __str__(self) -> str:
        said = f"FAULT: {self.fault}" if self.fault else self.promise
        return _indented(f"  {self.check:<{NAME_WIDTH}} {self.seconds:5.1f} s  ", said)


@dataclass(frozen=True)
class Report:
    """The results of all checks of one game; printable."""

    game: str
    players: int
    games: int
    """The number of random games kept."""
    positions: int
    """The number of their positions examined closely."""
    results: tuple[Result, ...]
    not_examined: tuple[str, ...]
    """What was not examined, and how to have it examined: a sentence each."""
    seen: tuple[str, ...] = ()
    """For a game that declares who sees what: a sentence for each field with pieces, to be read by its author."""

    @classmethod
    def of(cls, probe: Probe, results: Sequence[Result]) -> Report:
        """Return the report of these results."""
        game, number = probe.game, (len(probe.walks), len(probe.chosen))
        return cls(game.name, game.players, *number, tuple(results), not_examined(probe), who_saw_what(probe))

    def __str__(self) -> str:
        """Return the report in lines of at most 80 columns."""
        numbers = f"{plural(self.games, 'game')}, {plural(self.positions, 'position')}"
        heading = f"{self.game}, {self.players} players: {numbers}"
        return "\n".join([heading, *map(str, self.results), self.summary])

    @property
    def summary(self) -> str:
        """The number of promises held, and what was not examined."""
        held = sum(not result.fault for result in self.results)
        time = sum(result.seconds for result in self.results)
        lines = [f"{held} of {len(self.results)} promises held, in {time:.1f} s."]
        for title, sentences in (("Who saw what:", self.seen), ("Not looked at:", self.not_examined)):
            lines += [title, *[_indented("  - ", each) for each in sentences]] if sentences else []
        return "\n".join(lines)


def _indented(head: str, text: str) -> str:
    return fill(text, COLUMNS, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)


def not_examined(probe: Probe) -> tuple[str, ...]:
    """Return what the checks could not examine in this game, and how to have it examined."""
    game, cls = probe.game, type(probe.game)
    scenes = [game.scene(game.view(ply.before, None)) for ply in probe.chosen]
    types = () if game.event_types is None else get_args(game.event_types) or (game.event_types,)
    missed = [each.__name__ for each in types if each not in probe.reported]  # by the check of events
    gaps = {
        "Leaks that determinize shares, and how often it deals what later. Give `worlds`: it redeals.": probe.redeal
        is None,
        "Whether sampled worlds could have been dealt and played. Give `possible`, which tells that of a State.": (
            probe.possible is None
        ),
        "Whether pieces are lost or doubled. Define `inventory`.": not game.inventory(probe.chosen[0].before),
        "Whether a new round deals anew. Define `round`.": cls.round is Game.round,
        "Zones, counters and pieces. Define `scene` and `pieces`.": not any(scene.areas for scene in scenes),
        "What face-down cards can be. Say it in `Scene.unseen`.": not any(scene.unseen for scene in scenes),
        "Whether what is told explains the table. Give the game events (`event_types`).": game.event_types is None,
        f"Events that did not come up: {', '.join(missed)}. Ask for more `games`, or write tests for these.": missed,
        "More positions: this many are a sample. Ask for `thorough`, or for more `games` and `positions`.": (
            probe.factor == 1
        ),
        "Whether the rules are right, and what random play does not reach. Write tests for these.": True,
    }
    return tuple(gap for gap, applies in gaps.items() if applies)


def who_saw_what(probe: Probe) -> tuple[str, ...]:
    """Return a sentence for each declared field with pieces: how often each sort of viewer saw them, and where first.

    An author notices there what is declared too widely, which no check can know.
    """
    game = probe.game
    if not isinstance(game, DeclaredGame):
        return ()
    found: dict[str, dict[str, tuple[int, int, str]]] = {}
    for state, place in probe.stations:
        for viewer in probe.viewers():
            for field, owner, seen in game.seen(state, viewer):
                others = "the seats" if owner is None else "other seats"
                who = "spectators" if viewer is None else "its owner" if viewer == owner else others
                count, most, first = found.setdefault(field, {}).get(who, (0, 0, ""))
                found[field][who] = count + seen, most + 1, first or place * seen
    return tuple(f"{field}: {', '.join(starmap(_how_often, by.items()))}" for field, by in found.items())


def _how_often(who: str, seen: tuple[int, int, str]) -> str:
    count, most, first = seen
    if count in (0, most):
        return f"{who} {'always' if count else 'never'}"
    return f"{who} in {count} of {most} cases, first at {first}"
