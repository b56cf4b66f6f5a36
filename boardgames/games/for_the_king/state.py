"""The State of For the King, the View of one seat, and the Actions."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.codec import WrittenAs
from boardgames.core.values import value
from boardgames.games.for_the_king.cards import NAMES, Card, Cards, Office, Sorted, card_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class Phase(IntEnum):
    """What the player to act decides."""

    PLACE = 0
    """Where the card drawn goes (F3.1)."""
    TAKE = 1
    """Which card of the centre to take (F3.2)."""
    KING = 2
    """Which Primary Duties a King card changes (F4)."""
    BID = 3
    """A bid, or to pass (F5.3)."""
    PAY = 4
    """Which Gold to pay with (F5.4)."""
    DISCARD = 5
    """The next card to pay for Gold with (F5.5)."""
    OVER = 6


class What(IntEnum):
    """What everybody saw happen to a hand; the number beside it is said here."""

    KEPT = 0
    """The Advisor kept a card unseen; 1."""
    GAINED = 1
    """A card everybody knows entered; the card."""
    SHOWN = 2
    """A Gold card was paid with, shown to all; the card."""
    LOST = 3
    """Cards left unseen; how many."""
    SHORT = 4
    """The hand's Gold was worth less than a bid; the bid."""


def _written(happening: tuple[What, int]) -> str:
    what, number = happening
    return f"{what.name.lower()} {NAMES[number] if what in (What.GAINED, What.SHOWN) else number}"


def _read(text: str) -> tuple[What, int]:
    name, _, rest = text.partition(" ")
    for what in What:
        if what.name.lower() == name:
            if what in (What.GAINED, What.SHOWN):
                return what, card_of(rest)
            if rest.isascii() and rest.isdecimal() and (what is not What.KEPT or rest == "1"):
                return what, int(rest)
    raise ValueError(f"expected what happened to a hand, not {text[:40]!r}")


Happening: TypeAlias = Annotated["tuple[What, int]", WrittenAs(str, _written, _read)]
"""One thing that happened to a hand; in JSON a text such as `gained Military C4` or `lost 2`."""
History: TypeAlias = tuple[Happening, ...]
"""All that happened to one hand before everybody's eyes, in order: what others can know of it (F7)."""


@value
class Turn:
    """A turn of an Advisor in the Share Influence Phase (F3)."""

    advisor: int
    kept: bool
    """Whether the Advisor has placed his card for himself, a King he kept included."""
    favored: bool
    """Whether he has placed his card on the Favor deck."""
    centre: Sorted
    """Face up."""


@value
class Auction:
    """An auction of the Gain Esteem Phase (F5)."""

    number: int
    """Cards of the Favor deck that were auctioned before; after the game all of them."""
    opener: int
    """The seat that opened this card first (F5.2)."""
    defaulted: tuple[int, ...]
    """The seats that won this card and could not pay (F5.7), in that order."""
    discarded: int
    """Cards that the winner has laid down so far to pay for Gold (F5.5)."""


@value
class Table:
    """What lies open and changes less often than every decision. Tuples have one entry per seat or per Office."""

    first: int
    """The game's first player."""
    duties: tuple[int, ...]
    """By Office: its Primary Duty, 0 if the office is not in play."""
    gold: int
    """The value of all Gold that has not been seen to leave the game; bids for the rest end there (F5.8)."""
    gone: Cards
    """Cards seen to leave the game, in order; while a King is resolved it is the last of them."""
    histories: tuple[History, ...]


@value
class Hidden:
    """What no View shows whole. Tuples of tuples have one entry per seat."""

    hands: tuple[Sorted, ...]
    """In the Share Influence Phase the personal decks."""
    deck: Cards
    """Top card first; it is the card that the Advisor holds while he places it."""
    removed: Sorted
    """Removed at setup."""
    favored: tuple[Sorted, ...]
    """What each player placed on the Favor deck."""
    favor: Cards
    """The Favor deck from the first card turned up to the last; empty until it is shuffled (F5.1)."""
    lost: tuple[Sorted, ...]
    """What each player discarded or lost unseen."""
    laid: Card | None
    """While the winner pays for Gold: the last card that he has laid down (F5.5)."""
    seed: int
    """The seed of the game, from which everything random is drawn."""
    events: int
    """How many random events there were."""


