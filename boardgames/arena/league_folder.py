"""The folder in which a league is kept.

    league.json         what decides how its games go, to refuse to go on as another league
    games.jsonl         a line for each game that was played, as in the results of an arena
    answers.jsonl       a line for each answer of a model, from the moment when it came
    openings/DIGEST.txt what a model is told before its first turn, by the digest in the answers
    records/GAME.json   the record of each game

All can be read while the league runs. A line that was cut off when the league was killed is
dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import field
from os import PathLike
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, BinaryIO, TypeAlias, TypeVar

from boardgames import __version__
from boardgames.arena.arena import make_folder
from boardgames.arena.league import Fixture, League, fixtures, key_of
from boardgames.arena.lines import line_of, read_lines
from boardgames.arena.origin import Digests, Origins
from boardgames.arena.results import GameResult, Origin, Plan
from boardgames.core.codec import JSON, Bounds, FormOf, digest, read_json, to_json
from boardgames.core.errors import ConfigurationError, DecodeError, RecordError
from boardgames.core.files import lock, read_file, release
from boardgames.core.integers import Natural, Positive, SeatNumber
from boardgames.core.values import evolve, value
from boardgames.play.player import Player
from boardgames.play.prompt import Messages
from boardgames.play.reply import Reply, Tokens
from boardgames.play.text import Journal, ReadReply, ReplyFault

T = TypeVar("T")

FORMAT = 1
"""Version of the files; raised when their fields change."""
GAMES = "games.jsonl"
ANSWERS = "answers.jsonl"
MAY_GROW = ("games", "players")
"""Games and players may be added to a league, or left out."""


@value
class Answer:
    """One answer of a model."""

    game: str
    """The name of the game, as in the names of its files."""
    player: str
    seat: SeatNumber
    ply: Positive
    """The ply of the decision, counted from 1."""
    attempt: Positive
    """1 for the first answer in a decision, 2 for that to a correction, and so on."""
    opening: str
    """The digest of the opening, the first message."""
    asked: str
    """The last message: the prompt, or the correction of the answer before."""
    answer: str
    action: str | None = None
    """The action that it names, in notation; null if it names none that is legal."""
    kind: ReplyFault | None = None
    """What is wrong with it."""
    reason: str = ""
    """The same in a sentence."""
    is_last: bool = False
    """Whether no further answer was asked for, though this one names no legal action."""
    finish: str | None = None
    """Why it ended, as the client says it."""
    tokens: Tokens = field(default_factory=Tokens)
    price: float | None = None
    model: str | None = None
    """The model, as the client names it."""
    retries: Natural = 0
    """How often the model could not be reached before."""
    seconds: Annotated[float, Bounds(0)] = 0.0
    """From the first question to the answer, pauses included."""


AnswerForm: TypeAlias = Annotated[Answer, FormOf(Answer, allow_missing=True)]
"""A line of the file with the answers."""


@value
class _Key:
    """Which answer it is."""

    game: str
    seat: int
    ply: int
    attempt: int


class LeagueFolder:
    """The folder of a league, owned by one process from its opening to `close`.

    Its methods can be called from several threads.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        league: League,
        plans: tuple[Plan, ...],
        *,
        resume: bool = False,
        reading: bool = False,
        any_parser: bool = False,
    ) -> None:
        """Open the folder of this league, which is created if it does not exist.

        Raises `ConfigurationError`, and changes nothing, for results without `resume`, or those of
        another league; it says what differs. `reading`: nothing is written. `any_parser`: what
        decides how the games went is not compared.
        """
        self.path: Path = Path(path)
        self.league: League = league
        self._lock = Lock()
        self.games: dict[str, GameResult] = {}
        """The results of the games, by name."""
        self.others: int = 0
        """How many games the folder has that this league does not: of more rounds, or of other
        players.
        """
        self.answers: list[Answer] = []
        """All answers, in the order in which they came."""
        self._kept: dict[_Key, Answer] = {}
        self._openings: set[str] = set()
        with ExitStack() as on_error:
            if not reading:
                make_folder(self.path, "a league")
                make_folder(self.path / "records", "records")
                make_folder(self.path / "openings", "openings")
            self._games = self._opened(GAMES, on_error, reading=reading)
            self._answers = self._opened(ANSWERS, on_error, reading=reading)
            known: dict[str, Digests] = {}
            self._origins = {key_of(plan): Origins(plan, known=known) for plan in plans}
            wanted = {fixture.id for fixture in fixtures(plans)}
            rows = _read(self._games, GameResult, reading=reading)
            answers = _read(self._answers, Answer, reading=reading)
            if (rows or answers) and not (resume or reading):
                raise ConfigurationError(
                    f"{str(self.path)!r} has the results of a league: go on with it by --resume"
                )
            if not any_parser:
                self._check_identity(reading=reading)
            keys = {_table_of(origins.of(0)): key for key, origins in self._origins.items()}
            for row in rows:
                key = None if row.origin is None else keys.get(_table_of(row.origin))
                name = f"{key}-{row.number + 1:04}"
                if name in wanted:
                    self.games[name] = evolve(row, origin=None)
            self.others = len(rows) - len(self.games)
            for answer in answers:
                if answer.game in wanted:
                    self._remember(answer)
            on_error.pop_all()

    def _opened(self, name: str, on_error: ExitStack, *, reading: bool) -> BinaryIO:
        path = self.path / name
        try:
            file = path.open("rb" if reading else "a+b", buffering=0)
            on_error.callback(file.close)
            if not reading:
                lock(file.fileno())
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ConfigurationError(f"cannot open {str(path)!r}: {reason}") from None
        return file

    def _check_identity(self, *, reading: bool) -> None:
        """Refuse another league than that of the folder; write down what this one is."""
        path = self.path / "league.json"
        identity = identity_of(self.league, self._origins.values())
        try:
            kept = read_json(read_file(path))
        except FileNotFoundError:
            kept = {}
        except OSError as error:
            raise ConfigurationError(f"cannot read {str(path)!r}: {error.strerror}") from None
        except DecodeError as error:
            raise ConfigurationError(f"{str(path)!r}: not JSON: {error}") from None
        if not isinstance(kept, dict):
            raise ConfigurationError(f"{str(path)!r} is not what decides a league")
        for name, entry in identity.items():
            before = kept.get(name, entry)
            if name in MAY_GROW and isinstance(before, dict) and isinstance(entry, dict):
                before = {key: before.get(key, each) for key, each in entry.items()}
            self._compare(before, entry, name)
        if not reading:
            merged = {**kept, **identity}
            for name in MAY_GROW:
                merged[name] = {**kept.get(name, {}), **identity[name]}  # type: ignore[dict-item]  # they are objects
            path.write_text(json.dumps(merged, indent=1, ensure_ascii=False) + "\n", "utf-8")

    def answers_by_game(self) -> dict[str, list[Answer]]:
        """Return all answers by the name of the game, in the order in which they came."""
        by_game: dict[str, list[Answer]] = {}
        for answer in self.answers:
            by_game.setdefault(answer.game, []).append(answer)
        return by_game

    def _compare(self, kept: object, wanted: object, path: str) -> None:
        """Raise `ConfigurationError` with the first difference between two values."""
        if isinstance(kept, dict) and isinstance(wanted, dict):
            for key in {**kept, **wanted}:
                self._compare(kept.get(key), wanted.get(key), f"{path}.{key}")
        elif json.dumps(kept) != json.dumps(wanted):
            raise ConfigurationError(
                f"{str(self.path)!r}: the folder holds another league: its {path} is"
                f" {kept!r:.60}, not {wanted!r:.60}"
            )

    def _remember(self, answer: Answer) -> None:
        self.answers.append(answer)
        self._kept[_Key(answer.game, answer.seat, answer.ply, answer.attempt)] = answer

    def kept(self, game: str, seat: int, ply: int, attempt: int) -> Answer | None:
        """Return this answer, if it was kept."""
        return self._kept.get(_Key(game, seat, ply, attempt))

    def add_answer(self, answer: Answer, opening: str) -> None:
        """Keep an answer; raise `ConfigurationError` on failure."""
        with self._lock:
            try:
                if answer.opening not in self._openings:
                    path = self.path / "openings" / f"{answer.opening}.txt"
                    path.write_text(opening, encoding="utf-8")
                    self._openings.add(answer.opening)
                self._answers.write(line_of(to_json(answer)))
            except OSError as error:
                raise ConfigurationError(f"cannot keep the answers: {error.strerror}") from None
            self._remember(answer)

    def add_game(self, fixture: Fixture, result: GameResult) -> None:
        """Keep the result of a game; raise `ConfigurationError` on failure."""
        origins = self._origins[key_of(fixture.plan)]
        row = evolve(result, origin=origins.of(fixture.number))
        with self._lock:
            try:
                self._games.write(line_of(to_json(row)))
            except OSError as error:
                raise ConfigurationError(f"cannot keep the results: {error.strerror}") from None
            self.games[fixture.id] = result

    def record(self, game: str) -> Path:
        """Return where the record of this game is."""
        return self.path / "records" / f"{game}.json"

    def close(self) -> None:
        """Release the files."""
        release(self._games)
        release(self._answers)


