"""What there is to say of Mundus Novus, without a word: what lies on the table, what an action
concerns.

A language is a subclass: names as data, sentences as code (`english.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple, assert_never

from boardgames.contract.words import Words
from boardgames.core.values import identity_cache
from boardgames.games.mundus_novus import actions, components, events
from boardgames.games.mundus_novus.components import (
    CARDS,
    EVENT_PRICE,
    KEYS,
    QUEUE_SIZE,
    RELIC,
    SOURCES,
    Character,
    Development,
    Income,
    Kind,
    RoundEvent,
)
from boardgames.games.mundus_novus.event_parts import MASTER, PERFECT, SHORT
from boardgames.games.mundus_novus.phases.event import event_for, prices_of
from boardgames.games.mundus_novus.phases.progression import reach_of
from boardgames.games.mundus_novus.phases.trade import last_kind, totals
from boardgames.games.mundus_novus.secrets.beliefs import Remembered, remembered
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    OVER,
    SIMULTANEOUS,
    Phase,
    Rules,
    State,
    estate_of,
    has,
)
from boardgames.kit.cards import PackedCards
from boardgames.scene.parts import (
    Area,
    Item,
    Mark,
    Piece,
    Unseen,
    Zone,
    face_down,
    make_item,
)
from boardgames.scene.plan import TablePlan
from boardgames.scene.scene import Label, Scene, ScoreLine, ScoreSheet, Several, Touch, make_label

MAY_BE_GONE = "may_be_gone"
"""Marks a card that entered a hand in public, and may have been given away since."""


MANY_PLAYERS = 5
"""From so many on, hands and Development cards need more lines beside each other."""
SORTS = ("caravel", "merchant", "warehouse", "shipyard")
"""The published pieces that describe several Development cards each."""
CHOSEN_TOGETHER = (actions.Offer, actions.OfferNothing, actions.Store, actions.StoreNothing)
"""Actions of which a reader may choose several at once."""
DECLINING = (actions.OfferNothing, actions.StoreNothing)
AMOUNTS = (actions.Announce, actions.Different, actions.Relics)
"""Actions that differ in a number of cards."""


class MundusNovusWords(Words[State, actions.Action, View]):
    """Mundus Novus for people: the language says what is abstract here."""

    game: Rules
    phases: ClassVar[Mapping[Phase, str]]
    """What the language calls each phase."""
    tips: ClassVar[Mapping[Phase, str]]
    """What each phase is about, for a newcomer."""
    prompts: ClassVar[Mapping[Phase, str]]
    """What is asked in each phase, where no numbers belong to the question."""
    captions: ClassVar[tuple[str, ...]]
    """By the place in the queue: how many cards of one resource take what lies there (M6.2)."""
    groups: ClassVar[Mapping[type[actions.Action], str]]
    """The menu to which actions of a type belong."""

    # What a language says.

    @abstractmethod
    def development(self, piece: Piece, key: str, card: Development) -> Piece:
        """Return the Development card with this key, given the description of its type."""

    @abstractmethod
    def stage(self, number: int) -> str:
        """Return the round."""

    @abstractmethod
    def heading(self, number: int, phase: Phase, event: RoundEvent) -> str:
        """Return how far the game has come: the stage, and more."""

    @abstractmethod
    def waiting(self, seats: Sequence[int], viewer: int | None) -> str:
        """Return whom the reader is waiting for."""

    @abstractmethod
    def ask_gift(self, receiver: int, viewer: int | None) -> str:
        """Return the request to give a card to a player."""

    @abstractmethod
    def ask_offer(self, number: int, chosen: Iterable[Kind], *, may_be_fewer: bool) -> str:
        """Return the request to offer so many cards, of which some are chosen."""

    @abstractmethod
    def on_event(self, event: RoundEvent, spared: Sequence[int], viewer: int | None) -> str:
        """Return what the event of the round does, and whom de la Cosa spares (M3)."""

    @abstractmethod
    def on_choosing(self, seats: Sequence[int], viewer: int | None) -> str:
        """Return who has still to choose."""

    @abstractmethod
    def on_picks(self, seats: Sequence[int], viewer: int | None) -> str:
        """Return who picks next."""

    @abstractmethod
    def on_second_fleet(self, caravels: Sequence[int]) -> str:
        """Return which Caravels sail apart."""

    @abstractmethod
    def on_ties(self, total: int, seats: Sequence[int], viewer: int | None) -> str:
        """Return who is tied for Trade Master."""

    @abstractmethod
    def on_converted(self, cards: Sequence[tuple[Kind, Kind]]) -> str:
        """Return which cards count as which."""

    @abstractmethod
    def on_merchant(self, group: int) -> str:
        """Return that a Merchant is in use."""

    @abstractmethod
    def on_set(self, size: int) -> str:
        """Return that a set of different resources is being made."""

    @abstractmethod
    def on_sets(
        self, different: Sequence[int], relics: Sequence[int], *, identical: bool, from_deck: bool
    ) -> Iterator[str]:
        """Yield what sets bring that the reader can still make (M6.2 to M6.5).

        Prices are by number of cards, from the smallest set on; there are none for a set that
        cannot be made. `identical`: whether a set of one resource can be made; `from_deck`: whether
        it can take the top of the deck instead (Almagro).
        """

    @abstractmethod
    def on_doubts(self, doubts: Sequence[tuple[int, int]], viewer: int | None) -> str:
        """Return how many of the cards marked as perhaps gone may be so, of which seats (M8)."""

    @abstractmethod
    def at_least(self, seat: int, viewer: int | None, number: int, cards: Sequence[Kind]) -> str:
        """Return that a hand has at least so many of these cards (M8)."""

    @abstractmethod
    def on_last_round(self) -> str:
        """Return that the queue could not be refilled."""

    @abstractmethod
    def action(self, action: actions.Action, view: View) -> str:
        """Return what this action means, as an infinitive: `pick cocoa`."""

    @abstractmethod
    def taking(self, victim: int, kind: Kind, viewer: int | None) -> str:
        """Return what it means to take a card on offer, as `action` says it of `Take`: `take cocoa
        from Player 2`.
        """

    @abstractmethod
    def costs(self, price: int) -> str:
        """Return the note that something costs so many doubloons."""

    @abstractmethod
    def pays(self, doubloons: int) -> str:
        """Return the note that something pays so many doubloons."""

    @abstractmethod
    def pays_each_round(self, doubloons: int) -> str:
        """Return the note that a card pays so many doubloons a round."""

    @abstractmethod
    def takes(self, reach: int, *, from_deck: bool) -> str:
        """Return the note that a set takes one of the first cards of the queue, or of the deck."""

    @abstractmethod
    def wins(self) -> str:
        """Return the note that a perfect set wins."""

    @abstractmethod
    def converts(self, group: int) -> str:
        """Return the note on what a Merchant does."""

    @abstractmethod
    def must_follow(self, cards: Sequence[Kind]) -> str:
        """Return the note that only these cards can follow."""

    @abstractmethod
    def describe(self, event: events.Event, viewer: int | None) -> Sequence[str]:
        """Return an event in lines for this viewer; none for what the next scene shows anyway."""

    # The table.

    def pieces(self) -> Mapping[str, Piece]:
        """Return every piece of the game, as the published table describes them."""
        return _pieces(type(self), self.game)

    def card_name(self, key: str) -> str:
        """Return what the reader calls a Development card, on the table and elsewhere."""
        return self.pieces()[key].name

    def scene(self, view: View) -> Scene:
        """Return the table as this seat sees it: seats one below the other, market and queue, and
        its own cards.
        """
        number, event = view.round.number, view.round.event
        hands = [remembered(view, seat) for seat in self.game.seats]
        seats = [self._seat_area(view, seat, hand) for seat, hand in enumerate(hands)]
        heading, stage = self.headings(view)
        return Scene(
            viewer=view.seat,
            title=self.title,
            heading=heading,
            areas=(self._centre(view), *seats),
            to_act=() if view.phase is OVER else view.owing or (view.player,),
            prompt=self._prompt(view),
            notes=tuple(self._notes(view, hands)),
            unseen=_unseen(self.game, view, hands),
            tip=self.tips.get(view.phase, ""),
            race=("doubloons",),
            progress=(number, event),
            plan=_plan(type(self), self.game),
            stage=stage,
        )

    def headings(self, view: View) -> tuple[str, str]:
        """Return the round, its phase and its event, and the round alone."""
        number = view.round.number
        return self.heading(number, view.phase, view.round.event), self.stage(number)

    def _centre(self, view: View) -> Area:
        public = view.public
        zones = (
            self.zone(
                "queue",
                _queue(type(self), self.game, public.queue, view.turn.reach or 0),
                ordered=True,
            ),
            self.zone("market", _items(public.market)),
            self.zone("display", _items(view.supply.display)),
            self.zone("aside", _items(view.turn.aside())),
            self.zone("discards", _items(public.discards), brief=True),
            self.zone("pile", face_down(view.pile_size)),
            self.zone("deck", face_down(view.deck_size)),
        )
        return Area(seat=None, name=self.name("table"), zones=zones)

    def _seat_area(self, view: View, seat: int, hand: Remembered) -> Area:
        """Return the area of this seat, given what the reader knows of its hand."""
        public = view.public
        income = estate_of(self.game, public.owned[seat]).income
        doubloons = self.counter(
            "doubloons",
            public.doubloons[seat],
            note=f"+{income}" if income else "",
            piece="doubloon",
        )
        return Area(
            seat=seat,
            name=self.seat_name(seat, view.seat),
            zones=tuple(self._seat_zones(view, seat, hand)),
            counters=(doubloons,),
            marks=tuple([self.mark(key) for key in _seat_marks(view, seat)]),
        )

    def _seat_zones(self, view: View, seat: int, hand: Remembered) -> Iterator[Zone]:
        if view.trade.offers:
            yield self.zone("offer", _items(view.trade.offers[seat]))
        yield self.zone("hand", self._hand(view, seat, hand))
        yield self.zone("estate", _developments(view.public.owned[seat]))

    def _hand(self, view: View, seat: int, known: Remembered) -> tuple[Item, ...]:
        """Return the reader's own cards, or what they know about another hand (M8)."""
        if seat == view.seat:
            rest = CARDS.remove(view.hand, view.chosen)
            # Chosen cards are part of the hand until they are revealed: they are marked there, not
            # shown twice.
            chosen = _items(view.chosen, hidden=True, marks=(self.mark("chosen"),))
            return (*chosen, *_items(rest, hidden=True))
        certain, doubtful, _ = known
        items = _items(certain, hidden=True)
        size = view.hand_sizes[seat] - CARDS.size(certain)
        if _are_shown(view, seat, known):
            items += _items(doubtful, hidden=True, marks=(self.mark(MAY_BE_GONE),))
            size -= CARDS.size(doubtful)
        # Otherwise some of them are gone, but it is unknown which: a note lists them.
        return items + face_down(size)

    # What is asked, and remarks.

    def _prompt(self, view: View) -> str:
        if view.phase is OVER:
            return ""
        seats = view.owing or (view.player,)
        if view.seat not in seats:
            return self.waiting(seats, view.seat)
        if view.phase is Phase.GIFT and view.trade.short is not None:
            return self.ask_gift(view.trade.short, view.seat)
        if view.phase is Phase.OFFERS:
            may_be_fewer = has(self.game, view.public.owned[view.seat], Character.CASAS)
            chosen = CARDS.each(view.chosen)
            return self.ask_offer(view.trade.announced, chosen, may_be_fewer=may_be_fewer)
        return self.prompts[view.phase]

    def _notes(self, view: View, hands: Sequence[Remembered]) -> Iterator[str]:
        """Yield further remarks, one line each."""
        viewer = view.seat
        turn = view.turn
        if view.round.event:
            owned = enumerate(view.public.owned)
            spared = [seat for seat, keys in owned if has(self.game, keys, Character.COSA)]
            yield self.on_event(view.round.event, spared, viewer)
        if view.phase in SIMULTANEOUS:
            yield self.on_choosing(view.owing, viewer)
        if view.supply.picks:
            yield self.on_picks(view.supply.picks, viewer)
        if view.supply.detached:
            yield self.on_second_fleet(view.supply.detached)
        if view.phase is Phase.MASTER:
            highest = max(totals(self.game, view.public.owned, view.trade.offers))
            yield self.on_ties(highest, view.trade.candidates, viewer)
        if turn.converted:
            yield self.on_converted(turn.converted)
        if turn.group is not None:
            yield self.on_merchant(turn.group)
        if turn.size:
            yield self.on_set(turn.size)
        if view.phase is Phase.TURN and view.player == viewer:
            yield from self._notes_on_sets(view)
        in_doubt = [(seat, hand) for seat, hand in enumerate(hands) if hand.doubts]
        doubts = [(seat, hand.doubts) for seat, hand in in_doubt if _are_shown(view, seat, hand)]
        if doubts:
            yield self.on_doubts(doubts, viewer)
        for seat, hand in in_doubt:
            left = CARDS.size(hand.doubtful) - hand.doubts
            if left > 0 and not _are_shown(view, seat, hand):
                yield self.at_least(seat, viewer, left, CARDS.each(hand.doubtful))
        if view.round.unfilled:
            yield self.on_last_round()

    def _notes_on_sets(self, view: View) -> Iterator[str]:
        """Return what sets bring that the reader can still make (M6.2 to M6.5).

        What is converted has a purpose, and the choices say which.
        """
        turn, box = view.turn, self.game.components
        estate = estate_of(self.game, view.public.owned[view.player])
        event = event_for(view.round.event, estate)
        may_sell = not turn.different and not turn.converted and event is not RoundEvent.NATIVES
        has_relics = not turn.relics and not turn.converted and CARDS.count(view.hand, RELIC) > 0
        may_buy = not (turn.identical or event is RoundEvent.STORM)
        return self.on_sets(
            box.different if may_sell else (),
            box.relics if has_relics else (),
            identical=event is RoundEvent.KINGS_HELP or may_buy,
            from_deck=Character.ALMAGRO in estate.characters and view.deck_size > 0,
        )

    # What the player can do.

    def label(self, view: View, action: actions.Action) -> Label:
        """Return what this action means to the seat of this View."""
        text, touches = self.action(action, view), _touches(view, action)
        if isinstance(action, actions.Take):  # these are the longest lists
            return make_label(text, touches, text)
        if isinstance(action, actions.Exchange):
            return make_label(text, touches, self.taking(action.victim, action.kind, view.seat))
        together = _together(self.game, view) if isinstance(action, CHOSEN_TOGETHER) else None
        return make_label(
            text,
            touches,
            self.groups.get(type(action), ""),
            action.cards if isinstance(action, AMOUNTS) else None,
            self._note(view, action, together),
            declines=isinstance(action, DECLINING)
            or (isinstance(action, actions.Summon) and not action.event),
            several=None if together is None else together.several,
        )

    def _note(self, view: View, action: actions.Action, together: Together | None) -> str:
        """Return what the seat should know of an action."""
        match action:
            case actions.Offer(kind) | actions.Store(kind):
                following = _what_follows(together, kind)
                return self.must_follow(following) if following else ""
            case actions.Summon(event):
                return self.costs(EVENT_PRICE if event else 0)
            case actions.Identical(resource, cards, relics):
                estate = estate_of(self.game, view.public.owned[_reader(view)])
                event = event_for(view.round.event, estate)
                in_reach = reach_of(resource, cards + relics, event)
                from_deck = Character.ALMAGRO in estate.characters and view.deck_size > 0
                return self.takes(min(in_reach, len(view.public.queue)), from_deck=from_deck)
            case actions.Different(number):
                estate = estate_of(self.game, view.public.owned[_reader(view)])
                event = event_for(view.round.event, estate)
                return self.pays(prices_of(self.game, event)[number])
            case actions.Relics(number):
                return self.pays(self.game.relic_prices[number])
            case actions.Perfect():
                return self.wins()
            case actions.Buy(place):
                doubloons = self.game.developments[view.public.queue[place]].doubloons
                return self.pays_each_round(doubloons) if doubloons else ""
            case actions.Employ(of_merchant):
                return self.converts(of_merchant)
            case _:
                return ""

    # The end.

    def score_sheet(self, state: State) -> ScoreSheet:
        """Return the doubloons of every seat by source."""
        lines = [
            ScoreLine(self.source(income), state.public.earned[income], source.rule)
            for income, source in SOURCES.items()
        ]
        return ScoreSheet(tuple([line for line in lines if any(line.points)]) or tuple(lines))

    def source(self, income: Income) -> str:
        """Return what doubloons come from: a card that pays them, or something else."""
        key = income.name.lower()
        piece = self.pieces().get(key)
        return self.name(key) if piece is None else piece.name


