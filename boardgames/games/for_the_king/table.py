"""Every Action of For the King, made once, and the lists of them that come up again and again."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

from boardgames.core.action import Notation, squeeze
from boardgames.games.for_the_king.cards import (
    CARD_NUMBERS,
    GOLD_IN_BOX,
    GOLD_OF,
    GOLD_VALUES,
    Effect,
    Office,
    is_king,
)
from boardgames.games.for_the_king.state import (
    Action,
    Bid,
    Centre,
    Change,
    Discard,
    Favor,
    Keep,
    Pass,
    Pay,
    Take,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

LOWEST_DUTY, HIGHEST_DUTY = 1, 6
HIGHEST_BID = GOLD_IN_BOX * GOLD_VALUES[-1]
"""No box could allow a bid above this: there are as many Gold cards, and no hand has that many cards."""

KEEP, CENTRE, FAVOR, PASS = Keep(), Centre(), Favor(), Pass()
TAKE = tuple(Take(card) for card in CARD_NUMBERS)
"""By card."""
DISCARD = tuple(Discard(card) for card in CARD_NUMBERS)
"""By card; no hand ever holds the Kings among them."""
BIDS = tuple(Bid(amount) for amount in range(HIGHEST_BID + 1))
"""By amount; the first one, of nothing, is never legal."""
PLACEMENTS = {
    (kept, favored, full): tuple(
        action for action, done in ((KEEP, kept), (CENTRE, full), (FAVOR, favored)) if not done
    )
    for kept, favored, full in product((False, True), repeat=3)
}
"""By whether the Advisor has kept a card, whether he has favored one, and whether the centre is full."""

GAINED = tuple((What.GAINED, card) for card in CARD_NUMBERS)
"""By card: what everybody sees when it enters a hand."""
SHOWN = tuple((What.SHOWN, card) for card in CARD_NUMBERS)
"""By card: what everybody sees when it is paid with."""


@cache
def bids(low: int, high: int) -> tuple[Action, ...]:
    """Return to pass, and the bids from low to high, of which there may be none."""
    return (PASS, *BIDS[low : high + 1])


@lru_cache(maxsize=1 << 12)
def changes(effect: Effect, duties: tuple[int, ...]) -> tuple[Change, ...]:
    """Return the ways to make as many changes of this effect as these Primary Duties allow (F4), sorted."""
    up = [office for office in Office if LOWEST_DUTY <= duties[office] < HIGHEST_DUTY]
    down = [office for office in Office if duties[office] > LOWEST_DUTY]
    match effect:
        case Effect.RAISE_ONE | Effect.RAISE_TWO:
            most = min(len(up), 1 if effect is Effect.RAISE_ONE else 2)
            found = [Change(offices, ()) for offices in combinations(up, most) if offices]
        case Effect.LOWER_ONE | Effect.LOWER_TWO:
            most = min(len(down), 1 if effect is Effect.LOWER_ONE else 2)
            found = [Change((), offices) for offices in combinations(down, most) if offices]
        case Effect.EITHER:
            found = _single(up, down)
        case _:
            found = [Change((one,), (other,)) for one in up for other in down if one != other] or _single(up, down)
    return tuple(sorted(found))


def _single(up: list[Office], down: list[Office]) -> list[Change]:
    return [Change((office,), ()) for office in up] + [Change((), (office,)) for office in down]


@lru_cache(maxsize=1 << 14)
def payments(gold: tuple[int, ...], owed: int) -> tuple[Pay, ...]:
    """Return the sets of these Gold cards that are worth what is owed, no card of them to spare (F5.4), sorted."""
    held = [GOLD_OF[card] for card in gold]
    found = []
    for ones in range(held.count(1) + 1):
        for twos in range(held.count(2) + 1):
            for threes in range(held.count(3) + 1):
                worth = ones + 2 * twos + 3 * threes
                coins = (1,) * ones + (2,) * twos + (3,) * threes
                if worth >= owed and worth - coins[0] < owed:
                    found.append(Pay(coins))
    return tuple(sorted(found))


class Reader:
    """Reads the notation of For the King."""

    def __init__(self) -> None:
        """List what can be listed: all but bids and payments."""
        turned = {str(Change(each.raised[::-1], each.lowered[::-1])): each for each in _all_changes()}
        discards = [discard for discard in DISCARD if not is_king(discard.card)]
        self._listed = Notation[Action]([KEEP, CENTRE, FAVOR, PASS, *_all_changes(), *TAKE, *discards], also=turned)

    def parse(self, text: str) -> Action:
        """Return the action that the text names; raise `NotationError` if there is none."""
        squeezed = squeeze(text)
        if bid := re.fullmatch(r"bid0*([1-9][0-9]{0,2})", squeezed):
            amount = int(bid[1])
            if amount <= HIGHEST_BID:
                return BIDS[amount]
        if re.fullmatch(r"pay[123](\+?[123])*", squeezed):
            coins = sorted(int(digit) for digit in squeezed if digit.isdecimal())
            if len(coins) <= GOLD_IN_BOX:
                return Pay(tuple(coins))
        return self._listed.parse(text)


def _all_changes() -> Iterator[Change]:
    for count in (1, 2):
        for offices in combinations(Office, count):
            yield Change(offices, ())
            yield Change((), offices)
    for one, other in permutations(Office, 2):
        yield Change((one,), (other,))
