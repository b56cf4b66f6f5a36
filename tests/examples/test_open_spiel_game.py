"""Games as OpenSpiel games, held to OpenSpiel's own tests, played by its bots and solved by its algorithms."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boardgames import ConfigurationError, IllegalActionError, game_class, game_names, make
from boardgames.core.chance import generator

if TYPE_CHECKING:
    from types import ModuleType

    import pyspiel

    from examples.kuhn_poker import KuhnPoker
    from examples.open_spiel_game import SpielState
    from examples.tic_tac_toe import TicTacToe
    from tests.conftest import Shell
    from tests.testing.small_games import Sealed

PROGRAM = Path(__file__).parents[2] / "examples" / "open_spiel_game.py"
TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]


@pytest.fixture(scope="session")
def spiel(open_spiel_game: ModuleType) -> ModuleType:
    """Return OpenSpiel, with the catalogue registered."""
    found: ModuleType = open_spiel_game.pyspiel
    return found


@pytest.fixture(scope="session")
def spiel_kuhn(open_spiel_game: ModuleType, kuhn_poker: KuhnPoker) -> pyspiel.Game:
    """Return Kuhn poker with as few seeds as have every deal among them."""
    game: pyspiel.Game = open_spiel_game.load(f"{open_spiel_game.register(type(kuhn_poker))}(seeds=24)")
    return game


def started(game: pyspiel.Game, seed: int) -> SpielState:
    """Return the game of this seed."""
    state: SpielState = game.new_initial_state()  # type: ignore[assignment]  # what this game makes
    state.apply_action(seed)
    return state


def nodes(state: pyspiel.State) -> list[pyspiel.State]:
    """Return this state and all that can come after it."""
    if state.is_terminal():
        return [state]
    following = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
    return [state, *(node for number in following for node in nodes(state.child(number)))]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_tests_of_open_spiel(spiel: ModuleType, name: str, players: int) -> None:
    game = spiel.load_game(f"boardgames_{name}(players={players})")
    assert game.num_players() == players
    spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_so_do_games_of_ones_own(
    spiel: ModuleType,
    open_spiel_game: ModuleType,
    spiel_kuhn: pyspiel.Game,
    tic_tac_toe: TicTacToe,
    sealed: Sealed,
) -> None:
    own = [spiel.load_game(open_spiel_game.register(type(game))) for game in (tic_tac_toe, sealed)]
    for game in (spiel_kuhn, *own):
        spiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_bots_of_open_spiel_play_it(spiel: ModuleType, name: str, players: int) -> None:
    game = spiel.load_game(f"boardgames_{name}(players={players})")
    bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(players)]
    state = game.new_initial_state()
    won = spiel.evaluate_bots(state, bots, 3)
    assert won == state.returns()
    assert state.is_terminal()
    assert sum(won) == pytest.approx(0)
    assert all(-1 / players <= each <= 1 - 1 / players for each in won)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_information_states_tell_no_more_than_the_view(spiel: ModuleType, name: str, players: int) -> None:
    """Another world behind the information state differs, but not to the seat; and play goes on in it."""
    rules = make(name, players=players)
    state = started(spiel.load_game(f"boardgames_{name}(players={players})"), 5)
    sampler = spiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for step in range(20):
        seat = state.current_player()
        other = state.resample_from_infostate(seat, sampler)
        different += str(other) != str(state)
        assert other.current_player() == seat
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        view = rules.view_from_json(json.loads(state.information_state_string(seat)))
        assert view == rules.view(rules.state_from_json(json.loads(str(state))), seat)
        number = state.legal_actions()[step % len(state.legal_actions())]
        assert other.action_to_string(seat, number) == state.action_to_string(seat, number)
        other.apply_action(number)
        state.apply_action(number)
    assert different > 10


def test_what_is_in_a_tensor_are_the_features_of_the_view(
    spiel: ModuleType, encoding: ModuleType, tic_tac_toe: TicTacToe, open_spiel_game: ModuleType
) -> None:
    state = started(spiel.load_game(open_spiel_game.register(type(tic_tac_toe))), 0)
    view = tic_tac_toe.to_json(tic_tac_toe.view(tic_tac_toe.new_game(), 0))
    tensor = state.information_state_tensor(0)
    assert len(tensor) == encoding.FEATURES
    assert {entry: number for entry, number in enumerate(tensor) if number} == encoding.features(view)


def test_seats_that_act_at_the_same_time_are_asked_in_turn_and_see_nothing_of_each_other(
    spiel: ModuleType, open_spiel_game: ModuleType, sealed: Sealed
) -> None:
    state = started(spiel.load_game(open_spiel_game.register(type(sealed))), 1)
    assert state.current_player() == 0
    after = [state.child(number) for number in state.legal_actions()]
    assert len({str(each) for each in after}) == 3
    assert {each.current_player() for each in after} == {1}
    assert len({each.information_state_string(1) for each in after}) == 1
    assert len({tuple(each.legal_actions()) for each in after}) == 1


def test_the_seed_is_drawn_at_the_root_and_nobody_learns_it(spiel: ModuleType, spiel_kuhn: pyspiel.Game) -> None:
    """Six deals and what was said before make twelve information states, as in the textbooks."""
    root = spiel_kuhn.new_initial_state()
    assert root.is_chance_node()
    assert root.chance_outcomes() == [(seed, 1 / 24) for seed in range(24)]
    assert root.action_to_string(spiel.PlayerId.CHANCE, 3) == "seed 3"
    assert str(root) == "before the deal"
    assert spiel_kuhn.max_chance_nodes_in_history() == 1
    assert (root.information_state_string(0), root.returns()) == ("null", [0, 0])
    seen: list[set[str]] = [set(), set()]
    for node in nodes(root):
        if not node.is_terminal() and not node.is_chance_node():
            seen[node.current_player()].add(node.information_state_string(node.current_player()))
    assert list(map(len, seen)) == [6, 6]


def test_counterfactual_regret_minimization_solves_a_small_game(spiel: ModuleType, spiel_kuhn: pyspiel.Game) -> None:
    assert spiel.exploitability(spiel_kuhn, spiel.UniformRandomPolicy(spiel_kuhn)) > 0.1
    solver = spiel.CFRSolver(spiel_kuhn)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    assert spiel.exploitability(spiel_kuhn, solver.average_policy()) < 0.01


def test_the_search_of_open_spiel_beats_its_random_bot_on_worlds_that_we_sample(spiel: ModuleType) -> None:
    from numpy.random import RandomState  # noqa: PLC0415  # only where it is installed, as the next two
    from open_spiel.python.algorithms.ismcts import ISMCTSBot  # noqa: PLC0415
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: PLC0415

    game = spiel.load_game("boardgames_koryo(players=2)")
    random, won = generator(1, 1).random, 0.0
    for number in range(4):
        evaluator = RandomRolloutEvaluator(1, RandomState(number))
        search = ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=30, random_state=RandomState(number))
        # As it would do by itself, but with seeded random numbers.
        search.set_resampler(lambda state, player: state.resample_from_infostate(player, random))
        bots = [search, spiel.make_uniform_random_bot(1, number)]
        won += spiel.evaluate_bots(game.new_initial_state(), bots, number)[0]
    assert won > 0


def test_states_and_games_are_pickled_and_copied(spiel: ModuleType) -> None:
    game = spiel.load_game("boardgames_koryo(players=3,seeds=10)")
    again = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own
    assert str(again) == str(game) == "boardgames_koryo(players=3,seeds=10)"
    state = started(game, 7)
    unpickled = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own
    for copied in (unpickled, state.clone(), game.deserialize_state(state.serialize())):
        assert (str(copied), copied.history()) == (str(state), [7])
        number = copied.legal_actions()[-1]
        copied.apply_action(number)
        assert str(copied) == str(state.child(number)) != str(state)
    assert str(state) == json.dumps(
        make("koryo", players=3).to_json(make("koryo", players=3).new_game(7)), sort_keys=True, separators=(",", ":")
    )


def test_spectators_are_observers_too_but_nobody_sees_everything(spiel: ModuleType) -> None:
    game = spiel.load_game("boardgames_koryo(players=3)")
    state = started(game, 1)
    rules = make("koryo", players=3)
    table = json.loads(str(state))
    private_info = spiel.PrivateInfoType
    nothing, own, everything = private_info.NONE, private_info.SINGLE_PLAYER, private_info.ALL_PLAYERS
    for private, seat in [(nothing, None), (own, 2)]:
        observer = game.make_py_observer(spiel.IIGObservationType(perfect_recall=True, private_info=private))
        expected = rules.to_json(rules.view(rules.state_from_json(table), seat))
        assert json.loads(observer.string_from(state, 2)) == expected
    for kind in (
        spiel.IIGObservationType(perfect_recall=True, private_info=everything),
        spiel.IIGObservationType(perfect_recall=True, public_info=False, private_info=own),
    ):
        with pytest.raises(ValueError, match="what one seat knows, or else what everybody knows"):
            game.make_py_observer(kind)
    with pytest.raises(ValueError, match="have no parameters"):
        game.make_py_observer(None, {"colour": "red"})


def test_what_does_not_exist_is_refused(spiel: ModuleType) -> None:
    with pytest.raises(ConfigurationError, match="koryo is for 2 to 4 players, not 9"):
        spiel.load_game("boardgames_koryo(players=9)")
    with pytest.raises(ConfigurationError, match="seeds must be 1 or more, not 0"):
        spiel.load_game("boardgames_koryo(seeds=0)")
    with pytest.raises(spiel.SpielError, match="Unknown parameter 'colour'"):
        spiel.load_game("boardgames_koryo(colour=1)")
    state = started(spiel.load_game("boardgames_koryo(players=2)"), 1)
    before, illegal = str(state), next(number for number in range(4096) if number not in state.legal_actions())
    with pytest.raises(IllegalActionError, match=f"^no legal action has the number {illegal};"):
        state.apply_action(illegal)
    assert str(state) == before
    assert state.legal_actions(1 - state.current_player()) == []


@pytest.mark.usefixtures("open_spiel_game")
def test_the_program_plays_a_game_and_ends_well(shell: Shell) -> None:
    done = subprocess.run(
        [sys.executable, PROGRAM],
        capture_output=True,
        encoding="utf-8",
        env=shell.environment(),
        cwd=shell.directory,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"The search got (-?0\.[05]), the random bot (-?0\.[05])\.\n", done.stdout)
