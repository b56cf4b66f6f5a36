"""The checks of what everybody sees: rules, values, text and ends."""

from __future__ import annotations

import json
import pickle
import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from boardgames.core.errors import ConfigurationError, ConformanceError, IllegalActionError, NotationError
from boardgames.testing.probe import Ply, burn_global_generator, some
from boardgames.testing.process import accounts, elsewhere

if TYPE_CHECKING:
    from boardgames.core.game import Game
    from boardgames.testing.probe import Probe

COLUMNS = 80
ACTIONS_TRIED = 12
"""Legal actions of one position that are tried out."""


def purity(probe: Probe) -> None:
    """See that nothing the game does with a State changes it, and that States, Views and Actions are frozen."""
    game, rng = probe.game, probe.generator()
    _leaves_alone(probe)
    kept = [(ply.before, json.dumps(game.to_json(ply.before))) for ply in probe.plies]
    for ply in probe.chosen:
        before = hash(ply.before)
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            game.determinize(view, rng)
            game.render(view)
            _frozen("View", view)
        _demand("purity", _answers(game, ply.before) == _answers(game, ply.before), "a State was judged in two ways")
        for action in some(game.legal_actions(ply.before, ply.player), ACTIONS_TRIED, rng):
            game.apply(ply.before, action, ply.player)
        if hash(ply.before) != before:
            raise ConformanceError("purity", "a State was changed: its hash is another one")
        _frozen("State", ply.before)
        _frozen("Action", ply.action)
    for state, text in kept:
        if json.dumps(game.to_json(state)) != text:
            raise ConformanceError("purity", f"a State was changed after it had been left: it was {text[:200]}")


def _leaves_alone(probe: Probe) -> None:
    """Play a game and see that `apply` makes new States and leaves the old ones as they are."""
    game, rng = probe.game, probe.generator(8)
    state = game.new_game(probe.seed)
    for _ in range(probe.longest):
        seats = game.to_act(state)
        if not seats:
            break
        before = json.dumps(game.to_json(state))
        action = game.random_action(state, rng, seats[-1])
        after = game.apply(state, action, seats[-1])
        _demand("purity", after is not state, f"apply returned the State it was given, for {action}")
        _demand("purity", json.dumps(game.to_json(state)) == before, f"apply changed the State it was given: {action}")
        state = after


def _answers(game: Game[Any, Any, Any], state: Any) -> list[object]:  # noqa: ANN401  # any State
    seats = range(game.players)
    choices = [game.legal_actions(state, seat) for seat in seats]
    views = [game.view(state, viewer) for viewer in (*seats, None)]
    estimates = [game.evaluate(state, seat) for seat in seats]
    return [game.to_act(state), game.score(state), game.outcome(state), choices, views, estimates]


def determinism(probe: Probe) -> None:
    """See that the same seed gives the same game: again, in another process, whatever the global generator does."""
    game, asked = probe.game, (probe.seed, probe.games, probe.longest)
    before = random.getstate()
    here = accounts(game, *asked)
    burn_global_generator()
    again = accounts(game, *asked)
    random.setstate(before)
    _demand("determinism", again == here, "the same seed led to another game in the same process")
    for hash_seed in (1, 2):
        there = elsewhere("determinism", game, hash_seed, "accounts", list(asked))
        _demand("determinism", there == here, f"another game in a process with PYTHONHASHSEED={hash_seed}")
    for wrong in (-1, 1.5, True, "7"):
        try:
            game.new_game(wrong)  # type: ignore[arg-type]  # that is the point
        except ConfigurationError:
            continue
        raise ConformanceError("determinism", f"new_game took {wrong!r} for a seed")


def legality(probe: Probe) -> None:
    """See that `legal_actions` is sorted and complete, and `apply` accepts exactly what it lists."""
    game, rng = probe.game, probe.generator(1)
    seen = {str(ply.action): ply.action for ply in probe.plies}
    for ply in probe.plies:
        seats = game.to_act(ply.before)
        if list(seats) != sorted(set(seats)) or not set(seats) <= set(range(game.players)):
            raise ConformanceError("legality", f"to_act must be some seats in ascending order, not {seats}")
        for seat in range(game.players):
            actions = game.legal_actions(ply.before, seat)
            _sorted(actions)
            _demand(
                "legality", bool(actions) == (seat in seats), f"seat {seat}: {len(actions)} actions, to act {seats}"
            )
        if game.legal_actions(ply.before) != game.legal_actions(ply.before, seats[0]):
            raise ConformanceError("legality", "without a seat, legal_actions must be those of the first in to_act")
        _demand("legality", ply.action in game.legal_actions(ply.before, ply.player), f"random_action: {ply.action}")
    for ply in probe.chosen:
        _accepts(game, ply, some(game.legal_actions(ply.before, ply.player), ACTIONS_TRIED, rng))
        legal = set(game.legal_actions(ply.before, ply.player))
        others: list[Any] = [action for action in seen.values() if action not in legal]
        _refuses(game, ply.before, ply.player, [*some(tuple(others), 4 * ACTIONS_TRIED, rng), None, "nonsense", 7])
        for seat in set(range(game.players)) - set(game.to_act(ply.before)):
            _refuses(game, ply.before, seat, some(tuple(legal), ACTIONS_TRIED, rng))
        for no_seat in (-1, game.players):
            _refuses(game, ply.before, no_seat, [ply.action])
    for walked in probe.walks:
        last = walked[-1].after
        _demand("legality", game.legal_actions(last) == (), "there are legal actions after the end")
        _refuses(game, last, None, [walked[-1].action])


