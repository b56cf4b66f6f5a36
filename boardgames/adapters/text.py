"""A seat as prompt, answer and action, for language models and whatever else reads and writes text.

    from boardgames.adapters.text import TextBot
    from boardgames.play import Match, make_bot

    def ask(messages):  # [{"role": "system", "content": ...}, {"role": "user", "content": ...}]
        return model.complete(messages)

    match = Match(boardgames.make("koryo", players=2), [TextBot(ask), make_bot("greedy")])

Every prompt stands on its own: it holds the table as the seat sees it and a numbered list of its legal actions, and a
View has perfect recall. The rules come once, in the opening message. An answer names one action by its number, notation
or label, in a line `ACTION: ...` or alone. Anything else is sent back with the reason, a few times at most; nothing is
guessed, and no action is chosen for the model.
"""

from __future__ import annotations

import re
from collections.abc import Callable  # a field's type
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from boardgames.core.action import squeeze
from boardgames.core.errors import BoardGamesError, BotError, ConfigurationError, IllegalActionError, NotationError
from boardgames.core.text import plural, seat_name
from boardgames.play.bots.base import A, Bot, V

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from boardgames.core.action import Action
    from boardgames.core.game import Game

CHARACTERS = 2900
"""The target length of a prompt, in characters."""
CORRECTIONS = 2
"""How many answers are sent back before the bot gives up."""
SHOWN = 80
"""How many characters of a faulty answer are quoted."""
HOW = "Answer with one line: ACTION: and the number or the notation of one action."

Rules: TypeAlias = Literal["short", "full", "none"]
"""What the opening says about the rules: the game and its pieces in a few lines, the whole rule text, or nothing."""
Messages: TypeAlias = "list[dict[str, str]]"
"""A conversation as chat models take it: `role` is system, user or assistant, `content` the text."""

_MARKED = re.compile(r"^[\s*_#>`-]*action[\s*_]*:(.*)$", re.IGNORECASE | re.MULTILINE)


@dataclass
class Cost:
    """What the turns have cost so far, in characters."""

    turns: int = 0
    corrections: int = 0
    """Answers that were sent back."""
    prompts: int = 0
    """Characters of all prompts and corrections, the opening left out: it is the same every turn."""
    longest: int = 0
    """Characters of the longest prompt."""
    answers: int = 0
    """Characters of all answers."""


