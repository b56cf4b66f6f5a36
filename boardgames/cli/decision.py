"""One decision of a person at the terminal: the screen, the menu, the answer, and the commands that explain."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from boardgames.cli.answers import find_pieces, understand
from boardgames.cli.menu import Entry, choices_of, entries, in_columns, notes
from boardgames.cli.screen import decision_screen, describe_piece, known_score_lines, rules_about, wrapped
from boardgames.cli.show import reflowed, show_rules
from boardgames.core.chance import generator
from boardgames.core.scene_text import draw
from boardgames.core.text import fold, listed, plural, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from boardgames.cli.menu import Choice
    from boardgames.cli.terminal import Terminal
    from boardgames.core.action import Action
    from boardgames.core.game import Game
    from boardgames.core.scene import Piece
    from boardgames.play.match import Match

MOST_DESCRIBED = 6
"""How many cards are described at once."""
WORLDS = 12
"""How many possible worlds are sampled for `score`: a score that differs between them is not known to the seat."""


class Quit(Exception):  # noqa: N818  # not an error
    """The person wants to stop."""


class Undo(Exception):  # noqa: N818  # not an error
    """The person wants to take a decision back."""


class Decision:
    """Asks one person for one decision."""

    def __init__(
        self, terminal: Terminal, match: Match[Any, Any, Any], seat: int, *, notation: bool, undo_refusal: str
    ) -> None:
        """Take the seat that decides; `undo_refusal` says why its last decision cannot be undone; empty if it can."""
        self.terminal = terminal
        self.match = match
        self.game: Game[Any, Any, Any] = match.game
        self.seat = seat
        self.notation: bool = notation
        self.undo_refusal = undo_refusal
        self.view: Any = match.view(seat)
        self.actions: tuple[Action, ...] = match.game.legal_actions(match.state, seat)
        self.pieces: Mapping[str, Piece] = self.game.pieces()
        self.menu: list[Entry[Any]] = []
        self.news: Sequence[str] = ()
        self._open_menu()

    def ask(self, news: Sequence[str]) -> Action:
        """Show the screen, and return the action that the person chooses; raise `Quit` or `Undo` if asked to."""
        self.news = news
        self._show_screen(news)
        while True:
            answer = self.terminal.ask(f"{seat_name(self.seat, None)}> ")
            if not answer:
                self._show_menu()
                continue
            if self._run_command(answer):
                continue
            chosen = self._numbered(int(answer[:9])) if answer.isdecimal() else self._typed(answer)
            if len(chosen) == 1:
                action: Action = chosen[0].action
                return action
            if chosen:
                self._open_menu(chosen)
                self._show_menu()

    # The screen.

    def _choices(self) -> list[Choice[Any]]:
        return choices_of(self.game, self.view, self.actions, notation=self.notation)

    def _open_menu(self, choices: Sequence[Choice[Any]] | None = None) -> None:
        """Offer these choices (None: all), in groups where they would fill more than half of the screen."""
        offered = self._choices() if choices is None else choices
        self.menu = entries(offered)
        rows = self.terminal.rows
        if rows is not None and len(self._menu_lines()) > rows // 2:
            self.menu = entries(offered, rows // 2)

    def _menu_lines(self) -> list[str]:
        columns = self.terminal.columns
        shown = [choice for entry in self.menu for choice in entry.choices]
        return [*in_columns([entry.label for entry in self.menu], columns), *wrapped(notes(shown), columns)]

    def _show_screen(self, news: Sequence[str]) -> None:
        lines = decision_screen(
            self.game.scene(self.view),
            self.pieces,
            news=news,
            choices=self._menu_lines(),
            columns=self.terminal.columns,
            rows=self.terminal.rows,
        )
        self.terminal.write_lines(lines, self.pieces)

    def _show_menu(self) -> None:
        self.terminal.write_all(self._menu_lines())

    # Answers.

    def _numbered(self, number: int) -> Sequence[Choice[Any]]:
        """Return the choices for this number: one, several to choose from next, or none if it is not in the menu."""
        menu = self.menu
        if not 0 < number <= len(menu):
            self.terminal.write("There is only choice 1." if len(menu) == 1 else f"There are choices 1 to {len(menu)}.")
            return ()
        entry = menu[number - 1]
        return entry.choices if entry.numbers is None else self._from_range(entry, entry.numbers)

    def _from_range(self, entry: Entry[Any], numbers: range) -> Sequence[Choice[Any]]:
        """Return the choice for a number of this range, or what was typed instead; none if it was `back`."""
        while True:
            answer = self.terminal.ask(f"A number from {numbers[0]} to {numbers[-1]}, or back: ")
            if answer.isdecimal():
                if int(answer[:9]) in numbers:
                    return (entry.choices[int(answer[:9]) - numbers[0]],)
                self.terminal.write(f"{answer[:9]} is not one of them.")
            elif answer.casefold() in ("back", "b"):
                return ()
            elif answer and not self._run_command(answer) and (chosen := self._typed(answer)):
                return chosen

    def _typed(self, answer: str) -> Sequence[Choice[Any]]:
        """Return the choice that was typed; otherwise say what is wrong and return none."""
        choices = self._choices()
        understood = understand(answer, self.game, choices)
        if understood.action is None:
            self.terminal.write(understood.message)
            self.terminal.write("Type a number, an action from the list, or ? for help.")
            return ()
        return [choice for choice in choices if choice.action == understood.action][:1]

    def completions(self, typed: str) -> list[str]:
        """Return the possible completions of what is typed so far: actions and commands."""
        texts = [choice.text for choice in self._choices()]
        return [text for text in [*texts, *COMMANDS] if text.casefold().startswith(typed.casefold())]

    # Commands.

    def _run_command(self, answer: str) -> bool:
        """Carry out this command and return True, or return False if it is not one."""
        if answer.startswith("?") and answer != "?":
            answer = f"card {answer[1:]}"
        word, _, rest = answer.partition(" ")
        command = COMMANDS.get(word.casefold())
        if command is None or (rest.strip() and word.casefold() not in COMMANDS_WITH_ARGUMENT):
            return False
        command(self, rest.strip())
        return True

    def help(self, _: str) -> None:
        """Explain what can be typed, with examples from this game."""
        short, page = self._abbreviated(), self.game.rules()
        number = next((each for each in RULE_NUMBER.findall(page) if rules_about(page, each)), "")
        rules = ["rules", "rules short", *([f"rules {number}"] if number else [])]
        which = "all, in short, or those with a number" if number else "all, or in short"
        commands = {**HELP, ", ".join(rules): f"the rules: {which}", **MORE_HELP}
        widest = max(map(len, commands))
        typed = f"Type the number of a choice, or the beginnings of its words{short}."
        self.terminal.write_all(wrapped([typed], self.terminal.columns))
        self.terminal.write_all([f"  {names:<{widest}}  {meaning}" for names, meaning in commands.items()])

    def _abbreviated(self) -> str:
        """Return an example of how short a choice can be typed."""
        choices = self._choices()
        for choice in reversed(choices):
            short = " ".join([word[:LETTERS] for word in choice.text.split()])
            if short != choice.text and understand(short, self.game, choices).action == choice.action:
                return f" ({short})"
        return ""

    def table(self, _: str) -> None:
        """Show the whole table again."""
        scene = self.game.scene(self.view)
        self.terminal.write_lines(draw(scene, self.pieces, self.terminal.columns), self.pieces)
        self.terminal.write_all(wrapped([scene.prompt] if scene.prompt else [], self.terminal.columns))
        self._show_menu()

    def card(self, name: str) -> None:
        """Explain what a card does."""
        found = find_pieces(name, list(self.pieces.values()))
        if not found:
            known = ", ".join(dict.fromkeys(piece.name for piece in self.pieces.values()))
            self.terminal.write(f"No such card: {name!r}." if name else "Which card?")
            self.terminal.write_all(
                wrapped([f"Known cards: {known}."] if known else ["This game does not describe its cards."], 80)
            )
        found = list({(piece.name, piece.text): piece for piece in found}.values())
        if len(found) > MOST_DESCRIBED:
            names = listed(dict.fromkeys(piece.name for piece in found), "or")
            self.terminal.write_all(wrapped([f"Which of them: {names}?"], self.terminal.columns))
            return
        for piece in found:
            self.terminal.write_lines(describe_piece(piece, self.terminal.columns), self.pieces)

    def log(self, which: str) -> None:
        """Show what has happened since this seat's last decision, or with `all` in the whole game, as it saw it."""
        if which.casefold() == "all":
            lines = [line for event in self.match.history() for line in event.seen_by(self.seat)]
            self.terminal.page("\n".join(wrapped(lines or ["Nothing has happened yet."], self.terminal.columns)))
        else:
            lines = [*self.news] or [
                "Nothing has happened since your last decision. Type 'log all' for the whole game."
            ]
            self.terminal.write_all(wrapped(lines, self.terminal.columns))

    def score(self, _: str) -> None:
        """Show the points as far as this seat can know them."""
        rng = generator(self.match.plies, self.seat)
        sheets = [self.game.score_sheet(self.game.determinize(self.view, rng)) for _ in range(WORLDS)]
        lines = known_score_lines([tuple([(line.source, line.points) for line in sheet.lines]) for sheet in sheets])
        names = [seat_name(seat, self.seat) for seat in range(self.game.players)]
        widest = max([len("total"), *[len(source) for source, _ in lines]])
        self.terminal.write(" " * widest + "".join(f"  {name:>8}" for name in names))
        totals = known_score_lines([(("total", sheet.totals),) for sheet in sheets])
        for source, points in [*lines, *totals]:
            cells = ["?" if each is None else str(each) for each in points]
            self.terminal.write(source.ljust(widest) + "".join(f"  {cell:>8}" for cell in cells))
        if any(None in points for _, points in lines):
            self.terminal.write("? depends on cards that you cannot see")

    def hint(self, _: str) -> None:
        """Show what a search from this seat's View would do, with the chance to win that it sees."""
        from boardgames.play.analysis import EQUAL, MOST_HINTS, hint
        from boardgames.play.reasons import LEGEND, in_words

        self.terminal.show_status("Thinking ...")
        found = hint(self.game, self.seat, self.view, self.actions)
        self.terminal.show_status("")
        texts = {choice.action: choice.text for choice in self._choices()}
        if not found:
            self.terminal.write("No hint: the search could not rate any choice.")
            return
        for each in found:
            self.terminal.write(f"{each.chance:>5.0%}  {texts[each.action]}")
            if each.why:
                self.terminal.write_all(fold(in_words(each.why).split(), "      ", "         ", self.terminal.columns))
        left_out = len(self.actions) - len(found)
        if len(found) < MOST_HINTS and left_out:
            self.terminal.write(f"({plural(left_out, 'choice')} not worth a search)")
        self.terminal.write("Your chance to win, by an estimate from what you can see.")
        if any(one.chance < other.chance for one, other in pairwise(found)):
            self.terminal.write("Best first; the figures of choices given up early are rough.")
        chances = [each.chance for each in found]
        if len(chances) > 1 and max(chances) - min(chances) < EQUAL:
            self.terminal.write("They are about equally good: the search is no more precise than that.")
        if any(each.why for each in found):
            self.terminal.write(LEGEND)

    def rules(self, number: str) -> None:
        """Show the rules, in short or all of them, or those with this number."""
        if number.casefold() == "short":
            self.terminal.write_all(reflowed(self.game.summary(), self.terminal.columns))
            return
        if not number:
            show_rules(self.terminal, self.game, only_rulings=False)
            return
        found = "\n".join(rules_about(self.game.rules(), number)) or f"No rule has the number {number}."
        self.terminal.write_all(reflowed(found, self.terminal.columns))

    def undo(self, _: str) -> None:
        """Take the last decision back."""
        if self.undo_refusal:
            self.terminal.write(self.undo_refusal)
        else:
            raise Undo

    def back(self, _: str) -> None:
        """Leave a group of choices."""
        self._open_menu()
        self._show_menu()

    def set_notation(self, how: str) -> None:
        """Show the choices as they are written in records, or in words."""
        self.notation = how.casefold() != "off"
        self.back("")

    def quit(self, _: str) -> None:
        """Stop the game."""
        raise Quit