class GameJournal(Journal):
    """Keeps the answers of one seat in one game, and knows those of an earlier run."""

    def __init__(self, folder: LeagueFolder, game: str, seat: int, player: Player) -> None:
        self.folder = folder
        self.game = game
        self.seat = seat
        self.player = player
        self.ply = 0
        """The ply that is being decided."""

    def kept(self, messages: Messages) -> Reply | None:
        """Return the reply to this conversation that was kept; None if there is none."""
        answer = self.folder.kept(self.game, self.seat, self.ply, _attempt(messages))
        if answer is None or answer.asked != messages[-1]["content"]:
            return None
        return reply_in(answer)

    def add(self, messages: Messages, reply: Reply, judged: ReadReply[Any]) -> None:
        """Keep the reply to this conversation, unless it was kept before."""
        if self.kept(messages) is not None:
            return
        opening, attempt = messages[0]["content"], _attempt(messages)
        self.folder.add_answer(
            Answer(
                game=self.game,
                player=self.player.name,
                seat=self.seat,
                ply=self.ply,
                attempt=attempt,
                opening=digest(opening)[:16],
                asked=messages[-1]["content"],
                answer=reply.text,
                action=None if judged.action is None else str(judged.action),
                kind=judged.kind,
                reason=judged.reason,
                is_last=judged.action is None and attempt > self.player.corrections,
                finish=reply.finish,
                tokens=reply.tokens,
                price=reply.price,
                model=reply.model,
                retries=reply.retries,
                seconds=round(reply.seconds, 3),
            ),
            opening,
        )


