"""A game at the terminal: people at the keyboard, bots, or both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from boardgames.cli.menu import Entry, entries, in_columns
from boardgames.cli.show import result, show_rules
from boardgames.cli.terminal import shortened
from boardgames.core.errors import ConfigurationError, NotationError, RecordError
from boardgames.core.text import seat_name
from boardgames.games.catalogue import make
from boardgames.play.bots import make_bot
from boardgames.play.match import Match, OnFault
from boardgames.play.record import Record
from boardgames.play.record_file import RecordFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardgames.cli.terminal import Terminal
    from boardgames.core.action import Action
    from boardgames.play.bots import Bot
    from boardgames.play.match import Event

HUMAN = "human"
HELP = """\
Type the number of a choice, or the action itself as it is written here.
  ?       this help
  table   the table once more
  rules   the rules of the game
  undo    take your last decision back (only if all others are bots)
  back    out of a group of choices
  quit    stop; the game is kept, and can be resumed"""


class Manners(TypedDict):
    """What bots may do."""

    seconds: float | None
    on_fault: OnFault


class Quit(Exception):  # noqa: N818  # nothing has gone wrong
    """The person wants to stop."""


class Undo(Exception):  # noqa: N818  # nothing has gone wrong
    """The person wants to take a decision back."""


def start_table(
    terminal: Terminal,
    name: str,
    *,
    seats: Sequence[str],
    seed: int | None,
    record: str | None,
    options: Mapping[str, object],
    manners: Manners,
) -> Table:
    """Return the table of a new game; raise `ConfigurationError` or `RecordError` for what cannot be."""
    game = make(name, players=len(seats), **options)
    match: Match[Any, Any, Any] = Match(game, [_bot(seat) for seat in seats], seed, seats, **manners)
    return Table(terminal, match, record)


def resume_table(
    terminal: Terminal,
    path: str,
    *,
    game: str | None,
    seats: Sequence[str] | None,
    record: str | None,
    manners: Manners,
) -> Table:
    """Return the table of a recorded game as it was left; raise `ConfigurationError` or `RecordError`."""
    written = Record.load(path)
    if game not in (None, written.game):
        raise ConfigurationError(f"{path} is a record of {written.game}, not of {game}")
    if seats is not None:
        written = written.renamed(seats)
    rules = written.make_game()
    match: Match[Any, Any, Any] = Match.resume(rules, [_bot(seat) for seat in written.seats], written, **manners)
    return Table(terminal, match, record or path, resume=record in (None, path))


def _bot(seat: str) -> Bot | None:
    if seat == HUMAN:
        return None
    try:
        return make_bot(seat)
    except ConfigurationError as error:
        raise ConfigurationError(f"seat {seat!r} is not {HUMAN!r}, and as a bot: {error}") from None


class Table:
    """A match, the people at it and the file it is kept in."""

    def __init__(
        self, terminal: Terminal, match: Match[Any, Any, Any], record: str | None, *, resume: bool = False
    ) -> None:
        """Take the seats; the record is written at once, so that an unwritable one is known before the game."""
        self.terminal = terminal
        self.match = match
        self.record = record
        self.file = None if record is None else RecordFile.open(record, resume=resume)
        self.humans = [seat for seat, bot in enumerate(match.seats) if bot is None]
        self.viewer = self.humans[0] if len(self.humans) == 1 else None
        self.unread: dict[int | None, list[str]] = {seat: [] for seat in (*self.humans, None)}
        self.decided = False
        self._save()

    def play(self, *, quiet: bool) -> int:
        """Play to the end, or until the person stops; return the exit status."""
        try:
            return self._play(quiet=quiet)
        finally:
            if self.file is not None:
                self.file.close()

    def _play(self, *, quiet: bool) -> int:
        match, terminal = self.match, self.terminal
        self.quiet = quiet
        if not quiet:
            self._introduce()
        try:
            while match.outcome is None:
                for event in match.run():
                    self._save()
                    self._tell(event)
                    if not self.humans:
                        self._show_news(None)
                for seat in match.waiting()[:1]:
                    self._decide(seat)
        except (Quit, EOFError):
            self._leave()
            return 0
        except KeyboardInterrupt:
            terminal.write()
            self._leave()
            return 130
        finally:
            match.close()
        self._save()
        self._finish()
        return 0

    def _introduce(self) -> None:
        match, terminal = self.match, self.terminal
        terminal.write(terminal.bold(f"{match.game.title}, seed {match.seed}"))
        for seat, name in enumerate(match.names):
            terminal.write(
                f"{seat_name(seat, self.viewer)}: {name}" + (f" (player {seat + 1})" if seat == self.viewer else "")
            )
        if self.humans:
            terminal.write("Type ? for help.")
        terminal.write()

    # What people are told.

    def _tell(self, event: Event[Any, Any, Any], remark: str = "") -> None:
        for viewer, lines in self.unread.items():
            if viewer is not None or len(self.humans) != 1:
                told = event.seen_by(viewer)
                lines += [told[0] + remark, *told[1:]]

    def _show_news(self, viewer: int | None) -> None:
        lines, self.unread[viewer] = self.unread[viewer], []
        if not self.quiet:
            self.terminal.write_all(lines)

    def _show_table(self, viewer: int | None) -> None:
        head, *rest = self.match.game.render(self.match.view(viewer)).split("\n")
        self.terminal.write(self.terminal.bold(head))
        self.terminal.write_all([*rest, ""])

    # What people decide.

    def _decide(self, seat: int) -> None:
        match = self.match
        actions = match.game.legal_actions(match.state, seat)
        if len(actions) == 1:
            self._tell(match.play(actions[0], seat), " (the only choice)")
            return
        self._give_keyboard_to(seat)
        self.unread[None] = []  # whoever sits down reads it as he may; what comes after the last one is for all
        if self.unread[seat]:
            self._show_news(seat)
            self.terminal.write()
        self._show_table(seat)
        try:
            action = self._asked(seat, actions)
        except Undo:
            self._take_back(seat)
            return
        event = match.play(action, seat)
        self.decided = True
        self._tell(event)
        self._save()

    def _give_keyboard_to(self, seat: int) -> None:
        """Let the other person look away and this one sit down, where there are several."""
        if len(self.humans) > 1 and self.viewer != seat:
            self.terminal.clear()
            self.terminal.ask(f"Player {seat + 1}, take the keyboard and press Enter. ")
            self.terminal.clear()
            self.viewer = seat

    def _asked(self, seat: int, actions: tuple[Action, ...]) -> Action:
        """Return the action that the person chooses."""
        menu = entries(actions)
        self._show_menu(menu)
        while True:
            answer = self.terminal.ask(f"Player {seat + 1}> ")
            if answer.casefold() in ("back", "b"):
                menu = entries(actions)
                self._show_menu(menu)
            elif answer.isdecimal():
                chosen = self._numbered(menu, _number(answer))
                if len(chosen) == 1:
                    return chosen[0]
                menu = entries(chosen) if chosen else menu
                self._show_menu(menu)
            elif answer and not self._obey(answer.casefold(), seat, menu):
                typed = self._read(answer, actions)
                if typed is not None:
                    return typed

    def _numbered(self, menu: list[Entry[Any]], number: int) -> tuple[Action, ...]:
        """Return what the choice with this number leads to: an action, several to choose from, or none."""
        if not 0 < number <= len(menu):
            self.terminal.write(f"There are choices 1 to {len(menu)}.")
            return ()
        entry = menu[number - 1]
        return entry.actions if entry.numbers is None else self._from_range(entry.actions, entry.numbers)

    def _show_menu(self, menu: list[Entry[Any]]) -> None:
        self.terminal.write_all(in_columns([entry.label for entry in menu], self.terminal.columns))

    def _from_range(self, actions: tuple[Action, ...], numbers: range) -> tuple[Action, ...]:
        while True:
            answer = self.terminal.ask(f"A number from {numbers[0]} to {numbers[-1]}, or back: ")
            if answer.isdecimal() and _number(answer) in numbers:
                return (actions[_number(answer) - numbers[0]],)
            if answer.casefold() in ("back", "b"):
                return ()
            if answer.casefold() in ("quit", "q"):
                raise Quit

    def _obey(self, command: str, seat: int, menu: list[Entry[Any]]) -> bool:
        """Carry out a command that is no action; tell whether it was one."""
        if command in ("?", "help", "h"):
            self.terminal.write(HELP)
        elif command == "rules":
            show_rules(self.terminal, self.match.game, only_rulings=False)
        elif command == "table":
            self._show_table(seat)
            self._show_menu(menu)
        elif command == "undo":
            if self._last_decision(seat) is None:
                self.terminal.write(
                    "There is nothing of yours to take back."
                    if len(self.humans) == 1
                    else "Others have seen it already."
                )
            else:
                raise Undo
        elif command in ("quit", "q", "exit"):
            raise Quit
        else:
            return False
        return True

    def _read(self, answer: str, actions: tuple[Action, ...]) -> Action | None:
        """Return the legal action that was typed, or say what is wrong with it."""
        game = self.match.game
        try:
            action: Action = game.parse(answer)
        except NotationError:
            self.terminal.write(f"No such action: {shortened(answer)!r}.")
            self.terminal.write("Type a number, an action from the list, or ? for help.")
            return None
        if action not in actions:
            self.terminal.write(f"Not possible now: {action}.")
            return None
        return action

    # Taking back, stopping, ending.

    def _last_decision(self, seat: int) -> int | None:
        """Return how many actions ago this seat had a choice, if that can be taken back."""
        if len(self.humans) > 1:
            return None
        for back, event in enumerate(reversed(list(self.match.history())), start=1):
            if event.player == seat and len(self.match.game.legal_actions(event.before, seat)) > 1:
                return back
        return None

    def _take_back(self, seat: int) -> None:
        back = self._last_decision(seat)
        if back is not None:
            self.match.undo(back)
            self.unread[seat] = ["Taken back."]
            self._save()

    def _save(self) -> None:
        if self.record is not None:
            if self.file is None:
                self.file = RecordFile.open(self.record)
            self.file.write(self.match.record())

    def _leave(self) -> None:
        """Keep an unfinished game and say how to go on with it."""
        terminal = self.terminal
        if self.record is None and self.decided:
            self.record = _free_name(self.match.game.name, self.match.seed)
        if self.record is None:
            terminal.write("Stopped.")
            return
        try:
            self._save()
        except RecordError as error:
            terminal.write("Stopped. The game is lost:")
            terminal.write(str(error))
        else:
            terminal.write(f"Stopped. Go on with: boardgames play --resume {self.record}")

    def _finish(self) -> None:
        match, terminal = self.match, self.terminal
        outcome = match.outcome
        if outcome is None:
            raise AssertionError("only a finished game is reported")
        viewer = self.viewer if len(self.humans) == 1 else None
        self._show_news(viewer)
        if not self.quiet:
            terminal.write()
            self._show_table(viewer)
        head, *rest = result(outcome, match.names, viewer)
        terminal.write_all([terminal.bold(head), *rest, *match.game.remarks(match.state, viewer)])
        if self.record is not None:
            terminal.write(f"The record is in {self.record}.")


def _number(digits: str) -> int:
    """Return the number, or for one longer than any choice its first digits; Python refuses thousands of them."""
    return int(digits[:9])


def _free_name(game: str, seed: int) -> str:
    """Return the name of a record that does not exist yet."""
    number, name = 1, f"{game}-{seed}.json"
    while Path(name).exists():
        number += 1
        name = f"{game}-{seed}-{number}.json"
    return name