@value
class State:
    """A position, everything included."""

    phase: Phase
    player: int
    """The seat to act; after the game the last opener."""
    bidding: tuple[int, ...]
    """The seats still in, the next one to speak first; the last bidder is the last of them. Only for bids."""
    bid: int
    """The last bid, or 0; while the winner pays, his."""
    turn: Turn | None
    """In the Share Influence Phase."""
    auction: Auction | None
    """In the Gain Esteem Phase, and after it."""
    table: Table
    hidden: Hidden


@value
class View:
    """What one seat, or a spectator, knows (F7). Tuples of sizes have one entry per seat."""

    seat: int | None
    """Whose View this is; None for a spectator."""
    phase: Phase
    player: int
    bidding: tuple[int, ...]
    bid: int
    turn: Turn | None
    """In the Share Influence Phase."""
    auction: Auction | None
    """In the Gain Esteem Phase, and after it."""
    table: Table
    hand_sizes: tuple[int, ...]
    favored_sizes: tuple[int, ...]
    """Cards that each player placed on the Favor deck."""
    deck_size: int
    """Cards still to place, the one that the Advisor holds included."""
    turned: Cards
    """Favor cards turned up so far, in order; during an auction the last one is for sale."""
    drawn: Card | None
    """The card that this seat holds as Advisor."""
    hand: Sorted
    """The seat's own hand; empty for a spectator."""
    favored: Sorted
    """What the seat itself placed on the Favor deck."""
    lost: Sorted
    """What the seat itself discarded or lost unseen."""
    laid: Card | None
    """The last card that the seat has laid down, while it pays for Gold."""


@value
class Keep(BaseAction):
    """Place the card drawn into one's personal deck, or resolve it if it is a King (F3.1, F3.4)."""


@value
class Centre(BaseAction):
    """Place the card drawn into the centre (F3.1)."""


@value
class Favor(BaseAction):
    """Place the card drawn onto the Favor deck (F3.1)."""


@value
class Take(BaseAction):
    """Take a card of the centre (F3.2)."""

    card: Card

    def __str__(self) -> str:
        """Return `take Military C4`."""
        return f"take {NAMES[self.card]}"


@value
class Change(BaseAction):
    """Change Primary Duties as a King card says (F4)."""

    raised: tuple[Office, ...]
    """Raised by 1, in the order of Office."""
    lowered: tuple[Office, ...]
    """Lowered by 1, in the order of Office."""

    def __str__(self) -> str:
        """Return `raise Diplomacy`, `lower Diplomacy Military` or `raise Diplomacy lower Military`."""
        parts = [("raise", self.raised), ("lower", self.lowered)]
        return " ".join(f"{verb} {_named(offices)}" for verb, offices in parts if offices)


@value
class Pass(BaseAction):
    """Be out of this auction (F5.3)."""


@value
class Bid(BaseAction):
    """Bid so much: Gold for a Government or King card, cards for Gold (F5.3)."""

    amount: int


@value
class Pay(BaseAction):
    """Pay with Gold cards of these values (F5.4)."""

    coins: tuple[int, ...]
    """In ascending order."""

    def __str__(self) -> str:
        """Return `pay 1+3`."""
        return f"pay {'+'.join(map(str, self.coins))}"


@value
class Discard(BaseAction):
    """Lay down a card, face down, to pay for Gold (F5.5)."""

    card: Card

    def __str__(self) -> str:
        """Return `discard Military C4`."""
        return f"discard {NAMES[self.card]}"


Action: TypeAlias = Keep | Centre | Favor | Take | Change | Pass | Bid | Pay | Discard


def _named(offices: Sequence[Any]) -> str:
    return " ".join(str(office) for office in offices)
