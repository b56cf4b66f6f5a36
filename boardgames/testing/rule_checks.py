"""The checks of rules: frozen values, determinism, legal actions and their effects, estimates, and
the end.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from itertools import chain, pairwise
from math import fsum, isclose, isfinite
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from boardgames.core import chance
from boardgames.core.action import Action
from boardgames.core.codec import JSON
from boardgames.core.errors import (
    ConfigurationError,
    DecodeError,
    IllegalActionError,
    describe_exception,
)
from boardgames.core.outcome import Outcome
from boardgames.testing.law import AnyGame, Violation, demand, law
from boardgames.testing.probe import (
    ACTIONS_TRIED,
    Ply,
    Probe,
    burn_global_generator,
    once,
    some,
    walk,
)
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
NO_ACTIONS = (None, "nonsense", 7)
WRONG_SEEDS = (-1, 1.5, True, "7")
TINY = 1e-9
"""A difference of estimates that comes from rounding."""
MOST_RANDOM_ACTIONS = 20_000
"""Number of random actions after which a legal action that was never chosen counts as
impossible.
"""


def determinism(probe: Probe) -> None:
    """Demand that values are frozen, nothing changes a State, and a State or a seed always gives
    the same: again, in other processes, with any global random state.
    """
    _leaves_states_alone(probe)
    _examine_values(probe)
    longest_first = 1 + PLIES * probe.factor // len(probe.walks[0])
    seeds = [probe.seed + number for number in range(min(probe.games, longest_first))]
    elsewhere = _played_elsewhere(probe, seeds)
    before = random.getstate()
    here = accounts(probe.game, seeds, probe.longest)
    _spares_the_global_generator(before)
    burn_global_generator()
    _plays_the_same_again(probe, seeds)
    random.setstate(before)
    for part, there in enumerate(elsewhere):
        _is_the_same_elsewhere(part, there.result() == here[part::PROCESSES])
    _refuses_wrong_seeds(probe.game)


# Values.


@law("A handler fills in the State it is given, or a part that old and new State share.")
def _leaves_states_alone(probe: Probe) -> None:
    """Demand that `apply` makes new States and leaves the old ones unchanged, also later."""
    texts: list[tuple[Ply, str]] = []
    for ply in probe.visit(walk(probe.game, probe.seed, longest=probe.longest)):
        is_new = ply.after is not ply.before
        demand(is_new, f"apply returned the State it was given: {ply.action}")
        if len(texts) < PLIES * probe.factor:
            texts.append((ply, _text_of(probe.game, ply.after)))
    for ply, text in texts:
        probe.place = ply.place
        is_unchanged = _text_of(probe.game, ply.after) == text
        demand(is_unchanged, f"a State was changed after it was left: it was {text[:200]}")


def _text_of(game: AnyGame, state: object) -> str:
    return json.dumps(game.to_json(state))


def _examine_values(probe: Probe) -> None:
    """Demand that values of the positions looked at closely are frozen, and that their States give
    the same answers again, after others have been asked about.
    """
    answers = []
    for number, ply in enumerate(probe.visit(probe.chosen)):
        _frozen("State", ply.before)
        _frozen("Action", ply.action)
        for viewer in probe.viewers():
            _frozen("View", probe.game.view(ply.before, viewer))
        _is_not_changed(probe, ply, probe.turns(number, 1))
        answers.append(_answers(probe.game, ply.before))
    for ply, answer in zip(probe.visit(probe.chosen), answers, strict=True):
        _gives_the_same_answers(probe.game, ply.before, answer)


@law("A method sorts, pops or fills in what the State holds.")
def _is_not_changed(probe: Probe, ply: Ply, viewers: Iterable[int | None]) -> None:
    """Demand that a State is the same after it was asked about and drawn, and after actions."""
    game = probe.game
    before = hash(ply.before)
    for viewer in viewers:
        game.words.render(game.view(ply.before, viewer))
    legal = game.legal_actions(ply.before, ply.player)
    for action in some(legal, ACTIONS_TRIED, probe.generator()):
        with suppress(IllegalActionError):  # left to the check "applying"
            game.apply(ply.before, action, ply.player)
    demand(hash(ply.before) == before, "a State was changed: its hash is different")


@law("A method uses something that the game or the module remembers from another game.")
def _gives_the_same_answers(game: AnyGame, state: object, earlier: dict[str, object]) -> None:
    """Demand that the same State gives the same answers, also after other States were asked."""
    for what, answer in _answers(game, state).items():
        fault = f"the same State gave two answers: {what}"
        demand(answer == earlier[what], fault, expected=earlier[what], came=answer)


def _answers(game: AnyGame, state: object) -> dict[str, object]:
    seats = range(game.players)
    views = [game.view(state, viewer) for viewer in (*seats, None)]
    return {
        "to_act": game.to_act(state),
        "score": game.score(state),
        "outcome": game.outcome(state),
        "legal_actions": [game.legal_actions(state, seat) for seat in seats],
        "view": views,
        # As text, since NaN does not equal itself.
        "evaluate": [str(game.evaluate(state, seat)) for seat in seats],
        "scene": [game.words.scene(view) for view in views[-2:]],
    }


@law(
    "A field holds a list, a set or a dict, or the class is not made by `value`.",
    "ply.before, ply.action, game.view(ply.before, ply.player)",
)
def _frozen(what: str, value: object) -> None:
    """Demand that States, Views and Actions are frozen, and can be hashed."""
    parts = fields(value) if is_dataclass(value) and not isinstance(value, type) else ()
    for part in parts:
        try:
            hash(getattr(value, part.name))
        except TypeError as error:
            fault = f"{what}.{part.name}: {error}; use a tuple or another frozen value"
            raise Violation(fault) from None
    name = next(iter(getattr(value, "__dataclass_fields__", {})), "anything")
    try:
        setattr(value, name, getattr(value, name, None))
    except (AttributeError, TypeError):
        hash(value)
        return
    raise Violation(f"the {what} is not frozen: {name!r} can be set")


# Seeds.


def _played_elsewhere(probe: Probe, seeds: Sequence[int]) -> list[Future[list[str]]]:
    """Begin to play games with these seeds in other processes, each with some of them."""
    begun = []
    for part in range(PROCESSES):
        arguments: list[JSON] = [[*seeds[part::PROCESSES]], probe.longest]
        begun.append(
            WAITING.submit(run_in_other_process, probe.game, part + 1, "accounts", arguments)
        )
    return begun


@law("A method calls `random.random()` or the like, in place of `boardgames.core.chance`.")
def _spares_the_global_generator(before: object) -> None:
    """Demand that a game leaves Python's global random generator alone."""
    demand(random.getstate() == before, "the game uses Python's global random generator")


