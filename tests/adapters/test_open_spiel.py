"""Games as OpenSpiel games, held to OpenSpiel's own tests, played by its bots and solved by its
algorithms.
"""

from __future__ import annotations

import json
import pickle
import re
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import ConfigurationError, IllegalActionError, game_class, game_names, make
from boardgames.adapters.encoding import Encoding, Payoffs, payoffs
from boardgames.core.chance import generator
from examples.kuhn_poker import KuhnPoker
from examples.tic_tac_toe import TicTacToe
from tests.conftest import Shell
from tests.testing.small_games import Alone, Pairs, Sealed, Sides, Together

if TYPE_CHECKING:
    import pyspiel

    from boardgames.adapters.open_spiel import SpielState

PROGRAM = Path(__file__).parents[2] / "examples" / "open_spiel_game.py"
TABLES = [(name, players) for name in game_names() for players in game_class(name).player_counts]


@pytest.fixture(scope="session")
def spiel(open_spiel_adapter: ModuleType) -> ModuleType:
    """Return OpenSpiel, with the catalogue registered."""
    found: ModuleType = open_spiel_adapter.pyspiel
    return found


@pytest.fixture(scope="session")
def spiel_kuhn(open_spiel_adapter: ModuleType, kuhn_poker: KuhnPoker) -> pyspiel.Game:
    """Return Kuhn poker with exact chance, played for points."""
    State = type(kuhn_poker.new_game(1))  # noqa: N806  # a class
    name = open_spiel_adapter.register(
        type(kuhn_poker),
        lambda _: [(State((one, two), left), 1 / 6) for one, two, left in permutations((1, 2, 3))],
    )
    game: pyspiel.Game = open_spiel_adapter.load(f"{name}(payoffs=score)")
    return game


def started(game: pyspiel.Game, seed: int) -> SpielState:
    """Return the game of this seed."""
    state: SpielState = game.new_initial_state()  # type: ignore[assignment]  # what this game makes
    for step in reversed(range(8)):
        state.apply_action(seed >> 6 * step & 63)
    return state


def nodes(state: pyspiel.State) -> list[pyspiel.State]:
    """Return this state and all that can come after it."""
    if state.is_terminal():
        return [state]
    following = (
        [number for number, _ in state.chance_outcomes()]
        if state.is_chance_node()
        else state.legal_actions()
    )
    return [state, *(node for number in following for node in nodes(state.child(number)))]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_tests_of_open_spiel(spiel: ModuleType, name: str, players: int) -> None:
    game = spiel.load_game(f"boardgames_{name}(players={players})")
    assert game.num_players() == players
    spiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_so_do_games_of_ones_own(
    spiel: ModuleType,
    open_spiel_adapter: ModuleType,
    spiel_kuhn: pyspiel.Game,
    tic_tac_toe: TicTacToe,
    sealed: Sealed,
) -> None:
    own = [
        spiel.load_game(open_spiel_adapter.register(type(game))) for game in (tic_tac_toe, sealed)
    ]
    for game in (spiel_kuhn, *own):
        spiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("by", ["victory", "score"])
@pytest.mark.parametrize(
    ("own", "utility"),
    [
        (Together(2), "IDENTICAL"),
        (Sides(4), "GENERAL_SUM"),
        (Pairs(4), "ZERO_SUM"),
        (Alone(4), "ZERO_SUM"),
    ],
)
def test_what_ends_are_worth_is_said_in_open_spiels_terms(
    spiel: ModuleType, open_spiel_adapter: ModuleType, own: Sealed, utility: str, by: Payoffs
) -> None:
    game = spiel.load_game(
        f"{open_spiel_adapter.register(type(own))}(players={own.players},payoffs={by})"
    )
    assert game.get_type().utility == spiel.GameType.Utility.__members__[utility]
    spiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(own.players)]
    state = game.new_initial_state()
    won = spiel.evaluate_bots(state, bots, 3)
    outcome = own.outcome(own.state_from_json(json.loads(str(state))))
    assert outcome is not None
    if utility == "ZERO_SUM":
        assert won == [*payoffs(own, outcome, by)]
        assert sum(won) == pytest.approx(0)
    else:
        assert won == [*(outcome.scores if by == "score" else outcome.utility)]
    assert len(set(won)) == 1 or utility != "IDENTICAL"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_information_states_tell_no_more_than_the_view(
    spiel: ModuleType, name: str, players: int
) -> None:
    """Another world behind the information state differs, but not to the seat; and play goes on in
    it.
    """
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
        view = rules.view_from_json(json.loads(state.observation_string(seat)))
        assert view == rules.view(rules.state_from_json(json.loads(str(state))), seat)
        number = state.legal_actions()[step % len(state.legal_actions())]
        assert other.action_to_string(seat, number) == state.action_to_string(seat, number)
        other.apply_action(number)
        state.apply_action(number)
    assert different > 10


