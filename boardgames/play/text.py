r"""One seat of a game in words: opening, prompts, and the reading of answers.

Every prompt is self-contained: it has the table as the seat sees it, with perfect recall, and a
list of its legal actions. The rules and how to answer are in the opening, a separate message that
stays the same. An answer names one action by its number, notation or label, or several of these, in
a line `ACTION: ...` or alone. `Final answer: 2`, `{"action": 2}`, `\boxed{2}` and
`<answer>2</answer>` count as such a line. Anything else is refused with the reason; nothing is
guessed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, compress, groupby, zip_longest
from typing import Any, Generic, Literal, Protocol, TypeAlias, get_args

from boardgames.contract.game import A, Game
from boardgames.contract.refusals import check_seat
from boardgames.core.action import Action, squeeze
from boardgames.core.errors import (
    BoardGamesError,
    BotError,
    IllegalActionError,
    NotationError,
    check_option,
    quoted,
)
from boardgames.core.outcome import Outcome
from boardgames.core.text import plural
from boardgames.core.values import value
from boardgames.play.disguise import Disguise, disguise_of
from boardgames.play.limits import CORRECTIONS
from boardgames.play.prompt import Ask, Messages, RulesText
from boardgames.play.reply import USUAL, Patience, Reply, reply_from
from boardgames.scene.as_text import draw, plain
from boardgames.scene.phrases import ENGLISH, Phrases

CHARACTERS = 2900
"""The target length of a prompt, in characters."""
NO_TEXT = "(no text)"
"""Replaces an empty answer in the conversation: chat models refuse empty messages."""
BETWEEN = 2
"""Number of spaces between two columns of a table."""
MOST_SHARED = 6
"""Maximum number of words that the actions of a group share."""
MARKS = " \t`*_\"'[]()."
"""Characters that emphasize, quote and bracket; labels are compared without them."""
_NO_MARKS = str.maketrans("", "", MARKS)
EDGES = MARKS + "{}<>$"
"""Characters dropped at both ends of a line."""
KEYS = ("action", "answer", "final_answer", "choice", "move")
"""What the answer is called in JSON, in the order in which they count."""

HOW = (
    "Answer each time with one line: ACTION: and one of the legal actions, by its number in the"
    " list or as it is written there."
)
SUBMIT = "Submit the number of one of these actions."
AGAIN = "Answer with one line: ACTION: and one of your legal actions."
TOO_LONG = "Your answer was cut off before it named an action: think in fewer words"
LISTED = "Your legal actions:"
GROUPED = 'Your legal actions (the words before "..." begin each of the actions after it):'

ReplyFault: TypeAlias = Literal["empty", "cut_off", "unreadable", "illegal"]
"""What is wrong with an answer: there is none, it ended before it named an action, it names none,
or one that is not legal now."""

_BEFORE = r"[\s*_#>`-]*(?:(?:my|the|chosen)\s+)?"
_COLON = r"[\s*_`]*[:\uff1a](.*)"
_MARKED = re.compile(
    rf"{_BEFORE}(?:action|final\s+(?:action|answer|choice|move)){_COLON}", re.IGNORECASE
)
"""For one line at a time: on several lines, it would try every line break as the beginning."""
_LOOSELY_MARKED = re.compile(rf"{_BEFORE}(?:answer|choice|move){_COLON}", re.IGNORECASE)
"""A mark that counts if there is no other."""
_INSIDE = re.compile(r"\bACTION:(.*)")
"""The mark within a line; it counts if no line begins with one."""
_BOXED = re.compile(r"\\boxed\{(?:\\text\{)?([^{}\\]*)\}{1,2}")
_TAGGED = re.compile(r"<(action|answer)>([^<>]*)</\1>", re.IGNORECASE)
_JSON_OBJECT = re.compile(r"\{[^{}]*\}")
_THOUGHTS = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(?:(?:action|option|choice|number|no\.?)\s+)?#?([0-9]{1,9})\b"
    r"[\s.):\],;=\u2013\u2014-]*(.*)",
    re.IGNORECASE,
)
"""A number, and perhaps the action beside it in the list."""


@dataclass
class Cost:
    """The cost of all turns so far, in characters."""

    turns: int = 0
    corrections: int = 0
    """Number of answers that were sent back."""
    prompts: int = 0
    """Characters of all prompts and corrections, without the openings."""
    longest: int = 0
    """Characters of the longest prompt."""
    answers: int = 0
    """Characters of all answers."""
    openings: int = 0
    """Characters of the openings, one per turn; if cached, they cost less or nothing."""


class TextSeat:
    """One seat of a game in words."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        player: int,
        *,
        rules: RulesText = "short",
        characters: int = CHARACTERS,
        disguise: int | None = None,
    ) -> None:
        """Set up the seat.

        `rules` go into the opening, `characters` is the target length of a prompt, and `disguise`
        the seed of other words for the pieces (None: their own). Raises `ConfigurationError` for a
        seat or rules that do not exist.
        """
        player = check_seat(game, player)
        check_option("rules", rules, get_args(RulesText))
        self.game = game
        self.player = player
        self.rules: RulesText = rules
        self.characters = characters
        self.disguise: Disguise | None = None if disguise is None else disguise_of(game, disguise)

    def _said(self, text: str) -> str:
        """Return a text as this seat is told it."""
        return text if self.disguise is None else self.disguise.hide(text)

    def opening(self, how: str = HOW) -> str:
        """Return the message before the prompts: the game, the seat, the rules and how to answer.

        It is the same at every turn of a seat, and so can be cached.
        """
        game = self.game
        seat = game.words.seat_name(self.player, None)
        parts = [f"You play {game.title} with {game.players} players; you are {seat}."]
        if self.rules == "short":
            parts += [game.words.summary(), self._pieces()]
        elif self.rules == "full":
            parts.append(game.words.rules())
        return self._said("\n\n".join(filter(None, [*parts, how])))

    def _pieces(self) -> str:
        """Return a line for each text of a piece: the names of all pieces with it, and the text."""
        names_by_text: dict[str, dict[str, None]] = {}
        for piece in self.game.words.pieces().values():
            names_by_text.setdefault(piece.text, {})[piece.name] = None
        return "\n".join([f"{', '.join(names)}: {text}" for text, names in names_by_text.items()])

    def prompt(
        self,
        view: object,
        actions: Sequence[Action],
        told: Sequence[str] = (),
        numbers: Sequence[int] | None = None,
    ) -> str:
        """Return the prompt: what the seat was `told`, the table, and its legal actions.

        What it was told begins after its last turn. If the prompt is too long, the actions lose
        their labels and are grouped by their first words, the table loses the space between its
        columns, and then the oldest lines of what was told are left out; the table and the actions
        always stay.

        A harness with its own `numbers` for actions passes them, one per action.
        """
        body = self._body(view, actions, numbers)
        since = "Since your last turn:"
        without_told = f"{since}\n... {len(told)} earlier lines\n{body}"
        room = self.characters - len(without_told)
        lengths = accumulate([len(line) + 1 for line in reversed(told)])
        kept = len([length for length in lengths if length <= room])
        omitted = len(told) - kept
        head: list[str] = []
        if told:
            head.append(since)
        if omitted:
            head.append(f"... {plural(omitted, 'earlier line')}")
        return self._said("\n".join([*head, *told[omitted:], body]))

    def _body(self, view: object, actions: Sequence[Action], numbers: Sequence[int] | None) -> str:
        """Return the table and the actions, in short if they are too long."""
        scene = self.game.words.scene(view)
        table = _tight(plain(draw(scene, self.game.words.pieces())))
        asked = scene.prompt if scene.prompt not in table else ""
        if not actions:
            return _lines(table, asked)
        how = SUBMIT
        if numbers is None:
            how = ""  # the opening says it
            numbers = self._numbers(view, actions)
        numbered = dict(zip(numbers, actions, strict=True))
        listed = [f"{number}. {self._line(view, action)}" for number, action in numbered.items()]
        body = _lines(table, asked, LISTED, *listed, how)
        if len(body) <= self.characters:
            return body
        # In short: grouped by as many words as make the list shortest.
        narrow_table = re.sub(" {3,}", "  ", table)
        ways = [_grouped(numbered, words) for words in range(1, MOST_SHARED + 1)]
        shortest = min(ways, key=lambda lines: sum(map(len, lines)))
        return _lines(narrow_table, asked, GROUPED, *shortest, how)

    def _numbers(self, view: object, actions: Sequence[Action]) -> range:
        """Return the numbers of the actions: from 1 on, or above every number that ends an action.

        Else "3" could mean `bid 3` as well as the third line, which is `bid 2`.
        """
        places_by_end: dict[int, set[int]] = {}
        for place, action in enumerate(actions, start=1):
            for number in self._ends_of(view, action):
                places_by_end.setdefault(number, set()).add(place)
        usual = range(1, len(actions) + 1)
        can_mislead = [
            number for number in usual if places_by_end.get(number, {number}) != {number}
        ]
        if not can_mislead:
            return usual
        highest = max(*places_by_end, len(actions))
        first = 10 ** len(str(highest)) + 1
        return range(first, first + len(actions))

    def _ends_of(self, view: object, action: Action) -> list[int]:
        """Return the numbers with which the notation of an action and its label end."""
        ends: list[int] = []
        *_, last = str(action).rpartition(" ")
        if last.isdecimal():
            ends.append(int(last[:9]))
        amount = self.game.words.label(view, action).amount
        if amount is not None:
            ends.append(amount)
        return ends

    def _line(self, view: object, action: Action) -> str:
        """Return an action as it is listed: its label, a note, and its notation if that differs."""
        notation = str(action)
        label = self.game.words.label(view, action)
        line = label.text
        if label.note:
            line += f" ({label.note})"
        if label.text != notation:
            line += f" [{notation}]"
        return line

    def read(self, answer: str, view: object, actions: Sequence[A]) -> A:
        """Return the legal action that an answer names.

        It is named by its number, its notation, its label, or its whole line in the list. If an
        answer gives several of these, or several lines that begin with ACTION:, they must agree.
        Thoughts in tags, such as <think>, do not count.

        Raises `NotationError` if the answer names no action or several, and `IllegalActionError`
        for one that is not legal now.
        """
        if self.disguise is not None:
            answer = self.disguise.reveal(answer)
        texts = _answered(answer)
        read = [self._read(text, view, actions) for text in texts]
        for text, action in zip(texts, read, strict=True):
            if action != read[0]:
                raise NotationError(f"two different answers: {quoted(texts[0])} and {quoted(text)}")
        return read[0]

    def _read(self, text: str, view: object, actions: Sequence[A]) -> A:
        """Return the legal action that this text names; errors as in `read`."""
        named = self._named(text, view, actions)
        if len(named) == 1:
            return named[0]
        if named:
            raise NotationError(f"{quoted(text)} can mean several of the legal actions")
        numbered = _NUMBERED.fullmatch(text)
        if numbered is not None:
            return self._numbered(int(numbered[1]), numbered[2].strip(EDGES), view, actions)
        try:
            self.game.parse(text)
        except NotationError:
            raise NotationError(f"not an action of this game: {quoted(text)}") from None
        raise IllegalActionError(f"not legal now: {quoted(text)}")

    def _numbered(self, number: int, rest: str, view: object, actions: Sequence[A]) -> A:
        """Return the action with this number, if what is written beside it agrees."""
        numbers = self._numbers(view, actions)
        if number not in numbers:
            raise IllegalActionError(
                f"there are actions {numbers[0]} to {numbers[-1]}, and no {number}"
            )
        action = actions[numbers.index(number)]
        if not rest:
            return action
        named = self._named(rest, view, actions)
        if named:
            agrees = action in named
        else:
            # In a group, only the end of a notation is listed.
            agrees = f" {action}".casefold().endswith(f" {rest}".casefold())
        if not agrees:
            raise NotationError(f"number {number} is not {quoted(rest)}")
        return action

    def _named(self, text: str, view: object, actions: Sequence[A]) -> list[A]:
        """Return the actions with this notation, or else with this label.

        Its note and the notation may follow.
        """
        notation = squeeze(text)
        named = [action for action in actions if squeeze(str(action).strip(EDGES)) == notation]
        if named:
            return named
        wanted = _loose(text)
        for action in actions:
            label = self.game.words.label(view, action)
            notation = str(action)
            with_note = label.text + label.note
            names = (label.text, label.text + notation, with_note, with_note + notation)
            if wanted in map(_loose, names):
                named.append(action)
        return named

    def correction(self, error: BoardGamesError) -> str:
        """Return the reply to an answer that `read` has refused."""
        return f"{self._said(str(error))}. {AGAIN}"

    def choose(
        self,
        ask: Ask,
        view: object,
        actions: Sequence[A],
        told: Sequence[str] = (),
        corrections: int = CORRECTIONS,
        cost: Cost | None = None,
        patience: Patience = USUAL,
        journal: Journal | None = None,
    ) -> A:
        """Ask until an answer names a legal action, and return it; the cost is added to `cost`.

        A `journal` is told of every answer, and may know answers of an earlier run. Raises
        `AnswerError` if there is none after this many corrections, and the errors of `reply_from`.
        """
        cost = Cost() if cost is None else cost
        opening = self.opening()
        prompt = self.prompt(view, actions, told)
        cost.turns += 1
        cost.longest = max(cost.longest, len(prompt))
        cost.prompts += len(prompt)
        cost.openings += len(opening)
        messages = [{"role": "system", "content": opening}, {"role": "user", "content": prompt}]
        refused = 0
        while True:
            reply = None if journal is None else journal.kept(messages)
            if reply is None:
                reply = reply_from(ask, messages, patience)
            cost.answers += len(reply.text)
            judged = self.judge(reply, view, actions)
            if journal is not None:
                journal.add(messages, reply, judged)
            if judged.action is not None:
                return judged.action
            refused += 1
            if refused > corrections:
                raise AnswerError(given_up(refused, judged.reason), judged.kind or "unreadable")
            again = f"{judged.reason}. {AGAIN}"
            cost.corrections += 1
            cost.prompts += len(again)
            messages = [
                *messages,
                {"role": "assistant", "content": reply.text if reply.text.strip() else NO_TEXT},
                {"role": "user", "content": again},
            ]

    def judge(self, reply: Reply, view: object, actions: Sequence[A]) -> ReadReply[A]:
        """Return the action that a reply names, or what is wrong with it."""
        try:
            return ReadReply(self.read(reply.text, view, actions))
        except BoardGamesError as error:
            if reply.is_cut_off:
                return ReadReply(None, "cut_off", TOO_LONG)
            kind: ReplyFault = "illegal" if isinstance(error, IllegalActionError) else "unreadable"
            return ReadReply(None, kind if reply.text.strip() else "empty", self._said(str(error)))


