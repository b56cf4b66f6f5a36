"""One decision of a person at the terminal: the screen, the menu, the answer, and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from boardgames.cli.menu import MOST, Entry, entries, in_columns, notes
from boardgames.cli.rules_page import reflowed, rules_about, rules_of, section_numbers
from boardgames.cli.screen import by_turn, decision_screen, describe_piece, find_pieces, known_score_lines, wrapped
from boardgames.cli.terminal import Terminal
from boardgames.core.action import Action
from boardgames.core.chance import generator
from boardgames.core.errors import BoardGamesError, ConfigurationError, RefusedError
from boardgames.core.files import terms_of
from boardgames.core.game import Game
from boardgames.core.scene import Piece
from boardgames.core.scene_text import MOST_COMPACT, draw, explained
from boardgames.core.text import fold, listed, plural, seat_name, shortened
from boardgames.play.analysis import MOST_HINTS, Hint
from boardgames.play.reasons import LEGEND, estimated, in_words
from boardgames.play.table import Table
from boardgames.play.words import Choice, understand

MOST_DESCRIBED = 6
"""Maximum number of cards described at once."""
FEWEST_ROWS = 4
"""Minimum number of lines of choices: those that need more are in groups only if the table leaves no room."""
WORLDS = 12
"""Number of possible worlds sampled for `score`: points that differ between them are unknown to the seat."""


class Quit(Exception):  # noqa: N818  # not an error
    """The person wants to stop."""


class Undo(Exception):  # noqa: N818  # not an error
    """The person has taken back their last decision."""


class Decision:
    """Asks one person for one decision."""

    def __init__(self, terminal: Terminal, table: Table, seat: int, *, notation: bool) -> None:
        self.terminal = terminal
        self.table = table
        self.game: Game[Any, Any, Any] = table.match.game
        self.seat = seat
        self.notation: bool = notation
        self.pieces: Mapping[str, Piece] = self.game.pieces()
        self.menu: list[Entry[Any]] = []
        self.open_range: Mapping[int, Choice[Any]] | None = None
        """The choices by number, while a number from a range is requested."""
        self.news: Sequence[str] = ()
        self._open_menu()

    def show(self, news: Sequence[str], introduction: Sequence[str] = (), tips: Sequence[str] = ()) -> None:
        """Show the screen."""
        self.news = news
        self._show_screen([*introduction, *news, *tips])

    def ask(self) -> Action:
        """Return the action that the person chooses; or raise `Quit` or `Undo`."""
        while True:
            answer = self.terminal.ask(f"{seat_name(self.seat, None)}> ")
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
                self._open_menu(chosen)
                self._show_menu()

    # The screen.

    def _choices(self) -> list[Choice[Any]]:
        return self.table.choices(self.seat, notation=self.notation)

    def _open_menu(self, choices: Sequence[Choice[Any]] | None = None) -> None:
        """Offer these choices (None: all), in groups if they would fill half of the screen, or do not fit on it."""
        offered = self._choices() if choices is None else choices
        self.menu = entries(offered)
        columns, rows = self.terminal.columns, self.terminal.rows
        if rows is not None:
            scene = self.table.scene(self.seat)
            above = [*draw(scene, self.pieces, columns, compact=MOST_COMPACT), *wrapped([scene.prompt], columns)]
            most = rows // 2 if choices else max(FEWEST_ROWS, min(rows // 2, rows - 1 - len(above)))
            if len(self._menu_lines()) > most:
                self.menu = entries(offered, most)

    def _menu_lines(self) -> list[str]:
        columns = self.terminal.columns
        return [
            *in_columns([entry.label for entry in self.menu], columns),
            *wrapped(filter(None, ["; ".join(notes(self.menu))]), columns),
        ]

    def _show_screen(self, news: Sequence[str]) -> None:
        early, lines = decision_screen(
            self.table.scene(self.seat),
            self.pieces,
            news=news,
            choices=self._menu_lines(),
            columns=self.terminal.columns,
            rows=self.terminal.rows,
        )
        self.terminal.write_in_pages(early, self.pieces, goes_on=True)
        self.terminal.write_in_pages(lines, self.pieces)

    def _show_menu(self) -> None:
        self.terminal.say(self.table.scene(self.seat).prompt)
        self.terminal.write_all(self._menu_lines())

    # Answers.

    def _chosen(self, answer: str) -> Sequence[Choice[Any]]:
        """Return the choices meant by this number or these words; if there are none, say so."""
        return self._numbered(int(answer[:9])) if answer.isdecimal() else self._typed(answer)

    def _numbered(self, number: int) -> Sequence[Choice[Any]]:
        """Return the choices for this number: one, several to choose from next, or none if it is not in the menu."""
        if self.open_range is not None:
            if number not in self.open_range:
                self.terminal.write(f"{number} is not one of them.")
            return [self.open_range[number]] if number in self.open_range else ()
        menu = self.menu
        if not 0 < number <= len(menu):
            self.terminal.write("There is only choice 1." if len(menu) == 1 else f"There are choices 1 to {len(menu)}.")
            return ()
        entry = menu[number - 1]
        return entry.choices if entry.numbers is None else self._from_range(entry, entry.numbers)

    def _from_range(self, entry: Entry[Any], numbers: range) -> Sequence[Choice[Any]]:
        """Ask for a number from this range; return its choice, or that of another answer; none for `back`."""
        self.open_range = dict(zip(numbers, entry.choices, strict=True))
        try:
            while True:
                answer = self.terminal.ask(f"A number from {numbers[0]} to {numbers[-1]}, or back: ")
                if answer.casefold() in ("back", "b"):
                    return ()
                if answer and not self._run_command(answer) and (chosen := self._chosen(answer)):
                    return chosen
        finally:
            self.open_range = None

    def _typed(self, answer: str) -> Sequence[Choice[Any]]:
        """Return the choice that was typed; if there is none, say what is wrong."""
        choices = self._choices()
        understood = understand(answer, self.game, choices)
        if understood.action is None:
            self.terminal.say(understood.message)
            self.terminal.write("Type a number, an action from the list, or ? for help.")
            return ()
        return [choice for choice in choices if choice.action == understood.action][:1]

    def completions(self, typed: str) -> list[str]:
        """Return the possible completions of what is typed so far: actions and commands."""
        texts = [choice.text for choice in self._choices()]
        return [text for text in [*texts, *COMMANDS] if text.casefold().startswith(typed.casefold())]

    # Commands.

    def _run_command(self, answer: str) -> bool:
        """Run this command and return True; return False if it is not a command."""
        if answer.startswith("?") and answer != "?":
            self.card(answer[1:].strip())
            return True
        word, _, rest = answer.partition(" ")
        command = COMMANDS.get(word.casefold())
        if command is None or (rest and (word.casefold() not in COMMANDS_WITH_ARGUMENT or self._is_action(answer))):
            return False
        command(self, rest.strip())
        return True

    def _is_action(self, answer: str) -> bool:
        """Return whether this is a legal action in notation, or the full text of a choice."""
        return any(answer.casefold() in (str(each.action).casefold(), each.text.casefold()) for each in self._choices())

    def help(self, _: str) -> None:
        """Explain what can be typed, with examples from this game."""
        numbers = section_numbers(self.game.rules())
        some = ", ".join([*[f"rules {number}" for number in numbers[:1]], "rules WORD"])
        which = "those with this number or word" if numbers else "those that mention this word"
        commands = {**HELP, some: which, **MORE_HELP}
        widest = max(map(len, commands))
        self.terminal.say(self._example())
        self.terminal.write_all([f"  {names:<{widest}}  {meaning}" for names, meaning in commands.items()])

    def _example(self) -> str:
        """Return how a choice can be typed, with one of them as an example."""
        choices = self._choices()
        for number, entry in enumerate(self.menu, start=1):
            for letters in LETTERS:
                short = " ".join([word[:letters] for word in entry.label.split()])
                meant = understand(short, self.game, choices).action
                if short != entry.label and [meant] == [choice.action for choice in entry.choices]:
                    return f"Type {number}, or the start of the words: {short}"
        return "Type the number of a choice, or the start of its words."

    def show_table(self, _: str) -> None:
        """Show the whole table again."""
        whole = draw(self.table.scene(self.seat), self.pieces, self.terminal.columns)
        self.terminal.write_in_pages(whole, self.pieces)
        self._show_menu()

    def card(self, name: str) -> None:
        """Explain what this is on the table, what a card of this name does, or show the rules that mention it."""
        terms = self._terms(name)
        self.terminal.say(*terms)
        is_word = not terms or any(map(str.isalpha, name))
        every = find_pieces(name, [*self.pieces.values()]) if is_word else ()
        found = {(piece.name, piece.text): piece for piece in every}
        if len(found) > MOST_DESCRIBED:
            self.terminal.say(f"Which of them: {listed(dict.fromkeys(called for called, _ in found), 'or')}?")
        elif found:
            for piece in found.values():
                self.terminal.write_lines(describe_piece(piece, self.terminal.columns), self.pieces)
        elif not terms and name and (lines := rules_about(self.game.rules(), name)):
            found_in = f"No card is called {shortened(name)!r}, but the rules mention it:"
            self.terminal.page([found_in, *reflowed("\n".join(lines), self.terminal.columns)])
        elif not terms:
            is_long = len(self.pieces) > MOST
            known = ", ".join(dict.fromkeys((is_long and piece.group) or piece.name for piece in self.pieces.values()))
            self.terminal.write(f"No such card: {shortened(name)!r}." if name else "Which card?")
            self.terminal.say(f"Known cards: {known}." if known else "This game does not describe its cards.")

    def _terms(self, name: str | None = None) -> list[str]:
        """Return what the words, numbers and marks on the table mean: those that stand there now, or the named one."""
        scene, wanted = self.table.scene(self.seat), " ".join((name or "").casefold().split())
        terms = {**terms_of(self.game), ">": "Whose turn it is."}
        shown = explained(scene, self.pieces, terms)
        asked = shown | {key: [key] for key in terms if key not in shown}
        texts: dict[str, list[str]] = {}
        for key, names in (shown if name is None else asked).items():
            if name is None or wanted in map(str.casefold, names):
                texts.setdefault(terms[key], []).append(names[0])
        return [f"{', '.join(each)}: {text}" for text, each in texts.items()]

    def legend(self, _: str) -> None:
        """Explain all words, numbers and marks that stand on the table now."""
        lines = self._terms() or ["This game does not explain its table."]
        self.terminal.page([*wrapped(lines, self.terminal.columns)])

    def log(self, which: str) -> None:
        """Show what this seat has seen happen since its last choice, or with `all` in the whole game."""
        lines = by_turn(self.table.told(self.seat), self.seat) if which.casefold() == "all" else self.news
        self.terminal.page([*wrapped(lines or ["Nothing has happened yet."], self.terminal.columns)])

    def score(self, _: str) -> None:
        """Show the points that this seat can know."""
        match = self.table.match
        view, rng = match.view(self.seat), generator(match.plies, self.seat)
        sheets = [self.game.score_sheet(self.game.determinize(view, rng)) for _ in range(WORLDS)]
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

    def hint(self, wanted: str) -> None:
        """Show what a search from this seat's View would do; it also rates the choice in `wanted`."""
        chosen = self._chosen(wanted) if wanted else ()
        if len(chosen) > 1:
            self.terminal.write(f"{wanted} stands for {len(chosen)} choices: ask about one of them.")
        if wanted and len(chosen) != 1:
            return
        asked = chosen[0].action if chosen else None
        self.terminal.show_status("Thinking ...")
        found = self.table.hint(self.seat, asked)
        self.terminal.show_status("")
        texts = {choice.action: choice.text for choice in self._choices()}
        self.terminal.write_all(hint_lines(found, texts, asked, estimated(self.game), self.terminal.columns))

    def rules(self, wanted: str) -> None:
        """Show the rules: all, in short, or those with this number or these words."""
        try:
            self.terminal.page(reflowed(rules_of(self.game, wanted), self.terminal.columns))
        except ConfigurationError as error:
            self._refuse(error)

    def undo(self, _: str) -> None:
        """Take back the last decision, if all others at this keyboard agree."""
        try:
            if not self.table.undo(self.seat) and not self._others_agree():
                return self.terminal.write("Nothing is taken back.")
        except RefusedError as error:
            return self._refuse(error)
        raise Undo

    def _others_agree(self) -> bool:
        """Ask whether all others at this keyboard grant an undo, and answer for them."""
        answer = self.terminal.ask("The others have seen what happened since. Do they all agree (yes or no)? ")
        agreed = answer.casefold() in {"y", "yes"}
        for seat in self.table.people:
            if seat != self.seat and self.table.undo_asked is not None:
                self.table.grant_undo(seat, agreed)
        return agreed

    def _refuse(self, error: BoardGamesError) -> None:
        reason = str(error)
        self.terminal.write(f"{reason[:1].upper()}{reason[1:]}.")

    def back(self, _: str) -> None:
        """Leave a group of choices."""
        self._open_menu()
        self._show_menu()

    def set_notation(self, how: str) -> None:
        """Show the choices in notation, as in records, or in words."""
        self.notation = how.casefold() != "off"
        self.back("")

    def quit(self, _: str) -> None:
        """Stop the game."""
        raise Quit


