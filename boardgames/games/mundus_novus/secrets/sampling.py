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

from collections.abc import Sequence
from itertools import filterfalse
from random import Random
from typing import TypeAlias

from boardgames.contract.game import NO_WORLD
from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import evolve, identity_cache, value
from boardgames.games.mundus_novus.actions import SET_SIZES
from boardgames.games.mundus_novus.components import CARDS, RELIC, SMALLEST_DIFFERENT, Kind
from boardgames.games.mundus_novus.secrets.check import (
    check_choice,
    check_steps,
    check_view,
    limits_of_choice,
)
from boardgames.games.mundus_novus.secrets.gift_sampling import (
    Certain,
    Gifts,
    certain,
    gifts_of,
    unseen,
)
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    Hidden,
    Phase,
    Rules,
    State,
    make_hidden,
    make_state,
    with_choices,
)
from boardgames.kit.cards import NO_CARDS, PackedCards
from boardgames.kit.dealing import MOST_DEALS

NO_DEAL = f"{NO_WORLD}: its cards do not add up to those of the game"
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
    for attempt in range(MOST_DEALS):  # one is enough without gifts and begun sets
        layout = _layout(game, view, prepared, attempt, rng)
        hidden = None if layout is None else layout.laid(deck, rng)
        if hidden is None:
            continue
        require(
            CARDS.join([*hidden.hands, hidden.pile]) == prepared.closed,
            f"{NO_WORLD}: its cards are not those of the game",
        )
        state = _state_of(view, hidden)
        if prepared.begun and not game.legal_actions(state):
            continue
        return _with_choices(game, state, view, rng) if view.owing else state
    raise DecodeError(NO_DEAL)


