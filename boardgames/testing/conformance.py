"""All checks by name, `check_game`, which runs them on a game, and the report of their results.

The first line of each check is its promise; docs/conformance.md says all that it demands, and what
that proves.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from time import perf_counter
from typing import get_args

from boardgames.contract.game import Game
from boardgames.core.errors import ConfigurationError, ConformanceError, describe_exception
from boardgames.core.text import COLUMNS, plural, wrapped
from boardgames.core.values import evolve, value
from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing import (
    cache_check,
    event_checks,
    exactness,
    face_down_check,
    frequency_checks,
    label_checks,
    lesson_check,
    recall_check,
    replay_check,
    rule_checks,
    sample_checks,
    scene_checks,
    secrecy_checks,
    shuffling_check,
    value_checks,
)
from boardgames.testing.compare import CHANCE
from boardgames.testing.law import AnyGame, Violation, demand, promise
from boardgames.testing.message import error_of
from boardgames.testing.probe import Possible, Probe, Redeal, Ways
from boardgames.testing.process import check_not_importing
from boardgames.testing.watch import EndlessCallError, endless, watched

CHECKS: dict[str, Callable[[Probe], None]] = {
    "determinism": rule_checks.determinism,
    "legality": rule_checks.legality,
    "applying": rule_checks.applying,
    "refusing": rule_checks.refusing,
    "random play": rule_checks.random_play,
    "estimates": rule_checks.estimates,
    "ends": rule_checks.ends,
    "exactness": exactness.exactness,
    "commits": secrecy_checks.commits,
    "views": secrecy_checks.views,
    "words": secrecy_checks.words,
    "samples": sample_checks.samples,
    "sharing": cache_check.sharing,
    "told lines": secrecy_checks.told_lines,
    "round trips": value_checks.round_trips,
    "reading": value_checks.reading,
    "text": value_checks.text,
    "frequencies": frequency_checks.frequencies,
    "recall": recall_check.recall,
    "replaying": replay_check.replaying,
    "shuffling": shuffling_check.shuffling,
    "scenes": scene_checks.scenes,
    "events": event_checks.events,
    "face down": face_down_check.face_down,
    "labels": label_checks.labels,
    "score sheets": scene_checks.score_sheets,
    "lessons": lesson_check.lessons,
}
"""Every check by name, in the order in which they run."""

# Reports.


@value
class CheckResult:
    """The result of one check."""

    check: str
    promise: str
    """What the check demands, such as "nothing changes a State"."""
    seconds: float
    fault: str = ""
    """The fault; empty if the promise was held."""
    notes: tuple[str, ...] = ()
    """What helps to find the cause of a fault: the promise, what came, a snippet to run."""

    skipped: str = ""
    """Why nothing was looked at; empty if something was."""

    @property
    def is_held(self) -> bool:
        """Whether the promise was looked at, and held."""
        return not self.fault and not self.skipped

    def __str__(self) -> str:
        said = f"FAULT: {self.fault}" if self.fault else self.promise
        if self.skipped:
            said = f"not looked at: {self.skipped}"
        head = f"  {self.check:<13} {self.seconds:5.1f} s  "
        lines = [_indented(head, said)]
        for note in self.notes:
            first, *snippet = note.splitlines()
            lines.append(_indented(" " * len(head), first))
            lines += [f"  {line}" for line in snippet]  # to be pasted, so that no line is folded
        return "\n".join(lines)


@value
class Report:
    """The results of all checks of one game; printable."""

    game: str
    players: int
    games: int
    """The number of random games kept."""
    positions: int
    """The number of their positions examined closely."""
    results: tuple[CheckResult, ...]
    not_examined: tuple[str, ...]
    """What was not examined, and how to have it examined: a sentence each."""
    judged: int = 0
    """How many numbers were compared with others, to tell coincidence from a fault."""
    seen: tuple[str, ...] = ()
    """For a game that declares who sees what: a sentence for each field with pieces, to be read by
    its author.
    """
    whole: tuple[str, ...] = ()
    """The tiny variant of which everything was looked at."""

    @classmethod
    def of(cls, probe: Probe, results: Sequence[CheckResult]) -> Report:
        """Return the report of these results."""
        game = probe.game
        games = positions = 0
        missed: tuple[str, ...] = ()
        seen: tuple[str, ...] = ()
        try:  # all of it asks the game, which may raise anything
            games, positions = len(probe.walks), len(probe.chosen)
            missed = not_examined(probe)
            seen = who_saw_what(probe)
        except (Exception, SystemExit) as error:  # noqa: BLE001
            why = str(error) if isinstance(error, Violation) else ""
            why = why or f"the game {describe_exception(error, type(game))}"
            missed += (f"What a report asks of the game: {why}.",)
        return cls(
            game.name,
            game.players,
            games,
            positions,
            tuple(results),
            missed,
            probe.judged,
            seen,
            (probe.whole,) if probe.whole else (),
        )

    def __str__(self) -> str:
        """Return the report in lines of at most 80 columns."""
        numbers = f"{plural(self.games, 'game')}, {plural(self.positions, 'position')}"
        heading = f"{self.game}, {self.players} players: {numbers}"
        return "\n".join([heading, *map(str, self.results), self.summary])

    @property
    def summary(self) -> str:
        """The number of promises held, and what was not examined."""
        held = sum(result.is_held for result in self.results)
        time = sum(result.seconds for result in self.results)
        lines = [f"{held} of {len(self.results)} promises held, in {time:.1f} s."]
        if self.judged:
            lines.append(_indented("", self.false_alarms))
        for title, sentences in (
            ("Looked at whole:", self.whole),
            ("Who saw what:", self.seen),
            ("Not looked at:", self.not_examined),
        ):
            if sentences:
                lines += [title, *[_indented("  - ", each) for each in sentences]]
        return "\n".join(lines)

    @property
    def false_alarms(self) -> str:
        """How likely chance alone refuses a game that deals and samples alike."""
        chance = self.judged * CHANCE
        numbers = f"{self.judged:,} numbers were compared"
        return f"A false alarm by chance: less than 1 in {floor(1 / chance):,} ({numbers})."


def _indented(head: str, text: str) -> str:
    return "\n".join(wrapped([head + text], COLUMNS, " " * len(head)))


def not_examined(probe: Probe) -> tuple[str, ...]:
    """Return what the checks could not examine in this game, and how to have it examined: those of
    these sentences that apply.
    """
    game, cls = probe.game, type(probe.game)
    scenes = [game.words.scene(game.view(ply.before, None)) for ply in probe.chosen]
    types = () if game.event_types is None else get_args(game.event_types) or (game.event_types,)
    missed = [each.__name__ for each in types if each not in probe.reported]
    unknown, asked = probe.uneven_redeals
    gaps = {
        "Everything that can happen. Define `small`, a tiny variant.": not probe.has_tiny_variant,
        probe.too_large: probe.too_large,
        **dict.fromkeys(probe.not_shown, True),
        "Leaks that determinize shares, and how often it deals what later. Give `worlds`: it"
        " redeals.": (probe.redeal is None),
        f"How often determinize deals what, in {unknown:,} of {asked:,} Views: few random orders"
        " are possible there, or there is a `Trail`. A tiny variant shows it, or `worlds` of your"
        " own.": unknown,
        "Whether sampled worlds could have been dealt and played. Give `possible`, which tells that"
        " of a State.": (probe.possible is None),
        "Whether pieces are lost or doubled. Define `inventory`.": not game.inventory(
            probe.chosen[0].before
        ),
        "Whether a new round deals anew. Define `round`.": cls.round is Game.round,
        "Zones, counters and pieces. Define `scene` and `pieces`.": not any(
            scene.areas for scene in scenes
        ),
        "What face-down cards can be. Say it in `Scene.unseen`.": not any(
            scene.unseen for scene in scenes
        ),
        "Whether what is told explains the table. Give the game events (`event_types`).": (
            game.event_types is None
        ),
        f"Events that did not come up: {', '.join(missed)}. Ask for more `games`, or write tests"
        " for these.": missed,
        "More positions: this many are a sample. Ask for `thorough`, or for more `games` and"
        " `positions`.": (probe.factor == 1),
        "Whether the rules are right, and what random play does not reach. Write tests for"
        " these.": True,
    }
    return tuple(gap for gap, applies in gaps.items() if applies)


def who_saw_what(probe: Probe) -> tuple[str, ...]:
    """Return who saw each declared field with pieces, and where first: no check knows what is
    declared too widely.
    """
    game = probe.game
    if not isinstance(game, DeclaredGame):
        return ()
    found = defaultdict[str, dict[str, _Sight]](dict)
    for state, place in probe.stations:
        for viewer in probe.viewers():
            for field, owner, is_seen in game.seen(state, viewer):
                sight = found[field].setdefault(_reader(viewer, owner), _Sight())
                sight.cases += 1
                if is_seen:
                    sight.seen += 1
                    sight.first = sight.first or str(place)
    lines: list[str] = []
    for field, sights in found.items():
        said = [f"{reader} {sight}" for reader, sight in sights.items()]
        lines.append(f"{field}: {', '.join(said)}")
    return tuple(lines)


@dataclass
class _Sight:
    """How often somebody saw the pieces of a field."""

    cases: int = 0
    seen: int = 0
    first: str = ""
    """Where first."""

    def __str__(self) -> str:
        if self.seen in (0, self.cases):
            return "always" if self.seen else "never"
        return f"in {self.seen} of {self.cases} cases, first at {self.first}"


def _reader(viewer: int | None, owner: int | None) -> str:
    """Return who looks, for a field of this owner."""
    if viewer is None:
        return "spectators"
    if owner is None:
        return "the seats"
    return "its owner" if viewer == owner else "other seats"


def check_game(  # noqa: PLR0913  # each but the game has a default
    game: AnyGame,
    *,
    games: int = 4,
    positions: int = 12,
    longest: int = 10_000,
    seed: int = 0,
    thorough: bool = False,
    worlds: Redeal | None = None,
    possible: Possible | None = None,
    only: Sequence[str] = (),
    small: AnyGame | None = None,
    ways: Ways | None = None,
) -> Report:
    """Test a game against the contract; raise a `ConformanceError` with the first check that fails,
    and the fault.

    The report, if printed, says which promises were held, and what could not be examined.

    Plays this many random `games` from `seed` on, each of at most `longest` plies, and examines
    this many `positions`, which include every phase and type of action that occurs in ten times as
    many games. `thorough` multiplies all of these by five.

    `worlds(state, seat, rng)` returns a State in which cards that the seat (None: a spectator)
    cannot see have been redealt at random, as likely as in the deal. Write it without
    `determinize`: it finds leaks that a sampler hides because it knows of them. `possible(state)`
    returns whether a State could have been dealt and played.

    `only` names the checks to run, in place of all.

    `small` is a tiny variant of the game, in which everything that can happen is looked at, by
    default what its method `small` returns.

    `ways(state, action, seat)` returns in how many physical ways an action can be done there: a
    world in which a hidden action can be done in two ways is twice as likely. By default, that is
    one for each equal piece that leaves a zone of the seat in a `DeclaredGame`, if it has no order;
    in other games, 1.

    The class must be importable by other processes: not defined within a function, and in a file
    that calls `check_game` below `if __name__ == "__main__":` only. A single call of the game that
    computes for more than 20 seconds counts as endless, and is a fault.
    """
    check_not_importing()
    probe = Probe(game, games, positions, longest, seed, worlds, possible, thorough, small, ways)
    names = checks_of(probe, only)
    return Report.of(probe, [examined(name, probe, stop=True) for name in names])


def checks_of(probe: Probe, only: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the checks that apply to the game, or those of them that are asked for;
    raise `ConfigurationError` if one of these does not.
    """
    idle = {
        "events": probe.game.event_types is None,
        "exactness": not probe.has_tiny_variant,
        "lessons": _has_no_lesson(probe.game),
    }
    names = tuple([name for name in CHECKS if not idle.get(name)])
    unknown = sorted({*only}.difference(names))
    if unknown:
        raise ConfigurationError(f"not a check of this game: {', '.join(unknown)}")
    return tuple([name for name in names if name in (only or names)])


