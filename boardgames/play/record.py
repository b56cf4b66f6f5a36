"""Game records: save, load, replay."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from html import escape
from os import PathLike
from typing import Any, Generic, Self, cast, overload

from boardgames.core.action import Action
from boardgames.core.chance import LARGEST_SEED, check_seed
from boardgames.core.codec import JSON, from_json, read_json, to_json
from boardgames.core.errors import (
    BoardGamesError,
    ConfigurationError,
    DecodeError,
    IllegalActionError,
    NotationError,
    RecordError,
    quoted,
)
from boardgames.core.files import read_file
from boardgames.core.game import A, Game, S, V
from boardgames.core.outcome import Outcome
from boardgames.core.refusals import illegal_action
from boardgames.core.scene_html import framed, scene_html, slides_html
from boardgames.core.text import listed, one_line
from boardgames.games.catalogue import make_with
from boardgames.play.fault import Fault
from boardgames.play.record_file import OwnedFile, explained

HUMAN = "human"
"""Represents a person in `seats`; anything else is the spec of a bot, or a name."""
FORMAT = 2
"""Version of the format; raised when documents of the previous version can no longer be read directly."""
FORMAT_WITHOUT_CHECKS = 1
"""The previous version, without `checks`; it can still be read and replayed."""
LONGEST_REASON = 320
"""Maximum number of characters shown of a game's error about its options or an action."""
LONGEST_NAME = 80
"""Maximum number of characters shown of a game's name."""

MOST_HTML = 30_000
"""Maximum number of characters of a record in a notebook, which keeps each of them."""
MOST_TOLD = 8
"""Maximum number of lines there that tell what led to a slide."""


@dataclass(frozen=True)
class Replay(Generic[S, A]):
    """The course of a recorded game."""

    plies: tuple[tuple[int, A], ...]
    """The seat and the action of each ply, in order."""
    states: tuple[S, ...] = field(repr=False)
    """The State before each ply, and the last one."""


