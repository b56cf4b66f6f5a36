"""Hints, and the analysis of recorded games: each decision is compared with what a search would
have done.

A decision is judged by the View of the seat that made it, never by the State, so that nobody is
blamed for what they could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import ceil, fsum
from time import perf_counter
from typing import Any, Generic, Literal, TypeAlias

from boardgames.contract.game import A, Game, S, V
from boardgames.core.chance import generator
from boardgames.core.codec import JSON, to_json
from boardgames.play.bots.mcts import Considered, MctsBot
from boardgames.play.bots.timed import Deadline, OutOfTimeError
from boardgames.play.limits import HINT_SECONDS, check_seconds
from boardgames.play.reasons import NOT_TRIED, Reason, gain, reasons
from boardgames.play.record import Record

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


Verdict: TypeAlias = Literal["agrees", "worse", "too close"]
"""What a search says of a decision: it prefers the same action, or one that is better, or one that
it cannot tell from what was done."""


@dataclass(frozen=True)
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


def hint(
    game: Game[Any, A, V],
    player: int,
    view: V,
    actions: tuple[A, ...],
    *,
    seconds: float = HINT_SECONDS,
    seed: int = 0,
    most: int = MOST_HINTS,
    besides: A | None = None,
    clock: Callable[[], float] = perf_counter,
) -> tuple[Hint[A], ...]:
    """Return at most `most` of the seat's legal actions, best first, each with its estimated chance
    to win, which never rises from one to the next.

    Actions that the search cannot tell from its best one have the same chance. They come in the
    order in which `evaluate` prefers the States right after them, and their reasons say so. If the
    time is too short to compare any, that holds for all, and the reasons say how long it would
    take.

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
    tried = [each for each in considered if each.walks] or considered[:most]
    alike, said = [each for each in tried if each.is_about_equal(tried[0])], ""
    if tried and tried[0].walks < FEWEST_WALKS:
        alike, said = [*tried], _too_short(clock() - start, tried[0].walks)
    explained = [*zip(tried, reasons(tried), strict=True)]
    first, others = explained[:1], [(each, why) for each, why in explained if each not in alike]
    if len(alike) > 1:
        rng = generator(seed, 1)
        worlds = [game.determinize(view, rng) for _ in range(WORLDS_AT_ONCE)]
        first = _by_gain(game, player, worlds, alike, said, Deadline(seconds, clock))
    hints = [
        Hint(each.action, tried[0].chance, why, is_about_equal=number > 0)
        for number, (each, why) in enumerate(first)
    ]
    worse = [Hint(each.action, _chance_beside(each, tried[0]), why) for each, why in others]
    hints += sorted(worse, key=lambda each: each.chance, reverse=True)
    hints += [
        Hint(each.action, min(each.chance, hints[-1].chance), (NOT_TRIED,))
        for each in considered
        if each.action == besides and each not in tried
    ]
    return tuple(
        [each for number, each in enumerate(hints) if number < most or each.action == besides]
    )


def with_rating(
    hints: tuple[Hint[A], ...], again: tuple[Hint[A], ...], asked: A
) -> tuple[Hint[A], ...]:
    """Return the hints of one search with the rating of another action by a second search, in its
    place.

    What was said before stays: of the second search counts only how far the asked action is behind
    its best one.
    """
    rated = next((each for each in again if each.action == asked), None)
    if rated is None or not hints:
        return hints
    chance = max(0.0, hints[0].chance + rated.chance - again[0].chance)
    is_best = rated == again[0]
    added = replace(rated, chance=chance, is_about_equal=is_best or rated.is_about_equal)
    before = [each for each in hints if each.chance >= chance]
    return (*before, added, *hints[len(before) :])


def _chance_beside(each: Considered[A], best: Considered[A]) -> float:
    """Return the chance after an action that is worse than the best one.

    The two are compared in the worlds in which both were tried. The mean of all results would rate
    actions that were soon dropped by other worlds than the best one.
    """
    shared = each.results.keys() & best.results.keys()
    gaps = [each.results[world] - best.results[world] for world in shared]
    gap = fsum(gaps) / len(gaps) if gaps else each.chance - best.chance
    return min(max(best.chance + gap, 0.0), best.chance)


def _too_short(seconds: float, walks: int) -> str:
    needed = seconds * FEWEST_WALKS / max(1, walks)
    amount = f"{ceil(needed)}" if needed > 1 else f"{ceil(10 * needed) / 10:g}"
    return f"too little time to compare: {'about' if walks else 'at least'} {amount} s are needed"