@law("Chance comes from a counter or a generator of the game object, not from seed and State.")
def _plays_the_same_again(probe: Probe, seeds: Sequence[int]) -> None:
    """Demand that the same seed leads to the same game in the same process."""
    other: list[str] = []
    for seed, walked in zip(seeds, probe.walks, strict=False):
        last = _played_again(probe.game, seed, probe.longest)
        if last != walked[-1]:
            other.append(str(seed))
    fault = f"the same seed led to another game in the same process: {', '.join(other)}"
    demand(not other, fault)


@law("The order of a set is used, which differs from process to process.")
def _is_the_same_elsewhere(part: int, is_same: bool) -> None:  # noqa: FBT001
    """Demand that the same seed leads to the same game in another process."""
    fault = f"the same seed led to another game in another process, with PYTHONHASHSEED={part + 1}"
    demand(is_same, fault)


@law("`new_game` does not call `check_seed`.")
def _refuses_wrong_seeds(game: AnyGame) -> None:
    """Demand that seeds are whole numbers of 0 or more."""
    for wrong in WRONG_SEEDS:
        try:
            game.new_game(wrong)  # type: ignore[arg-type]  # deliberately wrong
        except ConfigurationError:
            continue
        raise Violation(f"new_game accepted {wrong!r} as a seed", ask=f"game.new_game({wrong!r})")


