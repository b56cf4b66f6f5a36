"""What one seat can conclude from the history of the hands, and how likely each conclusion is (M8).

The history is replayed for what it leaves open: which card a gift was, and which of two equal cards
Pirates took or came from which pile. Each answer makes a `Branch`. In a branch, every card of a
hand is of one of two sorts:

- sure: its kind is known there, since the card entered the hand openly, or was a gift; so are all
  cards of the seat's own hand;
- dealt: it lies somewhere among the cards of its pile that nobody has seen. Any of these may be in
  any of the places where such cards lie, in the hands and in the rest of the pile, all orders being
  equally likely.

A sure card leaves before a dealt one of its kind. If a dealt card leaves, it has been found: it may
have been in any of the places of that hand. With p places of the hand, and c cards of the kind
among n unseen ones, the branch then weighs p * c / n as much as before.

Example: the giver's hand is a sure corn and three dealt cards, one of which was given. The gift was
the corn with weight 1; or another with weight 3 * c / n, if c of n unseen cards are of its kind.
Branches in which the hands are alike are joined, and remember what they were joined from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple, TypeAlias

from boardgames.core.chance import pick_weighted
from boardgames.core.values import ComputedDict, increased, replaced
from boardgames.games.mundus_novus.components import CARDS, Cards, Kind
from boardgames.games.mundus_novus.secrets.check import check_note
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    DEALT,
    ENTERED,
    GIVEN,
    LEFT,
    PILED,
    STOLEN,
    Note,
    make_note,
)
from boardgames.kit.cards import NO_CARDS, PackedCards

MOST_BRANCHES = 1_000
"""Of more branches, a random share is followed, so that those left out are as likely on average."""

Found: TypeAlias = tuple[tuple[int, int, PackedCards], ...]
"""Dealt cards that have been found: pile, seat and card."""


class BranchOrigin(NamedTuple):
    """One way in which a branch came about."""

    weight: float
    """How likely it is, relative to the other ways."""
    before: Branch | None
    """The branch that it goes on from; None for the beginning."""
    found: Found
    """The cards found since."""
    given: tuple[Kind, ...]
    """What was given since."""


class BranchHands(NamedTuple):
    """All hands, and the unseen cards, in one branch."""

    sure: tuple[PackedCards, ...]
    """By seat: the cards of which the kind is known."""
    places: tuple[tuple[int, ...], ...]
    """By pile and seat: the number of other cards, which were dealt from this pile."""
    unseen: tuple[PackedCards, ...]
    """By pile: the cards in these places and in what is left of the pile."""


class Branch(NamedTuple):
    """One of the answers to what the history leaves open."""

    hands: BranchHands
    weight: float
    """How likely it is, relative to the others."""
    origins: tuple[BranchOrigin, ...]


class NoteStep(NamedTuple):
    """What a note makes of a branch."""

    hands: BranchHands
    weight: float
    """How much likelier the branch becomes."""
    found: Found = ()
    given: tuple[Kind, ...] = ()


class BranchPath(NamedTuple):
    """A branch with one of the ways in which it can have come about."""

    hands: BranchHands
    found: Found
    given: tuple[Kind, ...]


Branches: TypeAlias = tuple[Branch, ...]


# One history after another.

_replayed: dict[tuple[int | None, Note], tuple[View, Branches]] = {}
"""The last View of each seat whose history begins so, with what follows from it."""
MOST_REPLAYED = 64


def branches_of(view: View) -> Branches:
    """Return what the seat can conclude from the history; nothing if the history is impossible.

    A longer history goes on where the last one ended. Raises `DecodeError` for a note that lacks
    what its move needs.
    """
    notes = view.public.history
    key = view.seat, notes[0]
    last = _replayed.get(key)
    if last is not None and _goes_on(view, last[0]):
        earlier, branches = last
        done = len(earlier.public.history)
        given = view.given[len(earlier.given) :]
        for pile, own in enumerate(earlier.dealt):
            if own != view.dealt[pile]:
                branches = _with_own(view, branches, pile, CARDS.remove(view.dealt[pile], own))
    else:
        done = 0
        nobody = (NO_CARDS,) * len(view.hand_sizes)
        beginning = BranchOrigin(1.0, None, (), ())
        branches = (Branch(BranchHands(nobody, (), ()), 1.0, (beginning,)),)
        given = view.given
    if done < len(notes):
        for index in range(done, len(notes)):
            check_note(index, notes[index], len(view.hand_sizes))
        branches = _replay(view, branches, notes[done:], given)
        if len(_replayed) >= MOST_REPLAYED:
            _replayed.clear()
        _replayed[key] = view, branches
    return branches


def _goes_on(view: View, earlier: View) -> bool:
    """Return whether all that the earlier View knows is in this one, too."""
    before = earlier.public.history
    return (
        len(earlier.hand_sizes) == len(view.hand_sizes)
        and view.public.history[: len(before)] == before
        and view.given[: len(earlier.given)] == earlier.given
        and all(map(CARDS.contains, view.dealt, earlier.dealt))
    )


def _with_own(view: View, branches: Branches, pile: int, cards: PackedCards) -> Branches:
    """Return the branches after the seat has been dealt these cards, too, and so they are not among
    the unseen ones.

    It does not matter when they are left out: all orders of unseen cards are equally likely.
    """
    if view.seat is None:
        return branches
    after = []
    for branch in branches:
        sure, places, piles = branch.hands
        if not CARDS.contains(piles[pile], cards):
            continue
        unseen = replaced(piles, pile, CARDS.remove(piles[pile], cards))
        hands = BranchHands(CARDS.add_to(sure, view.seat, cards), places, unseen)
        weight = branch.weight * _chance_of(piles[pile], cards)
        after.append(Branch(hands, weight, branch.origins))
    return tuple(after)


def _chance_of(unseen: PackedCards, cards: PackedCards) -> float:
    """Return the chance that these are the first cards of the unseen ones."""
    ways = prod(map(comb, CARDS.unpack(unseen), CARDS.unpack(cards)))
    return ways / comb(CARDS.size(unseen), CARDS.size(cards))


def _replay(
    view: View, branches: Branches, notes: Sequence[Note], given: Sequence[Kind | None]
) -> Branches:
    """Go on with these notes, of which the gifts were of these kinds, as far as the seat knows."""
    told = iter(given)
    first = 0
    while first < len(notes) and branches:
        last = first
        while last < len(notes) and not _is_unseen(view, notes[last]):
            last += 1
        if first < last:
            seen = _Seen(view, notes[first:last], len(branches[0].hands.places))
            branches = _joined([
                (branch, step)
                for branch in branches
                for step in _after_seen(view, *seen.parts(branch.hands))
            ])  # fmt: skip
        if last < len(notes):
            note = notes[last]
            kind = next(told) if note.move is GIVEN else None
            branches = _joined([
                (branch, step)
                for branch in branches
                for step in _after_unseen(branch.hands, note, kind)
            ])  # fmt: skip
        first = last + 1
    return branches


def _is_unseen(view: View, note: Note) -> bool:
    """Return whether it is not known which card of a hand has moved."""
    return note.move is GIVEN or (note.move is STOLEN and note.seat != view.seat)


def _joined(ways: Sequence[tuple[Branch, NoteStep]]) -> Branches:
    """Return the branches to which these steps from others lead, with all weights together 1."""
    if len(ways) == 1:
        ((before, step),) = ways
        return (Branch(step.hands, 1.0, _continued(before, step)),)
    by_hands: dict[BranchHands, list[tuple[float, Branch, NoteStep]]] = {}
    total = 0.0
    for before, step in ways:
        weight = before.weight * step.weight
        by_hands.setdefault(step.hands, []).append((weight, before, step))
        total += weight
    after = []
    for hands, alike in by_hands.items():
        if len(alike) == 1:
            _, before, step = alike[0]
            origins = _continued(before, step)
        else:
            origins = tuple([
                BranchOrigin(weight, before, step.found, step.given)
                for weight, before, step in alike
            ])  # fmt: skip
        after.append(Branch(hands, sum([weight for weight, _, _ in alike]) / total, origins))
    return tuple(after) if len(after) <= MOST_BRANCHES else thinned(after)


def _continued(before: Branch, step: NoteStep) -> tuple[BranchOrigin, ...]:
    """Return the origins of a branch that comes from this one alone."""
    if not step.found and not step.given:
        return before.origins
    return tuple([
        BranchOrigin(old.weight, old.before, old.found + step.found, old.given + step.given)
        for old in before.origins
    ])  # fmt: skip


def thinned(branches: Sequence[Branch]) -> Branches:
    """Return a random share of the branches: the likely ones, and of the others as many as keep
    the weights right on average.
    """
    rng = Random(len(branches))  # noqa: S311  # the same for the same View
    least = 2 / MOST_BRANCHES
    kept = []
    for branch in branches:
        if branch.weight >= least:
            kept.append(branch)
        elif rng.random() * least < branch.weight:
            kept.append(branch._replace(weight=least))
    return tuple(kept)


# What everybody sees: where cards were dealt from one pile, nothing is left open.

Indexed: TypeAlias = tuple[int, Note]
"""A note with its place among others."""


class _Seen:
    """Notes that leave nothing open.

    What becomes of the sure cards of a hand depends on these alone. Many branches begin with the
    same, so it is followed once for all of them, and only other cards branch by branch.
    """

    def __init__(self, view: View, notes: Sequence[Note], piles: int) -> None:
        """`piles` is the number of piles before these notes."""
        self.of_piles: list[Indexed] = []
        """Also what is dealt from them."""
        self.of_hands: list[list[Indexed]] = [[] for _ in view.hand_sizes]
        for index, note in enumerate(notes):
            seat = note.seat
            if seat is None:
                self.of_piles.append((index, note))
            elif note.move is not DEALT:
                self.of_hands[seat].append((index, note))
            elif seat != view.seat:
                self.of_piles.append((index, note))
            if note.move is PILED and view.seat is not None:
                own = make_note(ENTERED, view.seat, view.dealt[piles])
                self.of_hands[view.seat].append((index, own))
                piles += 1
        self.followed = ComputedDict(self.follow)

    def follow(self, hand: tuple[int, PackedCards]) -> tuple[PackedCards, list[Indexed]]:
        """Return which cards of this seat are sure at the end if these are so at the beginning; and
        notes of the others that have left, which have been dealt.
        """
        seat, sure = hand
        others = []
        for index, note in self.of_hands[seat]:
            cards = note.cards
            if note.move is ENTERED:
                sure = CARDS.add(sure, cards)
            elif CARDS.contains(sure, cards):
                sure = CARDS.remove(sure, cards)
            else:  # sure ones leave first
                both = CARDS.common(sure, cards)
                sure = CARDS.remove(sure, both)
                others.append((index, make_note(LEFT, seat, CARDS.remove(cards, both))))
        return sure, others

    def parts(self, hands: BranchHands) -> tuple[BranchHands, list[Indexed]]:
        """Return the hands with the sure cards of the end, and notes of all else, in order."""
        sure = []
        notes = [*self.of_piles]
        for hand in enumerate(hands.sure):
            cards, others = self.followed[hand]
            sure.append(cards)
            notes += others
        notes.sort()  # by their places, of which no two are the same
        return BranchHands(tuple(sure), hands.places, hands.unseen), notes


class _Course:
    """The places and unseen cards of a branch while the notes that leave nothing open go on;
    `BranchHands` has the fields.
    """

    __slots__ = ("found", "places", "sure", "unseen", "weight")

    def __init__(self, hands: BranchHands) -> None:
        self.sure = hands.sure
        self.places = [[*numbers] for numbers in hands.places]
        self.unseen = [*hands.unseen]
        self.weight = 1.0
        self.found: Found = ()

    @property
    def hands(self) -> BranchHands:
        """What they are now."""
        return BranchHands(self.sure, tuple(map(tuple, self.places)), tuple(self.unseen))

    def begin_pile(self, view: View, cards: Cards) -> bool:
        """Make a new pile, of which the seat of the View sees its own cards; return whether they
        can be there.
        """
        own = view.dealt[len(self.places)]
        self.places.append([0] * len(self.sure))
        self.unseen.append(CARDS.without(cards, own))
        return CARDS.contains(cards, own)

    def leave(self, seat: int, cards: PackedCards, pile: int) -> bool:
        """Let these cards leave the hand of the seat, to which they were dealt from this pile;
        return whether they can be there.
        """
        places, size = self.places[pile], CARDS.size(cards)
        if size > places[seat] or not self.see(pile, cards):
            return False
        self.weight *= comb(places[seat], size)
        places[seat] -= size
        self.found = (*self.found, (pile, seat, cards))
        return True

    def see(self, pile: int, cards: PackedCards) -> bool:
        """Take these cards from the unseen ones of a pile; return whether they can be there."""
        unseen = self.unseen[pile]
        if not CARDS.contains(unseen, cards):
            return False
        self.weight *= _chance_of(unseen, cards)
        self.unseen[pile] = CARDS.remove(unseen, cards)
        return True


def _after_seen(view: View, hands: BranchHands, notes: Sequence[Indexed]) -> Sequence[NoteStep]:
    """Return what these notes, in which only dealt cards leave a hand, make of the hands, if they
    are possible.
    """
    course = _Course(hands)
    for place, (_, note) in enumerate(notes):
        move, seat, cards = note.move, note.seat, note.cards
        is_possible = True
        if move is PILED:
            is_possible = course.begin_pile(view, cards)
        elif seat is None:
            is_possible = course.see(-1, cards)
        elif move is DEALT:
            course.places[-1][seat] += note.number
        else:
            piles = [pile for pile, numbers in enumerate(course.places) if numbers[seat]]
            if len(piles) > 1:
                return _forked(view, course, seat, cards, notes[place + 1 :])
            is_possible = bool(piles) and course.leave(seat, cards, piles[0])
        if not is_possible:
            return ()
    return (NoteStep(course.hands, course.weight, course.found),)


def _forked(
    view: View, course: _Course, seat: int, cards: PackedCards, notes: Sequence[Indexed]
) -> Sequence[NoteStep]:
    """Return what these notes make of the hands after these cards, each of which was dealt to the
    seat from one pile or another, have left.
    """
    # All leave at once: in whatever order they are found, it is one way.
    orders = prod([factorial(number) for number in CARDS.unpack(cards)])
    steps = [NoteStep(course.hands, 1 / orders)]
    for kind in CARDS.each(cards):
        steps = [
            NoteStep(after.hands, step.weight * after.weight, step.found + after.found)
            for step in steps
            for after in _found(step.hands, seat, kind)
        ]
    return [
        NoteStep(
            after.hands,
            course.weight * step.weight * after.weight,
            course.found + step.found + after.found,
        )
        for step in steps
        for after in _after_seen(view, step.hands, notes)
    ]


def _found(hands: BranchHands, seat: int, kind: Kind) -> Iterator[NoteStep]:
    """Yield the hands without a card of this kind, which was dealt to the seat from one pile or
    another.
    """
    card = CARDS.one[kind]
    sure, places, piles = hands
    for pile, unseen in enumerate(piles):
        ways = places[pile][seat] * CARDS.count(unseen, kind)
        if ways:
            after = BranchHands(
                sure,
                replaced(places, pile, increased(places[pile], seat, -1)),
                replaced(piles, pile, CARDS.remove(unseen, card)),
            )
            yield NoteStep(after, ways / CARDS.size(unseen), ((pile, seat, card),))


# What only some see.


def _after_unseen(hands: BranchHands, note: Note, told: Kind | None) -> Iterator[NoteStep]:
    """Yield what a gift (M5.6) or a theft can make of the hands: each card of the seat has moved
    with equal chances. `told` is the kind of a gift that the reader knows.
    """
    seat, receiver = note.seat, note.receiver
    assert seat is not None
    kinds = CARDS.kind if told is None else (told,)
    if receiver is None:
        kinds = CARDS.kinds(note.cards)
    for kind in kinds:
        card = CARDS.one[kind]
        sure, places, unseen = hands
        given: tuple[Kind, ...] = ()
        if receiver is not None:
            sure = CARDS.add_to(sure, receiver, card)
            given = (kind,)
        number = CARDS.count(hands.sure[seat], kind)
        if number:
            after = BranchHands(CARDS.remove_from(sure, seat, card), places, unseen)
            yield NoteStep(after, number, (), given)
        for step in _found(BranchHands(sure, places, unseen), seat, kind):
            yield NoteStep(step.hands, step.weight, step.found, given)


# What follows.


def drawn(branches: Sequence[tuple[Branch, float]], rng: Random) -> BranchPath:
    """Draw one of these branches by their weights, and how it came about."""
    branch = branches[0][0] if len(branches) == 1 else pick_weighted(branches, rng)
    hands = branch.hands
    found: Found = ()
    given: tuple[Kind, ...] = ()
    before: Branch | None = branch
    while before is not None:
        origin = before.origins[0]
        if len(before.origins) > 1:
            origin = pick_weighted([(each, each.weight) for each in before.origins], rng)
        found += origin.found
        given = origin.given + given
        before = origin.before
    return BranchPath(hands, found, given)


def number_of_hands(branches: Branches, seat: int) -> int:
    """Return how many branches `with_hand_known` can have."""
    others = len(CARDS.kind) - 1
    ways = [
        prod([comb(places[seat] + others, others) for places in branch.hands.places])
        for branch in branches
    ]
    return sum(ways)


def with_hand_known(branches: Branches, seat: int) -> Iterator[Branch]:
    """Yield what becomes of the branches for each hand that this seat can hold, now being sure."""
    for branch in branches:
        for step in _laid_open(NoteStep(branch.hands, branch.weight), 0, seat):
            yield Branch(step.hands, step.weight, _continued(branch, step))


def _laid_open(step: NoteStep, pile: int, seat: int) -> Iterator[NoteStep]:
    """Yield what follows from a step if the cards that the seat was dealt from this pile and later
    ones are known, for all that they can be.
    """
    sure, places, piles = step.hands
    if pile == len(piles):
        yield step
        return
    unseen = piles[pile]
    no_places = replaced(places, pile, replaced(places[pile], seat, 0))
    for kinds in combinations_with_replacement(CARDS.kinds(unseen), places[pile][seat]):
        cards = CARDS.join([CARDS.one[kind] for kind in kinds])
        if CARDS.contains(unseen, cards):
            left = replaced(piles, pile, CARDS.remove(unseen, cards))
            after = NoteStep(
                BranchHands(CARDS.add_to(sure, seat, cards), no_places, left),
                step.weight * _chance_of(unseen, cards),
                (*step.found, (pile, seat, cards)),
            )
            yield from _laid_open(after, pile + 1, seat)


class Remembered(NamedTuple):
    """What a seat knows of the hand of another (M8)."""

    certain: Cards
    """The cards that are certainly there."""
    doubtful: Cards
    """Those that were seen entering it, and may have been given away."""
    doubts: int
    """The maximum number of these that may be gone."""


def remembered(view: View, seat: int) -> Remembered:
    """Return what the seat of the View knows of the cards in another hand."""
    likely = [branch.hands.sure[seat] for branch in branches_of(view)]
    if len(set(likely)) == 1:
        return Remembered(likely[0], NO_CARDS, 0)
    certain = reduce(CARDS.common, likely)
    known = _seen_entering(view, seat)
    doubtful = CARDS.without(known, certain)
    doubts = max([CARDS.size(CARDS.without(known, cards)) for cards in likely])
    return Remembered(certain, doubtful, doubts)


def _seen_entering(view: View, seat: int) -> Cards:
    """Return the cards that have entered the hand before the seat's eyes, and not left it so."""
    known = NO_CARDS
    told = iter(view.given)
    for note in view.public.history:
        if note.move is GIVEN:
            kind = next(told)
            card = NO_CARDS if kind is None else CARDS.one[kind]
            if note.receiver == seat:
                known = CARDS.add(known, card)
            elif note.seat == seat:
                known = CARDS.without(known, card)
        elif note.seat != seat:
            continue
        elif note.move is ENTERED:
            known = CARDS.add(known, note.cards)
        elif note.move in (LEFT, STOLEN):
            known = CARDS.without(known, note.cards)
    return known
