"""The results of the methods: one frozen dataclass each, and what they are made of.

Long numbers such as seeds are text, because JavaScript would round them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from boardgames.contract.game import Game
from boardgames.core.codec import Bounds, FormOf
from boardgames.core.integers import Natural, PlayerCount, Positive, SeatNumber, Share
from boardgames.core.outcome import Outcome
from boardgames.play.analysis import Verdict
from boardgames.play.ending import event_to_json
from boardgames.play.forms import EventForm, LegalAction, ViewForm
from boardgames.play.limits import LONGEST_CHOICE_SECONDS
from boardgames.play.reasons import Reason
from boardgames.scene.events import Change
from boardgames.scene.log import Entry
from boardgames.scene.parts import Piece
from boardgames.scene.scene import Label, Scene, ScoreSheet
from boardgames.table.seating import PersonSeconds
from boardgames.table.session import Presence
from boardgames.table.table import Granting, Matter

SecondsLeft: TypeAlias = Annotated[float, Bounds(0, int(LONGEST_CHOICE_SECONDS))]


@dataclass(frozen=True)
class Hello:
    """The version and methods of the server."""

    protocol: Positive
    """The version of the protocol; clients written for a lower version may not work."""
    name: str
    methods: tuple[str, ...]


@dataclass(frozen=True)
class KnownGame:
    """A game that can be played here."""

    game: str
    """Its name in requests."""
    title: str
    """Its printed name."""
    goal: str
    """What ends the game and who wins, in a sentence; empty if it does not say."""
    players: tuple[PlayerCount, ...]
    """The possible numbers of players."""
    lesson: bool
    """Whether it can be learned at a table: see `learn`."""
    rules_version: Natural
    """Raised when the same seed and actions lead to a different game than before."""


@dataclass(frozen=True)
class Catalogue:
    """The games, and the bots to play against."""

    games: tuple[KnownGame, ...]
    bots: tuple[str, ...]
    outside: tuple[str, ...]
    """Addresses of the page for other machines; empty if they cannot reach it."""
    person_seconds: PersonSeconds | None
    """The time for each decision where several people play, unless `new` sets another; null: no
    limit.
    """


@dataclass(frozen=True)
class Rules:
    """The rules of a game."""

    game: str
    rules: str
    """Markdown."""


@dataclass(frozen=True)
class Invitation:
    """What somebody is invited to."""

    title: str
    players: PlayerCount
    host: str | None
    """The name of who opened the table; null if only bots play, or if the seat is theirs."""
    seat: SeatNumber | None
    """The seat to take; null for a spectator."""


@dataclass(frozen=True)
class Invited:
    """A new invitation."""

    invitation: str = field(repr=False)


@dataclass(frozen=True)
class GameStatus:
    """The public status of a game."""

    version: Natural
    """Rises with every change of the table, for `wait` and `look`."""
    plies: Natural
    """The number of actions so far."""
    to_act: tuple[SeatNumber, ...]
    """The seats that may act now; none after the end."""
    over: bool


@dataclass(frozen=True)
class GameTable:
    """Which table it is, and what is played there by whom."""

    table: Positive
    """Its number on this server."""
    game: str
    players: PlayerCount
    seats: tuple[str, ...]
    """`human`, or the spec of a bot, for each seat."""


@dataclass(frozen=True)
class Opened(GameTable, GameStatus):
    """A table that has been opened or joined."""

    secret: str | None = field(repr=False)
    """Proves whose request it is, over HTTP; null over lines, where one client owns all tables."""
    key: str | None = field(repr=False)
    """The key to load the game again; null if no games are kept under keys."""
    yours: tuple[SeatNumber, ...]
    """The client's own seats; none for a spectator."""


@dataclass(frozen=True)
class About(GameTable):
    """What does not change at a table."""

    title: str
    goal: str
    """What ends the game and who wins, in a sentence; empty if it does not say."""
    estimated: str
    """What a search estimates in this game, such as the chance to win."""
    viewer: SeatNumber | None
    """The seat that asks; null for a spectator."""
    host: SeatNumber | None
    """The seat of who opened the table; null if that is no player, or a program."""
    alone: bool
    """Whether the seat that asks is the only person."""
    chosen: bool
    """Whether the seed was chosen, so that somebody may know all hands."""
    lesson: bool
    """Whether the game begins with its lesson."""
    person_seconds: PersonSeconds | None
    """The time for each decision of a person, after which a bot plays for them; null: no limit."""
    reading: bool
    """Whether nobody plays: the table only shows a record."""