def test_what_is_in_a_tensor_are_the_features_of_the_view(
    spiel: ModuleType, tic_tac_toe: TicTacToe, open_spiel_adapter: ModuleType
) -> None:
    state = started(spiel.load_game(open_spiel_adapter.register(type(tic_tac_toe))), 0)
    encoding = Encoding(tic_tac_toe)
    tensor = state.information_state_tensor(0)
    assert len(tensor) == encoding.features
    view = tic_tac_toe.view(tic_tac_toe.new_game(), 0)
    assert {entry: number for entry, number in enumerate(tensor) if number} == encoding.vector(view)


def test_seats_that_act_at_the_same_time_are_asked_in_turn_and_see_nothing_of_each_other(
    spiel: ModuleType, open_spiel_adapter: ModuleType, sealed: Sealed
) -> None:
    state = started(spiel.load_game(open_spiel_adapter.register(type(sealed))), 1)
    assert state.current_player() == 0
    after = [state.child(number) for number in state.legal_actions()]
    assert len({str(each) for each in after}) == 3
    assert {each.current_player() for each in after} == {1}
    assert len({each.information_state_string(1) for each in after}) == 1
    assert len({tuple(each.legal_actions()) for each in after}) == 1


def test_there_are_too_many_deals_to_tell_one_by_a_hand(spiel: ModuleType) -> None:
    """The seed is drawn in eight steps; equal hands come with different cards elsewhere."""
    game = spiel.load_game("boardgames_koryo(players=2)")
    root = game.new_initial_state()
    assert root.chance_outcomes() == [(digit, 1 / 64) for digit in range(64)]
    assert root.action_to_string(spiel.PlayerId.CHANCE, 3) == "deal 3"
    assert game.max_chance_nodes_in_history() == 8
    assert (str(root), root.returns()) == ("before the deal", [0, 0])
    assert root.information_state_string(0) == '{"seen":[],"view":null}'
    rules, seed = make("koryo", players=2), 0o1234567
    state = started(game, seed)
    assert str(state) == json.dumps(
        rules.to_json(rules.new_game(seed)), sort_keys=True, separators=(",", ":")
    )
    assert str(seed) not in state.information_state_string(0)


def test_the_number_of_deals_can_be_chosen(spiel: ModuleType) -> None:
    game = spiel.load_game("boardgames_koryo(players=2,seeds=24)")
    root = game.new_initial_state()
    assert root.chance_outcomes() == [(seed, 1 / 24) for seed in range(24)]
    root.apply_action(7)
    rules = make("koryo", players=2)
    assert rules.state_from_json(json.loads(str(root))) == rules.new_game(7)
    assert game.max_chance_nodes_in_history() == 1


def test_exact_chance_has_the_information_states_of_the_textbooks(
    spiel: ModuleType, spiel_kuhn: pyspiel.Game
) -> None:
    """Six deals and what was said before make twelve information states."""
    root = spiel_kuhn.new_initial_state()
    assert root.chance_outcomes() == [(deal, 1 / 6) for deal in range(6)]
    seen: list[set[str]] = [set(), set()]
    for node in nodes(root):
        if not node.is_terminal() and not node.is_chance_node():
            seen[node.current_player()].add(node.information_state_string(node.current_player()))
    assert list(map(len, seen)) == [6, 6]
    with pytest.raises(
        ConfigurationError, match=r"^seeds must be not given where every deal is known, not 3$"
    ):
        spiel.load_game("boardgames_kuhn_poker(seeds=3)")


