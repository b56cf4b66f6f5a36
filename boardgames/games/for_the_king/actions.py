"""The Actions of For the King: their classes, their shared instances and their notation."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import chain, combinations, product
from typing import Annotated, TypeAlias

from boardgames.core.action import Action as BaseAction
from boardgames.core.action import Notation, squeeze
from boardgames.core.codec import Bounds
from boardgames.core.values import value
from boardgames.games.for_the_king import components
from boardgames.games.for_the_king.components import (
    CARDS,
    GOLD_IN_BOX,
    NAMES,
    Card,
    Effect,
    GoldValue,
    Office,
    is_king,
)
from boardgames.games.for_the_king.state import Rules

__all__ = [
    "Action",
    "Bid",
    "Centre",
    "Change",
    "Discard",
    "Favor",
    "Keep",
    "Pass",
    "Pay",
    "Take",
]

LOWEST_DUTY, HIGHEST_DUTY = 1, 6
HIGHEST_BID = GOLD_IN_BOX * components.GOLD_VALUES[-1]
"""The value of all Gold if every Gold card were worth 3: no components allow a higher bid."""


@value
class Keep(BaseAction):
    """Place the drawn card in the personal deck; a King is resolved instead (F3.1, F3.4)."""


@value
class Centre(BaseAction):
    """Place the drawn card in the centre (F3.1)."""


@value
class Favor(BaseAction):
    """Place the drawn card on the Favor deck (F3.1)."""


@value
class Take(BaseAction):
    """Take a card from the centre (F3.2)."""

    card: Card
    """One of the cards in the centre."""

    def __str__(self) -> str:
        return f"take {NAMES[self.card]}"


@value
class Change(BaseAction):
    """Change Primary Duties as a King card says (F4)."""

    raised: tuple[Office, ...]
    """The offices whose Duty rises by 1, in the order of Office."""
    lowered: tuple[Office, ...]
    """The offices whose Duty falls by 1, in the order of Office."""

    def __str__(self) -> str:
        parts = [("raise", self.raised), ("lower", self.lowered)]
        return " ".join(
            f"{verb} {' '.join(map(str, offices))}" for verb, offices in parts if offices
        )


@value
class Pass(BaseAction):
    """Leave the bidding (F5.3)."""


@value
class Bid(BaseAction):
    """Bid this amount: Gold for a Government or King card, a number of cards for Gold (F5.3)."""

    amount: Annotated[int, Bounds(1, HIGHEST_BID)]
    """More than the last bid."""


@value
class Pay(BaseAction):
    """Pay with Gold cards of these values (F5.4)."""

    coins: tuple[GoldValue, ...]
    """In ascending order."""

    def __str__(self) -> str:
        return f"pay {'+'.join(map(str, self.coins))}"


@value
class Discard(BaseAction):
    """Discard a card face down in payment for Gold (F5.5)."""

    card: Card
    """A card of the seat's hand."""

    def __str__(self) -> str:
        return f"discard {NAMES[self.card]}"


Action: TypeAlias = Keep | Centre | Favor | Take | Change | Pass | Bid | Pay | Discard
"""Any action of the game."""

# Actions are made once and shared.

KEEP, CENTRE, FAVOR, PASS = Keep(), Centre(), Favor(), Pass()
TAKES = tuple(Take(card) for card in CARDS)
"""By card."""
DISCARDS = tuple(Discard(card) for card in CARDS)
"""By card; King cards can never be discarded, since no hand contains one."""
BIDS = tuple(Bid(amount) for amount in range(HIGHEST_BID + 1))
"""By amount; a bid of 0 is never legal."""
PLACEMENTS = {
    (kept, favored, full): tuple(
        each for each, done in ((KEEP, kept), (CENTRE, full), (FAVOR, favored)) if not done
    )
    for kept, favored, full in product((False, True), repeat=3)
}
"""By whether the Advisor has kept a card, whether they have favored one, and whether the centre is
full.
"""


@cache
def bids(low: int, high: int) -> tuple[Action, ...]:
    """Return a pass and the bids from low to high."""
    return (PASS, *BIDS[low : high + 1])


