"""Game records: save, load, replay, and the file that is written after every decision."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import field
from hashlib import blake2b
from os import PathLike
from typing import Annotated, Any, Generic, Self, TypeAlias, cast, overload

from boardgames.contract.game import A, Game, S, V
from boardgames.core.action import Action
from boardgames.core.chance import SeedNumber, check_seed
from boardgames.core.codec import JSON, Bounds, FormOf, from_json, read_json, to_json, whole
from boardgames.core.errors import (
    BoardGamesError,
    ConfigurationError,
    DecodeError,
    IllegalActionError,
    NotationError,
    RecordError,
    quoted,
)
from boardgames.core.files import OwnedFile, explained, read_file
from boardgames.core.integers import Natural, PlayerCount
from boardgames.core.outcome import Outcome
from boardgames.core.text import listed, one_line
from boardgames.core.values import evolve, value
from boardgames.games.catalogue import make_with
from boardgames.play.ending import Ending, scene_after, sentence_for

HUMAN = "human"
"""Represents a person in `seats`; anything else is the spec of a bot, or a name."""
FORMAT = 1
"""Version of the format, the only one that is read; raised when older documents cannot be read."""
LONGEST_REASON = 320
"""Maximum number of characters shown of an error of a game or a bot, whose text could have any
length.
"""
MOST_HTML = 30_000
"""Maximum number of characters of a record in a notebook, which keeps each of them."""
MOST_TOLD = 8
"""Maximum number of lines there that tell what led to a slide."""


@value
class Replay(Generic[S, A]):
    """The course of a recorded game."""

    plies: tuple[tuple[int, A], ...] = field(repr=False)
    """The seat and the action of each ply, in order."""
    states: tuple[S, ...] = field(repr=False)
    """The State before each ply, and the last one."""


@value
class Record:
    """One game as a document: enough to replay it anywhere, and to detect any change to it.

    It contains the seed, from which all hands follow: nobody at the table may see the record of an
    unfinished game.
    """

    format: Annotated[int, Bounds(FORMAT, FORMAT)]
    game: str
    rules_version: Natural
    players: PlayerCount
    options: dict[str, Any]
    """The arguments of `make` besides the number of players."""
    seats: tuple[str, ...]
    """For each seat: the spec of a bot, `human`, or a name."""
    seed: SeedNumber = field(repr=False)
    actions: tuple[str, ...] = field(repr=False)
    """Each with the seat, counted from 1, and the notation: `2: order 3 Banker`."""
    checks: tuple[str, ...]
    """For each action, 8 hexadecimal digits of a digest of the game, its options, the seed and all
    actions so far."""
    outcome: Outcome | None
    """None while the game is unfinished."""
    digest: str
    """SHA-256 of the last State."""
    ending: Ending | None = None
    """How the game ended outside its rules; if it did not, the document does not have this field.
    A resumed game ignores it."""

    @classmethod
    def from_json(cls, data: JSON) -> Record:
        """Return the record in a document; raise `RecordError` with the field at fault, or for
        another version of the format.
        """
        written = whole(data.get("format")) if isinstance(data, dict) else None
        if isinstance(written, int) and not isinstance(written, bool) and written != FORMAT:
            raise RecordError(
                f"format: this is version {quoted(written)}; only version {FORMAT} can be read"
            )
        try:
            return from_json(cls, data, allow_missing=True)
        except DecodeError as error:
            raise RecordError(str(error)) from None

    def to_json(self) -> JSON:
        """Return the document."""
        document = cast("dict[str, JSON]", to_json(self))
        if self.ending is None:
            del document["ending"]
        return document

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Return the record in this file; raise a `RecordError` that names the file and the
        fault.
        """
        try:
            return cls.from_bytes(read_file(path))
        except OSError as error:
            raise RecordError(f"cannot read record {str(path)!r}: {error.strerror}") from None
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None

    @classmethod
    def from_bytes(cls, content: bytes) -> Record:
        """Return the record from the content of a file; raise `RecordError` with the fault."""
        try:
            return cls.from_json(read_json(content))
        except (ValueError, RecursionError) as error:
            raise RecordError(f"not a record: {one_line(str(error), LONGEST_REASON)}") from None

    def save(self, path: str | PathLike[str], *, resume: bool = False) -> None:
        """Write the document to a new file, or with `resume` to a file with an earlier record of
        this game.

        The write is atomic. Raises `RecordError` if it fails, if a new file exists already, or if
        the file to resume has anything but an earlier record of this game. To write a game
        repeatedly while it is played, use `RecordFile`.
        """
        with OwnedFile.open(path, resume=resume) as file:
            earlier = Record.load(path) if resume else None
            with explained(file.path):
                if earlier is not None:
                    self.check_same_game(earlier)
                content = self.to_bytes()
            file.replace(content)

    def check_same_game(self, other: Record) -> None:
        """Raise `RecordError` unless the other record is of this game, whatever is done in it."""
        for name in ("game", "rules_version", "players", "options", "seed"):
            if getattr(self, name) != getattr(other, name):
                raise RecordError("it holds another game")

    def to_bytes(self) -> bytes:
        """Return the content of a file; raise `RecordError` if a name in the record cannot be
        written.
        """
        members = cast("dict[str, JSON]", self.to_json()).items()
        lines = [f" {json.dumps(name)}: {_indented(member)}" for name, member in members]
        try:
            return "\n".join(["{", ",\n".join(lines), "}", ""]).encode()
        except UnicodeEncodeError:
            raise RecordError("a name in the record is not text") from None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats recorded as `human`; people recorded under a name do not count."""
        return tuple([seat for seat, name in enumerate(self.seats) if name == HUMAN])

    @property
    def length(self) -> int:
        """The number of things to tell: the actions, and the ending if there is one."""
        return len(self.actions) + (self.ending is not None)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or outside them."""
        return self.outcome is not None or self.ending is not None

    @property
    def is_revealed(self) -> bool:
        """Whether all of it may be shown: the game is over, or only bots play."""
        return self.is_over or not self.people

    @property
    def viewable_seats(self) -> tuple[int, ...]:
        """The seats whose Views may be shown: in an unfinished game with people, only theirs;
        otherwise all.
        """
        return tuple(range(len(self.seats))) if self.is_revealed else self.people

    def check_seat(self, seat: int) -> None:
        """Raise `ConfigurationError` if the game has no such seat, or if its View may not be shown
        before the end.
        """
        if seat not in range(self.players):
            raise ConfigurationError(
                f"no seat {seat + 1}: the record has seats 1 to {self.players}"
            )
        if seat not in self.viewable_seats:
            own = listed([f"player {each + 1}" for each in self.viewable_seats])
            raise ConfigurationError(
                f"the game is not over: until it is, it can be shown only to {own}"
            )

    def make_game(self, *, files: bool = True) -> Game[Any, Any, Any]:
        """Return the game that was played; raise `RecordError` if no such game exists.

        Without `files`, the options may not name files: then the record can be a stranger's.
        """
        try:
            return make_with(self.game, self.players, self.options, files=files)
        except BoardGamesError as error:
            raise RecordError(one_line(str(error), LONGEST_REASON)) from None

    @overload
    def replay(self, game: None = None) -> Replay[Any, Any]: ...

    @overload
    def replay(self, game: Game[S, A, V]) -> Replay[S, A]: ...

    def replay(self, game: Game[S, A, V] | None = None) -> Replay[S, A]:
        """Replay the game, by default the one from the catalogue, and check each action and the
        end.

        Raises `RecordError` at the first fault, with its ply, the action and some legal ones.
        """
        played: Game[S, A, V] = self.make_game() if game is None else game
        self._check_head(played)
        state = played.new_game(self.seed)
        states = [state]
        plies: list[tuple[int, A]] = []
        digest = _start(played, self.seed)
        for ply, line in enumerate(self.actions, start=1):
            try:
                player, action = read_action(played, line)
                state = played.apply(state, action, player)
            except (NotationError, IllegalActionError) as error:
                reason = one_line(str(error), LONGEST_REASON)
                raise RecordError(f"ply {ply}, {quoted(line)}: {reason}") from None
            states.append(state)
            plies.append((player, action))
            digest = _digest(digest + _line(player, action).encode())
            check = _check(digest)
            if self.checks[ply - 1 : ply] != (check,):
                raise RecordError(
                    f"ply {ply}, {quoted(line)}: not what was played: its check should be {check}"
                )
        self._check_end(played, state)
        return Replay(tuple(plies), tuple(states))

    def _check_head(self, game: Game[S, A, V]) -> None:
        if (self.game, self.players) != (game.name, game.players):
            raise RecordError(
                f"the record is of {self.game} with {self.players} players, not of {game.name} with"
                f" {game.players} players"
            )
        if self.rules_version != game.rules_version:
            raise RecordError(
                f"the record was made with rules version {quoted(self.rules_version)} of"
                f" {self.game}; this is version {game.rules_version}"
            )
        if len(self.seats) != self.players:
            raise RecordError(f"seats: expected {self.players}, not {len(self.seats)}")
        try:
            check_seed(self.seed)
        except ConfigurationError as error:
            raise RecordError(f"seed: {error}") from None

    def _check_end(self, game: Game[S, A, V], state: S) -> None:
        last = len(self.actions)
        outcome = game.outcome(state)
        if outcome != self.outcome:
            raise RecordError(
                f"after ply {last}: the outcome is {outcome}, and the record says {self.outcome}"
            )
        digest = game.digest(state)
        if digest != self.digest:
            raise RecordError(
                f"after ply {last}: the digest is {digest}, and the record says"
                f" {quoted(self.digest)}"
            )
        ending = self.ending
        if ending is not None and self.outcome is not None:
            raise RecordError("ending: the game was over already, by its rules")
        if ending is not None and ending.seat not in range(self.players):
            raise RecordError(f"ending.seat: expected 0 to {self.players - 1}, not {ending.seat}")
        if len(self.checks) > last:
            raise RecordError(f"checks: there are {len(self.checks)} for {last} actions")

    def _repr_html_(self) -> str:
        """Return the game as slides of its rounds, for a person who played alone as they saw it."""
        from boardgames.scene.as_html import framed  # only notebooks need it

        game = self.make_game()
        viewer = self.people[0] if len(self.people) == 1 else None
        slides = self._slides(game, self.replay(game), viewer)
        # The last slide and, if they do not all fit, every second, third, ... one before it.
        for step in range(1, len(slides) + 1):
            html = framed(*slides[(len(slides) - 1) % step :: step])
            if len(html) <= MOST_HTML:
                return html
        return framed()

    def _slides(self, game: Game[S, A, Any], replay: Replay[S, A], viewer: int | None) -> list[str]:
        """Return the HTML of the table after each round as the viewer saw it, with what was told
        last.
        """
        from html import escape

        from boardgames.scene.as_html import scene_html

        slides: list[str] = []
        told: list[str] = []
        words = game.words
        for ply, (player, action) in enumerate(replay.plies, start=1):
            before = replay.states[ply - 1]
            after = replay.states[ply]
            told += words.tell(before, player, action, after, viewer)
            is_last = ply == len(replay.plies)
            is_next_round = game.round(after) != game.round(before)
            if not is_last and not is_next_round:
                continue
            scene = words.scene(game.view(after, viewer))
            if is_last and self.ending is not None:
                told.append(sentence_for(viewer, self.ending, words))
                scene = scene_after(scene, self.ending, words)
            table = scene_html(scene, words.pieces(), words.phrases)
            lines = [escape(line) for line in told[-MOST_TOLD:]]
            slides.append(f"{table}<p>{'<br>'.join(lines)}</p>")
        return slides

    def renamed(self, seats: Sequence[str]) -> Record:
        """Return the record with other entries for the seats."""
        return evolve(self, seats=tuple(seats))


