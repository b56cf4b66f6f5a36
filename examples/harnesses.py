"""Games in the shapes that harnesses for language models expect: all seats by text, Kaggle's game
arena's and OpenEnv's.

No other library is needed: a class here has the methods and fields that such a harness calls, so
that it takes a few lines to register there. All of them put a seat into words as
`boardgames.play.text` does.

    ArenaGame     all seats by text: `reset`, `get_observation`, `step`, `close`
    KaggleGame    all seats by number: observations with `legalActions` and strings, submissions
    OpenEnvSeat   one seat against bots: `reset`, `step` and `state`, as in OpenEnv
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

from boardgames import BoardGamesError, ConfigurationError
from boardgames.adapters.encoding import Encoding, chosen, payoffs
from boardgames.kit import check_seat, quoted
from boardgames.play import Bot, Match, Transition, make_bot
from boardgames.play.limits import CORRECTIONS
from boardgames.play.prompt import RulesText
from boardgames.play.text import TextSeat, ending, given_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardgames import Game
    from boardgames.kit import JSON


class _Table:
    """A match with what each seat was told since its last turn."""

    def __init__(
        self, game: Game[Any, Any, Any], seats: Sequence[Bot[Any, Any] | None], rules: RulesText
    ) -> None:
        self.game = game
        self.seats = seats
        self.words: list[TextSeat] = [
            TextSeat(game, player, rules=rules) for player in range(game.players)
        ]
        self._match: Match[Any, Any, Any] | None = None

    @property
    def match(self) -> Match[Any, Any, Any]:
        if self._match is None:
            raise ConfigurationError("no game has been started: call reset first")
        return self._match

    def start(self, seed: int | None) -> None:
        self._match = Match(self.game, self.seats, seed)
        self.told: list[list[str]] = [[] for _ in self.seats]
        self.run()

    def run(self) -> None:
        for event in self.match.run():
            self.tell(event)

    def tell(self, event: Transition[Any, Any, Any]) -> None:
        for viewer, lines in enumerate(self.told):
            seen = event.told(viewer)
            lines.extend(
                seen[1:] if viewer == event.player else seen
            )  # a seat knows its own action, the first line

    def player(self) -> int | None:
        """Return the seat that has to act, the first of several; None after the end."""
        waiting = self.match.waiting()
        return waiting[0] if waiting and self.match.outcome is None else None

    def legal(self, player: int) -> tuple[Any, ...]:
        return self.game.legal_actions(self.match.state, player)

    def prompt(self, player: int, legal: Mapping[int, Any] | None = None) -> str:
        actions = self.legal(player) if legal is None else tuple(legal.values())
        numbers = None if legal is None else tuple(legal)
        return self.words[player].prompt(
            self.match.view(player), actions, self.told[player], numbers
        )

    def play(self, player: int, action: Any) -> None:
        event = self.match.play(action, player)
        self.told[player] = []
        self.tell(event)
        self.run()

    def payoffs(self) -> tuple[float, ...]:
        return payoffs(self.game, self.match.outcome)


class ArenaGame:
    """A game whose seats all act by text.

    An answer that names no legal action is sent back, with the reason, as the next observation of
    the same seat. A seat that gives too many of them in a row loses the game.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        rules: RulesText = "short",
        corrections: int = CORRECTIONS,
    ) -> None:
        """Take the game, what the opening says of the rules, and how many answers in a row are sent
        back.
        """
        self.table: _Table = _Table(game, [None] * game.players, rules)
        self.corrections: int = corrections
        self._greeted: set[int] = set()
        self._refused: list[BoardGamesError] = []
        self._loser: int | None = None

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Start a game; raise `ConfigurationError` if the number of players is not that of the
        game.
        """
        players = self.table.game.players
        if num_players not in (None, players):
            raise ConfigurationError(f"the game was made for {players} players, not {num_players}")
        self.table.start(seed)
        self._greeted = set()
        self._refused = []
        self._loser = None

    def get_observation(self) -> tuple[int, str]:
        """Return the seat to act and its prompt: with the opening when it is asked first, or a
        correction.
        """
        player = self._player()
        prompt = self.table.prompt(player)
        if player not in self._greeted:
            prompt = f"{self.table.words[player].opening()}\n\n{prompt}"
        corrections = [self.table.words[player].correction(error) for error in self._refused[-1:]]
        return player, "\n".join([*corrections, prompt])

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Carry out the answer of the seat to act; return whether the game is over, and why the
        answer was refused.
        """
        player, table = self._player(), self.table
        words = table.words[player]
        try:
            done = words.read(action, table.match.view(player), table.legal(player))
        except BoardGamesError as error:
            self._refused.append(error)
            if len(self._refused) > self.corrections:
                self._loser = player
            return self._loser is not None, {"refused": str(error)}
        self._refused = []
        self._greeted.add(player)
        table.play(player, done)
        return table.match.outcome is not None, {}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return what each seat got, from 1 (it has won) to -1, and how the game ended."""
        table, loser = self.table, self._loser
        players, outcome = table.game.players, table.match.outcome
        winners: tuple[int, ...] = () if outcome is None else outcome.winners
        reason = "not finished" if outcome is None else table.game.words.ended(outcome).reason
        if loser is not None:
            winners = tuple(seat for seat in range(players) if seat != loser)
            reason = given_up(len(self._refused), self._refused[-1])
        ended = bool(winners) and len(winners) < players
        rewards = {
            seat: (1.0 if seat in winners else -1.0) if ended else 0.0 for seat in range(players)
        }
        return rewards, {
            seat: {"reason": reason, "invalid_move": seat == loser} for seat in range(players)
        }

    def _player(self) -> int:
        player = self.table.player()
        if player is None or self._loser is not None:
            raise ConfigurationError("the game is over: call reset first")
        return player


class KaggleGame:
    """A game whose seats act by number, with observations as Kaggle's game arena shows them.

    An observation lists the actions by the numbers of `legalActions`, which are those of the
    encoding.
    """

    def __init__(self, game: Game[Any, Any, Any], *, rules: RulesText = "short") -> None:
        """Take the game and what observations say of the rules."""
        self.table: _Table = _Table(game, [None] * game.players, rules)
        self.encoding: Encoding = Encoding(game)

    def reset(self, seed: int | None = None) -> None:
        """Start a game."""
        self.table.start(seed)

    def observation(self, player: int) -> dict[str, JSON]:
        """Return what this seat is shown; it has legal actions only when it has to act."""
        table = self.table
        player = check_seat(table.game, player)
        outcome = table.match.outcome
        legal = self.encoding.numbered(table.legal(player)) if table.player() == player else {}
        text = table.prompt(player, legal)
        if outcome is not None:
            text += f"\n{ending(table.game.words.ended(outcome), player)}"
        return {
            "observationString": f"{table.words[player].opening(how='')}\n\n{text}",
            "legalActions": [*legal],
            "legalActionStrings": [str(action) for action in legal.values()],
            "currentPlayer": (
                -4 if table.player() is None else table.player()
            ),  # OpenSpiel's mark of the end
            "playerId": player,
            "isTerminal": outcome is not None,
            "step": table.match.plies,
        }

    def step(self, action: Mapping[str, object]) -> tuple[float, ...]:
        """Do the `submission` of the seat to act, and return the payoffs of all seats.

        Raises `ConfigurationError` if there is no such number, and `IllegalActionError` if it is
        not legal.
        """
        player = self.table.player()
        if player is None:
            raise ConfigurationError("the game is over: call reset first")
        given: Any = action
        number = given.get("submission") if isinstance(given, Mapping) else None
        if not isinstance(number, Integral) or isinstance(number, bool):
            raise ConfigurationError(f"expected {{'submission': NUMBER}}, not {quoted(action)}")
        legal = self.encoding.numbered(self.table.legal(player))
        self.table.play(player, chosen(legal, int(number)))
        return self.table.payoffs()


@dataclass(frozen=True)
class Observation:
    """The answer of an `OpenEnvSeat`."""

    prompt: str
    """What the seat is asked; how the game ended, after the end."""
    legal_actions: tuple[str, ...]
    """In notation."""
    done: bool
    reward: float
    """The payoff of the seat, at the end."""


class OpenEnvSeat:
    """One seat that acts by text against bots, in the shape of an OpenEnv environment."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        bots: Sequence[str | Bot[Any, Any]] | None = None,
        *,
        seat: int = 0,
        rules: RulesText = "short",
        corrections: int = CORRECTIONS,
    ) -> None:
        """Take the game, the bots of the other seats in order of play after this one (None: all
        greedy), and the seat.

        Raises `ConfigurationError` if there are not as many bots as other seats.
        """
        seat = check_seat(game, seat)
        bots = ["greedy"] * (game.players - 1) if bots is None else bots
        if len(bots) != game.players - 1:
            raise ConfigurationError(
                f"bots: expected {game.players - 1}, one for each other seat, not {len(bots)}"
            )
        made = [make_bot(bot) if isinstance(bot, str) else bot for bot in bots]
        behind = game.players - 1 - seat  # seats with higher numbers
        self.seat = seat
        self.table: _Table = _Table(game, [*made[behind:], None, *made[:behind]], rules)
        self.corrections: int = corrections
        self._refused = 0

    def reset(self, seed: int | None = None) -> Observation:
        """Start a game, and return what the seat is asked first, after the opening."""
        self._refused = 0
        self.table.start(seed)
        return self._observed(self.table.words[self.seat].opening())

    def step(self, message: str) -> Observation:
        """Do what the answer says; one that is not understood is sent back, and too many of them
        end the game.
        """
        table, words = self.table, self.table.words[self.seat]
        if self._over():
            raise ConfigurationError("the game is over: call reset first")
        try:
            action = words.read(message, table.match.view(self.seat), table.legal(self.seat))
        except BoardGamesError as error:
            self._refused += 1
            fault = f"The game is over: {given_up(self._refused, error)}."
            return self._observed(fault if self._over() else words.correction(error))
        self._refused = 0
        table.play(self.seat, action)
        return self._observed("")

    @property
    def state(self) -> dict[str, JSON]:
        """How far the game is."""
        match = self.table.match
        return {"game": match.game.name, "players": match.game.players, "step_count": match.plies}

    def _over(self) -> bool:
        return self._refused > self.corrections or self.table.match.outcome is not None

    def _observed(self, first: str) -> Observation:
        table, players = self.table, self.table.game.players
        outcome = table.match.outcome
        if not self._over():
            legal = tuple([str(action) for action in table.legal(self.seat)])
            return Observation(
                "\n\n".join(filter(None, [first, table.prompt(self.seat)])), legal, False, 0.0
            )
        if outcome is None:
            return Observation(first, (), True, -1 / players)
        return Observation(
            ending(table.game.words.ended(outcome), self.seat), (), True, table.payoffs()[self.seat]
        )
