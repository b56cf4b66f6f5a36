"""Input that no program of good will sends is refused by every game with one clear line, and
changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from boardgames import (
    BoardGamesError,
    ConfigurationError,
    DecodeError,
    Game,
    IllegalActionError,
    NotationError,
    game_names,
    make,
)
from boardgames.core.chance import generator
from tests.games.position import changed, random_game

GAMES = [make(name, players=2) for name in game_names()]
of_every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


def refusal(
    error: type[BoardGamesError], ask: Callable[[], object], match: str | None = None
) -> None:
    """Ask for what must be refused in one line that is short, whatever was asked."""
    with pytest.raises(error, match=match) as caught:
        ask()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@cache
def ended(game: Game[Any, Any, Any]) -> Any:
    """Return the last State of a random game."""
    *_, last = random_game(game, 1)
    return last


@of_every_game
@pytest.mark.parametrize("over", [False, True], ids=["at the start", "after the end"])
@pytest.mark.parametrize(
    "seat", [None, -1, 2, 10**30, "0", b"1", 0.0, 1.0, 1.5, [], [0], True, False], ids=repr
)
def test_a_seat_that_does_not_exist_is_asked_in_vain(
    game: Game[Any, Any, Any], seat: Any, *, over: bool
) -> None:
    state, rng = ended(game) if over else game.new_game(4), generator(1, 1)
    refusal(ConfigurationError, lambda: game.evaluate(state, seat), "no seat")
    if seat is not None:  # a spectator, or the seat whose turn it is
        refusal(ConfigurationError, lambda: game.view(state, seat), "no seat")
        refusal(ConfigurationError, lambda: game.legal_actions(state, seat), "no seat")
        refusal(ConfigurationError, lambda: game.random_action(state, rng, seat), "no seat")


@of_every_game
def test_a_seat_that_is_not_to_act_has_no_action(game: Game[Any, Any, Any]) -> None:
    state, rng = game.new_game(1), generator(1, 1)
    (seat,) = game.to_act(state)
    turn = f"of player {2 - seat}: player {seat + 1} is to act"
    assert game.legal_actions(state, 1 - seat) == ()
    refusal(IllegalActionError, lambda: game.random_action(state, rng, 1 - seat), turn)
    refusal(
        IllegalActionError, lambda: game.apply(state, game.legal_actions(state)[0], 1 - seat), turn
    )


@of_every_game
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_has_a_random_action_after_the_end(
    game: Game[Any, Any, Any], seat: int | None
) -> None:
    refusal(IllegalActionError, lambda: game.random_action(ended(game), generator(1, 1), seat))


@of_every_game
@pytest.mark.parametrize("text", [None, 5, b"bank", [], ["bank"], 1.5], ids=repr)
def test_notation_is_text(game: Game[Any, Any, Any], text: Any) -> None:
    refusal(NotationError, lambda: game.parse(text))


@of_every_game
@pytest.mark.parametrize("data", [None, [], 5, "state", {}, {"phase": {}}, {"round": {}}], ids=str)
def test_what_is_no_value_of_the_game_is_not_read(game: Game[Any, Any, Any], data: Any) -> None:
    for read in (game.state_from_json, game.view_from_json, game.action_from_json):
        refusal(DecodeError, partial(read, data))


@of_every_game
@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_deeply_nested_json_is_no_value_of_the_game(game: Game[Any, Any, Any], depth: int) -> None:
    nested: Any = []
    for _ in range(depth):
        nested = [nested]
    for data in (nested, {"type": "order", "cards": nested}, {"phase": nested}, {"round": nested}):
        test_what_is_no_value_of_the_game_is_not_read(game, data)


def numbers(data: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every number."""
    members = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, member in members:
        if type(member) is int:
            yield (key,)
        else:
            yield from ((key, *path) for path in numbers(member))


@of_every_game
@pytest.mark.parametrize("huge", [10**5000, -(10**5000)], ids=["huge", "below zero"])
def test_huge_numbers_are_refused(game: Game[Any, Any, Any], huge: int) -> None:
    written = game.to_json(game.new_game(1))
    for path in numbers(written):
        refusal(DecodeError, partial(game.state_from_json, changed(written, path, huge)))