def _state_of(view: View, hidden: Hidden) -> State:
    """Return the State with the public part of the View and this hidden part."""
    return make_state(
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


@value
class _Prepared:
    """What all worlds of a View have in common."""

    deck: list[str]
    """The keys of the Development cards in the deck, in the order of the components."""
    closed: PackedCards
    """All cards that are in a hand or in the pile."""
    begun: bool
    """Whether another player is in the middle of a set."""
    gifts: Gifts | None
    """The possibilities for the gifts, from the first on; None if there are no gifts."""
    layouts: dict[Gifts | None, Layout]
    """The layouts of the unseen cards by the gifts drawn; filled as needed."""


@identity_cache
def _prepared(game: Rules, view: View) -> _Prepared:
    """Check the View, and return what all its worlds have in common; cached."""
    check_view(game, view)
    seen = set(view.public.open_developments())
    deck = [*filterfalse(seen.__contains__, game.used)]
    require(
        len(deck) == view.deck_size,
        "deck_size: not what queue and players leave of the Development cards",
    )
    begun = view.phase in (Phase.MERCHANT, Phase.SALE) or (
        view.phase is Phase.TURN and bool(view.turn.converted)
    )
    gifts = gifts_of(view) if view.given else None
    require(gifts is not None or not view.given, NO_DEAL)
    return _Prepared(
        deck=deck,
        closed=CARDS.remove(game.resources, CARDS.join(view.open_cards())),
        begun=begun and view.player != view.seat,
        gifts=gifts,
        layouts={},
    )


def _layout(
    game: Rules, view: View, prepared: _Prepared, attempt: int, rng: Random
) -> Layout | None:
    """Draw all gifts, and return the layout of the unseen cards given these; None for a dead end of
    the draw.
    """
    gifts = prepared.gifts
    while gifts is not None and gifts.candidates:
        gifts = gifts.drawn(rng)
    if gifts is None and view.given:
        return None
    if prepared.begun and attempt > ATTEMPTS_BEFORE_BUILDING and attempt % 2:
        return _layout_with_set(game, view, certain(view, gifts), rng)
    if gifts not in prepared.layouts:
        prepared.layouts[gifts] = Layout(game, view, certain(view, gifts))
    return prepared.layouts[gifts]


# Laying the cards.


Hands: TypeAlias = list[PackedCards]
"""Cards by seat."""


@value
class Origins:
    """Where the seen cards of the other hands come from, and what they leave."""

    from_held: Hands
    from_source: Hands
    places_held: list[int]
    """By seat: the number of other cards that it held when the pile was made."""
    places_drawn: list[int]
    """By seat: the number of other cards that it has drawn from the pile."""
    held: PackedCards
    """The cards that other seats held, but that have not been seen."""
    source: PackedCards
    """The cards that the new pile was made of, but that have not been seen."""

    def deal_held(self, rng: Random) -> Sequence[PackedCards]:
        """Return, by seat, a random share of the unseen cards that the seats held."""
        if not self.held:
            return [NO_CARDS] * len(self.places_held)
        return _shares(shuffle(CARDS.singles(self.held), rng), self.places_held)

    def deal_source(self, rng: Random) -> tuple[Sequence[PackedCards], PackedCards]:
        """Return, by seat, a random share of the unseen cards of the new pile, and what is left of
        the pile.
        """
        pile = CARDS.singles(self.source)
        drawn = draw(pile, sum(self.places_drawn), rng)
        return _shares(drawn, self.places_drawn), CARDS.join(pile)


def _shares(cards: Sequence[PackedCards], places: Sequence[int]) -> list[PackedCards]:
    """Return the share of each seat, which gets as many of these cards as it has places."""
    shares = []
    first = 0
    for number in places:
        last = first + number
        shares.append(CARDS.join(cards[first:last]))
        first = last
    return shares


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
        if view.seat is not None:
            self.places_held[view.seat] = 0
            self.places_drawn[view.seat] = 0
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

    def settle_held(self, seat: int, kind: Kind, number: int) -> None:
        """Count seen cards of a kind that the seat held when the pile was made."""
        self.cards_held[kind] -= number
        self.places_held[seat] -= number
        self.from_held[seat] = CARDS.join([self.from_held[seat], *[CARDS.one[kind]] * number])

    def settle_drawn(self, seat: int, kind: Kind, number: int) -> None:
        """Count seen cards of a kind that the seat has drawn."""
        self.cards_drawn[kind] -= number
        self.places_drawn[seat] -= number
        self.from_source[seat] = CARDS.join([self.from_source[seat], *[CARDS.one[kind]] * number])

    def settle_by_chance(self, choices: Sequence[tuple[int, Kind]], rng: Random) -> bool:
        """Draw whether each of these cards, by seat and kind, was held or drawn; return whether all
        have found a place.
        """
        # Local names, since this runs for every seen card of every sample.
        cards_held = self.cards_held
        cards_drawn = self.cards_drawn
        places_held = self.places_held
        places_drawn = self.places_drawn
        total_held = sum(cards_held)
        total_drawn = sum(cards_drawn)
        for seat, kind in shuffle([*choices], rng):
            # The chances of both, each times the product of the totals.
            held = cards_held[kind] * places_held[seat] * max(1, total_drawn)
            drawn = cards_drawn[kind] * places_drawn[seat] * max(1, total_held)
            if held <= 0 and drawn <= 0:
                return False
            if rng.random() * (held + drawn) < held:
                self.settle_held(seat, kind, 1)
                total_held -= 1
            else:
                self.settle_drawn(seat, kind, 1)
                total_drawn -= 1
        return True

    def origins(self, held: PackedCards, source: PackedCards) -> Origins | None:
        """Return the origins, if these are all cards that other seats held or can have drawn; None
        if more have been counted.
        """
        if min(*self.places_held, *self.places_drawn) < 0:
            return None
        all_held = CARDS.join(self.from_held)
        all_drawn = CARDS.join(self.from_source)
        if not CARDS.contains(held, all_held) or not CARDS.contains(source, all_drawn):
            return None
        return Origins(
            from_held=self.from_held,
            from_source=self.from_source,
            places_held=self.places_held,
            places_drawn=self.places_drawn,
            held=CARDS.remove(held, all_held),
            source=CARDS.remove(source, all_drawn),
        )


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
        self, game: Rules, view: View, certain: Certain, wanted: PackedCards = NO_CARDS
    ) -> None:
        """Settle the origin of the seen cards that leave no choice.

        `wanted` has further cards that the player's hand must contain.
        """
        deal = view.public.deal
        self.game = game
        self.view = view
        self.given: tuple[Kind, ...] = certain.given
        self.others: list[int] = [seat for seat in game.seats if seat != view.seat]
        self.sure: list[PackedCards] = [NO_CARDS] * game.players
        self.held: PackedCards = CARDS.remove(deal.held, view.held)
        self.source: PackedCards = CARDS.remove(deal.source, view.drawn)
        self.count: _Count = _Count(self.held, self.source, view)
        self.choices: list[tuple[int, Kind]] = []
        """The seat and kind of each card that may have either origin."""
        self.settled: Origins | None = None
        """The origins, once they are found, if nothing is left to chance."""
        for seat in self.others:
            further = wanted if seat == view.player else NO_CARDS
            self.sure[seat] = CARDS.add(certain.sure[seat], further)
            self._settle(seat, CARDS.add(certain.seen[seat], further))

    def _settle(self, seat: int, seen: PackedCards) -> None:
        """Count the seen cards of this seat that leave no choice; the others become `choices`."""
        count = self.count
        if not self.held:
            count.from_source[seat] = seen
            count.places_drawn[seat] -= CARDS.size(seen)
            return
        known = self._certainly_held(seat)
        held_kinds = CARDS.kinds(self.held)
        drawn_kinds = CARDS.kinds(self.source)
        for kind in CARDS.kinds(seen):
            number = CARDS.count(seen, kind)
            certain = CARDS.count(known, kind)
            can_be_held = kind in held_kinds and count.places_held[seat] != 0
            can_be_drawn = kind in drawn_kinds and count.places_drawn[seat] != 0
            if can_be_held and not can_be_drawn:
                certain = number
            if certain:
                count.settle_held(seat, kind, certain)
            if can_be_held:
                self.choices += [(seat, kind)] * (number - certain)
            elif number != certain:
                count.settle_drawn(seat, kind, number - certain)

    def _certainly_held(self, seat: int) -> PackedCards:
        """Return the public cards of a hand, which were held there, unless a gift may have been one
        of them.
        """
        public = self.view.public
        gave = any([gift.giver == seat and not gift.recent for gift in public.gifts])
        return NO_CARDS if gave else public.deal.held_known[seat]

    def _origins(self, rng: Random) -> Origins | None:
        """Draw the origins of all seen cards.

        None if there are none, or for a dead end of the draw.
        """
        if self.settled is not None:
            return self.settled
        count = self.count.copy()
        if not count.settle_by_chance(self.choices, rng):
            return None
        found = count.origins(self.held, self.source)
        if not self.choices:
            self.settled = found
        return found

    def laid(self, deck: tuple[str, ...], rng: Random) -> Hidden | None:
        """Lay all unseen cards beside this deck; None for a dead end of the draw.

        The numbers of cards fit, since the View has been checked.
        """
        origins = self._origins(rng)
        if origins is None:
            return None
        game = self.game
        view = self.view
        held = origins.deal_held(rng)
        drawn, pile = origins.deal_source(rng)
        hands = [view.hand] * game.players
        all_held = [view.held] * game.players
        all_drawn = [view.drawn] * game.players
        for seat in self.others:
            hands[seat] = CARDS.join((self.sure[seat], held[seat], drawn[seat]))
            all_held[seat] = CARDS.add(origins.from_held[seat], held[seat])
            all_drawn[seat] = CARDS.add(origins.from_source[seat], drawn[seat])
        return make_hidden(
            hands=tuple(hands),
            chosen=game.no_cards,
            steps=game.zeros,
            given=self.given,
            pile=pile,
            held=tuple(all_held),
            drawn=tuple(all_drawn),
            deck=deck,
            seed=fresh_seed(rng),
        )


