"""Random worlds that one View of Mundus Novus cannot tell apart (M8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.chance import draw, fresh_seed, pick, shuffle
from boardgames.core.errors import DecodeError
from boardgames.games.mundus_novus.cards import (
    CARD,
    EVERY_KIND,
    MASK,
    SHIFTS,
    TOTAL,
    Cards,
    Kind,
    cards_one_by_one,
    holds,
    kinds_in,
    unpacked,
    without,
)
from boardgames.games.mundus_novus.closing import places_to_store
from boardgames.games.mundus_novus.components import SMALLEST
from boardgames.games.mundus_novus.memory import held
from boardgames.games.mundus_novus.progression import list_conversions, list_sales, list_turn
from boardgames.games.mundus_novus.state import Hidden, Phase, State, View
from boardgames.games.mundus_novus.table import SET_SIZES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from boardgames.games.mundus_novus.box import Box
    from boardgames.games.mundus_novus.state import Action, Gift

TRIES = 5_000
"""Attempts before a View counts as impossible; a real one needs one, unless a gift or a set begun narrows it down."""
PATIENCE = 100
"""Attempts after which a hand that must allow a set begun is made up around one, every other time."""


def sample(box: Box, view: View, rng: Random) -> State:
    """Return a State whose View is this one.

    All ways to lay the unseen physical cards are equally likely, the resource pile first, among the cards that it can
    still have; then the hands, each with the cards that it is known to hold. What a gift was (M5.6) is in proportion to
    the unseen cards of each kind. A player in the middle of a set has a hand with which it can be completed. Cards
    chosen but not revealed yet are any of the hand, and as many as the rules allow, each number with the same chance;
    each number of decisions made on them too.

    Raises `DecodeError` if there is no such State; that takes a View which did not come from a game.
    """
    _check(box, view)
    others = [seat for seat in range(box.players) if seat != view.seat]
    unseen = _unseen(box, view)
    source = view.table.source - view.drawn
    deck = _deck(box, view, rng)
    for attempt in range(TRIES):
        given = _gifts(view, unseen, rng)
        if given is None:
            continue
        sure = [held(view.table.known[seat], view.table.gifts, given, seat)[0] for seat in range(box.players)]
        placed = list(sure)
        if attempt > PATIENCE and attempt % 2 and _has_begun(view):
            placed[view.player] = _joined(sure[view.player], _set_begun(view, unseen, rng))
        dealt = _dealt(view, others, unseen, source, placed, rng)
        if dealt is None:
            continue
        hands, pile = dealt
        drawn = _drawn(view, others, without(source, pile), hands, sure, rng)
        hidden = Hidden(tuple(hands), box.zeros, box.zeros, given, pile, tuple(drawn), deck, fresh_seed(rng))
        state = State(
            view.round, view.phase, view.player, view.owing, view.supply, view.trade, view.turn, view.table, hidden
        )
        completed = _COMPLETED.get(view.phase)
        if completed is None or view.player == view.seat or completed(box, state, view.player):
            return _with_choices(box, view, state, others, rng) if view.owing else state
    raise DecodeError("no State has this View: its cards do not add up to those of the game")


_COMPLETED: Mapping[Phase, Callable[[Box, State, int], tuple[Action, ...]]] = {
    Phase.TURN: list_turn,
    Phase.MERCHANT: list_conversions,
    Phase.SALE: list_sales,
}
"""By phase in which a set may have been begun: how it can be completed."""


def _has_begun(view: View) -> bool:
    """Tell whether the player to act is in the middle of a set."""
    return bool(view.turn.converted) or view.phase in (Phase.MERCHANT, Phase.SALE)


def _joined(one: Cards, other: Cards) -> Cards:
    """Return the fewest cards among which both are."""
    return one + without(other, one)


def _set_begun(view: View, unseen: Cards, rng: Random) -> Cards:
    """Return cards that complete some set of the kind that has been begun, without further Merchants."""
    targets = [target for target, _ in view.turn.converted]
    order = [kinds_in(card)[0] for card in shuffle(cards_one_by_one(unseen), rng)]
    missing = [kind for kind in dict.fromkeys(order) if kind is not Kind.RELIC and kind not in targets]
    plan = int(rng.random() * len(_PLANS)) if view.phase is not Phase.SALE else _DIFFERENT
    if plan == _IDENTICAL:
        resource = next(iter((*targets, *missing)), Kind.RELIC)
        fitting = [kind for kind in order if kind in (resource, Kind.RELIC)]
        return sum([CARD[kind] for kind in fitting[: max(0, SET_SIZES[0] - len(targets))]])
    if plan == _DIFFERENT:
        return sum([CARD[kind] for kind in missing[: max(0, max(view.turn.size, SMALLEST) - len(targets))]])
    return sum([CARD[kind] for kind in (*missing, Kind.RELIC)])


_PLANS = (_IDENTICAL, _DIFFERENT, _PERFECT) = range(3)


def _check(box: Box, view: View) -> None:
    """Raise `DecodeError` if the View is of other seats or sizes than this game has."""
    seats, table = range(box.players), view.table
    per_seat = (table.doubloons, table.owned, table.known, view.hand_sizes, view.drawn_sizes)
    offers = len(view.trade.offers) in (0, box.players)
    if any([len(entries) != box.players for entries in per_seat]) or not offers:
        raise DecodeError(f"the View is not of a game with {box.players} players")
    if view.player not in seats or view.seat not in (None, *seats) or not set(view.owing) <= set(seats):
        raise DecodeError("seat, player, owing: no such seat")
    if min(*view.hand_sizes, *view.drawn_sizes, view.pile_size, view.deck_size) < 0:
        raise DecodeError("hand_sizes, drawn_sizes, pile_size, deck_size: fewer than no cards")
    if len(view.given) != len(table.gifts):
        raise DecodeError("given: not as many as table.gifts")
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    if view.hand >> TOTAL != own or not holds(view.hand, view.chosen) or view.chosen >> TOTAL > view.steps:
        raise DecodeError("hand, chosen, steps: not so many as the sizes say")
    if not holds(table.source, view.drawn):
        raise DecodeError("drawn: more than the resource pile had")
    if bool(view.steps) and not view.owing:
        raise DecodeError("steps: nothing is being chosen")


def _unseen(box: Box, view: View) -> Cards:
    """Return the Resource cards that the viewer does not see: those of other hands and of the pile."""
    table = view.table
    seen = [table.market, table.discards, view.supply.display, view.hand, *view.trade.offers]
    seen += [CARD[card] for _, card in view.turn.converted]
    counts = [sum(column) for column in zip(*map(unpacked, seen), strict=True)]
    left = [total - count for total, count in zip(unpacked(box.resources), counts, strict=True)]
    if min(left) < 0:
        raise DecodeError("no State has this View: there are more cards than in the game")
    return sum([count * card for count, card in zip(left, CARD, strict=True)])


def _gifts(view: View, unseen: Cards, rng: Random) -> tuple[Kind, ...] | None:
    """Return what every gift was: as the viewer knows it, or one of the unseen cards.

    None if those that were chosen first leave nothing for the others.
    """
    kinds: list[Kind] = []
    for index, known in enumerate(view.given):
        kind = (
            _gift(view, view.table.gifts[index], (*kinds, *view.given[index:]), unseen, rng) if known is None else known
        )
        if kind is None:
            return None
        kinds.append(kind)
    return tuple(kinds)


def _gift(view: View, gift: Gift, kinds: tuple[Kind | None, ...], unseen: Cards, rng: Random) -> Kind | None:
    """Return what this gift may have been, the other ones being of these kinds as far as that is said; or None.

    One that the receiver may have shown since needs no unseen card, but counts as one.
    """
    known, gifts = view.table.known, view.table.gifts
    receiver, lost = held(known[gift.receiver], gifts, kinds, gift.receiver)
    giver, doubts = held(known[gift.giver], gifts, kinds, gift.giver)
    possible = EVERY_KIND
    if (receiver >> TOTAL) - lost >= view.hand_sizes[gift.receiver]:
        # He holds nothing else than what is known: the gift has left him.
        possible &= ~gift.kept
    if gift.sure and doubts <= (giver >> TOTAL) - view.hand_sizes[gift.giver]:
        # He lacks as many of the cards that are known as gifts are in doubt: this is one of them.
        possible &= gift.sure
    candidates = [
        kind
        for kind in Kind
        if possible >> kind & 1
        for _ in range((unseen >> SHIFTS[kind] & MASK) + (not gift.kept >> kind & 1))
    ]
    return pick(candidates, rng) if candidates else None


def _dealt(
    view: View, others: list[int], unseen: Cards, source: Cards, sure: list[Cards], rng: Random
) -> tuple[list[Cards], Cards] | None:
    """Return all hands and the pile; None if the cards that are sure do not leave room for this."""
    hands = [view.hand] * len(sure)
    left = unseen
    for seat in others:
        if sure[seat] >> TOTAL > view.hand_sizes[seat] or not holds(left, sure[seat]):
            return None
        left -= sure[seat]
        hands[seat] = sure[seat]
    free = sum([view.hand_sizes[seat] - (sure[seat] >> TOTAL) for seat in others])
    # What the pile cannot have is in hands; the rest of these is drawn at random, and what is left is the pile.
    outside = cards_one_by_one(without(left, source))
    candidates = cards_one_by_one(left)
    for card in outside:
        candidates.remove(card)
    if free < len(outside) or len(candidates) - (free - len(outside)) != view.pile_size:
        return None
    rest = shuffle(outside + draw(candidates, free - len(outside), rng), rng)
    for seat in others:
        wanted = view.hand_sizes[seat] - (sure[seat] >> TOTAL)
        if wanted:
            hands[seat] += sum(rest[-wanted:])
            del rest[-wanted:]
    return hands, sum(candidates)


def _drawn(
    view: View, others: list[int], cards: Cards, hands: list[Cards], sure: list[Cards], rng: Random
) -> list[Cards]:
    """Return what each player drew from the pile's source, all that is in it no more.

    First of all that is what he holds without anybody having seen it come; how the rest fell nobody has kept.
    """
    drawn = [view.drawn] * len(hands)
    for seat in others:
        unseen = without(hands[seat], sure[seat])
        candidates = cards_one_by_one(unseen - without(unseen, cards))
        drawn[seat] = sum(draw(candidates, min(view.drawn_sizes[seat], len(candidates)), rng))
        cards -= drawn[seat]
    rest = shuffle(cards_one_by_one(cards), rng)
    for seat in others:
        missing = view.drawn_sizes[seat] - (drawn[seat] >> TOTAL)
        drawn[seat] += sum(rest[:missing])
        del rest[:missing]
    if rest or any([drawn[seat] >> TOTAL != view.drawn_sizes[seat] for seat in others]):
        raise DecodeError("no State has this View: the resource pile does not fit its source")
    return drawn


def _deck(box: Box, view: View, rng: Random) -> tuple[int, ...]:
    seen = 0
    for owned in view.table.owned:
        seen |= owned
    deck = [index for index in box.used if not seen >> index & 1 and index not in view.table.queue]
    if len(deck) != view.deck_size:
        raise DecodeError("deck_size: not what queue and players leave of the Development cards")
    return tuple(shuffle(deck, rng))


# Cards that have been chosen, but not revealed (M5.1, M6.10).


def _with_choices(box: Box, view: View, state: State, others: list[int], rng: Random) -> State:
    hidden = state.hidden
    chosen, steps = [view.chosen] * box.players, [view.steps] * box.players
    for seat in others:
        fewest, places = _limits(box, state, seat)
        number = fewest + int(rng.random() * (places - fewest + 1))
        cards = sorted(draw(cards_one_by_one(hidden.hands[seat]), number, rng))
        steps[seat] = int(rng.random() * places) if seat in view.owing else places
        chosen[seat] = sum(cards[: steps[seat]])
    now = Hidden(
        hidden.hands, tuple(chosen), tuple(steps), hidden.given, hidden.pile, hidden.drawn, hidden.deck, hidden.seed
    )
    return State(
        state.round, state.phase, state.player, state.owing, state.supply, state.trade, state.turn, state.table, now
    )


def _limits(box: Box, state: State, seat: int) -> tuple[int, int]:
    """Return how many cards this seat must choose and may choose."""
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(box, state, seat)
    free = box.estates[state.table.owned[seat]].casas
    return (0 if free else state.trade.announced), state.trade.announced