@value
class ReadReply(Generic[A]):
    """What an answer means."""

    action: A | None
    """The action that it names; None if it names none that is legal."""
    kind: ReplyFault | None = None
    """What is wrong with it."""
    reason: str = ""
    """The same in a sentence, for the model."""


class AnswerError(BotError):
    """A model that has named no legal action, in spite of corrections; `kind` is the last fault."""

    def __init__(self, message: str, kind: ReplyFault) -> None:
        super().__init__(message)
        self.kind: ReplyFault = kind


class Journal(Protocol):
    """Keeps what one seat was asked in one game, and its answers."""

    def kept(self, messages: Messages) -> Reply | None:
        """Return the reply to this conversation that was kept in an earlier run; None if there is
        none.
        """

    def add(self, messages: Messages, reply: Reply, judged: ReadReply[Any]) -> None:
        """Keep the reply to this conversation."""


def given_up(answers: int, fault: object) -> str:
    """Return the reason for giving up after this many answers, of which this is the last fault."""
    return f"no legal action in {plural(answers, 'answer')}; the last fault: {fault}"


def ending(outcome: Outcome, reader: int | None, phrases: Phrases = ENGLISH) -> str:
    """Return how a game ended, for one seat: the reason, the result, everybody's points.

    The reason is said as the outcome has it; see `Words.ended`.
    """
    points = [
        f"{phrases.seat_object(seat, reader)} {score}" for seat, score in enumerate(outcome.scores)
    ]
    verdict = phrases.verdict(outcome, reader)
    return f"The game is over: {outcome.reason}. {verdict}. Points: {', '.join(points)}."