# Cached by language and game, because `game.words` is a new object each time.


@lru_cache(maxsize=16)  # asked for each card that is named
def _pieces(language: type[MundusNovusWords], game: Rules) -> Mapping[str, Piece]:
    """Return every piece of the game in this language."""
    words = language(game)
    published = components.COMPONENTS.pieces
    resources = {key: published[key] for key in KEYS}
    developments: dict[str, Piece] = {}
    for key, card in game.developments.items():
        # A character has a description of its own; others share that of their sort.
        sort = key if card.character is not None else card.name.split()[0].lower()
        developments[key] = words.development(published[sort], key, card)
    known = {*resources, *developments, *SORTS}
    others = {key: piece for key, piece in published.items() if key not in known}
    return resources | developments | others


@lru_cache(maxsize=16)
def _plan(language: type[MundusNovusWords], game: Rules) -> TablePlan:
    """Return where things lie: queue and market above the seats."""
    words = language(game)
    is_crowded = game.players >= MANY_PLAYERS
    weights = (6, 5, 9) if is_crowded else (7, 4, 8)
    return TablePlan(
        centre=(
            words.space("queue", places=(QUEUE_SIZE,), weight=6, captions=words.captions),
            words.space("market", places=(3,), weight=3),
            words.space("display", "aside", places=(4, 4), weight=4),
            words.space("pile", form="count"),
            words.space("deck", form="count"),
            words.space("discards", form="count"),
        ),
        seat=(
            words.space("offer", places=(4,), weight=weights[0]),
            words.space("hand", places=(3,), weight=weights[1]),
            words.space("estate", places=(6,), weight=weights[2], form="names"),
        ),
        share=4,
    )