class RecordFile(OwnedFile):
    """A file to which one game is written repeatedly while it is played; it contains the seed."""

    record: Record | None = None
    """The content of the file; None if nothing has been written yet."""

    @classmethod
    def open(cls, path: str | PathLike[str], *, resume: bool = False) -> Self:
        """Return a new file, or with `resume` the file with a record.

        Raises what `OwnedFile.open` raises, and `RecordError` if the file to resume does not
        contain a record.
        """
        with ExitStack() as on_error:
            file = super().open(path, resume=resume)
            on_error.callback(file.close)
            file.record = Record.load(path) if resume else None
            on_error.pop_all()
            return file

    def write(self, record: Record) -> None:
        """Replace the content by this record.

        Raises `RecordFileError` on failure, and for a record of another game; then the file is
        unchanged.
        """
        with explained(self.path):
            if self.record is not None:
                record.check_same_game(self.record)
            content = record.to_bytes()
        self.replace(content)
        self.record = record


def _indented(member: JSON) -> str:
    """Return a member of the document as JSON, indented by one space more than its name.

    Given an indentation, `json` is slow, and a long game has two long lists of texts. So it writes
    these on one line, but with line breaks in what separates their items.
    """
    if isinstance(member, list) and {*map(type, member)} == {str}:
        items = json.dumps(member, ensure_ascii=False, separators=(",\n  ", ": "))
        return f"[\n  {items[1:-1]}\n ]"
    # Within texts, line breaks are escaped.
    return json.dumps(member, indent=1, ensure_ascii=False).replace("\n", "\n ")


