"""One game among seats: bots choose, others are moved from outside, everybody hears what he may."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter_ns
from typing import TYPE_CHECKING, Generic, Literal, Self, TypeAlias, TypeVar, get_args

from boardgames.core.action import Action
from boardgames.core.chance import checked_seed, one_way_generator
from boardgames.core.errors import BotError, ConfigurationError
from boardgames.core.game import Game
from boardgames.core.outcome import Outcome
from boardgames.play.bots.random_bot import RandomBot
from boardgames.play.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from boardgames.play.bots.base import Bot

OnFault: TypeAlias = Literal["forfeit", "random", "raise"]
"""What becomes of a bot that raises, chooses what is not legal, or overruns its clock: it loses the game at once, it
does something random instead and plays on, or the match raises."""
ON_FAULT: tuple[OnFault, ...] = get_args(OnFault)

S = TypeVar("S")
A = TypeVar("A", bound=Action)
V = TypeVar("V")


@dataclass(frozen=True)
class Event(Generic[S, A, V]):
    """One action done in a match."""

    game: Game[S, A, V]
    ply: int
    """Counted from 1."""
    player: int
    action: A
    before: S
    after: S

    def seen_by(self, viewer: int | None) -> tuple[str, ...]:
        """Return what this seat (None: a spectator) may know of it, a line each."""
        return self.game.tell(self.before, self.player, self.action, self.after, viewer)


@dataclass(frozen=True)
class Fault:
    """A bot failed at its turn."""

    ply: int
    """The one it should have made, counted from 1."""
    player: int
    reason: str


class Match(Generic[S, A, V]):
    """A game in progress.

    A bot is asked only where it has a choice.

    Each bot decision draws from a generator of its own, derived one way from seed, seat and ply: a match that is
    resumed, or taken back and played on, continues as it would have, and no generator gives the seed away.
    """

    def __init__(
        self,
        game: Game[S, A, V],
        seats: Sequence[Bot | None],
        seed: int | None = None,
        names: Sequence[str] | None = None,
        *,
        seconds: float | None = None,
        on_fault: OnFault = "raise",
    ) -> None:
        """Start a game; a seat that is None is moved from outside. `names` go into the record.

        A bot has so many `seconds` for each choice (None: as long as it likes). Raises `ConfigurationError` if seats or
        names are not as many as the game has players, or for a wrong seed.
        """
        for given, what in ((seats, "seats"), (names, "names")):
            if given is not None and len(given) != game.players:
                raise ConfigurationError(
                    f"{game.name} is set up for {game.players} players, not for {len(given)} {what}"
                )
        self.game = game
        self.seats = tuple(seats)
        by_class = ["human" if bot is None else type(bot).__name__ for bot in seats]
        self.names = tuple(by_class if names is None else names)
        self.seed = checked_seed(seed)
        self.seconds = seconds
        self.on_fault = on_fault
        self.faults: list[Fault] = []
        """Whatever the bots did wrong."""
        self.forfeit: Fault | None = None
        """The fault that ended the game."""
        self.choices = [0] * game.players
        """Per seat: how often the bot was asked."""
        self.nanoseconds = [0] * game.players
        """Per seat: how long the bot thought, in all."""
        self._players: dict[int, Bot] = {}
        # An interrupt may come between any two steps: what counts are the plies, and the States up to the last of them.
        self._states = [game.new_game(self.seed)]
        self._plies: list[tuple[int, A]] = []

    @classmethod
    def resume(
        cls,
        game: Game[S, A, V],
        seats: Sequence[Bot | None],
        record: Record,
        *,
        seconds: float | None = None,
        on_fault: OnFault = "raise",
    ) -> Match[S, A, V]:
        """Return the match as the record leaves it; raise `RecordError` if it does not replay."""
        replay = record.replay(game)
        match = cls(game, seats, record.seed, record.seats, seconds=seconds, on_fault=on_fault)
        match._states = list(replay.states)
        match._plies = list(replay.plies)
        return match

    @property
    def state(self) -> S:
        """The position; it holds what no seat may see, so hand out `view` instead."""
        return self._states[len(self._plies)]

    @property
    def plies(self) -> int:
        """How many actions have been done."""
        return len(self._plies)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on; after a forfeit all the others have won."""
        if self.forfeit is None:
            return self.game.outcome(self.state)
        loser = self.forfeit.player
        others = tuple(seat for seat in range(self.game.players) if seat != loser)
        reason = f"player {loser + 1} forfeits: {self.forfeit.reason}"
        return Outcome(others, (others, (loser,)), self.game.score(self.state), reason)

    def view(self, player: int | None) -> V:
        """Return all that this seat (None: a spectator) may know now."""
        return self.game.view(self.state, player)

    def waiting(self) -> tuple[int, ...]:
        """Return the seats that must be moved from outside before the bots can go on."""
        seats = self.game.to_act(self.state)
        return seats if all(self.seats[seat] is None for seat in seats) else ()

    def play(self, action: A, player: int | None = None) -> Event[S, A, V]:
        """Do this action; raise `IllegalActionError`, and change nothing, if it is not legal."""
        before = self.state
        seat = self.game.to_act(before)[:1] if player is None else (player,)
        after = self.game.apply(before, action, player)
        self._states[self.plies + 1 :] = [after]
        self._plies.append((seat[0], action))
        if not self.game.to_act(after):
            self.close()
        return Event(self.game, self.plies, seat[0], action, before, after)

    def step(self) -> Event[S, A, V] | None:
        """Let the first bot that may act do so, and return None if it forfeits the game instead.

        Raises `ConfigurationError` if there is no such bot, and what goes wrong if faults are to raise.
        """
        for player in self.game.to_act(self.state):
            bot = self.seats[player]
            if bot is not None:
                action = self._choice(bot, player)
                return None if action is None else self.play(action, player)
        raise ConfigurationError("no bot is to act")

    def run(self) -> Iterator[Event[S, A, V]]:
        """Let the bots act until the game is over or the others must be moved from outside."""
        while self.forfeit is None and self.game.to_act(self.state) and not self.waiting():
            event = self.step()
            if event is not None:
                yield event

    def _choice(self, bot: Bot, player: int) -> A | None:
        """Return what the bot does, or what is done about its fault; None is a forfeit."""
        game = self.game
        actions = game.legal_actions(self.state, player)
        if len(actions) == 1:
            return actions[0]
        view = self.view(player)
        rng = one_way_generator("choice", self.seed, player, self.plies)
        fault, start = None, perf_counter_ns()
        try:
            if player not in self._players:
                self._players[player] = bot.seated(game, player, self.seconds)
                start = perf_counter_ns()
            action = self._players[player].choose(game, player, view, actions, rng)
        except Exception as error:  # a bot may fail in any way it likes
            if self.on_fault == "raise":
                self.close()
                raise
            fault = str(error) if isinstance(error, BotError) else f"raised {type(error).__name__}: {error}"
        took = perf_counter_ns() - start
        self.choices[player] += 1
        self.nanoseconds[player] += took
        if fault is None:
            if action not in actions:
                fault = f"chose {action}, which is not legal"
            elif self.seconds is not None and took > self.seconds * 1e9:
                fault = f"took {took / 1e9:.2f} s of the {self.seconds:g} s it has"
            else:
                return action
        return self._instead(player, view, actions, " ".join(fault.split()))

    def _instead(self, player: int, view: V, actions: tuple[A, ...], reason: str) -> A | None:
        """Note the fault, and return what is done instead of the choice that failed; None is a forfeit."""
        fault = Fault(self.plies + 1, player, reason)
        self.faults.append(fault)
        if self.on_fault == "random":
            if player in self._players:
                self._players.pop(player).leave(None)
            rng = one_way_generator("substitute", self.seed, player, self.plies)
            return RandomBot().choose(self.game, player, view, actions, rng)
        if self.on_fault == "forfeit":
            self.forfeit = fault
        self.close()
        if self.forfeit is None:
            raise BotError(f"ply {fault.ply}, player {player + 1}, {self.names[player]}: {reason}")
        return None

    def close(self) -> None:
        """Let every bot stop what it has started for this match; it is done by itself when the game is over."""
        players, self._players = self._players, {}
        for bot in players.values():
            bot.leave(self.outcome)

    def __enter__(self) -> Self:
        """Return the match; it is closed when it is left."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the match."""
        self.close()

    def undo(self, plies: int = 1) -> None:
        """Take back so many actions; raise `ConfigurationError` if there are not so many."""
        if not 0 < plies <= self.plies:
            raise ConfigurationError(f"cannot take back {plies} of {self.plies} actions")
        self.forfeit = None
        del self._plies[-plies:]

    def history(self) -> Iterator[Event[S, A, V]]:
        """Return all that has been done so far."""
        for index, (player, action) in enumerate(self._plies):
            yield Event(self.game, index + 1, player, action, self._states[index], self._states[index + 1])

    def record(self) -> Record:
        """Return the record of the game as far as it has been played."""
        return Record.of(self.game, self.names, self.seed, self._plies, self.state)
