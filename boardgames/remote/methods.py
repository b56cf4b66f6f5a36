"""What clients can ask: a function for each method, its parameters and result, and who may call it.

`METHODS` has them all. Whatever carries them finds out first who asks: see `calls.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from boardgames.core.chance import SeedNumber
from boardgames.core.codec import Bounds, Length
from boardgames.core.errors import ConfigurationError, RefusedError
from boardgames.core.integers import Natural, PlayerCount, Positive, SeatNumber
from boardgames.games import catalogue
from boardgames.play import reasons
from boardgames.play.bots import bot_names
from boardgames.play.ending import in_words
from boardgames.play.forms import GivenAction, LegalAction
from boardgames.play.limits import (
    HINT_SECONDS,
    LONGEST_HINT_SECONDS,
    LONGEST_REQUEST_BYTES,
    VISITOR_BOT_SECONDS,
)
from boardgames.play.record import HUMAN, Record
from boardgames.remote import results, shown
from boardgames.remote.method import Methods
from boardgames.remote.rooms import CallerSeat, Rooms, RoomsOfMany, RoomsOfOne, Sitting, Start
from boardgames.table.seating import PersonSeconds
from boardgames.table.session import STAND_IN
from boardgames.table.table import Table

METHODS = Methods()
VERSION = 2
"""Raised when clients written for a lower version would no longer work."""

GameName: TypeAlias = Annotated[str, Length(1, 100)]
BotSpec: TypeAlias = Annotated[str, Length(1, 1000)]
"""The spec of a bot, or `human`."""
PersonName: TypeAlias = Annotated[str, Length(0, 100)]
"""A name, before superfluous spaces are removed; empty for none."""
GivenKey: TypeAlias = Annotated[str, Length(0, 100)]
"""An invitation, or the key of a kept game."""
RecordText: TypeAlias = Annotated[str, Length(2, LONGEST_REQUEST_BYTES)]
Pace: TypeAlias = Annotated[float, Bounds(0, int(VISITOR_BOT_SECONDS))]
HintSeconds: TypeAlias = Annotated[float, Bounds(0, int(LONGEST_HINT_SECONDS), is_open=True)]

# About the library.


@METHODS.by("anybody")
def hello(rooms: Rooms, *, protocol: Positive | None = None) -> results.Hello:
    """Return the version of the protocol and the methods that this server has.

    `protocol`: the version that the client speaks; another one than the server's is refused.
    """
    if protocol not in (None, VERSION):
        raise ConfigurationError(f"this server speaks version {VERSION}, not {protocol}")
    return results.Hello(VERSION, "boardgames", tuple(METHODS.over(rooms.carrier)))


@METHODS.by("anybody")
def games(rooms: Rooms) -> results.Catalogue:
    """List the games and the bots."""
    known = []
    for name, cls in catalogue.usable_games().items():
        words = catalogue.make(name, players=cls.player_counts[0]).words
        counts, has_lesson = tuple(cls.player_counts), bool(words.lesson())
        known.append(
            results.KnownGame(name, words.title, words.goal, counts, has_lesson, cls.rules_version)
        )
    return results.Catalogue(
        tuple(known), tuple(bot_names()), tuple(rooms.outside), rooms.person_seconds
    )


@METHODS.by("anybody")
def rules(rooms: Rooms, *, game: GameName) -> results.Rules:  # noqa: ARG001  # the same for all tables
    """Return the rules of a game."""
    cls = catalogue.game_class(game)
    return results.Rules(
        cls.name, catalogue.make(cls.name, players=cls.player_counts[0]).words.rules()
    )


# Opening and finding tables.


@METHODS.by("opener", changes=True)
def new(  # noqa: PLR0913  # all that can be chosen
    rooms: Rooms,
    *,
    game: GameName,
    players: PlayerCount | None = None,
    seats: tuple[BotSpec, ...] | None = None,
    names: tuple[PersonName, ...] = (),
    host: SeatNumber | None = None,
    seed: SeedNumber | None = None,
    pace: Pace = 0.0,
    watch: bool = False,
    quick: bool = False,
    person_seconds: PersonSeconds | None = None,
    options: dict[str, Any] | None = None,
) -> results.Opened:
    """Start a game.

    `players`: null is the number of `seats`. `seats`: `human` for each person, specs of bots for
    the others; null is one person and greedy bots. `names`: of the players, in the order of the
    seats; an empty one is no name. `host`: the seat of whoever asks; null is the first person's, or
    none if only bots play. `seed`: null is a random one, which is revealed only after the game.
    `pace`: seconds between the actions of bots. `watch`: whether spectators can be invited.
    `quick`: whether forced actions of the only person are taken automatically. `person_seconds`:
    the time for each decision of a person, after which a bot plays for them until `give_back`; null
    is what the server sets for its tables. `options`: those for `boardgames.make`.
    """
    if seats is None:
        if players is None:
            raise ConfigurationError("params: field 'players' is missing: give it, or 'seats'")
        catalogue.make_with(game, players, {}, files=False)  # before so long a list is made
        seats = (HUMAN, *["greedy"] * (players - 1))
    elif players is not None and players != len(seats):
        catalogue.make_with(game, players, {}, files=False)  # which may be the fault
        raise ConfigurationError(f"params: players: {players}, but not for {len(seats)} seats")
    specs = tuple([spec.strip() for spec in seats])
    start = Start(game, specs, names, host, seed, pace, watch, quick, person_seconds, options or {})
    return _opened(rooms.start(start))


@METHODS.by("opener", changes=True)
def learn(rooms: Rooms, *, game: GameName) -> results.Opened:
    """Open a table with the lesson of a game; whoever asks has the first seat."""
    return _opened(rooms.learn(game))


@METHODS.by("opener", changes=True)
def open_record(rooms: Rooms, *, record: RecordText) -> results.Opened:
    """Open a table that shows the record of a finished game: the content of its file, as text."""
    read = Record.from_bytes(record.encode(errors="replace"))
    if not read.is_revealed:
        raise RefusedError("this game is not over: its record would show all hands")
    game = read.make_game(files=False)
    return _opened(rooms.read(Table.resume(read, game=game, reading=True)))


@METHODS.by("opener", only="lines", changes=True)
def load(rooms: RoomsOfOne, *, key: GivenKey) -> results.Opened:
    """Continue a kept game, by its key."""
    return _opened(rooms.load(key))


@METHODS.by("anybody", only="http")
def invited(rooms: RoomsOfMany, *, invitation: GivenKey) -> results.Invitation:
    """Return the game, the number of players, the host and the seat of an invitation."""
    table, seat = rooms.invited(invitation)
    made, host = table.match.game, table.seating.host
    by = None if host in (None, seat) else table.words(None).seat_name(host, None)
    return results.Invitation(made.words.title, made.players, by, seat)


@METHODS.by("anybody", only="http", changes=True)
def join(rooms: RoomsOfMany, *, invitation: GivenKey, name: PersonName = "") -> results.Opened:
    """Take the seat of an invitation, under this name."""
    return _opened(rooms.join(invitation, name))


def _opened(sitting: Sitting) -> results.Opened:
    at = sitting.place
    return results.Opened(
        *_status(at),
        *_game_table(at),
        secret=sitting.secret,
        key=sitting.key,
        yours=sitting.yours,
    )


def _game_table(at: CallerSeat) -> tuple[int, str, int, tuple[str, ...]]:
    """Return the fields of a `GameTable`."""
    game = at.table.match.game
    return at.number, game.name, game.players, at.table.seating.specs


# Looking.


@METHODS.by("viewer")
def about(at: CallerSeat) -> results.About:
    """Return what does not change at a table."""
    table = at.table
    game, words = table.match.game, table.words(at.seat)
    return results.About(
        *_game_table(at),
        title=words.title,
        goal=words.goal,
        estimated=reasons.estimated(game, words.phrases),
        viewer=at.seat,
        host=table.seating.host,
        alone=table.people == (at.seat,),
        chosen=table.seating.chosen,
        lesson=table.seating.lesson,
        person_seconds=table.person_seconds,
        reading=table.reading,
    )


@METHODS.by("viewer")
def pieces(at: CallerSeat) -> results.Pieces:
    """Return the cards, tokens and tiles of the game, and what else its table shows."""
    words = at.table.words(at.seat)
    return results.Pieces(dict(words.pieces()), dict(words.terms()))


@METHODS.by("viewer", waits=True)
def wait(at: CallerSeat, *, version: Natural | None = None) -> results.GameStatus:  # noqa: ARG001  # see calls.py
    """Return as soon as the table has another version than this one, or after a few seconds.

    `version`: null is the present one. Over lines, where nobody else acts, the next bot acts.
    """
    return results.GameStatus(*_status(at))


@METHODS.by("viewer")
def look(
    at: CallerSeat, *, version: Natural | None = None, since: Natural | None = None
) -> results.Look | None:
    """Return all of a table at once, as a page needs it; null if it still has this version.

    `since`: the log begins after so many actions; null: it has the latest entries.
    """
    with at.table.lock:
        if at.table.version == version:
            return None
        return shown.look(at.table, at.seat, since)


@METHODS.by("viewer")
def scene(at: CallerSeat) -> results.SeatScene:
    """Return the table as a seat, or a spectator, sees it, with the legal actions of the seat in
    the reader's words.
    """
    table, seat = at.table, at.seat
    with table.lock:
        return results.SeatScene(
            *_status(at),
            scene=table.scene(seat),
            legal_actions=shown.legal_actions(table, seat),
            turn=None if seat is None else table.match.moves(seat),
        )


@METHODS.by("viewer")
def view(at: CallerSeat) -> results.SeatView:
    """Return what a seat, or a spectator, knows."""
    with at.table.lock:
        game = at.table.match.game
        seen = at.table.match.view(at.seat)
        text = at.table.words(at.seat).render(seen)
        return results.SeatView(*_status(at), view=game.to_json(seen), text=text)


@METHODS.by("viewer")
def events(at: CallerSeat, *, since: Natural = 0) -> results.Events:
    """Return the events after `since` actions, as told to a seat or a spectator; what has ended the
    game outside its rules is the last of them.
    """
    with at.table.lock:
        first = () if since else (shown.beginning_told(at.table, at.seat),)
        told = shown.told_events(at.table, at.seat, since)
        return results.Events(*_status(at), events=(*first, *told))


@METHODS.by("player")
def legal_actions(at: CallerSeat) -> results.LegalActions:
    """Return the legal actions of a seat."""
    with at.table.lock:
        person = at.person
        game = at.table.match.game
        legal = [
            LegalAction(game.to_json(action), str(action))
            for action in at.table.sight.legal(person)
        ]
        return results.LegalActions(tuple(legal), turn=at.table.match.moves(person))


@METHODS.by("player", searches=True)
def hint(
    at: CallerSeat, *, seconds: HintSeconds = HINT_SECONDS, action: GivenAction | None = None
) -> results.Hints:
    """Return the recommendations of a search from the View of a seat.

    `seconds`: approximate duration of the search. `action`: a legal action to rate as well: its
    notation, or its JSON form.
    """
    seat = at.person
    asked = None if action is None else shown.action_of(at.table, seat, action)
    with at.table.lock:
        game, seen = at.table.match.game, at.table.match.view(seat)
    hints = [
        results.Hint(
            game.to_json(each.action),
            str(each.action),
            at.table.words(seat).label(seen, each.action),
            round(each.chance, 4),
            each.why,
            reasons.in_words(each.why, at.table.words(seat).phrases),
            each.is_about_equal,
        )
        for each in at.table.hint(seat, asked, seconds)
    ]
    if not hints:
        raise RefusedError("there was not even time to look at one action", "not now")
    return results.Hints(tuple(hints))


# Acting.


@METHODS.by("player", acts=True)
def apply(
    at: CallerSeat, *, action: GivenAction, turn: Natural | None = None, told: bool = True
) -> results.Events:
    """Take an action of a seat, given as its notation or its JSON form.

    `turn`: the `turn` of the scene or legal actions from which the action was chosen, so that a
    request that is sent twice acts once; null: not checked. `told`: whether to return what has
    happened; a page that waits for news is told anyway.
    """
    table, seat = at.table, at.person
    with table.lock:
        event = table.act(seat, shown.action_of(table, seat, action), turn)
        happened = shown.told_events(table, seat, event.ply - 1) if told else []
        return results.Events(*_status(at), events=tuple(happened))


@METHODS.by("player", acts=True)
def undo(at: CallerSeat) -> results.Undone:
    """Take back the last decision of a seat and all that followed; others have to grant it."""
    with at.table.lock:
        return _undone(at, at.table.undo(at.person))


@METHODS.by("player", acts=True)
def grant_undo(at: CallerSeat, *, grant: bool = True) -> results.Undone:
    """Grant or refuse an undo that another person asks for.

    `grant`: false refuses it; by the seat that has asked, it withdraws the request.
    """
    with at.table.lock:
        return _undone(at, at.table.grant_undo(at.person, grant))


@METHODS.by("player", acts=True)
def resign(at: CallerSeat) -> results.GameStatus:
    """Resign: the game ends, and all other seats win."""
    with at.table.lock:
        at.table.resign(at.person)
        return results.GameStatus(*_status(at))


@METHODS.by("player", acts=True)
def agree_to_end(at: CallerSeat, *, agree: bool = True) -> results.Requested:
    """Ask the other people to end the game without a winner, or agree with who has asked.

    `agree`: false refuses; by the seat that has asked, it withdraws the request.
    """
    with at.table.lock:
        at.table.agree_to_end(at.person, agree)
        return results.Requested(*_status(at), asked=shown.asked(at.table))


# People.


@METHODS.by("player", changes=True)
def rename(at: CallerSeat, *, name: PersonName) -> results.GameStatus:
    """Change the name of the player in a seat."""
    at.table.rename(at.person, name)
    return results.GameStatus(*_status(at))


@METHODS.by("host", only="http", changes=True)
def invite(at: CallerSeat, *, for_seat: SeatNumber | None) -> results.Invited:
    """Return a new invitation to a seat; the old one and the person who sits there lose access. All
    are told when somebody else takes the seat. For null, the same with all spectators.
    """
    if for_seat is None:
        return results.Invited(at.table.renew_watch())
    return results.Invited(at.table.invite(for_seat, at.by))


@METHODS.by("host", only="http", changes=True)
def withdraw(at: CallerSeat, *, for_seat: SeatNumber) -> results.GameStatus:
    """Withdraw the invitation to a seat; the person who sits there loses access."""
    at.table.withdraw(for_seat, at.by)
    return results.GameStatus(*_status(at))


@METHODS.by("player", acts=True)
def let_bot_play(
    at: CallerSeat, *, for_seat: SeatNumber, bot: BotSpec = STAND_IN
) -> results.GameStatus:
    """Let a bot play for a person: for oneself, as the host, or for somebody long gone."""
    at.rooms.check_spec(bot)
    if bot != STAND_IN and not at.is_host:
        raise RefusedError(f"only the host chooses another bot than {STAND_IN!r}", "not yours")
    with at.table.lock:
        at.table.let_bot_play(for_seat, bot, at.by)
        return results.GameStatus(*_status(at))


@METHODS.by("player", acts=True)
def give_back(at: CallerSeat, *, for_seat: SeatNumber) -> results.GameStatus:
    """Let a person for whom a bot plays act again: oneself, or anybody as the host."""
    with at.table.lock:
        at.table.give_back(for_seat, at.by)
        return results.GameStatus(*_status(at))


# The end.


@METHODS.by("viewer")
def outcome(at: CallerSeat) -> results.OutcomeResult:
    """Return how the game ended, and its seed; null before the end."""
    match = at.table.match
    if match.outcome is None:
        return results.OutcomeResult(None, (), None)
    words = at.table.words(at.seat)
    remarks = tuple(words.remarks(match.state, None))
    return results.OutcomeResult(
        in_words(match.outcome, match.ending, words), remarks, str(match.seed)
    )


@METHODS.by("viewer")
def score_sheet(at: CallerSeat) -> results.ScoreSheetResult:
    """Return where the points came from; null before the end."""
    match = at.table.match
    is_over = match.outcome is not None
    words = at.table.words(at.seat)
    return results.ScoreSheetResult(words.score_sheet(match.state) if is_over else None)


@METHODS.by("viewer")
def record(at: CallerSeat) -> results.Recorded:
    """Return the record of a finished game."""
    at.table.check_over("the record is available")
    return results.Recorded(at.table.record().to_bytes().decode(), str(at.table.match.seed))


@METHODS.by("viewer")
def replay(
    at: CallerSeat,
    *,
    ply: Natural,
    as_seat: SeatNumber | None = None,
    hands: bool = True,
    since: Natural = 0,
) -> results.Replayed:
    """Return an earlier position of a finished game, after `ply` actions.

    `as_seat`: as this seat saw it; null is a spectator. `hands`: whether all hands are open,
    instead. `since`: the log begins after so many actions.
    """
    return shown.replay(at.table, ply, as_seat, hands=hands, log=since)


@METHODS.by("viewer", searches=True)
def judge(at: CallerSeat, *, of_seat: SeatNumber, after: Natural = 0) -> results.Judgement:
    """Return a search's judgement of a decision in a finished game, by what its player could know
    then.

    It is the first choice of the seat after `after` actions.
    """
    return shown.judgement(at.table, of_seat, after, at.seat)


@METHODS.by("viewer", changes=True)
def rematch(at: CallerSeat) -> results.Opened | None:
    """Play again, with the seats rotated: return the next table once the host and all others who
    are here want it, and null until then.
    """
    table = at.table
    is_stranger = at.seat is None and not (at.is_host or table.seating.followed)
    if not table.over or table.reading or is_stranger:
        raise RefusedError("a rematch is for the players, after the end", "not yours")
    sitting = at.rooms.rematch(at)
    return None if sitting is None else _opened(sitting)


@METHODS.by("viewer", only="lines", changes=True)
def close(at: CallerSeat, *, forget: bool = False) -> results.Closed:
    """Close a table; a kept game can be loaded again, unless it is deleted with `forget`."""
    assert isinstance(at.rooms, RoomsOfOne)  # no others have this method
    at.rooms.forget(at, delete=forget)
    return results.Closed(at.number)


def _status(at: CallerSeat) -> tuple[int, int, tuple[int, ...], bool]:
    """Return the fields of a `GameStatus`."""
    match = at.table.match
    return at.table.version, match.plies, match.to_act, at.table.over


def _undone(at: CallerSeat, undone: int) -> results.Undone:
    return results.Undone(*_status(at), undone=undone, asked=shown.asked(at.table))