# Begun sets (M6).


def _layout_with_set(game: Rules, view: View, certain: Certain, rng: Random) -> Layout:
    """Return a layout in which the player's hand has cards that complete the begun set."""
    wanted = CARDS.without(_set_begun(view, rng), certain.sure[view.player])
    return Layout(game, view, certain, wanted)


def _set_begun(view: View, rng: Random) -> PackedCards:
    """Return unseen cards that complete some set of the begun type, without further Merchants."""
    targets = [target for target, _ in view.turn.converted]
    order = shuffle(_unseen_cards(view), rng)
    missing = [kind for kind in dict.fromkeys(order) if kind is not RELIC and kind not in targets]
    plan = "different"
    if view.phase is not Phase.SALE:
        plan = ("identical", "different", "perfect")[int(rng.random() * 3)]
    if plan == "identical":
        resource = next(iter((*targets, *missing)), RELIC)
        fitting = [kind for kind in order if kind in (resource, RELIC)]
        chosen = _first(fitting, SET_SIZES[0] - len(targets))
    elif plan == "different":
        size = max(view.turn.size, SMALLEST_DIFFERENT)
        chosen = _first(missing, size - len(targets))
    else:
        chosen = [*missing, RELIC]
    return CARDS.join([CARDS.one[kind] for kind in chosen])


def _unseen_cards(view: View) -> list[Kind]:
    """Return the kind of each card in other hands or the pile that is not seen."""
    cards: list[Kind] = []
    for kind, count in zip(CARDS.kind, unseen(view), strict=True):
        cards += [kind] * count
    return cards


def _first(kinds: list[Kind], number: int) -> list[Kind]:
    """Return the first of these kinds; none if the number is negative."""
    return kinds[: max(0, number)]


# Unrevealed choices (M5.1, M6.10).


def _with_choices(game: Rules, state: State, view: View, rng: Random) -> State:
    """Return the State with choices of all other seats."""
    chosen = [view.chosen] * game.players
    for seat in game.seats:
        limits = limits_of_choice(game, state, seat)
        is_complete = seat not in view.owing
        path = f"steps[{seat}]"
        steps = view.steps[seat]
        if seat == view.seat:
            check_choice(
                limits,
                is_complete=is_complete,
                hand=view.hand,
                chosen=("chosen", view.chosen),
                steps=(path, steps),
            )
        else:
            check_steps(path, steps, limits[1], is_complete=is_complete)
            chosen[seat] = _choice(seat, state.hidden.hands[seat], limits, steps, rng)
    return evolve(state, hidden=with_choices(state.hidden, tuple(chosen), view.steps))


def _choice(
    seat: int, hand: PackedCards, limits: tuple[int, int], steps: int, rng: Random
) -> PackedCards:
    """Return cards that the seat may have chosen from this hand in so many steps."""
    fewest, places = limits
    number = fewest + int(rng.random() * (places - fewest + 1))
    require(number <= CARDS.size(hand), f"hand_sizes[{seat}]: too small for its choice")
    in_order = sorted(draw(CARDS.singles(hand), number, rng))
    return CARDS.join(in_order[:steps])