@dataclass(frozen=True)
class Record:
    """One game as a document: enough to replay it anywhere, and to detect any change to it.

    It contains the seed, from which all hands follow: nobody at the table may see the record of an unfinished game.
    """

    format: int
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    """The arguments of `make` besides the number of players."""
    seats: tuple[str, ...]
    """For each seat: the spec of a bot, `human`, or a name."""
    seed: int = field(repr=False)
    actions: tuple[str, ...] = field(repr=False)
    """Each with the seat, counted from 1, and the notation: `2: order 3 Banker`."""
    checks: tuple[str, ...]
    """For each action, 8 hexadecimal digits of a digest of the game, its options, the seed and all actions so far;
    empty in version 1."""
    outcome: Outcome | None
    """None while the game is unfinished."""
    digest: str
    """SHA-256 of the last State."""
    forfeit: Fault | None = None
    """The fault of a bot that ended the game early; without one, the document does not have this field. A resumed game
    ignores it."""

    @classmethod
    def of(
        cls,
        game: Game[S, A, V],
        seats: Sequence[str],
        seed: int,
        plies: Sequence[tuple[int, A]],
        state: S,
        *,
        transcript: Transcript | None = None,
        forfeit: Fault | None = None,
    ) -> Record:
        """Return the record of a game with these plies, which led to this State.

        Plies that are missing in the transcript are added to it.
        """
        transcript = Transcript(game, seed) if transcript is None else transcript
        for player, action in plies[len(transcript.lines) :]:
            transcript.add(player, action)
        return cls(
            format=FORMAT,
            game=game.name,
            rules_version=game.rules_version,
            players=game.players,
            options=game.options(),
            seats=tuple(seats),
            seed=seed,
            actions=tuple(transcript.lines),
            checks=tuple(transcript.checks),
            outcome=game.outcome(state),
            digest=game.digest(state),
            forfeit=forfeit,
        )

    @classmethod
    def from_json(cls, data: JSON) -> Record:
        """Return the record in a document; raise `RecordError` with the field at fault."""
        try:
            record = from_json(cls, _in_this_version(data), allow_missing=True)
        except RecordError:
            raise
        except DecodeError as error:
            raise RecordError(str(error)) from None
        except RecursionError:
            raise RecordError("nested too deeply") from None
        except ValueError:
            raise RecordError("a number has too many digits") from None
        for name in ("rules_version", "players"):
            if abs(getattr(record, name)) > LARGEST_SEED:
                raise RecordError(f"{name}: a number has too many digits")
        return record

    def to_json(self) -> JSON:
        """Return the document."""
        document = cast("dict[str, JSON]", to_json(self))
        if self.format == FORMAT_WITHOUT_CHECKS:
            del document["checks"]
        if self.forfeit is None:
            del document["forfeit"]
        return document

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Return the record in this file; raise a `RecordError` that names the file and the fault."""
        try:
            content = read_file(path)
        except OSError as error:
            raise RecordError(f"cannot read record {str(path)!r}: {error.strerror}") from None
        try:
            return cls.from_bytes(content)
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None

    @classmethod
    def from_bytes(cls, content: bytes) -> Record:
        """Return the record from the content of a file; raise `RecordError` with the fault."""
        try:
            return cls.from_json(read_json(content))
        except json.JSONDecodeError as error:
            raise RecordError(f"not JSON, or cut off: {error}") from None
        except (DecodeError, RecordError) as error:
            raise RecordError(f"not a record: {error}") from None
        except (ValueError, RecursionError):
            # Bytes that are not text, numbers of thousands of digits, deeply nested brackets.
            raise RecordError("not a record: not JSON") from None

    def save(self, path: str | PathLike[str], *, resume: bool = False) -> None:
        """Write the document to a new file, or with `resume` to a file with an earlier record of this game.

        The write is atomic. Raises `RecordError` if it fails, if a new file exists already, or if the file to resume
        has anything but an earlier record of this game. To write a game repeatedly while it is played, use
        `RecordFile`.
        """
        with RecordFile.open(path, resume=resume) as file:
            file.write(self, sync=True)

    def to_bytes(self) -> bytes:
        """Return the content of a file; raise `RecordError` if a name in the record cannot be written."""
        try:
            return json.dumps(self.to_json(), indent=1, ensure_ascii=False).encode() + b"\n"
        except UnicodeEncodeError:
            raise RecordError("a name in the record is not text") from None

    def is_of_same_deal(self, other: Record) -> bool:
        """Return whether both are records of the same game: equal in everything but names and actions."""
        mine, others = (
            (each.game, each.rules_version, each.players, each.options, each.seed) for each in (self, other)
        )
        return mine == others

    @property
    def people(self) -> tuple[int, ...]:
        """The seats recorded as `human`; people recorded under a name do not count."""
        return tuple([seat for seat, name in enumerate(self.seats) if name == HUMAN])

    @property
    def is_revealed(self) -> bool:
        """Whether all of it may be shown: the game is over, a bot has forfeited it, or only bots play."""
        return self.outcome is not None or self.forfeit is not None or not self.people

    @property
    def viewable_seats(self) -> tuple[int, ...]:
        """The seats whose Views may be shown: in an unfinished game with people, only theirs; otherwise all."""
        return tuple(range(len(self.seats))) if self.is_revealed else self.people

    def check_seat(self, seat: int) -> None:
        """Raise `ConfigurationError` if the game has no such seat, or if its View may not be shown before the end."""
        if seat not in range(self.players):
            raise ConfigurationError(f"no seat {seat + 1}: the record has seats 1 to {self.players}")
        if seat not in self.viewable_seats:
            own = listed([f"player {each + 1}" for each in self.viewable_seats])
            raise ConfigurationError(f"the game is not over: until it is, it can be shown only to {own}")

    def make_game(self, *, files: bool = True) -> Game[Any, Any, Any]:
        """Return the game that was played; raise `RecordError` if no such game exists.

        Without `files`, the options may not name files: then the record can be a stranger's.
        """
        try:
            return make_with(self.game, self.players, self.options, files=files)
        except BoardGamesError as error:
            raise RecordError(one_line(str(error), LONGEST_REASON)) from None
        except (ValueError, RecursionError):  # the options could not even be quoted
            raise RecordError(f"options: not those of {one_line(self.game, LONGEST_NAME)}") from None

    @overload
    def replay(self, game: None = None) -> Replay[Any, Any]: ...

    @overload
    def replay(self, game: Game[S, A, V]) -> Replay[S, A]: ...

    def replay(self, game: Game[S, A, V] | None = None) -> Replay[S, A]:
        """Replay the game, by default the one from the catalogue, and check each action and the end.

        Raises `RecordError` at the first fault, with its ply, the action and some legal ones.
        """
        played: Game[S, A, V] = self.make_game() if game is None else game
        self._check_head(played)
        transcript = Transcript(played, self.seed)
        state = played.new_game(self.seed)
        states, plies = [state], []
        for ply, line in enumerate(self.actions, start=1):
            try:
                player, action = read_action(played, state, line)
                state = played.apply(state, action, player)
            except (NotationError, IllegalActionError) as error:
                raise RecordError(f"ply {ply}, {quoted(line)}: {one_line(str(error), LONGEST_REASON)}") from None
            check = transcript.add(player, action)
            if self.format != FORMAT_WITHOUT_CHECKS and self.checks[ply - 1 : ply] != (check,):
                raise RecordError(f"ply {ply}, {quoted(line)}: not what was played: its check should be {check}")
            states.append(state)
            plies.append((player, action))
        self._check_end(played, state)
        return Replay(tuple(plies), tuple(states))

    def _check_head(self, game: Game[S, A, V]) -> None:
        if (self.game, self.players) != (game.name, game.players):
            wanted = f"{game.name} with {game.players} players"
            raise RecordError(f"the record is of {self.game} with {self.players} players, not of {wanted}")
        if self.rules_version != game.rules_version:
            raise RecordError(
                f"the record was made with rules version {self.rules_version} of {self.game};"
                f" this is version {game.rules_version}"
            )
        if len(self.seats) != self.players:
            raise RecordError(f"seats: expected {self.players}, not {len(self.seats)}")
        try:
            check_seed(self.seed)
        except ConfigurationError as error:
            raise RecordError(f"seed: {error}") from None

    def _check_end(self, game: Game[S, A, V], state: S) -> None:
        last = len(self.actions)
        outcome, digest = game.outcome(state), game.digest(state)
        if outcome != self.outcome:
            raise RecordError(f"after ply {last}: the outcome is {outcome}, and the record says {self.outcome}")
        if digest != self.digest:
            raise RecordError(f"after ply {last}: the digest is {digest}, and the record says {quoted(self.digest)}")
        if self.forfeit is not None:
            fits = outcome is None and self.forfeit.player in range(self.players) and self.forfeit.ply == last + 1
            if not fits:
                raise RecordError(f"forfeit: not by a player who was to act: {quoted(self.forfeit)}")
        if len(self.checks) > last or (self.format == FORMAT_WITHOUT_CHECKS and self.checks):
            raise RecordError(f"checks: there are {len(self.checks)} for {last} actions")

    def _repr_html_(self) -> str:
        """Return the game as slides of its rounds, for a person who played alone as they saw it."""
        game = self.make_game()
        replay, viewer = self.replay(game), self.people[0] if len(self.people) == 1 else None
        slides, lines = [], list[str]()
        for ply, (player, action) in enumerate(replay.plies):
            before, after = replay.states[ply : ply + 2]
            lines += game.tell(before, player, action, after, viewer)
            if game.round(after) != game.round(before) or ply + 1 == len(replay.plies):
                told = "<br>".join([escape(line) for line in lines[-MOST_TOLD:]])
                slides.append(f"{scene_html(game.scene(game.view(after, viewer)), game.pieces())}<p>{told}</p>")
        # The last slide and, if they do not all fit, every second, third, ... one before it.
        shown = (framed(slides_html(slides[(len(slides) - 1) % step :: step])) for step in range(1, len(slides) + 1))
        return next((html for html in shown if len(html) <= MOST_HTML), framed())

    def renamed(self, seats: Sequence[str]) -> Record:
        """Return the record with other entries for the seats."""
        return replace(self, seats=tuple(seats))


class RecordFile(OwnedFile):
    """A file to which one game is written repeatedly while it is played; it contains the seed."""

    record: Record | None = None
    """The content of the file; None if nothing has been written yet."""

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, or with `resume` the file with the record of a game, finished or not.

        Raises `RecordFileError` as `OwnedFile.open` does, and `RecordError` if the file does not contain a record.
        """
        file = super().open(path, resume=resume)
        try:
            if resume:
                file.record = Record.load(path)
        except BaseException:
            file.close()
            raise
        return file

    def write(self, record: Record, *, sync: bool = False) -> None:
        """Replace the content by this record; with `sync`, wait until it is on the disk.

        Raises `RecordFileError` on failure, and for a record of another game.
        """
        with explained(self.path):
            if self.record is not None and not record.is_of_same_deal(self.record):
                raise RecordError("it holds another game")
            self.replace(record.to_bytes(), sync=sync)
        self.record = record


