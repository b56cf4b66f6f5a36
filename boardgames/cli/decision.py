"""One decision of a person at the terminal: the screen, the menu, the answer, and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from boardgames.cli.menu import Entry, entries, in_columns, notes
from boardgames.cli.rules_page import reflowed, rules_about, rules_of, section_numbers
from boardgames.cli.screen import by_turn, called, decision_screen, describe_pieces, find_pieces
from boardgames.cli.terminal import Terminal
from boardgames.contract.game import Game
from boardgames.contract.words import Words
from boardgames.core.action import Action
from boardgames.core.errors import BoardGamesError, ConfigurationError, RefusedError
from boardgames.core.text import fold, plural, seat_name, shortened, wrapped
from boardgames.play.analysis import MOST_HINTS, Hint, with_rating
from boardgames.play.reasons import LEGEND, estimated, in_words
from boardgames.scene.as_text import (
    MOST_COMPACT,
    Signs,
    Span,
    draw,
    explained,
    head_size,
    numberless,
)
from boardgames.scene.parts import Piece
from boardgames.table.table import Table
from boardgames.table.words import Choice, understand

FEWEST_ROWS = 4
"""Minimum number of lines of choices: those that need more are in groups only if the table leaves
no room.
"""


ONE_BY_ONE = "(Choose one at a time, in the order of this list.)"


class Quit(Exception):  # noqa: N818  # not an error
    """The person wants to stop."""


class Settled(Exception):  # noqa: N818  # not an error
    """There is nothing to decide any more: something was taken back, or the game has ended."""


class Decision:
    """Asks one person for one decision."""

    def __init__(self, terminal: Terminal, table: Table, seat: int, signs: Signs) -> None:
        """`signs`: those of earlier decisions of this seat, as in `draw`."""
        self.signs = signs
        self.terminal = terminal
        self.table = table
        self.game: Game[Any, Any, Any] = table.match.game
        self.seat = seat
        self.words: Words[Any, Any, Any] = table.words(seat)
        self.pieces: Mapping[str, Piece] = self.words.pieces()
        self.offered: Sequence[Choice[Any]] | None = None
        """The choices of the group that is open; None: all."""
        self.menu: dict[int, Entry[Any]] = {}
        """What can be chosen, by number."""
        self.range: range | None = None
        """The numbers of the menu, if it is open at choices that differ only in their number, such
        as bids.
        """
        self.news: Sequence[str] = ()
        self.hints: tuple[Hint[Any], ...] = ()
        """What a search has found, with the ratings asked for since: the next search may order
        differently what is about equal.
        """
        self._open_menu()

    def show(
        self, news: Sequence[str], introduction: Sequence[str] = (), tips: Sequence[str] = ()
    ) -> None:
        """Show the screen."""
        self._fit_menu()
        self.news, menu = news, self._menu_lines()
        early, lines = decision_screen(
            self.table.scene(self.seat),
            self.pieces,
            news=[*introduction, *news, *tips],
            choices=menu,
            columns=self.terminal.columns,
            rows=self.terminal.rows,
            signs=self.signs,
            phrases=self.words,
        )
        self.terminal.write_in_pages(early, self.pieces, goes_on=True)
        self.terminal.write_in_pages(lines, self.pieces, last=len(menu) + 1)  # with what is asked

    def ask(self) -> Action:
        """Return the action that the person chooses; or raise `Quit` or `Settled`."""
        while True:
            if not (answer := self.terminal.ask(f"{seat_name(self.seat, None)}> ")):
                self._show_menu()
                continue
            if self._run_command(answer):
                continue
            chosen = self._chosen(answer)
            if len(chosen) == 1:
                action: Action = chosen[0].action
                return action
            if chosen:
                self._open_menu(chosen)
                self._show_menu()

    # The menu.

    def _open_menu(self, choices: Sequence[Choice[Any]] | None = None) -> None:
        """Offer these choices (None: all)."""
        self.offered = choices
        self._fit_menu()

    def _fit_menu(self) -> None:
        """Give numbers to what is offered, in groups if it would fill half of the screen, or does
        not fit on it.
        """
        choices = self.offered
        offered = self.table.choices(self.seat) if choices is None else choices
        self._number(entries(offered), is_open=choices is not None)
        columns, rows = self.terminal.columns, self.terminal.rows
        if rows is not None:
            scene = self.table.scene(self.seat)
            above = [
                *draw(scene, self.pieces, columns, compact=MOST_COMPACT, phrases=self.words),
                *wrapped([scene.prompt], columns),
            ]
            most = rows // 2 if choices else max(FEWEST_ROWS, min(rows // 2, rows - 1 - len(above)))
            if len(self._menu_lines()) > most:
                self._number(entries(offered, most), is_open=choices is not None)

    def _number(self, menu: Sequence[Entry[Any]], *, is_open: bool) -> None:
        """Give the entries the numbers from 1 on, or in an open range their own."""
        self.range = menu[0].numbers if is_open and len(menu) == 1 else None
        if self.range is None:
            self.menu = dict(enumerate(menu, start=1))
        else:
            single = [Entry(choice.text, (choice,)) for choice in menu[0].choices]
            self.menu = dict(zip(self.range, single, strict=True))

    def _menu_lines(self) -> list[str]:
        if self.range is not None:
            return [f"A number from {self.range[0]} to {self.range[-1]}, or back:"]
        columns, menu = self.terminal.columns, [*self.menu.values()]
        has_parts = any(
            choice.is_part for choice in chain.from_iterable([entry.choices for entry in menu])
        )
        return [
            *([ONE_BY_ONE] if has_parts else []),
            *in_columns([entry.label for entry in menu], columns),
            *wrapped(filter(None, ["; ".join(notes(menu))]), columns),
        ]

    def _show_menu(self) -> None:
        self._fit_menu()
        self.terminal.say(self.table.scene(self.seat).prompt)
        self.terminal.write(*self._menu_lines())

    # Answers.

    def _chosen(self, answer: str) -> Sequence[Choice[Any]]:
        """Return the choices meant by this number or these words, several to choose from next; if
        none, say why.
        """
        if answer.isdecimal():
            entry = self.menu.get(int(answer[:9]))
            if entry is not None:
                return entry.choices
            self._say_which_numbers()
            return ()
        choices = self.table.choices(self.seat)
        understood = understand(answer, self.game, choices)
        opened = [
            entry.choices
            for entry in self.menu.values()
            if entry.group.casefold() == answer.casefold()
        ]
        if understood.action is None and opened:
            return opened[0]
        if understood.action is None:
            self.terminal.say(understood.message)
            self.terminal.write("Type a number, an action from the list, or ? for help.")
        return [choice for choice in choices if choice.action == understood.action][:1]

    def _say_which_numbers(self) -> None:
        if self.range is None:
            self.terminal.write(f"There are choices {min(self.menu)} to {max(self.menu)}.")
        else:
            self.terminal.write(*self._menu_lines())
        for entry in self.menu.values():
            if entry.numbers:
                example = entry.choices[0].text
                self.terminal.say(f"For another number type the words, too: {example}")

    # Commands.

    def _run_command(self, answer: str) -> bool:
        """Run this command and return True; return False if it is not a command."""
        if answer.startswith("?") and answer != "?":
            self.describe(answer[1:].strip())
            return True
        word, _, rest = answer.partition(" ")
        command = COMMANDS.get(word.casefold())
        if command is None or (
            rest and (word.casefold() not in COMMANDS_WITH_ARGUMENT or self._is_action(answer))
        ):
            return False
        command(self, rest.strip())
        return True

    def _is_action(self, answer: str) -> bool:
        choices = self.table.choices(self.seat)
        wanted = answer.casefold()
        return any(
            wanted in (str(choice.action).casefold(), choice.text.casefold()) for choice in choices
        )

    def help(self, _: str) -> None:
        """Explain what can be typed, with examples from this game."""
        rules = "".join([f"rules {number}, " for number in section_numbers(self.words.rules())[:1]])
        commands = {
            names.replace("rules NUMBER, ", rules): meaning for names, meaning in HELP.items()
        }
        widest = max(map(len, commands))
        self.terminal.say(self._example())
        self.terminal.write(
            *[f"  {names:<{widest}}  {meaning}" for names, meaning in commands.items()]
        )

    def _example(self) -> str:
        """Return how a choice can be typed, with one of them as an example."""
        choices = self.table.choices(self.seat)
        for number, entry in self.menu.items():
            short = " ".join([word[:LETTERS] for word in entry.label.split()])
            meant = understand(short, self.game, choices).action
            if short != entry.label and [meant] == [choice.action for choice in entry.choices]:
                return f"Type {number}, or the start of the words: {short}"
        return "Type the number of a choice, or the start of its words."

    def show_table(self, _: str) -> None:
        """Show the whole table again, with what is asked; its title and the names stand above
        every page.
        """
        self._fit_menu()
        scene, columns = self.table.scene(self.seat), self.terminal.columns
        menu = self._menu_lines()
        lines = draw(scene, self.pieces, columns, signs=self.signs, phrases=self.words)
        head = head_size(scene, self.pieces, columns)
        lines += [(Span(line),) for line in [*wrapped([scene.prompt], columns), *menu]]
        self.terminal.write_in_pages(lines, self.pieces, head=head, last=len(menu) + 1)

    def describe(self, name: str) -> None:
        """Explain what this is on the table, what a card of this name does, or show the rules that
        mention it.
        """
        terms = self._terms(name)
        is_word = not terms or any(map(str.isalpha, name))
        named = find_pieces(name, [*self.pieces.values()]) if is_word else ()
        lines = [*describe_pieces(named, self.terminal.columns)]
        self.terminal.page(terms)
        self.terminal.write_in_pages(lines, self.pieces)
        if not (terms or lines):
            rules = rules_about(self.words.rules(), name) if any(map(str.isalnum, name)) else []
            self.terminal.write(
                f"{'The rules mention' if rules else 'Nothing here is called'} {shortened(name)!r}."
            )
            known = "Type legend for what stands on the table, or rules short for how to play."
            self.terminal.page(reflowed("\n".join(rules), self.terminal.columns) or [known])

    def _terms(self, name: str = "") -> list[str]:
        """Return what the words, numbers and marks on the table mean: those that stand there now,
        or the named one.
        """
        goal = dict.fromkeys(("win", "goal"), self.words.goal) if self.words.goal else {}
        terms = {**goal, **self.words.terms(), **COMMON_TERMS}
        shown = explained(self.table.scene(self.seat), self.pieces, terms, self.signs)
        standing = shown
        if name:
            every = [
                (key, [*[name] * (numberless(name) == key), *standing.get(key, ()), key])
                for key in terms | standing
            ]
            standing = dict([every[place] for place in called(name, [names for _, names in every])])
        texts: dict[str, list[str]] = {}
        for key, names in standing.items():
            texts.setdefault(terms.get(key) or shown[key][-1], []).append(names[0])
        return [f"{', '.join(names)}: {text}" for text, names in texts.items()]

    def legend(self, _: str) -> None:
        """Explain all words, numbers and marks that stand on the table now."""
        more = (
            []
            if self.words.terms()
            else ["This game does not explain its other words and numbers."]
        )
        self.terminal.page([*self._terms(), *more])

    def log(self, which: str) -> None:
        """Show what this seat has seen happen since its last choice, or with `all` in the whole
        game.
        """
        lines = (
            by_turn(self.table.told(self.seat), self.seat, self.words)
            if which.casefold() == "all"
            else self.news
        )
        self.terminal.page(lines or ["Nothing has happened yet."])

    def hint(self, wanted: str) -> None:
        """Show what a search from this seat's View would do; it also rates the choice in
        `wanted`.
        """
        chosen = self._chosen(wanted) if wanted else ()
        if len(chosen) > 1:
            self.terminal.write(
                f"{wanted} stands for {len(chosen)} choices: ask about one of them."
            )
        if wanted and len(chosen) != 1:
            return
        asked = chosen[0].action if chosen else None
        self.terminal.show_status("Thinking ...")
        try:
            self._search(asked)
        except RefusedError as error:
            self.terminal.show_status("")
            self._refuse(error)
            return
        self.terminal.show_status("")
        best = [
            hint
            for number, hint in enumerate(self.hints)
            if number < MOST_HINTS or hint.action == asked
        ]
        texts = {choice.action: choice.text for choice in self.table.choices(self.seat)}
        self.terminal.write(
            *hint_lines(best, texts, asked, estimated(self.game), self.terminal.columns)
        )

    def _search(self, asked: Action | None) -> None:
        """Search for hints, unless an earlier search has found what is asked for."""
        if self.hints and asked in [None, *[hint.action for hint in self.hints]]:
            return
        hints = self.table.hint(self.seat, asked)
        if self.hints and asked is not None:
            self.hints = with_rating(self.hints, hints, asked)
        else:
            self.hints = hints

    def rules(self, wanted: str) -> None:
        """Show the rules: all, in short, or those with this number or these words."""
        try:
            self.terminal.page(reflowed(rules_of(self.game, wanted), self.terminal.columns))
        except ConfigurationError as error:
            self._refuse(error)

    def undo(self, _: str) -> None:
        """Take back the last decision, if all others at this keyboard agree."""
        try:
            if not self.table.undo(self.seat) and not self._others_grant():
                return self.terminal.write("Nothing is taken back.")
        except RefusedError as error:
            return self._refuse(error)
        raise Settled

    def _others_grant(self) -> bool:
        """Ask whether all others at this keyboard grant an undo, and answer for them."""
        granted = self._agrees("The others have seen what happened since. Do they all agree")
        for seat in self.table.people:
            if seat != self.seat and self.table.undo_asked is not None:
                self.table.grant_undo(seat, granted)
        return granted

    def finish(self, _: str) -> None:
        """End the game without a winner, if all at this keyboard agree."""
        all_agree = "Do all agree to end" if len(self.table.people) > 1 else "Do you want to end"
        if not self._agrees(f"{all_agree} the game here, without a winner"):
            return self.terminal.write("The game goes on.")
        self.table.agree_to_end(self.seat)
        for seat in self.table.people:
            if self.table.end_asked is not None:
                self.table.agree_to_end(seat)
        raise Settled

    def _agrees(self, question: str) -> bool:
        """Ask this, and return whether the answer is yes."""
        return self.terminal.ask(f"{question} (yes or no)? ").casefold() in {"y", "yes"}

    def _refuse(self, error: BoardGamesError) -> None:
        reason = str(error)
        self.terminal.say(f"{reason[:1].upper()}{reason[1:]}.")

    def back(self, _: str) -> None:
        """Leave a group of choices."""
        self._open_menu()
        self._show_menu()

    def quit(self, _: str) -> None:
        """Stop the game."""
        raise Quit


COMMANDS: dict[str, Callable[[Decision, str], None]] = {
    **dict.fromkeys(("?", "help", "h"), Decision.help),
    **dict.fromkeys(("table", "t"), Decision.show_table),
    "card": Decision.describe,
    "legend": Decision.legend,
    **dict.fromkeys(("log", "history"), Decision.log),
    **dict.fromkeys(("hint", "why"), Decision.hint),
    "rules": Decision.rules,
    "undo": Decision.undo,
    "finish": Decision.finish,
    **dict.fromkeys(("back", "b"), Decision.back),
    **dict.fromkeys(("quit", "q", "exit"), Decision.quit),
}
"""The commands that can be typed instead of an action."""
COMMANDS_WITH_ARGUMENT = {"card", "hint", "why", "log", "history", "rules"}
"""The commands that may have an argument; other lines of several words are answers."""
HELP = {
    "?NAME, card NAME": "a card, or a word, number or sign of the table: ?2, ?*",
    "legend": "what everything on the table means",
    "table": "the whole table again",
    "log, log all": "what happened since your last choice, or all",
    "rules, rules short": "the rules, all or in short",
    "rules NUMBER, rules WORD": "those with this number or word",
    "hint, hint CHOICE": "what a bot would do, or what it thinks of your choice",
    "undo": "take your last decision back, if all others agree",
    "finish": "end the game without a winner, if all others agree",
    "WORDS ... (6)": "6 choices starting with these words; type the words",
    "back": "leave such a group of choices",
    "quit": "stop; a game that has begun is kept",
}
"""Help on commands; NUMBER stands for the number of a section of the game's rules, if there
is one.
"""
COMMON_TERMS = {
    ">": "Whose turn it is.",
    "?": "On a board, a piece that lies face down.",
    ".": "Nothing is there.",
}
"""The signs that mean the same in every game."""
LETTERS = 3
"""Number of letters of a word in an example of an abbreviated choice."""


def hint_lines(
    hints: Sequence[Hint[Any]],
    texts: Mapping[Action, str],
    asked: Action | None,
    name: str,
    columns: int,
) -> Iterator[str]:
    """Yield the lines of a hint: choices with their chances to win and the reasons.

    `texts`: every legal action in words; `asked`: the action that the person asked about; `name`:
    of the estimate.
    """
    for hint in hints:
        mark = " (you asked)" if hint.action == asked else ""
        yield f"{hint.chance:>5.0%}  {texts[hint.action]}{mark}"
        if hint.why:
            yield from fold(in_words(hint.why).split(), "      ", "         ", columns)
    left_out = len(texts) - len(hints)
    if len(hints) < MOST_HINTS and left_out:
        yield f"({plural(left_out, 'choice')} not worth a search)"
    yield f"Your {name}, by an estimate from what you can see."
    if any(hint.is_about_equal for hint in hints):
        equal = "Where figures are equal, the choice that leaves the better table comes first."
        yield from wrapped([equal], columns)
    if any(reason.chance for reason in chain.from_iterable([hint.why for hint in hints])):
        yield LEGEND
