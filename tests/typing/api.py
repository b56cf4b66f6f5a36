"""The typing contract: nothing here runs, `mypy --strict` reads it."""

from __future__ import annotations

from random import Random
from typing import Any, assert_type

import boardgames
from boardgames import Action, Game, Notation, Outcome
from boardgames.core.codec import JSON
from boardgames.games import koryo
from boardgames.games.koryo import Koryo
from boardgames.play import Bot, Match, Record, RecordFile, Replay, Transition, make_bot
from boardgames.testing import check_game
from examples import skull
from examples.skull import Skull


def a_known_name_gives_its_own_class() -> None:
    game = boardgames.make("koryo", players=3)
    assert_type(game, Koryo)
    assert_type(game.players, int)
    assert_type(Koryo.name, str)
    assert_type(Koryo.player_counts, range)


def any_other_name_gives_any_game(name: str) -> None:
    assert_type(boardgames.make(name, players=3), Game[Any, Any, Any])
    assert_type(boardgames.make(name, players=3, components="mine.toml"), Game[Any, Any, Any])
    assert_type(boardgames.game_class(name), type[Game[Any, Any, Any]])
    assert_type(boardgames.game_names(), tuple[str, ...])


def the_number_of_players_has_to_be_said() -> None:
    boardgames.make("koryo")  # type: ignore[call-overload]  # by name
    boardgames.make("koryo", 3)  # type: ignore[call-overload]  # and only by name
    boardgames.make("koryo", players="3")  # type: ignore[call-overload]  # as a number


def states_actions_and_views_flow_through_the_rules(rng: Random) -> None:
    game = Koryo(2)
    state = game.new_game(seed=7)
    assert_type(state, koryo.State)
    assert_type(game.to_act(state), tuple[int, ...])
    actions = game.legal_actions(state)
    assert_type(actions, tuple[koryo.Action, ...])
    assert_type(game.legal_actions(state, 1), tuple[koryo.Action, ...])
    assert_type(game.apply(state, actions[0]), koryo.State)
    assert_type(game.apply(state, actions[0], player=0), koryo.State)
    assert_type(game.score(state), tuple[int, ...])
    assert_type(game.outcome(state), Outcome | None)
    view = game.view(state, None)
    assert_type(view, koryo.View)
    assert_type(game.determinize(view, rng), koryo.State)
    assert_type(game.evaluate(state, 0), float)
    assert_type(game.random_action(state, rng), koryo.Action)
    assert_type(game.parse("bank"), koryo.Action)
    assert_type(game.words.render(view), str)
    assert_type(game.words.tell(state, 0, actions[0], state, None), tuple[str, ...])


def a_view_is_no_state_and_another_action_is_none(rng: Random) -> None:
    game = Koryo(2)
    state = game.new_game()
    game.determinize(state, rng)  # type: ignore[arg-type]  # a State is no View
    game.apply(game.view(state, 0), koryo.Bank())  # type: ignore[arg-type]  # a View is no State
    game.apply(state, "bank")  # type: ignore[arg-type]  # a text is no Action


def actions_are_a_union_to_match() -> None:
    action = Koryo(2).parse("steal 2")
    if isinstance(action, koryo.Steal):
        assert_type(action.victim, int)
    assert_type(str(action), str)
    assert_type(koryo.Steal(1).victim, int)
    assert_type(koryo.Bank() < koryo.End(), bool)


def values_are_frozen() -> None:
    koryo.Steal(1).victim = 2  # type: ignore[misc]  # frozen
    koryo.Steal("1")  # type: ignore[arg-type]  # a seat is a number


def json_goes_out_and_comes_in() -> None:
    game = Koryo(2)
    data = game.to_json(game.new_game())
    assert_type(data, JSON)
    assert_type(game.state_from_json(data), koryo.State)
    assert_type(game.action_from_json(data), koryo.Action)
    assert_type(game.view_from_json(data), koryo.View)
    assert_type(game.digest(game.new_game()), str)


def a_match_keeps_the_types_of_its_game() -> None:
    match = Match(Koryo(2), [make_bot("random"), None], seed=7)
    assert_type(match, Match[koryo.State, koryo.Action, koryo.View])
    assert_type(match.state, koryo.State)
    assert_type(match.view(0), koryo.View)
    assert_type(match.play(koryo.End()), Transition[koryo.State, koryo.Action, koryo.View])
    for event in match.run():
        assert_type(event.action, koryo.Action)
        assert_type(event.after, koryo.State)
        assert_type(event.told(None), tuple[str, ...])
    assert_type(match.outcome, Outcome | None)
    assert_type(match.waiting(), tuple[int, ...])


def a_record_replays_in_the_types_of_its_game() -> None:
    record = Match(Koryo(2), [None, None]).record()
    assert_type(record, Record)
    assert_type(Record.load("game.json"), Record)
    replay = record.replay(Koryo(2))
    assert_type(replay, Replay[koryo.State, koryo.Action])
    assert_type(replay.plies, tuple[tuple[int, koryo.Action], ...])
    assert_type(replay.states, tuple[koryo.State, ...])
    assert_type(Record.load("game.json").replay(), Replay[Any, Any])
    with RecordFile.open("game.json", resume=True) as file:
        assert_type(file, RecordFile)
        assert_type(file.record, Record | None)
        file.write(record)
    resumed = Match(Koryo(2), [None, None], record=record)
    assert_type(resumed, Match[koryo.State, koryo.Action, koryo.View])


def a_spec_gives_a_bot_for_any_game() -> None:
    assert_type(make_bot("greedy:worlds=2"), Bot[Any, Any])


def any_game_is_checked(game: Game[Any, Any, Any]) -> None:
    check_game(game)
    check_game(Koryo(2), games=1, seed=3)


def a_state_declares_who_sees_what(view: skull.View, state: skull.State, rng: Random) -> None:
    game = Skull(3)
    assert_type(game.view(state, 0), skull.View)
    assert_type(game.determinize(view, rng), skull.State)
    assert_type(game.to_act(view), tuple[int, ...])
    assert_type(view.mats, tuple[tuple[str, ...], ...])
    assert_type(view.turn, int)
    assert_type(view.seat, int | None)
    str(view.tokens)  # type: ignore[attr-defined]  # no such field


def notation_reads_the_actions_it_is_given(actions: list[koryo.Bank]) -> None:
    assert_type(Notation(actions).parse("bank"), koryo.Bank)
    Notation(["bank"])  # type: ignore[type-var]  # only Actions have a notation
    assert_type(Action.__str__(actions[0]), str)