def _lines(*lines: str) -> str:
    """Return the lines as one text, without empty ones."""
    return "\n".join(filter(None, lines))


def _tight(table: str) -> str:
    """Return a table without the room between its columns that no line needs; they stay aligned."""
    heading, *lines = table.split("\n")
    tight = [heading]
    for is_row, group in groupby(lines, key=lambda line: "   " in line):
        rows = [*group]
        if is_row:
            columns = ["".join(letters) for letters in zip_longest(*rows, fillvalue=" ")]
            used = [bool(column.strip()) for column in columns]
            kept = [any(used[max(0, place - BETWEEN) : place + 1]) for place in range(len(used))]
            rows = ["".join(compress(row, kept)) for row in rows]
        tight += rows
    return "\n".join(tight)


def _grouped(numbered: Mapping[int, Action], words: int) -> list[str]:
    """Return the actions as lines, those that begin with the same words in one: `order 1 ... 2.
    Spy; 3. Priest`.
    """
    groups: dict[str, dict[int, str]] = {}
    for number, action in numbered.items():
        *beginning, rest = str(action).split(" ", words)
        groups.setdefault(" ".join(beginning), {})[number] = rest
    lines: list[str] = []
    for first, rests in groups.items():
        if first and len(rests) > 1:
            endings = [f"{number}. {rest}" for number, rest in rests.items()]
            lines.append(f"{first} ... {'; '.join(endings)}")
        else:
            lines += [f"{number}. {numbered[number]}" for number in rests]
    return lines