def _accepts(game: Game[Any, Any, Any], ply: Ply, actions: list[Any]) -> None:
    for action in actions:
        after = game.apply(ply.before, action, ply.player)
        twin = game.action_from_json(game.to_json(action))
        if game.apply(ply.before, twin, ply.player) != after:
            raise ConformanceError("legality", f"{action}: an equal action leads elsewhere")


def _refuses(game: Game[Any, Any, Any], state: Any, player: int | None, actions: list[Any]) -> None:  # noqa: ANN401
    before = json.dumps(game.to_json(state))
    for action in actions:
        try:
            game.apply(state, action, player)
        except IllegalActionError:
            if json.dumps(game.to_json(state)) != before:
                raise ConformanceError("legality", f"refusing {action} changed the State") from None
            continue
        raise ConformanceError("legality", f"apply accepted {action!r}, which legal_actions does not list")


def _sorted(actions: tuple[Any, ...]) -> None:
    for first, second in pairwise(actions):
        if first == second:
            raise ConformanceError("legality", f"legal_actions lists {first} twice")
        if not first < second:
            raise ConformanceError("legality", f"legal_actions is not sorted: {first} stands before {second}")


def round_trips(probe: Probe) -> None:
    """See that notation, JSON and pickles give back what was written, and that notation is ASCII and unique."""
    game = probe.game
    for ply in probe.chosen:
        actions = game.legal_actions(ply.before, ply.player)
        texts = [str(action) for action in actions]
        _demand("round trips", len(set(texts)) == len(texts), f"two legal actions are written alike, among {texts[:9]}")
        for action, text in zip(actions, texts, strict=True):
            _demand("round trips", text.isascii() and text.isprintable() and bool(text), f"not plain text: {text!r}")
            for written in (text, f"  {text.upper()} ", text.replace(" ", "  ")):
                _demand("round trips", game.parse(written) == action, f"{written!r} is read as another action")
            _same("action", action, game.action_from_json(_through_text(game.to_json(action))))
        for state in (ply.before, ply.after):
            _same("State", state, game.state_from_json(_through_text(game.to_json(state))))
            _same("pickled State", state, pickle.loads(pickle.dumps(state)))  # noqa: S301  # our own pickle
        for viewer in probe.viewers():
            view = game.view(ply.before, viewer)
            _same("View", view, game.view_from_json(_through_text(game.to_json(view))))
    try:
        game.parse("no such action \u2603")
    except NotationError:
        return
    raise ConformanceError("round trips", "parse took nonsense for an action")


def conservation(probe: Probe) -> None:
    """See that what `inventory` counts stays the same from the first State to the last."""
    game = probe.game
    for walked in probe.walks:
        start = dict(game.inventory(walked[0].before))
        for number, ply in enumerate(walked, start=1):
            now = dict(game.inventory(ply.after))
            _demand("conservation", now == start, f"ply {number}, {ply.action}: {_difference(start, now)}")


def text(probe: Probe) -> None:
    """See that `render` and `tell` are ASCII, in lines of at most 80 columns."""
    game = probe.game
    for ply in probe.chosen:
        for viewer in probe.viewers():
            told = game.tell(ply.before, ply.player, ply.action, ply.after, viewer)
            lines = [*game.render(game.view(ply.after, viewer)).split("\n"), *told]
            for line in lines:
                fits = line.isascii() and len(line) <= COLUMNS and (line.isprintable() or not line)
                _demand("text", fits, f"not a line of ASCII of at most {COLUMNS} columns: {line!r}")


def ends(probe: Probe) -> None:
    """See that random games end, and that the outcome comes with the end and fits score, ranking and `evaluate`."""
    game = probe.game
    seats = range(game.players)
    for ply in probe.plies:
        _demand("ends", game.outcome(ply.before) is None, "there is an outcome while seats may act")
        estimates = [game.evaluate(ply.before, seat) for seat in seats]
        _demand("ends", all(0 <= each <= 1 for each in estimates), f"evaluate is not between 0 and 1: {estimates}")
    for walked in probe.walks:
        last = walked[-1].after
        outcome = game.outcome(last)
        if outcome is None:
            raise ConformanceError("ends", "nobody may act, and there is no outcome")
        _demand("ends", outcome.scores == game.score(last), "the outcome's scores are not those of the State")
        ranked = [seat for place in outcome.ranking for seat in place]
        _demand("ends", sorted(ranked) == list(seats), f"the ranking is not of all seats: {outcome.ranking}")
        _demand("ends", outcome.winners == outcome.ranking[0], "the winners do not lead the ranking")
        for seat in seats:
            share = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            _demand("ends", game.evaluate(last, seat) == share, f"at the end evaluate is not the share of seat {seat}")


def _demand(check: str, fulfilled: bool, message: str) -> None:  # noqa: FBT001  # reads as a sentence
    if not fulfilled:
        raise ConformanceError(check, message)


def _frozen(what: str, value: object) -> None:
    name = next(iter(getattr(value, "__dataclass_fields__", {})), "anything")
    try:
        setattr(value, name, getattr(value, name, None))
    except (AttributeError, TypeError):
        hash(value)
        return
    raise ConformanceError("purity", f"the {what} is not frozen: {name!r} can be set")


def _same(what: str, value: object, read: object) -> None:
    _demand("round trips", read == value, f"{what}: written {value!r}, read {read!r}"[:400])


def _through_text(data: Any) -> Any:  # noqa: ANN401  # any JSON
    return json.loads(json.dumps(data, allow_nan=False))


def _difference(start: dict[Any, int], now: dict[Any, int]) -> str:
    changed = [key for key in {**start, **now} if start.get(key, 0) != now.get(key, 0)]
    return ", ".join(f"{key}: {start.get(key, 0)} at the start, now {now.get(key, 0)}" for key in changed)
