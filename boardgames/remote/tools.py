"""What models can ask: a tool for each thing that they do, in words.

A model plays one seat, and learns what this seat may know. Over lines one client owns all tables,
and plays against bots; over HTTP each proves by a secret which seat is theirs, as everywhere. Every
tool stands on the same tables as the methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, make_dataclass
from functools import cache, cached_property
from inspect import isgenerator, signature
from itertools import chain
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_type_hints

from boardgames.core.chance import LARGEST_SEED
from boardgames.core.codec import JSON, FormOf, Length, Meaning, from_json, to_json, whole
from boardgames.core.errors import BoardGamesError, DecodeError, RefusedError, quoted
from boardgames.core.integers import PlayerCount, Points, Positive
from boardgames.core.schema import Schema, Schemas
from boardgames.core.text import listed
from boardgames.core.values import value
from boardgames.games import catalogue
from boardgames.jsonrpc import INVALID_PARAMS, WireError
from boardgames.play.ending import in_words
from boardgames.play.record import HUMAN
from boardgames.play.text import ending
from boardgames.remote import methods, results, shown
from boardgames.remote.calls import Calling, News
from boardgames.remote.method import own_params, wire_errors
from boardgames.remote.methods import BotSpec, GameName, PersonName
from boardgames.remote.once import Once, OnceKey
from boardgames.remote.rooms import (
    CallerSeat,
    Carrier,
    Named,
    Rooms,
    RoomsOfMany,
    RoomsOfOne,
    Sitting,
    Start,
)
from boardgames.scene.as_text import draw, plain

T = TypeVar("T")

HOW = "Call play with the notation of one of them, or its place in this list: 1, 2 ..."
NOT_YET = "It is not your turn. Call wait."
IN_LINK = "#join="
"""What stands before the invitation in a link."""

Secret: TypeAlias = Annotated[
    str,
    Length(0, 200),
    Meaning(
        "The secret of your seat, as new_game or join returned it. Leave it out if your client"
        " sends it in the header Authorization."
    ),
]
TableNumber: TypeAlias = Annotated[Positive, Meaning("The number of the table, from new_game.")]
GivenGame: TypeAlias = Annotated[GameName, Meaning("The name of a game, as games lists it.")]
Others: TypeAlias = Annotated[
    tuple[BotSpec, ...] | None,
    Meaning(
        "Who plays each other seat, in order: a bot, as games lists them, or, over HTTP, 'human'"
        " for somebody whom you invite. By default greedy bots."
    ),
]
PlayerNumber: TypeAlias = Annotated[Positive, Meaning("Your seat, counted from 1.")]
ChosenAction: TypeAlias = Annotated[
    Any,
    FormOf(str | int, is_checked=False),  # whatever it is, it is looked up among the legal ones
    Meaning("The notation of a legal action, or its place in the list of them: 1, 2 ..."),
]
GivenInvitation: TypeAlias = Annotated[
    str, Length(1, 500), Meaning("The invitation, or the link that ends with it.")
]
OwnName: TypeAlias = Annotated[PersonName, Meaning("The name that others see; none by default.")]
CallKey: TypeAlias = Annotated[
    OnceKey | None,
    Meaning(
        "Any text of 16 to 100 characters that you make up at random for this call. If no answer"
        " comes, call again with the same text, and nothing is done twice."
    ),
]


# What they get.


@value
class Choice:
    """A legal action."""

    action: str
    """Its notation, for `play`."""
    meaning: str


@value
class Result:
    """How the game ended."""

    reason: str
    winners: tuple[Positive, ...]
    """The players who won, counted from 1."""
    points: tuple[Points, ...]
    """By player."""


@value
class Seen:
    """A table as you see it."""

    game: str
    players: PlayerCount
    you: Positive
    """Which player you are, counted from 1."""
    your_turn: bool
    over: bool
    happened: tuple[str, ...]
    """What you were told of your last action, and since."""
    shown: str
    """The table, drawn as text."""
    legal_actions: tuple[Choice, ...]
    """What you may do now; empty if it is not your turn."""
    result: Result | None
    """Null before the end."""

    def __str__(self) -> str:
        lines = [*self.happened, self.shown]
        if self.legal_actions:
            lines += ["Your legal actions:", *[each.action for each in self.legal_actions], HOW]
        elif not self.over:
            lines.append(NOT_YET)
        return "\n".join(lines)


@value
class Invitation:
    """What lets somebody take a seat, once."""

    player: Positive
    """Counted from 1."""
    invitation: str = field(repr=False)


@value
class Seated:
    """Where you have sat down."""

    title: str
    """The printed name of the game."""
    table: Positive | None
    """The number of the table; null over HTTP, where your secret says which one it is."""
    secret: str | None = field(repr=False)
    """Proves that the seat is yours; tell nobody. Null where you own all tables."""
    invitations: tuple[Invitation, ...]
    """For the others; each works once."""
    seen: Seen

    def __str__(self) -> str:
        at = f"{self.title} with {self.seen.players} players; you are player {self.seen.you}."
        lines = [at if self.table is None else f"Table {self.table}: {at}"]
        if self.secret is not None:
            lines.append(f"The secret of your seat, which nobody else may know: {self.secret}")
        lines += [f"Player {each.player} can join: {each.invitation}" for each in self.invitations]
        return "\n".join([*lines, str(self.seen)])


# What they can do.


class Tools:
    """The tools of one server."""

    def __init__(self, rooms: Rooms, seed: int | None) -> None:
        """Over lines, give the first game this seed (None: a random one), later ones the following.

        A model cannot choose seeds, because it could look at the same deal from another seat first.
        """
        self.rooms = rooms
        self._seed = seed
        self._done = Once()

    def games(self, _: str) -> results.Catalogue:
        """List the games, with their numbers of players, and the bots to play against."""
        return methods.games(self.rooms)

    def rules(self, _: str, *, game: GivenGame) -> results.Rules:
        """Return the rules of a game, with the notation of its actions, as Markdown."""
        return methods.rules(self.rooms, game=game)

    def new_game(
        self,
        key: str,
        *,
        game: GivenGame,
        players: Annotated[Positive, Meaning("The number of players, yourself included.")],
        others: Others = None,
        seat: PlayerNumber = 1,
        once: CallKey = None,
    ) -> Calling[Seated]:
        """Start a game at a new table. You play one seat, by default against greedy bots."""
        self.rooms.check_opener(key)
        catalogue.make_with(game, players, {}, files=False)  # before lists of this length are made
        is_over_lines = isinstance(self.rooms, RoomsOfOne)
        seats = _seats(players, others, seat, may_invite=not is_over_lines)

        def start() -> Sitting:
            seed = self._seed if is_over_lines else None
            sitting = self.rooms.start(Start(game, seats, host=seat - 1, seed=seed))
            if seed is not None:
                self._seed = (seed + 1) % (LARGEST_SEED + 1)
            return sitting

        at = self._seat_taken(key, "new_game", once, (game, seats), start)
        if is_over_lines:
            yield from _until_turn(at)
        return _seated(at)

    def join(
        self, _: str, *, invitation: GivenInvitation, name: OwnName = "", once: CallKey = None
    ) -> Seated:
        """Take the seat of an invitation, which works once. Keep the secret that you get."""
        assert isinstance(self.rooms, RoomsOfMany)  # no others have this tool
        rooms, given = self.rooms, invitation.strip().rpartition(IN_LINK)[2]

        def join() -> Sitting:
            if rooms.invited(given)[1] is None:
                refusal = "this invitation is for spectators, and models play"
                raise RefusedError(refusal, "not yours")
            return rooms.join(given, name)

        return _seated(self._seat_taken("", "join", once, (given, name), join))

    def look(self, at: CallerSeat) -> Seen:
        """Show the table as you see it now, with what happened since your last action, and your
        legal actions.
        """
        return _seen(at)

    def wait(self, at: CallerSeat) -> Calling[Seen]:
        """Wait until it is your turn, or the game is over, for half a minute at most; then show the
        table.
        """
        at.table.check_person(at.seat)
        at = yield from _until_turn(at)
        return _seen(at)

    def play(self, at: CallerSeat, *, action: ChosenAction, once: CallKey = None) -> Calling[Seen]:
        """Take a legal action. Then the others act until it is your turn, over HTTP for half a
        minute at most; if it is not your turn then, call wait.
        """
        table, seat = at.table, at.person

        def act() -> None:
            text = str(whole(action)).strip()
            with table.lock:
                legal = [str(each) for each in table.sight.legal(seat)]
                if not any(notation.isdecimal() for notation in legal):  # else that is an action
                    numbered = {str(place): each for place, each in enumerate(legal, start=1)}
                    text = numbered.get(text, text)
                table.act(seat, shown.action_of(table, seat, text))

        # An owner of all tables has no secret, but one seat at each.
        self._once(at.secret or str(at.number), "play", once, action, act)
        at.rooms.go_on(table)
        at = yield from _until_turn(at)
        return _seen(at)

    def close(self, at: CallerSeat) -> results.Closed:
        """Leave a table for good."""
        assert isinstance(self.rooms, RoomsOfOne)  # no others have this tool
        self.rooms.forget(at, delete=False)
        return results.Closed(at.number)

    def _once(
        self, who: str, tool: str, key: str | None, params: object, work: Callable[[], T]
    ) -> T:
        """Do this work, or return what it returned for the same call before; without a key of the
        client's, each call is a new one.
        """
        return work() if key is None else self._done.do((who, tool, key), params, work)

    def _seat_taken(
        self, who: str, tool: str, key: str | None, params: object, sit: Callable[[], Sitting]
    ) -> CallerSeat:
        """Return the place of whoever sits down by this call, or has done so by it before."""

        def proof() -> tuple[str, Named]:
            sitting = sit()
            if sitting.secret is not None:
                return sitting.secret, Named()
            return "", Named(sitting.place.number, is_player=True)

        return self.rooms.place(*self._once(who, tool, key, params, proof))


def _seats(
    players: int, others: Sequence[str] | None, seat: int, *, may_invite: bool
) -> tuple[str, ...]:
    """Return who plays each seat; raise `RefusedError` for a wrong seat, or wrong others."""
    if seat not in range(1, players + 1):
        raise RefusedError(f"seat: expected 1 to {players}, not {quoted(seat)}")
    named = ["greedy"] * (players - 1) if others is None else [each.strip() for each in others]
    if len(named) != players - 1:
        raise RefusedError(
            f"others: expected {players - 1}, one for each other seat, not {quoted([*named])}"
        )
    if HUMAN in named and not may_invite:
        raise RefusedError("others: nobody can be invited here: expected bots")
    return (*named[: seat - 1], HUMAN, *named[seat - 1 :])


def _seated(at: CallerSeat) -> Seated:
    secret = at.secret or None  # whoever owns all tables has none
    invited = [
        Invitation(each.seat + 1, each.invitation)
        for each in (() if secret is None else shown.absent(at.table, at.person))
        if each.invitation is not None
    ]
    return Seated(
        at.table.match.game.title,
        at.number if secret is None else None,
        secret,
        tuple(invited),
        _seen(at),
    )


def _until_turn(at: CallerSeat) -> Calling[CallerSeat]:
    """Wait for the turn of the caller, or the end; over HTTP not for long, and whoever has lost the
    seat meanwhile is refused.
    """
    table, rooms = at.table, at.rooms
    news = News(table, table.version, at.seat)
    if isinstance(rooms, RoomsOfOne):
        version = -1
        with suppress(BoardGamesError):  # an error that stops the bots; the table says so
            while not news.has_come and version != table.version:
                version = table.version
                yield News(table, version)
        return at
    if not news.has_come:
        with rooms.shares.taking("waits", at.secret):
            yield news
    return rooms.place(at.secret, Named())


def _seen(at: CallerSeat) -> Seen:
    """Return the table as the caller sees it."""
    table, seat = at.table, at.person
    with table.lock:
        match, words = table.match, table.words(seat)
        last = match.last_choice(seat)
        told = table.sight.told(seat, 0 if last is None else last.ply - 1)
        happened = tuple(chain.from_iterable([each.lines for each in told]))
        drawn = plain(draw(table.scene(seat), dict(words.pieces())))
        legal = shown.legal_actions(table, seat)
        result = None
        if match.outcome is not None:
            outcome = in_words(match.outcome, match.ending, words)
            winners = tuple([each + 1 for each in outcome.winners])
            result = Result(outcome.reason, winners, outcome.scores)
            drawn = f"{drawn}\n{ending(outcome, seat, words.phrases)}"
        return Seen(
            game=match.game.name,
            players=match.game.players,
            you=seat + 1,
            your_turn=bool(legal),
            over=table.over,
            happened=happened,
            shown=drawn,
            legal_actions=tuple([Choice(each.notation, each.label.text) for each in legal]),
            result=result,
        )


# Tools as data.


@dataclass(frozen=True)
class Tool:
    """A tool: a method of `Tools` whose keyword arguments are its parameters."""

    work: Callable[..., Any]
    title: str
    only: Carrier | None = None
    """The only carrier that has it; None if both do."""
    in_words: Callable[[Any], str] = str
    """What a model reads of the result, besides the result as JSON."""
    is_read_only: bool = False
    """Whether it changes nothing."""
    is_idempotent: bool = False
    """Whether a second call with the same arguments changes nothing more."""
    is_destructive: bool = False
    """Whether it deletes something."""

    @property
    def name(self) -> str:
        """Its name in requests."""
        return self.work.__name__

    @property
    def is_at_table(self) -> bool:
        """Whether it is about a table at which the caller sits."""
        return "at" in signature(self.work).parameters

    @cached_property
    def result(self) -> Any:
        """The class of its results."""
        hint = get_type_hints(self.work)["return"]
        return get_args(hint)[-1] if get_args(hint) else hint

    def described(self, carrier: Carrier) -> JSON:
        """Return what a client is told of it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": " ".join((self.work.__doc__ or "").split()),
            "inputSchema": schema_of(params_of(self, carrier), allow_missing=True),
            "outputSchema": schema_of(self.result, allow_missing=False),
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.is_read_only,
                "destructiveHint": self.is_destructive,
                "idempotentHint": self.is_idempotent or self.is_read_only,
                "openWorldHint": False,
            },
        }