@law("Two draws in the game have the same number: what they draw depends on each other.")
def _played_again(game: AnyGame, seed: int, longest: int) -> Ply:
    """Demand that no two plies of a game draw the same chance event.

    Returns the last ply of the random game with this seed.
    """
    plain = chance.event_number
    place = "the beginning"
    drawn = dict[tuple[int, int], str]()
    twice = set[str]()

    def event_number(seed: int, event: int, size: int) -> int:
        first = drawn.setdefault((seed, event), place)
        if first != place:
            told = f"chance event {event} is drawn at two plies, after {first} and after {place}"
            twice.add(told)
        return plain(seed, event, size)

    vars(chance).update(event_number=event_number)
    try:
        for ply in walk(game, seed, longest=longest):
            place = str(ply.place)
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
        _seats_ascend(game, ply.before)
        _exactly_seats_to_act_have_actions(game, ply.before)
        _first_seat_is_the_default(game, ply.before)
        _random_action_is_listed(game, ply)
    for walked in probe.walks:
        _nothing_is_legal_at_the_end(game, walked[-1].after)


@law("`to_act` returns seats in the order of play.", "game.to_act(ply.before)")
def _seats_ascend(game: AnyGame, state: object) -> None:
    """Demand that `to_act` is in ascending order, with seats of the game, each once."""
    seats = game.to_act(state)
    is_ascending = list(seats) == sorted(set(seats))
    are_seats = set(seats) <= set(range(game.players))
    fault = f"to_act must be seats in ascending order, not {seats}"
    demand(is_ascending and are_seats, fault)


@law("`legal_actions` and `to_act` ask two different conditions.")
def _exactly_seats_to_act_have_actions(game: AnyGame, state: object) -> None:
    """Demand that exactly the seats in `to_act` have legal actions."""
    seats = game.to_act(state)
    for seat in range(game.players):
        actions = game.legal_actions(state, seat)
        demand_sorted(actions)
        is_right = bool(actions) == (seat in seats)
        fault = f"seat {seat} has {len(actions)} legal actions, and to_act is {seats}"
        ask = f"game.to_act(ply.before), game.legal_actions(ply.before, {seat})"
        demand(is_right, fault, ask=ask)


@law("`seat=None` is taken for another seat than the first in `to_act`.")
def _first_seat_is_the_default(game: AnyGame, state: object) -> None:
    """Demand that `legal_actions` without a seat are those of the first one to act."""
    (first, *_) = game.to_act(state)
    is_first = game.legal_actions(state) == game.legal_actions(state, first)
    demand(is_first, "legal_actions without a seat must be those of the first seat in to_act")


@law("`random_action` lists actions in a way of its own.")
def _random_action_is_listed(game: AnyGame, ply: Ply) -> None:
    """Demand that `random_action` chooses a legal action."""
    listed = ply.action in game.legal_actions(ply.before, ply.player)
    demand(listed, f"random_action chose {ply.action}, which legal_actions does not list")


@law("`legal_actions` does not ask whether the game is over.")
def _nothing_is_legal_at_the_end(game: AnyGame, last: object) -> None:
    """Demand that nobody has a legal action when the game is over."""
    demand(game.legal_actions(last) == (), "there are legal actions after the end")


@law(
    "Actions are listed as they were found: sort them, or set `notation`.",
    "game.legal_actions(ply.before)",
)
def demand_sorted(actions: tuple[Action, ...]) -> None:
    """Demand that legal actions are in ascending order, without duplicates."""
    for first, second in pairwise(actions):
        fault = f"legal_actions is not sorted, or has one twice: {first} comes before {second}"
        demand(first < second, fault)


def applying(probe: Probe) -> None:
    """Demand that `apply` accepts every action that is listed, equal ones alike, and leads to valid
    States with the same pieces.
    """
    game, rng = probe.game, probe.generator(1)
    for walked in probe.walks:
        for first in probe.visit(walked[:1]):
            _is_valid(game, first.before, "the first State of a game", "ply.before")
        _keeps_its_pieces(probe, walked)
    for ply in probe.visit(probe.chosen):
        for action in some(game.legal_actions(ply.before, ply.player), ACTIONS_TRIED, rng):
            _accepts(game, ply, action)


@law("`apply` asks another condition than `legal_actions`, or compares actions by `is`.")
def _accepts(game: AnyGame, ply: Ply, action: object) -> None:
    """Demand that `apply` accepts a listed action, and an equal one leads to the same State."""
    equal = game.action_from_json(game.to_json(action))
    ask = f"game.apply(ply.before, {action!r}, ply.player)"
    try:
        after = game.apply(ply.before, action, ply.player)
        twin = game.apply(ply.before, equal, ply.player)
    except IllegalActionError as error:
        fault = f"apply refused {action}, which is listed: {error}"
        raise Violation(fault, ask=ask, needs=type(action)) from error
    if twin != after:
        raise Violation(f"{action}: an equal action leads elsewhere", ask=ask, needs=type(action))


