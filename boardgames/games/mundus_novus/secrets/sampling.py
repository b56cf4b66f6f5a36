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
from boardgames.games.mundus_novus.state import Hidden, Phase, Rules, State
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
    for attempt in range(TRIES):
        gifts = prepared.gifts
        while gifts is not None and gifts.candidates:
            gifts = gifts.drawn(rng)
        if gifts is None:
            continue
        if (
            attempt > ATTEMPTS_BEFORE_BUILDING
            and attempt % 2
            and prepared.begun
            and prepared.gifts is not None
        ):
            wanted = CARDS.without(
                _set_begun(view, prepared.gifts.pool, rng), CARDS.pack(gifts.sure[view.player])
            )
            laid = Layout(game, view, gifts, wanted).laid(rng)
        else:
            laid = prepared.layouts[gifts].laid(rng)
        if laid is None:
            continue
        hands, held, drawn, pile = laid
        everything = CARDS.join([prepared.open, *hands, pile])
        require(
            everything == game.resources,
            "top level: no State has this View: its cards are not those of the game",
        )
        hidden = Hidden(
            hands=tuple(hands),
            chosen=game.no_cards,
            steps=game.zeros,
            given=gifts.given,
            pile=pile,
            held=tuple(held),
            drawn=tuple(drawn),
            deck=deck,
            seed=fresh_seed(rng),
        )
        state = State(
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
        self.counts_held: list[int] = [*CARDS.unpack(self.held)]
        self.counts_source: list[int] = [*CARDS.unpack(self.source)]
        self.places: list[int] = [*deal.held_sizes]
        self.draws: list[int] = [*view.drawn_sizes]
        self.from_held: list[PackedCards] = [NO_CARDS] * game.players
        self.from_source: list[PackedCards] = [NO_CARDS] * game.players
        self.choices: list[tuple[int, Kind]] = []
        """The seat and kind of each card that may have either origin."""
        self.settled: tuple[Hands, Hands, PackedCards, PackedCards] | None = None
        """The origins, once they are found, if nothing is left to chance."""
        # Public cards of a hand were held there, but a gift may have been one of them.
        givers = {gift.giver for gift in view.public.gifts if not gift.recent}
        had, has = CARDS.kinds(self.held), CARDS.kinds(self.source)
        for seat in self.others:
            more = wanted if seat == view.player else NO_CARDS
            self.sure[seat] = CARDS.add(CARDS.pack(gifts.sure[seat]), more)
            seen = CARDS.add(CARDS.pack(gifts.seen[seat]), more)
            if not self.held:
                self.from_source[seat] = seen
                continue
            for kind in CARDS.kinds(seen):
                count = CARDS.count(seen, kind)
                known = CARDS.count(deal.held_known[seat], kind) if seat not in givers else 0
                if kind not in had or not self.places[seat]:
                    self._settle(seat, kind, known, count - known)
                elif kind not in has or not self.draws[seat]:
                    self._settle(seat, kind, count, 0)
                else:
                    self._settle(seat, kind, known, 0)
                    self.choices += [(seat, kind)] * (count - known)

    def _settle(self, seat: int, kind: Kind, held: int, drawn: int) -> None:
        self.counts_held[kind] -= held
        self.places[seat] -= held
        self.counts_source[kind] -= drawn
        self.draws[seat] -= drawn
        card = CARDS.one[kind]
        self.from_held[seat] = CARDS.join([self.from_held[seat], *[card] * held])
        self.from_source[seat] = CARDS.join([self.from_source[seat], *[card] * drawn])

    def _origins(self, rng: Random) -> tuple[Hands, Hands, PackedCards, PackedCards] | None:
        """Draw the origins of all seen cards: those held and those drawn, and the rest of both.

        None if there are none, or for a dead end of the draw.
        """
        if self.settled is not None:
            return self.settled
        counts_held, counts_source, places, draws = (
            self.counts_held[:],
            self.counts_source[:],
            self.places[:],
            self.draws[:],
        )
        from_held, from_source, one = self.from_held[:], self.from_source[:], CARDS.one
        total_held, total_source = sum(counts_held), sum(counts_source)
        for seat, kind in shuffle(self.choices[:], rng):
            held = counts_held[kind] * places[seat] * max(1, total_source)
            drawn = counts_source[kind] * draws[seat] * max(1, total_held)
            if held <= 0 and drawn <= 0:
                return None
            if rng.random() * (held + drawn) < held:
                counts_held[kind] -= 1
                places[seat] -= 1
                total_held -= 1
                from_held[seat] = CARDS.add(from_held[seat], one[kind])
            else:
                counts_source[kind] -= 1
                draws[seat] -= 1
                total_source -= 1
                from_source[seat] = CARDS.add(from_source[seat], one[kind])
        all_held, all_drawn = CARDS.join(from_held), CARDS.join(from_source)
        if min(*places, *draws) < 0 or not (
            CARDS.contains(self.held, all_held) and CARDS.contains(self.source, all_drawn)
        ):
            return None
        found = (
            from_held,
            from_source,
            CARDS.remove(self.held, all_held),
            CARDS.remove(self.source, all_drawn),
        )
        self.settled = None if self.choices else found
        return found

    def laid(self, rng: Random) -> tuple[Hands, Hands, Hands, PackedCards] | None:
        """Lay all unseen cards: the hands, their cards of `Deal.held`, those dealt from
        `Deal.source`, and the pile.

        None for a dead end of the draw. The numbers of cards fit, since the View has been checked.
        """
        if (origins := self._origins(rng)) is None:
            return None
        from_held, from_source, held, source = origins
        view, sure, size, join = self.view, self.sure, CARDS.size, CARDS.join
        held_cards = shuffle(CARDS.singles(held), rng) if held else []
        source_cards, random = CARDS.singles(source), rng.random
        take, left = source_cards.pop, len(source_cards)
        players = len(sure)
        hands, all_held, all_drawn = (
            [view.hand] * players,
            [view.held] * players,
            [view.drawn] * players,
        )
        for seat in self.others:
            places = view.public.deal.held_sizes[seat] - size(from_held[seat])
            draws = view.drawn_sizes[seat] - size(from_source[seat])
            if draws < 0:
                return None
            mine = NO_CARDS
            if places:
                mine = join(held_cards[:places])
                del held_cards[:places]
            # As `draw` does, without a list.
            drawn = join([take(int(random() * count)) for count in range(left, left - draws, -1)])
            left -= draws
            hands[seat] = join((sure[seat], mine, drawn))
            all_held[seat] = CARDS.add(from_held[seat], mine)
            all_drawn[seat] = CARDS.add(from_source[seat], drawn)
        return hands, all_held, all_drawn, join(source_cards)


# Begun sets (M6).


def _set_begun(view: View, pool: list[int], rng: Random) -> PackedCards:
    """Return cards of the pool that complete some set of the begun type, without further
    Merchants.
    """
    targets = [target for target, _ in view.turn.converted]
    order = shuffle(
        [kind for kind, count in zip(Kind, pool, strict=True) for _ in range(count)], rng
    )
    missing = [kind for kind in dict.fromkeys(order) if kind is not RELIC and kind not in targets]
    plan = (
        "different"
        if view.phase is Phase.SALE
        else ("identical", "different", "perfect")[int(rng.random() * 3)]
    )
    if plan == "identical":
        resource = next(iter((*targets, *missing)), RELIC)
        fitting = [kind for kind in order if kind in (resource, RELIC)]
        chosen = fitting[: max(0, SET_SIZES[0] - len(targets))]
    elif plan == "different":
        chosen = missing[: max(0, max(view.turn.size, SMALLEST_DIFFERENT) - len(targets))]
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
