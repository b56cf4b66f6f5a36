"""The numbers that adapters hand to learning libraries."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest

from boardgames import Action, IllegalActionError, Outcome, game_class, game_names, make, value
from boardgames.core.chance import generator
from boardgames.testing.probe import walk

if TYPE_CHECKING:
    from types import ModuleType

    from examples.kuhn_poker import KuhnPoker
    from examples.tic_tac_toe import TicTacToe

TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]


@value
class Word(Action):
    """An action that says a number."""

    number: int


def test_a_number_says_the_same_action_in_every_process_and_release(
    encoding: ModuleType, kuhn_poker: KuhnPoker
) -> None:
    actions = encoding.numbered(kuhn_poker.legal_actions(kuhn_poker.new_game(1)))
    assert {number: str(action) for number, action in actions.items()} == {3227: "bet", 1060: "pass"}


def test_actions_on_the_same_slot_stay_apart_and_in_order(encoding: ModuleType) -> None:
    """The later one moves on, around the end if need be."""
    last = encoding.SLOTS - 1
    same = [Word(number) for number in range(20_000) if crc32(f"word {number}".encode()) % encoding.SLOTS == last]
    first, second, third = same[:3]
    assert encoding.numbered([first, second, third]) == {last: first, 0: second, 1: third}
    assert encoding.numbered([second]) == {last: second}
    assert list(encoding.numbered([first, second, third])) == [0, 1, last]


def test_as_many_actions_as_slots_have_numbers_and_one_more_is_refused(encoding: ModuleType) -> None:
    actions = [Word(number) for number in range(encoding.SLOTS)]
    found = encoding.numbered(actions)
    assert list(found) == list(range(encoding.SLOTS))
    assert set(found.values()) == set(actions)
    with pytest.raises(ValueError, match="more legal actions than the 4096 slots"):
        encoding.numbered([*actions, Word(-1)])


def test_the_number_of_no_legal_action_is_refused_in_one_line(encoding: ModuleType) -> None:
    actions = {number: Word(number) for number in range(3, 10)}
    assert encoding.chosen(actions, 4) == Word(4)
    with pytest.raises(IllegalActionError) as caught:
        encoding.chosen(actions, 2)
    shown = "3 (word 3), 4 (word 4), 5 (word 5), 6 (word 6), 7 (word 7)"
    assert str(caught.value) == f"no legal action has the number 2; there are 7, such as {shown}"


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
def test_what_differs_in_a_view_differs_in_its_features(encoding: ModuleType, one: Any, other: Any) -> None:  # noqa: ANN401  # JSON
    assert encoding.features(one) != encoding.features(other)


def test_a_number_counts_under_its_path_and_a_text_once(encoding: ModuleType) -> None:
    def entry(text: str) -> int:
        return crc32(text.encode()) % 4096

    assert encoding.features({"bank": 8, "hands": [{"spy": 2}], "phase": "orders", "none": 0}) == {
        entry(".bank"): 8,
        entry(".hands[]"): 1,
        entry(".hands[0].spy"): 2,
        entry(".phase=orders"): 1,
    }


def test_leaves_on_the_same_entry_add_up_and_none_goes_beyond_the_bound(encoding: ModuleType) -> None:
    entry = crc32(b".a") % encoding.FEATURES
    twin = next(f"b{n}" for n in count() if crc32(f".b{n}".encode()) % encoding.FEATURES == entry)
    assert encoding.features({"a": 3, twin: 4}) == {entry: 7}
    assert encoding.features({"a": 3, twin: -3}) == {}
    assert encoding.features({"a": 10**30}) == {entry: encoding.BOUND}
    assert encoding.features({"a": -(10**30)}) == {entry: -encoding.BOUND}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_game_fits(encoding: ModuleType, name: str, players: int) -> None:
    """All legal actions get numbers of their own, from what the seat knows alone."""
    game, rng = make(name, players=players), generator(1, 1)
    for ply in list(walk(game, 1, longest=10_000))[::7]:
        actions = game.legal_actions(ply.before, ply.player)
        found = encoding.numbered(actions)
        assert sorted(found.values()) == list(actions)
        view = game.view(ply.before, ply.player)
        assert encoding.numbered(game.legal_actions(game.determinize(view, rng), ply.player)) == found
        features = encoding.features(game.to_json(view))
        assert len(features) > 5
        assert all(0 <= entry < encoding.FEATURES for entry in features)


def test_the_victory_is_shared_and_rewards_add_up_to_nothing(
    encoding: ModuleType, tic_tac_toe: TicTacToe, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tic_tac_toe.new_game()
    assert encoding.rewards(tic_tac_toe, state) == (0, 0)
    for square in (0, 3, 1, 4, 2):
        state = tic_tac_toe.apply(state, tic_tac_toe.parse(f"mark {square}"))
    assert encoding.rewards(tic_tac_toe, state) == (0.5, -0.5)

    game = make("koryo", players=3)
    for winners, expected in [
        ((1,), (-1 / 3, 2 / 3, -1 / 3)),
        ((0, 2), (1 / 6, -1 / 3, 1 / 6)),
        ((0, 1, 2), (0, 0, 0)),
        ((), (0, 0, 0)),
    ]:
        outcome = Outcome(winners, ((0, 1, 2),), (0, 0, 0), "as the test will have it")
        monkeypatch.setattr(game, "outcome", lambda _, outcome=outcome: outcome)
        assert encoding.rewards(game, game.new_game(1)) == pytest.approx(expected)
