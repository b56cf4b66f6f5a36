"""A game in which cards are shown and stay in hand, and faults of what is kept of that."""

from __future__ import annotations

from random import Random
from typing import Annotated

from boardgames import Action, DecodeError, Game, Outcome, Words, value
from boardgames.contract.refusals import illegal_action
from boardgames.core.action import Notation
from boardgames.core.chance import check_seed, deal, fresh_seed, pick, shuffle
from boardgames.core.outcome import ranked
from boardgames.core.values import evolve, replaced

CARDS = tuple(range(1, 9))
HAND = 3
SHOWN = 2
"""Number of cards that each seat shows."""


@value
class ShowState:
    """Two hands, and what each seat has shown the other of its own."""

    hands: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int, ...], ...]
    seed: int


@value
class ShowView:
    """What a seat knows; 0 for each card that it does not."""

    seat: int | None
    hands: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int, ...], ...]


@value
class Show(Action):
    """Show the other seat a card."""

    card: Annotated[int, range(1, 9)]


class ShowingWords(Words[ShowState, Show, ShowView]):
    """Showing in words."""

    def render(self, view: ShowView) -> str:
        hands, shown = ([[*cards] for cards in each] for each in (view.hands, view.shown))
        return f"Hands: {hands}\nShown: {shown}"

    def tell(
        self, before: ShowState, player: int, action: Show, after: ShowState, viewer: int | None
    ) -> tuple[str, ...]:
        """Return that a card is shown, and to both seats which one."""
        del before, after
        shown = "a card shown" if viewer is None else action
        return (f"{self.seat_name(player, viewer)}: {shown}",)


class Showing(Game[ShowState, Show, ShowView]):
    """Both show each other two cards of three, perhaps the same; the higher hand wins."""

    name, title, player_counts = "showing", "Showing", range(2, 3)
    words_type = ShowingWords

    def new_game(self, seed: int | None = None) -> ShowState:
        number = check_seed(seed)
        cards = deal([*CARDS], 2 * HAND, number, 0)
        hands = tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND:]))
        return ShowState(hands, ((), ()), number)

    def to_act(self, state: ShowState) -> tuple[int, ...]:
        one, other = map(len, state.shown)
        return () if other == SHOWN else (int(other < one),)

    def legal_actions(self, state: ShowState, player: int | None = None) -> tuple[Show, ...]:
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if seat is None or seat not in seats:
            return ()
        return tuple([Show(card) for card in state.hands[seat]])

    def apply(self, state: ShowState, action: Show, player: int | None = None) -> ShowState:
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        (seat,) = self.to_act(state)
        return evolve(state, shown=replaced(state.shown, seat, (*state.shown[seat], action.card)))

    def score(self, state: ShowState) -> tuple[int, ...]:
        return sum(state.hands[0]), sum(state.hands[1])

    def outcome(self, state: ShowState) -> Outcome | None:
        if self.to_act(state):
            return None
        scores = self.score(state)
        ranking = ranked(scores)
        return Outcome(ranking[0], ranking, scores, "all is shown")

    def evaluate(self, state: ShowState, player: int) -> float:
        outcome = self.outcome(state)
        return 0.5 if outcome is None else outcome.utility[player]

    def view(self, state: ShowState, player: int | None) -> ShowView:
        """Return own cards and what was shown; at the end, both hands."""
        is_over = not self.to_act(state)
        return ShowView(
            player,
            tuple(
                [
                    hand if is_over or seat == player else (0,) * len(hand)
                    for seat, hand in enumerate(state.hands)
                ]
            ),
            tuple([self.known(cards, seat, player) for seat, cards in enumerate(state.shown)]),
        )

    def known(self, shown: tuple[int, ...], seat: int, viewer: int | None) -> tuple[int, ...]:
        """Return what a viewer knows of what this seat has shown."""
        del seat
        return shown if viewer is not None else (0,) * len(shown)

    def determinize(self, view: ShowView, rng: Random) -> ShowState:
        """Return a State: what is not seen lies anywhere, and was shown from the hand."""
        places = (*view.hands, *view.shown)
        known = {card for cards in places for card in cards}
        unseen = self.shuffled([card for card in CARDS if card not in known], view, rng)
        hands: list[tuple[int, ...]] = []
        for hand, shown in zip(view.hands, view.shown, strict=True):
            held = {*hand, *shown} - {0}
            while len(held) < HAND:
                held.add(unseen.pop())
            hands.append(tuple(sorted(held)))
        shown_by: list[tuple[int, ...]] = []
        for cards, held_by in zip(view.shown, hands, strict=True):
            shown_by.append(tuple([card or pick(held_by, rng) for card in cards]))
        return ShowState(tuple(hands), tuple(shown_by), fresh_seed(rng))

    def shuffled(self, unseen: list[int], view: ShowView, rng: Random) -> list[int]:
        """Return what a seat does not see in random order."""
        del view
        return shuffle(unseen, rng)

    def check_state(self, state: ShowState) -> None:
        cards = [card for hand in state.hands for card in hand]
        sizes = [len(hand) for hand in state.hands]
        if sizes != [HAND, HAND] or len({*cards}) < len(cards) or not {*cards} <= {*CARDS}:
            raise DecodeError("hands: no such cards")
        if state.seed < 0 or len(state.shown) != len(sizes):
            raise DecodeError("seed, shown: no such numbers")
        one, other = map(len, state.shown)
        if one - other not in (0, 1) or max(one, other) > SHOWN:
            raise DecodeError("shown: no such numbers of cards")
        for hand, shown in zip(state.hands, state.shown, strict=True):
            if hand != tuple(sorted(hand)) or not {*shown} <= {*hand}:
                raise DecodeError("shown: no such cards in hand")

    def parse(self, text: str) -> Show:
        return Notation([Show(card) for card in CARDS]).parse(text)


class ForgetsWhatItHasShown(Showing):
    """A seat's View does not say which of its own cards it has shown."""

    def known(self, shown: tuple[int, ...], seat: int, viewer: int | None) -> tuple[int, ...]:
        return super().known(shown, seat, None if viewer == seat else viewer)


class PicksTheFirstThatFits(Showing):
    """Once both have shown a card, the lowest cards that fit are always in the other hand."""

    def shuffled(self, unseen: list[int], view: ShowView, rng: Random) -> list[int]:
        if all(view.shown):
            return sorted(unseen, reverse=True)
        return super().shuffled(unseen, view, rng)
