"""Random worlds that one View of Mundus Novus cannot tell apart (M8).

Since the resource pile was last made, each seat has been dealt cards unseen: some it held already (`Deal.held`), some
came from the new pile (`Deal.source`). Everybody knows how many of each, and which of them have left the hand since. A
world lays all other cards at random, each into one of the places that are left: that is how they were dealt. A card
that has been seen may come from either origin where both have such a card; where it was drawn is part of the chance.

A State keeps no dates. Where cards were stored in the round of a reshuffle, a card that was shown then may be sampled
as drawn later, and a gift as a card that was shown later: about one world in a hundred contradicts a perfect memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.cards import NO_CARDS, PackedCards
from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError, require
from boardgames.core.latest import latest
from boardgames.core.values import evolve
from boardgames.games.mundus_novus.check import check_view
from boardgames.games.mundus_novus.components import CARDS, RELIC, SMALLEST_DIFFERENT, Kind
from boardgames.games.mundus_novus.gift_sampling import Dealt, Gifts, gifts_of, unseen
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.trade import offers_freely
from boardgames.games.mundus_novus.shared_actions import SET_SIZES
from boardgames.games.mundus_novus.state import Hidden, Phase, State

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.view import View

TRIES = 5_000
"""Attempts before a View counts as impossible; a real one needs one, unless a gift or a set begun narrows it down."""
ATTEMPTS_BEFORE_BUILDING = 100
"""Attempts after which, every other time, a hand that must complete the set begun is built around one."""


def determinize(game: MundusNovus, view: View, rng: Random) -> State:
    """Return a State whose View is this one.

    What was dealt comes out as often as it would be dealt; a gift is any card of its giver's hand, with equal chances.
    A player in the middle of a set has a hand with which it can be completed. Cards chosen but not revealed yet are any
    of the hand, and as many as the rules allow, each number with the same chance.

    What the View alone decides is worked out once, for as long as worlds are drawn from the very same View.

    Raises `DecodeError` if there is no such State, which takes a View that did not come from a game.
    """
    prepared = _prepared(game, view)
    deck = tuple(shuffle(prepared.deck[:], rng))
    for attempt in range(TRIES):
        gifts = prepared.gifts
        while gifts is not None and gifts.candidates:
            gifts = gifts.drawn(rng)
        if gifts is None:
            continue
        if attempt > ATTEMPTS_BEFORE_BUILDING and attempt % 2 and prepared.begun:
            wanted = CARDS.without(_set_begun(view, rng), CARDS.pack(gifts.dealt.sure[view.player]))
            laid = Layout(game, view, gifts.dealt, wanted).laid(rng)
        else:
            if gifts not in prepared.layouts:
                prepared.layouts[gifts] = Layout(game, view, gifts.dealt)
            laid = prepared.layouts[gifts].laid(rng)
        if laid is None:
            continue
        hands, held, drawn, pile = laid
        everything = CARDS.join([prepared.open, *hands, pile])
        require(everything == game.resources, "no State has this View: its cards are not those of the game")
        hidden = Hidden(
            hands=tuple(hands), chosen=game.no_cards, steps=game.zeros, given=gifts.dealt.given, pile=pile,
            held=tuple(held), drawn=tuple(drawn), deck=deck, seed=fresh_seed(rng),
        )  # fmt: skip
        state = State(
            round=view.round, phase=view.phase, player=view.player, owing=view.owing, supply=view.supply,
            trade=view.trade, turn=view.turn, public=view.public, hidden=hidden,
        )  # fmt: skip
        if not prepared.begun or game.legal_actions(state):
            return _with_choices(game, state, view, rng) if view.owing else state
    raise DecodeError("no State has this View: its cards do not add up to those of the game")


class _Prepared(NamedTuple):
    """What all worlds of a View have in common."""

    deck: list[str]
    """The keys of the Development cards in the deck, in the order of the components."""
    open: PackedCards
    """All cards that are neither in a hand nor in the pile."""
    begun: bool
    """Whether another player is in the middle of a set."""
    gifts: Gifts | None
    """What the gifts can have been, from the first on; None if one of them can have been nothing."""
    layouts: dict[Gifts, Layout]
    """How the cards can be laid after the last gift, by what the gifts were, as far as that has come out yet."""


@latest
def _prepared(game: MundusNovus, view: View) -> _Prepared:
    """Check the View, and return what all its worlds have in common."""
    check_view(game, view)
    aside = [CARDS.one[card] for _, card in view.turn.converted]
    seen = {*view.public.queue, *[key for owned in view.public.owned for key in owned]}
    deck = [key for key in game.used if key not in seen]
    require(len(deck) == view.deck_size, "deck_size: not what queue and players leave of the Development cards")
    begun = view.phase in (Phase.MERCHANT, Phase.SALE) or (view.phase is Phase.TURN and bool(view.turn.converted))
    return _Prepared(
        deck=deck,
        open=CARDS.join([view.public.market, view.public.discards, view.supply.display, *view.trade.offers, *aside]),
        begun=begun and view.player != view.seat,
        gifts=gifts_of(view),
        layouts={},
    )


# Laying the cards.


@dataclass(slots=True)
class _Origin:
    """The cards that were held when the pile was made, or else those in the pile, and the places where they went."""

    cards: PackedCards
    counts: list[int]
    """By kind: how many have not been seen."""
    total: int
    """How many that is altogether."""
    places: list[int]
    """By seat: how many of its places no card seen has taken."""
    seen: list[PackedCards]
    """By seat: those of its cards seen that come from here."""

    @classmethod
    def of(cls, cards: PackedCards, places: Sequence[int]) -> _Origin:
        return cls(cards, [*CARDS.unpack(cards)], CARDS.size(cards), [*places], [NO_CARDS] * len(places))

    def copy(self) -> _Origin:
        return _Origin(self.cards, self.counts[:], self.total, self.places[:], self.seen[:])

    def take(self, seat: int, kind: Kind) -> None:
        self.counts[kind] -= 1
        self.total -= 1
        self.places[seat] -= 1
        self.seen[seat] = CARDS.add(self.seen[seat], CARDS.one[kind])

    def rest(self) -> PackedCards:
        return CARDS.remove(self.cards, CARDS.join(self.seen))


Origins = tuple[_Origin, _Origin]
"""The cards that were held when the pile was made, and those that were in it."""
Laid = tuple[list[PackedCards], list[PackedCards], list[PackedCards], PackedCards]
"""By seat: the hands, what of `Deal.held` was in them, what was dealt out of `Deal.source`; and the pile."""


class Layout:
    """All ways to lay the unseen cards, once it is said what the gifts were.

    Each card seen since the pile was made takes a place of its seat, held then or drawn from the pile: with as much
    chance as there are such cards and such places.
    """

    def __init__(self, game: MundusNovus, view: View, dealt: Dealt, wanted: PackedCards = NO_CARDS) -> None:
        """Take the View, and what its worlds have to respect; `wanted` are more cards of the player's hand."""
        deal = view.public.deal
        self.view = view
        self.others: list[int] = [seat for seat in game.seats if seat != view.seat]
        self.sure: list[PackedCards] = [NO_CARDS] * game.players
        self.seen: list[PackedCards] = [NO_CARDS] * game.players
        for seat in self.others:
            self.sure[seat], self.seen[seat] = CARDS.pack(dealt.sure[seat]), CARDS.pack(dealt.seen[seat])
        if wanted:
            self.sure[view.player] = CARDS.add(self.sure[view.player], wanted)
            self.seen[view.player] = CARDS.add(self.seen[view.player], wanted)
        self._own = [view.hand] * game.players, [view.held] * game.players, [view.drawn] * game.players
        self.held = _Origin.of(CARDS.remove(deal.held, view.held), deal.held_sizes)
        self.source = _Origin.of(CARDS.remove(deal.source, view.drawn), view.drawn_sizes)
        self.choices: list[tuple[int, Kind]] = []
        """Seat and kind of the cards seen that may have either origin."""
        if self.held.cards:
            self._settle_origins()
        else:
            self.source.seen = self.seen
            self.source.places = [*map(int.__sub__, view.drawn_sizes, CARDS.sizes(self.seen))]

    def _settle_origins(self) -> None:
        """Settle the origin of the cards seen that leave no choice."""
        deal, held, source = self.view.public.deal, self.held, self.source
        # Cards that everybody knew in a hand were held there; but a gift may have been one of them.
        givers = {gift.giver for gift in self.view.public.gifts if not gift.recent}
        had, has = tuple(held.counts), tuple(source.counts)
        for seat in self.others:
            for kind in CARDS.kinds(self.seen[seat]):
                count = CARDS.count(self.seen[seat], kind)
                known = CARDS.count(deal.held_known[seat], kind) if seat not in givers else 0
                if had[kind] and held.places[seat] and has[kind] and source.places[seat]:
                    origins = [held] * known
                    self.choices += [(seat, kind)] * (count - known)
                elif had[kind] and held.places[seat]:
                    origins = [held] * count
                else:
                    origins = [held] * known + [source] * (count - known)
                for origin in origins:
                    origin.take(seat, kind)

    def _origins(self, rng: Random) -> Origins | None:
        """Return where the cards seen come from; None if there is no way, or if chance has led to a dead end."""
        if not self.held.cards:
            fits = CARDS.contains(self.source.cards, CARDS.join(self.seen))
            return (self.held, self.source) if fits else None
        held, source = self.held.copy(), self.source.copy()
        for seat, kind in shuffle(self.choices[:], rng):
            was_held = held.counts[kind] * held.places[seat] * max(1, source.total)
            was_drawn = source.counts[kind] * source.places[seat] * max(1, held.total)
            if was_held <= 0 and was_drawn <= 0:
                return None
            origin = held if rng.random() * (was_held + was_drawn) < was_held else source
            origin.take(seat, kind)
        return (held, source) if min(*held.counts, *source.counts, *held.places, *source.places) >= 0 else None

    def laid(self, rng: Random) -> Laid | None:
        """Lay all unseen cards; None if that is impossible, or if chance has led to a dead end."""
        origins = self._origins(rng)
        if origins is None:
            return None
        held, source = origins
        view, sure, size, join = self.view, self.sure, CARDS.size, CARDS.join
        held_cards = shuffle(CARDS.singles(held.rest()), rng) if held.cards else []
        source_cards, random = CARDS.singles(source.rest()), rng.random
        take, left = source_cards.pop, len(source_cards)
        hands, all_held, all_drawn = self._own[0][:], self._own[1][:], self._own[2][:]
        for seat in self.others:
            places, draws = held.places[seat], source.places[seat]
            if draws < 0 or places + draws != view.hand_sizes[seat] - size(sure[seat]) or draws > left:
                return None
            mine = NO_CARDS
            if places:
                mine = join(held_cards[:places])
                del held_cards[:places]
            # As `draw` does, without a list.
            drawn = join([take(int(random() * count)) for count in range(left, left - draws, -1)])
            left -= draws
            hands[seat] = join((sure[seat], mine, drawn))
            all_held[seat] = CARDS.add(held.seen[seat], mine)
            all_drawn[seat] = CARDS.add(source.seen[seat], drawn)
        return None if held_cards or left != view.pile_size else (hands, all_held, all_drawn, join(source_cards))