@law(
    "A handler takes a piece from one place and puts it nowhere, or in two places.",
    "game.inventory(ply.before), game.inventory(ply.after)",
)
def _keeps_its_pieces(probe: Probe, walked: Sequence[Ply]) -> None:
    """Demand that what `inventory` counts stays the same from the first State to the last."""
    game = probe.game
    start = dict(game.inventory(walked[0].before))
    for ply in probe.visit(walked):
        now = dict(game.inventory(ply.after))
        if now == start:
            _is_valid(game, ply.after, f"the State after {ply.action}", "ply.after")
            continue
        changed: dict[Hashable, tuple[int, int]] = {}
        for key in start | now:
            first, last = start.get(key, 0), now.get(key, 0)
            if first != last:
                changed[key] = first, last
        fault = f"{ply.action} changes how many there are, first and now: {changed}"
        demand(not changed, fault)


@law("A handler leads to a State that cannot be, or `check_state` is too strict.")
def _is_valid(game: AnyGame, state: object, which: str, name: str) -> None:
    """Demand that `check_state` accepts every State of a real game."""
    try:
        game.check_state(state)
    except DecodeError as error:
        fault = f"check_state refuses {which}: {error}"
        raise Violation(fault, ask=f"game.check_state({name})") from error


_Seen: TypeAlias = Mapping[tuple[type, str], Sequence[object]]
"""By type of action and field: the values that it has in all actions listed."""


def refusing(probe: Probe) -> None:
    """Demand that `apply` refuses everything else; the error names the action, the position and a
    legal action.
    """
    rng = probe.generator(1)
    seen = _values_by_field(probe.listed)
    eventful = once(probe.scouted.eventful.values())
    for ply in probe.visit((*probe.chosen, *eventful)):
        legal = probe.game.legal_actions(ply.before, ply.player)
        actions = [*_illegal(probe, legal, seen, rng), *NO_ACTIONS]
        _refuses(probe.game, ply.before, ply.player, actions, legal)
        tried = some(legal, ACTIONS_TRIED, rng)
        _refuses_other_seats(probe.game, ply, tried)
    for walked in probe.walks:
        last = walked[-1]
        _refuses(probe.game, last.after, None, [last.action])


def _refuses_other_seats(game: AnyGame, ply: Ply, actions: Sequence[object]) -> None:
    """Demand that `apply` refuses these actions for seats whose turn it is not."""
    seats = game.to_act(ply.before)
    for seat in range(game.players):
        if seat not in seats:
            _refuses(game, ply.before, seat, actions)
    for no_seat in (-1, game.players):
        _refuses(game, ply.before, no_seat, [ply.action])


def _values_by_field(actions: Iterable[object]) -> _Seen:
    seen = defaultdict[tuple[type, str], list[object]](list)
    for action in actions:
        for name in getattr(action, "__dataclass_fields__", ()):
            seen[type(action), name].append(getattr(action, name))
    return seen


def _illegal(probe: Probe, legal: tuple[object, ...], seen: _Seen, rng: Random) -> Iterator[object]:
    """Yield actions that are legal elsewhere only, and changed copies of legal ones."""
    known = set(legal)
    elsewhere = tuple([action for action in probe.listed if action not in known])
    near: list[object] = []
    for action in some(legal, ACTIONS_TRIED, rng):
        near += _changed(action, seen, rng)
    yield from some(elsewhere, 4 * ACTIONS_TRIED, rng)
    for action in near:
        if action not in known:
            yield action


def _names(words: str, action: object) -> bool:
    """Return whether a refusal names this action; one that has no notation need not be named."""
    with suppress(AttributeError, LookupError, TypeError, ValueError):
        return repr(action) in words or str(action) in words
    return True


