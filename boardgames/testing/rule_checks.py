"""The checks of rules: frozen values, determinism, legal actions and their effects, estimates, and
the end.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain, pairwise
from math import fsum, isclose, isfinite
from random import Random
from statistics import fmean
from typing import Any

from boardgames.contract.game import Game
from boardgames.core import chance
from boardgames.core.action import Action
from boardgames.core.errors import ConfigurationError, IllegalActionError, describe_exception
from boardgames.core.outcome import Outcome
from boardgames.testing.compare import Fault, demand
from boardgames.testing.probe import ACTIONS_TRIED, Ply, Probe, burn_global_generator, some, walk
from boardgames.testing.process import WAITING, accounts, run_in_other_process
from boardgames.testing.value_checks import demand_plain

PLIES = 500
"""Maximum number of plies for a slow or uniform check."""
ACTIONS_DRAWN = 24
"""Maximum number of legal actions of one position that random play must find."""
PROCESSES = 2
"""Number of other processes that play some of the games each, with other values of
PYTHONHASHSEED.
"""
SEVERAL_CHANGED = 4
"""Number of copies of an action with some fields changed that must be refused."""
FEWEST_TOLD, MOSTLY = 16, 0.8
"""Number of games from which on `evaluate` is judged, and the share in which it must not favour
those who lose.
"""
TINY = 1e-9
"""A difference of estimates that comes from rounding."""
MOST_RANDOM_ACTIONS = 20_000
"""Number of random actions after which a legal action that was never chosen counts as
impossible.
"""


def purity(probe: Probe) -> None:
    """Demand that nothing changes a State, and States, Views and Actions are frozen and
    hashable.
    """
    game, rng, answers = probe.game, probe.generator(), list[list[object]]()
    _leaves_alone(probe)
    for ply in probe.visit(probe.chosen):
        _hashable("State", ply.before)
        before = hash(ply.before)
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            game.words.render(view)
            _frozen("View", view)
        answers.append(_answers(game, ply.before))
        for action in some(game.legal_actions(ply.before, ply.player), ACTIONS_TRIED, rng):
            with suppress(IllegalActionError):  # left to the check "applying"
                game.apply(ply.before, action, ply.player)
        demand(hash(ply.before) == before, "a State was changed: its hash is different")
        _frozen("State", ply.before)
        _frozen("Action", ply.action)
    for ply in probe.visit(reversed(probe.chosen)):  # other States have been asked since
        demand(_answers(game, ply.before) == answers.pop(), "the same State gave two answers")


def _leaves_alone(probe: Probe) -> None:
    """Play games and demand that `apply` makes new States and leaves the old ones unchanged, also
    later.
    """
    game, kept = probe.game, list[tuple[object, str]]()
    for number in range(probe.games):
        for ply in walk(game, probe.seed + number, longest=probe.longest):
            demand(
                ply.after is not ply.before,
                f"apply returned the State it was given: {ply.action} ({ply.place})",
            )
            if len(kept) < PLIES * probe.factor:
                kept.append((ply.after, json.dumps(game.to_json(ply.after))))
    for state, text in kept:
        unchanged = json.dumps(game.to_json(state)) == text
        demand(unchanged, f"a State was changed after it was left: it was {text[:200]}")


def _answers(game: Game[Any, Any, Any], state: object) -> list[object]:
    seats = range(game.players)
    choices = [game.legal_actions(state, seat) for seat in seats]
    views = [game.view(state, viewer) for viewer in (*seats, None)]
    estimates = [
        str(game.evaluate(state, seat)) for seat in seats
    ]  # as text, since NaN does not equal itself
    shown = [game.words.scene(view) for view in views[-2:]]
    return [
        game.to_act(state),
        game.score(state),
        game.outcome(state),
        choices,
        views,
        estimates,
        shown,
    ]


def _hashable(what: str, value: object) -> None:
    """Demand that the value can be hashed; the fault names the field that cannot."""
    for member in fields(value) if is_dataclass(value) and not isinstance(value, type) else ():
        try:
            hash(getattr(value, member.name))
        except TypeError as error:
            raise Fault(
                f"{what}.{member.name}: {error}; use a tuple or another frozen value"
            ) from None


def _frozen(what: str, value: object) -> None:
    _hashable(what, value)
    name = next(iter(getattr(value, "__dataclass_fields__", {})), "anything")
    try:
        setattr(value, name, getattr(value, name, None))
    except (AttributeError, TypeError):
        hash(value)
        return
    raise Fault(f"the {what} is not frozen: {name!r} can be set")


def determinism(probe: Probe) -> None:
    """Demand that a seed always gives the same game: again, in other processes, with any global
    random state.
    """
    game = probe.game
    seeds = [probe.seed + number for number in range(probe.games)][
        : 1 + PLIES * probe.factor // len(probe.walks[0])
    ]
    others = [
        WAITING.submit(
            run_in_other_process,
            game,
            part + 1,
            "accounts",
            [[*seeds[part::PROCESSES]], probe.longest],
        )
        for part in range(PROCESSES)
    ]
    before = random.getstate()
    here = accounts(game, seeds, probe.longest)
    demand(random.getstate() == before, "the game uses Python's global random generator")
    burn_global_generator()
    again = [_played_again(game, seed, probe.longest) for seed in seeds]
    random.setstate(before)
    other = ", ".join(
        [
            str(seed)
            for seed, one, last in zip(seeds, probe.walks, again, strict=False)
            if one[-1] != last
        ]
    )
    demand(not other, f"the same seed led to another game in the same process: {other}")
    for part, there in enumerate(others):
        same = there.result() == here[part::PROCESSES]
        fault = (
            f"the same seed led to another game in another process, with PYTHONHASHSEED={part + 1}"
        )
        demand(same, fault)
    for wrong in (-1, 1.5, True, "7"):
        try:
            game.new_game(wrong)  # type: ignore[arg-type]  # deliberately wrong
        except ConfigurationError:
            continue
        raise Fault(f"new_game accepted {wrong!r} as a seed")


def _played_again(game: Game[Any, Any, Any], seed: int, longest: int) -> Ply:
    """Return the last ply of a random game; demand that no two plies draw the same chance event,
    and so the same.
    """
    plain, place, drawn, twice = (
        chance.event_number,
        "the beginning",
        dict[tuple[int, int], str](),
        set[str](),
    )

    def event_number(seed: int, event: int, size: int) -> int:
        if (first := drawn.setdefault((seed, event), place)) != place:
            twice.add(
                f"chance event {event} is drawn at two plies, after {first} and after {place}"
            )
        return plain(seed, event, size)

    vars(chance).update(event_number=event_number)
    try:
        for ply in walk(game, seed, longest=longest):
            place = ply.place
    finally:
        vars(chance).update(event_number=plain)
    demand(not twice, min(twice, default=""))
    return ply


def legality(probe: Probe) -> None:
    """Demand that legal actions are sorted, without duplicates, and exist for exactly the seats in
    `to_act`.
    """
    game = probe.game
    for ply in probe.visit(probe.plies):
        seats = game.to_act(ply.before)
        ordered = list(seats) == sorted(set(seats)) and set(seats) <= set(range(game.players))
        demand(ordered, f"to_act must be seats in ascending order, not {seats}")
        for seat in range(game.players):
            actions = game.legal_actions(ply.before, seat)
            demand_sorted(actions)
            fits = bool(actions) == (seat in seats)
            demand(fits, f"seat {seat} has {len(actions)} legal actions, and to_act is {seats}")
        first = game.legal_actions(ply.before) == game.legal_actions(ply.before, seats[0])
        demand(first, "legal_actions without a seat must be those of the first seat in to_act")
        listed = ply.action in game.legal_actions(ply.before, ply.player)
        demand(listed, f"random_action chose {ply.action}, which legal_actions does not list")
    for walked in probe.walks:
        demand(game.legal_actions(walked[-1].after) == (), "there are legal actions after the end")


def demand_sorted(actions: tuple[Action, ...]) -> None:
    """Demand that these legal actions are in ascending order, without duplicates."""
    for first, second in pairwise(actions):
        demand(
            first < second,
            f"legal_actions is not sorted, or has one twice: {first} comes before {second}",
        )


def applying(probe: Probe) -> None:
    """Demand that `apply` accepts every action that is listed, and equal actions alike."""
    game, rng = probe.game, probe.generator(1)
    for ply in probe.visit(probe.chosen):
        for action in some(game.legal_actions(ply.before, ply.player), ACTIONS_TRIED, rng):
            try:
                after = game.apply(ply.before, action, ply.player)
                twin = game.apply(
                    ply.before, game.action_from_json(game.to_json(action)), ply.player
                )
            except IllegalActionError as error:
                raise Fault(f"apply refused {action}, which is listed: {error}") from error
            demand(twin == after, f"{action}: an equal action leads elsewhere")


def refusing(probe: Probe) -> None:
    """Demand that `apply` refuses everything else; the error names the action, the position and a
    legal action.
    """
    game, rng = probe.game, probe.generator(1)
    seen = defaultdict[tuple[type, str], list[object]](list)
    for action in probe.listed:
        for name in getattr(action, "__dataclass_fields__", ()):
            seen[type(action), name].append(getattr(action, name))
    eventful = {id(ply): ply for ply in probe.scouted.eventful.values()}.values()
    for ply in probe.visit((*probe.chosen, *eventful)):
        listed = game.legal_actions(ply.before, ply.player)
        legal, position = set(listed), game.words.position(ply.before)
        elsewhere = tuple(action for action in probe.listed if action not in legal)
        near = list[object]()
        for action in some(listed, ACTIONS_TRIED, rng):
            near += _changed(action, seen, rng)
        others = [*some(elsewhere, 4 * ACTIONS_TRIED, rng)]
        others += [action for action in near if action not in legal]
        others += [None, "nonsense", 7]
        for action, words in _refusals(game, ply.before, ply.player, others):
            names_both = position in words and str(listed[0]) in words
            fault = (
                f"the refusal of {action!r} does not name it, the position and a legal action:"
                f" {words!r}"
            )
            demand(names_both and _names(words, action), fault)
        for seat in set(range(game.players)) - set(game.to_act(ply.before)):
            list(_refusals(game, ply.before, seat, some(listed, ACTIONS_TRIED, rng)))
        for no_seat in (-1, game.players):
            list(_refusals(game, ply.before, no_seat, [ply.action]))
    for walked in probe.walks:
        list(_refusals(game, walked[-1].after, None, [walked[-1].action]))


def _names(words: str, action: object) -> bool:
    """Return whether a refusal names this action; one that has no notation need not be named."""
    with suppress(AttributeError, LookupError, TypeError, ValueError):
        return repr(action) in words or str(action) in words
    return True


def _refusals(
    game: Game[Any, Any, Any], state: object, player: int | None, actions: list[object]
) -> Iterator[tuple[object, str]]:
    """Yield each of these actions with the message of its refusal."""
    before = hash(state)
    for action in actions:
        try:
            game.apply(state, action, player)
        except IllegalActionError as error:
            yield action, str(error)
            continue
        except Exception as error:
            called = f"apply(state, {action!r}, {player}) must raise IllegalActionError, but"
            raise Fault(f"{called} {describe_exception(error, type(game))}") from error
        raise Fault(f"apply accepted {action!r} for seat {player}, which is not listed")
    demand(hash(state) == before, "refusing an action changed the State")


def _changed(
    action: object, seen: Mapping[tuple[type, str], Sequence[object]], rng: Random
) -> Iterator[object]:
    """Yield copies of this action with one field changed, of the same type as before, and some with
    several.

    `seen` has the values of each field that other actions have.
    """
    if not is_dataclass(action) or isinstance(action, type):
        return
    now = {member.name: getattr(action, member.name) for member in fields(action)}
    for name, held in now.items():
        for other in _others(held):
            yield type(action)(**(now | {name: other}))
    for _ in range(SEVERAL_CHANGED if len(now) > 1 else 0):
        names = rng.sample([*now], rng.randint(1, len(now)))
        yield type(action)(**(now | {name: rng.choice(seen[type(action), name]) for name in names}))


def _others(held: object) -> list[object]:
    if isinstance(held, Enum):
        return [member for member in type(held) if member is not held]
    if isinstance(held, bool):
        return [not held]
    if isinstance(held, int):
        return [held - 1, held + 1, -1, 10**30]
    if isinstance(held, tuple):
        return [held[1:], held + held[-1:]] if held else []
    return [f"{held}?"] if isinstance(held, str) else []


def random_play(probe: Probe) -> None:
    """Demand that `random_action` eventually chooses every legal action, and uses State and
    generator only.
    """
    game = probe.game
    for number, ply in enumerate(probe.visit(probe.chosen)):
        listed = game.legal_actions(ply.before, ply.player)
        choices = [game.random_action(ply.before, probe.generator(9), ply.player) for _ in range(2)]
        demand(choices[0] == choices[1], "random_action chose two actions with the same generator")
        if len(listed) > ACTIONS_DRAWN:
            continue
        missing, rng = set(listed), probe.generator(100 + number)
        for _ in range(MOST_RANDOM_ACTIONS):
            missing.discard(game.random_action(ply.before, rng, ply.player))
            if not missing:
                break
        never = ", ".join(map(str, sorted(missing)[:3]))
        demand(not missing, f"{MOST_RANDOM_ACTIONS} calls of random_action never chose {never}")


def conservation(probe: Probe) -> None:
    """Demand that what `inventory` counts stays the same from the first State to the last."""
    game = probe.game
    for walked in probe.walks:
        start = dict(game.inventory(walked[0].before))
        for ply in probe.visit(walked):
            now = dict(game.inventory(ply.after))
            counts = {key: (start.get(key, 0), now.get(key, 0)) for key in start | now}
            changed = {key: both for key, both in counts.items() if both[0] != both[1]}
            demand(
                not changed, f"{ply.action} changes how many there are, first and now: {changed}"
            )


def estimates(probe: Probe) -> None:
    """Demand that `prior` gives each action a finite number, and `reasons` a finite number for each
    line of words.
    """
    game = probe.game
    for ply in probe.visit(probe.chosen):
        actions = game.legal_actions(ply.before, ply.player)
        prior = game.prior(ply.before, ply.player, actions)
        fault = (
            f"prior does not give a finite number for each of {len(actions)} actions:"
            f" {list(prior)!r:.200}"
        )
        demand(len(prior) == len(actions) and all(map(_finite, prior)), fault)
        for seat in range(game.players):
            reasons: Mapping[Any, object] = game.reasons(ply.before, seat)
            for words, weight in reasons.items():
                fault = (
                    f"reasons: not a line of words and a finite number: {words!r:.200}:"
                    f" {weight!r:.80}"
                )
                demand(
                    isinstance(words, str) and words and "\n" not in words and _finite(weight),
                    fault,
                )
                demand_plain([words])
        number: object = game.round(ply.before)
        demand(
            isinstance(number, int) and number >= 0,
            f"round is {number!r:.80}, not a number from 0 on",
        )
    kinds = [
        {type(ply.action) for ply in probe.plies if game.round(ply.before) == number}
        for number in range(2)
    ]
    demand(
        not kinds[1] or not kinds[1] <= kinds[0],
        "the first round is 0, which stands for none: rounds count from 1",
    )


def _finite(number: object) -> bool:
    return isinstance(number, (int, float)) and isfinite(number)


def ends(probe: Probe) -> None:
    """Demand that random games end, with an outcome that agrees with score, ranking and
    `evaluate`.
    """
    game = probe.game
    seats = range(game.players)
    for ply in probe.visit(probe.spread(PLIES)):
        demand(game.outcome(ply.before) is None, "there is an outcome while seats may act")
        estimates = [game.evaluate(ply.before, seat) for seat in seats]
        demand(
            all(0 <= each <= 1 for each in estimates),
            f"evaluate is not between 0 and 1: {estimates}",
        )
    for ply in probe.scouted.last:
        last = ply.after
        outcome = game.outcome(last)
        if outcome is None:
            raise Fault("no seat may act, and there is no outcome")
        demand(
            outcome.scores == game.score(last), "the outcome's scores are not those of the State"
        )
        _check_outcome(game, outcome)
        demand(outcome.teams == game.teams(last), "the outcome's teams are not those of the State")
        for seat, worth in zip(seats, outcome.utility, strict=True):
            estimate = game.evaluate(last, seat)
            fault = (
                f"at the end ({ply.place}), evaluate of seat {seat} is {estimate}, and its utility"
                f" {worth}"
            )
            demand(estimate == worth, fault)
    _foresees(probe)


def _foresees(probe: Probe) -> None:
    """Demand that `evaluate`, unless it is always the same, tells seats apart, and does not favour
    those who lose.
    """
    game, seats = probe.game, range(probe.game.players)
    for_winners = list[float]()
    of_decided_games = list[list[float]]()
    for ply in probe.scouted.last:
        estimates = [game.evaluate(ply.before, seat) for seat in seats]
        worth = [game.evaluate(ply.after, seat) for seat in seats]
        mean = fmean(worth)
        pairs = zip(worth, estimates, strict=True)
        for_winners.append(fsum([(each - mean) * estimate for each, estimate in pairs]))
        if len({*worth}) > 1:
            of_decided_games.append(estimates)
    tells_apart = any(len({*estimates}) > 1 for estimates in of_decided_games)
    is_constant = len({*chain(*of_decided_games)}) <= 1
    demand(tells_apart or is_constant, "evaluate never tells seats apart")
    wrong = sum(each < -TINY for each in for_winners)
    told = sum(abs(each) > TINY for each in for_winners)
    fault = f"before the last ply, evaluate favours those who lose, in {wrong} of {told} games"
    demand(told < FEWEST_TOLD or wrong < MOSTLY * told, fault)


def _check_outcome(game: Game[Any, Any, Any], outcome: Outcome) -> None:
    """Demand that winners, teams, ranking and utility of an outcome agree, and that the utility is
    of its type.
    """
    ranking, utility = outcome.ranking, outcome.utility
    for what, groups in (("ranking", ranking), ("teams", outcome.teams or ranking)):
        seats = sorted([seat for group in groups for seat in group])
        demand(seats == [*range(game.players)], f"the {what}: not every seat once, but {groups}")
    demand(outcome.winners in ((), ranking[0]), "the winners do not lead the ranking")
    complete = len(utility) == game.players
    demand(complete, f"utility is not a number for each seat, but {utility}")
    place = {seat: number for number, group in enumerate(ranking) for seat in group}
    for team in outcome.teams:
        alike = len({(place[seat], utility[seat]) for seat in team}) == 1
        demand(alike, f"the seats of the team {team} differ in place or utility")
    for better, worse in pairwise(ranking):
        lowest = min(utility[seat] for seat in better)
        highest = max(utility[seat] for seat in worse)
        fault = f"utility {utility} is higher where seats rank lower: {ranking}"
        demand(lowest >= highest, fault)
    if game.utility_type == "constant_sum":
        _check_sum(outcome)
    if game.utility_type == "identical":
        fault = (
            f"utility_type is 'identical', but seats differ: utility {utility}, points"
            f" {outcome.scores}: set utility_type to 'constant_sum' or 'general_sum'"
        )
        is_same = len({*zip(utility, outcome.scores, strict=True)}) == 1
        demand(is_same, fault)
    demand(outcome.winners or max(utility, default=0) < 1, f"nobody wins, and utility is {utility}")


def _check_sum(outcome: Outcome) -> None:
    """Demand that utilities add up to 1, counted once for each team."""
    utility, teams = outcome.utility, outcome.teams
    total = fsum(utility[team[0]] for team in teams) if teams else fsum(utility)
    counted = f"counted once for each team of {teams}" if teams else "no teams"
    fault = (
        f"utility_type is 'constant_sum', but the utilities {utility} add up to {total:g}"
        f" ({counted}): return from `teams` the seats that win together, or set utility_type to"
        " 'general_sum'"
    )
    demand(isclose(total, 1), fault)
