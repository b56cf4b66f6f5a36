"""A game with a gift that stays hidden, and the fault that a card shown before may be the gift."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from random import Random
from typing import Annotated

from boardgames import Action, DecodeError, Game, Outcome, value
from boardgames.contract.refusals import check_seat, illegal_action
from boardgames.core.action import Notation
from boardgames.core.chance import check_seed, deal, fresh_seed, pick, shuffle
from boardgames.core.outcome import ranked
from boardgames.core.values import evolve

CARDS = tuple(range(1, 9))
GIVEN = 2
"""Number of cards that the second seat shows before it is given one."""
NONE = 0


@value
class GiftState:
    """Two hands, what the second seat has shown before and after the gift, the gift, and what the
    first seat has shown at last.
    """

    hands: tuple[tuple[int, ...], ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    gift: int
    """0 before it was given."""
    seed: int
    last: tuple[int, ...] = ()


@value
class GiftView:
    """What a seat knows; numbers for what it does not."""

    seat: int | None
    hands: tuple[tuple[int, ...], ...]
    """Without the cards that it does not see."""
    sizes: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    gift: int
    is_given: bool
    last: tuple[int, ...] = ()


@value
class Card(Action):
    """Show a card or, if it is the first seat's turn, give it away."""

    card: Annotated[int, range(1, 9)]


class Gifts(Game[GiftState, Card, GiftView]):
    """The second seat shows two cards, is given one, and shows all it has; then so does the first.

    The first wins if the gift is the last card that the second seat shows. All cards differ.
    """

    name, title, player_counts = "gifts", "Gifts", range(2, 3)

    def new_game(self, seed: int | None = None) -> GiftState:
        number = check_seed(seed)
        cards = deal([*CARDS], 7, number, 0)
        hands = tuple(sorted(cards[:3])), tuple(sorted(cards[3:]))
        return GiftState(hands, (), (), NONE, number)

    def to_act(self, state: GiftState) -> tuple[int, ...]:
        if len(state.before) == GIVEN and not state.gift:
            return (0,)
        if state.hands[1]:
            return (1,)
        return (0,) if state.hands[0] else ()

    def legal_actions(self, state: GiftState, player: int | None = None) -> tuple[Card, ...]:
        seats = self.to_act(state)
        seat = seats[0] if player is None and seats else player
        if seat is not None:
            check_seat(self, seat)
        return tuple([Card(card) for card in state.hands[seat]]) if seat in seats else ()

    def apply(self, state: GiftState, action: Card, player: int | None = None) -> GiftState:
        if action not in self.legal_actions(state, player):
            raise illegal_action(self, state, action, player)
        mine, other = state.hands
        card = action.card
        if not other:
            left = tuple([each for each in mine if each != card])
            return evolve(state, hands=(left, ()), last=(*state.last, card))
        if self.to_act(state) == (0,):
            left = tuple([each for each in mine if each != card])
            hands = left, tuple(sorted((*other, card)))
            return GiftState(hands, state.before, (), card, state.seed)
        hands = mine, tuple([each for each in other if each != card])
        if state.gift:
            return GiftState(hands, state.before, (*state.after, card), state.gift, state.seed)
        return GiftState(hands, (*state.before, card), (), NONE, state.seed)

    def score(self, state: GiftState) -> tuple[int, ...]:
        shown = bool(state.after) and state.after[-1] == state.gift
        return (1, 0) if shown else (0, 1)

    def outcome(self, state: GiftState) -> Outcome | None:
        if self.to_act(state):
            return None
        scores = self.score(state)
        ranking = ranked(scores)
        return Outcome(ranking[0], ranking, scores, "all is shown")

    def evaluate(self, state: GiftState, player: int) -> float:
        outcome = self.outcome(state)
        return 0.5 if outcome is None else outcome.utility[player]

    def view(self, state: GiftState, player: int | None) -> GiftView:
        is_known = player is not None or not self.to_act(state)
        return GiftView(
            player,
            tuple([hand if seat == player else () for seat, hand in enumerate(state.hands)]),
            (len(state.hands[0]), len(state.hands[1])),
            state.before,
            state.after,
            state.gift if is_known else NONE,
            bool(state.gift),
            state.last,
        )

    def determinize(self, view: GiftView, rng: Random) -> GiftState:
        """Return a State: each way to deal, and each card that can have been given, alike."""
        for _ in range(10_000):
            shown = (*view.before, *view.after, *view.last)
            known = {*shown, *view.hands[0], *view.hands[1]}
            unseen = shuffle([card for card in CARDS if card not in known], rng)
            hands: list[tuple[int, ...]] = []
            for hand, size in zip(view.hands, view.sizes, strict=True):
                cards = hand or tuple([unseen.pop() for _ in range(size)])
                hands.append(tuple(sorted(cards)))
            gift = view.gift
            if view.is_given and not gift:
                gift = pick(self.possible_gifts(view, hands[1]), rng)
            if not view.gift or view.gift in (*hands[1], *view.after):
                seed = fresh_seed(rng)
                return GiftState(tuple(hands), view.before, view.after, gift, seed, view.last)
        raise DecodeError("top level: no State has this View")

    def possible_gifts(self, view: GiftView, hand: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cards that can have been given: those of the second seat, also shown since."""
        return (*hand, *view.after)

    def inventory(self, state: GiftState) -> Mapping[Hashable, int]:
        """Return all cards: the one that is not dealt lies aside."""
        del state
        return dict.fromkeys(CARDS, 1)

    def parse(self, text: str) -> Card:
        return Notation([Card(card) for card in CARDS]).parse(text)


class GivesWhatWasShownBefore(Gifts):
    """Once the hand is empty, a sampled gift may be a card that was shown before it was given."""

    def possible_gifts(self, view: GiftView, hand: tuple[int, ...]) -> tuple[int, ...]:
        late = not hand
        return (*super().possible_gifts(view, hand), *(view.before if late else ()))
