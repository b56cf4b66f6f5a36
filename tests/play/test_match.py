from __future__ import annotations

import inspect
import pickle
from asyncio import CancelledError
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, pairwise
from math import inf
from random import Random
from typing import Any, ClassVar

import pytest

import boardgames
from boardgames import Action, BotError, ConfigurationError, IllegalActionError
from boardgames.play import Bot, Match, Record, make_bot
from boardgames.play.bots import RandomBot
from boardgames.play.ending import Forfeit
from boardgames.play.fault import Fault, StartError
from examples.tic_tac_toe import State, TicTacToe
from tests.clock import HeldMachine
from tests.play.players import Spy, match_of_bots, played_match
from tests.testing.small_games import Sealed, Sides, Together


class Unfinished(TicTacToe):
    """Its author has made a mistake in the estimate."""

    def evaluate(self, state: State, player: int) -> float:
        return self.players / len(state.squares[:0]) * player


def test_the_same_seed_is_the_same_game(sealed: Sealed) -> None:
    first, again, other = (played_match(sealed, seed=seed) for seed in (7, 7, 8))
    assert list(first.history()) == list(again.history())
    assert first.record() == again.record()
    assert list(first.history()) != list(other.history())


def test_without_a_seed_one_is_drawn_and_kept(sealed: Sealed) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [make_bot("random")] * 2)
    assert match.state == sealed.new_game(match.seed)
    assert match.seed != Match(sealed, [None] * 2).seed


def test_nobody_resigns_after_the_end(sealed: Sealed) -> None:
    match = played_match(sealed, seed=7)
    with pytest.raises(ConfigurationError, match="the game is over"):
        match.resign(0)
    assert match.ending is None


def test_events_come_in_order_and_lead_to_the_end(sealed: Sealed) -> None:
    match = match_of_bots(sealed)
    events = list(match.run())
    assert [event.ply for event in events] == list(range(1, len(events) + 1))
    assert events[0].before == sealed.new_game(7)
    assert all(one.after == other.before for one, other in pairwise(events))
    assert all(
        sealed.apply(event.before, event.action, event.player) == event.after for event in events
    )
    assert events[-1].after == match.state
    assert match.outcome == sealed.outcome(match.state) is not None
    assert list(match.history()) == events
    assert match.plies == len(events)


def test_a_transition_printed_shows_ply_and_seat_only(sealed: Sealed) -> None:
    """A debug line in a chat must not give the hands away, nor the seed."""
    match = Match(sealed, [RandomBot(), RandomBot()], seed=6_051_174_302_719)
    event = next(iter(match.run()))
    assert repr(event) == f"Transition(ply=1, player={event.player})"
    record = match.record()
    assert not any("6051174302719" in repr(each) for each in (event, record, record.replay(sealed)))
    assert repr(record.replay(sealed)) == "Replay()"


def test_the_last_choice_is_that_of_the_seat_and_none_that_was_forced(
    tic_tac_toe: TicTacToe,
) -> None:
    match = Match(tic_tac_toe, [None, RandomBot()], 3)
    assert match.last_choice(0) is None
    match.play(tic_tac_toe.legal_actions(match.state)[0], 0)
    first = match.last_choice(0)
    assert first is not None
    assert (first.ply, first.player) == (1, 0)
    match.step()
    assert match.last_choice(0) == first
    while match.outcome is None:
        match.play(match.game.legal_actions(match.state)[0], 0) if match.waiting() else match.step()
    last = match.last_choice(0)
    assert last is not None
    assert len(tic_tac_toe.legal_actions(last.before)) > 1


def test_where_all_may_act_each_commits_alone_in_any_order(sealed: Sealed) -> None:
    ends = []
    for order in ((0, 1), (1, 0)):
        match: Match[Any, Any, Any] = Match(sealed, [None, None], 7)
        assert match.waiting() == (0, 1)
        for seat in order:
            match.play(sealed.legal_actions(sealed.new_game(7), seat)[0], seat)
        assert match.waiting() == (0, 1)
        ends.append(match.state)
    assert ends[0] == ends[1]