def _answered(answer: str) -> list[str]:
    """Return the texts that should name the action: marked answers, or else the only line."""
    text, texts = _unwrapped(_without_thoughts(answer))
    stripped = [line.strip(EDGES) for line in text.splitlines()]
    lines = [line for line in stripped if line]
    texts += _after(_MARKED, lines)
    if not texts:
        texts = _after(_LOOSELY_MARKED, lines)
    if not texts:
        within = [_INSIDE.search(line) for line in lines]
        texts = [match[1].strip(EDGES) for match in within if match]
    if not texts and len({*lines}) == 1:
        texts = lines
    if not texts or "" in texts:
        raise NotationError("expected one line that begins with ACTION:, and one action after it")
    return [*dict.fromkeys(texts)]


def _without_thoughts(text: str) -> str:
    """Return what a model has written after its thoughts, which stand in tags."""
    start = 0
    end = len(text)
    for tag in _THOUGHTS.finditer(text):
        is_closing = bool(tag[1])
        if is_closing:
            start = tag.end()
            end = len(text)
        elif end == len(text):
            end = tag.start()
    return text[start:end]


def _unwrapped(text: str) -> tuple[str, list[str]]:
    r"""Return the text with its wrapped answers in plain, such as 2 for `\boxed{2}`, and these
    answers.
    """
    answers: list[str] = []

    def plainly(value: str) -> str:
        answers.append(value.strip(EDGES))
        return answers[-1]

    def in_json(match: re.Match[str]) -> str:
        values = _values(match[0])
        return match[0] if values is None else " ".join(map(plainly, values))

    whole = _values(text.strip(" \t\n`").removeprefix("json"))
    if whole is not None:
        return "", whole
    text = _JSON_OBJECT.sub(in_json, text)
    text = _BOXED.sub(lambda match: plainly(match[1]), text)
    return _TAGGED.sub(lambda match: plainly(match[2]), text), answers


def _values(text: str) -> list[str] | None:
    """Return the answers in this JSON object, if it has any; None if it is not one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    named = {key.casefold().replace(" ", "_"): value for key, value in data.items()}
    answers: list[str] = []
    for key in KEYS:
        value = named.get(key)
        if isinstance(value, str | int) and not isinstance(value, bool):
            answers.append(str(value).strip(EDGES))
    return answers


def _after(mark: re.Pattern[str], lines: Sequence[str]) -> list[str]:
    """Return what follows this mark where it begins a line, there or on the next line."""
    texts: list[str] = []
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        match = mark.match(line)
        if match is None:
            continue
        text = match[1].strip(EDGES)
        if text:
            texts.append(text)
        elif not _MARKED.match(following):
            texts.append(following)
    return texts


def _loose(text: str) -> str:
    """Return only the words, to compare labels: no case, spaces, brackets, quotes or emphasis."""
    return squeeze(text).translate(_NO_MARKS)