# Sets that have been begun (M6).

_PLANS = (_IDENTICAL, _DIFFERENT, _PERFECT) = range(3)


def _set_begun(view: View, rng: Random) -> PackedCards:
    """Return cards that complete some set of the kind that has been begun, without further Merchants."""
    targets = [target for target, _ in view.turn.converted]
    order = shuffle([kind for kind, count in zip(Kind, unseen(view), strict=True) for _ in range(count)], rng)
    missing = [kind for kind in dict.fromkeys(order) if kind is not RELIC and kind not in targets]
    plan = int(rng.random() * len(_PLANS)) if view.phase is not Phase.SALE else _DIFFERENT
    if plan == _IDENTICAL:
        resource = next(iter((*targets, *missing)), RELIC)
        fitting = [kind for kind in order if kind in (resource, RELIC)]
        chosen = fitting[: max(0, SET_SIZES[0] - len(targets))]
    elif plan == _DIFFERENT:
        chosen = missing[: max(0, max(view.turn.size, SMALLEST_DIFFERENT) - len(targets))]
    else:
        chosen = [*missing, RELIC]
    return CARDS.join([CARDS.one[kind] for kind in chosen])


# Cards that have been chosen, but not revealed (M5.1, M6.10).


def _with_choices(game: MundusNovus, state: State, view: View, rng: Random) -> State:
    hidden = state.hidden
    chosen, steps = [view.chosen] * game.players, [view.steps] * game.players
    for seat in [each for each in game.seats if each != view.seat]:
        fewest, places = _limits(game, state, seat)
        number = fewest + int(rng.random() * (places - fewest + 1))
        cards = sorted(draw(CARDS.singles(hidden.hands[seat]), number, rng))
        steps[seat] = int(rng.random() * places) if seat in view.owing else places
        chosen[seat] = CARDS.join(cards[: steps[seat]])
    return evolve(state, hidden=evolve(hidden, chosen=tuple(chosen), steps=tuple(steps)))


def _limits(game: MundusNovus, state: State, seat: int) -> tuple[int, int]:
    """Return how many cards this seat must choose and may choose."""
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(game, state, seat)
    return (0 if offers_freely(game, state, seat) else state.trade.announced), state.trade.announced