def test_the_bot_acts_first_where_a_person_may_act_as_well(sealed: Sealed) -> None:
    spy = Spy()
    match: Match[Any, Any, Any] = Match(sealed, [None, spy], 7)
    assert match.waiting() == ()
    (event,) = match.run()
    assert event.player == 1
    assert match.waiting() == (0,)
    # What the person does first is nothing that the bot could know.
    match.play(sealed.legal_actions(match.state, 0)[0], 0)
    assert match.waiting() == ()
    assert spy.given[0][1] == sealed.view(sealed.new_game(7), 1)


def test_without_a_seat_the_first_that_may_act_does(sealed: Sealed) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [None, None], 7)
    assert match.play(sealed.legal_actions(match.state)[0]).player == 0
    assert match.play(sealed.legal_actions(match.state)[0]).player == 1


def test_an_illegal_action_changes_nothing(sealed: Sealed) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [None, None], 7)
    before = match.record()
    for player in (None, 0, 5):
        with pytest.raises(IllegalActionError):
            match.play(sealed.parse(f"commit {sealed.new_game(7).hands[1][0]}"), player)
    assert match.record() == before
    assert match.plies == 0


def test_after_the_end_nobody_acts(tic_tac_toe: TicTacToe) -> None:
    match = played_match(tic_tac_toe)
    assert match.waiting() == ()
    assert list(match.run()) == []
    with pytest.raises(ConfigurationError, match=r"^no bot may act now$"):
        match.step()
    with pytest.raises(IllegalActionError):
        match.play(tic_tac_toe.parse("mark 4"))


def test_a_person_is_not_moved_by_the_match(tic_tac_toe: TicTacToe) -> None:
    match: Match[Any, Any, Any] = Match(tic_tac_toe, [None, make_bot("random")])
    assert list(match.run()) == []
    with pytest.raises(ConfigurationError, match=r"^no bot may act now$"):
        match.step()


@pytest.mark.parametrize("plies", [1, 3, 8])
def test_what_is_taken_back_and_played_on_goes_as_it_went(sealed: Sealed, plies: int) -> None:
    match, straight = played_match(sealed), played_match(sealed)
    match.undo(plies)
    assert match.plies == straight.plies - plies
    assert match.outcome is None
    list(match.run())
    assert list(match.history()) == list(straight.history())


@pytest.mark.parametrize("taken_back", [1, 3, 8])
def test_a_record_after_an_undo_has_the_checks_of_what_stands(
    sealed: Sealed, taken_back: int
) -> None:
    match = played_match(sealed)
    match.record()
    match.undo(taken_back)
    shorter = match.record()
    assert len(shorter.checks) == match.plies
    assert match.plies == 8 - taken_back
    shorter.replay(sealed)
    match.play(match.game.legal_actions(match.state)[-1])
    match.record().replay(sealed)


def test_a_draft_that_is_given_up_leaves_no_check_behind(sealed: Sealed) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [None, None], 7)
    first, *_, last = sealed.legal_actions(match.state, 0)
    draft = match.draft()
    draft.play(first, 0)
    assert len(draft.record().checks) == 1
    assert match.record().checks == ()
    match.play(last, 0)
    match.record().replay(sealed)