COMMANDS: dict[str, Callable[[Decision, str], None]] = {
    "?": Decision.help,
    "help": Decision.help,
    "h": Decision.help,
    "table": Decision.table,
    "t": Decision.table,
    "card": Decision.card,
    "log": Decision.log,
    "score": Decision.score,
    "hint": Decision.hint,
    "rules": Decision.rules,
    "undo": Decision.undo,
    "back": Decision.back,
    "b": Decision.back,
    "notation": Decision.set_notation,
    "quit": Decision.quit,
    "q": Decision.quit,
    "exit": Decision.quit,
}
"""The commands: what can be typed besides an action."""
COMMANDS_WITH_ARGUMENT = {"card", "log", "rules", "notation"}
"""The commands that may have an argument; after any other, more words make it an answer."""
HELP = {
    "?NAME, card NAME": "what a card does",
    "table": "the whole table again",
    "score": "the points as far as you can know them",
    "log, log all": "what happened since your last choice, or all",
}
MORE_HELP = {
    "hint": "what a computer player would do here",
    "undo": "take your last decision back (only against bots)",
    "back": "leave a group of choices",
    "notation on, off": "show actions as records write them, or in words",
    "quit": "stop; a game that has begun is kept",
}
"""What can be typed, before and after the line on the rules."""
LETTERS = 5
"""How many letters of a word are shown in an example of how short it can be typed."""
RULE_NUMBER = re.compile(r"\b[A-Z]\d+\b")
"""A number by which a page of rules can be asked for a section, such as K7."""
