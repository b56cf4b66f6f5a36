"""A seat as prompt, answer and action, for language models and other text programs.

    from boardgames.adapters.text import TextBot
    from boardgames.play import Match, make_bot

    def ask(messages):  # [{"role": "system", "content": ...}, {"role": "user", "content": ...}]
        return model.complete(messages)

    match = Match(boardgames.make("koryo", players=2), [TextBot(ask), make_bot("greedy")])

Every prompt is self-contained: it has the table as the seat sees it, with perfect recall, and a list of its legal
actions. The rules are in the opening, a separate message that stays the same. An answer names one action by its number,
notation or label, or several of these, in a line `ACTION: ...` or alone. Anything else is sent back with the reason, a
limited number of times; nothing is guessed, and no action is chosen for the model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from boardgames.core.action import Action, squeeze
from boardgames.core.errors import (
    BoardGamesError,
    BotError,
    ConfigurationError,
    IllegalActionError,
    NotationError,
    quoted,
)
from boardgames.core.game import Game
from boardgames.core.outcome import Outcome
from boardgames.core.refusals import check_seat
from boardgames.core.scene_text import draw, plain
from boardgames.core.text import plural, seat_name, seat_object
from boardgames.play.bots.base import A, Bot, V

CHARACTERS = 2900
"""The target length of a prompt, in characters."""
CORRECTIONS = 2
"""Maximum number of answers that are sent back before the bot gives up."""
SHOWN = 80
"""Maximum number of characters quoted from a faulty answer."""
NO_TEXT = "(no text)"
"""Replaces an empty answer in the conversation: chat models refuse empty messages."""
LONGEST_ANSWER = 100_000
"""Maximum length of an answer, in characters."""
LONGEST_ACTION = 500
"""Maximum length of the action in an answer, in characters."""
MOST_SHARED = 6
"""Maximum number of words that the lines of a shortened list share."""
MOST_DIGITS = 9
"""Maximum number of digits read of a number: no list is that long."""
MARKS = " \t`*_\"'[]()."
"""Characters dropped at both ends of a line, since people and models emphasize, quote and bracket."""

HOW = "Answer with one line: ACTION: and one action, by its number in this list or as it is written here."
IN_FULL = "Answer with one line: ACTION: and one action in full, as in ACTION:"
SUBMIT = "Submit the number of one of these actions."
AGAIN = "Answer with one line: ACTION: and one of your legal actions."
SHORTENED = 'Your legal actions ("do ... this; that" stands for "do this" and "do that"):'

Rules: TypeAlias = Literal["short", "full", "none"]
"""What the opening says about the rules: a few lines on the game and its pieces, the whole rule text, or nothing."""
Messages: TypeAlias = "list[dict[str, str]]"
"""A conversation in the form that chat models take: `role` is system, user or assistant, `content` the text."""

_MARKED = re.compile(r"[\s*_#>`-]*action[\s*_`]*:(.*)", re.IGNORECASE)
"""For one line at a time: on several lines, it would try every line break as the beginning."""
_NUMBERED = re.compile(r"([0-9]+)\b[\s.):\]-]*(.+)")
"""A number, and the action beside it in the list."""


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
        self, game: Game[Any, Any, Any], player: int, *, rules: Rules = "short", characters: int = CHARACTERS
    ) -> None:
        """Set up the seat; `rules` go into the opening, `characters` is the target length of a prompt.

        Raises `ConfigurationError` for a seat or rules that do not exist.
        """
        check_seat(game, player)
        self.game = game
        self.player = player
        self.rules: Rules = checked_rules(rules)
        self.characters = characters

    def opening(self) -> str:
        """Return the message before the first prompt: the game, the seat and the rules."""
        game = self.game
        parts = [f"You play {game.title} with {game.players} players; you are {seat_name(self.player, None)}."]
        if self.rules == "short":
            parts.append(game.summary())
            names: dict[str, list[str]] = {}
            for piece in game.pieces().values():
                names.setdefault(piece.text, []).append(piece.name)
            parts.append("\n".join([f"{', '.join(dict.fromkeys(each))}: {text}" for text, each in names.items()]))
        elif self.rules == "full":
            parts.append(game.rules())
        return "\n\n".join(filter(None, parts))

    def prompt(
        self, view: object, actions: Sequence[Action], told: Sequence[str] = (), numbers: Sequence[int] | None = None
    ) -> str:
        """Return the prompt: what the seat was `told` since its last turn, the table, and its legal actions.

        If that is too long, the labels of the actions and the space between the columns of the table are dropped first,
        then the numbers of the actions, and then the oldest lines of what was told; the table and the actions always
        stay.

        A harness with its own `numbers` for actions passes them, one per action; then they are always shown and
        requested.
        """
        body, _ = self._body(view, actions, numbers)
        heading = "Since your last turn:"
        room = self.characters - len(body) - len(f"{heading}\n... {len(told)} earlier lines\n")
        kept: list[str] = []
        for line in reversed(told):
            room -= len(line) + 1
            if room < 0:
                break
            kept.insert(0, line)
        if 0 < len(kept) < len(told):
            kept.insert(0, f"... {plural(len(told) - len(kept), 'earlier line')}")
        since = [heading, *kept] if kept else []
        return "\n".join([*since, body])

    def _body(self, view: object, actions: Sequence[Action], numbers: Sequence[int] | None = None) -> tuple[str, bool]:
        """Return the table and the actions in the first form that is short enough, and whether it has numbers."""
        game = self.game
        scene = game.scene(view)
        table = plain(draw(scene, game.pieces()))
        narrow = re.sub(" {3,}", "  ", table)
        asked = scene.prompt if scene.prompt not in table else ""
        heading, how = ("Your legal actions:", HOW if numbers is None else SUBMIT) if actions else ("", "")
        count = range(1, len(actions) + 1) if numbers is None else numbers
        labelled = [self._listed(number, view, action) for number, action in zip(count, actions, strict=True)]
        bare = [f"{number}. {action}" for number, action in zip(count, actions, strict=True)]
        forms = [(table, heading, labelled, how), (narrow, heading, bare, how)]
        if actions and numbers is None:
            forms.append((narrow, SHORTENED, _in_short(actions), f"{IN_FULL} {actions[0]}"))
        for shown, above, choices, last in forms:
            body = "\n".join(filter(None, [shown, asked, above, *choices, last]))
            if len(body) <= self.characters:
                break
        return body, above != SHORTENED

    def _listed(self, number: int, view: object, action: Action) -> str:
        label, notation = self.game.label(view, action), str(action)
        note = f" ({label.note})" if label.note else ""
        return f"{number}. {label.text}{note}" + ("" if label.text == notation else f" [{notation}]")

    def read(self, answer: str, view: object, actions: Sequence[A]) -> A:
        """Return the legal action that an answer names.

        It is named by its number, if the prompt of these actions shows numbers, by its notation, by its label, or by
        its whole line in the list. If an answer gives several of these, they must agree.

        Raises `NotationError` if the answer names no action or several, and `IllegalActionError` for one that is not
        legal now.
        """
        text = _answered(answer)
        found = _by_notation(text, actions)
        if not found and text.isdecimal() and text.isascii():
            return self._at(text, view, actions)
        found = found or self._by_label(text, view, actions)
        numbered = None if found else _NUMBERED.fullmatch(text)
        if numbered is not None:
            number, rest = numbered[1], numbered[2].strip(MARKS)
            found = _by_notation(rest, actions) or self._by_label(rest, view, actions)
            if found and self._at(number, view, actions) not in found:
                raise NotationError(f"number {number} is not {_quoted(rest)}")
        if len(found) == 1:
            return found[0]
        if found:
            raise NotationError(f"{_quoted(text)} can mean several of the legal actions")
        try:
            self.game.parse(text)
        except NotationError:
            raise NotationError(f"not an action of this game: {_quoted(text)}") from None
        raise IllegalActionError(f"not legal now: {_quoted(text)}")

    def _at(self, number: str, view: object, actions: Sequence[A]) -> A:
        """Return the action with this number in the list, if the list has numbers."""
        if not self._body(view, actions)[1]:
            raise NotationError("the actions have no numbers now")
        place = int(number[:MOST_DIGITS])
        if not 1 <= place <= len(actions):
            raise IllegalActionError(f"there are actions 1 to {len(actions)}, and no {number[:SHOWN]}")
        return actions[place - 1]

    def _by_label(self, text: str, view: object, actions: Sequence[A]) -> list[A]:
        """Return the actions with this label, with or without its note and the notation."""
        wanted = _loose(text)
        found = []
        for action in actions:
            label, notation = self.game.label(view, action), str(action)
            names = [f"{label.text} {label.note}"] if label.note else []
            if label.text != notation:
                names = [each for name in [label.text, *names] for each in (name, f"{name} {notation}")]
            if wanted in map(_loose, names):
                found.append(action)
        return found

    def correction(self, error: BoardGamesError) -> str:
        """Return the reply to an answer that `read` has refused."""
        return f"{error}. {AGAIN}"

    def choose(
        self,
        ask: Callable[[Messages], str],
        view: object,
        actions: Sequence[A],
        told: Sequence[str] = (),
        corrections: int = CORRECTIONS,
        cost: Cost | None = None,
    ) -> A:
        """Ask until an answer names a legal action, and return it; the cost is added to `cost`.

        Raises `BotError` if there is none after this many corrections.
        """
        checked_corrections(corrections)
        cost = Cost() if cost is None else cost
        opening, prompt, refused = self.opening(), self.prompt(view, actions, told), 0
        messages = [{"role": "system", "content": opening}, {"role": "user", "content": prompt}]
        cost.turns += 1
        cost.longest = max(cost.longest, len(prompt))
        cost.prompts += len(prompt)
        cost.openings += len(opening)
        while True:
            answer: Any = ask(messages)  # a model without an answer may return None
            said = answer if isinstance(answer, str) else ""
            cost.answers += len(said)
            try:
                return self.read(answer, view, actions)
            except BoardGamesError as error:
                refused += 1
                if refused > corrections:
                    raise BotError(given_up(refused, error)) from None
                again = self.correction(error)
            cost.corrections += 1
            cost.prompts += len(again)
            messages = [
                *messages,
                {"role": "assistant", "content": said[:LONGEST_ANSWER] if said.strip() else NO_TEXT},
                {"role": "user", "content": again},
            ]


def given_up(answers: int, error: BoardGamesError) -> str:
    """Return the reason for giving up after this many answers, the last one refused with this error."""
    return f"no legal action in {plural(answers, 'answer')}; the last fault: {error}"


def ending(outcome: Outcome, reader: int | None) -> str:
    """Return how a game ended, for one seat: the reason, the result, and the points of every seat."""
    points = ", ".join(f"{seat_object(seat, reader)} {score}" for seat, score in enumerate(outcome.scores))
    return f"The game is over: {outcome.reason}. {outcome.verdict(reader)}. Points: {points}."


def _in_short(actions: Sequence[Action]) -> list[str]:
    """Return the notations grouped into lines by their first words, by as many words as give the shortest result."""
    texts = [str(action) for action in actions]
    return min(
        (_by_first_words(texts, words) for words in range(1, MOST_SHARED + 1)), key=lambda few: sum(map(len, few))
    )


def _by_first_words(texts: Sequence[str], words: int) -> list[str]:
    """Return a line for each beginning of this many words, with its possible continuations."""
    lines: dict[str, list[str]] = {}
    for text in texts:
        parts = text.split(" ")
        lines.setdefault(" ".join(parts[:words]), []).append(" ".join(parts[words:]))
    found = []
    for first, rests in lines.items():
        more = [rest for rest in rests if rest]
        if len(more) < len(rests):
            found.append(first)
        if more:
            found.append(f"{first} {'' if len(more) == 1 else '... '}{'; '.join(more)}")
    return found


def _answered(answer: object) -> str:
    """Return the text that should name an action; raise `NotationError` if there is none or more than one."""
    if not isinstance(answer, str):
        raise NotationError("the answer is not text")
    if len(answer) > LONGEST_ANSWER:
        raise NotationError(f"an answer has at most {LONGEST_ANSWER} characters, not {len(answer)}")
    lines = [line for line in (each.strip(MARKS) for each in answer.splitlines()) if line]
    if not lines:
        raise NotationError("the answer is empty")
    texts = set(_marked(lines) or lines)
    if len(texts) > 1:
        several = any(map(_MARKED.match, lines))
        raise NotationError("several lines begin with ACTION:" if several else "no line begins with ACTION:")
    text = texts.pop()
    if not text:
        raise NotationError("nothing follows ACTION:")
    if len(text) > LONGEST_ACTION:
        raise NotationError(f"not an action of this game: {_quoted(text)}")
    return text


def _marked(lines: Sequence[str]) -> list[str]:
    """Return the text after each ACTION:, on the same line or the next."""
    found = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        match = _MARKED.match(line)
        if match is not None:
            found.append(match[1].strip(MARKS) or ("" if _MARKED.match(following) else following))
    return found


def _by_notation(text: str, actions: Sequence[A]) -> list[A]:
    wanted = squeeze(text)
    return [action for action in actions if wanted in (squeeze(str(action)), squeeze(str(action).strip(MARKS)))]


def _loose(text: str) -> str:
    """Return only the words, to compare labels: without case, spaces, brackets, quotation marks and emphasis."""
    return squeeze(text).translate(str.maketrans("", "", MARKS))


def _quoted(text: str) -> str:
    return repr(text[:SHOWN])


def checked_rules(rules: Rules) -> Rules:
    """Return the argument; raise `ConfigurationError` if it is none of `Rules`."""
    if rules not in get_args(Rules):
        raise ConfigurationError(f"rules are short, full or none, not {quoted(rules)}")
    return rules


def checked_corrections(corrections: int) -> int:
    """Return the argument; raise `ConfigurationError` if it is not a whole number of 0 or more."""
    if type(corrections) is not int or corrections < 0:
        raise ConfigurationError(f"corrections: expected a whole number of 0 or more, not {quoted(corrections)}")
    return corrections


@dataclass(frozen=True)
class TextBot(Bot[Any, Any]):
    """A bot that asks a function, such as a language model, for the next message of a conversation.

    A bot remembers nothing, so every turn is a separate conversation: the opening as the system message, then the
    prompt. The prompt has no news: a bot is given only the View, which has all of the past that matters.

    A prompt has at most about `characters` characters. The opening has 2,000 to 6,000 more with short rules, and a few
    words with rules="none". It is the same at every turn of a seat and comes first, so a service that caches the
    beginning of a conversation charges little for it, and your own model needs to read it only once.
    """

    ask: Callable[[Messages], str]
    rules: Rules = "short"
    characters: int = CHARACTERS
    corrections: int = CORRECTIONS
    cost: Cost = field(default_factory=Cost, compare=False)
    """The cost of all its turns."""

    def __post_init__(self) -> None:
        """Raise `ConfigurationError` for invalid options."""
        checked_rules(self.rules)
        checked_corrections(self.corrections)

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return the action that an answer names; raise `BotError` if no answer names a legal action."""
        del rng
        seat = TextSeat(game, player, rules=self.rules, characters=self.characters)
        return seat.choose(self.ask, view, actions, (), self.corrections, self.cost)
