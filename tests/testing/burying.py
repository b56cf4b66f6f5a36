"""A game with the fault that Views forget which card their own seat has shuffled into the deck."""

from __future__ import annotations

from typing import Annotated

from boardgames import Action, value
from boardgames.core.chance import deal
from boardgames.core.values import deleted, inserted, replaced
from boardgames.kit.declared_game import DeclaredGame
from boardgames.kit.visibility import Own, Seat, ZoneRule


@value
class Grave:
    """Cards in hand, and in a deck from which nobody draws."""

    hands: Own[tuple[str, ...]]
    deck: Annotated[tuple[str, ...], ZoneRule("nobody", ordered=False)]
    turn: Seat


@value
class GraveState(Grave):
    """A position."""


@value
class GraveView(Grave):
    """What a seat may know."""

    seat: int | None = None


@value
class Bury(Action):
    """Shuffle this card into the deck."""

    card: Annotated[str, ("fool", "king", "moon", "star", "sun")]


class Burying(DeclaredGame[GraveState, Bury, GraveView]):
    """Each player shuffles one of two cards into the deck; the seat with a king then wins.

    No View remembers which card its seat has buried, although nothing forbids to know it.
    """

    name, title, player_counts = "burying", "Burying", range(2, 3)
    secret = (Bury,)

    def pack(self) -> tuple[str, ...]:
        return ("fool", "king", "moon", "star", "sun")

    def start(self, seed: int) -> GraveState:
        cards = deal([*self.pack()], 5, seed, 0)
        hands = tuple(sorted(cards[:2])), tuple(sorted(cards[2:4]))
        return GraveState(hands, (cards[4],), 0)

    def to_act(self, state: Grave) -> tuple[int, ...]:
        return (len(state.deck) - 1,) if len(state.deck) < 3 else ()

    def choices(self, state: GraveState, seat: int) -> tuple[Bury, ...]:
        return tuple([Bury(card) for card in state.hands[seat]])

    def act(self, state: GraveState, action: Bury, seat: int) -> GraveState:
        hand = deleted(state.hands[seat], action.card)
        deck = inserted(state.deck, action.card)
        return GraveState(replaced(state.hands, seat, hand), deck, 1)

    def sees_all(self, table: Grave, viewer: int | None) -> bool:
        del viewer
        return not self.to_act(table)

    def score(self, state: GraveState) -> tuple[int, ...]:
        return tuple([hand.count("king") for hand in state.hands])