def altered(data: Any, rng: Random) -> Any:
    """Return JSON with something changed: two parts swapped, a card or an entry moved, or another
    number or word.
    """
    copy = json.loads(json.dumps(data))
    parts = [(path, part) for path, part in parts_of(copy) if path]
    path, part = rng.choice(parts)
    others = [(to, each) for to, each in parts if type(each) is type(part) and to != path]
    counts = [
        each
        for _, each in parts
        if isinstance(each, dict) and each and set(map(type, each.values())) == {int}
    ]
    lists = [each for _, each in parts if isinstance(each, list) and each]
    how = rng.randrange(4)
    if how == 0 and others:
        to, other = rng.choice(others)
        return (
            changed(changed(data, path, other), to, part)
            if path[: len(to)] != to[: len(path)]
            else copy
        )
    if how == 1 and len(counts) > 1:
        giver, taker = rng.sample(counts, 2)
        card = rng.choice(sorted(giver))
        giver[card] -= 1
        taker[card] = taker.get(card, 0) + 1
        return copy
    if how == 2 and len(lists) > 1:
        loser, winner = rng.sample(lists, 2)
        winner.append(loser.pop(rng.randrange(len(loser))))
        return copy
    new = {
        int: rng.randrange(-1, 8),
        bool: not part,
        str: rng.choice([word for _, word in parts if type(word) is str]),
    }
    return changed(data, path, new.get(type(part)))


def parts_of(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield every part of JSON with its path."""
    yield path, data
    for key, member in (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    ):
        yield from parts_of(member, (*path, key))


def try_everything(game: Game[Any, Any, Any], state: Any, rng: Random) -> None:
    """Call every method with this State, which may have come from outside."""
    assert game.state_from_json(game.to_json(state)) == state
    acting = game.to_act(state)
    assert bool(acting) == (game.outcome(state) is None)
    assert game.words.score_sheet(state).totals == game.score(state)
    game.words.position(state)
    for seat in range(game.players):
        assert 0 <= game.evaluate(state, seat) <= 1
        game.reasons(state, seat)
    for viewer in (None, *range(game.players)):
        view = game.view(state, viewer)
        game.words.render(view)
        assert game.view(game.determinize(view, rng), viewer) == view
    for seat in acting:
        legal = game.legal_actions(state, seat)
        assert len(game.prior(state, seat, legal)) == len(legal) > 0
        view, action = game.view(state, seat), rng.choice(legal)
        assert len({game.words.label(view, each).text for each in legal}) == len(legal)
        game.words.tell(state, seat, action, game.apply(state, action, seat), None)


@pytest.mark.parametrize("tries", [40, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", game_names())
def test_an_altered_state_is_refused_or_can_be_played_to_the_end(name: str, tries: int) -> None:
    game: Any = make(name, players=3)
    rng, states, faults = generator(tries, 3), [*random_game(game, 2)], list[str]()
    for _ in range(tries):
        try:
            state = game.state_from_json(altered(game.to_json(rng.choice(states)), rng))
        except DecodeError as fault:
            faults.append(str(fault))
            continue
        try_everything(game, state, rng)
        while acting := game.to_act(state):
            seat = rng.choice(acting)
            state = game.apply(state, game.random_action(state, rng, seat), seat)
        try_everything(game, state, rng)
    assert 0 < len(faults) < tries
    assert not any("\n" in fault for fault in faults)


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_an_altered_view_is_refused_or_has_a_world(name: str) -> None:
    game: Any = make(name, players=3)
    rng, states, refused = generator(1, 2), [*random_game(game, 1)], 0
    for number in range(500):
        data = game.to_json(game.view(rng.choice(states), rng.choice((None, 0, 1, 2))))
        wrong = (
            changed(data, rng.choice([*numbers(data)]), rng.choice((-1, 3, 10**30)))
            if number % 2
            else altered(data, rng)
        )
        try:
            view = game.view_from_json(wrong)
        except DecodeError:
            refused += 1
            continue
        world = game.determinize(view, rng)
        game.check_state(world)
        assert game.view(world, view.seat) == view
    assert refused > 50
