"""The methods that a browser can call."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from secrets import compare_digest
from typing import Any

from boardgames.core import errors
from boardgames.core.codec import JSON
from boardgames.games import catalogue
from boardgames.play.bots import bot_names
from boardgames.play.limits import MOST_SEATS, VISITOR_BOT_SECONDS
from boardgames.play.record import HUMAN, Record
from boardgames.table.lesson import LEARNER, lesson_of
from boardgames.table.requests import Request, refusals, requests
from boardgames.table.seating import Seat, Seating
from boardgames.table.session import STAND_IN
from boardgames.table.table import Table
from boardgames.web import shown
from boardgames.web.open_tables import OpenTables, Place

STATUS: dict[errors.Refusal, int] = {
    "wrong": 400,
    "unknown": 404,
    "not yours": 403,
    "not now": 409,
    "full": 503,
    "closed": 410,
    "unkept": 400,
}
"""The HTTP status of each kind of refusal."""


@dataclass(frozen=True)
class Start:
    """A game to start."""

    game: str
    seats: tuple[str, ...]
    """`human`, or the spec of a bot, for each player."""
    names: tuple[str, ...] = ()
    """The players' names, in the order of the seats; an empty string is no name. (): no names."""
    seat: int | None = None
    """The seat of the person who starts the game; None: the first person's, or a spectator if there
    is no person.
    """
    seed: int | None = None
    """None draws one. Only for tables with at most one person, because all hands can be computed
    from the seed.
    """
    pace: float = 0.0
    """Seconds between the actions of bots, so that people can watch."""
    watch: bool = False
    """Whether there is a link for spectators."""
    quick: bool = True
    """Whether the server makes forced moves. Only if one person plays and nobody may watch and time
    them.
    """
    options: dict[str, Any] | None = None


