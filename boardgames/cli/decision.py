"""One decision of a person at the terminal: the screen, the menu, the answer, and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from boardgames.cli.menu import FEW, MOST, MenuEntry, entries, in_columns, notes, numbered, written
from boardgames.cli.screen import by_turn, decision_screen, describe_pieces, find_names, find_pieces
from boardgames.cli.terminal import Terminal
from boardgames.contract.game import Game
from boardgames.contract.words import Words
from boardgames.core.action import Action
from boardgames.core.errors import BoardGamesError, ConfigurationError, RefusedError
from boardgames.core.text import fold, padded, shortened, width, wrapped
from boardgames.scene.as_text import Signs, Span, draw, explained, head_size, numberless
from boardgames.scene.parts import Piece
from boardgames.scene.phrases import Phrases
from boardgames.table.table import Table
from boardgames.table.words import Choice, understand

# Hints and rules take long to load, so they are loaded when somebody asks for them.
if TYPE_CHECKING:
    from boardgames.play.analysis import Hint

FEWEST_ROWS = 4
"""Minimum number of lines of choices: those that need more are in groups only if the table leaves
no room.
"""


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
        self.phrases: Phrases = self.words.phrases
        terminal.phrases = self.phrases
        self.pieces: Mapping[str, Piece] = self.words.pieces()
        self.opened: list[Sequence[Choice[Any]]] = []
        """The choices of each group that is open, the last within all others."""
        self.menu: Sequence[tuple[range, MenuEntry[Any]]] = ()
        """What can be chosen, with its numbers."""
        self.news: Sequence[str] = ()
        self.hints: tuple[Hint[Any], ...] = ()
        """What a search has found, with the ratings asked for since: the next search may order
        differently what is about equal.
        """

    def show(self, news: Sequence[str], introduction: Sequence[str], tips: Sequence[str]) -> None:
        """Show the screen, with all of the introduction if it leaves room for the question; else
        with its first and last lines, or with its first line.
        """
        self._fit_menu()
        self.news, menu = news, self._menu_lines()
        title = introduction[:1]
        for intro in (introduction, [*title, *introduction[-2:]], title, introduction):
            early, lines = decision_screen(
                self.table.scene(self.seat),
                self.pieces,
                news=[*intro, *news, *tips],
                choices=menu,
                columns=self.terminal.columns,
                rows=self.terminal.rows,
                signs=self.signs,
                phrases=self.phrases,
            )
            if not early:
                break
        self.terminal.write_in_pages(early, self.pieces, goes_on=True)
        self.terminal.write_in_pages(lines, self.pieces, last=len(menu) + 1)  # with what is asked

    def ask(self) -> Action:
        """Return the action that the person chooses; or raise `Quit` or `Settled`."""
        while True:
            answer = self.terminal.ask(f"{self.phrases.seat_name(self.seat, None)}> ")
            if not answer:
                self._show_menu()
                continue
            if self._run_command(answer):
                continue
            chosen = self._chosen(answer)
            if len(chosen) == 1:
                action: Action = chosen[0].action
                return action
            if chosen:
                self.opened.append(chosen)
                self._show_menu()

    # The menu.

    def _fit_menu(self) -> None:
        """Give numbers to what is offered, in groups if it would fill half of the screen, or does
        not fit on it.
        """
        opened = self.opened
        offered = opened[-1] if opened else self.table.choices(self.seat)
        self.menu = numbered(entries(offered, FEW if opened else MOST, self.phrases))
        columns, rows = self.terminal.columns, self.terminal.rows
        if rows is not None:
            scene = self.table.scene(self.seat)
            above = [
                *draw(scene, self.pieces, columns, compact=True, phrases=self.phrases),
                *wrapped([scene.prompt], columns),
            ]
            most = rows // 2 if opened else max(FEWEST_ROWS, min(rows // 2, rows - 1 - len(above)))
            if len(self._menu_lines()) > most:
                self.menu = numbered(entries(offered, most, self.phrases))

    def _menu_lines(self) -> list[str]:
        columns, menu = self.terminal.columns, self.menu
        choices = chain.from_iterable([entry.choices for _, entry in menu])
        has_parts = any(choice.is_part for choice in choices)
        return [
            *([self.phrases.one_by_one] if has_parts else []),
            *in_columns({written(numbers): entry.label for numbers, entry in menu}, columns),
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
            number = int(answer[:9])
            for numbers, entry in self.menu:
                if number in numbers:
                    at = number - numbers[0]
                    return entry.choices[at : at + 1] if len(numbers) > 1 else entry.choices
            known = sorted(chain.from_iterable([numbers for numbers, _ in self.menu]))
            if known[-1] - known[0] < len(known):
                self.terminal.write(self.phrases.which_numbers(known[0], known[-1]))
            else:
                self.terminal.write(*self._menu_lines())
            return ()
        choices = self.table.choices(self.seat)
        understood = understand(answer, self.game, choices, self.phrases)
        opened = [
            entry.choices for _, entry in self.menu if entry.group.casefold() == answer.casefold()
        ]
        if understood.action is None and opened:
            return opened[0]
        if understood.action is None:
            self.terminal.say(understood.message)
            self.terminal.write(self.phrases.type_a_number)
        return [choice for choice in choices if choice.action == understood.action][:1]

    # Commands.

    def _run_command(self, answer: str) -> bool:
        """Run this command and return True; return False if it is not a command."""
        if answer.startswith("?") and answer != "?":
            self.describe(answer[1:].strip())
            return True
        typed, _, rest = answer.partition(" ")
        word = self.phrases.command(typed)
        command = COMMANDS.get(word)
        if command is None:
            return False
        if rest and (word not in COMMANDS_WITH_ARGUMENT or self._is_action(answer)):
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
        from boardgames.cli.rules_page import section_numbers

        numbers = section_numbers(self.words.rules())
        commands = self.phrases.help_with(numbers[0] if numbers else "")
        widest = max(map(width, commands))
        self.terminal.say(self._example())
        for typed, meaning in commands.items():
            first, indent = f"  {padded(typed, widest)} ", " " * (widest + 4)
            self.terminal.write(*fold(meaning.split(), first, indent, self.terminal.columns))

    def _example(self) -> str:
        """Return how a choice can be typed, with one of them as an example."""
        choices = self.table.choices(self.seat)
        for numbers, entry in self.menu:
            short = " ".join([word[:LETTERS] for word in entry.label.split()])
            meant = understand(short, self.game, choices, self.phrases).action
            if short != entry.label and [meant] == [choice.action for choice in entry.choices]:
                return self.phrases.type_either(numbers[0], short)
        return self.phrases.type_a_choice

    def show_table(self, _: str) -> None:
        """Show the whole table again, with what is asked; its title and the names stand above
        every page.
        """
        self._fit_menu()
        scene, columns = self.table.scene(self.seat), self.terminal.columns
        menu = self._menu_lines()
        lines = draw(scene, self.pieces, columns, signs=self.signs, phrases=self.phrases)
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
        lines = [*describe_pieces(named, self.terminal.columns, self.words)]
        self.terminal.page(terms)
        self.terminal.write_in_pages(lines, self.pieces)
        if not (terms or lines):
            self._describe_by_rules(name)

    def _describe_by_rules(self, name: str) -> None:
        """Show the rules that mention this, or say that there is nothing with this name."""
        from boardgames.cli.rules_page import reflowed, rules_about

        phrases, rules = self.phrases, []
        if any(map(str.isalnum, name)):
            rules = rules_about(self.words.rules(), name)
        if rules:
            self.terminal.write(phrases.rules_mention(shortened(name)))
            self.terminal.page(reflowed("\n".join(rules), self.terminal.columns))
        else:
            self.terminal.write(phrases.nothing_called(shortened(name)))
            self.terminal.page([phrases.type_legend])

    def _terms(self, name: str = "") -> list[str]:
        """Return what the words, numbers and marks on the table mean: those that stand there now,
        or the named one.
        """
        terms: dict[str, str] = {}  # of this game, and of every table, by key
        if self.words.goal:
            terms = dict.fromkeys(self.phrases.goal_words, self.words.goal)
        terms.update(self.words.terms())
        terms.update(self.phrases.on_board)
        scene = self.table.scene(self.seat)
        shown = explained(scene, self.pieces, terms, self.signs)
        wanted = shown
        if name:
            wanted = self._called(name, terms, shown)
        names_by_text: dict[str, list[str]] = {}
        for key, names in wanted.items():
            text = terms.get(key) or shown[key][-1]
            with_this_text = names_by_text.setdefault(text, [])
            with_this_text.append(names[0])
        return [f"{', '.join(names)}: {text}" for text, names in names_by_text.items()]

    def _called(
        self, asked: str, terms: Mapping[str, str], standing: Mapping[str, list[str]]
    ) -> dict[str, list[str]]:
        """Return the names of each term that has the name that was asked for."""
        keys = [*dict.fromkeys([*terms, *standing])]
        name = self.words.name
        names: list[list[str]] = []
        for key in keys:
            with_numbers = [name(asked)] if numberless(asked) == key else []
            names.append([*with_numbers, *standing.get(key, ()), name(key), key])
        return {keys[place]: names[place] for place in find_names(asked, names)}

    def legend(self, _: str) -> None:
        """Explain all words, numbers and marks that stand on the table now."""
        more = [] if self.words.terms() else [self.phrases.unexplained]
        self.terminal.page([*self._terms(), *more])

    def log(self, which: str) -> None:
        """Show what this seat has seen happen since its last choice, or with `all` in the whole
        game.
        """
        lines = self.news
        if self.phrases.command(which) == "all":
            lines = by_turn(self.table.told(self.seat), self.seat, self.phrases)
        self.terminal.page(lines or [self.phrases.nothing_yet])

    def hint(self, wanted: str) -> None:
        """Show what a search from this seat's View would do; it also rates the choice in
        `wanted`.
        """
        chosen = self._chosen(wanted) if wanted else ()
        if len(chosen) > 1:
            self.terminal.write(self.phrases.several_choices(wanted, len(chosen)))
        if wanted and len(chosen) != 1:
            return
        asked = chosen[0].action if chosen else None
        self.terminal.show_status(self.phrases.thinking)
        try:
            self._search(asked)
        except RefusedError as error:
            self.terminal.show_status("")
            self._refuse(error)
            return
        self.terminal.show_status("")
        self.terminal.write(*self._hint_lines(asked))

    def _search(self, asked: Action | None) -> None:
        """Search for hints, unless an earlier search has found what is asked for."""
        if self.hints and asked in [None, *[hint.action for hint in self.hints]]:
            return
        hints = self.table.hint(self.seat, asked)
        if self.hints and asked is not None:
            from boardgames.play.analysis import with_rating

            self.hints = with_rating(self.hints, hints, asked)
        else:
            self.hints = hints

    def _hint_lines(self, asked: Action | None) -> Iterator[str]:
        """Yield the best choices and the one that was asked about, with their chances to win and
        the reasons.
        """
        from boardgames.play.analysis import MOST_HINTS
        from boardgames.play.reasons import estimated, in_words

        phrases, columns = self.phrases, self.terminal.columns
        texts = {choice.action: choice.text for choice in self.table.choices(self.seat)}
        hints = [
            hint
            for number, hint in enumerate(self.hints)
            if number < MOST_HINTS or hint.action == asked
        ]
        for hint in hints:
            text = texts[hint.action]
            if hint.action == asked:
                text = phrases.asked(text)
            yield f"{hint.chance:>5.0%}  {text}"
            if hint.why:
                yield from fold(in_words(hint.why, phrases).split(), "      ", "         ", columns)
        left_out = len(texts) - len(hints)
        if len(hints) < MOST_HINTS and left_out:
            yield phrases.left_out(left_out)
        notes = [phrases.own_estimate(estimated(self.game, phrases))]
        if any(hint.is_about_equal for hint in hints):
            notes.append(phrases.equal)
        reasons = chain.from_iterable([hint.why for hint in hints])
        if any(reason.chance for reason in reasons):
            notes.append(phrases.numbers)
        yield from wrapped(notes, columns)

    def rules(self, wanted: str) -> None:
        """Show the rules: all, in short, or those with this number or these words."""
        from boardgames.cli.rules_page import reflowed, rules_of

        try:
            self.terminal.page(reflowed(rules_of(self.words, wanted), self.terminal.columns))
        except ConfigurationError as error:
            self._refuse(error)

    def undo(self, _: str) -> None:
        """Take back the last decision, if all others at this keyboard agree."""
        try:
            is_undone = self.table.undo(self.seat) or self._others_grant()
        except RefusedError as error:
            self._refuse(error)
            return
        if is_undone:
            raise Settled
        # All have answered at once, so nobody is named.
        self.terminal.write(self.phrases.request_refused("undo", None))

    def _others_grant(self) -> bool:
        """Ask whether all others at this keyboard grant an undo, and answer for them."""
        granted = self._agrees(self.phrases.ask_to_grant)
        for seat in self.table.people:
            if seat != self.seat and self.table.undo_asked is not None:
                self.table.grant_undo(seat, granted)
        return granted

    def finish(self, _: str) -> None:
        """End the game without a winner, if all at this keyboard agree."""
        phrases = self.phrases
        question, refusal = phrases.ask_all_to_end, phrases.request_refused("end", None)
        if len(self.table.people) == 1:
            question, refusal = phrases.ask_to_end, phrases.goes_on
        if not self._agrees(question):
            self.terminal.write(refusal)
            return
        self.table.agree_to_end(self.seat)
        for seat in self.table.people:
            if self.table.end_asked is not None:
                self.table.agree_to_end(seat)
        raise Settled

    def _agrees(self, question: str) -> bool:
        """Ask this, and return whether the answer is yes."""
        return self.phrases.command(self.terminal.ask(question)) in YES

    def _refuse(self, error: BoardGamesError) -> None:
        self.terminal.say(self.phrases.refused(str(error)))

    def back(self, _: str) -> None:
        """Leave the group of choices that was opened last."""
        del self.opened[-1:]
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
    "hint": Decision.hint,
    "rules": Decision.rules,
    "undo": Decision.undo,
    "finish": Decision.finish,
    **dict.fromkeys(("back", "b"), Decision.back),
    **dict.fromkeys(("quit", "q", "exit"), Decision.quit),
}
"""The commands that can be typed instead of an action."""
COMMANDS_WITH_ARGUMENT = {"card", "hint", "log", "history", "rules"}
"""The commands that may have an argument; other lines of several words are answers."""
YES = ("y", "yes")
"""The answers that agree."""
LETTERS = 3
"""Number of letters of a word in an example of an abbreviated choice."""
