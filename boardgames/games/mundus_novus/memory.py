"""What everybody sees of the hands, and remembers (M8).

The public part keeps a history of the hands: what entered and left them openly, how many cards were
dealt to them, and who gave whom a card unseen (M5.6), in order. What each seat can conclude from it
is for `secrets/`. Once all hands are empty, nothing that happened before tells anything about a
hand, and the history begins anew.
"""

from __future__ import annotations

from boardgames.core.values import evolve
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind
from boardgames.games.mundus_novus.state import (
    Hidden,
    Move,
    Note,
    Public,
    make_note,
    make_public,
    with_hands,
)
from boardgames.kit.cards import NO_CARDS


def piled(cards: Cards) -> Note:
    """Return the note that these cards were shuffled into a new pile."""
    return make_note(Move.PILED, None, cards)


def turned_up(cards: Cards) -> Note:
    """Return the note that these cards were turned up from the pile."""
    return make_note(Move.TURNED_UP, None, cards)


def dealt(seat: int, number: int) -> Note:
    """Return the note that the seat was dealt so many cards from the pile."""
    return make_note(Move.DEALT, seat, NO_CARDS, number)


def after_entering(public: Public, seat: int, cards: Cards, market: Cards | None = None) -> Public:
    """Return the public part after these cards have openly entered the seat's hand; `market` is
    given if it changed.
    """
    return make_public(
        public.market if market is None else market,
        public.discards,
        (*public.history, make_note(Move.ENTERED, seat, cards)),
        public.queue,
        public.doubloons,
        public.earned,
        public.owned,
        public.discarded,
    )


def after_leaving(
    public: Public, seat: int, cards: Cards, *, discarded: Cards = NO_CARDS
) -> Public:
    """Return the public part after these cards have openly left the seat's hand."""
    history = public.history
    if cards:
        history = (*history, make_note(Move.LEFT, seat, cards))
    return make_public(
        public.market,
        CARDS.add(public.discards, discarded),
        history,
        public.queue,
        public.doubloons,
        public.earned,
        public.owned,
        public.discarded,
    )


def after_theft(public: Public, hidden: Hidden, seat: int, kind: Kind) -> tuple[Public, Hidden]:
    """Return both parts after Pirates have taken a card at random from the seat's hand, and
    discarded it (M4.5).
    """
    card = CARDS.one[kind]
    history = (*public.history, make_note(Move.STOLEN, seat, card))
    public = evolve(public, history=history, discards=CARDS.add(public.discards, card))
    return public, with_hands(hidden, CARDS.remove_from(hidden.hands, seat, card))


def after_gift(
    public: Public, hidden: Hidden, giver: int, receiver: int, kind: Kind
) -> tuple[Public, Hidden]:
    """Return both parts after a gift from one seat to another (M5.6)."""
    card = CARDS.one[kind]
    hands = CARDS.add_to(CARDS.remove_from(hidden.hands, giver, card), receiver, card)
    note = make_note(Move.GIVEN, giver, NO_CARDS, receiver=receiver)
    public = evolve(public, history=(*public.history, note))
    return public, evolve(hidden, hands=hands, given=with_gift(hidden.given, note, kind))


def with_gift(
    given: tuple[tuple[Kind | None, ...], ...], note: Note, kind: Kind
) -> tuple[tuple[Kind | None, ...], ...]:
    """Return what each seat knows of the gifts, with one more."""
    return tuple([
        (*known, kind if seat in (note.seat, note.receiver) else None)
        for seat, known in enumerate(given)
    ])  # fmt: skip


def with_pile(dealt: tuple[tuple[Cards, ...], ...]) -> tuple[tuple[Cards, ...], ...]:
    """Return what each seat was dealt, with nothing yet from another pile."""
    return tuple([(*cards, NO_CARDS) for cards in dealt])


def after_round(public: Public, hidden: Hidden) -> tuple[Public, Hidden]:
    """Begin a new history, as if the pile had just been made, if all hands are empty."""
    if any(hidden.hands):
        return public, hidden
    public = evolve(public, history=(piled(hidden.pile),))
    nothing = ((),) * len(hidden.hands)
    return public, evolve(hidden, given=nothing, dealt=with_pile(nothing))
