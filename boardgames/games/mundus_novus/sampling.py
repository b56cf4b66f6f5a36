"""Random worlds that one View of Mundus Novus cannot tell apart (M8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.chance import draw, fresh_seed, pick, shuffle
from boardgames.core.errors import DecodeError
from boardgames.games.mundus_novus.actions import SET_SIZES
from boardgames.games.mundus_novus.components import ALL_KINDS, CARDS, RELIC, SMALLEST, Kind, KindSet
from boardgames.games.mundus_novus.memory import held
from boardgames.games.mundus_novus.phases.merchants import list_conversions
from boardgames.games.mundus_novus.phases.progression import list_sales, list_turn
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.trade import offers_freely
from boardgames.games.mundus_novus.state import Gift, Hidden, Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.actions import Action
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.view import View

TRIES = 5_000
"""Attempts before a View counts as impossible; a real one needs one, unless a gift or a set begun narrows it down."""
PATIENCE = 100
"""Attempts after which a hand that must allow a set begun is made up around one, every other time."""


def sample(game: MundusNovus, view: View, rng: Random) -> State:
    """Return a State whose View is this one.

    All ways to lay the unseen physical cards are equally likely, the resource pile first, among the cards that it can
    still have; then the hands, each with the cards that it is known to hold. What a gift was (M5.6) is in proportion to
    the unseen cards of each kind. A player in the middle of a set has a hand with which it can be completed. Cards
    chosen but not revealed yet are any of the hand, and as many as the rules allow, each number with the same chance;
    each number of decisions made on them too.

    Raises `DecodeError` if there is no such State; that takes a View which did not come from a game.
    """
    _check(game, view)
    others = [seat for seat in range(game.players) if seat != view.seat]
    unseen = _unseen(game, view)
    source = CARDS.remove(view.table.source, view.drawn)
    deck = _deck(game, view, rng)
    for attempt in range(TRIES):
        given = _gifts(view, unseen, rng)
        if given is None:
            continue
        sure = [held(view.table, given, seat)[0] for seat in range(game.players)]
        placed = list(sure)
        if attempt > PATIENCE and attempt % 2 and _has_begun(view):
            placed[view.player] = _joined(sure[view.player], _set_begun(view, unseen, rng))
        dealt = _dealt(view, others, unseen, source, placed, rng)
        if dealt is None:
            continue
        hands, pile = dealt
        drawn = _drawn(view, others, CARDS.without(source, pile), hands, sure, rng)
        hidden = Hidden(tuple(hands), game.no_cards, game.zeros, given, pile, tuple(drawn), deck, fresh_seed(rng))
        state = State(
            view.round, view.phase, view.player, view.owing, view.supply, view.trade, view.turn, view.table, hidden
        )
        completed = _COMPLETED.get(view.phase)
        if completed is None or view.player == view.seat or completed(game, state, view.player):
            return _with_choices(game, view, state, others, rng) if view.owing else state
    raise DecodeError("no State has this View: its cards do not add up to those of the game")


_COMPLETED: Mapping[Phase, Callable[[MundusNovus, State, int], tuple[Action, ...]]] = {
    Phase.TURN: list_turn,
    Phase.MERCHANT: list_conversions,
    Phase.SALE: list_sales,
}
"""By phase in which a set may have been begun: how it can be completed."""


def _has_begun(view: View) -> bool:
    """Tell whether the player to act is in the middle of a set."""
    return bool(view.turn.converted) or view.phase in (Phase.MERCHANT, Phase.SALE)


def _joined(one: PackedCards, other: PackedCards) -> PackedCards:
    """Return the fewest cards among which both are."""
    return CARDS.add(one, CARDS.without(other, one))


def _set_begun(view: View, unseen: PackedCards, rng: Random) -> PackedCards:
    """Return cards that complete some set of the kind that has been begun, without further Merchants."""
    targets = [target for target, _ in view.turn.converted]
    order = [CARDS.kinds(card)[0] for card in shuffle(CARDS.singles(unseen), rng)]
    missing = [kind for kind in dict.fromkeys(order) if kind is not RELIC and kind not in targets]
    plan = int(rng.random() * len(_PLANS)) if view.phase is not Phase.SALE else _DIFFERENT
    if plan == _IDENTICAL:
        resource = next(iter((*targets, *missing)), RELIC)
        fitting = [kind for kind in order if kind in (resource, RELIC)]
        return CARDS.join([CARDS.one[kind] for kind in fitting[: max(0, SET_SIZES[0] - len(targets))]])
    if plan == _DIFFERENT:
        return CARDS.join([CARDS.one[kind] for kind in missing[: max(0, max(view.turn.size, SMALLEST) - len(targets))]])
    return CARDS.join([CARDS.one[kind] for kind in (*missing, RELIC)])


_PLANS = (_IDENTICAL, _DIFFERENT, _PERFECT) = range(3)


def _check(game: MundusNovus, view: View) -> None:
    """Raise `DecodeError` if the View is of other seats or sizes than this game has."""
    seats, table = range(game.players), view.table
    per_seat = (table.doubloons, table.owned, table.known, view.hand_sizes, view.drawn_sizes)
    offers = len(view.trade.offers) in (0, game.players)
    if any([len(entries) != game.players for entries in per_seat]) or not offers:
        raise DecodeError(f"the View is not of a game with {game.players} players")
    if view.player not in seats or view.seat not in (None, *seats) or not set(view.owing) <= set(seats):
        raise DecodeError("seat, player, owing: no such seat")
    if min(*view.hand_sizes, *view.drawn_sizes, view.pile_size, view.deck_size) < 0:
        raise DecodeError("hand_sizes, drawn_sizes, pile_size, deck_size: fewer than no cards")
    if len(view.given) != len(table.gifts):
        raise DecodeError("given: not as many as table.gifts")
    own = 0 if view.seat is None else view.hand_sizes[view.seat]
    if (
        CARDS.size(view.hand) != own
        or not CARDS.contains(view.hand, view.chosen)
        or CARDS.size(view.chosen) > view.steps
    ):
        raise DecodeError("hand, chosen, steps: not so many as the sizes say")
    if not CARDS.contains(table.source, view.drawn):
        raise DecodeError("drawn: more than the resource pile had")
    if bool(view.steps) and not view.owing:
        raise DecodeError("steps: nothing is being chosen")


def _unseen(game: MundusNovus, view: View) -> PackedCards:
    """Return the Resource cards that the viewer does not see: those of other hands and of the pile."""
    table = view.table
    seen = [table.market, table.discards, view.supply.display, view.hand, *view.trade.offers]
    seen += [CARDS.one[card] for _, card in view.turn.converted]
    counts = [sum(column) for column in zip(*map(CARDS.unpack, seen), strict=True)]
    left = [total - count for total, count in zip(game.components.resources, counts, strict=True)]
    if min(left) < 0:
        raise DecodeError("no State has this View: there are more cards than in the game")
    return CARDS.pack(left)


def _gifts(view: View, unseen: PackedCards, rng: Random) -> tuple[Kind, ...] | None:
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


def _gift(view: View, gift: Gift, kinds: tuple[Kind | None, ...], unseen: PackedCards, rng: Random) -> Kind | None:
    """Return what this gift may have been, the other ones being of these kinds as far as that is said; or None.

    One that the receiver may have shown since needs no unseen card, but counts as one.
    """
    receiver, lost = held(view.table, kinds, gift.receiver)
    giver, doubts = held(view.table, kinds, gift.giver)
    possible: KindSet = ALL_KINDS
    if CARDS.size(receiver) - lost >= view.hand_sizes[gift.receiver]:
        # He holds nothing else than what is known: the gift has left him.
        possible = CARDS.without(possible, gift.kept)
    if gift.sure and doubts <= CARDS.size(giver) - view.hand_sizes[gift.giver]:
        # He lacks as many of the cards that are known as gifts are in doubt: this is one of them.
        possible = CARDS.common(possible, gift.sure)
    candidates = [
        kind
        for kind in CARDS.kinds(possible)
        for _ in range(CARDS.count(unseen, kind) + (not CARDS.count(gift.kept, kind)))
    ]
    return pick(candidates, rng) if candidates else None


def _dealt(
    view: View, others: list[int], unseen: PackedCards, source: PackedCards, sure: list[PackedCards], rng: Random
) -> tuple[list[PackedCards], PackedCards] | None:
    """Return all hands and the pile; None if the cards that are sure do not leave room for this."""
    hands = [view.hand] * len(sure)
    left = unseen
    for seat in others:
        if CARDS.size(sure[seat]) > view.hand_sizes[seat] or not CARDS.contains(left, sure[seat]):
            return None
        left = CARDS.remove(left, sure[seat])
        hands[seat] = sure[seat]
    free = sum([view.hand_sizes[seat] - CARDS.size(sure[seat]) for seat in others])
    # What the pile cannot have is in hands; the rest of these is drawn at random, and what is left is the pile.
    outside = CARDS.singles(CARDS.without(left, source))
    candidates = CARDS.singles(left)
    for card in outside:
        candidates.remove(card)
    if free < len(outside) or len(candidates) - (free - len(outside)) != view.pile_size:
        return None
    rest = shuffle(outside + draw(candidates, free - len(outside), rng), rng)
    for seat in others:
        wanted = view.hand_sizes[seat] - CARDS.size(sure[seat])
        if wanted:
            hands[seat] = CARDS.join([hands[seat], *rest[-wanted:]])
            del rest[-wanted:]
    return hands, CARDS.join(candidates)


def _drawn(
    view: View, others: list[int], cards: PackedCards, hands: list[PackedCards], sure: list[PackedCards], rng: Random
) -> list[PackedCards]:
    """Return what each player drew from the pile's source, all that is in it no more.

    First of all that is what he holds without anybody having seen it come; how the rest fell nobody has kept.
    """
    drawn = [view.drawn] * len(hands)
    for seat in others:
        unseen = CARDS.without(hands[seat], sure[seat])
        candidates = CARDS.singles(CARDS.common(unseen, cards))
        drawn[seat] = CARDS.join(draw(candidates, min(view.drawn_sizes[seat], len(candidates)), rng))
        cards = CARDS.remove(cards, drawn[seat])
    rest = shuffle(CARDS.singles(cards), rng)
    for seat in others:
        missing = view.drawn_sizes[seat] - CARDS.size(drawn[seat])
        drawn[seat] = CARDS.join([drawn[seat], *rest[:missing]])
        del rest[:missing]
    if rest or any([CARDS.size(drawn[seat]) != view.drawn_sizes[seat] for seat in others]):
        raise DecodeError("no State has this View: the resource pile does not fit its source")
    return drawn


def _deck(game: MundusNovus, view: View, rng: Random) -> tuple[int, ...]:
    seen = {*view.table.queue, *[index for owned in view.table.owned for index in owned]}
    deck = [index for index in game.used if index not in seen]
    if len(deck) != view.deck_size:
        raise DecodeError("deck_size: not what queue and players leave of the Development cards")
    return tuple(shuffle(deck, rng))


# Cards that have been chosen, but not revealed (M5.1, M6.10).


def _with_choices(game: MundusNovus, view: View, state: State, others: list[int], rng: Random) -> State:
    hidden = state.hidden
    chosen, steps = [view.chosen] * game.players, [view.steps] * game.players
    for seat in others:
        fewest, places = _limits(game, state, seat)
        number = fewest + int(rng.random() * (places - fewest + 1))
        cards = sorted(draw(CARDS.singles(hidden.hands[seat]), number, rng))
        steps[seat] = int(rng.random() * places) if seat in view.owing else places
        chosen[seat] = CARDS.join(cards[: steps[seat]])
    return state.evolve(hidden=hidden.evolve(chosen=tuple(chosen), steps=tuple(steps)))


def _limits(game: MundusNovus, state: State, seat: int) -> tuple[int, int]:
    """Return how many cards this seat must choose and may choose."""
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(game, state, seat)
    return (0 if offers_freely(game, state, seat) else state.trade.announced), state.trade.announced
