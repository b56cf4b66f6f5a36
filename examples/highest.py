"""Highest as a Game: a hand each, the highest card takes the trick. Try it: `python
examples/highest.py`.
"""

from typing import Annotated

from boardgames import Action, evolve, value
from boardgames.kit import DeclaredGame, Hidden, Open, Own, Seat, Shown, deal, deleted, replaced
from boardgames.testing import check_game


@value
class Table:
    hands: Own[tuple[int, ...]]  # of each seat: only its owner sees the cards
    rest: Hidden[tuple[int, ...]]  # the cards that were not dealt: nobody sees them
    played: Open[tuple[int, ...]]  # this trick, in the order of play: everybody sees it
    won: Shown[tuple[int, ...]]  # of each seat the cards that it has won: everybody sees them
    leader: Seat  # who plays first


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None  # whose View it is; None: a spectator


@value
class Play(Action):
    card: Annotated[int, range(1, 17)]


class Highest(DeclaredGame[State, Play, View]):
    """Everybody plays a card; the highest takes them all, and leads. Most cards win."""

    name, title, player_counts = "highest", "Highest", range(2, 5)
    cards, size = tuple(range(1, 17)), 3

    def pack(self) -> tuple[int, ...]:
        return self.cards

    def start(self, seed: int) -> State:
        pack, size = list(self.cards), self.size
        dealt = deal(pack, size * self.players, seed, 0)  # `pack` keeps the others
        hands = [sorted(dealt[size * seat :][:size]) for seat in range(self.players)]
        return State(tuple(map(tuple, hands)), tuple(pack), (), ((),) * self.players, 0)

    def to_act(self, state: Table) -> tuple[int, ...]:
        if not any(state.hands):
            return ()
        return ((state.leader + len(state.played)) % self.players,)

    def choices(self, state: State, seat: int) -> tuple[Play, ...]:
        return tuple([Play(card) for card in state.hands[seat]])

    def act(self, state: State, action: Play, seat: int) -> State:
        hands = replaced(state.hands, seat, deleted(state.hands[seat], action.card))
        played = (*state.played, action.card)
        if len(played) < self.players:
            return evolve(state, hands=hands, played=played)
        best = played.index(max(played))
        winner = (state.leader + best) % self.players
        won = replaced(state.won, winner, (*state.won[winner], *played))
        return evolve(state, hands=hands, played=(), won=won, leader=winner)

    def score(self, state: State) -> tuple[int, ...]:
        return tuple(map(len, state.won))

    def ending(self, state: State) -> str:
        return "all cards are played"

    def small(self) -> "Highest":
        tiny = type(self)(2)
        tiny.cards, tiny.size = (1, 2, 3, 4, 5), 2
        return tiny


if __name__ == "__main__":
    check_game(Highest(3))
    print("Highest keeps the contract.")