RecordForm: TypeAlias = Annotated[Any, FormOf(Record, allow_missing=True, is_checked=False)]
"""A record as JSON. `Record.from_json` checks it, and names a version that cannot be read."""


@value
class WrittenPlies:
    """The plies of one game as a record has them.

    A match keeps them as it grows, because each check depends on everything before it.
    """

    start: bytes
    """A digest of what the checks depend on besides the plies: the game, its options, the seed."""
    actions: tuple[str, ...] = ()
    digests: tuple[bytes, ...] = ()
    """By ply: the digest of everything up to it."""
    checks: tuple[str, ...] = ()

    @classmethod
    def none_of(cls, game: Game[Any, Any, Any], seed: int) -> WrittenPlies:
        """Return no plies, at the beginning of this game."""
        return cls(_start(game, seed))

    def followed_by(self, plies: Iterable[tuple[int, Action]]) -> WrittenPlies:
        """Return these plies and then the given ones, each a seat and an action."""
        digest = self.digests[-1] if self.digests else self.start
        lines: list[str] = []
        digests: list[bytes] = []
        for player, action in plies:
            line = _line(player, action)
            digest = _digest(digest + line.encode())
            lines.append(line)
            digests.append(digest)
        return WrittenPlies(
            self.start,
            (*self.actions, *lines),
            (*self.digests, *digests),
            (*self.checks, *map(_check, digests)),
        )

    def up_to(self, plies: int) -> WrittenPlies:
        """Return this many plies from the first on, or all if there are fewer."""
        return WrittenPlies(
            self.start, self.actions[:plies], self.digests[:plies], self.checks[:plies]
        )


def _start(game: Game[Any, Any, Any], seed: int) -> bytes:
    head: JSON = [game.name, game.rules_version, game.players, game.options(), seed]
    return _digest(json.dumps(head, sort_keys=True).encode())


def _line(player: int, action: Action) -> str:
    """Return a ply as a record has it."""
    return f"{player + 1}: {action}"


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).digest()


def _check(digest: bytes) -> str:
    """Return the check of a ply, given the digest of everything up to it."""
    return digest[:4].hex()


def read_action(game: Game[Any, A, Any], line: str) -> tuple[int, A]:
    """Return the seat and the action of a line such as `2: pass`.

    Raises `NotationError` if it is not such a line. Whether the action is legal, `apply` says.
    """
    parts = re.fullmatch(r"\s*([1-9][0-9]{0,2})\s*:(.*)", line)
    if parts is None:
        raise NotationError("expected a seat, a colon and an action")
    return int(parts[1]) - 1, game.parse(parts[2])