class TextSeat:
    """One seat of a game in words."""

    def __init__(
        self, game: Game[Any, Any, Any], player: int, *, rules: Rules = "short", characters: int = CHARACTERS
    ) -> None:
        """Take the game, the seat, what the opening says of the rules, and the target length of a prompt.

        Raises `ConfigurationError` for a seat or rules that do not exist.
        """
        game.check_seat(player)
        if rules not in ("short", "full", "none"):
            raise ConfigurationError(f"rules are short, full or none, not {rules!r}")
        self.game = game
        self.player = player
        self.rules = rules
        self.characters = characters

    def opening(self) -> str:
        """Return what is said once: the game, the seat, the rules, and how to answer."""
        game = self.game
        parts = [f"You play {game.title} with {game.players} players; you are {seat_name(self.player, None)}."]
        if self.rules == "short":
            parts.append(cleandoc(type(game).__doc__ or ""))
            pieces = [f"{piece.name}: {piece.text}" for piece in game.pieces().values()]
            parts.append("\n".join(pieces))
        elif self.rules == "full":
            parts.append(game.rules())
        return "\n\n".join([*filter(None, parts), HOW])

    def prompt(self, view: object, actions: Sequence[Action], told: Sequence[str] = ()) -> str:
        """Return what is asked: what the seat was `told` since its last turn, the table, and its legal actions.

        Where that is too long, the labels of the actions go first, then their numbers, then the space between the
        columns of the table, and then the oldest lines of what was told; the table and the actions always stay.
        """
        game = self.game
        table, scene = game.render(view), game.scene(view)
        asked = scene.prompt if scene.prompt not in table else ""
        labelled = [self._listed(number, view, action) for number, action in enumerate(actions, start=1)]
        bare = [f"{number}. {action}" for number, action in enumerate(actions, start=1)]
        few = _by_first_word(actions)
        narrow = re.sub(" {3,}", "  ", table)
        for shown, choices in ((table, labelled), (table, bare), (table, few), (narrow, few)):
            body = "\n".join([*filter(None, (shown, asked)), "Your legal actions:", *choices, HOW])
            if len(body) <= self.characters:
                break
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

    def _listed(self, number: int, view: object, action: Action) -> str:
        label, notation = self.game.label(view, action), str(action)
        note = f" ({label.note})" if label.note else ""
        return f"{number}. {label.text}{note}" + ("" if label.text == notation else f" [{notation}]")

    def read(self, answer: str, view: object, actions: Sequence[A]) -> A:
        """Return the legal action that an answer names.

        Raises `NotationError` if it names none or several, and `IllegalActionError` for one that is not legal now.
        """
        marked = _MARKED.findall(answer)
        lines = marked or [line for line in answer.splitlines() if line.strip()]
        if len(lines) != 1:
            raise NotationError(f"expected one line with ACTION:, not {len(marked) or 'none'}")
        text = lines[0].strip(" \t`*\"'[]().")
        wanted = squeeze(text)
        for action in actions:
            if wanted == squeeze(str(action)):
                return action
        if text.isdecimal() and text.isascii():
            if not 1 <= int(text) <= len(actions):
                raise IllegalActionError(f"there are actions 1 to {len(actions)}, and no {text[:SHOWN]}")
            return actions[int(text) - 1]
        for action in actions:
            if wanted == squeeze(self.game.label(view, action).text):
                return action
        try:
            self.game.parse(text)
        except NotationError:
            raise NotationError(f"not an action of this game: {text[:SHOWN]!r}") from None
        raise IllegalActionError(f"not legal now: {text[:SHOWN]!r}")

    def correction(self, error: BoardGamesError) -> str:
        """Return what is said to an answer that `read` has refused."""
        return f"{error}. {HOW}"

    def choose(  # a turn and its accounts
        self,
        ask: Callable[[Messages], str],
        view: object,
        actions: Sequence[A],
        told: Sequence[str] = (),
        corrections: int = CORRECTIONS,
        cost: Cost | None = None,
    ) -> A:
        """Ask until an answer names a legal action, and return it; what it cost is added to `cost`.

        Raises `BotError` if there is none after so many corrections.
        """
        cost = Cost() if cost is None else cost
        prompt = self.prompt(view, actions, told)
        messages = [{"role": "system", "content": self.opening()}, {"role": "user", "content": prompt}]
        cost.turns += 1
        cost.longest = max(cost.longest, len(prompt))
        cost.prompts += len(prompt)
        for attempt in range(corrections + 1):
            answer = ask(messages)
            cost.answers += len(answer)
            try:
                return self.read(answer, view, actions)
            except BoardGamesError as error:
                reason = str(error)
                if attempt < corrections:
                    again = self.correction(error)
                    cost.corrections += 1
                    cost.prompts += len(again)
                    messages = [
                        *messages,
                        {"role": "assistant", "content": answer},
                        {"role": "user", "content": again},
                    ]
        raise BotError(f"no legal action in {plural(corrections + 1, 'answer')}; the last one was {reason}")


def _by_first_word(actions: Sequence[Action]) -> list[str]:
    """Return the notations in short form: a line for each first word, with what can follow it."""
    lines: dict[str, list[str]] = {}
    for action in actions:
        first, _, rest = str(action).partition(" ")
        lines.setdefault(first, []).append(rest)
    return [f"{first} ... {'; '.join(filter(None, rests))}" if any(rests) else first for first, rests in lines.items()]


@dataclass(frozen=True)
class TextBot(Bot):
    """A bot that asks a function, such as a language model, for the next message of a conversation."""

    ask: Callable[[Messages], str]
    rules: Rules = "short"
    characters: int = CHARACTERS
    corrections: int = CORRECTIONS
    cost: Cost = field(default_factory=Cost, compare=False)
    """What all its turns have cost."""

    def choose(self, game: Game[Any, A, V], player: int, view: V, actions: tuple[A, ...], rng: Random) -> A:
        """Return what the answer names; raise `BotError` if none of the answers names a legal action."""
        del rng
        seat = TextSeat(game, player, rules=self.rules, characters=self.characters)
        return seat.choose(self.ask, view, actions, (), self.corrections, self.cost)