def _by_gain(
    game: Game[S, A, Any],
    player: int,
    worlds: list[S],
    alike: list[Considered[A]],
    said: str,
    deadline: Deadline,
) -> list[tuple[Considered[A], tuple[Reason, ...]]]:
    """Return these actions in the order of the States right after them, with a remark and reasons
    from there.

    It is judged by `evaluate`, to a percent, then by `prior`. Estimates of different phases hardly
    compare. So an action after which others of these are possible, as ending the turn is after
    most, is judged together with the best of them. If time runs out, only `prior` judges. Points
    are mentioned only where they say the same as the order.
    """
    gains: list[tuple[float, Considered[A], list[int]]] = []
    with suppress(OutOfTimeError):
        for each in alike:
            after = [game.apply(world, each.action, player) for world in worlds]
            both = [
                [game.apply(state, other.action, player) for state in after]
                for other in alike
                if all(other.action in game.legal_actions(state, player) for state in after)
            ]
            best = max([_worth(game, player, states, deadline) for states in both or [after]])
            weights = {number: game.reasons(state, player) for number, state in enumerate(after)}
            now = [
                game.score(b)[player] - game.score(a)[player]
                for a, b in zip(worlds, after, strict=True)
            ]
            gains.append((round(best, 2), replace(each, chance=best, reasons=weights), now))
    if len(gains) < len(alike):
        gains = [(0.0, each, [0]) for each in alike]
    whys = reasons([each for _, each, _ in gains])
    prior = game.prior(worlds[0], player, [each.action for each in alike])
    rows = sorted(
        zip(alike, gains, whys, prior, strict=True),
        key=lambda row: (row[1][0], row[3]),
        reverse=True,
    )
    points = [fsum(now) for _, (_, _, now), _, _ in rows]
    agree, found = (
        points == sorted(points, reverse=True) and points[0] > points[:MOST_HINTS][-1],
        [],
    )
    for each, (_, _, now), why, _ in rows:
        remark = said or _difference(each.chance - alike[0].chance)
        most = min(each.chance, 1 - each.chance)  # a larger reason would contradict the search
        kept = [reason for reason in why if 0 < abs(reason.chance) <= most]
        found.append((each, (Reason(remark + (gain(now) if agree else ""), 0.0), *kept)))
    return found


def _difference(gap: float) -> str:
    """Return how the results of an action differ from those of the best one, where that may be
    chance.
    """
    if abs(gap) < NOTABLE:
        return "no difference found"
    side = "better" if gap > 0 else "worse"
    return f"{100 * abs(gap):.0f} points {side} in the search, which may be chance"


def _worth(game: Game[S, Any, Any], player: int, states: list[S], deadline: Deadline) -> float:
    """Return the mean of `evaluate` in these States; those in which the seat has no choice are left
    first.
    """
    estimates = []
    for each in states:
        deadline.check()
        state = each
        while len(forced := game.legal_actions(state, player)) == 1:
            state = game.apply(state, forced[0], player)
        estimates.append(game.evaluate(state, player))
    return fsum(estimates) / len(states)


@dataclass(frozen=True)
class Judgement(Generic[A]):
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
        return "worse" if self.cost else "too close"

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
) -> Iterator[Judgement[Any]]:
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
        judgement = (
            judge(game, replay.states[ply - 1], player, action, ply, bot)
            if player in seats
            else None
        )
        if judgement is not None:
            yield judgement


def judge(
    game: Game[S, A, V], state: S, player: int, action: A, ply: int, bot: MctsBot
) -> Judgement[A] | None:
    """Return what this bot thinks of what the seat has done in this State; None if it had no
    choice.
    """
    actions = game.legal_actions(state, player)
    if len(actions) < 2:  # noqa: PLR2004  # no choice, no judgement
        return None
    view, considered = game.view(state, player), tuple[Considered[A], ...]()
    for each in (
        bot,
        replace(bot, seconds=0.0, iterations=1),
    ):  # a busy machine may leave the first one no time at all
        rng = generator(seed=ply - 1, event=player)
        considered = considered or each.consider(game, player, view, actions, rng, besides=action)
    done = next(each for each in considered if each.action == action)
    favourite = considered[0]
    best = max(favourite, done, key=lambda each: each.chance)
    is_clearly_best = best is done and not done.is_about_equal(favourite)
    judgement = Judgement(
        ply,
        game.round(state),
        player,
        done,
        best,
        len(actions),
        when=game.scene(view).heading,
        done_text=game.label(view, action).text,
        best_text=game.label(view, best.action).text,
        is_favourite=done is favourite or is_clearly_best,
    )
    if judgement.cost:
        judgement = replace(judgement, why=reasons([best, done])[0])
    return judgement


def mean_gap(judgements: Sequence[Judgement[Any]]) -> float:
    """Return the mean of how far these decisions are behind what the search prefers, those too
    close to call included.

    It is a little above 0 even for the search itself, since the best of several estimates is
    likely to be one that is too high.
    """
    return fsum([each.gap for each in judgements]) / len(judgements)


def turning_points(
    judgements: list[Judgement[A]], most: int = TURNING_POINTS
) -> list[Judgement[A]]:
    """Return the costliest decisions, in the order in which they were made."""
    costly = sorted([each for each in judgements if each.cost], key=lambda each: -each.cost)[:most]
    return sorted(costly, key=lambda each: each.ply)
