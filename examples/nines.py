"""Nines as a Game: rounds, an option, choices revealed together. Try it: `python
examples/nines.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

from boardgames import Action, ConfigurationError, value
from boardgames.kit import (
    Count,
    Counts,
    DeclaredGame,
    DeclaredWords,
    Own,
    Seed,
    ZoneRule,
    deal,
    deleted,
    maker,
    replaced,
    require,
)
from boardgames.testing import check_game

PACK = (1, 2, 3, 4, 5, 6, 7, 8, 9) * 2
HAND = 3
ROUNDS = 5


@value
class Table:
    seed: Seed  # what chance is computed from
    round: Count  # from 1
    hands: Own[tuple[int, ...]]
    chosen: Own[int | None]  # the card of each seat for this round, face down
    rest: Annotated[tuple[int, ...], ZoneRule("nobody", ordered=False)]  # cards that were not dealt
    revealed: tuple[int, ...]  # of each seat the card of the last round; none in the first
    points: Counts


@value
class State(Table): ...


make_state = maker(State)  # builds one in half the time


@value
class View(Table):
    seat: int | None = None


@value
class Choose(Action):
    card: Annotated[int, range(1, 10)]


@cache  # there are few different hands, and many questions what they can do
def choices_of(hand: tuple[int, ...]) -> tuple[Choose, ...]:
    """Return what a seat with this hand can choose, sorted."""
    return tuple([Choose(card) for card in sorted(set(hand))])


class NinesWords(DeclaredWords[State, Choose, View]):
    game: Nines

    def heading(self, view: View) -> str:
        shown = [
            f"{self.seat_name(seat, view.seat)} {card}" for seat, card in enumerate(view.revealed)
        ]
        return f"of {self.game.rounds} rounds" + (
            f"; last cards: {', '.join(shown)}" if shown else ""
        )

    def tell(
        self, before: State, player: int, action: Choose, after: State, viewer: int | None
    ) -> tuple[str, ...]:
        lines = [*super().tell(before, player, action, after, viewer)]
        if after.round > before.round:
            lines += [
                f"{self.seat_name(seat, viewer)}: reveal {card}"
                for seat, card in enumerate(after.revealed)
            ]
        return tuple(lines)

    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        losers = [seat for seat, points in enumerate(state.points) if not points]
        names = [self.seat_name(seat, viewer) for seat in losers]
        return tuple([f"{name}: not a single round won" for name in names])


class Nines(DeclaredGame[State, Choose, View]):
    """Choose a card each: the highest that nobody else has chosen scores."""

    name, title, player_counts = "nines", "Nines", range(2, 5)
    secret = (Choose,)
    words_type = NinesWords
    cards: tuple[int, ...] = PACK
    size = HAND

    def __init__(self, players: int, *, rounds: int = ROUNDS) -> None:
        """Take the number of players, and of rounds."""
        super().__init__(players)
        if type(rounds) is not int or rounds < 1:
            raise ConfigurationError(f"nines is played over 1 round or more, not {rounds!r}")
        self.rounds = rounds

    def small(self) -> Nines:
        tiny = type(self)(2, rounds=2)
        tiny.cards, tiny.size = (1, 2, 3, 3), 1
        return tiny

    def pack(self) -> tuple[int, ...]:
        return self.cards

    def start(self, seed: int) -> State:
        return self.dealt(seed, 1, (), (0,) * self.players)

    def dealt(
        self, seed: int, number: int, revealed: tuple[int, ...], points: tuple[int, ...]
    ) -> State:
        """Return the State after the deal of the round with this number, which is the chance event
        with that number.
        """
        rest, size = list(self.cards), self.size if number <= self.rounds else 0
        cards = deal(rest, size * self.players, seed, number)
        hands = tuple(
            [tuple(sorted(cards[size * seat : size * (seat + 1)])) for seat in range(self.players)]
        )
        return make_state(
            seed, number, hands, (None,) * self.players, tuple(sorted(rest)), revealed, points
        )

    def to_act(self, state: Table) -> tuple[int, ...]:
        if state.round > self.rounds:
            return ()
        return tuple([seat for seat, card in enumerate(state.chosen) if card is None])

    def choices(self, state: State, seat: int) -> tuple[Choose, ...]:
        return choices_of(state.hands[seat])

    def act(self, state: State, action: Choose, seat: int) -> State:
        chosen = replaced(state.chosen, seat, action.card)
        if None in chosen:
            hands = replaced(state.hands, seat, deleted(state.hands[seat], action.card))
            return make_state(
                state.seed, state.round, hands, chosen, state.rest, state.revealed, state.points
            )
        cards = tuple([card for card in chosen if card is not None])
        best = max([card for card in cards if cards.count(card) == 1], default=0)
        points = tuple(
            [count + (card == best) for count, card in zip(state.points, cards, strict=True)]
        )
        return self.dealt(state.seed, state.round + 1, cards, points)

    def score(self, state: State) -> tuple[int, ...]:
        return state.points

    def ending(self, state: State) -> str:
        return "all rounds are played"

    def estimate(self, state: State, player: int) -> float:
        return 0.5 + (state.points[player] - max(state.points)) / (2 * self.rounds)

    def round(self, state: State) -> int:
        return min(state.round, self.rounds)

    def check_state(self, state: State) -> None:
        super().check_state(state)
        size = self.size if 1 <= state.round <= self.rounds else 0
        for hand, card in zip(state.hands, state.chosen, strict=True):
            require(
                len(hand) + (card is not None) == size,
                "hands, chosen: expected as many cards as dealt",
            )
        require(1 <= state.round <= self.rounds + 1, "round: expected one of this game")
        require(
            min(state.points) >= 0 and sum(state.points) < state.round,
            "points: expected one a round at most",
        )
        require(
            len(state.revealed) == (self.players if state.round > 1 else 0),
            "revealed: expected a card per seat",
        )
        require({*state.revealed} <= {*PACK}, "revealed: expected cards of the pack")
        require(None in state.chosen, "chosen: expected a seat that has still to choose")


if __name__ == "__main__":
    check_game(Nines(2))
    check_game(Nines(3, rounds=2))
    print("Nines keeps the contract.")