COMMANDS: dict[str, Callable[[Decision, str], None]] = {
    **dict.fromkeys(("?", "help", "h"), Decision.help),
    **dict.fromkeys(("table", "t"), Decision.show_table),
    "card": Decision.card,
    "legend": Decision.legend,
    **dict.fromkeys(("log", "history"), Decision.log),
    "score": Decision.score,
    **dict.fromkeys(("hint", "why"), Decision.hint),
    "rules": Decision.rules,
    "undo": Decision.undo,
    **dict.fromkeys(("back", "b"), Decision.back),
    "notation": Decision.set_notation,
    **dict.fromkeys(("quit", "q", "exit"), Decision.quit),
}
"""The commands that can be typed instead of an action."""
COMMANDS_WITH_ARGUMENT = {"card", "hint", "why", "log", "history", "rules", "notation"}
"""The commands that may have an argument; other lines of several words are answers."""
HELP = {
    "?NAME, card NAME": "a card, or a word, number or sign of the table: ?2, ?*",
    "legend": "what everything that stands on the table means",
    "table": "the whole table again",
    "score": "the points as far as you can know them",
    "log, log all": "what happened since your last choice, or all",
    "rules, rules short": "the rules, all or in short",
}
MORE_HELP = {
    "hint, hint CHOICE": "what a bot would do, or what it thinks of your choice",
    "undo": "take your last decision back, if all others agree",
    "back": "leave a group of choices",
    "notation on, off": "show actions as records write them, or in words",
    "quit": "stop; a game that has begun is kept",
}
"""Help on commands, before and after the line on the rules."""
LETTERS = (3, 5)
"""Numbers of letters of a word in an example of an abbreviated choice, the first that is unique."""


def hint_lines(
    hints: Sequence[Hint[Any]], texts: Mapping[Action, str], asked: Action | None, name: str, columns: int
) -> Iterator[str]:
    """Yield the lines of a hint: choices with their chances to win and the reasons.

    `texts`: every legal action in words; `asked`: the action that the person asked about; `name`: of the estimate.
    """
    if not hints:
        yield "No hint: there was not even time to look at one choice."
        return
    for each in hints:
        mark = " (you asked)" if each.action == asked else ""
        yield f"{each.chance:>5.0%}  {texts[each.action]}{mark}"
        if each.why:
            yield from fold(in_words(each.why).split(), "      ", "         ", columns)
    left_out = len(texts) - len(hints)
    if len(hints) < MOST_HINTS and left_out:
        yield f"({plural(left_out, 'choice')} not worth a search)"
    yield f"Your {name}, by an estimate from what you can see."
    if any(one.chance < other.chance for one, other in pairwise(hints)):
        yield "Best first. Figures of choices that soon looked worse are rough."
    if any(each.is_about_equal for each in hints):
        yield "Where no difference is found, the order is that of what choices gain at once."
    if any(reason.chance for each in hints for reason in each.why):
        yield LEGEND
