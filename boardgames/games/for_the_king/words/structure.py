"""The table of For the King as people see it, and what each action concerns, in any language.

A language is a subclass: names as data, sentences as code (`english.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import ClassVar, NamedTuple, assert_never

from boardgames.contract.words import Words
from boardgames.core.values import evolve, replaced
from boardgames.games.for_the_king import components, events, scoring
from boardgames.games.for_the_king.actions import (
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
)
from boardgames.games.for_the_king.components import (
    FIRST_GOLD,
    FIRST_KING,
    NAMES,
    OFFICE_KEYS,
    VALUE_OF,
    Effect,
    Office,
    gold,
    is_king,
    of_office,
    payable,
    without,
)
from boardgames.games.for_the_king.phases.influence import turn_number, turns_in_all
from boardgames.games.for_the_king.scoring import FEWEST_FOR_SECONDARY, secondary
from boardgames.games.for_the_king.secrets.view import View, shown_cards
from boardgames.games.for_the_king.state import (
    BID,
    DISCARD,
    FOR_SALE,
    KING,
    OVER,
    PAY,
    PLACE,
    TAKE,
    Phase,
    Rules,
    State,
)
from boardgames.games.for_the_king.words.known import (
    KnownHand,
    Sum,
    items_of,
    known_hand,
    sums_of,
)
from boardgames.scene.parts import (
    Area,
    Counter,
    Item,
    Piece,
    Unseen,
    Zone,
    face_down,
)
from boardgames.scene.plan import TablePlan
from boardgames.scene.scene import (
    Label,
    Scene,
    ScoreLine,
    ScoreSheet,
    Touch,
    make_label,
    make_touch,
)

MAY_BE_GONE = "may_be_gone"
"""Marks a card that entered a hand in public, if the hand has lost cards unseen since then."""


class Duty(NamedTuple):
    """What an office pays at the end."""

    office: Office
    primary: int
    second: int
    """Its Secondary Duty; 0 for none."""


class KnownStanding(NamedTuple):
    """How a seat stands, by what the reader knows."""

    hand: KnownHand
    sums: Mapping[Office | None, Sum]
    """What its known cards add up to: by office, and for the Gold under None."""
    points: int
    """Those of the Duties that the cards that are certain take."""
    ranks: Mapping[Office | None, int]
    """By office: 1 if they take the Primary Duty now, 2 if the Secondary Duty (F6.1)."""


class ForTheKingWords(Words[State, Action, View]):
    """For the King for people: the language says what is abstract here."""

    game: Rules
    tips: ClassVar[Mapping[Phase, str]]
    """What each phase is about, for a newcomer."""
    groups: ClassVar[Mapping[type[Action], str]]
    """The menu to which actions of a type belong."""
    only_primary: ClassVar[str]
    """What an office is for if there are no Secondary Duties (F2)."""
    out_of_sight: ClassVar[str]
    """Begins the note on hands that cards have left face down."""

    # What a language says.

    @abstractmethod
    def office_card(self, office: Office, worth: int) -> str:
        """Return what a card of an office is for (F6.1)."""

    @abstractmethod
    def of_sum(self, known: Sum) -> str:
        """Return the note on a sum: up to how much, and the best letter."""

    @abstractmethod
    def waiting(self, player: int, viewer: int | None, phase: Phase) -> str:
        """Return what another player is to do."""

    @abstractmethod
    def ask_place(self, drawn: int) -> str:
        """Return the question where a drawn card goes."""

    @abstractmethod
    def ask_take(self) -> str:
        """Return the request to take a card from the centre."""

    @abstractmethod
    def ask_change(self, king: int, effect: Effect) -> str:
        """Return what a King lets the reader do."""

    @abstractmethod
    def ask_bid(self, card: int, bid: int, limit: int, can_pay: int, *, has_cards: bool) -> str:
        """Return what is for sale, and what the reader can bid.

        `bid` is the last bid, `limit` the highest that is possible, `can_pay` the highest that the
        reader can pay; `has_cards`: whether they have something to lose.
        """

    @abstractmethod
    def ask_pay(self, bid: int) -> str:
        """Return the request to pay in Gold."""

    @abstractmethod
    def ask_discard(self, number: int, card: int) -> str:
        """Return the request to discard this many cards for Gold."""

    @abstractmethod
    def on_duty(self, primary: int, second: int) -> str:
        """Return what the numbers of a Duty mean; `second` is 0 without a Secondary Duty."""

    @abstractmethod
    def on_letter(self, known: Sum) -> str:
        """Return what a sum and a letter mean."""

    @abstractmethod
    def on_range(self, known: Sum) -> str:
        """Return what a sum means of which some may be gone."""

    @abstractmethod
    def at_least(self, seat: int, viewer: int | None, number: int, cards: Sequence[int]) -> str:
        """Return that a seat holds at least so many of these cards."""

    @abstractmethod
    def action(self, action: Action, drawn: int | None) -> str:
        """Return what this action means, as an infinitive: `take Gold 2`."""

    @abstractmethod
    def resolved(self) -> str:
        """Return the note that the reader resolves a King at once."""

    @abstractmethod
    def bluff(self) -> str:
        """Return the note that a bid is more than the reader can pay."""

    @abstractmethod
    def overpaid(self, spare: int) -> str:
        """Return the note that a payment is so much more than the bid."""

    @abstractmethod
    def describe(self, event: events.Event, viewer: int | None) -> Sequence[str]:
        """Return an event in lines for this viewer; none for what the next scene shows anyway."""

    # Pieces.

    def pieces(self) -> Mapping[str, Piece]:
        """Return the Duties in play, by the name of the office in lower case, and the cards, by
        their names in JSON.
        """
        game = self.game
        described = components.COMPONENTS.pieces
        cards = [*dict.fromkeys(game.cards)]
        known: dict[str, Piece] = {}
        for office in game.setup.offices:
            duty = described[OFFICE_KEYS[office]]
            if game.players < FEWEST_FOR_SECONDARY:
                known[duty.key] = evolve(duty, text=self.only_primary)
            else:
                known[duty.key] = duty
            for card in of_office(cards, office):
                name, worth = NAMES[card], VALUE_OF[card]
                text = self.office_card(office, worth)
                known[name] = Piece(
                    name, self.card(card), text, duty.group, worth, "F6.1", duty.colour
                )
        for card in cards:
            if card >= FIRST_KING:
                piece = described[NAMES[card]]
                is_gold = card >= FIRST_GOLD
                known[piece.key] = evolve(piece, worth=VALUE_OF[card]) if is_gold else piece
        return known

    def card(self, card: int) -> str:
        """Return what the reader calls a card; in JSON, it has its English name."""
        return NAMES[card]

    # The table.

    def scene(self, view: View) -> Scene:
        """Return the table as this seat sees it: Duties, what is known of each hand, the centre or
        the auction.
        """
        duties = _duties(view)
        standings = _standings(view, duties)
        seats = [self._seat_area(view, seat, each) for seat, each in enumerate(standings)]
        is_on = view.phase is not OVER
        progress = _progress(self.game, view)
        return Scene(
            viewer=view.seat,
            title=self.title,
            heading=self._heading(view, progress),
            areas=(self._centre(view, duties, seats), *seats),
            to_act=(view.player,) if is_on else (),
            prompt=self._prompt(view) if is_on else "",
            notes=tuple(self._notes(view, duties, standings)),
            unseen=(_unseen(self.game, view, standings),),
            layout="columns",
            tip=self.tips.get(view.phase, ""),
            race=("points",),
            progress=progress,
            plan=self.plan,
        )

    def headings(self, view: View) -> tuple[str, str]:
        """Return the number of the turn or auction; there are no stages."""
        return self._heading(view, _progress(self.game, view)), ""

    def _heading(self, view: View, progress: tuple[int, ...]) -> str:
        if view.phase is OVER:
            return self.name("over")
        number, of_all = progress
        return self.name(f"{'auction' if view.turn is None else 'turn'}_{number}_{of_all}")

    @cached_property
    def plan(self) -> TablePlan:
        """Where things lie."""
        return TablePlan(
            centre=(
                # For sale is one card of those that lay in the centre before.
                self.space("centre", "sale", places=(self.game.players - 1, 1), weight=7),
                self.space("king", places=(1,), weight=3),
                self.space("favor", places=(6,), weight=3),
                self.space("deck", form="count"),
                self.space("gone", form="count"),
                self.space("removed", form="count"),
            ),
            seat=(
                self.space("drawn", places=(1,)),
                self.space("hand", places=(12,), weight=6),
                self.space("lost", form="count"),
            ),
            counters=("bid", "limit"),
            beside=True,
            share=3,
        )

    def _centre(self, view: View, duties: Sequence[Duty], seats: Sequence[Area]) -> Area:
        """Return the centre, with the Duties, and in an auction the last bid and the limit of bids.

        What lies neither there nor in the areas of seats was removed at setup.
        """
        zones = [*self._centre_zones(view)]
        placed = sum([zone.size for zone in chain(zones, *[area.zones for area in seats])])
        removed = face_down(len(self.game.cards) - placed)
        zones.append(self.zone("removed", removed, minor=True))
        counters = [
            self.counter(OFFICE_KEYS[office], primary, note=f"/ {second}" if second else "")
            for office, primary, second in duties
        ]
        if view.phase is BID:
            if view.bid:
                counters.append(self.counter("bid", view.bid))
            counters.append(self.counter("limit", bid_limit(view), derived=True))
        return Area(None, self.name("table"), tuple(zones), tuple(counters))

    def _centre_zones(self, view: View) -> Iterator[Zone]:
        """Yield the zones that belong to no seat, except the cards removed at setup."""
        gone = list(view.public.gone)
        if view.phase is KING:
            yield self.zone("king", items_of([gone.pop()]))
        if view.turn is not None:
            in_hand = view.phase is PLACE
            yield self.zone("centre", items_of(view.turn.centre))
            yield self.zone("deck", face_down(view.deck_size - in_hand))
        elif view.phase in FOR_SALE:
            yield self.zone("sale", items_of(view.turned[-1:]))
        own = without(view.favored, view.turned)
        of_others = sum(view.favored_sizes) - len(view.turned) - len(own)
        yield self.zone("favor", items_of(own, hidden=True) + face_down(of_others))
        yield self.zone("gone", items_of(gone), minor=True)

    def _seat_area(self, view: View, seat: int, standing: KnownStanding) -> Area:
        return Area(
            seat,
            self.seat_name(seat, view.seat),
            tuple(self._seat_zones(view, seat, standing.hand)),
            tuple(self._seat_counters(view, seat, standing)),
            tuple([self.mark(key) for key in _seat_marks(view, seat)]),
        )

    def _seat_zones(self, view: View, seat: int, hand: KnownHand) -> Iterator[Zone]:
        if view.turn is not None and view.phase is PLACE and seat == view.player:
            drawn = face_down(1) if view.drawn is None else items_of([view.drawn], hidden=True)
            yield self.zone("drawn", drawn)
        yield self.zone("hand", self._hand_items(view, seat, hand))
        is_own = seat == view.seat
        lost = items_of(view.lost, hidden=True) if is_own else face_down(hand.lost)
        yield self.zone("lost", lost, minor=not hand.lost, brief=True)

    def _hand_items(self, view: View, seat: int, hand: KnownHand) -> tuple[Item, ...]:
        size = view.hand_sizes[seat]
        if view.hands or seat == view.seat:
            return items_of(hand.known)
        items = items_of(hand.certain, hidden=True)
        if len(hand.known) <= size:
            doubtful = without(hand.known, hand.certain)
            items += items_of(doubtful, hidden=True, marks=(self.mark(MAY_BE_GONE),))
        # Otherwise some of them are gone, but it is unknown which: a note lists them.
        return items + face_down(size - sum([item.count for item in items]))

    def _seat_counters(self, view: View, seat: int, standing: KnownStanding) -> Iterator[Counter]:
        """Yield what is certainly in a hand of each office and of Gold, with a note on the rest,
        and how the seat stands.
        """
        hand, sums, points, ranks = standing
        for office, known in sums.items():
            key = "gold" if office is None else OFFICE_KEYS[office]
            note, rank = self.of_sum(known), ranks.get(office, 0)
            yield self.counter(key, known.least, note=note, derived=True, rank=rank)
        if seat != view.seat and not view.hands:
            size = view.hand_sizes[seat]
            unknown = min(size, size + hand.lost - len(hand.known))
            yield self.counter("unknown", unknown, derived=True)
        yield self.counter("points", points, derived=True)

    # What is asked, and remarks.

    def _prompt(self, view: View) -> str:
        auction = view.auction
        if view.seat != view.player:
            return self.waiting(view.player, view.seat, view.phase)
        if view.phase is PLACE and view.drawn is not None:
            return self.ask_place(view.drawn)
        if view.phase is TAKE:
            return self.ask_take()
        if view.phase is KING:
            king = view.public.gone[-1]
            return self.ask_change(king, Effect(king - FIRST_KING))
        if view.phase is PAY:
            return self.ask_pay(view.bid)
        card = view.turned[-1]
        if view.phase is DISCARD and auction is not None:
            return self.ask_discard(view.bid - auction.discarded, card)
        can_pay = payable(view.hand, card)
        has_cards = bool(view.hand)
        return self.ask_bid(card, view.bid, bid_limit(view), can_pay, has_cards=has_cards)

    def _notes(
        self, view: View, duties: Sequence[Duty], standings: Sequence[KnownStanding]
    ) -> Iterator[str]:
        sums = [*chain.from_iterable([standing.sums.values() for standing in standings])]
        if view.phase is not OVER:
            explained = [*self._explained(duties, sums)]
            if explained:
                yield " ".join(explained)
        if view.hands:
            return
        hands = enumerate([standing.hand for standing in standings])
        with_losses = [(seat, hand) for seat, hand in hands if seat != view.seat and hand.lost]
        if with_losses:
            ranges = [known for known in sums if known.most > known.least]
            if ranges:
                yield f"{self.out_of_sight} {self.on_range(ranges[0])}"
            else:
                yield self.out_of_sight
        for seat, hand in with_losses:
            doubtful = without(hand.known, hand.certain)
            left = len(doubtful) - hand.lost
            if len(hand.known) > view.hand_sizes[seat] and left > 0:
                yield self.at_least(seat, view.seat, left, doubtful)

    def _explained(self, duties: Sequence[Duty], sums: Sequence[Sum]) -> Iterator[str]:
        """Yield what the figures beside offices mean, with one of each sort that stands on the
        table as an example.
        """
        if duties:
            # One with a Secondary Duty explains more.
            example = max(duties, key=lambda duty: duty.second > 0)
            yield self.on_duty(example.primary, example.second)
        with_letter = [known for known in sums if known.letter and known.most == known.least]
        if with_letter:
            yield self.on_letter(with_letter[0])

    # What the player can do.

    def label(self, view: View, action: Action) -> Label:
        """Return what this action means to the seat of this View."""
        return make_label(
            self.action(action, view.drawn),
            tuple(_touches(view, action)),
            self._group(view, action),
            action.amount if isinstance(action, Bid) else None,
            self._note(view, action),
            declines=isinstance(action, Pass),
        )

    def _group(self, view: View, action: Action) -> str:
        """Return the menu of an action; changes are grouped by the first Duty that they change."""
        if not isinstance(action, Change):
            return self.groups[type(action)]
        raised = action.raised[:1]
        return self.action(Change(raised, () if raised else action.lowered[:1]), view.drawn)

    def _note(self, view: View, action: Action) -> str:
        """Return what the seat should know of an action."""
        match action:
            case Keep() if view.drawn is not None and is_king(view.drawn):
                return self.resolved()
            case Take(card) if is_king(card):
                return self.resolved()
            case Bid(amount) if view.seat == view.player:
                can_pay = amount <= payable(view.hand, view.turned[-1])
                return "" if can_pay else self.bluff()
            case Pay(coins) if sum(coins) > view.bid:
                return self.overpaid(sum(coins) - view.bid)
            case _:
                return ""

    # The end.

    def score_sheet(self, state: State) -> ScoreSheet:
        """Return the points from every Duty taken: a line for each Primary and each Secondary
        Duty.
        """
        hands = state.hidden.hands
        nothing = (0,) * len(hands)
        lines = [
            ScoreLine(
                self.name(f"{OFFICE_KEYS[office]}_{kind}"),
                replaced(nothing, taker, worth),
                "F6.1",
            )
            for office, kind, worth, taker in scoring.duties_taken(hands, state.public.duties)
            if worth
        ]
        return ScoreSheet(tuple(lines) or (ScoreLine(self.name("duties"), nothing, "F6.1"),))


def _duties(view: View) -> list[Duty]:
    """Return the Duties of the offices in play."""
    players = len(view.hand_sizes)
    return [
        Duty(office, primary, secondary(primary, players))
        for office, primary in zip(Office, view.public.duties, strict=True)
        if primary
    ]


def _standings(view: View, duties: Sequence[Duty]) -> list[KnownStanding]:
    """Return how the seats stand, by what the reader knows."""
    seats = range(len(view.hand_sizes))
    hands = [known_hand(view, seat) for seat in seats]
    points = [0 for _ in seats]
    ranks: list[dict[Office | None, int]] = [{} for _ in seats]
    certain = [sorted(hand.certain) for hand in hands]
    for office, kind, worth, seat in scoring.duties_taken(certain, view.public.duties):
        points[seat] += worth
        if worth:
            ranks[seat][office] = 1 if kind == scoring.PRIMARY else 2
    offices = [duty.office for duty in duties]
    return [
        KnownStanding(hands[seat], sums_of(hands[seat], offices), points[seat], ranks[seat])
        for seat in seats
    ]


def bid_limit(view: View) -> int:
    """Return the highest possible bid for the card for sale, according to public information
    (F5.8).
    """
    if view.turned[-1] < FIRST_GOLD:
        return view.public.gold
    return max([view.hand_sizes[seat] for seat in view.bidding])


def _progress(game: Rules, view: View) -> tuple[int, ...]:
    """Return the number of the turn or auction, and of all of them; nothing after the end."""
    if view.phase is OVER:
        return ()
    if view.turn is not None:
        return turn_number(game, view, view.deck_size), turns_in_all(game)
    assert view.auction is not None
    return view.auction.number + 1, sum(view.favored_sizes)


def _seat_marks(view: View, seat: int) -> Iterator[str]:
    auction, phase = view.auction, view.phase
    if view.turn is not None and seat == view.turn.advisor:
        yield events.ADVISOR
    if auction is None or phase is OVER:
        return
    if seat in auction.defaulted:
        yield events.UNABLE
    elif phase is BID and seat not in view.bidding:
        yield events.PASSED
    elif phase is BID and view.bid and seat == view.bidding[-1]:
        yield events.LAST_BID.format(view.bid)
    elif phase in (PAY, DISCARD) and seat == view.player:
        yield events.won_for(view.bid, auction.discarded)


def _unseen(game: Rules, view: View, standings: Sequence[KnownStanding]) -> Unseen:
    """Return the cards that the reader cannot locate."""
    located = [*shown_cards(view), *without(view.favored, view.turned)]
    for standing in standings:
        located += standing.hand.certain
    unseen = Tally(game.cards) - Tally(located)
    return Unseen(
        ("drawn", "hand", "lost", "deck", "favor", "removed"),
        items_of(unseen.elements(), hidden=True),
    )


def _touches(view: View, action: Action) -> Sequence[Touch]:
    """Return what an action concerns."""
    seat = view.player
    match action:
        case Bid() | Pass():  # the longest list
            return (make_touch(None, "sale", NAMES[view.turned[-1]]),)
        case Keep():
            return _drawn(view), make_touch(seat, "hand")
        case Centre():
            return _drawn(view), make_touch(None, "centre")
        case Favor():
            return _drawn(view), make_touch(None, "favor")
        case Take(card):
            return (make_touch(None, "centre", NAMES[card]),)
        case Change():
            return (make_touch(None, "king", NAMES[view.public.gone[-1]]),)
        case Pay(coins):
            return [make_touch(seat, "hand", NAMES[gold(coin)]) for coin in dict.fromkeys(coins)]
        case Discard(card):
            return (make_touch(seat, "hand", NAMES[card]),)
        case _:
            assert_never(action)


def _drawn(view: View) -> Touch:
    """Return the card that the Advisor has drawn."""
    return make_touch(view.player, "drawn", None if view.drawn is None else NAMES[view.drawn])
