"""Kuhn poker as a Game: the smallest game with hidden cards. Try it: `python examples/kuhn_poker.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from random import Random

from boardgames import Action, DecodeError, Game, Notation, Outcome, checked_seed, ranked, value
from boardgames.core.chance import deal, draw
from boardgames.testing import check_game

CARDS = (1, 2, 3)  # jack, queen, king
SHOWDOWNS = {"pp": 1, "pbb": 2, "bb": 2}  # what each has put in when the cards are shown
FOLDS = {"bp": 0, "pbp": 1}  # who wins when the other has passed on a bet
OVER = SHOWDOWNS.keys() | FOLDS.keys()


@value
class State:
    cards: tuple[int, ...]  # of seat 0, of seat 1, and the one that stays out
    said: str = ""  # p and b, for every pass and bet so far


@value
class View:
    seat: int | None
    cards: tuple[int | None, ...]  # None: not seen
    said: str


@value
class Pass(Action): ...


@value
class Bet(Action): ...


PASS, BET = Pass(), Bet()
BOTH = (PASS, BET)
LETTERS: dict[type, str] = {Pass: "p", Bet: "b"}


class KuhnPoker(Game[State, Pass | Bet, View]):
    """Three cards, a coin each; pass or bet a second coin; whoever passes on a bet gives up (H. W. Kuhn, 1950)."""

    name, title, player_counts = "kuhn_poker", "Kuhn poker", range(2, 3)
    notation = Notation[Pass | Bet](BOTH)

    def new_game(self, seed: int | None = None) -> State:
        return State(tuple(deal(list(CARDS), 3, checked_seed(seed), 0)))

    def to_act(self, state: State) -> tuple[int, ...]:
        said = state.said
        return () if said in OVER else (len(said) % 2,)

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Pass | Bet, ...]:
        said = state.said
        return () if said in OVER or player not in (None, len(said) % 2) else BOTH

    def apply(self, state: State, action: Pass | Bet, player: int | None = None) -> State:
        said, letter = state.said, LETTERS.get(type(action))
        if letter is None or said in OVER or player not in (None, len(said) % 2):
            raise self.illegal(state, action, player)
        return State(state.cards, said + letter)

    def score(self, state: State) -> tuple[int, ...]:
        winner = FOLDS.get(state.said, int(state.cards[1] > state.cards[0]))
        won = SHOWDOWNS.get(state.said, int(state.said in FOLDS))
        return (won, -won) if winner == 0 else (-won, won)

    def outcome(self, state: State) -> Outcome | None:
        if state.said not in OVER:
            return None
        ranking = ranked(self.score(state))
        return Outcome(ranking[0], ranking, self.score(state), "showdown" if state.said in SHOWDOWNS else "fold")

    def view(self, state: State, player: int | None) -> View:
        shown = [0, 1] if state.said in SHOWDOWNS else [player]
        return View(
            player, tuple([card if seat in shown else None for seat, card in enumerate(state.cards)]), state.said
        )

    def determinize(self, view: View, rng: Random) -> State:
        unseen = draw([card for card in CARDS if card not in view.cards], view.cards.count(None), rng)
        return State(tuple([unseen.pop() if card is None else card for card in view.cards]), view.said)

    def evaluate(self, state: State, player: int) -> float:
        return (self.score(state)[player] > 0) if state.said in OVER else (state.cards[player] - 1) / 2

    def parse(self, text: str) -> Pass | Bet:
        return self.notation.parse(text)

    def render(self, view: View) -> str:
        cards = " ".join("?" if card is None else "JQK"[card - 1] for card in view.cards[:2])
        return f"Cards: {cards}. Said: {view.said or 'nothing'}"

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        return Counter(state.cards)

    def check_state(self, state: State) -> None:
        if sorted(state.cards) != list(CARDS) or not any(end.startswith(state.said) for end in OVER):
            raise DecodeError("cards, said: no such position")


if __name__ == "__main__":
    check_game(KuhnPoker(2))
    print("Kuhn poker keeps the contract.")