def test_recording_a_match_again_writes_only_the_new_plies(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_of_bots(sealed)
    written = list[Action]()
    kind = type(sealed.legal_actions(match.state)[0])
    wording = kind.__str__

    def noted(action: Action) -> str:
        written.append(action)
        return wording(action)

    monkeypatch.setattr(kind, "__str__", noted)
    for event in match.run():
        written.clear()
        match.record()
        assert written == [event.action]


@pytest.mark.parametrize("plies", [0, -1, 9])
def test_there_is_only_so_much_to_take_back(sealed: Sealed, plies: int) -> None:
    match = played_match(sealed)
    with pytest.raises(ConfigurationError, match=f"^cannot take back {plies} of 8 actions$"):
        match.undo(plies)
    assert match.plies == 8


@pytest.mark.parametrize("name", ["koryo", "sealed"])
@pytest.mark.parametrize("plies", [0, 1, 5, 8])
def test_a_match_that_is_resumed_goes_on_as_it_would_have_gone(
    sealed: Sealed, name: str, plies: int
) -> None:
    game = sealed if name == "sealed" else boardgames.make(name, players=2)
    straight, match = played_match(game), match_of_bots(game)
    for _ in range(plies):
        match.step()
    written = Record.from_json(match.record().to_json())
    resumed = Match(game, [make_bot("random")] * 2, record=written)
    assert list(resumed.history()) == list(match.history())
    list(resumed.run())
    assert list(resumed.history()) == list(straight.history())
    assert resumed.record() == straight.record()


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (
            ["random", None],
            "seat 1: expected a Bot or None, not 'random': make_bot makes a Bot from its spec",
        ),
        (
            [None, RandomBot],
            "seat 2: expected a Bot or None, not <class 'boardgames.play.bots.base.RandomBot'>",
        ),
    ],
)
def test_a_seat_that_is_no_bot_is_refused(sealed: Sealed, seats: Any, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Match(sealed, seats)
    assert str(caught.value) == message


def test_what_happens_on_a_fault_is_one_of_three_things(sealed: Sealed) -> None:
    wrong: Any = "forfiet"
    with pytest.raises(
        ConfigurationError,
        match=r"^on_fault: expected one of forfeit, random, raise, not 'forfiet'$",
    ):
        Match(sealed, [None, None], on_fault=wrong)


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_there_are_as_many_seats_and_names_as_players(sealed: Sealed, seats: int) -> None:
    with pytest.raises(
        ConfigurationError, match=f"^sealed is set up for 2 players, not for {seats} seats$"
    ):
        Match(sealed, [None] * seats)
    with pytest.raises(
        ConfigurationError, match=f"^sealed is set up for 2 players, not for {seats} names$"
    ):
        Match(sealed, [None] * 2, 7, ["a"] * seats)


def test_seats_are_named_by_what_sits_there(sealed: Sealed) -> None:
    assert Match(sealed, [None, make_bot("random")], 7).names == ("human", "random")
    match = Match(sealed, [None, None], 7, ["Ann", "Zoë"])
    assert match.names == ("Ann", "Zoë")
    record = match.record()
    assert (record.seats, record.is_revealed) == (("human", "human"), False), (
        "hands are still secret"
    )
    while seats := sealed.to_act(match.state):
        match.play(sealed.legal_actions(match.state, seats[0])[0], seats[0])
    assert match.record().seats == ("Ann", "Zoë")


class Interrupted(Sealed):
    """Ctrl-C comes at one of the questions that a match asks its game."""

    answers_left: ClassVar[float] = inf

    def _answer(self) -> None:
        Interrupted.answers_left -= 1
        if Interrupted.answers_left < 0:
            raise KeyboardInterrupt

    def to_act(self, state: Any) -> tuple[int, ...]:
        self._answer()
        return super().to_act(state)

    def legal_actions(self, state: Any, player: int | None = None) -> tuple[Any, ...]:
        self._answer()
        return super().legal_actions(state, player)

    def apply(self, state: Any, action: Any, player: int | None = None) -> Any:
        after = super().apply(state, action, player)
        self._answer()
        return after

    def view(self, state: Any, player: int | None) -> Any:
        self._answer()
        return super().view(state, player)


def test_an_interrupt_in_the_midst_of_an_action_leaves_the_match_before_it_or_after_it(
    sealed: Sealed, monkeypatch: pytest.MonkeyPatch
) -> None:
    straight = played_match(sealed)
    lengths = []
    for answers in count():
        match = match_of_bots(Interrupted(2))
        for _ in range(3):
            match.step()
        monkeypatch.setattr(Interrupted, "answers_left", answers)
        try:
            match.step()
        except KeyboardInterrupt:
            monkeypatch.undo()
        else:
            break
        record = match.record()
        lengths.append(len(record.actions))
        assert len(record.replay(sealed).plies) == lengths[-1]
        list(match.run())
        assert match.record() == straight.record()
    assert lengths == sorted(lengths)
    assert {*lengths} == {3, 4}


# Bots that fail.


@dataclass(frozen=True)
class Cheat(Bot[Any, Any]):
    """Does what it likes."""

    action: Any

    def choose(
        self, game: Any, player: int, view: Any, actions: tuple[Any, ...], rng: Random
    ) -> Any:
        """Return the action, or raise it if it is an error."""
        del game, player, view, actions, rng
        if isinstance(self.action, BaseException):
            raise self.action
        return self.action


class Meddler(Bot[Any, Any]):
    """Changes the game that all play in."""

    def choose(
        self, game: Any, player: int, view: Any, actions: tuple[Any, ...], rng: Random
    ) -> Any:
        del player, view, actions, rng
        game.players = 1


def test_a_bot_cannot_change_the_number_of_players(sealed: Sealed) -> None:
    match = Match(sealed, [make_bot("random"), Meddler()], 7, on_fault="forfeit")
    list(match.run())
    assert isinstance(match.ending, Forfeit)
    assert match.ending.reason.startswith(
        "raised AttributeError: the number of players of a game is fixed in choose"
    )
    assert sealed.players == 2


def where(function: Callable[..., Any], line: str) -> str:
    """Return how a fault names this line of a function here."""
    lines, first = inspect.getsourcelines(function)
    number = first + [each.strip() for each in lines].index(line)
    return f" in {function.__name__} (test_match.py, line {number})"


CHEAT_RAISES = where(Cheat.choose, "raise self.action")

FAULTS = [
    (ZeroDivisionError("by\nzero"), f"ZeroDivisionError: by zero{CHEAT_RAISES}"),
    ("nonsense", "'nonsense', which is not an action"),
    (None, "None, which is not an action"),
]
"""What a bot does, and how the reason of its fault ends."""


@pytest.mark.parametrize(("action", "reason"), FAULTS, ids=range(3))
def test_a_bot_that_fails_forfeits_the_game(sealed: Sealed, action: object, reason: str) -> None:
    match = Match(sealed, [make_bot("random"), Cheat(action)], 7, on_fault="forfeit")
    events = list(match.run())
    assert [event.player for event in events] == [0]
    (fault,) = match.faults
    assert (fault.ply, fault.player) == (2, 1)
    assert fault.reason.endswith(reason)
    assert match.ending == Forfeit(1, fault.reason)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.ranking) == ((0,), ((0,), (1,)))
    assert match.outcome.reason == "forfeit"
    assert (match.record().outcome, match.record().ending) == (None, match.ending)
    assert (match.to_act, match.waiting(), match.scene(0).to_act) == ((), (), ())
    with pytest.raises(
        ConfigurationError, match=r"^the game is over: Player 2 forfeited the game: "
    ):
        match.play(sealed.legal_actions(match.state)[0])
    match.undo()
    assert match.outcome is None
    assert match.record().ending is None


