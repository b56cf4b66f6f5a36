"""Other worlds of For the King, made by exchanging cards that a seat cannot see (F7); independent
of the sampler.

Left alone are hands from which anything has left or of which a bid told something, and all hands at
the end. So from the first payment on, this moves less and less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from boardgames.core.values import evolve
from boardgames.games.for_the_king import NoteKind, Phase, State, king
from boardgames.games.for_the_king.components import Effect, gold_in

KINGS = {king(effect) for effect in Effect}


def worlds(state: State, seat: int | None, rng: Random) -> State:
    """Return the State with the unseen cards dealt anew wherever nothing is known of them, and
    perhaps another future.

    All physical cards are equally likely in all places, but that a hand has no King.
    """
    hidden = state.hidden
    if rng.random() < 1 / 2:  # the same future lets cards that are drawn later be compared
        hidden = evolve(hidden, seed=rng.getrandbits(53))
    if state.phase is Phase.OVER:
        return evolve(state, hidden=hidden)
    others = [each for each in range(len(hidden.hands)) if each != seat]
    advising = state.turn is not None and state.phase is Phase.PLACE and state.turn.advisor == seat
    drawn, deck = hidden.deck[:advising], list(hidden.deck[advising:])
    removed = list(hidden.removed)
    known = {other: _known(state, other) for other in others if _is_simple(state, other)}
    kept = {other: _without(hidden.hands[other], cards) for other, cards in known.items()}
    turned, own, free = _favor_deck(state, seat, rng)

    cards = [*deck, *removed, *free]
    places = [*cards, *(card for hand in kept.values() for card in hand)]
    kings = [card for card in places if card in KINGS]
    mortals = [card for card in places if card not in KINGS]
    rng.shuffle(mortals)
    for other, hand in kept.items():
        kept[other] = [mortals.pop() for _ in hand]
    cards = kings + mortals
    rng.shuffle(cards)
    deck = [cards.pop() for _ in deck]
    removed = [cards.pop() for _ in removed]
    free = cards

    hands = [
        tuple(sorted([*known[each], *kept[each]])) if each in kept else hand
        for each, hand in enumerate(hidden.hands)
    ]
    theirs = [
        *_without(turned, _without(hidden.favored[seat], own) if seat is not None else []),
        *free,
    ]
    rng.shuffle(theirs)
    favored = [
        placed if each == seat else tuple(sorted([theirs.pop() for _ in placed]))
        for each, placed in enumerate(hidden.favored)
    ]
    face_down = [*own, *free]
    rng.shuffle(face_down)
    favor = () if state.auction is None else (*turned, *face_down)
    return evolve(
        state,
        hidden=evolve(
            hidden,
            hands=tuple(hands),
            deck=(*drawn, *deck),
            removed=tuple(sorted(removed)),
            favored=tuple(favored),
            favor=favor,
        ),
    )


def _favor_deck(
    state: State, seat: int | None, rng: Random
) -> tuple[list[int], list[int], list[int]]:
    """Return the Favor cards turned up, the seat's own among those face down, and the others' face
    down.

    Where equal cards lie face up and face down, which of them the seat placed is drawn at random.
    """
    hidden = state.hidden
    own = [] if seat is None else list(hidden.favored[seat])
    if state.auction is None:
        return (
            [],
            own,
            [card for each, cards in enumerate(hidden.favored) if each != seat for card in cards],
        )
    place = state.auction.number + 1
    turned, face_down = list(hidden.favor[:place]), list(hidden.favor[place:])
    mine_face_down: list[int] = []
    for card, count in Counter(own).items():
        copies = [False] * turned.count(card) + [True] * face_down.count(card)
        rng.shuffle(copies)
        mine_face_down += [card] * sum(copies[:count])
    return turned, mine_face_down, _without(face_down, mine_face_down)


def _is_simple(state: State, seat: int) -> bool:
    """Tell whether nothing has left this hand, and no bid has told anything about it."""
    events = {event for event, _ in state.public.histories[seat]}
    paying = seat == state.player and state.phase in (Phase.PAY, Phase.DISCARD)
    return events <= {NoteKind.KEPT, NoteKind.GAINED} and not paying


def _known(state: State, seat: int) -> list[int]:
    return [card for event, card in state.public.histories[seat] if event is NoteKind.GAINED]


def _without(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    return list((Counter(cards) - Counter(others)).elements())


def possible(state: State) -> bool:
    """Tell whether hands, losses and Favor cards can have come about as everybody saw it (F7)."""
    hidden = state.hidden
    placed = Counter(card for cards in hidden.favored for card in cards)
    if state.auction is not None and placed != Counter(hidden.favor):
        return False
    return all(_agrees(state, seat) for seat in range(len(hidden.hands)))


def _agrees(state: State, seat: int) -> bool:
    """Tell whether a hand agrees with its history: numbers, cards seen, and bids that its Gold
    could not pay.
    """
    hand, lost, history = (
        state.hidden.hands[seat],
        state.hidden.lost[seat],
        state.public.histories[seat],
    )
    counts = Counter(event for event, _ in history)
    gained = Counter(card for event, card in history if event is NoteKind.GAINED)
    shown = Counter(card for event, card in history if event is NoteKind.SHOWN)
    ever = Counter(hand) + Counter(lost) + shown
    if gained - ever or ever.total() != counts[NoteKind.KEPT] + counts[NoteKind.GAINED]:
        return False
    if set(ever) & KINGS:
        return False
    for time, (event, bid) in enumerate(history):
        if event is NoteKind.SHORT:
            later = Counter(card for each, card in history[time:] if each is NoteKind.GAINED)
            paid_later = Counter(card for each, card in history[time:] if each is NoteKind.SHOWN)
            # What is held now or was paid after that bid was in the hand then, unless it came
            # later.
            if gold_in(list((Counter(hand) + paid_later - later).elements())) >= bid:
                return False
    return True
