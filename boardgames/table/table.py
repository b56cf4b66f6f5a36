"""A table: one game with people and bots, for a terminal, a server, a page or your own program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from os import PathLike
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias

from boardgames.contract.game import Game
from boardgames.contract.transition import Transition
from boardgames.contract.words import Words
from boardgames.core.action import Action
from boardgames.core.errors import IllegalActionError, RecordError, RefusedError
from boardgames.core.values import evolve, value
from boardgames.play.ending import Agreed
from boardgames.play.limits import AWAY_SECONDS, HINT_SECONDS, STOPPING_SECONDS, Limits
from boardgames.play.machine import THIS_MACHINE, Machine
from boardgames.play.match import Match
from boardgames.play.player import Player, Playing, named
from boardgames.play.record import Record
from boardgames.scene.phrases import Phrases
from boardgames.scene.scene import Scene
from boardgames.table.blame import blamed, blaming_game
from boardgames.table.seating import LEARNER, Seating, bots_of
from boardgames.table.session import Session
from boardgames.table.sight import Sight, Told
from boardgames.table.steps import Steps
from boardgames.table.table_file import TableFile, given_up_on_error
from boardgames.table.words import Choice, Understood, choices_of, understand

if TYPE_CHECKING:
    from boardgames.play.analysis import Hint

NO_LIMITS = Limits()


Matter: TypeAlias = Literal["undo", "end", "rematch"]
"""What somebody can ask: to take their last action back, to end the game without a winner, or to
play again.
"""


@value
class PendingRequest:
    """A request of a person that waits until all other people have agreed."""

    what: Matter
    seat: int
    agreed: tuple[int, ...]
    """The seats of the others who have agreed."""
    moves: int
    """The number of actions of the asking seat at that time."""
    plies: int
    """The number of all actions when the last seat agreed."""
    since: float = 0.0
    """When it was asked, on the clock of the people."""

    def agreed_by(self, seat: int) -> PendingRequest:
        """Return the request once this seat has agreed as well."""
        return evolve(self, agreed=tuple(sorted({*self.agreed, seat} - {self.seat})))


Granting: TypeAlias = Literal["granted", "refused", "lapsed"]
"""What came of a request; it has lapsed when the game went on before all had agreed."""


@value
class RequestReply:
    """What came of a request, for the person who asked."""

    what: Matter
    seat: int
    """The seat that asked."""
    how: Granting
    by: int | None
    """The seat that refused."""
    moves: int
    """The number of actions of the asking seat; with one more, the reply is old."""

    def text(self, phrases: Phrases) -> str:
        """Return it in words, for whoever asked."""
        if self.how == "lapsed":
            return phrases.request_lapsed(self.what)
        if self.how == "granted":
            return phrases.request_granted(self.what)
        return phrases.request_refused(self.what, self.by)


class Table(Session):
    """One game with people and bots: a session whose `sight` says what seats see, and whose `steps`
    need no person.

    All methods are thread-safe: each is completed before the next begins. While a bot thinks, other
    methods are not blocked, and `undo`, `resign`, `give_back` and `close` stop the bot; only one
    thread at a time lets the bots play. A seat is told only what its View contains. `seat` is None
    for a spectator.

    Errors: `RefusedError` for a request that is not allowed, or not now; `IllegalActionError` for
    an action that the rules forbid, or words that are none; `RecordError` for a change that cannot
    be kept; `ConformanceError` if the game itself raises anything else, which is not quoted, as it
    may say what a seat must not know. Then nothing has changed.
    """

    stopping_seconds: ClassVar[float] = STOPPING_SECONDS
    """How long `close` waits for a bot that is still thinking."""

    def __init__(
        self,
        match: Match[Any, Any, Any],
        seating: Seating | None = None,
        *,
        file: TableFile | None = None,
        person_seconds: float | None = None,
        reading: bool = False,
    ) -> None:
        """Open a table; without a seating, the match determines it. Keep both in `file` after every
        change.

        A bot plays for a person who takes more than `person_seconds` for a decision. `reading`:
        nobody plays, the table only shows a record.
        """
        super().__init__(match, seating, file=file, person_seconds=person_seconds, reading=reading)
        self.sight: Sight = Sight(self)
        """What each seat sees and is told."""
        self.steps: Steps = Steps(self, self.sight)
        """What happens without people."""
        self.searching: Lock = Lock()  # one search at a time
        self._requests: dict[Matter, PendingRequest] = {}
        self._replies: dict[int, RequestReply] = {}
        self._again_since: float = self.machine.seconds()
        """When somebody first wanted to play again."""

    @classmethod
    def open(
        cls,
        game: Game[Any, Any, Any],
        seats: Sequence[Playing] | Seating,
        seed: int | None = None,
        *,
        file: TableFile | str | PathLike[str] | None = None,
        limits: Limits = NO_LIMITS,
        machine: Machine = THIS_MACHINE,
    ) -> Self:
        """Return a new table; `seats` are `human`, specs of bots, bots, functions that ask a model,
        or `Player`s. It is kept in `file`, which must be new.

        `machine` has its clocks and threads. Raises `ConfigurationError`, `BotError` or
        `RecordError` on failure, `RefusedError` for a name.
        """
        players: Mapping[str, Player] = {}
        if not isinstance(seats, Seating):
            names, players = named(seats)
            seats = Seating.of(names)
        seating = seats.with_checked_names()
        kept = file if isinstance(file, TableFile) or file is None else TableFile.open(file)
        with given_up_on_error(kept) as given, blamed(game):
            match = Match(
                game,
                bots_of(seating.specs, players),
                seed,
                seating.specs,
                seconds=limits.bot_seconds,
                on_fault=limits.on_fault,
                even_pace=True,
                machine=machine,
            )
            given.enter_context(match)
            return cls(match, seating, file=kept, person_seconds=limits.person_seconds)

    @classmethod
    def resume(
        cls,
        record: Record,
        seating: Seating | None = None,
        *,
        game: Game[Any, Any, Any] | None = None,
        file: TableFile | None = None,
        limits: Limits = NO_LIMITS,
        reading: bool = False,
        ended: bool = False,
        machine: Machine = THIS_MACHINE,
        players: Sequence[Playing] = (),
    ) -> Self:
        """Return a table that continues a recorded game, with the seats of the record unless others
        are given.

        `players`: those that are more than a spec, by the names in the seats. `game`: None makes
        the game named in the record. `ended`: an ending in the record stands, as
        it always does with `reading`; otherwise the game goes on. Raises `RecordError` if the
        record does not replay, and the errors of `open`.
        """
        specs = (seating or Seating.of(record.seats)).specs
        with given_up_on_error(file) as given:
            ended = ended or reading
            # Where nobody plays any more, a program need not be installed.
            is_over = record.is_over if ended else record.outcome is not None
            nobody_plays = reading or is_over
            bots = [None] * len(specs) if nobody_plays else bots_of(specs, named(players)[1])
            game = game or record.make_game()
            given.enter_context(blamed(game))
            match = Match(
                game,
                bots,
                seconds=limits.bot_seconds,
                on_fault=limits.on_fault,
                even_pace=True,
                record=record.renamed(specs),
                ended=ended,
                machine=machine,
            )
            given.enter_context(match)
            length = record.length if ended else match.plies
            seating = (seating or Seating.of(specs, read=length)).after(length)
            return cls(
                match, seating, file=file, person_seconds=limits.person_seconds, reading=reading
            )

    @classmethod
    def restore(
        cls,
        file: TableFile | str | PathLike[str],
        limits: Limits = NO_LIMITS,
        game: Game[Any, Any, Any] | None = None,
        *,
        machine: Machine = THIS_MACHINE,
        players: Sequence[Playing] = (),
    ) -> Self:
        """Return a table as it was kept, with its seats, invitations, clocks and unread news, and
        keep it in `file`. `players`: those that were more than a spec.

        Raises `RecordError` if there is none, or if another process has it open, and the errors of
        `resume`.
        """
        kept = file if isinstance(file, TableFile) else TableFile.open(file, resume=True)
        return cls.resume(
            kept.record(),
            kept.seating,
            game=game,
            file=kept,
            limits=limits,
            ended=True,
            machine=machine,
            players=players,
        )

    # Looking.

    def scene(self, seat: int | None) -> Scene:
        """Return the table as this seat sees it, with the words of a lesson for its learner."""
        with self.lock:
            scene = self.sight.scene(seat)
            step = self.lesson_step
        if seat != LEARNER:
            return scene
        if self.lesson_has_changed:
            return evolve(scene, notes=(self._phrases(seat).lesson_has_changed, *scene.notes))
        return scene if step is None else step.shown_in(scene)

    def told(self, seat: int | None, since: int = 0) -> tuple[Told, ...]:
        """Return what this seat was told about the actions so far and the ending, without the first
        `since` of them.
        """
        return self.sight.told(seat, since)

    def news(self, seat: int | None, most: int | None = None) -> tuple[Told, ...]:
        """Return what this seat has not been told by earlier calls, or the first `most` pieces of
        it.
        """
        return self.sight.news(seat, most)

    def words(self, seat: int | None) -> Words[Any, Any, Any]:
        """Return the words in which this seat reads the game."""
        return self.sight.words(seat)

    @blaming_game
    def choices(self, seat: int | None) -> list[Choice[Any]]:
        """Return the legal actions of this seat, in its words."""
        with self.lock:
            return choices_of(self.words(seat), self.match.view(seat), self.sight.legal(seat))

    @blaming_game
    def read(self, seat: int, answer: str) -> Understood[Any]:
        """Return the action meant by an answer (number of a choice, words or notation), or what was
        unclear.
        """
        choices = self.choices(seat)
        phrases = self._phrases(seat)
        if answer.strip().isdecimal():
            number = int(answer.strip()[:9])
            if 0 < number <= len(choices):
                return Understood(choices[number - 1].action)
            if choices:
                return Understood(message=phrases.which_numbers(1, len(choices)))
            return Understood(message=phrases.refused(phrases.not_your_turn))
        return understand(answer, self.match.game, choices, phrases)

    def _phrases(self, seat: int | None) -> Phrases:
        return self.words(seat).phrases

    def give_back(self, seat: int, by: int | None = None) -> None:
        """Let the person in this seat act again; besides the host, that person may request it."""
        with self.changing() as draft:
            self.check_host(seat, by, or_own=True)
            if self.seating.seats[seat].stand_in is None:
                raise RefusedError(self._phrases(seat).no_bot_plays, "not now")
            draft.change_seat(seat, stand_in=None, thought=0.0)
            draft.match.reseat(seat, None)
            draft.on_kept.append(lambda: self.steps.stop(seat))

    # Going on without people.

    def step(self) -> bool:
        """Take the next step that needs no person, or let a bot replace a late one; return False if
        there is none.

        Raises `RefusedError` if a bot is already thinking at this table, and the errors of
        `Match.step`.
        """
        turn = self.steps.begin()
        return turn if isinstance(turn, bool) else self.steps.end(turn, self.steps.think(turn))

    def play_on(self) -> None:
        """Let the bots act in this thread until a person must."""
        while self.step():
            pass

    def start(self) -> None:
        """Let the bots act in a thread of the table until a person must; after a `failure`, try
        again.

        Raises `ConfigurationError` where no thread can be started, as in a browser.
        """
        self.steps.start()

    def close(self, *, wait: bool = True) -> None:
        """Close the table: nobody can act any more, and the bots are stopped; its files stay.

        With `wait`, give a thinking bot `stopping_seconds` to stop.
        """
        with self.lock:
            if not self.closed:
                self.note_clocks()
                with suppress(RecordError):
                    self.keep()
                self.closed = True
                self.steps.stop()
                if self.steps.thinking is None:
                    self.match.close()
                if self.file is not None:
                    self.file.close()
                self.changed()
        if wait:
            self.wait_for_bot(self.stopping_seconds)

    def wait_for_bot(self, seconds: float) -> None:
        """Wait until no bot thinks any more, at most this many seconds."""
        with self.lock:
            self.change.wait_for(lambda: self.steps.thinking is None, seconds)

    # Acting.

    def act(
        self, seat: int, what: Action | int | str, turn: int | None = None
    ) -> Transition[Any, Any, Any]:
        """Take this action, given as an Action, the number of a choice or in words; return what
        happened.

        `turn`, the number of this seat's actions that the person has seen, prevents a double click
        from acting twice.
        """
        with self.changing() as draft:
            self.check_person(seat)
            if turn is not None and turn != self.match.moves(seat):
                raise RefusedError(self._phrases(seat).moved_on, "not now")
            self._check_going_on(seat)
            if self.seating.seats[seat].stand_in is not None:
                raise RefusedError(self._phrases(seat).bot_plays, "not now")
            return draft.match.play(self._meant(seat, what), seat)

    def _meant(self, seat: int, what: Action | int | str) -> Action:
        """Return the action given as such, as the number of a choice or in words; or raise
        `IllegalActionError`.
        """
        understood = Understood(what) if isinstance(what, Action) else self.read(seat, str(what))
        if understood.action is None:
            raise IllegalActionError(understood.message)
        if self.question is not None:
            fault = self.question.fault_of(self.match.game, understood.action)
            if fault is not None:
                raise RefusedError(fault, "not now")
        return understood.action

    def _check_going_on(self, seat: int) -> None:
        if self.is_revealed:
            raise RefusedError(self._phrases(seat).over, "not now")

    @blaming_game
    def can_undo(self, seat: int | None) -> bool:
        """Return whether this seat can take something back, or ask the other people for it."""
        with suppress(RefusedError):
            return self._last_choice(self.check_person(seat)) is not None
        return False

    def _last_choice(self, seat: int) -> Transition[Any, Any, Any]:
        """Return the transition that this seat would undo; raise `RefusedError` if there is none.

        Among several people it is the last action, forced or not: how far back it goes must not
        tell what was forced.
        """
        phrases = self._phrases(seat)
        if self.lesson_step is not None:
            raise RefusedError(phrases.no_undo_in_lesson, "not now")
        if self.is_revealed:
            raise RefusedError(phrases.no_undo_at_end, "not now")
        decided = self.match.last_choice(seat, or_forced=self.people != (seat,))
        if decided is None:
            raise RefusedError(phrases.nothing_to_undo, "not now")
        return decided

    @blaming_game
    def undo(self, seat: int | None) -> int:
        """Take back the last choice of this person and all that followed; return the number of
        actions.

        Other people have to agree by `grant_undo`, because what they and this person have seen
        since stays seen; until then, the request is in `undo_asked`, and the result is 0. Bots
        agree at once.
        """
        with self.lock:
            self.check_not_closed()
            seat = self.check_person(seat)
            self._last_choice(seat)
            self._replies.pop(seat, None)
            asked = self.undo_asked
            if asked is None or asked.seat != seat:
                asked = self._request("undo", seat)
            return self._undo_if_granted(asked)

    def _request(self, what: Matter, seat: int) -> PendingRequest:
        """Return a new request of this seat."""
        since = self.machine.seconds()
        return PendingRequest(what, seat, (), self.match.moves(seat), self.match.plies, since)

    def _waits_for_others(self, asked: PendingRequest) -> bool:
        """Return whether other people still have to agree, and keep the request until they have."""
        if not self._still_to_agree(asked):
            return False
        if self._requests.get(asked.what) != asked:
            self._requests[asked.what] = asked
            self.changed()
        return True

    def _still_to_agree(self, asked: PendingRequest) -> list[int]:
        """Return the seats of those who still have to agree before it is done.

        A bot that plays for somebody agrees: at once if they never came, and for somebody who is
        away once they have been asked for as long as it takes to be away.
        """
        others = {*self.people} - {asked.seat, *asked.agreed}
        return [
            seat
            for seat in others
            if self.seating.seats[seat].stand_in is None or not self._can_skip(seat, asked.since)
        ]

    def _can_skip(self, seat: int, since: float) -> bool:
        """Return whether nobody need wait for this person, who was asked at the time `since`."""
        if self.presence()[seat] == "here":
            return False
        has_waited = self.machine.seconds() - since >= AWAY_SECONDS
        return has_waited or not self.seating.seats[seat].persons

    def settle(self) -> bool:
        """Do what somebody has asked for, if only those who have been away for long have not
        agreed; return whether there was such a request.
        """
        with self.lock:
            for asked in (self.undo_asked, self.end_asked):
                if asked is not None and not (self.closed or self._still_to_agree(asked)):
                    if asked.what == "undo":
                        self._undo_if_granted(asked)
                    else:
                        self._end_if_agreed(asked)
                    return True
            return False

    @property
    def asked(self) -> tuple[PendingRequest, ...]:
        """All requests that wait for other people."""
        with self.lock:
            asked = (self.undo_asked, self.end_asked, self.rematch_asked)
            return tuple([each for each in asked if each is not None])

    @property
    def undo_asked(self) -> PendingRequest | None:
        """The undo that others have to grant. Each action cancels what they have granted; an action
        of the asking seat cancels the request.
        """
        with self.lock:
            asked = self._requests.get("undo")
            match = self.match
            if asked is None or self.is_revealed or match.moves(asked.seat) != asked.moves:
                return None
            if asked.plies == match.plies:
                return asked
            return evolve(asked, agreed=(), plies=match.plies)

    def reply(self, seat: int | None) -> RequestReply | None:
        """Return what came of the last request of this seat, until it acts or asks again.

        If all have agreed to end the game, there is none: the ending says so.
        """
        with self.lock:
            if seat is None or self.is_revealed or any(each.seat == seat for each in self.asked):
                return None
            reply = self._replies.get(seat)
            asked = self._requests.get("end")
            if asked is not None and asked.seat == seat:  # an action has cancelled it
                reply = RequestReply("end", seat, "lapsed", None, asked.moves)
            is_old = reply is None or self.match.moves(seat) != reply.moves
            return None if is_old else reply

    def _note_refused(self, asked: PendingRequest, by: int) -> None:
        """Note that this seat does not agree; by the seat that asked, the request is withdrawn."""
        del self._requests[asked.what]
        if by == asked.seat:
            self._replies.pop(by, None)
        else:
            self._replies[asked.seat] = RequestReply(
                asked.what, asked.seat, "refused", by, asked.moves
            )
        self.changed()

    def grant_undo(self, seat: int | None, grant: bool = True) -> int:  # noqa: FBT001, FBT002  # the answer itself
        """Grant or refuse the requested undo; return the number of actions taken back, 0 while
        others have to answer.

        The seat that has asked can withdraw the request by refusing it.
        """
        with self.lock:
            self.check_not_closed()
            seat = self.check_person(seat)
            asked = self.undo_asked
            if asked is None:
                raise RefusedError(self._phrases(seat).no_undo_asked, "not now")
            if not grant:
                self._note_refused(asked, seat)
                return 0
            return self._undo_if_granted(asked.agreed_by(seat))

    def _undo_if_granted(self, asked: PendingRequest) -> int:
        """Take back what is asked for if all have granted it, and otherwise wait for the others."""
        if self._waits_for_others(asked):
            return 0
        taken = self.match.plies + 1 - self._last_choice(asked.seat).ply
        with self.changing() as draft:
            draft.match.undo(taken)
            draft.seating = draft.seating.after_undo(draft.match.plies)
            draft.on_kept.append(lambda: self._note_undone(asked, draft.match))
        return taken

    def _note_undone(self, asked: PendingRequest, match: Match[Any, Any, Any]) -> None:
        """Note that what was asked for has been taken back, which leaves the actions of `match`."""
        self._replies.clear()
        ended = self.end_asked
        if ended is not None:
            moves = match.moves(ended.seat)
            self._replies[ended.seat] = RequestReply("end", ended.seat, "lapsed", None, moves)
        waiting = self._requests.get("undo")
        if waiting is not None and waiting.seat == asked.seat:
            moves = match.moves(asked.seat)
            self._replies[asked.seat] = RequestReply("undo", asked.seat, "granted", None, moves)
        self._requests.clear()
        self.steps.stop()
        self.sight.forget_undone(asked.seat, match.plies)

    def _note_departure(self, seat: int) -> None:
        """Note that nobody sits there any more: what they asked and answered goes with them."""
        super()._note_departure(seat)
        for what, asked in [*self._requests.items()]:
            if asked.seat == seat:
                del self._requests[what]
            else:
                agreed = tuple([each for each in asked.agreed if each != seat])
                self._requests[what] = evolve(asked, agreed=agreed)
        self._replies.pop(seat, None)

    def can_hint(self, seat: int | None) -> bool:
        """Return whether this seat can get a hint now."""
        with self.lock, suppress(RefusedError):
            return bool(self.sight.legal(self._check_hint(seat)))
        return False

    def _check_hint(self, seat: int | None) -> int:
        """Return the seat; raise `RefusedError` if it gets no hints, even at its turn."""
        seat = self.check_person(seat)
        if self.question is not None:  # a search may not agree with what is taught
            raise RefusedError(self._phrases(seat).no_hints_in_lesson, "not now")
        if self.people != (seat,) and not self.seating.hints:
            raise RefusedError(self._phrases(seat).no_hints, "not yours")
        return seat

    @blaming_game
    def hint(
        self, seat: int, besides: Action | None = None, seconds: float = HINT_SECONDS
    ) -> tuple[Hint[Any], ...]:
        """Return the actions that a search from this seat's View thinks best; it also rates the
        action `besides`.
        """
        from boardgames.play.analysis import hint  # slow to load

        with self.lock:
            self._check_hint(seat)
            view = self.match.view(seat)
            plies = self.match.plies
            legal = self.sight.legal(seat)
        if not legal:
            raise RefusedError(self._phrases(seat).not_your_turn, "not now")
        if besides is not None and besides not in legal:
            raise RefusedError(self._phrases(seat).not_legal(str(besides)), "not now")
        with self.searching:
            return hint(
                self.match.game,
                seat,
                view,
                legal,
                seconds=seconds,
                seed=plies,
                besides=besides,
                words=self.words(seat),
                clock=self.machine.stopwatch(),
            )

    def resign(self, seat: int) -> None:
        """Resign: the game ends, and all others win."""
        with self.changing() as draft:
            self.check_person(seat)
            self._check_going_on(seat)
            draft.match.resign(seat)
            draft.on_kept.append(self.steps.stop)

    @property
    def end_asked(self) -> PendingRequest | None:
        """The request to end the game to which others have to agree; each action cancels it."""
        with self.lock:
            asked = self._requests.get("end")
            if asked is None or self.is_revealed or asked.plies != self.match.plies:
                return None
            return asked

    def agree_to_end(self, seat: int | None, agree: bool = True) -> bool:  # noqa: FBT001, FBT002  # the answer itself
        """Ask the other people to end the game without a winner, or answer who has asked; return
        whether it has ended.

        The seat that has asked can withdraw the request by refusing it.
        """
        with self.lock:
            self.check_not_closed()
            seat = self.check_person(seat)
            self._check_going_on(seat)
            asked = self.end_asked
            if not agree:
                if asked is None:
                    raise RefusedError(self._phrases(seat).no_end_asked, "not now")
                self._note_refused(asked, seat)
                return False
            if asked is None:
                self._replies.pop(seat, None)
            return self._end_if_agreed((asked or self._request("end", seat)).agreed_by(seat))

    def _end_if_agreed(self, asked: PendingRequest) -> bool:
        """End the game if all have agreed, and otherwise wait for the others."""
        if self._waits_for_others(asked):
            return False
        with self.changing() as draft:
            draft.match.end(Agreed(asked.seat))
            draft.on_kept.append(self.steps.stop)
        return True

    # Playing again.

    @property
    def rematch_asked(self) -> PendingRequest | None:
        """The wish to play again, until the next game begins."""
        with self.lock:
            wanting = [seat for seat, _ in self.seating.again if seat is not None]
            if not wanting or self.seating.followed:
                return None
            first, *others = wanting
            return PendingRequest(
                "rematch",
                first,
                tuple(sorted(others)),
                self.match.moves(first),
                self.match.plies,
                self._again_since,
            )

    def want_again(self, seat: int | None, holder: str) -> None:
        """Note that whoever sits there wants to play again, with the digest of the secret that is
        theirs at the next table.
        """
        with self.changing() as draft:
            if not self.seating.again:
                self._again_since = self.machine.seconds()
            draft.seating = draft.seating.wanting_again(seat, holder)

    @property
    def is_rematch_due(self) -> bool:
        """Whether everybody who is asked wants to play again: the host, and all others who came and
        have not been away for long since.
        """
        with self.lock:
            wanting = {seat for seat, _ in self.seating.again}
            if not wanting or self.seating.followed or self.seating.host not in {None, *wanting}:
                return False
            others = {*self.people} - wanting
            return all(self._can_skip(seat, self._again_since) for seat in others)

    def note_followed(self) -> None:
        """Note that the next game has begun."""
        with self.changing() as draft:
            draft.seating = evolve(draft.seating, followed=True)