@pytest.mark.parametrize(("action", "reason"), FAULTS, ids=range(3))
def test_a_bot_that_fails_may_be_moved_at_random(
    sealed: Sealed, action: object, reason: str
) -> None:
    match = Match(sealed, [make_bot("random"), Cheat(action)], 7, on_fault="random")
    list(match.run())
    assert match.outcome == sealed.outcome(match.state) is not None
    assert len(match.faults) == match.choices[1] > 0
    assert all(fault.reason.endswith(reason) for fault in match.faults)


class Alone(Sealed):
    """A game for one."""

    player_counts = range(1, 2)


def test_a_forfeit_in_a_game_for_one_leaves_nobody_who_has_won() -> None:
    match = Match(Alone(1), [Cheat("nonsense")], 7, on_fault="forfeit")
    list(match.run())
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.ranking) == ((), ((0,),))


@pytest.mark.parametrize("bot", ["greedy", "mcts:iterations=8"])
@pytest.mark.parametrize("on_fault", ["forfeit", "random", "raise"])
def test_a_game_that_fails_where_a_bot_asks_it_is_stopped_and_named(
    bot: str, on_fault: Any
) -> None:
    match = Match(Unfinished(2), [make_bot(bot), make_bot("random")], 7, on_fault=on_fault)
    with pytest.raises(BotError) as caught:
        match.step()
    line = Unfinished.evaluate.__code__.co_firstlineno + 1
    fault = f"raised ZeroDivisionError: division by zero in evaluate (test_match.py, line {line})"
    assert str(caught.value) == f"ply 1: tic_tac_toe {fault}"
    assert (match.faults, match.ending) == ([], None)


