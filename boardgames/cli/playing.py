"""A game at the terminal: people at the keyboard, bots, or both."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from boardgames.cli.decision import COMMANDS, Decision, Quit, Undo
from boardgames.cli.screen import ending, open_hands, wrapped
from boardgames.cli.terminal import command
from boardgames.core.errors import ConfigurationError, RecordError, quoted
from boardgames.core.scene_text import draw
from boardgames.core.text import plural, seat_name
from boardgames.games.catalogue import make, simplified
from boardgames.play.bots import ProgramBot, make_bot
from boardgames.play.match import Match
from boardgames.play.record import HUMAN, Record
from boardgames.play.record_file import RecordFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardgames.cli.terminal import Terminal
    from boardgames.play.bots import Bot
    from boardgames.play.fault import OnFault
    from boardgames.play.match import Event


KEEP = "Keep the record, to replay or analyse it? y or n: "


class BotLimits(TypedDict):
    """How long a bot may think, and what happens when it fails."""

    seconds: float | None
    on_fault: OnFault


def start_game(
    terminal: Terminal,
    name: str,
    *,
    seats: Sequence[str],
    seed: int | None,
    record: str | None,
    options: Mapping[str, object],
    limits: BotLimits,
) -> TerminalGame:
    """Return a new game, ready to play; raise `ConfigurationError` or `RecordError` if it cannot be started."""
    game = make(name, players=len(seats), **options)
    bots = [_bot(seat) for seat in seats]
    with ExitStack() as stack:
        file = None if record is None else stack.enter_context(RecordFile.open(record))
        match: Match[Any, Any, Any] = stack.enter_context(Match(game, bots, seed, seats, even_pace=True, **limits))
        playing = TerminalGame(terminal, match, file, seed_is_known=seed is not None)
        stack.pop_all()
    return playing


def resume_game(
    terminal: Terminal,
    path: str,
    *,
    game: str | None,
    seats: Sequence[str] | None,
    record: str | None,
    programs: bool,
    limits: BotLimits,
) -> TerminalGame:
    """Return a recorded game as it was left, ready to continue; raise `ConfigurationError` or `RecordError`.

    A program that the record names is started only if `programs` allows it.
    """
    with ExitStack() as stack:
        file = stack.enter_context(RecordFile.open(record or path, resume=record in (None, path)))
        written = file.record or Record.load(path)
        if game is not None and simplified(game) != written.game:
            raise ConfigurationError(f"{path} is a record of {written.game}, not of {game}")
        if seats is not None:
            if written.outcome is not None and tuple(seats) != written.seats:
                raise ConfigurationError(f"--seats: the game in {path} is over, and others have played it")
            written = written.renamed(seats)
        bots = [_bot(seat) for seat in written.seats]
        for seat, bot in zip(written.seats, bots, strict=True):
            if isinstance(bot, ProgramBot) and seats is None and not programs:
                raise ConfigurationError(f"{path} names the program {seat!r}: add --programs to start it")
        match = stack.enter_context(Match.resume(written.make_game(), bots, written, even_pace=True, **limits))
        playing = TerminalGame(terminal, match, file)
        stack.pop_all()
    return playing


def _bot(seat: str) -> Bot[Any, Any] | None:
    if seat == HUMAN:
        return None
    try:
        return make_bot(seat)
    except ConfigurationError as error:
        raise ConfigurationError(f"seat {quoted(seat)} is neither {HUMAN!r} nor a valid bot: {error}") from None


class TerminalGame:
    """A match in the terminal, the people who play it and the file it is kept in."""

    def __init__(
        self,
        terminal: Terminal,
        match: Match[Any, Any, Any],
        file: RecordFile | None,
        *,
        seed_is_known: bool = False,
    ) -> None:
        """Write the record at once, so that an unwritable one is reported before the game.

        A seed that people have not chosen is shown only at the end: it would let them compute all hands.
        """
        self.terminal = terminal
        self.match = match
        self.file = file
        self.humans: tuple[int, ...] = match.people
        self.seed_is_known: bool = seed_is_known or not self.humans
        self.viewer = self.humans[0] if len(self.humans) == 1 else None
        self.unread: dict[int | None, list[str]] = {seat: [] for seat in (*self.humans, None)}
        if len(self.humans) > 1:
            terminal.share()
        self.decided: bool = False
        self.notation: bool = False
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
        try:
            if not quiet:
                self._introduce()
            while match.outcome is None:
                self._let_bots_play()
                for seat in match.waiting()[:1]:
                    self._decide(seat)
        except (Quit, EOFError):
            kept = self._kept()
            self._hide_hand()
            terminal.write_all(kept)
            return 0
        except KeyboardInterrupt:
            kept = self._kept()
            with suppress(OSError):  # after a hang-up there is no terminal left
                self._hide_hand()
                terminal.write_all(["", *kept])
            raise
        except OSError:
            self._kept()
            raise
        finally:
            match.close()
        self._save()
        self._finish()
        return 0

    def _introduce(self) -> None:
        match, terminal = self.match, self.terminal
        title = match.game.title
        terminal.write(f"{title}, seed {match.seed}" if self.seed_is_known else title, bold=True)
        for seat, name in enumerate(match.names):
            terminal.write(
                f"{seat_name(seat, self.viewer)}: {name}" + (f" (player {seat + 1})" if seat == self.viewer else "")
            )
        if self.humans:
            terminal.write_all(wrapped([match.game.goal] if match.game.goal else [], terminal.columns))
            terminal.write("Type ? for help, or 'rules short' to learn the game.")
        terminal.write()

    # What people are told.

    def _let_bots_play(self) -> None:
        """Let bots act until a person must, or the game is over; say who is thinking."""
        match = self.match
        while match.outcome is None and not match.waiting():
            seat = next(seat for seat in match.game.to_act(match.state) if match.seats[seat] is not None)
            if not self.quiet:
                self.terminal.show_status(f"{seat_name(seat, self.viewer)} ({match.names[seat]}) is thinking ...")
            event = match.step()
            self.terminal.show_status("")
            if event is not None:
                self._save()
                self._tell(event)
                if not self.humans:
                    self._show_news(None)

    def _tell(self, event: Event[Any, Any, Any], remark: str = "") -> None:
        for viewer, lines in self.unread.items():
            if viewer is not None or len(self.humans) != 1:
                told = event.seen_by(viewer)
                lines += [told[0] + remark, *told[1:]]

    def _take_news(self, viewer: int | None) -> list[str]:
        """Return the lines that this viewer has not read yet, and count them as read."""
        lines, self.unread[viewer] = self.unread[viewer], []
        return [] if self.quiet else lines

    def _show_news(self, viewer: int | None) -> None:
        self.terminal.write_all(wrapped(self._take_news(viewer), self.terminal.columns))

    # What people decide.

    def _decide(self, seat: int) -> None:
        match = self.match
        actions = match.game.legal_actions(match.state, seat)
        if len(actions) == 1 and len(self.humans) == 1:
            # With several people even a forced action is confirmed, or the others would learn that it was forced.
            self._tell(match.play(actions[0], seat), " (the only choice)")
            return
        self._give_keyboard_to(seat)
        self.unread[None] = []  # each person reads what their seat may know; what follows the last decision is for all
        decision = Decision(self.terminal, match, seat, notation=self.notation, undo_refusal=self._why_no_undo(seat))
        self.terminal.discard_typed_ahead()
        self.terminal.complete_with(decision.completions)
        try:
            action = decision.ask(self._take_news(seat))
        except Undo:
            self._take_back(seat)
            return
        finally:
            self.notation = decision.notation
        self.terminal.write()
        event = match.play(action, seat)
        self.decided = True
        self._tell(event)
        self._save()

    def _give_keyboard_to(self, seat: int) -> None:
        """Hide the last person's screen, and wait until this person has the keyboard; raise `Quit` if they stop."""
        if len(self.humans) > 1 and self.viewer != seat:
            self._hide_hand()
            self.terminal.discard_typed_ahead()  # a key pressed twice must not take the keyboard
            answer = self.terminal.ask(f"Player {seat + 1}, take the keyboard and press Enter. ")
            if COMMANDS.get(answer.casefold()) is Decision.quit:
                raise Quit
            self.terminal.clear()
            self.viewer = seat

    def _hide_hand(self) -> None:
        """Clear the screen if several people look at it, one after the other."""
        if len(self.humans) > 1:
            self.terminal.clear()

    def _why_no_undo(self, seat: int) -> str:
        """Return why the last decision of this seat cannot be undone, or an empty text if it can."""
        if len(self.humans) > 1:
            return "Where several people share the keyboard, nothing can be taken back."
        return "" if self.match.last_choice(seat) else "You have no decision to take back."

    # Taking back, stopping, ending.

    def _take_back(self, seat: int) -> None:
        decided = self.match.last_choice(seat)
        if decided is not None:
            self.match.undo(self.match.plies - decided.ply + 1)
            self.unread[seat] = ["Taken back."]
            self._save()

    def _save(self) -> None:
        if self.file is not None:
            self.file.write(self.match.record())

    def _kept(self) -> list[str]:
        """Keep an unfinished game, and return lines that say how to continue it."""
        try:
            if self.file is None and self.decided:
                self.file = RecordFile.open(_free_name(self.match.game.name))
            self._save()
        except RecordError as error:
            return ["Stopped. The game could not be kept:", str(error)]
        if self.file is None:
            return ["Stopped."]
        return [f"Stopped. Continue with: {command('play', '--resume', str(self.file.path))}"]

    def _finish(self) -> None:
        match, terminal = self.match, self.terminal
        outcome = match.outcome
        if outcome is None:
            raise AssertionError("only a finished game is reported")
        viewer = self.viewer if len(self.humans) == 1 else None
        self._show_news(viewer)
        game, pieces = match.game, match.game.pieces()
        if not self.quiet:
            terminal.write()
            terminal.write_lines(draw(game.scene(match.view(viewer)), pieces, terminal.columns), pieces)
            terminal.write_lines(open_hands(game, match.state, viewer, terminal.columns), pieces)
            terminal.write()
        lines = ending(game, match.state, [*match.history()], outcome, match.names, viewer, terminal.columns)
        terminal.write_lines(lines, pieces)
        terminal.write_all(game.remarks(match.state, viewer))
        for seat, faults in groupby(sorted(match.faults, key=attrgetter("player")), key=attrgetter("player")):
            first, *others = faults
            more = f", and {plural(len(others), 'time')} more" if others else ""
            terminal.write_all(wrapped([f"Fault of player {seat + 1}: {first.reason}{more}"], terminal.columns))
        terminal.write(f"Seed: {match.seed}")
        self._offer_to_keep()
        if self.file is not None:
            path = str(self.file.path)
            terminal.write(f"Go through it again with: {command('replay', '--step', path)}")
            terminal.write(f"Have it analysed with: {command('analyse', path)}")
            terminal.write(f"The record is in {path}.")

    def _offer_to_keep(self) -> None:
        """Ask people at a terminal who did not name a file whether to keep the record, to go through it again."""
        can_answer = self.terminal.is_keyboard and self.terminal.is_screen
        if self.file is not None or self.quiet or not (self.decided and can_answer):
            return
        self.terminal.discard_typed_ahead()
        with suppress(EOFError):
            while (answer := self.terminal.ask(KEEP).casefold()) not in ("y", "yes", "n", "no"):
                pass
            if answer.startswith("y"):
                try:
                    self.file = RecordFile.open(_free_name(self.match.game.name))
                    self._save()
                except RecordError as error:
                    self.terminal.write(str(error))


def _free_name(game: str) -> str:
    """Return a name for a new record, which must not give the seed away."""
    number = 1
    while Path(f"{game}-{number}.json").exists():
        number += 1
    return f"{game}-{number}.json"