def _games_in_words(known: results.Catalogue) -> str:
    lines = []
    for game in known.games:
        counts = listed(map(str, game.players), "or")
        lines.append(f"{game.game}: {game.title}, {counts} players")
    return "\n".join([*lines, f"Bots: {', '.join(known.bots)}"])


TOOLS = (
    Tool(Tools.games, "Games and bots", in_words=_games_in_words, is_read_only=True),
    Tool(Tools.rules, "Rules of a game", in_words=lambda found: found.rules, is_read_only=True),
    Tool(Tools.new_game, "Start a game"),
    Tool(Tools.join, "Take a seat", "http"),
    Tool(Tools.look, "Look at the table", is_read_only=True),
    Tool(Tools.wait, "Wait for your turn", "http", is_read_only=True),
    Tool(Tools.play, "Take an action"),
    Tool(
        Tools.close,
        "Leave the table",
        "lines",
        in_words=lambda found: f"Table {found.closed} is closed.",
        is_idempotent=True,
        is_destructive=True,
    ),
)
"""All tools, in the order in which a model needs them."""


@cache
def tools_over(carrier: Carrier) -> Mapping[str, Tool]:
    """Return the tools that this carrier has, by name."""
    return {tool.name: tool for tool in TOOLS if tool.only in (None, carrier)}