def test_a_stand_in_that_fails_is_named() -> None:
    match: Match[Any, Any, Any] = Match(boardgames.make("koryo", players=2), [None, None], 7)
    match.reseat(match.game.to_act(match.state)[0], Cheat("nonsense"))
    with pytest.raises(BotError, match=r"^ply 1, player \d, Cheat: chose 'nonsense'"):
        match.step()


@pytest.mark.parametrize(
    ("game", "ranking", "utility"),
    [(Sides(4), ((0, 2), (1, 3)), (1, 0, 1, 0)), (Together(2), ((0, 1),), (0, 0))],
)
def test_with_a_forfeit_the_whole_team_loses(
    game: Sealed, ranking: object, utility: object
) -> None:
    bots = [make_bot("random"), Cheat("nonsense"), *[make_bot("random")] * (game.players - 2)]
    match = Match(game, bots, 7, on_fault="forfeit")
    list(match.run())
    assert match.outcome is not None
    assert (match.outcome.ranking, match.outcome.utility) == (ranking, utility)
    assert match.outcome.winners == (() if game.players == 2 else (0, 2))


def test_a_bot_that_fails_stops_the_match_with_its_seat_and_ply(sealed: Sealed) -> None:
    match = Match(sealed, [Cheat("nonsense"), None], 7, ["cheat", "human"])
    with pytest.raises(
        BotError, match=r"^ply 1, player 1, cheat: chose 'nonsense', which is not an action$"
    ):
        match.step()
    error = ZeroDivisionError("by zero")
    match = Match(sealed, [make_bot("random"), Cheat(error)], 7, ["random", "che\x1b[2Jat\n"])
    match.step()
    with pytest.raises(BotError) as caught:
        match.step()
    assert (
        str(caught.value)
        == rf"ply 2, player 2, che\x1b[2Jat: raised ZeroDivisionError: by zero{CHEAT_RAISES}"
    )
    assert caught.value.__cause__ is error


class Unprintable:
    """Cannot even be compared or quoted."""

    def __eq__(self, other: object) -> bool:
        raise OverflowError("no")

    __hash__ = None  # type: ignore[assignment]  # as for any class with an __eq__ of its own


UNPRINTABLE_RAISES = where(Unprintable.__eq__, 'raise OverflowError("no")')


class WeirdError(Exception):
    """An error that cannot even be shown."""

    def __str__(self) -> str:
        raise RuntimeError


