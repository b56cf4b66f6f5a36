"""The numbers that adapters hand to learning libraries."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from enum import IntEnum
from typing import Annotated, Any
from zlib import crc32

import pytest

from boardgames import (
    Action,
    ConfigurationError,
    IllegalActionError,
    Outcome,
    game_class,
    game_names,
    make,
    value,
)
from boardgames.adapters.encoding import BOUND, Encoding, chosen, leaves, payoffs
from boardgames.core.chance import generator
from boardgames.core.codec import JSON, CountsOf, to_json
from boardgames.core.values import evolve
from boardgames.testing.probe import walk
from examples.kuhn_poker import KuhnPoker
from examples.tic_tac_toe import TicTacToe
from tests.testing.small_games import Alone, Pairs, Sealed, Sides, Together

TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]
KORYO = make("koryo", players=2)


def summed(encoding: Encoding, data: JSON) -> dict[int, float]:
    """Return the vector of this JSON: the sums of its leaves at their entries."""
    found = Counter[int]()
    for path, number in leaves("", data):
        found[crc32(path.encode()) % encoding.features] += number  # type: ignore[assignment]  # a float, too
    return {entry: number for entry, number in found.items() if number}


@value
class Word(Action):
    """An action that says a number."""

    number: int


def test_a_number_says_the_same_action_in_every_process_and_release(kuhn_poker: KuhnPoker) -> None:
    actions = Encoding(kuhn_poker, slots=4096).numbered(
        kuhn_poker.legal_actions(kuhn_poker.new_game(1))
    )
    assert {number: str(action) for number, action in actions.items()} == {
        3227: "bet",
        1060: "pass",
    }


def test_actions_on_the_same_slot_stay_apart_and_in_order() -> None:
    """The later one moves on, around the end if need be."""
    encoding = Encoding(KORYO, slots=512)
    last = encoding.slots - 1
    same = [
        Word(number)
        for number in range(20_000)
        if crc32(f"word {number}".encode()) % encoding.slots == last
    ]
    first, second, third = same[:3]
    assert encoding.numbered([first, second, third]) == {last: first, 0: second, 1: third}
    assert encoding.numbered([second]) == {last: second}


def test_as_many_actions_as_slots_have_numbers_and_one_more_is_refused() -> None:
    encoding = Encoding(KORYO, slots=64)
    actions = [Word(number) for number in range(encoding.slots)]
    found = encoding.numbered(actions)
    assert sorted(found) == list(range(encoding.slots))
    assert set(found.values()) == set(actions)
    with pytest.raises(
        ConfigurationError, match=r"^there are more legal actions than the 64 slots$"
    ):
        encoding.numbered([*actions, Word(-1)])


def test_the_number_of_no_legal_action_is_refused_in_one_line() -> None:
    actions = {number: Word(number) for number in range(3, 10)}
    assert chosen(actions, 4) == Word(4)
    with pytest.raises(IllegalActionError) as caught:
        chosen(actions, 2)
    for wrong in (4.5, "4", None, float("nan"), float("inf")):
        with pytest.raises(IllegalActionError):
            chosen(actions, wrong)  # type: ignore[arg-type]  # that is the point
    shown = "3 (word 3), 4 (word 4), 5 (word 5), 6 (word 6), 7 (word 7)"
    assert str(caught.value) == f"no legal action has the number 2; there are 7, such as {shown}"


@pytest.mark.parametrize(
    "sizes", [{"slots": 0}, {"features": -1}, {"slots": True}, {"features": 2.5}]
)
def test_invalid_sizes_are_refused(sizes: dict[str, Any]) -> None:
    with pytest.raises(
        ConfigurationError, match=r"^slots and features are whole numbers of 1 or more, not "
    ):
        Encoding(KORYO, **sizes)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"hand": 1}, {"hand": 2}),
        ({"hand": 0}, {"hand": None}),
        ({"hand": "spy"}, {"hand": "priest"}),
        ({"hand": True}, {"hand": False}),
        ({"hand": ["spy", "priest"]}, {"hand": ["priest", "spy"]}),
        ({"hand": []}, {"hand": [0]}),
        ({"hand": 1, "pile": 2}, {"hand": 2, "pile": 1}),
        ({"hand": {"spy": 1}}, {"hand": {"priest": 1}}),
        ({"hand": [[1], [2, 3]]}, {"hand": [[1, 2], [3]]}),
    ],
)
def test_what_differs_in_json_differs_in_its_vector(one: Any, other: Any) -> None:
    encoding = Encoding(KORYO)
    assert summed(encoding, one) != summed(encoding, other)


def test_a_number_counts_under_its_path_and_a_text_once() -> None:
    def entry(text: str) -> int:
        return crc32(text.encode()) % 4096

    data: Any = {"bank": 8, "hands": [{"spy": 2}], "phase": "orders", "none": 0}
    assert summed(Encoding(KORYO, features=4096), data) == {
        entry(".bank"): 8,
        entry(".hands[]"): 1,
        entry(".hands[0].spy"): 2,
        entry(".phase=orders"): 1,
    }


class Fruit(IntEnum):
    """Things to count."""

    APPLE = 0
    PEAR = 1


Basket = Annotated[tuple[int, ...], CountsOf(Fruit)]


@value
class Purse:
    """A part of a View."""

    coins: int
    full: bool


@value
class Everything:
    """A View with a field of every sort."""

    seat: int | None
    fruit: Fruit
    said: str
    purse: Purse
    purses: tuple[Purse, ...]
    maybe: Purse | None
    basket: Basket
    baskets: tuple[Basket, ...]
    numbers: tuple[int, ...]
    pairs: tuple[tuple[int, str], ...]
    table: tuple[tuple[int, ...], ...]
    mixed: dict[str, int]
    weight: float = 0.5


PURSE = Purse(3, True)
VIEWS = [
    Everything(
        1,
        Fruit.PEAR,
        "a",
        PURSE,
        (PURSE, Purse(0, False)),
        None,
        (2, 0),
        ((1, 1), (0, 3)),
        (4, 0),
        ((1, "b"),),
        ((1,), (2, 3)),
        {"x": 2},
    ),
    Everything(None, Fruit.APPLE, "", PURSE, (), PURSE, (0, 0), (), (), (), (), {}, -1.5),
]


def test_every_sort_of_field_has_the_vector_of_its_json() -> None:
    """A View is encoded by its type hints, without its JSON; what comes out is the same."""
    encoding = Encoding(KORYO, features=1 << 20)  # so that no two leaves share an entry
    for view in [*VIEWS, *VIEWS]:  # the second time from memory
        assert encoding.vector(view) == summed(encoding, to_json(view))


def test_leaves_on_the_same_entry_add_up_within_the_bound() -> None:
    encoding, views = (
        Encoding(KORYO, features=1),
        [evolve(VIEWS[1], numbers=(many,)) for many in (10**30, -(10**30))],
    )
    assert [*map(encoding.vector, views)] == [{0: BOUND}, {0: -BOUND}]


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_fits(name: str, players: int) -> None:
    """All legal actions get numbers of their own, from what the seat knows alone; the vector is
    that of the JSON.
    """
    game, rng = make(name, players=players), generator(1, 1)
    encoding = Encoding(game)
    for ply in list(walk(game, 1, longest=10_000))[::7]:
        actions = game.legal_actions(ply.before, ply.player)
        found = encoding.numbered(actions)
        assert sorted(found.values()) == list(actions)
        view = game.view(ply.before, ply.player)
        assert (
            encoding.numbered(game.legal_actions(game.determinize(view, rng), ply.player)) == found
        )
        vector = encoding.vector(view)
        assert vector == pytest.approx(summed(encoding, game.to_json(view)))
        assert len(vector) > 5
        assert all(0 <= entry < encoding.features for entry in vector)


def test_tuples_that_change_places_in_length_have_vectors_of_their_own() -> None:
    """The same numbers in the same order, and as many of them: only the lengths tell which tuple
    has which.
    """
    encoding = Encoding(KORYO, features=1 << 20)
    vectors = []
    for numbers, baskets in [((1, 2, 3, 4), ()), ((1, 2), ((3, 4),)), ((), ((1, 2), (3, 4)))]:
        view = evolve(VIEWS[0], numbers=numbers, baskets=baskets)
        vectors.append(encoding.vector(view))
        assert vectors[-1] == summed(encoding, to_json(view))
    assert vectors[0] != vectors[1] != vectors[2]


def test_a_copy_in_the_middle_of_a_game_writes_the_same_numbers() -> None:
    state = KORYO.new_game(1)
    encoding = Encoding(KORYO, slots=300, features=200)
    actions, vector = (
        encoding.numbered(KORYO.legal_actions(state)),
        encoding.vector(KORYO.view(state, 0)),
    )
    for copied in (copy.deepcopy(encoding), pickle.loads(pickle.dumps(encoding))):  # noqa: S301  # our own
        assert (copied.slots, copied.features) == (300, 200)
        assert copied.numbered(KORYO.legal_actions(state)) == actions
        assert copied.vector(KORYO.view(state, 0)) == vector


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_there_are_as_many_slots_as_actions_and_more(name: str, players: int) -> None:
    """Even those of many more games than are sampled."""
    game = make(name, players=players)
    met = {
        action
        for seed in range(100, 130)
        for ply in walk(game, seed, longest=10_000)
        for action in game.legal_actions(ply.before, ply.player)
    }
    assert Encoding(game).slots > len(met)


def test_sizes_follow_the_game_and_are_the_same_every_time() -> None:
    koryo, mundus_novus = Encoding(KORYO), Encoding(make("mundus_novus", players=6))
    assert (koryo.slots, koryo.features) == (Encoding(KORYO).slots, Encoding(KORYO).features)
    assert koryo.slots < mundus_novus.slots
    assert koryo.features < mundus_novus.features
    assert max(koryo.slots, koryo.features) <= 512


def test_the_victory_is_shared_and_payoffs_add_up_to_nothing(
    tic_tac_toe: TicTacToe,
) -> None:
    state = tic_tac_toe.new_game()
    assert payoffs(tic_tac_toe, None) == payoffs(tic_tac_toe, None, "score") == (0, 0)
    for square in (0, 3, 1, 4, 2):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(f"mark {square}"))
    assert payoffs(tic_tac_toe, tic_tac_toe.outcome(state)) == (0.5, -0.5)

    game = make("koryo", players=3)
    for winners, expected in [
        ((1,), (-1 / 3, 2 / 3, -1 / 3)),
        ((0, 2), (1 / 6, -1 / 3, 1 / 6)),
        ((0, 1, 2), (0, 0, 0)),
        ((), (0, 0, 0)),
    ]:
        outcome = Outcome(winners, ((0, 1, 2),), (6, 12, 0), "as the test will have it")
        assert payoffs(game, outcome) == pytest.approx(expected)
        assert payoffs(game, outcome, "score") == (0, 6, -6)


@pytest.mark.parametrize(
    ("game", "winners", "expected"),
    [
        (Pairs(4), (0, 2), (0.5, -0.5, 0.5, -0.5)),
        (Pairs(4), (0, 1, 2, 3), (0, 0, 0, 0)),
        (Alone(4), (0,), (1, -1 / 3, -1 / 3, -1 / 3)),
        (Alone(4), (1, 2, 3), (-1, 1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_payoffs_add_up_to_nothing_between_teams_of_any_size(
    game: Pairs, winners: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    losers = tuple([seat for seat in range(4) if seat not in winners])
    ranking = (winners, losers) if losers else (winners,)
    teams = game.teams(game.new_game(1))
    outcome = Outcome(winners, ranking, (0,) * 4, "all cards are played", teams=teams)
    assert payoffs(game, outcome) == pytest.approx(expected)


@pytest.mark.parametrize("game", [Together(2), Sides(4)])
def test_where_all_may_lose_payoffs_are_what_the_end_is_worth(game: Sealed) -> None:
    for seed in range(8):
        state = game.new_game(seed)
        while seats := game.to_act(state):
            state = game.apply(state, game.random_action(state, generator(seed, len(seats))))
        outcome = game.outcome(state)
        assert outcome is not None
        assert payoffs(game, outcome) == outcome.utility
        assert payoffs(game, outcome, "score") == outcome.scores