def test_kuhn_poker_is_solved_as_the_native_game_is(
    spiel: ModuleType, spiel_kuhn: pyspiel.Game
) -> None:
    """Uniform play loses 11/24 to the best answer, and the first seat loses 1/18 where both play
    well.
    """
    native = spiel.load_game("kuhn_poker")
    values = []
    for game in (spiel_kuhn, native):
        assert spiel.exploitability(game, spiel.UniformRandomPolicy(game)) == pytest.approx(11 / 24)
        solver = spiel.CFRSolver(game)
        for _ in range(300):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        assert spiel.exploitability(game, policy) < 0.005
        values.append(spiel.expected_returns(game.new_initial_state(), policy, -1, False)[0])
    assert values[0] == pytest.approx(values[1])
    assert values[0] == pytest.approx(-1 / 18, abs=0.001)


def test_an_information_state_is_what_the_seat_saw_and_did(spiel: ModuleType) -> None:
    rules = make("koryo", players=3)
    state = started(spiel.load_game("boardgames_koryo(players=3)"), 5)
    lines: dict[int, list[str]] = {viewer: [] for viewer in range(3)}
    for step in range(40):
        seat, table = state.current_player(), rules.state_from_json(json.loads(str(state)))
        action = rules.legal_actions(table, seat)[step % len(rules.legal_actions(table, seat))]
        after = rules.apply(table, action, seat)
        numbers = {state.action_to_string(seat, number): number for number in state.legal_actions()}
        state.apply_action(numbers[str(action)])
        for viewer, told in lines.items():
            told.extend([str(action)] * (viewer == seat))
            told.extend(rules.words.tell(table, seat, action, after, viewer))
            known = json.loads(state.information_state_string(viewer))
            assert known == {"seen": told, "view": rules.to_json(rules.view(after, viewer))}


def test_a_sampled_world_keeps_what_the_seat_remembers(spiel: ModuleType) -> None:
    state = started(spiel.load_game("boardgames_koryo(players=2)"), 3)
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    seat, sampler = state.current_player(), spiel.UniformProbabilitySampler(0.0, 1.0)
    remembered = state.information_state_string(seat)
    assert json.loads(remembered)["seen"]
    again = (
        state.resample_from_infostate(seat, sampler).clone().resample_from_infostate(seat, sampler)
    )
    assert again.information_state_string(seat) == remembered


def test_a_playthrough_can_be_generated(spiel: ModuleType) -> None:
    from open_spiel.python.algorithms.generate_playthrough import (
        playthrough,
    )  # only where installed

    text = playthrough("boardgames_koryo(players=2)", [])
    seen = [
        line.partition(" = ")[2]
        for line in text.splitlines()
        if line.startswith("ObservationString(1)")
    ]
    views = [json.loads(line[1:-1]) for line in seen]
    assert {each["seat"] for each in views if each is not None} == {1}
    assert spiel.load_game("boardgames_koryo(players=2)").num_players() == 2


def test_the_search_in_cpp_refuses_games_in_python(spiel: ModuleType) -> None:
    """As the module says; when this fails, OpenSpiel has mended it."""
    game = spiel.load_game("boardgames_koryo(players=2)")
    evaluator = spiel.RandomRolloutEvaluator(1, 1)
    search = spiel.ISMCTSBot(
        1, evaluator, 1.0, 5, -1, spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )
    with pytest.raises(spiel.SpielError, match=r"ResampleFromInfostate\(\) not implemented"):
        spiel.evaluate_bots(
            game.new_initial_state(), [search, spiel.make_uniform_random_bot(1, 1)], 3
        )
    sees_all = spiel.MCTSBot(game, evaluator, 1.0, 5, 1000, True, 1, False)
    assert (
        sum(
            spiel.evaluate_bots(
                game.new_initial_state(), [sees_all, spiel.make_uniform_random_bot(1, 1)], 3
            )
        )
        == 0
    )


