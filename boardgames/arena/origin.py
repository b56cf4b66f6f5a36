"""From where a result comes: all that decides how a game goes."""

from __future__ import annotations

from typing import Any, NamedTuple

from boardgames import __version__
from boardgames.arena.results import Origin, Plan, PlayerOrigin, game_of
from boardgames.contract.game import Game
from boardgames.core.codec import JSON, digest
from boardgames.play.bots.text import TextBot
from boardgames.play.reply import Reply
from boardgames.play.seat_order import fixed_teams

TYPICAL = (
    "1",
    "ACTION: 1",
    "ACTION: 2\nACTION: 1",
    "I think of ACTION: 1",
    "My answer: 1",
    "Final answer: **1**",
    '{"action": 1}',
    "\\boxed{1}",
    "<answer>1</answer>",
    "<think>ACTION: 2</think>ACTION: 1",
    "I prefer the first one.",
    "",
)
"""Answers of many forms: what is made of them tells one parser from another."""
DIGITS = 16
"""Length of a digest in a result."""


class Digests(NamedTuple):
    """What tells one model's way of being asked from another."""

    prompts: str
    """Of what it is asked."""
    parser: str
    """Of what is made of its answers."""


class Origins:
    """The origins of the games of a plan."""

    def __init__(
        self,
        plan: Plan,
        game: Game[Any, Any, Any] | None = None,
        known: dict[str, Digests] | None = None,
    ) -> None:
        """Raise `ConfigurationError` if there is no such game or player.

        `known` has the digests that several plans share, and gets those that are made.
        """
        self.plan = plan
        self._known: dict[str, Digests] = {} if known is None else known
        self.game: Game[Any, Any, Any] = game or game_of(plan)
        self.players: tuple[PlayerOrigin, ...] = tuple(
            [self._player(name) for name in dict.fromkeys(plan.bots)]
        )
        """What the players are."""
        self._teams = fixed_teams(self.game)

    def of(self, number: int) -> Origin:
        """Return the origin of the result of this game, counted from 0."""
        seed, order = self.plan.seating(number, self._teams)
        return Origin(
            __version__,
            self.plan.game,
            self.game.rules_version,
            self.game.options(),
            seed,
            tuple([self.plan.bots[place] for place in order]),
            self.players,
        )

    def _player(self, name: str) -> PlayerOrigin:
        player = self.plan.players.get(name)
        if player is None:
            return PlayerOrigin(name, name)
        bot = player.bot()
        if not isinstance(bot, TextBot):
            return PlayerOrigin(name, player.spec, {**player.settings})
        prompts, parser = self._digests(bot)
        settings: dict[str, Any] = {"rules": bot.rules, "corrections": bot.corrections}
        if bot.disguise is not None:
            settings["disguise"] = bot.disguise
        return PlayerOrigin(name, player.spec, {**settings, **player.settings}, prompts, parser)

    def _digests(self, bot: TextBot) -> Digests:
        """Return the digests of a model, made once for each table and way of asking."""
        plan = self.plan
        table: JSON = [plan.game, len(plan.bots), {**plan.options}]
        key = digest([table, bot.rules, bot.characters, bot.disguise])
        if key in self._known:
            return self._known[key]
        # At the first decision of a game that is always the same.
        game = self.game
        state = game.new_game(0)
        seat = game.to_act(state)[0]
        words = bot.seat(game, seat)
        view, actions = game.view(state, seat), game.legal_actions(state, seat)
        asked = digest([words.opening(), words.prompt(view, actions)])
        judged = [words.judge(Reply(text), view, actions) for text in TYPICAL]
        made = digest([[str(each.action), each.reason] for each in judged])
        self._known[key] = Digests(asked[:DIGITS], made[:DIGITS])
        return self._known[key]