@law("A handler checks less than `legal_actions` does, or changes the State before it refuses.")
def _refuses(
    game: AnyGame,
    state: object,
    player: int | None,
    actions: Iterable[object],
    legal: Sequence[object] = (),
) -> None:
    """Demand that `apply` refuses what is not listed, in words that help, and changes nothing.

    If legal actions are given, the words must name the first of them, and what was refused.
    """
    before = hash(state)
    position = game.words.position(state)
    for action in actions:
        words = _refusal(game, state, player, action)
        if legal:
            is_helpful = position in words and str(legal[0]) in words and _names(words, action)
            fault = (
                f"the refusal of {action!r} does not name it, the position and a legal action:"
                f" {words!r}"
            )
            demand(is_helpful, fault)
    demand(hash(state) == before, "refusing an action changed the State")


def _refusal(game: AnyGame, state: object, player: int | None, action: object) -> str:
    """Return the message with which an action is refused."""
    ask = f"game.apply(ply.before, {action!r}, {player})"
    try:
        game.apply(state, action, player)
    except IllegalActionError as error:
        return str(error)
    except Exception as error:
        called = f"apply(state, {action!r}, {player}) must raise IllegalActionError, but"
        fault = f"{called} {describe_exception(error, type(game))}"
        raise Violation(fault, ask=ask, needs=type(action)) from error
    fault = f"apply accepted {action!r} for seat {player}, which is not listed"
    raise Violation(fault, ask=ask, needs=type(action))


def _changed(action: object, seen: _Seen, rng: Random) -> Iterator[object]:
    """Yield copies of this action with one field changed, of the same type as before, and some with
    several.

    `seen` has the values of each field that other actions have.
    """
    if not is_dataclass(action) or isinstance(action, type):
        return
    now = {member.name: getattr(action, member.name) for member in fields(action)}
    for name, held in now.items():
        for other in _others(held):
            yield replace(action, **{name: other})
    if len(now) > 1:
        for _ in range(SEVERAL_CHANGED):
            names = rng.sample([*now], rng.randint(1, len(now)))
            others = {name: rng.choice(seen[type(action), name]) for name in names}
            yield replace(action, **others)


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
    for number, ply in enumerate(probe.visit(probe.chosen)):
        _depends_on_the_generator(probe, ply)
        _chooses_everything(probe, ply, probe.generator(100 + number))


@law("`random_action` draws from a generator of its own.")
def _depends_on_the_generator(probe: Probe, ply: Ply) -> None:
    """Demand that `random_action` chooses alike with the same State and generator."""
    one = probe.game.random_action(ply.before, probe.generator(9), ply.player)
    other = probe.game.random_action(ply.before, probe.generator(9), ply.player)
    demand(one == other, "random_action chose two actions with the same generator")


@law("`random_action` leaves out actions that a good player would not choose.")
def _chooses_everything(probe: Probe, ply: Ply, rng: Random) -> None:
    """Demand that `random_action` chooses every legal action sooner or later."""
    missing = set(probe.game.legal_actions(ply.before, ply.player))
    if len(missing) > ACTIONS_DRAWN:
        return
    for _ in range(MOST_RANDOM_ACTIONS):
        missing.discard(probe.game.random_action(ply.before, rng, ply.player))
        if not missing:
            return
    never = ", ".join(map(str, sorted(missing)[:3]))
    raise Violation(f"{MOST_RANDOM_ACTIONS} calls of random_action never chose {never}")


def estimates(probe: Probe) -> None:
    """Demand that `prior` gives each action a finite number, and `reasons` a finite number for each
    line of words.
    """
    for ply in probe.visit(probe.chosen):
        _prior_is_finite(probe.game, ply)
        for seat in range(probe.game.players):
            _reasons_are_plain(probe.game.reasons(ply.before, seat))
        _round_is_a_number(probe.game.round(ply.before))
    _rounds_count_from_1(probe)


@law(
    "`prior` divides by 0, or skips an action.",
    "game.prior(ply.before, ply.player, game.legal_actions(ply.before, ply.player))",
)
def _prior_is_finite(game: AnyGame, ply: Ply) -> None:
    """Demand that `prior` gives a finite number for each legal action."""
    actions = game.legal_actions(ply.before, ply.player)
    prior = game.prior(ply.before, ply.player, actions)
    fault = (
        f"prior does not give a finite number for each of {len(actions)} actions:"
        f" {list(prior)!r:.200}"
    )
    demand(len(prior) == len(actions) and all(map(_finite, prior)), fault)


