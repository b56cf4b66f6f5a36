"""The results of the protocol's methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from boardgames.contract.game import Game
from boardgames.core.chance import SeedNumber
from boardgames.core.codec import FormOf
from boardgames.core.integers import Natural, PlayerCount, Positive, SeatNumber, Share
from boardgames.core.outcome import Outcome
from boardgames.play.ending import event_to_json
from boardgames.play.forms import EventForm, LegalAction, ViewForm
from boardgames.play.reasons import Reason
from boardgames.play.record import RecordForm
from boardgames.scene.events import Change
from boardgames.scene.log import Entry
from boardgames.scene.parts import Piece
from boardgames.scene.scene import Label, Scene, ScoreSheet


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
    players: tuple[PlayerCount, ...]
    """The possible numbers of players."""
    rules_version: Natural
    """Raised when the same seed and actions lead to a different game than before."""


@dataclass(frozen=True)
class Catalogue:
    """The games, and the bots to play against."""

    games: tuple[KnownGame, ...]
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Rules:
    """The rules of a game."""

    game: str
    rules: str
    """Markdown."""


@dataclass(frozen=True)
class Opened:
    """A table that has just been opened."""

    table: Positive
    key: str | None
    """The key to load the game again; null if no games are kept."""
    game: str
    players: PlayerCount
    seats: tuple[str, ...]
    """`human`, or the spec of a bot, for each seat."""
    yours: tuple[SeatNumber, ...]
    """The client's own seats."""
    plies: Natural
    """The number of actions so far."""
    to_act: tuple[SeatNumber, ...]
    """The seats that may act now; none after the end."""
    over: bool


@dataclass(frozen=True)
class GameStatus:
    """The public status of a game."""

    plies: Natural
    """The number of actions so far."""
    to_act: tuple[SeatNumber, ...]
    """The seats that may act now; none after the end."""
    over: bool


@dataclass(frozen=True)
class SeatView(GameStatus):
    """What a seat, or a spectator, knows."""

    view: ViewForm
    """The View."""
    text: str
    """The View as text, at most 80 columns wide."""


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
    game: Game[Any, Any, Any], ply: int, seat: int | None, text: tuple[str, ...], entry: Entry
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
class UndoAsked:
    """A request of a seat to take back its last action, and the seats that have granted it."""

    seat: SeatNumber
    granted: tuple[SeatNumber, ...]


@dataclass(frozen=True)
class Undone(GameStatus):
    """The game after an undo, or after a request for one."""

    undone: Natural
    """The number of actions taken back: the client's, and all that followed; 0 while other seats
    have to grant it.
    """
    undo_asked: UndoAsked | None
    """The request that other seats of people have to grant or refuse."""


@dataclass(frozen=True)
class OutcomeResult:
    """How the game ended; null and empty before that."""

    outcome: Outcome | None
    remarks: tuple[str, ...]
    seed: SeedNumber | None


@dataclass(frozen=True)
class ScoreSheetResult:
    """Where the points came from; null before the end."""

    score_sheet: ScoreSheet | None


@dataclass(frozen=True)
class Saved:
    """The record or key from which a game can be loaded."""

    record: RecordForm | None
    """The record of a game that is over; null before that."""
    key: str | None
    """The key to load the game again; null if no games are kept, or if this one has ended by
    a resignation or a forfeit.
    """


@dataclass(frozen=True)
class Closed:
    """A table is closed."""

    closed: Positive
    """Its number."""