@lru_cache(maxsize=1 << 8)
def _queue(
    language: type[MundusNovusWords], game: Rules, queue: tuple[str, ...], reach: int
) -> tuple[Item, ...]:
    """Return the Development cards of the queue, with what they pay and their events."""
    words = language(game)
    items = []
    for place, key in enumerate(queue):
        card = game.developments[key]
        marks = []
        if card.doubloons:
            marks.append(words.mark(f"pays_{card.doubloons}"))
        if card.event:
            marks.append(words.mark(card.event.name.lower()))
        if place < reach:
            marks.append(words.mark("in_reach"))
        items.append(make_item(key, marks=tuple(marks)))
    return tuple(items)


@lru_cache(maxsize=1 << 8)
def _developments(keys: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple([make_item(key) for key in keys])


@lru_cache(maxsize=1 << 8)
def _in_deck(game: Rules, open_cards: tuple[str, ...]) -> tuple[Item, ...]:
    """Return the Development cards that can be in the deck while these are open."""
    return tuple([make_item(key, hidden=True) for key in game.used if key not in open_cards])


@lru_cache(maxsize=1 << 10)  # most cards have been drawn a moment ago, or for another reader
def _items(
    several: PackedCards, *, hidden: bool = False, marks: tuple[Mark, ...] = ()
) -> tuple[Item, ...]:
    return tuple(
        [
            make_item(KEYS[kind], CARDS.count(several, kind), marks, hidden)
            for kind in CARDS.kinds(several)
        ]
    )


def _seat_marks(view: View, seat: int) -> Iterator[str]:
    if view.round.master == seat:
        yield MASTER
    if seat in view.round.perfect:
        yield PERFECT
    if view.trade.short == seat:
        yield SHORT


def _are_shown(view: View, seat: int, hand: Remembered) -> bool:
    """Return whether all cards that may be gone have room in the hand, where they are marked."""
    return CARDS.size(hand.certain) + CARDS.size(hand.doubtful) <= view.hand_sizes[seat]


def _unseen(game: Rules, view: View, hands: Sequence[Remembered]) -> tuple[Unseen, ...]:
    """Return what face-down cards can be: unlocated Resource cards, and Development cards in the
    deck.
    """
    seen = CARDS.join([*view.open_cards(), *[hand.certain for hand in hands]])
    resources = CARDS.remove(game.resources, seen)
    deck = _in_deck(game, tuple(view.public.open_developments()))
    return Unseen(("hand", "pile"), _items(resources, hidden=True)), Unseen(("deck",), deck)


touch = lru_cache(maxsize=1 << 10)(Touch)
"""Places that actions concern, made once and shared."""


def _reader(view: View) -> int:
    """Return the seat of the reader; for a spectator, that of the player to act."""
    return view.player if view.seat is None else view.seat


def _in_hand(view: View, seat: int, *kinds: Kind) -> tuple[Touch, ...]:
    """Return where these kinds lie in the hand; a kind that a Merchant makes of another card does
    not (M6.6).
    """
    return tuple(
        [touch(seat, "hand", KEYS[kind]) for kind in kinds if CARDS.count(view.hand, kind)]
    )


def _touches(view: View, action: actions.Action) -> tuple[Touch, ...]:
    """Return what an action concerns: what its fields name, or what belongs to the reader."""
    seat = _reader(view)
    match action:
        case actions.Exchange(victim, kind, wanted):
            return touch(victim, "offer", KEYS[kind]), touch(None, "market", KEYS[wanted])
        case actions.Take(victim, kind):
            return (touch(victim, "offer", KEYS[kind]),)
        case actions.Pick(kind):
            return (touch(None, "display", KEYS[kind]),)
        case actions.Offer(kind) | actions.Store(kind) | actions.Convert(_, kind):
            return _in_hand(view, seat, kind)
        case actions.Give(kind):
            return *_in_hand(view, seat, kind), touch(view.trade.short)
        case actions.Sell(resources):
            return _in_hand(view, seat, *resources)
        case actions.Identical(resource, _, wild):
            kinds = (resource, RELIC) if wild else (resource,)
            return *_in_hand(view, seat, *kinds), touch(None, "queue")
        case actions.Relics():
            return _in_hand(view, seat, RELIC)
        case actions.Buy(place):
            return (touch(None, "queue", view.public.queue[place]),)
        case actions.BuyUnseen():
            return (touch(None, "deck"),)
        case actions.Summon(event):
            return (touch(piece=event.name.lower() if event else None),)
        case actions.Appoint(other) | actions.Begin(other):
            return (touch(other),)
        case actions.Detach() | actions.Sail() | actions.Employ():
            return (touch(seat, "estate"),)
        case (
            actions.OfferNothing()
            | actions.StoreNothing()
            | actions.Different()
            | actions.Perfect()
        ):
            return (touch(seat, "hand"),)
        case actions.Announce() | actions.Done():
            return (touch(seat),)
        case _:
            assert_never(action)


class Together(NamedTuple):
    """The choice of all cards to offer or to store."""

    several: Several
    kinds: list[Kind]
    """The kind of each card that can be among them, ascending."""


@identity_cache  # all labels of a View ask for the same
def _together(game: Rules, view: View) -> Together | None:
    """Return the choice of all cards to offer or to store, from the lowest to the highest (M5.1,
    M6.10).

    None once the seat has chosen to add no further card.
    """
    left = CARDS.remove(view.hand, view.chosen)
    chosen = CARDS.size(view.chosen)
    if view.seat is None or view.steps[view.seat] > chosen:
        return None
    estate = estate_of(game, view.public.owned[view.seat])
    is_storing = view.phase is Phase.STORAGE
    lowest = last_kind(view.chosen)
    kinds = [kind for kind in CARDS.each(left) if kind >= lowest]
    places = estate.slots if is_storing else view.trade.announced
    most = min(places - chosen, len(kinds))
    if not most:
        return None
    may_be_fewer = is_storing or Character.CASAS in estate.characters
    least = 0 if may_be_fewer else most
    pieces = tuple([touch(view.seat, "hand", KEYS[kind]) for kind in kinds])
    return Together(Several(least, most, pieces), kinds)


def _what_follows(together: Together | None, kind: Kind) -> list[Kind]:
    """Return which cards the seat must offer after this one if no choice is left, as none may be
    lower (M5.1).
    """
    if together is None or not together.several.least:
        return []
    later = together.kinds[bisect_left(together.kinds, kind) + 1 :]
    missing = later[: together.several.most - 1]
    is_fixed = missing == later or len({*later}) == 1
    return missing if is_fixed else []