@law(
    "`reasons` has a heading, or a text in place of a weight.",
    "game.reasons(ply.before, ply.player)",
)
def _reasons_are_plain(reasons: Mapping[Any, object]) -> None:
    """Demand that `reasons` gives a finite number for each line of words."""
    for words, weight in reasons.items():
        is_line = isinstance(words, str) and words and "\n" not in words
        fault = f"reasons: not a line of words and a finite number: {words!r:.200}: {weight!r:.80}"
        demand(is_line and _finite(weight), fault)
        demand_plain([words])


@law("`round` returns a name.", "game.round(ply.before)")
def _round_is_a_number(number: object) -> None:
    """Demand that rounds are whole numbers."""
    is_count = isinstance(number, int) and number >= 0
    demand(is_count, f"round is {number!r:.80}, not a number from 0 on")


@law("`round` returns the index of the round.")
def _rounds_count_from_1(probe: Probe) -> None:
    """Demand that rounds count from 1, and 0 stands for none."""
    by_round = defaultdict[int, set[type]](set)
    for ply in probe.plies:
        by_round[probe.game.round(ply.before)].add(type(ply.action))
    first_is_0 = by_round[1] and by_round[1] <= by_round[0]
    demand(not first_is_0, "the first round is 0, which stands for none: rounds count from 1")


def _finite(number: object) -> bool:
    return isinstance(number, (int, float)) and isfinite(number)


def ends(probe: Probe) -> None:
    """Demand that random games end, with an outcome that agrees with score, ranking and
    `evaluate`.
    """
    for ply in probe.visit(probe.spread(PLIES)):
        _goes_on(probe.game, ply.before)
    for ply in probe.scouted.last:
        probe.place = ply.place._replace(is_after=True)
        _is_over(probe.game, ply)
    probe.place = None
    last = probe.scouted.last
    decided = [ply for ply in last if len({*_estimates(probe.game, ply.after)}) > 1]
    _tells_seats_apart(probe.game, decided)
    _favours_no_losers(probe.game, last)


@law(
    "`outcome` asks for the score only, or `evaluate` is not a share of what can be won.",
    "game.outcome(ply.before), game.evaluate(ply.before, ply.player)",
)
def _goes_on(game: AnyGame, state: object) -> None:
    """Demand that there is no outcome before the end, and `evaluate` is from 0 to 1."""
    demand(game.outcome(state) is None, "there is an outcome while seats may act")
    estimates = _estimates(game, state)
    are_shares = all(0 <= each <= 1 for each in estimates)
    demand(are_shares, f"evaluate is not between 0 and 1: {estimates}")


@law(
    "`outcome`, `score`, `teams` and `evaluate` each work out who won; let them share it.",
    "game.outcome(ply.after), game.score(ply.after)",
)
def _is_over(game: AnyGame, ply: Ply) -> None:
    """Demand that there is an outcome at the end, and it agrees with all else."""
    last = ply.after
    outcome = game.outcome(last)
    if outcome is None:
        raise Violation("no seat may act, and there is no outcome")
    scores = game.score(last)
    teams = game.teams(last)
    fault = "the outcome's scores are not those of the State"
    demand(outcome.scores == scores, fault, expected=scores, came=outcome.scores)
    _check_outcome(game, outcome)
    fault = "the outcome's teams are not those of the State"
    demand(outcome.teams == teams, fault, expected=teams, came=outcome.teams)
    for seat, worth in enumerate(outcome.utility):
        estimate = game.evaluate(last, seat)
        fault = f"at the end, evaluate of seat {seat} is {estimate}, and its utility {worth}"
        ask = f"game.evaluate(ply.after, {seat}), game.outcome(ply.after)"
        demand(estimate == worth, fault, expected=worth, came=estimate, ask=ask)


def _estimates(game: AnyGame, state: object) -> list[float]:
    return [game.evaluate(state, seat) for seat in range(game.players)]


@law("`evaluate` looks at what all seats share.")
def _tells_seats_apart(game: AnyGame, decided: Sequence[Ply]) -> None:
    """Demand that `evaluate`, unless it is the same everywhere, tells seats apart."""
    estimates = [_estimates(game, ply.before) for ply in decided]
    tells_apart = any(len({*each}) > 1 for each in estimates)
    is_constant = len({*chain(*estimates)}) <= 1
    demand(tells_apart or is_constant, "evaluate never tells seats apart")