def reply_in(answer: Answer) -> Reply:
    """Return the reply that was kept in this line."""
    return Reply(
        answer.answer,
        answer.finish,
        answer.tokens,
        answer.price,
        answer.model,
        answer.retries,
        answer.seconds,
    )


def _attempt(messages: Messages) -> int:
    return 1 + sum([message["role"] == "assistant" for message in messages])


def identity_of(league: League, tables: Iterable[Origins]) -> dict[str, JSON]:
    """Return all that decides how the games of a league go."""
    games: dict[str, JSON] = {}
    players: dict[str, JSON] = {}
    for origins in tables:
        plan = origins.plan
        table = f"{plan.game}-{len(plan.bots)}-{digest({**plan.options})[:8]}"
        games[table] = {
            "rules_version": origins.game.rules_version,
            "options": origins.game.options(),
        }
        for origin in origins.players:
            player: Any = players.setdefault(
                origin.name,
                {"plays": origin.plays, "settings": origin.settings, "prompts": {}, "parser": {}},
            )
            if origin.prompts is not None:
                player["prompts"][table] = origin.prompts
                player["parser"][table] = origin.parser
    return {
        "format": FORMAT,
        "library": __version__,
        "seed": league.seed,
        "helpless": league.helpless,
        "seconds": league.seconds,
        "games": games,
        "players": players,
    }


def _table_of(origin: Origin) -> str:
    """Return which set of players at which table this is."""
    names: list[JSON] = [player.name for player in origin.players]
    return json.dumps([origin.game, names, origin.options], sort_keys=True)


def _read(file: BinaryIO, kind: type[T], *, reading: bool) -> list[T]:
    """Return the lines of a file; drop a truncated last one."""
    try:
        lines = read_lines(file, kind)
    except RecordError as error:
        raise ConfigurationError(f"{file.name}, {error}") from None
    if not reading:
        file.truncate(lines.end)
    return lines.values