def _in_this_version(data: JSON) -> JSON:
    """Return the document, adding the fields that version 1 or earlier releases lack."""
    if not isinstance(data, dict):
        return data
    written = data.get("format")
    if isinstance(written, int) and written not in (FORMAT, FORMAT_WITHOUT_CHECKS):
        raise RecordError(
            f"format: this is version {written}; versions {FORMAT_WITHOUT_CHECKS} and {FORMAT} can be read"
        )
    added: dict[str, JSON] = {"checks": []} if written == FORMAT_WITHOUT_CHECKS and "checks" not in data else {}
    if isinstance(outcome := data.get("outcome"), dict):
        absent: dict[str, JSON] = {"teams": [], "maximum": None, "utility": []}
        added["outcome"] = absent | outcome
    return data | added


class Transcript:
    """The lines of a record with their checks; each check depends on everything before it."""

    def __init__(self, game: Game[Any, Any, Any], seed: int) -> None:
        """Begin the transcript of a game with this seed."""
        self.lines: list[str] = []
        self.checks: list[str] = []
        head: JSON = [game.name, game.rules_version, game.players, game.options(), seed]
        self._digests = [blake2b(json.dumps(head, sort_keys=True).encode(), digest_size=16).digest()]

    def add(self, player: int, action: Action) -> str:
        """Add an action, and return its check."""
        line, length = f"{player + 1}: {action}", len(self.lines)
        digest = blake2b(self._digests[length] + line.encode(), digest_size=16).digest()
        # After an interrupt between these, the number of lines counts.
        self._digests[length + 1 :] = [digest]
        self.checks[length:] = [digest[:4].hex()]
        self.lines.append(line)
        return self.checks[-1]

    def cut(self, length: int) -> None:
        """Drop all but this many lines."""
        del self.lines[length:], self.checks[length:], self._digests[length + 1 :]


def read_action(game: Game[S, A, V], state: S, line: str) -> tuple[int, A]:
    """Return the seat and the action of a line such as `2: pass`.

    Raises `NotationError` if it is not such a line, and `IllegalActionError` if it is not the turn of this seat.
    """
    parts = re.fullmatch(r"\s*([1-9][0-9]{0,2})\s*:(.*)", line)
    if parts is None:
        raise NotationError("expected a seat, a colon and an action")
    player = int(parts[1]) - 1
    action = game.parse(parts[2])
    if player not in game.to_act(state):
        raise illegal_action(game, state, action, player)
    return player, action
