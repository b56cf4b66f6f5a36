"""Hints, and the analysis of recorded games: each decision is compared with what a search would
have done.

A decision is judged by the View of the seat that made it, never by the State, so that nobody is
blamed for what they could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import ceil, fsum
from time import perf_counter
from typing import Any, Generic, Literal, TypeAlias

from boardgames.contract.game import A, Game, S, V
from boardgames.contract.words import Words
from boardgames.core.chance import generator
from boardgames.core.codec import JSON, to_json
from boardgames.core.values import evolve, value
from boardgames.play.bots.mcts import Considered, MctsBot
from boardgames.play.bots.timed import Deadline, OutOfTimeError
from boardgames.play.limits import HINT_SECONDS, check_seconds
from boardgames.play.reasons import Reason, reasons, with_gain
from boardgames.play.record import Record
from boardgames.scene.phrases import Phrases

MOST_HINTS = 3
"""Maximum number of actions in a hint."""
FEWEST_WALKS = 8
"""With fewer walks, a search says nothing about an action."""
NOTABLE = 0.05
"""A difference of this size is mentioned even if it may be chance."""
WORLDS_AT_ONCE = 8
"""Number of worlds in which the States right after actions are judged."""
TURNING_POINTS = 3
"""Maximum number of the costliest decisions in a report."""


Verdict: TypeAlias = Literal["agrees", "worse", "too_close"]
"""What a search says of a decision: it prefers the same action, or one that is better, or one that
it cannot tell from what was done."""


@value
class Hint(Generic[A]):
    """A legal action that the search recommends."""

    action: A
    chance: float
    """The estimated chance to win after it, from 0 to 1; actions that the search cannot tell from
    its best one have the chance of that one."""
    why: tuple[Reason, ...]
    """How it differs from the other actions that the search tried; empty if the game gives no
    reasons.
    """
    is_about_equal: bool = False
    """Whether the search cannot tell it from the first hint."""


def hint(  # noqa: PLR0913  # all but the first four by name
    game: Game[Any, A, V],
    player: int,
    view: V,
    actions: tuple[A, ...],
    *,
    seconds: float = HINT_SECONDS,
    seed: int = 0,
    most: int = MOST_HINTS,
    besides: A | None = None,
    words: Words[Any, Any, Any] | None = None,
    clock: Callable[[], float] = perf_counter,
) -> tuple[Hint[A], ...]:
    """Return at most `most` of the seat's legal actions, best first, each with its estimated chance
    to win, which never rises from one to the next.

    Actions that the search cannot tell from its best one have the same chance. They come in the
    order in which `evaluate` prefers the States right after them, and their reasons say so. If the
    time is too short to compare any, that holds for all, and the reasons say how long it would
    take.

    The reasons are named in the reader's `words`, which are `game.words` by default.

    The legal action `besides` is rated, too; if it is not among the best, it comes last. Takes
    about `seconds`; there are fewer hints, or none, if the time is too short to try the actions.
    The seed makes the random numbers of the search repeatable, but not how far it gets in that
    time, which `clock` measures in seconds. Raises `ConfigurationError` if `seconds` are not a time
    limit.
    """
    check_seconds("seconds", seconds)
    start = clock()
    considered = MctsBot(seconds=seconds).consider(
        game, player, view, actions, generator(seed, 0), besides=besides, clock=clock
    )
    # Without any walk, the first estimates are all there is.
    tried = [option for option in considered if option.walks] or considered[:most]
    if not tried:
        return ()
    words = words or game.words
    remark = _remark(clock() - start, tried[0].walks, words.phrases)
    whys = reasons(tried, words)
    # First the actions that the search cannot tell from its best one; with a remark, those are all.
    best = tried[0]
    alike = [option for option in tried if remark or option.is_about_equal(best)]
    if len(alike) > 1:
        rng = generator(seed, 1)
        worlds = [game.determinize(view, rng) for _ in range(WORLDS_AT_ONCE)]
        sight = _FirstSight(game, player, worlds, Deadline(seconds, clock), words)
        hints = sight.hints(alike, remark)
    else:
        hints = [Hint(best.action, best.chance, whys[0])]
    # Then the worse ones, best first.
    behind = [
        Hint(option.action, _chance_beside(option, best), why)
        for option, why in zip(tried, whys, strict=True)
        if option not in alike
    ]
    hints += sorted(behind, key=lambda worse: worse.chance, reverse=True)
    # Then the action that was asked about, if there was no time to try it.
    not_tried = (Reason(words.phrases.not_tried, 0.0),)
    least = hints[-1].chance
    for option in considered:
        if option.action == besides and option not in tried:
            hints.append(Hint(option.action, min(option.chance, least), not_tried))
    asked = [late for late in hints[most:] if late.action == besides]
    return (*hints[:most], *asked)


def with_rating(
    hints: tuple[Hint[A], ...], again: tuple[Hint[A], ...], asked: A
) -> tuple[Hint[A], ...]:
    """Return the hints of one search with the rating of another action by a second search, in its
    place.

    What was said before stays: of the second search counts only how far the asked action is behind
    its best one.
    """
    rated = next((hint for hint in again if hint.action == asked), None)
    if rated is None or not hints:
        return hints
    best_again = again[0]
    behind = best_again.chance - rated.chance
    chance = max(0.0, hints[0].chance - behind)
    is_about_equal = rated == best_again or rated.is_about_equal
    added = evolve(rated, chance=chance, is_about_equal=is_about_equal)
    before = [hint for hint in hints if hint.chance >= chance]
    after = hints[len(before) :]
    return (*before, added, *after)


def _chance_beside(option: Considered[A], best: Considered[A]) -> float:
    """Return the chance after an action that is worse than the best one.

    The two are compared in the worlds in which both were tried. The mean of all results would rate
    actions that were soon dropped by other worlds than the best one.
    """
    shared = option.results.keys() & best.results.keys()
    gaps = [option.results[world] - best.results[world] for world in shared]
    gap = fsum(gaps) / len(gaps) if gaps else option.chance - best.chance
    return min(max(best.chance + gap, 0.0), best.chance)


def _remark(seconds: float, walks: int, phrases: Phrases) -> str:
    """Return what to say if this many walks are too few to compare actions; they took this many
    seconds.
    """
    if walks >= FEWEST_WALKS:
        return ""
    needed = seconds * FEWEST_WALKS / max(1, walks)
    amount = f"{ceil(needed)}" if needed > 1 else f"{ceil(10 * needed) / 10:g}"
    return phrases.too_short(amount, at_least=not walks)


@value
class _Gain(Generic[A]):
    """What the States right after an action say of it."""

    worth: float
    """The estimate, to a percent."""
    rated: Considered[A]
    """The action with its chance and its reasons in these States."""
    points: list[int]
    """The points that the seat gains at once, by world."""


@value
class _Row(Generic[A]):
    """One of the actions that the search cannot tell apart."""

    option: Considered[A]
    """The action as the search has rated it."""
    gain: _Gain[A]
    prior: float
    why: tuple[Reason, ...]


@value
class _FirstSight(Generic[S, A]):
    """Orders actions that the search cannot tell apart by the States right after them."""

    game: Game[S, A, Any]
    player: int
    worlds: list[S]
    deadline: Deadline
    words: Words[Any, Any, Any]

    def hints(self, alike: list[Considered[A]], remark: str) -> list[Hint[A]]:
        """Return the hints for these actions, all with the chance of the first of them, the best
        one of the search.

        Their first reason is the remark or, without one, how the search rates the action. Points
        are mentioned only where they say the same as the order.
        """
        best = alike[0]
        rows = self._rows(alike)
        with_points = _is_order_of_points(rows)
        phrases = self.words.phrases
        hints: list[Hint[A]] = []
        for row in rows:
            # Where it may be chance, nothing is said of which one the search has rated higher: that
            # does not order them.
            is_notable = abs(row.option.chance - best.chance) >= NOTABLE
            words = remark or (phrases.within_chance if is_notable else phrases.no_difference)
            if with_points:
                words = with_gain(words, row.gain.points, phrases)
            why = (Reason(words, 0.0), *_plausible(row))
            hints.append(Hint(row.option.action, best.chance, why, is_about_equal=bool(hints)))
        return hints

    def _rows(self, alike: list[Considered[A]]) -> list[_Row[A]]:
        """Return the actions as `evaluate` judges them, to a percent, then `prior`; best first.

        If time runs out, only `prior` judges.
        """
        gains = [_Gain(0.0, option, [0]) for option in alike]
        with suppress(OutOfTimeError):
            gains = [self._gain(option, alike) for option in alike]
        actions = [option.action for option in alike]
        priors = self.game.prior(self.worlds[0], self.player, actions)
        whys = reasons([gain.rated for gain in gains], self.words)
        rows = [_Row(*row) for row in zip(alike, gains, priors, whys, strict=True)]
        return sorted(rows, key=lambda row: (row.gain.worth, row.prior), reverse=True)

    def _gain(self, option: Considered[A], alike: list[Considered[A]]) -> _Gain[A]:
        """Return what the States right after this action say of it; raise `OutOfTimeError` if there
        is no time.

        Estimates of different phases hardly compare. So an action after which others of these are
        possible, as ending the turn is after most, is judged together with the best of them.
        """
        game = self.game
        player = self.player
        after = [game.apply(world, option.action, player) for world in self.worlds]
        continued = self._continued(after, alike) or [after]
        chances = [self._worth(states) for states in continued]
        chance = max(chances)
        why = {number: game.reasons(state, player) for number, state in enumerate(after)}
        rated = evolve(option, chance=chance, reasons=why)
        points = [
            game.score(state)[player] - game.score(world)[player]
            for world, state in zip(self.worlds, after, strict=True)
        ]
        return _Gain(round(chance, 2), rated, points)

    def _continued(self, after: list[S], alike: list[Considered[A]]) -> list[list[S]]:
        """Return these States after each of the actions that are possible in all of them."""
        legal = [self.game.legal_actions(state, self.player) for state in after]
        continued: list[list[S]] = []
        for other in alike:
            if all([other.action in actions for actions in legal]):
                states = [self.game.apply(state, other.action, self.player) for state in after]
                continued.append(states)
        return continued

    def _worth(self, states: list[S]) -> float:
        """Return the mean of `evaluate` in these States; those in which the seat has no choice are
        left first.
        """
        estimates = []
        for start in states:
            self.deadline.check()
            state = start
            while len(forced := self.game.legal_actions(state, self.player)) == 1:
                state = self.game.apply(state, forced[0], self.player)
            estimates.append(self.game.evaluate(state, self.player))
        return fsum(estimates) / len(states)


def _is_order_of_points(rows: list[_Row[A]]) -> bool:
    """Return whether the points never rise from one row to the next, and differ among the first."""
    points = [fsum(row.gain.points) for row in rows]
    first = points[:MOST_HINTS]
    return points == sorted(points, reverse=True) and first[0] > first[-1]


def _plausible(row: _Row[A]) -> list[Reason]:
    """Return the reasons of the row without those so large that they would contradict the
    search.
    """
    most = min(row.option.chance, 1 - row.option.chance)
    return [reason for reason in row.why if 0 < abs(reason.chance) <= most]


@value
class JudgedDecision(Generic[A]):
    """A judgement of one decision, from the point of view of the seat that made it."""

    ply: int
    """Counted from 1."""
    round: int
    """The round, season or turn in which it was made; 0 if the game does not count them."""
    player: int
    done: Considered[A]
    """What the seat did."""
    best: Considered[A]
    """What the search prefers; the same action if it agrees."""
    alternatives: int
    """The number of legal actions."""
    why: tuple[Reason, ...] = ()
    """How the best action differs from what was done, if that was worse."""
    when: str = ""
    """The position, as in the heading above the table; empty if the game has none."""
    done_text: str = ""
    """What the seat did, as its label described it."""
    best_text: str = ""
    """The same for what the search prefers."""
    is_favourite: bool = False
    """Whether the search, left to itself, would have done the same."""

    @property
    def verdict(self) -> Verdict:
        """What the search could tell of the decision."""
        if self.is_favourite:
            return "agrees"
        return "worse" if self.cost else "too_close"

    @property
    def gap(self) -> float:
        """The chance to win by which the decision is behind what the search prefers.

        In a decision that is too close to call it may be chance; the mean over a game says more.
        """
        return self.best.chance - self.done.chance

    @property
    def cost(self) -> float:
        """The chance to win that the decision gave away; 0 if the search agrees or cannot
        distinguish the two.
        """
        return 0.0 if self.done.is_about_equal(self.best) else self.gap

    def to_json(self) -> dict[str, JSON]:
        """Return it as plain JSON; chances are from 0 to 1, seats counted from 0."""
        return {
            "ply": self.ply,
            "round": self.round,
            "when": self.when,
            "seat": self.player,
            "done": str(self.done.action),
            "done_text": self.done_text,
            "chance": round(self.done.chance, 4),
            "best": str(self.best.action),
            "best_text": self.best_text,
            "best_chance": round(self.best.chance, 4),
            "verdict": self.verdict,
            "cost": round(self.cost, 4),
            "alternatives": self.alternatives,
            "why": [to_json(reason) for reason in self.why],
        }


def analyse(
    record: Record,
    *,
    seats: tuple[int, ...] | None = None,
    iterations: int = 200,
    seconds: float = 0.0,
) -> Iterator[JudgedDecision[Any]]:
    """Yield a judgement of each decision in which these seats had a choice.

    `seats`: None for `record.viewable_seats`. The search has `iterations` or, if above 0, `seconds`
    for each decision. Raises `RecordError` if the record does not replay.
    """
    if seats is None:
        seats = record.viewable_seats
    game = record.make_game()
    replay = record.replay(game)
    bot = MctsBot(iterations=iterations, seconds=seconds)
    for ply, (player, action) in enumerate(replay.plies, start=1):
        if player not in seats:
            continue
        judgement = judge(game, replay.states[ply - 1], player, action, ply, bot)
        if judgement is not None:
            yield judgement


def judge(
    game: Game[S, A, V],
    state: S,
    player: int,
    action: A,
    ply: int,
    bot: MctsBot,
    words: Words[Any, Any, Any] | None = None,
) -> JudgedDecision[A] | None:
    """Return what this bot thinks of what the seat has done in this State; None if it had no
    choice.

    It is told in the reader's `words`, which are `game.words` by default.
    """
    actions = game.legal_actions(state, player)
    if len(actions) < 2:  # noqa: PLR2004  # no choice, no judgement
        return None
    words = words or game.words
    view = game.view(state, player)
    rng = generator(seed=ply - 1, event=player)
    considered = bot.consider(game, player, view, actions, rng, besides=action)
    if not considered:  # a busy machine has left it no time at all: a single walk has to do
        rng = generator(seed=ply - 1, event=player)
        quick = evolve(bot, seconds=0.0, iterations=1)
        considered = quick.consider(game, player, view, actions, rng, besides=action)
    done = next(option for option in considered if option.action == action)
    best = max(considered[0], done, key=lambda option: option.chance)
    judgement = JudgedDecision(
        ply,
        game.round(state),
        player,
        done,
        best,
        len(actions),
        when=words.scene(view).heading,
        done_text=words.label(view, action).text,
        best_text=words.label(view, best.action).text,
        is_favourite=_is_favourite(done, considered),
    )
    if judgement.cost:
        judgement = evolve(judgement, why=reasons([best, done], words)[0])
    return judgement


def _is_favourite(done: Considered[A], considered: Sequence[Considered[A]]) -> bool:
    """Return whether the search, whose own choice comes first, could have done the same."""
    favourite = considered[0]
    if done is favourite:
        return True
    return done.chance > favourite.chance and not done.is_about_equal(favourite)


def mean_gap(judgements: Sequence[JudgedDecision[Any]]) -> float:
    """Return the mean of how far these decisions are behind what the search prefers, those too
    close to call included.

    It is a little above 0 even for the search itself, since the best of several estimates is
    likely to be one that is too high.
    """
    return fsum([judgement.gap for judgement in judgements]) / len(judgements)


def turning_points(judgements: list[JudgedDecision[A]]) -> list[JudgedDecision[A]]:
    """Return the costliest decisions, in the order in which they were made."""
    costly = [judgement for judgement in judgements if judgement.cost]
    costly.sort(key=lambda judgement: -judgement.cost)
    return sorted(costly[:TURNING_POINTS], key=lambda judgement: judgement.ply)