@cache
def params_of(tool: Tool, carrier: Carrier) -> type:
    """Return a dataclass with the parameters of a tool: over lines its table is named, over HTTP
    known by a secret.
    """
    hints = get_type_hints(tool.work, include_extras=True)
    own = [*own_params(tool.work, hints)]
    if tool.is_at_table and carrier == "lines":
        own.insert(0, ("table", TableNumber, field()))
    if tool.is_at_table and carrier == "http":
        own.append(("secret", Secret, field(default="")))
    return make_dataclass(f"{tool.name}_params", own, frozen=True, repr=False)


def schema_of(cls: Any, *, allow_missing: bool) -> Schema:
    """Return the whole schema of a class, with an object at its root; what it is about is said
    beside it.
    """
    schemas = Schemas()
    schema = schemas.object_of(cls, allow_missing=allow_missing)
    schema.pop("description", None)
    return schema | ({"$defs": schemas.defs} if schemas.defs else {})


def use(
    tools: Tools, name: str, arguments: object, secret: str, address: str
) -> Calling[tuple[str, JSON]]:
    """Use a tool for whoever has this secret; return the result in words and as JSON.

    Raises `WireError`, and changes nothing, if it fails.
    """
    rooms = tools.rooms
    tool = tools_over(rooms.carrier)[name]
    try:
        kind = params_of(tool, rooms.carrier)
        asked = dict(vars(from_json(kind, arguments, allow_missing=True)))
    except DecodeError as error:
        raise WireError(INVALID_PARAMS, str(error)) from None
    with wire_errors():
        caller: CallerSeat | str = secret
        if tool.is_at_table:
            caller = _place(rooms, asked, secret, address)
        result = tool.work(tools, caller, **asked)
        if isgenerator(result):
            result = yield from result
        if isinstance(rooms, RoomsOfMany) and isinstance(result, Seated):
            rooms.note_address(result.secret or "", address)
        return tool.in_words(result), to_json(result, tool.result)


def _place(rooms: Rooms, asked: dict[str, Any], secret: str, address: str) -> CallerSeat:
    """Return the place of the caller; take what names it out of `asked`."""
    if isinstance(rooms, RoomsOfMany):
        own = asked.pop("secret") or secret
        if not own:
            raise RefusedError("secret: which seat is yours? Call join or new_game", "not yours")
        rooms.note_address(own, address)
        return rooms.place(own, Named())
    return rooms.place("", Named(asked.pop("table"), is_player=True))
