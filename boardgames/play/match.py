"""One game: bots choose, other seats are played by the caller, and each event is reported as a seat
may see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import chain
from typing import Any, Generic, Self

from boardgames.contract.game import A, Game, S, V
from boardgames.contract.refusals import check_seat, not_to_act
from boardgames.contract.transition import Reader, Transition
from boardgames.contract.words import Words
from boardgames.core.action import Action
from boardgames.core.chance import check_seed, one_way_generator
from boardgames.core.errors import BotError, ConfigurationError, describe_exception, quoted
from boardgames.core.integers import as_integer
from boardgames.core.outcome import Outcome
from boardgames.core.text import listed, one_line
from boardgames.core.values import evolve
from boardgames.play.bots.base import Bot, HistoryBot, RandomBot
from boardgames.play.bots.catalogue import spec_of
from boardgames.play.ending import (
    Ending,
    Forfeit,
    Resigned,
    entry_of,
    outcome_of,
    scene_after,
    sentence_for,
)
from boardgames.play.fault import (
    NOBODYS_FAULT,
    Fault,
    Question,
    StartError,
    Thought,
    faults_ignored,
    why_raised,
)
from boardgames.play.limits import OnFault
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.pace import EvenPace
from boardgames.play.record import FORMAT, HUMAN, LONGEST_REASON, Record, WrittenPlies
from boardgames.play.setup import check_setup
from boardgames.scene.log import Entry
from boardgames.scene.scene import Scene


class Match(Generic[S, A, V]):
    """A game in progress.

    A bot is asked only if it has a choice. Bots are seated before the deal and leave when the game
    is over; a match that is abandoned must be closed, for example by a `with` statement.

    Each bot decision has a random generator of its own, derived from seed, seat and ply by a
    one-way hash: a match continues in the same way after a resume or an undo, and no generator
    reveals the seed.
    """

    game: Game[S, A, V]
    seats: tuple[Bot[Any, Any] | None, ...]
    names: tuple[str, ...]
    seed: int
    seconds: float | None
    on_fault: OnFault
    machine: Machine
    pace: EvenPace[S, A, V] | None
    """The even pace of the bots; None if they need not keep one."""
    faults: list[Fault]
    """The faults of the bots, in order."""
    choices: list[int]
    """The number of choices of each bot, by seat."""
    thinking_ns: list[int]
    """The total thinking time of each bot in nanoseconds, by seat."""
    ending: Ending | None
    """How the game ended outside its rules."""
    revoked: Ending | None
    """The ending in the record that this match continues; still recorded until something
    happens.
    """
    _seated: dict[int, Bot[Any, Any]]
    _leaving: list[int] | None
    """In a draft: the seats whose bots leave once it is adopted."""
    _seen: dict[int, list[tuple[object, ...]]]
    """By seat of a `HistoryBot`: the Events of each action, as the seat sees them."""
    _plies: list[tuple[int, A]]
    _states: list[S]
    _written: WrittenPlies
    """The first plies as a record has them: as many as there were when it was last made."""

    def __init__(  # noqa: PLR0913  # all but the first four by name
        self,
        game: Game[S, A, V],
        seats: Sequence[Bot[Any, Any] | None],
        seed: int | None = None,
        names: Sequence[str] | None = None,
        *,
        seconds: float | None = None,
        on_fault: OnFault = "raise",
        even_pace: bool = False,
        record: Record | None = None,
        ended: bool = False,
        machine: Machine = THIS_MACHINE,
    ) -> None:
        """Seat the bots and start a game; a seat that is None is played by the caller. `names` go
        into the record.

        `seconds` limits each choice of a bot (None: no limit). With `even_pace`, thinking times
        reveal little about hands (see `EvenPace`). With a `record`, the match continues that game,
        with its seed and names. `ended`: an ending in the record stands; without it, the game goes
        on. `machine` has the clock by which bots think and pause.

        Raises `ConfigurationError` for a wrong number of seats or names, or a wrong seat, seed,
        limit or `on_fault`, `StartError`, a `BotError`, if a bot cannot start, and `RecordError` if
        the record does not replay.
        """
        if record is not None:
            seed, names = record.seed, record.seats
        check_setup(game, seats, names, seconds, on_fault)
        self.game = game
        self.seats = tuple(seats)
        if names is None:
            names = [HUMAN if bot is None else spec_of(bot) for bot in seats]
        self.names = tuple(names)
        self.seed = machine.seed() if seed is None else check_seed(seed)
        self.seconds = seconds
        self.on_fault = on_fault
        self.machine = machine
        is_watched = None in self.seats
        self.pace = EvenPace(game, self.seed, machine) if even_pace and is_watched else None
        self.faults = []
        self.choices = [0] * game.players
        self.thinking_ns = [0] * game.players
        self.ending = None
        self.revoked = None
        self._seated = {}
        self._leaving = None
        self._seen = {}
        if record is None:
            self._plies = []
            self._states = [game.new_game(self.seed)]
        else:
            replay = record.replay(game)
            self._plies = [*replay.plies]
            self._states = [*replay.states]
            if ended:
                self.ending = record.ending
            else:
                self.revoked = record.ending
        self._written = WrittenPlies.none_of(game, self.seed)
        if self.to_act:
            self._seat_all()

    def _seat_all(self) -> None:
        """Seat the bots, so that a bot that cannot start is an error now rather than a
        fault later.
        """
        try:
            for player, bot in enumerate(self.seats):
                if bot is not None:
                    self._seated[player] = self._seat(player, bot)
        except BaseException as error:
            self.close()
            if isinstance(error, KeyboardInterrupt):
                raise
            fault = Fault(0, player, one_line(why_raised(error, bot), LONGEST_REASON))
            raise StartError(
                f"player {player + 1}, {one_line(self.names[player])}: {fault.reason}", fault
            ) from error

    def _seat(self, player: int, bot: Bot[Any, Any]) -> Bot[Any, Any]:
        seated = bot.seated(self.game, player, self.seconds)
        return seated.timed_by(self.machine.stopwatch())

    @property
    def state(self) -> S:
        """The position. It contains the seed and what no seat may see, so give players a `view`
        instead.
        """
        # After an interrupt there may be more States than plies: only the States up to the last ply
        # count.
        return self._states[len(self._plies)]

    @property
    def plies(self) -> int:
        """The number of actions so far."""
        return len(self._plies)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by an `ending`; None while it goes on."""
        if self.ending is None:
            return self.game.outcome(self.state)
        return outcome_of(self.ending, self.game, self.state)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return () if self.ending is not None else self.game.to_act(self.state)

    def moves(self, player: int) -> int:
        """Return the number of actions of this seat so far."""
        return [seat for seat, _ in self._plies].count(player)

    def view(self, player: int | None) -> V:
        """Return everything that this seat (None: a spectator) may know now."""
        return self.game.view(self.state, player)

    def scene(self, player: int | None, words: Words[S, A, V] | None = None) -> Scene:
        """Return the table as this seat (None: a spectator) sees it now.

        It is in these words (None: those of the game by default).
        """
        reader = words or self.game.words
        scene = reader.scene(self.view(player))
        return scene if self.ending is None else scene_after(scene, self.ending, reader)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that the caller must play before the bots can continue."""
        seats = self.to_act
        return seats if all(self.seats[seat] is None for seat in seats) else ()

    def play(self, action: A, player: int | None = None) -> Transition[S, A, V]:
        """Apply this action; raise `IllegalActionError`, and change nothing, if it is not legal.

        Raises `ConfigurationError` if the game has ended outside its rules.
        """
        if self.ending is not None:
            reason = sentence_for(None, self.ending, self.game.words)
            raise ConfigurationError(f"the game is over: {reason}")
        before = self.state
        if player is not None and type(player) is not int:
            given = player
            player = as_integer(given)  # 1.0 and True equal 1, but are recorded differently
            if player is None:
                raise not_to_act(self.game, before, given, f"illegal action {action}")
        after = self.game.apply(before, action, player)
        seat = self.to_act[0] if player is None else player
        self.revoked = None
        self._states[self.plies + 1 :] = [after]
        self._plies.append((seat, action))
        if not self.to_act:
            self.close()
        return Transition(self.game, self.plies, seat, action, before, after)

    def step(self) -> Transition[S, A, V] | None:
        """Let the first bot that may act choose; return the transition, or None if the bot forfeits
        the game.

        Raises `ConfigurationError` if no bot may act, and `BotError` for a fault if `on_fault` is
        "raise".
        """
        thought = self.think()
        if thought.pause:
            self.machine.sleep(thought.pause)
        return self.settle(thought)

    def next_bot(self) -> int | None:
        """Return the first seat that may act and is played by a bot; None if there is none."""
        for seat in self.to_act:
            if self.seats[seat] is not None:
                return seat
        return None

    def run(self) -> Iterator[Transition[S, A, V]]:
        """Let the bots act until the game is over or only seats of the caller may act."""
        while self.next_bot() is not None:
            event = self.step()
            if event is not None:
                yield event

    def question(self) -> Question[S, A] | None:
        """Return what the next bot is asked; None if no bot may act."""
        player = self.next_bot()
        if player is None:
            return None
        bot = self.seats[player]
        assert bot is not None
        state = self.state
        actions = self.game.legal_actions(state, player)
        seated = self._seated.get(player)
        if seated is not None and not isinstance(seated, HistoryBot):
            return Question(self.plies, player, bot, state, actions, None)
        seen = self._seen.setdefault(player, [])
        seen += [event.happened(player) for event in self.history(len(seen))]
        return Question(self.plies, player, bot, state, actions, tuple(chain.from_iterable(seen)))

    def think(self, question: Question[S, A] | None = None) -> Thought[S, A]:
        """Let the bot that is asked think without changing the game; pass the result to `settle`
        after its `pause`.

        Without a question, it is the next bot. If the flag of `stopped_by` is set, the bot stops
        early and its result must be discarded. Raises `ConfigurationError` if no bot may act.
        """
        question = question or self.question()
        if question is None:
            raise ConfigurationError("no bot may act now")
        player = question.player
        plies = question.plies
        pace = self.pace
        # The same work with or without a choice:
        decoy = None if pace is None else pace.decoy(question.state, player, plies)
        if len(question.actions) == 1:
            pause = 0.0
            if pace is not None and decoy is not None:
                pause = pace.pretend(self._seated.get(player), player, plies, decoy)
            return Thought(question, question.actions[0], pause=pause)
        thought = self._answer(question)
        assert thought.took is not None
        if self.seconds is not None and thought.fault is None and thought.took > self.seconds * 1e9:
            fault = f"took {thought.took / 1e9:.2f} s, but had only {self.seconds:g} s"
            return evolve(thought, action=None, fault=fault)
        if pace is not None and thought.fault is None:
            return evolve(thought, pause=pace.left(player, thought.took))
        return thought

    def _answer(self, question: Question[S, A]) -> Thought[S, A]:
        player = question.player
        actions = question.actions
        view: Any = None
        if question.bot.reads_view(self.game):
            view = self.game.view(question.state, player)
        rng = one_way_generator("choice", self.seed, player, question.plies)
        nanoseconds = self.machine.nanoseconds
        start = nanoseconds()
        try:
            if player not in self._seated:
                self._seated[player] = self._seat(player, question.bot)
                start = nanoseconds()
            seated = self._seated[player]
            if isinstance(seated, HistoryBot):
                chosen = seated.choose_knowing(
                    self.game, player, view, actions, rng, question.seen or ()
                )
            else:
                chosen = seated.choose(self.game, player, view, actions, rng)
            took = nanoseconds() - start
            action = _listed(chosen, actions)
            fault = None if action is not None else _not_legal(chosen)
            return Thought(question, action, fault, took=took)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  # a bot may fail in any way
            return Thought(
                question,
                fault=why_raised(error, question.bot),
                cause=error,
                took=nanoseconds() - start,
            )

    def settle(self, thought: Thought[S, A]) -> Transition[S, A, V] | None:
        """Play the bot's choice or handle its fault, and return the transition; None means a
        forfeit.

        Raises `BotError` for a fault if `on_fault` is "raise", or if the game itself has failed,
        and `UnreachableError` or `ConfigurationError` if the bot could not be asked: that is no
        fault, and the match can go on later.
        """
        player = thought.question.player
        action = thought.action
        if thought.took is not None:
            self.choices[player] += 1
            self.thinking_ns[player] += thought.took
        if action is None:
            action = self._handle_fault(thought)
        return None if action is None else self.play(action, player)

    def _handle_fault(self, thought: Thought[S, A]) -> A | None:
        """Record the fault, and return the action to play instead; None means a forfeit."""
        question = thought.question
        player = question.player
        ply = question.plies + 1
        name = self.names[player]
        if name == HUMAN:  # the bot is a stand-in
            name = spec_of(question.bot)
        where = f"ply {ply}, player {player + 1}, {one_line(name)}"
        error = thought.cause
        if isinstance(error, NOBODYS_FAULT):
            self.close()
            raise type(error)(f"{where}: {error}") from error
        # Our own bots do not fail: where one of them called the game, that did.
        is_ours = type(question.bot).__module__.startswith("boardgames.play.bots.")
        if is_ours and error is not None and not isinstance(error, BotError):
            self.close()
            description = describe_exception(error, type(self.game))
            raise BotError(f"ply {ply}: {self.game.name} {description}") from error
        fault = Fault(ply, player, one_line(thought.fault or "", LONGEST_REASON))
        self.faults.append(fault)
        if self.on_fault == "random":
            self.unseat(player)
            rng = one_way_generator("substitute", self.seed, player, self.plies)
            return RandomBot().choose(self.game, player, self.view(player), question.actions, rng)
        if self.on_fault == "forfeit":
            self.ending = Forfeit(player, fault.reason)
        self.close()
        if self.ending is None:
            raise BotError(f"{where}: {fault.reason}") from error
        return None

    def resign(self, player: int) -> None:
        """End the game: this seat resigns and all others win; raise `ConfigurationError` if the
        game is over.
        """
        self.end(Resigned(check_seat(self.game, player)))

    def end(self, ending: Ending) -> None:
        """End the game in this way; raise `ConfigurationError` if it is over."""
        check_seat(self.game, ending.seat)
        if self.outcome is not None:
            raise ConfigurationError("the game is over")
        self.ending = ending
        self.close()

    def reseat(self, player: int, bot: Bot[Any, Any] | None) -> None:
        """Let this bot (None: the caller) play the seat from now on."""
        player = check_seat(self.game, player)
        self.unseat(player)
        self.seats = (*self.seats[:player], bot, *self.seats[player + 1 :])

    def unseat(self, player: int) -> None:
        """Let the bot of this seat clean up; it is seated again when it is asked next."""
        if self._leaving is not None:
            self._leaving.append(player)
            return
        seated = self._seated.pop(player, None)
        if seated is not None:
            with faults_ignored():
                seated.leave(None)

    def close(self) -> None:
        """Let every bot clean up; called automatically at the end of the game."""
        if self._leaving is not None:
            return
        while self._seated:
            _, bot = self._seated.popitem()
            with faults_ignored():
                bot.leave(self.outcome)

    def draft(self) -> Self:
        """Return a copy of this match in which to prepare a change; `adopt` makes the change.

        Until then nobody sees the change, not even the bots: none leaves.
        """
        draft: Self = copy(self)
        draft._plies = [*self._plies]
        draft._states = [*self._states]
        draft.faults = [*self.faults]
        draft.choices = [*self.choices]
        draft.thinking_ns = [*self.thinking_ns]
        draft._leaving = []
        return draft

    def adopt(self, draft: Self) -> None:
        """Make the changes of this draft, which must be the last one; other threads may look."""
        is_over = draft.outcome is not None
        # The States come first, and none goes, so that there is always one for each ply.
        self._states[: len(draft._states)] = draft._states
        self._plies[:] = draft._plies
        self._written = draft._written
        self.seats = draft.seats
        self.ending = draft.ending
        self.revoked = draft.revoked
        self.faults[:] = draft.faults
        self.choices[:] = draft.choices
        self.thinking_ns[:] = draft.thinking_ns
        if is_over:
            self.close()
        for player in draft._leaving or ():
            self.unseat(player)

    def __repr__(self) -> str:
        seats = [f"player {seat + 1}" for seat in self.to_act]
        status = f"{listed(seats)} to act" if seats else "over"
        return f"<Match of {self.game!r}: {self.plies} actions, {status}>"

    def _repr_html_(self) -> str:
        from boardgames.scene.as_html import framed, scene_html  # only notebooks need it

        mine = [seat for seat, bot in enumerate(self.seats) if bot is None]
        scene = self.scene(mine[0] if len(mine) == 1 else None)
        words = self.game.words
        return framed(scene_html(scene, words.pieces(), words.phrases))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def undo(self, plies: int = 1) -> None:
        """Take back this many actions, and an ending; raise `ConfigurationError` if there are
        fewer.
        """
        if not 0 < plies <= self.plies:
            raise ConfigurationError(f"cannot take back {plies} of {self.plies} actions")
        self.ending = self.revoked = None
        del self._plies[-plies:]
        self._written = self._written.up_to(self.plies)
        for seen in self._seen.values():
            del seen[self.plies :]

    def history(self, since: int = 0) -> Iterator[Transition[S, A, V]]:
        """Return the transitions so far, without the first `since` of them (0 or more)."""
        # Not `transition`: whoever reads on without a lock must not notice an undo.
        for index, (player, action) in enumerate(self._plies[since:], start=since):
            yield Transition(
                self.game, index + 1, player, action, self._states[index], self._states[index + 1]
            )

    def transition(self, ply: int) -> Transition[S, A, V]:
        """Return the transition with this number, counted from 1, which must be there."""
        player, action = self._plies[ply - 1]
        return Transition(self.game, ply, player, action, self._states[ply - 1], self._states[ply])

    def entries(self, viewer: int | None, since: int = 0) -> Iterator[Entry]:
        """Yield what this seat (None: a spectator) sees of each action so far, and of the ending,
        without the first `since` of them (0 or more).
        """
        reader = Reader(self.game, viewer)
        for event in self.history(since):
            yield reader.entry(event, event.happened(viewer))
        if self.ending is not None and since <= self.plies:
            yield entry_of(self.ending, self.state, reader)

    def last_choice(self, player: int, *, or_forced: bool = False) -> Transition[S, A, V] | None:
        """Return the last transition in which this seat had a choice (`or_forced`: of this seat);
        None if none.
        """
        for ply in range(self.plies, 0, -1):
            transition = self.transition(ply)
            if transition.player != player:
                continue
            if or_forced or len(self.game.legal_actions(transition.before, player)) > 1:
                return transition
        return None

    def record(self) -> Record:
        """Return the record of the game so far, including its ending.

        It contains the seed, so nobody at the table may see it before the end. Until then, a seat
        played by the caller is recorded as `human` instead of its name, so that a reader of the
        record knows what must not be shown.
        """
        over = self.outcome is not None
        names = [
            HUMAN if bot is None and not over else name
            for bot, name in zip(self.seats, self.names, strict=True)
        ]
        self._written = self._written.followed_by(self._plies[len(self._written.actions) :])
        return Record(
            format=FORMAT,
            game=self.game.name,
            rules_version=self.game.rules_version,
            players=self.game.players,
            options=self.game.options(),
            seats=tuple(names),
            seed=self.seed,
            actions=self._written.actions,
            checks=self._written.checks,
            outcome=self.game.outcome(self.state),
            digest=self.game.digest(self.state),
            ending=self.ending or self.revoked,
        )


def _listed(chosen: object, actions: tuple[A, ...]) -> A | None:
    """Return the legal action that equals this choice; None if there is none."""
    for action in actions:
        if action is chosen:  # as nearly always; comparing all others would take much longer
            return action
    for action in actions:
        if action == chosen:
            return action
    return None


def _not_legal(chosen: object) -> str:
    """Return the fault of a bot that chose this."""
    if isinstance(chosen, Action):
        return f"chose {chosen}, which is not legal"
    return f"chose {quoted(chosen)}, which is not an action"
