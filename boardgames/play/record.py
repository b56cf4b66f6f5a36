"""Games on paper: what was played, from which it can be played again."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from boardgames.core.action import Action
from boardgames.core.codec import JSON, from_json, to_json
from boardgames.core.errors import BoardGamesError, DecodeError, IllegalActionError, NotationError, RecordError
from boardgames.core.outcome import Outcome
from boardgames.games.catalogue import make

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from boardgames.core.game import Game

S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")

FORMAT = 1
"""Version of the document; raised when its fields change."""


@dataclass(frozen=True)
class Replay(Generic[S, A]):
    """A record played again."""

    plies: tuple[tuple[int, A], ...]
    """Who did what, in order."""
    states: tuple[S, ...]
    """The State before each ply, and the last one."""


@dataclass(frozen=True)
class Record:
    """One game as a document: enough to play it again anywhere, and to notice if that leads elsewhere."""

    format: int
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    """What `make` is given besides the number of players."""
    seats: tuple[str, ...]
    """Who played, by spec or name."""
    seed: int
    actions: tuple[str, ...]
    """The seat, counted from 1, and the notation: `2: order 3 Banker`."""
    outcome: Outcome | None
    """None while the game is unfinished."""
    digest: str
    """SHA-256 of the last State."""

    @classmethod
    def of(
        cls, game: Game[S, A, V], seats: Sequence[str], seed: int, plies: Sequence[tuple[int, A]], state: S
    ) -> Record:
        """Return the record of a game that went so and stands so."""
        return cls(
            format=FORMAT,
            game=game.name,
            rules_version=game.rules_version,
            players=game.players,
            options=game.options(),
            seats=tuple(seats),
            seed=seed,
            actions=tuple([f"{player + 1}: {action}" for player, action in plies]),
            outcome=game.outcome(state),
            digest=game.digest(state),
        )

    @classmethod
    def from_json(cls, data: JSON) -> Record:
        """Return the record of a document; raise `RecordError` that names the field at fault."""
        written = data.get("format") if isinstance(data, dict) else None
        if isinstance(written, int) and written != FORMAT:
            raise RecordError(f"format: this is version {written}, and only version {FORMAT} can be read")
        try:
            return from_json(cls, data)
        except DecodeError as error:
            raise RecordError(str(error)) from None

    def to_json(self) -> JSON:
        """Return the document."""
        return to_json(self)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Return the record in this file; raise `RecordError` that names the file and the fault."""
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise RecordError(f"cannot read record {str(path)!r}: {error.strerror}") from None
        except json.JSONDecodeError as error:
            raise RecordError(f"{path}: not JSON, or cut off: {error}") from None
        except (ValueError, RecursionError):
            # Bytes that are no text, numbers of thousands of digits, brackets within brackets without end.
            raise RecordError(f"{path}: not a record: not JSON") from None
        try:
            return cls.from_json(data)
        except RecordError as error:
            raise RecordError(f"{path}: not a record: {error}") from None
        except RecursionError:
            raise RecordError(f"{path}: not a record: nested too deeply") from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write the document, wholly or not at all; raise `RecordError` if that cannot be done."""
        target = Path(path)
        scratch = target.parent / f".{target.name[:40]}.{os.getpid()}.part"
        try:
            content = json.dumps(self.to_json(), indent=1, ensure_ascii=False).encode() + b"\n"
            if target.exists() and not target.is_file():
                raise RecordError(f"cannot write record {str(target)!r}: it is there, and no file")
            with scratch.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            scratch.replace(target)
        except OSError as error:
            raise RecordError(f"cannot write record {str(target)!r}: {error.strerror}") from None
        except UnicodeEncodeError:
            raise RecordError(f"cannot write record {str(target)!r}: a name in it is no text") from None
        finally:
            with suppress(OSError):
                scratch.unlink()

    def make_game(self) -> Game[Any, Any, Any]:
        """Return the game that was played; raise `RecordError` if there is none such."""
        for name in ("name", "players"):
            if name in self.options:
                raise RecordError(f"options: {name!r} is none")
        try:
            return make(self.game, players=self.players, **self.options)
        except BoardGamesError as error:
            raise RecordError(str(error)) from None

    def replay(self, game: Game[S, A, V] | None = None) -> Replay[S, A]:
        """Play it again, in the catalogue's game or the one given, and check everything it says.

        Raises `RecordError` at the first thing that is wrong, with its ply, the action and the legal ones.
        """
        played: Game[S, A, V] = self.make_game() if game is None else game
        self._check_same(played)
        state = played.new_game(self.seed)
        states, plies = [state], []
        for ply, line in enumerate(self.actions, start=1):
            try:
                player, action = self._read(played, state, line)
                state = played.apply(state, action, player)
            except (NotationError, IllegalActionError) as error:
                raise RecordError(f"ply {ply}, {line!r}: {error}") from None
            states.append(state)
            plies.append((player, action))
        outcome = played.outcome(state)
        if outcome != self.outcome:
            raise RecordError(f"after ply {len(plies)}: the outcome is {outcome}, and the record says {self.outcome}")
        digest = played.digest(state)
        if digest != self.digest:
            raise RecordError(f"after ply {len(plies)}: the digest is {digest}, and the record says {self.digest}")
        return Replay(tuple(plies), tuple(states))

    def _check_same(self, game: Game[S, A, V]) -> None:
        if (self.game, self.players) != (game.name, game.players):
            wanted = f"{game.name} with {game.players} players"
            raise RecordError(f"the record is of {self.game} with {self.players} players, not of {wanted}")
        if self.rules_version != game.rules_version:
            raise RecordError(
                f"the record is of {self.game} by rules version {self.rules_version}, and here is {game.rules_version}"
            )
        if len(self.seats) != self.players:
            raise RecordError(f"seats: expected {self.players}, not {len(self.seats)}")
        if self.seed < 0:
            raise RecordError("seed: expected a whole number of 0 or more")

    @staticmethod
    def _read(game: Game[S, A, V], state: S, line: str) -> tuple[int, A]:
        parts = re.fullmatch(r"\s*([1-9][0-9]{0,2})\s*:(.*)", line)
        if parts is None:
            raise NotationError("expected a seat, a colon and an action")
        player = int(parts[1]) - 1
        action = game.parse(parts[2])
        if player not in game.to_act(state):
            raise game.illegal(state, action, player)
        return player, action

    def renamed(self, seats: Sequence[str]) -> Record:
        """Return the record with other names on the seats."""
        return replace(self, seats=tuple(seats))
