"""Kuhn poker as a Game: the smallest game with hidden cards. Try it: `python
examples/kuhn_poker.py`.
"""

from __future__ import annotations

from typing import Annotated

from boardgames import Action, value
from boardgames.kit import DeclaredGame, DeclaredWords, Hidden, ZoneRule, deal, maker, require
from boardgames.testing import check_game

CARDS = (1, 2, 3)  # jack, queen, king
SHOWDOWNS = {"pp": 1, "pbb": 2, "bb": 2}  # what each has put in when the cards are shown
FOLDS = {"bp": 0, "pbp": 1}  # who wins when the other has passed on a bet
OVER = SHOWDOWNS.keys() | FOLDS.keys()


def at_showdown(table: Table, *_: object) -> bool:
    """Tell whether the cards are shown."""
    return table.said in SHOWDOWNS


@value
class Table:
    cards: Annotated[tuple[int, ...], ZoneRule("owner", also=at_showdown)]
    left: Hidden[int]  # the card that nobody has
    said: str = ""  # p and b, for every pass and bet so far


@value
class State(Table): ...


@value
class View(Table):
    seat: int | None = None


@value
class Pass(Action): ...


@value
class Bet(Action): ...


make_state = maker(State)  # builds one in half the time
PASS, BET = Pass(), Bet()
BOTH = (PASS, BET)


class KuhnPokerWords(DeclaredWords[State, Pass | Bet, View]):
    def render(self, view: View) -> str:
        cards = " ".join("?JQK"[card] for card in view.cards)
        return f"Cards: {cards}. Said: {view.said or 'nothing'}"


class KuhnPoker(DeclaredGame[State, Pass | Bet, View]):
    """Three cards, a coin each; pass or bet a second coin; whoever passes on a bet gives up (H. W.
    Kuhn, 1950).
    """

    name, title, player_counts = "kuhn_poker", "Kuhn poker", range(2, 3)
    words_type = KuhnPokerWords

    def pack(self) -> tuple[int, ...]:
        return CARDS

    def small(self) -> KuhnPoker:
        return self

    def start(self, seed: int) -> State:
        first, second, left = deal(list(CARDS), 3, seed, 0)
        return State((first, second), left)

    def to_act(self, state: Table) -> tuple[int, ...]:
        return () if state.said in OVER else (len(state.said) % 2,)

    def choices(self, state: State, seat: int) -> tuple[Pass | Bet, ...]:
        return BOTH

    def act(self, state: State, action: Pass | Bet, seat: int) -> State:
        return make_state(state.cards, state.left, state.said + ("p" if action is PASS else "b"))

    def score(self, state: State) -> tuple[int, ...]:
        winner = FOLDS.get(state.said, int(state.cards[1] > state.cards[0]))
        won = SHOWDOWNS.get(state.said, int(state.said in FOLDS))
        return (won, -won) if winner == 0 else (-won, won)

    def ending(self, state: State) -> str:
        return "showdown" if state.said in SHOWDOWNS else "fold"

    def evaluate(
        self, state: State, player: int
    ) -> float:  # `estimate` would do, but a search asks often
        return (
            float(self.score(state)[player] > 0)
            if state.said in OVER
            else (state.cards[player] - 1) / 2
        )

    def check_state(self, state: State) -> None:
        super().check_state(state)
        require(any(end.startswith(state.said) for end in OVER), "said: no such bets")


if __name__ == "__main__":
    check_game(KuhnPoker(2))
    print("Kuhn poker keeps the contract.")
