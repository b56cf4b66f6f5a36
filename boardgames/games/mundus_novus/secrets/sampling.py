"""Random worlds that one View of Mundus Novus cannot tell apart (M8).

The unseen cards dealt to each seat have two origins: some it held when the resource pile was last
made (`Deal.held`), some came from the new pile (`Deal.source`). The number of each is public, and
so are the cards that have left the hand since. A world deals all other cards at random to the
remaining places. A card that has been seen may have either origin if both have such a card; the
origin is drawn at random, too.

A State does not record when things happened. If cards were stored in the round of a reshuffle, a
card that was shown then may be sampled as drawn later, and a gift as a card that was shown later:
about one world in a hundred contradicts a perfect memory.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import NamedTuple, TypeAlias

from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import ComputedDict, evolve, identity_cache
from boardgames.games.mundus_novus.actions import SET_SIZES
from boardgames.games.mundus_novus.components import CARDS, RELIC, SMALLEST_DIFFERENT, Kind
from boardgames.games.mundus_novus.secrets.check import check_choice, check_view, limits_of_choice
from boardgames.games.mundus_novus.secrets.gift_sampling import Gifts, gifts_of
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import Phase, Rules, State, make_hidden, make_state
from boardgames.kit.cards import NO_CARDS, PackedCards

NO_DEAL = "top level: no State has this View: its cards do not add up to those of the game"
TRIES = 5_000
"""Attempts before a View counts as impossible; a real one needs one, unless a gift or a begun set
restricts it.
"""
ATTEMPTS_BEFORE_BUILDING = 100
"""After this many attempts, every other hand that must complete a begun set is built around such a
set.
"""


def determinize(game: Rules, /, view: View, rng: Random) -> State:
    """Return a random State with this View.

    Deals are as likely as in the game; a gift is any card of its giver's hand, with equal chances.
    A player in the middle of a set has a hand that can complete it. Unrevealed choices are any
    cards of the hand, in any number that the rules allow, all numbers equally likely. Raises
    `DecodeError` if there is no such State, as for no View of a real game.
    """
    prepared = _prepared(game, view)
    deck = tuple(shuffle(prepared.deck[:], rng))
    if prepared.gifts is None:
        raise DecodeError(NO_DEAL)
    for attempt in range(TRIES):
        gifts: Gifts | None = prepared.gifts
        while gifts is not None and gifts.candidates:
            gifts = gifts.drawn(rng)
        if gifts is None:
            continue
        if prepared.begun and attempt > ATTEMPTS_BEFORE_BUILDING and attempt % 2:
            wanted = _set_begun(view, prepared.gifts.pool, rng)
            wanted = CARDS.without(wanted, CARDS.pack(gifts.sure[view.player]))
            laid = Layout(game, view, gifts, wanted).laid(rng)
        else:
            laid = prepared.layouts[gifts].laid(rng)
        if laid is None:
            continue
        everything = CARDS.join([prepared.open, *laid.hands, laid.pile])
        require(
            everything == game.resources,
            "top level: no State has this View: its cards are not those of the game",
        )
        hidden = make_hidden(
            hands=tuple(laid.hands),
            chosen=game.no_cards,
            steps=game.zeros,
            given=gifts.given,
            pile=laid.pile,
            held=tuple(laid.held),
            drawn=tuple(laid.drawn),
            deck=deck,
            seed=fresh_seed(rng),
        )
        state = make_state(
            round=view.round,
            phase=view.phase,
            player=view.player,
            owing=view.owing,
            supply=view.supply,
            trade=view.trade,
            turn=view.turn,
            public=view.public,
            hidden=hidden,
        )
        if not prepared.begun or game.legal_actions(state):
            return _with_choices(game, state, view, rng) if view.owing else state
    raise DecodeError(NO_DEAL)


class _Prepared(NamedTuple):
    """What all worlds of a View have in common."""

    deck: list[str]
    """The keys of the Development cards in the deck, in the order of the components."""
    open: PackedCards
    """All cards that are neither in a hand nor in the pile."""
    begun: bool
    """Whether another player is in the middle of a set."""
    gifts: Gifts | None
    """The possibilities for the gifts, from the first on; None if there are none for a gift."""
    layouts: ComputedDict[Gifts, Layout]
    """The layouts of the unseen cards by the gifts drawn."""


@identity_cache
def _prepared(game: Rules, view: View) -> _Prepared:
    """Check the View, and return what all its worlds have in common; cached."""
    check_view(game, view)
    seen = set(view.public.open_developments())
    deck = [key for key in game.used if key not in seen]
    require(
        len(deck) == view.deck_size,
        "deck_size: not what queue and players leave of the Development cards",
    )
    begun = view.phase in (Phase.MERCHANT, Phase.SALE) or (
        view.phase is Phase.TURN and bool(view.turn.converted)
    )
    return _Prepared(
        deck=deck,
        open=CARDS.join(view.open_cards()),
        begun=begun and view.player != view.seat,
        gifts=gifts_of(view),
        layouts=ComputedDict(partial(Layout, game, view)),
    )


# Laying the cards.


Hands: TypeAlias = list[PackedCards]
"""Cards by seat."""


class Laid(NamedTuple):
    """All cards of the hands and the pile."""

    hands: Hands
    held: Hands
    """The cards of `Deal.held` that were in each hand."""
    drawn: Hands
    """The cards that each seat was dealt from `Deal.source`."""
    pile: PackedCards


class Origins(NamedTuple):
    """Where the seen cards of the other hands come from, and what they leave."""

    from_held: Hands
    from_source: Hands
    held: PackedCards
    """The cards that other seats held, but that have not been seen."""
    source: PackedCards
    """The cards that the new pile was made of, but that have not been seen."""


class _Count:
    """Where some seen cards of the other hands come from, and the cards and places that are left
    for others.
    """

    def __init__(self, held: PackedCards, source: PackedCards, view: View) -> None:
        """Begin with all cards that the other seats held or can have drawn, and none of them
        seen.
        """
        players = len(view.drawn_sizes)
        self.cards_held: list[int] = [*CARDS.unpack(held)]
        self.cards_drawn: list[int] = [*CARDS.unpack(source)]
        self.places_held: list[int] = [*view.public.deal.held_sizes]
        self.places_drawn: list[int] = [*view.drawn_sizes]
        self.from_held: Hands = [NO_CARDS] * players
        self.from_source: Hands = [NO_CARDS] * players

    def copy(self) -> _Count:
        """Return a count that can be continued without changing this one."""
        made = _Count.__new__(_Count)
        made.cards_held = self.cards_held[:]
        made.cards_drawn = self.cards_drawn[:]
        made.places_held = self.places_held[:]
        made.places_drawn = self.places_drawn[:]
        made.from_held = self.from_held[:]
        made.from_source = self.from_source[:]
        return made

    def settle(self, seat: int, kind: Kind, held: int, drawn: int) -> None:
        """Count seen cards of a kind: those that the seat held when the pile was made, and those
        that it has drawn.
        """
        card = CARDS.one[kind]
        self.cards_held[kind] -= held
        self.places_held[seat] -= held
        self.from_held[seat] = CARDS.join([self.from_held[seat], *[card] * held])
        self.cards_drawn[kind] -= drawn
        self.places_drawn[seat] -= drawn
        self.from_source[seat] = CARDS.join([self.from_source[seat], *[card] * drawn])


class Layout:
    """All ways to lay the unseen cards, given the gifts.

    The seen cards of a hand have a place there. Each was held when the pile was made, or drawn from
    it. It takes a held or a drawn place of its seat, with a chance proportional to the numbers of
    such cards and places.

    Example: a seat that held 3 cards, and has drawn 5, has shown a corn. 2 of the 10 cards held by
    all were corn, and 4 of the 20 that the pile was made of. So the corn was held or drawn with
    chances as 3 * 2/10 to 5 * 4/20, or 3 to 5.
    """

    def __init__(
        self, game: Rules, view: View, gifts: Gifts, wanted: PackedCards = NO_CARDS
    ) -> None:
        """Settle the origin of the seen cards that leave no choice.

        `gifts` are those after the last one; `wanted` has further cards that the player's hand must
        contain.
        """
        deal = view.public.deal
        self.view = view
        self.others: list[int] = [seat for seat in game.seats if seat != view.seat]
        self.sure: list[PackedCards] = [NO_CARDS] * game.players
        self.held: PackedCards = CARDS.remove(deal.held, view.held)
        self.source: PackedCards = CARDS.remove(deal.source, view.drawn)
        self.count: _Count = _Count(self.held, self.source, view)
        self.choices: list[tuple[int, Kind]] = []
        """The seat and kind of each card that may have either origin."""
        self.settled: Origins | None = None
        """The origins, once they are found, if nothing is left to chance."""
        # Public cards of a hand were held there, but a gift may have been one of them.
        givers = {gift.giver for gift in view.public.gifts if not gift.recent}
        for seat in self.others:
            more = wanted if seat == view.player else NO_CARDS
            self.sure[seat] = CARDS.add(CARDS.pack(gifts.sure[seat]), more)
            seen = CARDS.add(CARDS.pack(gifts.seen[seat]), more)
            if self.held:
                known = NO_CARDS if seat in givers else deal.held_known[seat]
                self._settle(seat, seen, known)
            else:
                self.count.from_source[seat] = seen

    def _settle(self, seat: int, seen: PackedCards, known: PackedCards) -> None:
        """Count the seen cards of this seat that leave no choice; the others become `choices`.

        `known` are those that the seat certainly held.
        """
        held_kinds = CARDS.kinds(self.held)
        drawn_kinds = CARDS.kinds(self.source)
        count = self.count
        for kind in CARDS.kinds(seen):
            number = CARDS.count(seen, kind)
            certain = CARDS.count(known, kind)
            can_be_held = kind in held_kinds and count.places_held[seat] != 0
            can_be_drawn = kind in drawn_kinds and count.places_drawn[seat] != 0
            if can_be_held and not can_be_drawn:
                certain = number
            if can_be_held:
                count.settle(seat, kind, held=certain, drawn=0)
                self.choices += [(seat, kind)] * (number - certain)
            else:
                count.settle(seat, kind, held=certain, drawn=number - certain)

    def _origins(self, rng: Random) -> Origins | None:
        """Draw the origins of all seen cards.

        None if there are none, or for a dead end of the draw.
        """
        if self.settled is not None:
            return self.settled
        count = self.count.copy()
        # Local names, since this runs for every seen card of every sample.
        cards_held = count.cards_held
        cards_drawn = count.cards_drawn
        places_held = count.places_held
        places_drawn = count.places_drawn
        from_held = count.from_held
        from_source = count.from_source
        one = CARDS.one
        total_held = sum(cards_held)
        total_drawn = sum(cards_drawn)
        for seat, kind in shuffle(self.choices[:], rng):
            # The chances of both, each times the product of the totals.
            held = cards_held[kind] * places_held[seat] * max(1, total_drawn)
            drawn = cards_drawn[kind] * places_drawn[seat] * max(1, total_held)
            if held <= 0 and drawn <= 0:
                return None
            if rng.random() * (held + drawn) < held:
                cards_held[kind] -= 1
                places_held[seat] -= 1
                total_held -= 1
                from_held[seat] = CARDS.add(from_held[seat], one[kind])
            else:
                cards_drawn[kind] -= 1
                places_drawn[seat] -= 1
                total_drawn -= 1
                from_source[seat] = CARDS.add(from_source[seat], one[kind])
        if min(*places_held, *places_drawn) < 0:
            return None
        all_held = CARDS.join(from_held)
        all_drawn = CARDS.join(from_source)
        if not CARDS.contains(self.held, all_held) or not CARDS.contains(self.source, all_drawn):
            return None
        found = Origins(
            from_held=from_held,
            from_source=from_source,
            held=CARDS.remove(self.held, all_held),
            source=CARDS.remove(self.source, all_drawn),
        )
        if not self.choices:
            self.settled = found
        return found

    def laid(self, rng: Random) -> Laid | None:
        """Lay all unseen cards; None for a dead end of the draw.

        The numbers of cards fit, since the View has been checked.
        """
        origins = self._origins(rng)
        if origins is None:
            return None
        view = self.view
        players = len(self.sure)
        hands = [view.hand] * players
        all_held = [view.held] * players
        all_drawn = [view.drawn] * players
        held_cards = shuffle(CARDS.singles(origins.held), rng) if origins.held else []
        source_cards = CARDS.singles(origins.source)
        # Local names, since this runs for every sample.
        join = CARDS.join
        random = rng.random
        take = source_cards.pop
        left = len(source_cards)
        for seat in self.others:
            from_held = origins.from_held[seat]
            from_source = origins.from_source[seat]
            places = view.public.deal.held_sizes[seat] - CARDS.size(from_held)
            draws = view.drawn_sizes[seat] - CARDS.size(from_source)
            if draws < 0:
                return None
            held = NO_CARDS
            if places:
                held = join(held_cards[:places])
                del held_cards[:places]
            # As `draw` does, without a list.
            drawn = join([take(int(random() * count)) for count in range(left, left - draws, -1)])
            left -= draws
            hands[seat] = join((self.sure[seat], held, drawn))
            all_held[seat] = CARDS.add(from_held, held)
            all_drawn[seat] = CARDS.add(from_source, drawn)
        return Laid(hands, all_held, all_drawn, join(source_cards))


# Begun sets (M6).


def _set_begun(view: View, pool: list[int], rng: Random) -> PackedCards:
    """Return cards of the pool that complete some set of the begun type, without further
    Merchants.
    """
    targets = [target for target, _ in view.turn.converted]
    unseen: list[Kind] = []
    for kind, count in zip(Kind, pool, strict=True):
        unseen += [kind] * count
    order = shuffle(unseen, rng)
    missing = [kind for kind in dict.fromkeys(order) if kind is not RELIC and kind not in targets]
    plan = "different"
    if view.phase is not Phase.SALE:
        plan = ("identical", "different", "perfect")[int(rng.random() * 3)]
    if plan == "identical":
        resource = next(iter((*targets, *missing)), RELIC)
        fitting = [kind for kind in order if kind in (resource, RELIC)]
        chosen = fitting[: max(0, SET_SIZES[0] - len(targets))]
    elif plan == "different":
        size = max(view.turn.size, SMALLEST_DIFFERENT)
        chosen = missing[: max(0, size - len(targets))]
    else:
        chosen = [*missing, RELIC]
    return CARDS.join([CARDS.one[kind] for kind in chosen])


# Unrevealed choices (M5.1, M6.10).


def _with_choices(game: Rules, state: State, view: View, rng: Random) -> State:
    hidden = state.hidden
    chosen, steps = [view.chosen] * game.players, [view.steps] * game.players
    if view.seat is not None:
        check_choice(
            limits_of_choice(game, state, view.seat),
            is_complete=view.seat not in view.owing,
            hand=view.hand,
            chosen=("chosen", view.chosen),
            steps=("steps", view.steps),
        )
    for seat in [each for each in game.seats if each != view.seat]:
        fewest, places = limits_of_choice(game, state, seat)
        number = fewest + int(rng.random() * (places - fewest + 1))
        require(
            number <= CARDS.size(hidden.hands[seat]),
            f"hand_sizes[{seat}]: too small for its choice",
        )
        cards = sorted(draw(CARDS.singles(hidden.hands[seat]), number, rng))
        steps[seat] = int(rng.random() * places) if seat in view.owing else places
        chosen[seat] = CARDS.join(cards[: steps[seat]])
    return evolve(state, hidden=evolve(hidden, chosen=tuple(chosen), steps=tuple(steps)))
