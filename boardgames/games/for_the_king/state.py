"""The State of For the King and its parts."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import Annotated, Protocol, TypeAlias

from boardgames.contract import protocols
from boardgames.core.chance import SeedNumber
from boardgames.core.codec import WrittenAs
from boardgames.core.integers import Natural
from boardgames.core.values import maker, replaced, value
from boardgames.games.for_the_king.components import (
    CARD_PATTERN,
    CARDS,
    NAMES,
    Card,
    Cards,
    Seat,
    Setup,
    SortedCards,
    card_of,
)


class Rules(protocols.Rules, Protocol):
    """The game as its rules see it."""

    cards: tuple[int, ...]
    """All cards of the game, including those removed unseen, sorted."""
    setup: Setup
    """The setup for this number of players."""
    gold: int
    """The value of all Gold in the game, including cards removed unseen."""


class Phase(IntEnum):
    """What the player to act decides."""

    PLACE = 0
    """Where the card drawn goes (F3.1)."""
    TAKE = 1
    """Which card of the centre to take (F3.2)."""
    KING = 2
    """Which Primary Duties a King card changes (F4)."""
    BID = 3
    """What to bid, or whether to pass (F5.3)."""
    PAY = 4
    """Which Gold to pay with (F5.4)."""
    DISCARD = 5
    """Which card to discard next in payment for Gold (F5.5)."""
    OVER = 6
    """Nothing: the game has ended."""


PLACE, TAKE, KING, BID, PAY, DISCARD, OVER = Phase
FOR_SALE = (BID, PAY, DISCARD)
"""The phases in which the last turned-up Favor card is for sale."""


@value
class Turn:
    """One Advisor's turn in the Share Influence Phase (F3)."""

    advisor: Seat
    """The seat whose turn it is."""
    kept: bool
    """Whether the Advisor has kept a card; a King counts."""
    favored: bool
    """Whether the Advisor has placed a card on the Favor deck."""
    centre: SortedCards
    """The cards in the centre, face up."""


@value
class Auction:
    """One auction of the Gain Esteem Phase (F5)."""

    number: Natural
    """The number of Favor cards auctioned before this one; after the game, of all."""
    opener: Seat
    """The seat that opened the bidding when the card was turned up (F5.2)."""
    defaulted: tuple[Seat, ...]
    """The seats that won this card and could not pay (F5.7), in order."""
    discarded: Natural
    """The number of cards that the winner has discarded so far in payment for Gold (F5.5)."""


class NoteKind(IntEnum):
    """A public event in the history of a hand. It is noted with a number, described below."""

    KEPT = 0
    """The Advisor kept a card unseen; always 1."""
    GAINED = 1
    """A public card entered; the card."""
    SHOWN = 2
    """A Gold card left in payment, shown to all; the card."""
    LOST = 3
    """Cards left unseen; the number of cards."""
    SHORT = 4
    """The Gold in the hand was worth less than a bid; the bid."""


# Separate names, since on Python 3.11 `NoteKind.LOST` takes ten times as long as `LOST`.
KEPT, GAINED, SHOWN, LOST, SHORT = NoteKind


@lru_cache(maxsize=1 << 12)
def _to_text(note: tuple[NoteKind, int]) -> str:
    kind, number = note
    what = NAMES[number] if kind in (GAINED, SHOWN) else number
    return f"{kind.name.lower()} {what}"


def _from_text(text: str) -> tuple[NoteKind, int]:
    match text.split(" ", 1):
        case ["gained" | "shown" as name, card]:
            return NoteKind[name.upper()], card_of(card)
        case ["kept", "1"]:
            return KEPT_NOTE
        case ["lost" | "short" as name, number] if re.fullmatch("[0-9]{1,4}", number):
            return NoteKind[name.upper()], int(number)
    raise ValueError(f"expected a note such as 'gained Military C4' or 'lost 2', not {text[:40]!r}")


_NOTE = rf"(gained|shown) ({CARD_PATTERN})|kept 1|(lost|short) [0-9]{{1,4}}"
HandNote: TypeAlias = Annotated[
    tuple[NoteKind, int], WrittenAs(str, _to_text, _from_text, pattern=_NOTE)
]
"""One note in the history of a hand; in JSON a string such as `gained Military C4` or `lost 2`."""
HandHistory: TypeAlias = tuple[HandNote, ...]
"""All that happened to one hand in public, in order: everything that other seats can know
about it.
"""

KEPT_NOTE = (KEPT, 1)
GAINED_NOTES = tuple((GAINED, card) for card in CARDS)
"""By card."""
SHOWN_NOTES = tuple((SHOWN, card) for card in CARDS)
"""By card."""


@value
class Public:
    """Public information that changes rarely. Tuples have one entry per seat or per Office."""

    first: Seat
    """The game's first player."""
    duties: tuple[Natural, ...]
    """By Office: its Primary Duty, 0 if the office is not in play."""
    gold: Natural
    """The value of all Gold not seen to leave the game, which bounds bids for other cards
    (F5.8).
    """
    gone: Cards
    """The cards seen to leave the game, in order; while a King is being resolved, it is the
    last.
    """
    histories: tuple[HandHistory, ...]
    """By seat: the public history of its hand (F7)."""

    def with_notes(self, seat: int, notes: HandHistory) -> Public:
        """Return the public information with these notes added to the history of a seat's hand."""
        histories = replaced(self.histories, seat, self.histories[seat] + notes)
        return make_public(self.first, self.duties, self.gold, self.gone, histories)

    def with_gone(self, cards: Cards, gold: int) -> Public:
        """Return the public information after these cards, worth this much Gold, left the game in
        public.
        """
        return make_public(
            self.first, self.duties, self.gold - gold, self.gone + cards, self.histories
        )


@value
class Hidden:
    """What no View shows completely. Tuples of tuples have one entry per seat."""

    hands: tuple[SortedCards, ...]
    """The hands; in the Share Influence Phase, the personal decks."""
    deck: Cards
    """Top card first; the top card is the one that the Advisor has drawn and is about to place."""
    removed: SortedCards
    """The cards removed at setup."""
    favored: tuple[SortedCards, ...]
    """What each player placed on the Favor deck."""
    favor: Cards
    """The Favor deck in the order of the auctions, including cards already turned up; empty until
    shuffled (F5.1).
    """
    lost: tuple[SortedCards, ...]
    """What each player discarded face down, or lost at random."""
    laid: Card | None
    """While the winner pays for Gold: the last card discarded (F5.5)."""
    seed: SeedNumber
    """The seed of the game, from which everything random is drawn."""
    events: Natural
    """The number of random events so far."""


@value
class Table:
    """The public part of a position, shared by a State and all its Views."""

    phase: Phase
    """What the player to act decides."""
    player: Seat
    """The seat to act; after the game, the last opener."""
    bidding: tuple[Seat, ...]
    """The seats still bidding: the next to speak first, the last bidder last; empty outside of
    bidding.
    """
    bid: Natural
    """The last bid, 0 if there is none; while the winner pays, their bid."""
    turn: Turn | None
    """Set in the Share Influence Phase."""
    auction: Auction | None
    """Set in the Gain Esteem Phase, and after it."""
    public: Public
    """What lies open on the table."""


@value
class State(Table):
    """A complete position."""

    hidden: Hidden
    """What no View shows completely."""


# For values that are built at nearly every decision.
make_turn = maker(Turn)
make_auction = maker(Auction)
make_public = maker(Public)
make_hidden = maker(Hidden)
make_state = maker(State)
