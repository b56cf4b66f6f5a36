"""Samples of every View of a tiny game: exactly the States with that View, as often as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.beliefs import World
from boardgames.testing.branches import ZERO, Runs, Script, ScriptedRandom, every
from boardgames.testing.compare import difference
from boardgames.testing.exact_worlds import Group, Whole, contrasts, place_of, where_of
from boardgames.testing.law import Violation, law, viewer_name

FEW_OF_A_VIEW = 200
"""Number of ways in which one View is sampled at first, the likeliest ones."""
MOST_OF_A_VIEW = 3_000
"""Maximum number of ways in which one View is sampled."""
MOST_SAMPLES = 40_000
"""Maximum number of samples of all Views together."""
GOLDEN = (5**0.5 - 1) / 2
"""The inverse of the golden ratio: its multiples, modulo 1, fill the interval evenly."""
TINY = Fraction(1, 10**9)
"""Difference of chances that comes from rounding."""

TELLS_OF_HIDDEN = (
    "a field that everybody knows tells of a hidden card, or a limit from `allowed` is out of date."
)
"""What is usually wrong where samples follow from a declaration."""

Chances: TypeAlias = dict[Any, Fraction]
"""By State, or by what States have in common."""


class SampleCounts(NamedTuple):
    """How many Views were sampled."""

    in_full: int = 0
    in_part: int = 0
    """Those of which the likeliest ways were followed only."""
    again: int = 0
    """Of these, those that the sampler seems to draw again and again, until something fits."""


def check_samples(whole: Whole) -> SampleCounts:
    """Hold the samples of Views to the States with these, until too many samples were made.

    Views from everywhere in the game come first for few samples each, then, with half of all
    samples, those for which few were not enough, unless their sampler draws again and again: more
    would show little.
    """
    groups = [*whole.groups.values()]
    in_full = in_part = again = begun = 0
    unfinished: list[int] = []
    for number in scattered(len(groups)):
        if begun > (MOST_SAMPLES // 2 if unfinished else MOST_SAMPLES):
            break
        samples = _checked(whole, groups, number, FEW_OF_A_VIEW)
        begun += samples.runs.begun
        if samples.is_whole:
            in_full += 1
        elif samples.draws_again:
            in_part += 1
            again += 1
        else:
            unfinished.append(number)
    for number in unfinished:
        if begun > MOST_SAMPLES:
            in_part += 1
            continue
        samples = _checked(whole, groups, number, MOST_OF_A_VIEW)
        begun += samples.runs.begun
        in_full += samples.is_whole
        in_part += not samples.is_whole
    return SampleCounts(in_full, in_part, again)


def _checked(whole: Whole, groups: Sequence[Group], number: int, most: int) -> _Samples:
    """Return samples of this View, which keep the law; name the earliest of all Views that breaks
    it.
    """
    samples = _Samples.of(whole, groups[number], most)
    try:
        samples.check()
    except Violation:
        for earlier in groups[: min(number, MOST_SAMPLES // most)]:
            _Samples.of(whole, earlier, most).check()
        raise
    return samples


def scattered(count: int) -> list[int]:
    """Return the numbers below this one in such an order that the first ones come from everywhere.

    >>> scattered(8)
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    return sorted(range(count), key=lambda number: number * GOLDEN % 1)