@dataclass(frozen=True)
class SeatView(GameStatus):
    """What a seat, or a spectator, knows."""

    view: ViewForm
    """The View."""
    text: str
    """The View as text: ASCII, at most 80 columns."""


@dataclass(frozen=True)
class LabelledAction(LegalAction):
    """A legal action, and what it means."""

    label: Label


@dataclass(frozen=True)
class Hint(LabelledAction):
    """A legal action that a search recommends."""

    chance: Share
    """The estimated chance to win after it, from 0 to 1."""
    why: tuple[Reason, ...]
    """How it differs from the other actions; empty if the game gives no reasons."""
    because: str
    """The same as a line of text, in percentage points."""
    is_about_equal: bool
    """Whether the search cannot distinguish its chance from that of the first hint."""


@dataclass(frozen=True)
class LegalActions:
    """The legal actions of a seat."""

    legal_actions: tuple[LegalAction, ...]
    turn: Natural
    """The number of actions of this seat so far, for `apply`."""


@dataclass(frozen=True)
class Pieces:
    """The cards, tokens and tiles of a game, and what else its table shows."""

    pieces: dict[str, Piece]
    """By key."""
    terms: dict[str, str]
    """What the other words and numbers of a scene mean, by the key of a counter or zone, or by a
    mark with # for its numbers."""


@dataclass(frozen=True)
class SeatScene(GameStatus):
    """The table as a seat, or a spectator, sees it, with the legal actions of the seat."""

    scene: Scene
    legal_actions: tuple[LabelledAction, ...]
    """Empty for a spectator, and for a seat that may not act now."""
    turn: Natural | None
    """The number of actions of this seat so far, for `apply`; null for a spectator."""


@dataclass(frozen=True)
class Hints:
    """The recommendations of a search."""

    hints: tuple[Hint, ...]
    """Best first."""


@dataclass(frozen=True)
class Happened:
    """An Event in the form in which one reader sees it."""

    event: EventForm
    """The Event, or how the game ended outside its rules."""
    changes: tuple[Change, ...]
    """Its changes to the reader's scene."""


@dataclass(frozen=True)
class ToldEvent:
    """An action, or the ending of the game, as told to one reader."""

    ply: Natural
    """Counted from 1; 0 for the beginning of the game, and one more than the last action for its
    ending.
    """
    seat: SeatNumber | None
    """The seat that acts or ends the game; null at the beginning."""
    text: tuple[str, ...]
    happened: tuple[Happened, ...]
    """The same as data, in order; empty for an action of a game without Events."""
    rest: tuple[Change, ...]
    """What else changes in the reader's scene: whose turn it is, heading, notes, derived
    counters.
    """


def told_event(
    game: Game[Any, Any, Any],
    ply: Natural,
    seat: SeatNumber | None,
    text: tuple[str, ...],
    entry: Entry,
) -> ToldEvent:
    """Return an action of this game, its beginning or its ending, as told to its reader: in words
    and as events.
    """
    happened = [Happened(event_to_json(game, event), event.changes()) for event in entry.events]
    return ToldEvent(ply, seat, text, tuple(happened), entry.rest)


@dataclass(frozen=True)
class Events(GameStatus):
    """The events of a game."""

    events: tuple[Annotated[Any, FormOf(ToldEvent)], ...]


@dataclass(frozen=True)
class Asked:
    """A request to which all other people have to agree."""

    what: Matter
    seat: SeatNumber
    """Whose request it is."""
    agreed: tuple[SeatNumber, ...]
    """The seats of the others who have agreed."""


@dataclass(frozen=True)
class RequestReply:
    """What came of a request."""

    what: Matter
    how: Granting
    """`lapsed`: the game went on before all had agreed."""
    by: SeatNumber | None
    """The seat that refused."""
    text: str
    """The same in words, for whoever asked."""


@dataclass(frozen=True)
class Requested(GameStatus):
    """The game after somebody has asked something of the others, or answered."""

    asked: tuple[Asked, ...]
    """The requests that wait for other people."""


@dataclass(frozen=True)
class Undone(Requested):
    """The game after an undo, or after a request for one."""

    undone: Natural
    """The number of actions taken back: the client's, and all that followed; 0 while other seats
    have to grant it.
    """


@dataclass(frozen=True)
class OutcomeResult:
    """How the game ended; null and empty before that."""

    outcome: Outcome | None
    remarks: tuple[str, ...]
    seed: str | None
    """As text, because JavaScript would round it."""


@dataclass(frozen=True)
class ScoreSheetResult:
    """Where the points came from; null before the end."""

    score_sheet: ScoreSheet | None