def _has_no_lesson(game: AnyGame) -> bool:
    """Return whether the game says that it has no lesson; a game that fails has a fault to find."""
    try:
        return not game.words.lesson()
    except (Exception, SystemExit):  # noqa: BLE001  # the check of lessons reports it
        return False


def examined(name: str, probe: Probe, *, stop: bool = False) -> CheckResult:
    """Run one check, and return its result, even if that is a fault; with `stop`, raise it."""
    started = perf_counter()
    fault = ""
    notes: tuple[str, ...] = ()
    try:
        run_check(name, probe)
    except ConformanceError as error:
        # After a call that does not come back, no other check would get past it.
        if stop or isinstance(error.__cause__, EndlessCallError):
            raise
        fault = str(error).removeprefix(f"{name}: ")
        notes = tuple(error.__notes__)
    skipped = "" if fault or probe.whole or name != "exactness" else probe.too_large
    return CheckResult(name, promise(CHECKS[name]), perf_counter() - started, fault, notes, skipped)


def folded(result: CheckResult, earlier: Sequence[CheckResult]) -> CheckResult:
    """Return the result of a check, in one line if an earlier check has found the same fault."""
    for other in earlier:
        if result.fault and _bare(other.fault) == _bare(result.fault):
            return evolve(result, fault=f"as in {other.check!r}", notes=())
    return result


def _bare(fault: str) -> str:
    """Return a fault without the check and the place where it was found."""
    return re.sub(r"(, during the check '[a-z ]+'|\(seed \d+, ply \d+.*?\))", "", fault).rstrip()


def run_check(name: str, probe: Probe) -> None:
    """Run one check; if the game fails it, raise `ConformanceError`, with notes for its author."""
    cls = type(probe.game)
    untouched = random.getstate()
    probe.place = None
    try:
        with watched(name):
            CHECKS[name](probe)
        fault = "the game uses Python's global random generator"
        demand(random.getstate() == untouched, fault, "determinism")
    except Violation as violation:
        raise _as_error(violation, name, probe) from violation.__cause__
    except EndlessCallError as error:
        raise _as_error(Violation(endless(error, cls), raised=True), name, probe) from error
    except (Exception, SystemExit) as error:  # the game may raise anything
        words = f"the game {describe_exception(error, cls)}"
        raise _as_error(Violation(words, raised=True), name, probe) from error


def _as_error(violation: Violation, name: str, probe: Probe) -> ConformanceError:
    check = violation.check or name
    return error_of(violation, check, promise(CHECKS[check]), probe)
