"""Nines as a Game: rounds, an option, choices revealed together. Try it: `python examples/nines.py`."""

from __future__ import annotations

from collections import Counter
from random import Random

from boardgames import (
    Action,
    ConfigurationError,
    Game,
    Notation,
    Outcome,
    checked_seed,
    evolve,
    ranked,
    seat_name,
    value,
)
from boardgames.core.chance import deal, draw, fresh_seed, pick
from boardgames.core.codec import JSON
from boardgames.core.errors import require
from boardgames.core.tuples import replaced
from boardgames.testing import check_game

PACK = (1, 2, 3, 4, 5, 6, 7, 8, 9) * 2
HAND = 3
ROUNDS = 5


@value
class State:
    seed: int
    """What chance is computed from. It never leaves the State."""
    round: int
    """Counted from 1."""
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int | None, ...]
    """Per seat the card chosen in this round, face down; it is still in the hand."""
    revealed: tuple[int, ...]
    """Per seat the card of the last round; empty in the first."""
    points: tuple[int, ...]


@value
class View:
    seat: int | None
    round: int
    hand: tuple[int, ...]
    """The seat's own hand."""
    card: int | None
    """What the seat itself has chosen."""
    chosen: tuple[bool, ...]
    """Who has chosen."""
    revealed: tuple[int, ...]
    points: tuple[int, ...]


@value
class Choose(Action):
    card: int


CHOICES = {card: Choose(card) for card in sorted(set(PACK))}


class Nines(Game[State, Choose, View]):
    """Choose a card each: the highest that nobody else has chosen scores."""

    name, title, player_counts = "nines", "Nines", range(2, 5)
    notation = Notation(CHOICES.values())

    def __init__(self, players: int, *, rounds: int = ROUNDS) -> None:
        """Take the number of players, and of rounds."""
        super().__init__(players)
        if type(rounds) is not int or rounds < 1:
            raise ConfigurationError(f"nines is played over 1 round or more, not {rounds!r}")
        self.rounds = rounds

    def options(self) -> dict[str, JSON]:
        return {} if self.rounds == ROUNDS else {"rounds": self.rounds}

    def new_game(self, seed: int | None = None) -> State:
        nobody = (0,) * self.players
        return self.dealt(State(checked_seed(seed), 1, (), (), (), nobody))

    def dealt(self, state: State) -> State:
        """Return the State after the deal of its round, which is the chance event with that number."""
        size = HAND if state.round <= self.rounds else 0
        cards = deal(list(PACK), size * self.players, state.seed, state.round)
        hands = tuple([tuple(sorted(cards[size * seat : size * (seat + 1)])) for seat in range(self.players)])
        return evolve(state, hands=hands, chosen=(None,) * self.players)

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.round > self.rounds:
            return ()
        return tuple([seat for seat, card in enumerate(state.chosen) if card is None])

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Choose, ...]:
        seats = self.to_act(state)
        seat = seats[0] if seats and player is None else player
        return tuple([CHOICES[card] for card in sorted(set(state.hands[seat]))]) if seat in seats else ()

    def apply(self, state: State, action: Choose, player: int | None = None) -> State:
        seats = self.to_act(state)
        seat = seats[0] if seats and player is None else player
        if seat not in seats or type(action) is not Choose or action.card not in state.hands[seat]:
            raise self.illegal(state, action, player)
        chosen = replaced(state.chosen, seat, action.card)
        cards = tuple([card for card in chosen if card is not None])
        if len(cards) < self.players:
            return evolve(state, chosen=chosen)
        best = max([card for card in cards if cards.count(card) == 1], default=0)
        points = tuple([count + (card == best) for count, card in zip(state.points, cards, strict=True)])
        return self.dealt(evolve(state, round=state.round + 1, revealed=cards, points=points))

    def score(self, state: State) -> tuple[int, ...]:
        return state.points

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        ranking = ranked(state.points)
        return Outcome(ranking[0], ranking, state.points, "all rounds are played")

    def view(self, state: State, player: int | None) -> View:
        hand, card = ((), None) if player is None else (state.hands[player], state.chosen[player])
        chosen = tuple([card is not None for card in state.chosen])
        return View(player, state.round, hand, card, chosen, state.revealed, state.points)

    def determinize(self, view: View, rng: Random) -> State:
        size = HAND if view.round <= self.rounds else 0
        unseen = list(PACK)
        for card in view.hand:
            unseen.remove(card)
        hands: list[tuple[int, ...]] = []
        chosen: list[int | None] = []
        for seat, has_chosen in enumerate(view.chosen):
            hand = view.hand if seat == view.seat else tuple(sorted(draw(unseen, size, rng)))
            hands.append(hand)
            if seat == view.seat:
                chosen.append(view.card)
            else:
                chosen.append(pick(hand, rng) if has_chosen else None)
        return State(fresh_seed(rng), view.round, tuple(hands), tuple(chosen), view.revealed, view.points)

    def evaluate(self, state: State, player: int) -> float:
        best = max(state.points)
        if not self.to_act(state):
            return (state.points[player] == best) / state.points.count(best)
        return 0.5 + (state.points[player] - best) / (2 * self.rounds)

    def parse(self, text: str) -> Choose:
        return self.notation.parse(text)

    def render(self, view: View) -> str:
        hand = " ".join(map(str, view.hand)) or "none"
        lines = [
            f"Round {min(view.round, self.rounds)} of {self.rounds}",
            f"Your hand: {hand}, chosen: {view.card or '-'}",
        ]
        for seat, points in enumerate(view.points):
            last = view.revealed[seat] if view.revealed else "-"
            ready = ", has chosen" if view.chosen[seat] else ""
            lines.append(f"{seat_name(seat, view.seat)}: {points} points, last card {last}{ready}")
        return "\n".join(lines)

    def tell(self, before: State, player: int, action: Choose, after: State, viewer: int | None) -> tuple[str, ...]:
        shown = action if viewer == player else "choose a card"
        lines = [f"{seat_name(player, viewer)}: {shown}"]
        if after.round > before.round:
            cards = enumerate(after.revealed)
            lines += [f"{seat_name(seat, viewer)}: reveal {card}" for seat, card in cards]
        return tuple(lines)

    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        losers = [seat_name(seat, viewer) for seat, points in enumerate(state.points) if not points]
        return tuple([f"{name}: not a single round won" for name in losers])

    def round(self, state: State) -> int:
        return min(state.round, self.rounds)

    def check_state(self, state: State) -> None:
        size = HAND if 1 <= state.round <= self.rounds else 0
        lengths = {len(state.hands), len(state.chosen), len(state.points)}
        require(lengths == {self.players}, "hands, chosen, points: expected those of every seat")
        require(1 <= state.round <= self.rounds + 1, "round: expected one of this game")
        require(min(state.points) >= 0 and sum(state.points) < state.round, "points: expected one a round at most")
        require(len(state.revealed) == (self.players if state.round > 1 else 0), "revealed: expected a card per seat")
        require({*state.revealed} <= {*PACK}, "revealed: expected cards of the pack")
        cards = Counter([card for hand in state.hands for card in hand])
        require(cards <= Counter(PACK), "hands: expected cards of the pack")
        for hand, card in zip(state.hands, state.chosen, strict=True):
            require(len(hand) == size and list(hand) == sorted(hand), "hands: expected as many cards as dealt, sorted")
            require(card is None or card in hand, "chosen: expected a card of the hand")
        require(None in state.chosen, "chosen: expected a seat that has still to choose")


if __name__ == "__main__":
    check_game(Nines(2))
    check_game(Nines(3, rounds=2))
    print("Nines keeps the contract.")