@dataclass(eq=False)
class _Samples:
    """All samples of one View."""

    whole: Whole
    group: Group
    runs: Runs[Any]
    chances: Chances
    """By kind."""
    kinds: dict[Any, Any]
    """By State, what stands for all States that nobody can ever tell from it."""

    @classmethod
    def of(cls, whole: Whole, group: Group, most: int) -> _Samples:
        """Return samples of this View, in at most so many ways."""
        rng = ScriptedRandom()

        def sample(script: Script) -> Any:
            rng.script = script
            return whole.game.determinize(group.view, rng)

        runs = every(sample, most, partly=True)
        chances = runs.chances()
        states = [*chances, *[world.state for world in group.worlds]]
        if all(state in whole.worlds.by_key for state in states):
            kinds: dict[Any, Any] = {state: state for state in states}
        else:
            kinds = {state: whole.kind(state) for state in states}
        return cls(whole, group, runs, _summed(chances, kinds), kinds)

    @property
    def is_whole(self) -> bool:
        """Whether these are all samples of the View."""
        return self.runs.rest < TINY

    @property
    def draws_again(self) -> bool:
        """Whether some samples of the game's own take many more draws than others."""
        possible = getattr(type(self.whole.game), "possible", None)
        if self._is_derived and possible == DeclaredGame.possible:
            return False
        depths = [len(run.path) for run in self.runs.made]
        return not self.is_whole and max(depths, default=0) >= 2 * min(depths, default=0) > 0

    @property
    def _is_derived(self) -> bool:
        """Whether the samples follow from a declaration, not from a `determinize` of the game."""
        cls = type(self.whole.game)
        return issubclass(cls, DeclaredGame) and cls.determinize == DeclaredGame.determinize

    @law("`determinize` ignores what the View shows or the rules exclude, or draws unevenly.")
    def check(self) -> None:
        """Demand that exactly the States with this View are sampled, as often as they come up."""
        possible = {self.kinds[world.state] for world in self.group.worlds}
        for run in self.runs.made:
            if self.kinds[run.result] not in possible:
                raise self._impossible(run.result)
        for world in self.group.worlds:
            if self.is_whole and self.kinds[world.state] not in self.chances:
                where = self._where(world)
                raise Violation(
                    f"{self._view}: a State with this View is never sampled, {where}",
                    expected=f"some sample of the State {where}",
                    came="none",
                    cause="`determinize` excludes something, or a limit from `allowed` is out of"
                    " date.",
                )
        self._as_often()

    def _as_often(self) -> None:
        """Demand that each world is sampled as often as it is likely.

        Where histories that a View does not tell apart leave other beliefs, as often as after one
        of them, or in between.
        """
        by_kind: list[Chances] = []
        for belief in self.group.likelihoods():
            by_state = {world.state: likelihood for world, likelihood in belief.items()}
            by_kind.append(_summed(by_state, self.kinds))
        for world in self.group.worlds:
            kind = self.kinds[world.state]
            wanted = [belief.get(kind, ZERO) for belief in by_kind]
            found = self.chances.get(kind, ZERO)
            # The samples that were not made may all be of this State, or all of others.
            is_too_often = found - TINY > max(wanted)
            is_too_rare = found + self.runs.rest + TINY < min(wanted)
            if is_too_often or is_too_rare:
                least, most = min(wanted), max(wanted)
                said = f"{least}" if least == most else f"{least} to {most}"
                raise Violation(
                    f"{self._view}: a State with the chance {said} is sampled with the chance"
                    f" {float(found):.3g}, {self._where(world)}",
                    expected=f"the chance {said}",
                    came=f"the chance {float(found):.3g}",
                    cause=TELLS_OF_HIDDEN
                    if self._is_derived
                    else "`determinize` draws unevenly: some States come up in more ways, or a"
                    " hidden choice does not count once for each equal piece (see `ways`).",
                )

    def _impossible(self, state: Any) -> Violation:
        """Return the fault of a sample that is none of the States with its View."""
        game = self.whole.game
        group = self.group
        seen = game.view(state, group.viewer)
        if seen != group.view:
            found = difference(game.to_json(group.view), game.to_json(seen))
            fault = f"{self._view}: a sample has another View, {place_of(group.worlds[0])}"
            return found.violation(fault, "in the game", "in the sample")

        def distance(world: World) -> int:
            return len(contrasts(game, state, world.state))

        nearest = min(group.worlds, key=distance)
        unlike = [*contrasts(game, state, nearest.state), "it differs in what JSON does not show"]
        return Violation(
            f"{self._view}: a sample cannot have come about, {place_of(nearest)}: {unlike[0]}",
            expected=f"a State that can come about {place_of(nearest)}",
            came=f"one in which {unlike[0]}",
            cause=TELLS_OF_HIDDEN if self._is_derived else "",
        )

    def _where(self, world: World) -> str:
        others = [other for other in self.group.worlds if other is not world]
        return where_of(self.whole, world, others)

    @property
    def _view(self) -> str:
        return f"the View of {viewer_name(self.group.viewer)}"


def _summed(chances: Mapping[Any, Fraction], kinds: Mapping[Any, Any]) -> Chances:
    """Return the chance of each kind of State."""
    found: Chances = {}
    for state, likelihood in chances.items():
        kind = kinds[state]
        found[kind] = found.get(kind, ZERO) + likelihood
    return found
