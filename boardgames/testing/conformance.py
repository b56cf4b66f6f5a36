"""All checks by name, and `check_game`, which runs them on a game.

The table says which promise of the contract each check holds a game to; docs/conformance.md says what that
proves and what it does not.

    rules      purity          nothing changes a State; States, Views and Actions are frozen
               determinism     same seed, same game: again, and in other processes
               legality        legal actions are sorted and unique, and exist for exactly the seats to act
               applying        apply accepts what is listed, and equal actions alike
               refusing        apply refuses everything else, in clear words, and changes nothing
               random play     random_action chooses every legal action sooner or later
               round trips     notation, JSON and pickles give back what was written
               conservation    no piece is lost or doubled
               reading         faulty text and JSON are refused, or read as values that work
               text            ASCII, at most 80 columns
               estimates       prior and reasons are finite numbers, one for each action or line of words
               ends            games end, with an outcome that fits the score
    secrecy    commits         simultaneous commitments are hidden, in any order
               existence       every View has a world
               views           a View is the same in all its worlds, and holds nothing else
               seeds           no seed is shown or told
               choices         who may act, and how, follows from the View
               words           so do positions, remarks and error messages
               told lines      so does what is told
    samples    samples         a world is made from View and generator alone, and can be played
               possible        worlds could have been dealt and played (needs `possible`)
               reach           whatever is true is sampled sooner or later
               frequencies     samples are not one-sided (later positions need `worlds`)
               shuffling       unseen decks are shuffled, and rounds deal anew
    display    scenes          a scene shows what the View shows, and every piece
               events          what a viewer sees happen explains how their table changes
               face down       what lies face down is what `unseen` says it can be
               labels          labels of different actions differ
               score sheets    their columns add up to the score
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from boardgames.core.declared_game import DeclaredGame
from boardgames.core.errors import ConformanceError, describe_exception
from boardgames.testing import event_checks, rule_checks, sample_checks, scene_checks, secrecy_checks, value_checks
from boardgames.testing.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.core.game import Game
    from boardgames.testing.probe import Possible, Redeal

CHECKS: dict[str, Callable[[Probe], None]] = {
    "purity": rule_checks.purity,
    "determinism": rule_checks.determinism,
    "legality": rule_checks.legality,
    "applying": rule_checks.applying,
    "refusing": rule_checks.refusing,
    "random play": rule_checks.random_play,
    "round trips": value_checks.round_trips,
    "conservation": rule_checks.conservation,
    "reading": value_checks.reading,
    "text": value_checks.text,
    "estimates": rule_checks.estimates,
    "ends": rule_checks.ends,
    "commits": secrecy_checks.commits,
    "existence": sample_checks.existence,
    "views": secrecy_checks.views,
    "seeds": secrecy_checks.seeds,
    "choices": secrecy_checks.choices,
    "words": secrecy_checks.words,
    "told lines": secrecy_checks.told_lines,
    "samples": sample_checks.samples,
    "possible": sample_checks.possible,
    "reach": sample_checks.reach,
    "frequencies": sample_checks.frequencies,
    "shuffling": sample_checks.shuffling,
    "scenes": scene_checks.scenes,
    "events": event_checks.events,
    "face down": scene_checks.face_down,
    "labels": scene_checks.labels,
    "score sheets": scene_checks.score_sheets,
}
"""Every check by its name, in the order in which they run; the docstring of each states what it demands."""

THOROUGH = 5
"""By how much a thorough check multiplies games, positions, samples and deals."""


def check_game(
    game: Game[Any, Any, Any],
    *,
    games: int = 4,
    positions: int = 12,
    longest: int = 10_000,
    seed: int = 0,
    thorough: bool = False,
    worlds: Redeal | None = None,
    possible: Possible | None = None,
) -> None:
    """Hold a game to the contract; raise `ConformanceError` that names the first check it fails, and how.

    Plays this many random `games` from `seed` on, each of at most `longest` plies, and looks closely at this many
    `positions`, which include every phase and every type of action that occurs in ten times as many games. `thorough`
    takes five times as much of everything.

    `worlds(state, seat, rng)` returns a State in which cards that the seat (None: a spectator) cannot see have changed
    places at random. Write it without `determinize`: it finds leaks that a sampler hides because it knows of them.
    Where it moves cards, it must do so as often as the deal would. `possible(state)` tells whether a State could have
    been dealt and played.

    The class must be importable by another process: not defined within a function.
    """
    probe = probe_of(game, games, positions, longest, seed, thorough=thorough, worlds=worlds, possible=possible)
    for name in CHECKS:
        run_check(name, probe)


def probe_of(
    game: Game[Any, Any, Any],
    games: int,
    positions: int,
    longest: int,
    seed: int,
    *,
    thorough: bool,
    worlds: Redeal | None,
    possible: Possible | None,
) -> Probe:
    """Return what the checks work on; a game that declares who sees what brings `worlds` and `possible` along."""
    if isinstance(game, DeclaredGame):
        worlds, possible = worlds or game.worlds, possible or game.possible
    factor = THOROUGH if thorough else 1
    return Probe(game, games * factor, positions * factor, longest, seed, worlds, possible, factor)


def run_check(name: str, probe: Probe) -> None:
    """Run one check; raise `ConformanceError` if the game fails it, or raises an exception of its own meanwhile."""
    untouched = random.getstate()
    probe.leave()
    try:
        CHECKS[name](probe)
    except ConformanceError as error:
        raise error.at(probe.place()) from error.__cause__
    except (Exception, SystemExit) as error:
        fault = f"the game {describe_exception(error, type(probe.game))}"
        raise ConformanceError(name, fault, raised=True, place=probe.place()) from error
    if random.getstate() != untouched:
        raise ConformanceError("determinism", "the game uses Python's global random generator")