@dataclass(frozen=True)
class Recorded:
    """The record of a game that is over."""

    record: str
    """The content of its file, as text because JavaScript would round the seed."""
    seed: str


@dataclass(frozen=True)
class Closed:
    """A table is closed."""

    closed: Positive


# What a page shows: all of a table at once.


@dataclass(frozen=True)
class Shown:
    """An Event in words, with what it changes on the reader's table."""

    lines: tuple[str, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class LogEntry:
    """An action, or the ending of the game, as shown to one reader."""

    ply: Natural
    """Counted from 1; one more than the last action for the ending."""
    seat: SeatNumber
    heading: str
    """The heading of the table before it."""
    stage: str
    """The part of the game in which it happens, in the words of the heading."""
    happened: tuple[Shown, ...]


@dataclass(frozen=True)
class BotFault:
    """An action that a bot failed to choose."""

    ply: Natural
    seat: SeatNumber
    reason: str


@dataclass(frozen=True)
class End:
    """How the game ended, for one reader."""

    outcome: Outcome
    verdict: str
    """Who won, in a sentence for this reader."""
    sheet: ScoreSheet
    remarks: tuple[str, ...]
    seed: str
    """As text, because JavaScript would round it."""
    faults: tuple[BotFault, ...]
    open: Scene
    """The reader's table with all hands open."""


@dataclass(frozen=True)
class Absent:
    """A seat to which somebody is invited."""

    seat: SeatNumber
    invitation: str | None = field(repr=False)
    """For the host; null for all others."""


@dataclass(frozen=True)
class Look(GameStatus):
    """All of a table, as one seat or a spectator sees it now."""

    scene: Scene
    legal_actions: tuple[LabelledAction, ...]
    """Empty for a spectator, for a seat that may not act now, and where the only action is taken
    automatically.
    """
    turn: Natural | None
    """The number of actions of this seat so far, for `apply`; null for a spectator."""
    log: tuple[Annotated[Any, FormOf(LogEntry)], ...]
    """What was told of the actions after the first `log_from`, and of the ending."""
    log_from: Natural
    chosen: Natural
    """The ply of this seat's last choice; 0 before any."""
    before: Scene | None
    """The scene before that choice, unless the log goes on from what was known."""
    end: End | None
    """Null until the game is over."""
    hint: bool
    """Whether this seat can get a hint now."""
    undo: bool
    """Whether this seat can take something back, or ask the other people for it."""
    asked: tuple[Asked, ...]
    """The requests that wait for other people."""
    reply: RequestReply | None
    """What came of this seat's last request, until it acts or asks again."""
    undone: Natural
    """How often something has been taken back."""
    names: tuple[str, ...]
    """The players' names, by seat; empty for no name."""
    presence: tuple[Presence, ...]
    """By seat: whether a person is here, has not been heard from for a while, or has never come."""
    gone: tuple[SeatNumber, ...]
    """The seats not heard from for so long that everybody who plays can let a bot play for them."""
    stand_ins: tuple[str | None, ...]
    """By seat: the spec of the bot that plays for a person."""
    left: tuple[SecondsLeft | None, ...]
    """By seat: the seconds that whoever is asked now has left; null for others, and without a
    limit.
    """
    absent: tuple[Absent, ...]
    watch: str | None = field(repr=False)
    """The invitation for spectators, for those who play."""
    next: bool
    """Whether the next game has begun: `rematch` leads there."""


@dataclass(frozen=True)
class Replayed:
    """An earlier position of a finished game."""

    scene: Scene
    plies: Natural
    """The number of actions of the whole game."""
    log: tuple[Annotated[Any, FormOf(LogEntry)], ...]
    """What was told up to there, without the first entries that were not asked for."""


@dataclass(frozen=True)
class Judged:
    """A decision of a finished game, judged by what its player could know."""

    ply: Natural
    round: Natural
    """0 if the game does not count rounds."""
    when: str
    """The heading of the table at that time."""
    seat: SeatNumber
    done: str
    """What was done, in notation."""
    done_text: str
    chance: Share
    """The estimated chance to win after it."""
    best: str
    """What the search prefers, in notation."""
    best_text: str
    best_chance: Share
    verdict: Verdict
    cost: Share
    """The chance to win that the decision gave away; 0 if the search cannot tell."""
    alternatives: Natural
    """The number of legal actions."""
    why: tuple[Reason, ...]
    """How the best action differs from what was done, if that was worse."""
    because: str
    """The same as a line of text, in percentage points."""


@dataclass(frozen=True)
class Judgement:
    """The next decision of a seat; null if there is none."""

    judgement: Judged | None
    plies: Natural
    """The number of actions of the whole game."""