def test_the_search_of_open_spiel_beats_its_random_bot_on_worlds_that_we_sample(
    spiel: ModuleType,
) -> None:
    from numpy.random import RandomState  # only where it is installed, as the next two
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    game = spiel.load_game("boardgames_koryo(players=2)")
    random, won = generator(1, 1).random, 0.0
    for number in range(4):
        evaluator = RandomRolloutEvaluator(1, RandomState(number))
        search = ISMCTSBot(
            game, evaluator, uct_c=1.0, max_simulations=30, random_state=RandomState(number)
        )
        # As it would do by itself, but with seeded random numbers.
        search.set_resampler(lambda state, player: state.resample_from_infostate(player, random))
        bots = [search, spiel.make_uniform_random_bot(1, number)]
        won += spiel.evaluate_bots(game.new_initial_state(), bots, number)[0]
    assert won > 0


def test_states_and_games_are_pickled_and_copied(spiel: ModuleType) -> None:
    game = spiel.load_game("boardgames_koryo(players=3,seeds=10)")
    again = pickle.loads(pickle.dumps(game))  # noqa: S301  # our own
    assert str(again) == str(game) == "boardgames_koryo(payoffs=victory,players=3,seeds=10)"
    state = game.new_initial_state()
    state.apply_action(7)
    unpickled = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own
    for copied in (unpickled, state.clone(), game.deserialize_state(state.serialize())):
        assert (str(copied), copied.history()) == (str(state), [7])
        assert copied.information_state_string(0) == state.information_state_string(0)
        number = copied.legal_actions()[-1]
        copied.apply_action(number)
        assert str(copied) == str(state.child(number)) != str(state)
    assert str(state) == json.dumps(
        make("koryo", players=3).to_json(make("koryo", players=3).new_game(7)),
        sort_keys=True,
        separators=(",", ":"),
    )


def test_observers_tell_what_everybody_or_one_seat_knows(spiel: ModuleType) -> None:
    game = spiel.load_game("boardgames_koryo(players=3)")
    state, rules = started(game, 1), make("koryo", players=3)
    table = rules.state_from_json(json.loads(str(state)))
    infos = spiel.PrivateInfoType

    def told(**kind: object) -> Any:
        observer = game.make_py_observer(spiel.IIGObservationType(perfect_recall=False, **kind))
        observer.set_from(state, 2)
        assert observer.tensor.any()
        return json.loads(observer.string_from(state, 2))

    assert told(private_info=infos.NONE) == rules.to_json(rules.view(table, None))
    assert told(private_info=infos.SINGLE_PLAYER) == rules.to_json(rules.view(table, 2))
    with pytest.raises(ValueError, match="what one seat knows, or what everybody knows"):
        told(private_info=infos.ALL_PLAYERS)
    with pytest.raises(ValueError, match="observations take no parameters"):
        game.make_py_observer(None, {"colour": "red"})


def test_what_does_not_exist_is_refused(spiel: ModuleType) -> None:
    with pytest.raises(ConfigurationError, match="koryo is for 2 to 4 players, not 9"):
        spiel.load_game("boardgames_koryo(players=9)")
    with pytest.raises(ConfigurationError, match="seeds must be 0 or more, not -1"):
        spiel.load_game("boardgames_koryo(seeds=-1)")
    with pytest.raises(ConfigurationError, match="'glory'"):
        spiel.load_game("boardgames_koryo(payoffs=glory)")
    with pytest.raises(spiel.SpielError, match="Unknown parameter 'colour'"):
        spiel.load_game("boardgames_koryo(colour=1)")
    state = started(spiel.load_game("boardgames_koryo(players=2)"), 1)
    before, illegal = (
        str(state),
        next(number for number in range(128) if number not in state.legal_actions()),
    )
    with pytest.raises(IllegalActionError, match=f" {illegal};"):
        state.apply_action(illegal)
    assert str(state) == before
    assert state.legal_actions(1 - state.current_player()) == []


@pytest.mark.usefixtures("open_spiel_adapter")
def test_the_program_plays_a_game_and_ends_well(shell: Shell) -> None:
    done = shell.python(PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    koryo, kuhn, value = done.stdout.splitlines()
    assert re.fullmatch(r"Koryo: the search got (-?0\.[05]), the random bot (-?0\.[05])\.", koryo)
    assert kuhn == "Kuhn poker: the exploitability of uniform play is 0.458333."
    assert (
        value == "After 300 rounds of CFR the first seat expects -0.056; the exact value is -1/18."
    )
