"""A game at the terminal: people at the keyboard, bots, or both."""

from __future__ import annotations

from contextlib import closing, suppress
from itertools import count
from os.path import exists
from typing import Any

from boardgames.cli.decision import COMMANDS, YES, Decision, Quit, Settled
from boardgames.cli.screen import Finish, by_turn, ending, open_hands
from boardgames.cli.terminal import Terminal, command
from boardgames.core.action import Action
from boardgames.core.errors import RecordError, RefusedError
from boardgames.core.text import fold, wrapped
from boardgames.play.match import Match
from boardgames.scene.as_text import Line, Signs, Span, draw
from boardgames.scene.phrases import Phrases
from boardgames.table.table import Table
from boardgames.table.table_file import TableFile

MOST_PLAYED = 8
"""Maximum number of lines, besides the most recent, of what a lesson has played for the reader
before a question.
"""
NO = ("n", "no")


class TerminalGame:
    """A table at the terminal, and the people who share the keyboard."""

    def __init__(
        self, terminal: Terminal, table: Table, *, seed_is_known: bool = False, goes_on: str = ""
    ) -> None:
        """With `seed_is_known`, show the seed at once; otherwise at the end, as it gives all hands
        away.

        `goes_on`: the command that continues the game; empty: `play --resume` with its file.
        """
        self.terminal = terminal
        self.table = table
        self.goes_on = goes_on
        self.match: Match[Any, Any, Any] = table.match
        self.people: tuple[int, ...] = table.people
        self.seed_is_known: bool = seed_is_known or not self.people
        self.viewer = self.people[0] if len(self.people) == 1 else None
        if len(self.people) > 1:
            terminal.edits_lines = False  # even deleted input would be remembered
        words = table.words(self.viewer)
        self.phrases: Phrases = words.phrases
        """What the terminal says to all, and to the only person."""
        terminal.phrases = self.phrases
        self.names: list[str] = [*table.match.names]
        """What each player is; where people play, bots are called by what can be told of them."""
        if self.people:
            self.names = [*map(self.phrases.kind, table.match.names)]
        self.decided: bool = False
        self.tips: set[tuple[int, str]] = set()
        """Pairs of a seat and a tip that it has read."""
        self.signs: dict[int | None, Signs] = {}
        """The sign of each mark on the screens so far, by who reads them."""
        self.introduction: list[str] = []
        """Lines to show before the first decision."""

    def play(self, *, quiet: bool) -> int:
        """Play to the end, or until the person stops; return the exit status."""
        self.quiet = quiet
        with closing(self.table):
            try:
                self._play()
            except (Quit, EOFError, KeyboardInterrupt, OSError) as stop:
                kept = self._kept()
                if isinstance(stop, KeyboardInterrupt):
                    kept = ["", *kept]
                if isinstance(stop, OSError):
                    raise
                with suppress(OSError):  # after a hang-up there is no terminal left
                    self._hide_hand()
                    self.terminal.write(*kept)
                if isinstance(stop, KeyboardInterrupt):
                    raise
            else:
                self._finish()
        return 0

    def _play(self) -> None:
        introduction = [] if self.quiet else self._introduction()
        if len(self.people) == 1:
            self.introduction = introduction  # on a screen it is shown with the first decision
        else:
            self.terminal.write(*wrapped(introduction, self.terminal.columns))
        while not self.table.over:
            self._let_bots_play()
            for seat in self.table.waiting[:1]:
                self._decide(seat)

    def _introduction(self) -> list[str]:
        phrases, words = self.phrases, self.table.words(self.viewer)
        title = words.title
        if self.seed_is_known:
            title = phrases.with_seed(title, self.match.seed)
        lines = [title]
        for seat, name in enumerate(self.names):
            player = words.seat_name(seat, None)
            if seat == self.viewer:
                lines.append(phrases.you_are(player))
            else:
                lines.append(phrases.who(player, name))
        if self.people:
            lines += filter(None, [words.goal])
            lines.append(phrases.asking_for_help)
        return [*lines, ""]

    # What people are told.

    def _let_bots_play(self) -> None:
        """Let bots act until a person must or the game is over; say who is thinking."""
        going_on = True
        while going_on:
            seat = self.match.next_bot()
            if seat is not None and not self.quiet:
                player = self.phrases.seat_name(seat, self.viewer)
                who = self.phrases.named(player, self.names[seat])
                self.terminal.show_status(self.phrases.is_thinking(who))
            going_on = self.table.step()
            self.terminal.show_status("")
            if not self.people and (not going_on or self.match.next_bot() != seat):
                self.terminal.say(*self._take_news(None))

    def _take_news(self, viewer: int | None) -> list[str]:
        """Return what happened since this viewer's last choice, and what else they have not read
        yet, as lines.
        """
        news = self.table.news(viewer)
        if self.quiet:
            return []
        phrases = self.table.words(viewer).phrases
        if viewer is None:
            return by_turn(news, viewer, phrases)
        recent = self.table.told(viewer, self.table.sight.chosen(viewer) - 1)
        before = [told for told in news if told not in recent]
        lines = [*wrapped(by_turn(before, viewer, phrases), self.terminal.columns)]
        if self.table.seating.lesson and len(lines) > MOST_PLAYED:
            return [phrases.more_played, *by_turn(recent, viewer, phrases)]
        return by_turn((*before, *recent), viewer, phrases)

    # What people decide.

    def _decide(self, seat: int) -> None:
        self._give_keyboard_to(seat)
        # Each person reads what their seat may know; news after the last decision is for all.
        self.table.news(None)
        decision = Decision(self.terminal, self.table, seat, self.signs.setdefault(seat, {}))
        self.terminal.discard_typed_ahead()
        try:
            introduction, self.introduction = self.introduction, []
            decision.show(self._take_news(seat), introduction, self._new_tip(seat))
            while not self._acts(seat, decision.ask()):
                decision.back("")
        except Settled:
            return
        self.decided = True

    def _acts(self, seat: int, action: Action) -> bool:
        """Take this action; if it is the wrong answer in a lesson, say why, and return False."""
        self.terminal.write("")
        try:
            self.table.act(seat, action)
        except RefusedError as refusal:
            self.terminal.say(str(refusal))
            return False
        return True

    def _new_tip(self, seat: int) -> list[str]:
        tip = self.table.scene(seat).tip
        is_new = tip and not self.quiet and (seat, tip) not in self.tips
        self.tips.add((seat, tip))
        if not is_new:
            return []
        if self.table.seating.lesson:
            return fold(tip.split(), indent="", columns=self.terminal.columns)
        return [self.table.words(seat).phrases.tip(tip)]

    def _give_keyboard_to(self, seat: int) -> None:
        """Hide the previous person's screen, and wait until this person has the keyboard; raise
        `Quit` if they stop.
        """
        if len(self.people) > 1 and self.viewer != seat:
            self._hide_hand()
            self.terminal.discard_typed_ahead()  # a key pressed twice must not take the keyboard
            phrases = self.table.words(seat).phrases
            player = phrases.seat_name(seat, None)
            answer = self.terminal.ask(phrases.take_keyboard(player))
            if COMMANDS.get(phrases.command(answer)) is Decision.quit:
                raise Quit
            self.terminal.clear()
            self.viewer = seat

    def _hide_hand(self) -> None:
        if len(self.people) > 1:
            self.terminal.clear()

    # Stopping, ending.

    def _keep_in_new_file(self) -> None:
        """Keep the game in a new file in this folder, whose name must not reveal the seed; raise
        `RecordError` on failure.
        """
        names = (f"{self.match.game.name}-{number}.json" for number in count(1))
        path = next(name for name in names if not exists(name))  # noqa: PTH110  # `pathlib` is slow
        self.table.file = TableFile.open(path, record_only=True)
        self.table.keep()

    def _kept(self) -> list[str]:
        """Keep an unfinished game, and return lines that say how to continue it."""
        try:
            if self.table.file is None and self.decided:
                self._keep_in_new_file()
            self.table.keep()
        except RecordError as error:
            return [self.phrases.not_kept, str(error)]
        if self.table.file is None:
            return [self.phrases.stopped]
        goes_on = self.goes_on or command("play", "--resume", str(self.table.file.path))
        return [f"{self.phrases.stopped} {self.phrases.goes_on_with(goes_on)}"]

    def _finish(self) -> None:
        terminal = self.terminal
        match = self.match
        outcome = match.outcome
        assert outcome is not None
        viewer = self.viewer if len(self.people) == 1 else None
        words = self.table.words(viewer)
        pieces = words.pieces()
        terminal.write_in_pages(self._last_table(viewer), pieces, goes_on=bool(self.people))
        how = Finish(outcome, match.ending, self.names)
        terminal.write_in_pages(ending(match, how, viewer, words, terminal.columns), pieces)
        terminal.write(*words.remarks(match.state, viewer))
        # The first fault of each bot, and how many more there were.
        for seat in sorted({fault.player for fault in match.faults}):
            first, *others = [fault for fault in match.faults if fault.player == seat]
            terminal.say(self.phrases.fault(seat, first.reason, len(others)))
        terminal.write(self.phrases.seed(match.seed))
        self._offer_to_keep()
        if self.table.file is not None:
            path = str(self.table.file.path)
            terminal.write(self.phrases.replay_with(command("replay", "--step", path)))
            terminal.write(self.phrases.analyse_with(command("analyse", path)))
            terminal.write(self.phrases.kept_in(path))

    def _last_table(self, viewer: int | None) -> list[Line]:
        """Return the last news and, unless quiet, the table with the hands of the others."""
        match = self.match
        columns = self.terminal.columns
        lines: list[Line] = [(Span(line),) for line in wrapped(self._take_news(viewer), columns)]
        if not self.quiet:
            signs = self.signs.get(viewer)
            words = self.table.words(viewer)
            scene = match.scene(viewer, words)
            table = draw(scene, words.pieces(), columns, signs=signs, phrases=words.phrases)
            lines += [(), *table]
            lines += [*open_hands(match, viewer, words, columns), ()]
        return lines

    def _offer_to_keep(self) -> None:
        """Ask whether to keep the record, if no file was named and people are at the terminal."""
        can_answer = self.terminal.is_keyboard and self.terminal.is_screen
        if self.table.file is not None or self.quiet or not (self.decided and can_answer):
            return
        self.terminal.discard_typed_ahead()
        with suppress(EOFError):
            answer = ""
            while answer not in (*YES, *NO):
                answer = self.phrases.command(self.terminal.ask(self.phrases.ask_to_keep))
            if answer in YES:
                try:
                    self._keep_in_new_file()
                except RecordError as error:
                    self.terminal.write(str(error))