class Agreeable:
    """Claims to be equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # as for any class with an __eq__ of its own


ODD_FAULTS = [
    (Unprintable(), f"OverflowError: no{UNPRINTABLE_RAISES}"),
    (KeyError(("view",) * 100), f"KeyError: {repr(('view',) * 100)[:117]}...{CHEAT_RAISES}"),
    (WeirdError(), f"WeirdError: an error that cannot be shown{CHEAT_RAISES}"),
    (SystemExit(3), f"SystemExit: 3{CHEAT_RAISES}"),
    (CancelledError("no"), f"CancelledError: no{CHEAT_RAISES}"),
    ("x" * 10**6, f"'{'x' * 56}..., which is not an action"),
    ("a\x1b[2J\u202eb\nc", r"'a\x1b[2J\u202eb\nc', which is not an action"),
]


@pytest.mark.parametrize(("action", "reason"), ODD_FAULTS, ids=range(len(ODD_FAULTS)))
def test_whatever_a_bot_does_its_fault_is_one_printable_line(
    sealed: Sealed, action: object, reason: str
) -> None:
    match = Match(sealed, [Cheat(action), make_bot("random")], 7, on_fault="forfeit")
    list(match.run())
    (fault,) = match.faults
    assert (fault.ply, fault.player) == (1, 0)
    assert fault.reason.endswith(reason)
    assert fault.reason.isprintable()


def test_what_is_played_is_one_of_the_listed_actions_themselves(sealed: Sealed) -> None:
    match = Match(sealed, [Cheat(Agreeable()), None], 7)
    event = match.step()
    assert event is not None
    assert type(event.action) is type(sealed.legal_actions(event.before, 0)[0])


class Late(Bot[Any, Any]):
    """Makes the clock go on while it chooses."""

    def __init__(self, machine: HeldMachine, nanoseconds: int) -> None:
        self.machine = machine
        self.nanoseconds = nanoseconds

    def choose(
        self, game: Any, player: int, view: Any, actions: tuple[Any, ...], rng: Random
    ) -> Any:
        del game, player, view, rng
        self.machine.now += self.nanoseconds / 1e9
        return actions[0]


@pytest.mark.parametrize(
    ("nanoseconds", "reason"), [(10**9, None), (10**9 + 1, "took 1.00 s, but had only 1 s")]
)
def test_a_bot_that_takes_too_long_is_found_at_fault_when_it_returns(
    sealed: Sealed, nanoseconds: int, reason: str | None
) -> None:
    machine = HeldMachine()
    bots = [Late(machine, nanoseconds), None]
    match = Match(sealed, bots, 7, seconds=1, on_fault="forfeit", machine=machine)
    match.step()
    assert [fault.reason for fault in match.faults] == ([] if reason is None else [reason])


class Starter(Bot[Any, Any]):
    """Notes when it is seated and when it leaves; may fail at either."""

    def __init__(self, notes: list[str], name: str, error: BaseException | None = None) -> None:
        self.notes = notes
        self.name = name
        self.error = error

    def choose(
        self, game: Any, player: int, view: Any, actions: tuple[Any, ...], rng: Random
    ) -> Any:
        del game, player, view, rng
        return actions[0]

    def seated(self, game: Any, player: int, seconds: float | None) -> Bot[Any, Any]:
        del game, player, seconds
        if self.error is not None:
            raise self.error
        self.notes.append(f"{self.name} sits down")
        return self

    def leave(self, outcome: object) -> None:
        self.notes.append(f"{self.name} leaves {'early' if outcome is None else 'at the end'}")
        if outcome is None:
            raise SystemExit(self.name)


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "raise"])
def test_a_bot_that_cannot_start_is_an_error_before_the_deal(sealed: Sealed, on_fault: Any) -> None:
    notes: list[str] = []
    bots = [make_bot("random"), Starter(notes, "b", BotError("no such program"))]
    with pytest.raises(BotError, match=r"^player 2, Starter: no such program$"):
        Match(sealed, bots, 7, on_fault=on_fault)
    with pytest.raises(
        BotError, match=r"^player 2, Starter: .*OSError: gone in seated \(test_match"
    ):
        Match(
            sealed, [make_bot("random"), Starter(notes, "b", OSError("gone"))], 7, on_fault=on_fault
        )
    with pytest.raises(
        BotError, match=r"^player 2, Starter: .*SystemExit: 3 in seated \(test_match"
    ):
        Match(
            sealed, [make_bot("random"), Starter(notes, "b", SystemExit(3))], 7, on_fault=on_fault
        )
    assert notes == []


def test_ctrl_c_while_a_bot_works_is_nobodys_fault(sealed: Sealed) -> None:
    with pytest.raises(KeyboardInterrupt):
        Match(sealed, [Starter([], "a", KeyboardInterrupt()), None], 7)
    match = Match(sealed, [Cheat(KeyboardInterrupt()), None], 7, on_fault="forfeit")
    with pytest.raises(KeyboardInterrupt):
        match.step()
    assert (match.faults, match.plies) == ([], 0)


@pytest.mark.parametrize("name", [1, None, b"Ann"])
def test_names_are_strings(sealed: Sealed, name: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"^names: expected strings, not "):
        Match(sealed, [None, None], 7, ["Ann", name])


def test_the_error_of_a_bot_that_cannot_start_can_be_sent_to_another_process(
    sealed: Sealed,
) -> None:
    with pytest.raises(StartError) as caught:
        Match(sealed, [make_bot("random"), Starter([], "b", BotError("no such program"))], 7)
    copied = pickle.loads(pickle.dumps(caught.value))  # noqa: S301  # our own
    assert (str(copied), copied.fault) == (
        "player 2, Starter: no such program",
        Fault(0, 1, "no such program"),
    )


def test_bots_sit_down_before_the_deal_and_leave_at_the_end(sealed: Sealed) -> None:
    notes: list[str] = []
    match = Match(sealed, [Starter(notes, "a"), Starter(notes, "b")], 7)
    assert notes == ["a sits down", "b sits down"]
    list(match.run())
    assert sorted(notes[2:]) == ["a leaves at the end", "b leaves at the end"]
    match.close()
    assert len(notes) == 4
    again = Match(sealed, [Starter(notes, "a"), Starter(notes, "b")], record=match.record())
    assert (again.outcome, len(notes)) == (match.outcome, 4)


def test_every_bot_leaves_even_if_another_fails_at_that(sealed: Sealed) -> None:
    notes: list[str] = []
    match = Match(sealed, [Starter(notes, "a"), Starter(notes, "b")], 7)
    match.close()
    assert sorted(notes[2:]) == ["a leaves early", "b leaves early"]
    notes.clear()
    with pytest.raises(KeyboardInterrupt):
        Match(sealed, [Starter(notes, "a"), Starter(notes, "b", KeyboardInterrupt())], 7)
    assert notes == ["a sits down", "a leaves early"]


def test_a_bot_is_not_asked_where_it_has_no_choice(sealed: Sealed) -> None:
    spy = Spy()
    match = Match(sealed, [spy, spy], 7)
    events = list(match.run())
    only = [event for event in events if len(sealed.legal_actions(event.before, event.player)) == 1]
    assert len(only) == 2
    assert match.choices == [3, 3]
    assert len(spy.given) == 6


def test_a_seat_is_a_whole_number(sealed: Sealed) -> None:
    match: Match[Any, Any, Any] = Match(sealed, [None, None], 7)
    action = sealed.legal_actions(match.state, 1)[0]
    for wrong in (1.0, True, "1", -1, 2):
        with pytest.raises(IllegalActionError):
            match.play(action, wrong)  # type: ignore[arg-type]  # that is the point
    assert match.plies == 0


class Misnamed(Bot[Any, Any]):
    """Its `choose` takes too few arguments."""

    def choose(self) -> Any:  # type: ignore[override]
        """Never be called."""


def test_a_bot_that_cannot_be_called_is_named_with_its_file(sealed: Sealed) -> None:
    match: Match[Any, Any, Any] = Match(
        sealed, [Misnamed(), make_bot("random")], 7, on_fault="forfeit"
    )
    list(match.run())
    assert isinstance(match.ending, Forfeit)
    assert match.ending.reason.endswith(" in Misnamed (test_match.py)")