MOST_CHANGES = {
    Effect.RAISE_ONE: [(1, 0)],
    Effect.LOWER_ONE: [(0, 1)],
    Effect.RAISE_TWO: [(2, 0)],
    Effect.LOWER_TWO: [(0, 2)],
    Effect.EITHER: [(1, 0), (0, 1)],
    Effect.BOTH: [(1, 1)],
}
"""By Effect: how many Duties may at most be raised and lowered; each pair is a choice."""


def _changes(effect: Effect) -> list[Change]:
    """Return every change of one Duty or more that this effect can make, sorted."""
    changes = []
    for most_raised, most_lowered in MOST_CHANGES[effect]:
        for raised, lowered in product(_up_to(most_raised), _up_to(most_lowered)):
            if (raised or lowered) and set(raised).isdisjoint(lowered):
                changes.append(Change(raised, lowered))
    return sorted(changes)


def _up_to(most: int) -> list[tuple[Office, ...]]:
    """Return the choices of at most so many offices."""
    found: list[tuple[Office, ...]] = []
    for number in range(most + 1):
        found += combinations(Office, number)
    return found


CHANGES = [_changes(effect) for effect in Effect]
"""By Effect: the changes that some Duties allow."""


@lru_cache(maxsize=1 << 12)
def king_changes(card: int, duties: tuple[int, ...]) -> tuple[Change, ...]:
    """Return the ways to make as many changes as the King and the Duties allow (F4.1, F4.2),
    sorted; perhaps none.
    """
    can_rise = {office for office in Office if LOWEST_DUTY <= duties[office] < HIGHEST_DUTY}
    can_fall = {office for office in Office if duties[office] > LOWEST_DUTY}
    found = [
        change
        for change in CHANGES[card - components.FIRST_KING]
        if can_rise.issuperset(change.raised) and can_fall.issuperset(change.lowered)
    ]
    sizes = [len(change.raised) + len(change.lowered) for change in found]
    most = max(sizes, default=0)
    return tuple([change for change, size in zip(found, sizes, strict=True) if size == most])


@lru_cache(maxsize=1 << 14)
def payments(gold: tuple[int, ...], owed: int) -> tuple[Pay, ...]:
    """Return the sets of these Gold cards that cover the debt and of which no card can be spared
    (F5.4), sorted.
    """
    ones, twos, threes = [
        range(gold.count(components.gold(coin)) + 1) for coin in components.GOLD_VALUES
    ]
    found = []
    for one, two, three in product(ones, twos, threes):
        coins = (1,) * one + (2,) * two + (3,) * three
        if sum(coins) >= owed > sum(coins[1:]):  # enough, and not without the lowest
            found.append(Pay(coins))
    return tuple(sorted(found))


def parse(_game: Rules, /, text: str) -> Action:
    """Read `keep`, `take Military C4`, `bid 4`, `pay 1+3` and so on; raise `NotationError` for
    anything else.
    """
    squeezed = squeeze(text)
    if bid := re.fullmatch(r"bid0*([1-9][0-9]{0,2})", squeezed):
        amount = int(bid[1])
        if amount <= HIGHEST_BID:
            return BIDS[amount]
    if re.fullmatch(r"pay[123](\+?[123])*", squeezed):
        coins = sorted(int(digit) for digit in squeezed if digit.isdecimal())
        if len(coins) <= GOLD_IN_BOX:
            return Pay(tuple(coins))
    return _notation().parse(text)


@cache
def _notation() -> Notation[Action]:
    """Return the parser of all actions except bids and payments, which are parsed by their form."""
    changes = [*chain.from_iterable(CHANGES)]
    reversed_offices = {
        str(Change(each.raised[::-1], each.lowered[::-1])): each for each in changes
    }
    discards = [discard for discard in DISCARDS if not is_king(discard.card)]
    return Notation[Action](
        [KEEP, CENTRE, FAVOR, PASS, *changes, *TAKES, *discards], also=reversed_offices
    )