@law("`evaluate` is seen from a wrong seat, or has a wrong sign.")
def _favours_no_losers(game: AnyGame, last: Sequence[Ply]) -> None:
    """Demand that `evaluate`, before the last ply, does not mostly favour those who lose."""
    wrong = told = 0
    for ply in last:
        worth = _estimates(game, ply.after)
        mean = fmean(worth)
        estimates = _estimates(game, ply.before)
        pairs = zip(worth, estimates, strict=True)
        for_winners = fsum([(each - mean) * estimate for each, estimate in pairs])
        wrong += for_winners < -TINY
        told += abs(for_winners) > TINY
    fault = f"before the last ply, evaluate favours those who lose, in {wrong} of {told} games"
    demand(told < FEWEST_TOLD or wrong < MOSTLY * told, fault)


@law(
    "Ranking or utility are made for another order of seats, or a team is ranked apart.",
    "game.outcome(ply.after)",
)
def _check_outcome(game: AnyGame, outcome: Outcome) -> None:
    """Demand that winners, teams, ranking and utility of an outcome agree."""
    ranking = outcome.ranking
    utility = outcome.utility
    _has_every_seat_once(game, "ranking", ranking)
    _has_every_seat_once(game, "teams", outcome.teams or ranking)
    demand(outcome.winners in ((), ranking[0]), "the winners do not lead the ranking")
    complete = len(utility) == game.players
    demand(complete, f"utility is not a number for each seat, but {utility}")
    _team_is_alike(outcome)
    _better_rank_has_more(outcome)
    _has_its_type_of_utility(game, outcome)
    demand(outcome.winners or max(utility, default=0) < 1, f"nobody wins, and utility is {utility}")


def _better_rank_has_more(outcome: Outcome) -> None:
    """Demand that no seat has a higher utility than one that ranks better."""
    for better, worse in pairwise(outcome.ranking):
        lowest = min([outcome.utility[seat] for seat in better])
        highest = max([outcome.utility[seat] for seat in worse])
        fault = f"utility {outcome.utility} is higher where seats rank lower: {outcome.ranking}"
        demand(lowest >= highest, fault)


def _has_every_seat_once(game: AnyGame, what: str, groups: Sequence[Sequence[int]]) -> None:
    seats = sorted(chain.from_iterable(groups))
    demand(seats == [*range(game.players)], f"the {what}: not every seat once, but {groups}")


def _team_is_alike(outcome: Outcome) -> None:
    """Demand that seats of a team have the same place and utility."""
    place = dict[int, int]()
    for number, group in enumerate(outcome.ranking):
        for seat in group:
            place[seat] = number
    for team in outcome.teams:
        results = {(place[seat], outcome.utility[seat]) for seat in team}
        demand(len(results) == 1, f"the seats of the team {team} differ in place or utility")


@law(
    "`utility_type` was left as it is by default, or `teams` is not defined.",
    "game.outcome(ply.after)",
)
def _has_its_type_of_utility(game: AnyGame, outcome: Outcome) -> None:
    """Demand that utilities are of the type that the game says."""
    if game.utility_type == "constant_sum":
        _adds_up_to_1(outcome)
    if game.utility_type == "identical":
        results = {*zip(outcome.utility, outcome.scores, strict=True)}
        fault = (
            f"utility_type is 'identical', but seats differ: utility {outcome.utility}, points"
            f" {outcome.scores}: set utility_type to 'constant_sum' or 'general_sum'"
        )
        demand(len(results) == 1, fault)


def _adds_up_to_1(outcome: Outcome) -> None:
    """Demand that utilities add up to 1, counted once for each team."""
    utility, teams = outcome.utility, outcome.teams
    counted = [utility[team[0]] for team in teams] if teams else utility
    total = fsum(counted)
    how = f"counted once for each team of {teams}" if teams else "no teams"
    fault = (
        f"utility_type is 'constant_sum', but the utilities {utility} add up to {total:g}"
        f" ({how}): return from `teams` the seats that win together, or set utility_type to"
        " 'general_sum'"
    )
    demand(isclose(total, 1), fault)
