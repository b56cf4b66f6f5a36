"""Positions of Mundus Novus, built from words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from boardgames.core.cards import NO_CARDS, PackedCards
from boardgames.games.mundus_novus import (
    CARDS,
    Deal,
    Event,
    Hidden,
    Kind,
    MundusNovus,
    Phase,
    Round,
    State,
    Supply,
    Table,
    Trade,
    Turn,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from boardgames.core.components import Source
    from boardgames.games.mundus_novus import Gift

KINDS = {str(kind): kind for kind in Kind}


def cards(words: str) -> PackedCards:
    """Return cards as a State counts them: `3 coffee, 1 relic`."""
    counts = [0] * len(Kind)
    for part in filter(None, words.split(", ")):
        number, _, name = part.partition(" ")
        counts[KINDS[name]] += int(number)
    return CARDS.pack(counts)


class Desk:
    """A game, with positions of it made from words and played on in notation."""

    def __init__(self, players: int, components: Source | None = None) -> None:
        """Take what the game takes."""
        self.game = MundusNovus(players, components)
        self.players = players

    def position(  # noqa: PLR0913  # a position has many parts, and a test names a few
        self,
        *,
        phase: Phase = Phase.TURN,
        number: int = 2,
        event: Event = Event.NONE,
        player: int = 0,
        master: int = 0,
        first: int | None = None,
        hands: Mapping[int, str] | None = None,
        owned: Mapping[int, Sequence[str]] | None = None,
        doubloons: Sequence[int] | None = None,
        queue: Sequence[str] | None = None,
        deck: Sequence[str] | None = None,
        market: str = "1 cocoa, 1 coffee, 1 potato",
        discards: str = "",
        known: Mapping[int, str] | None = None,
        gifts: tuple[Gift, ...] = (),
        given: tuple[Kind, ...] = (),
        shown: Mapping[int, str] | None = None,
        perfect: tuple[int, ...] = (),
        unfilled: bool = False,
        announced: int = 0,
        offers: Mapping[int, str] | None = None,
        partner: int | None = None,
        repeated: bool = False,
        short: int | None = None,
        candidates: tuple[int, ...] = (),
        turn: Turn | None = None,
        supply: Supply | None = None,
    ) -> State:
        """Return a State that the game accepts; cards that are not named are in the pile or the deck.

        What is not known of a hand was dealt face down from the pile, and so were the cards `shown` since.

        A short queue needs an empty deck; a queue that is not named is filled from the top of the box.
        """
        seats = range(self.players)
        taken: set[str] = set()
        estates = [sorted(self._card(name, taken) for name in (owned or {}).get(seat, ())) for seat in seats]
        places = [self._card(name, taken) for name in queue or ()]
        top = [self._card(name, taken) for name in deck or ()]
        rest = [key for key in self.game.used if key not in taken]
        if queue is None:
            places, rest = rest[-5:], rest[:-5]
        elif deck is not None:
            # What is neither in the queue nor in the deck belongs to the last seat.
            estates[-1] = sorted([*estates[-1], *rest])
            rest = []
        laid = [cards((hands or {}).get(seat, "")) for seat in seats]
        seen = [cards((shown or {}).get(seat, "")) for seat in seats]
        dealt = [
            CARDS.add(CARDS.without(hand, cards((known or {}).get(seat, ""))), left)
            for seat, (hand, left) in enumerate(zip(laid, seen, strict=True))
        ]
        for gift, kind in zip(gifts, given, strict=True):
            if not CARDS.count(gift.sure, kind):
                dealt[gift.giver] = CARDS.add(dealt[gift.giver], CARDS.one[kind])
            dealt[gift.receiver] = CARDS.remove(dealt[gift.receiver], CARDS.one[kind])
        offered = tuple(cards(offers.get(seat, "")) for seat in seats) if offers is not None else ()
        supply, turn = supply or Supply(), turn or Turn()
        away = [*laid, *offered, cards(market), cards(discards), supply.display]
        away += [CARDS.one[card] for _, card in turn.converted]
        pile = CARDS.pack([
            total - sum(column)
            for total, column in zip(
                self.game.components.resources, zip(*map(CARDS.unpack, away), strict=True), strict=True
            )
        ])  # fmt: skip
        zeros, none = (0,) * self.players, (NO_CARDS,) * self.players
        simultaneous = phase in (Phase.OFFERS, Phase.STORAGE)
        state = State(
            Round(number, event, master, master if first is None else first, perfect, unfilled),
            phase,
            player,
            tuple(seats) if simultaneous else (),
            supply,
            Trade(announced, offered, partner, repeated, candidates, short),
            turn,
            Table(
                cards(market),
                cards(discards),
                Deal(CARDS.join([pile, *dealt]), NO_CARDS, zeros, none, tuple(seen)),
                tuple(places),
                tuple(doubloons or zeros),
                (tuple(doubloons or zeros), *[zeros] * 5),
                tuple(map(tuple, estates)),
                tuple(cards((known or {}).get(seat, "")) for seat in seats),
                gifts,
            ),
            Hidden(tuple(laid), none, zeros, given, pile, none, tuple(dealt), (*top, *rest), 7),
        )
        self.game.check_state(state)
        return state

    def _card(self, name: str, taken: set[str]) -> str:
        """Return the first card of this name, `Shipyard` or with its event `Shipyard [Storm]`, that is not taken."""
        for key in self.game.used:
            card = self.game.cards[key]
            if key not in taken and name in (card.name, f"{card.name} [{card.event}]"):
                taken.add(key)
                return key
        raise AssertionError(f"no {name} is left for {self.players} players")

    def play(self, state: State, *actions: str) -> State:
        """Do these actions: `take corn from 2`, or `3: offer corn` where a certain seat does it."""
        for text in actions:
            seat, _, rest = text.rpartition(": ")
            state = self.game.apply(state, self.game.parse(rest), int(seat) - 1 if seat else None)
        return state

    def legal(self, state: State, seat: int | None = None) -> list[str]:
        """Return the notation of the legal actions of the seat, counted from 0."""
        return [str(action) for action in self.game.legal_actions(state, seat)]

    def hand(self, state: State, seat: int) -> str:
        """Return the hand in words."""
        return in_words(state.hidden.hands[seat])

    def cards_of(self, state: State, seat: int) -> list[str]:
        """Return the names of a player's Development cards."""
        owned = state.table.owned[seat]
        return [self.game.cards[key].name for key in owned]

    def queue(self, state: State) -> list[str]:
        """Return the names of the cards in the queue."""
        return [self.game.cards[key].name for key in state.table.queue]

    def told(self, state: State, action: str, viewer: int | None) -> list[str]:
        """Return what the viewer is told of this action."""
        seat = self.game.to_act(state)[0]
        parsed = self.game.parse(action)
        return list(self.game.tell(state, seat, parsed, self.game.apply(state, parsed), viewer))


def in_words(held: PackedCards) -> str:
    """Return cards in words: `3 coffee, 1 relic`."""
    return ", ".join(f"{count} {kind}" for kind, count in zip(Kind, CARDS.unpack(held), strict=True) if count)


@pytest.fixture
def desk() -> type[Desk]:
    """Return what makes a game with its positions."""
    return Desk


@pytest.fixture
def words() -> type[Words]:
    """Return how cards are written and read."""
    return Words


class Words:
    """Cards to words and back."""

    cards = staticmethod(cards)
    in_words = staticmethod(in_words)

    @staticmethod
    def numbers(text: str) -> list[int]:
        """Return the whole numbers in a text."""
        return [int(number) for number in re.findall(r"\d+", text)]