class Lobby(OpenTables):
    """What a browser can ask.

    A method with the parameter `at` needs a seat. One that returns nothing has acted at a table:
    then the bots act, and the answer is the version of the table that the caller has to wait for.
    """

    def call(self, method: str, params: object, token: str = "", key: str = "") -> JSON:
        """Return the result of this method for the owner of this token; raise `RefusedError` if it
        is refused.
        """
        if (request := REQUESTS.get(method)) is None:
            raise errors.RefusedError("there is no such method", "unknown")
        with refusals():
            asked = request.read(params)
            if request.is_at_table:
                asked["at"] = self._seat(token)
            elif method in FOR_THE_HOST and not compare_digest(
                (self.key or key).encode(), key.encode()
            ):
                ask = "open the address that the terminal shows: only the host opens tables here"
                raise errors.RefusedError(ask, "not yours")
            answer: JSON = request.work(self, **asked)
            if request.result is not type(None):
                return answer
            answer = {"version": asked["at"].table.version}
            self._play_on(asked["at"].table)
        return answer

    # Without a seat.

    def about(self) -> JSON:
        """List the games and the bots."""
        games: list[JSON] = []
        for name, cls in catalogue.usable_games().items():
            words = catalogue.make(name, players=cls.player_counts[0]).words
            games.append(
                {
                    "game": name,
                    "title": words.title,
                    "goal": words.goal,
                    "players": [*cls.player_counts],
                    "lesson": bool(words.lesson()),
                }
            )
        return {"games": games, "bots": [*bot_names()], "outside": [*self.outside]}

    def start(self, **asked: Any) -> JSON:
        """Open a table as `Start` describes it, and seat the caller as a person or a spectator."""
        table, invitations = self.open(Start(**asked))
        return self.join(invitation=invitations[table.seating.host])

    def learn(self, *, game: str) -> JSON:
        """Open a table with the lesson of this game, and seat the caller."""
        made, seating, seed = lesson_of(game)
        seating, _, token = seating.seated(LEARNER)
        self._new_table(made, seating, seed)
        return {"token": token}

    def open(self, asked: Start) -> tuple[Table, dict[int | None, str]]:
        """Open a table; return it with an invitation for each person and, under None, one for
        spectators, if any.
        """
        seating = self._seating(asked)
        game = catalogue.make_with(asked.game, len(asked.seats), asked.options or {}, files=False)
        for seat in seating.people:
            seating = seating.inviting(seat)
        if asked.watch or not seating.people:
            seating = seating.inviting(None)
        table = self._new_table(game, seating, asked.seed)
        given = {None: seating.watch} | {
            seat: seating.seats[seat].invitation for seat in seating.people
        }
        return table, {
            seat: invitation for seat, invitation in given.items() if invitation is not None
        }

    def open_record(self, *, record: str) -> JSON:
        """Open a table that shows a record, which is text because JavaScript would round a long
        seed.
        """
        read = Record.from_bytes(record.encode(errors="replace"))
        if not read.is_revealed:
            raise errors.RefusedError("this game is not over: its record would show all hands")
        seating, _, token = Seating.of(read.seats).seated(None)
        table = Table.resume(read, seating, game=read.make_game(files=False), reading=True)
        with self._lock:
            self._make_room()
            self._tables.add(table)
        return {"token": token}

    def join(self, *, invitation: str, name: str = "") -> JSON:
        """Exchange an invitation for a personal secret."""
        with self._lock:
            table, seat = self._invited(invitation)
            if (
                seat is None
                and sum(len(each.seating.watchers) for each in self._tables) >= MOST_SEATS
            ):
                raise errors.RefusedError("there are too many spectators", "full")
            if seat is not None and name:
                table.rename(seat, name)
            _, token = table.join(invitation)
        return {"token": token}

    def invited(self, *, invitation: str) -> JSON:
        """Return the game, number of players and host of an invitation."""
        table, _ = self._invited(invitation)
        game, host = table.match.game, table.seating.host
        by = None if host is None else table.seating.names[host] or f"Player {host + 1}"
        return {"title": game.title, "players": game.players, "host": by}

    # With a seat.

    def table(self, at: Place) -> JSON:
        """Return the data that does not change."""
        return shown.about(*at)

    def rules(self, at: Place) -> JSON:
        """Return the rules as Markdown."""
        return {"rules": at.table.match.game.words.rules()}

    def look(self, at: Place, *, version: int = 0, log: int = 0) -> JSON:
        """Return the table if it is newer than this version, with the log after `log` actions;
        otherwise None.

        Waits for a newer version.
        """
        table = at.table
        if self.patience:
            table.wait(version, self.patience)
        if table.closed:
            if table in self._tables:
                raise errors.RefusedError("the server is stopping", "full")
            table.check_not_closed()
        if table.version == version:
            return None
        return shown.look(table, at.seat, log) | {"next": self._next.get(table, {}).get(at.seat)}

    def act(
        self, at: Place, *, action: str, turn: int | None = None, table: str | None = None
    ) -> None:
        """Take the action with this notation.

        `turn`: the number of this seat's actions that the page has seen, so that a double click
        counts once. `table`: the table to which the choice belongs; None: not checked.
        """
        if table not in (None, at.table.seating.id):
            raise errors.RefusedError("this choice belongs to another table", "not now")
        at.table.act(at.person, at.table.match.game.parse(action), turn)

    def undo(self, at: Place) -> None:
        """Take back the last choice, or ask the other people for it."""
        at.table.undo(at.person)

    def grant_undo(self, at: Place, *, grant: bool) -> None:
        """Grant or refuse what somebody asks to take back."""
        at.table.grant_undo(at.person, grant)

    def resign(self, at: Place) -> None:
        """Give up: all others win."""
        at.table.resign(at.person)

    def hint(self, at: Place) -> JSON:
        """Return what a bot would do."""
        return shown.hints(at.table, at.person)

    def name(self, at: Place, *, name: str) -> JSON:
        """Change a player's name."""
        at.table.rename(at.person, name)
        return {}

    def invite(self, at: Place, *, seat: int) -> JSON:
        """Return a new invitation to a seat; the old one and the person who sits there lose
        access.
        """
        return {"invitation": at.table.invite(seat, at.person)}

    def withdraw(self, at: Place, *, seat: int) -> JSON:
        """Withdraw the invitation to a seat; the person who sits there loses access."""
        at.table.withdraw(seat, at.person)
        return {}

    def let_bot_play(self, at: Place, *, seat: int, bot: str = STAND_IN) -> None:
        """Let a bot play for a person."""
        self._check_spec(bot)
        at.table.let_bot_play(seat, bot, at.person)

    def give_back(self, at: Place, *, seat: int) -> None:
        """Let a person for whom a bot plays act again."""
        at.table.give_back(seat, at.person)

    def record(self, at: Place) -> JSON:
        """Return the record of a finished game, as text."""
        at.table.check_over("the record is available")
        return {"record": at.table.record().to_bytes().decode(), "seed": str(at.table.match.seed)}

    def replay(
        self,
        at: Place,
        *,
        ply: int,
        seat: int | None = None,
        open: bool = True,  # noqa: A002  # the name that the page uses
        log: int = 0,
    ) -> JSON:
        """Return an earlier position of a finished game, as this seat saw it or with all hands
        `open`.
        """
        return shown.replay(at.table, ply, seat, hands=open, log=log)

    def judge(self, at: Place, *, seat: int, after: int = 0) -> JSON:
        """Return a search's judgement of a decision in a finished game, by what its player could
        know then.

        It is the first choice of the seat after `after` actions.
        """
        return shown.judgement(at.table, seat, after)

    def rematch(self, at: Place) -> JSON:
        """Open the next table with the seats rotated, and give each player their secret for it."""
        table = at.table
        if not table.over or table.reading or (at.seat is None and table.people):
            raise errors.RefusedError("a rematch is for the players, after the end", "not yours")
        with table.searching:  # one at a time
            if table not in self._next:
                self._next[table] = self._rotated(table)
        table.changed()
        return {"token": self._next[table].get(at.seat)}

    # Helpers of the methods.

    def _rotated(self, table: Table) -> dict[int | None, str]:
        """Open the next table; all keep their neighbours, and the second player becomes the
        first.
        """
        old, players = table.seating, table.match.game.players
        seats = [Seat(seat.spec, seat.name, stand_in=seat.stand_in) for seat in old.seats]
        host = None if old.host is None else (old.host - 1) % players
        seating = Seating(
            (*seats[1:], seats[0]), host, pace=old.pace, quick=old.quick, hints=old.hints
        )
        tokens: dict[int | None, str] = {}
        for seat in table.people:
            place = (seat - 1) % players
            if old.seats[seat].holder is None:
                seating = seating.inviting(place)
            else:
                seating, _, tokens[seat] = seating.seated(place)
        if old.watch is not None:
            seating = seating.inviting(None)
        if old.watch is not None or not table.people:
            seating, _, tokens[None] = seating.seated(None)
        self._new_table(table.match.game, seating, None)
        return tokens

    def _seating(self, asked: Start) -> Seating:
        specs = tuple([spec.strip() for spec in asked.seats])
        people = [seat for seat, spec in enumerate(specs) if spec == HUMAN]
        for spec in {*specs} - {HUMAN}:
            self._check_spec(spec)
        if asked.seed is not None and len(people) > 1:
            raise errors.RefusedError(
                "a seed can be chosen only for games against bots: it gives all hands away"
            )
        if asked.seat not in (None, *people):
            raise errors.RefusedError("that is not the seat of a person")
        if not 0 <= asked.pace <= VISITOR_BOT_SECONDS:
            raise errors.RefusedError(f"pace: expected 0 to {VISITOR_BOT_SECONDS:g} seconds")
        return Seating(
            tuple(
                [
                    Seat(spec, name)
                    for spec, name in zip_longest(specs, asked.names[: len(specs)], fillvalue="")
                ]
            ),
            people[0] if asked.seat is None and people else asked.seat,
            chosen=asked.seed is not None,
            pace=asked.pace,
            quick=asked.quick and not asked.watch,
            hints=False,
        )


FOR_THE_HOST = {"start", "learn", "open_record"}
REQUESTS = {"start": Request(Lobby.start, Start, JSON, is_at_table=False)} | requests(
    Lobby,
    (
        *(
            "about",
            "learn",
            "open_record",
            "join",
            "invited",
            "table",
            "rules",
            "look",
            "act",
            "undo",
        ),
        *(
            "grant_undo",
            "resign",
            "hint",
            "name",
            "invite",
            "withdraw",
            "let_bot_play",
            "give_back",
            "record",
        ),
        *("replay", "judge", "rematch"),
    ),
)
"""What a browser can ask."""
