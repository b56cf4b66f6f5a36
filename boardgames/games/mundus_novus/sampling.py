"""Random worlds that one View of Mundus Novus cannot tell apart (M8).

Since the resource pile was last made, each seat has been dealt cards unseen: some it held already (`Deal.held`), some
came from the new pile (`Deal.source`). Everybody knows how many of each, and which of them have left the hand since. A
world lays all other cards at random, each into one of the places that are left: that is how they were dealt. A card
that has been seen may come from either origin where both have such a card; where it was drawn is part of the chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.cards import NO_CARDS, PackedCards
from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError, require
from boardgames.games.mundus_novus.actions import SET_SIZES
from boardgames.games.mundus_novus.components import CARDS, RELIC, SMALLEST, Kind
from boardgames.games.mundus_novus.phases.merchants import list_conversions
from boardgames.games.mundus_novus.phases.progression import list_sales, list_turn
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.trade import offers_freely
from boardgames.games.mundus_novus.state import Hidden, Phase, State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from boardgames.games.mundus_novus.actions import Action
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import Gift
    from boardgames.games.mundus_novus.view import View

TRIES = 5_000
"""Attempts before a View counts as impossible; a real one needs one, unless a gift or a set begun narrows it down."""
PATIENCE = 100
"""Attempts after which a hand that must allow a set begun is made up around one, every other time."""


def sample(game: MundusNovus, view: View, rng: Random) -> State:
    """Return a State whose View is this one.

    What was dealt comes out as often as it would be dealt; a gift is any card of its giver's hand, with equal chances.
    A player in the middle of a set has a hand with which it can be completed. Cards chosen but not revealed yet are any
    of the hand, and as many as the rules allow, each number with the same chance.

    Raises `DecodeError` if there is no such State, which takes a View that did not come from a game.
    """
    _check(game, view)
    others = [seat for seat in game.seats if seat != view.seat]
    deck = _deck(game, view, rng)
    completed = _COMPLETED.get(view.phase) if _has_begun(view) and view.player != view.seat else None
    aside = [CARDS.one[card] for _, card in view.turn.converted]
    everywhere = [view.public.market, view.public.discards, view.supply.display, *view.trade.offers, *aside]
    for attempt in range(TRIES):
        dealt = _with_gifts(view, rng) if view.public.gifts else _without_gifts(view)
        if dealt is None:
            continue
        wanted = NO_CARDS
        if attempt > PATIENCE and attempt % 2 and _has_begun(view):
            wanted = CARDS.without(_set_begun(view, rng), dealt.sure[view.player])
        hidden = _laid(game, view, others, dealt, wanted, rng)
        if hidden is None:
            continue
        cards = [*everywhere, *hidden.hands, hidden.pile]
        require(CARDS.join(cards) == game.resources, "no State has this View: its cards are not those of the game")
        state = State(
            round=view.round, phase=view.phase, player=view.player, owing=view.owing, supply=view.supply,
            trade=view.trade, turn=view.turn, public=view.public, hidden=hidden.evolve(deck=deck, seed=fresh_seed(rng)),
        )  # fmt: skip
        if completed is None or completed(game, state, view.player):
            return _with_choices(game, state, view, others, rng) if view.owing else state
    raise DecodeError("no State has this View: its cards do not add up to those of the game")


class Dealt(NamedTuple):
    """What a world has to respect, once it is said what the gifts were."""

    given: tuple[Kind, ...]
    sure: tuple[PackedCards, ...]
    """By seat: the cards of its hand that it was not dealt unseen, or that everybody knew already."""
    seen: tuple[PackedCards, ...]
    """By seat: the cards that it was dealt since the last pile, or held then, and that are known to have been so."""


def _without_gifts(view: View) -> Dealt:
    deal = view.public.deal
    seen = [CARDS.add(shown, known) for shown, known in zip(deal.shown, deal.held_known, strict=True)]
    return Dealt((), view.public.known, tuple(seen))


# Laying the cards.


def _laid(
    game: MundusNovus, view: View, others: list[int], dealt: Dealt, wanted: PackedCards, rng: Random
) -> Hidden | None:
    """Return the hands and all that was dealt; None if that is impossible. `wanted` are cards of the player's hand."""
    deal, sizes = view.public.deal, view.hand_sizes
    sure, seen = list(dealt.sure), list(dealt.seen)
    if wanted:
        sure[view.player] = CARDS.add(sure[view.player], wanted)
        seen[view.player] = CARDS.add(seen[view.player], wanted)
    held, source = CARDS.remove(deal.held, view.held), CARDS.remove(deal.source, view.drawn)
    origins = _origins(view, others, seen, held, source, rng)
    if origins is None:
        return None
    from_held, from_source, held, source = origins
    held_cards, source_cards = shuffle(CARDS.singles(held), rng), CARDS.singles(source)
    hands, all_held, all_drawn = [view.hand] * game.players, [view.held] * game.players, [view.drawn] * game.players
    for seat in others:
        places = deal.held_sizes[seat] - CARDS.size(from_held[seat])
        draws = view.drawn_sizes[seat] - CARDS.size(from_source[seat])
        if draws < 0 or places + draws != sizes[seat] - CARDS.size(sure[seat]) or draws > len(source_cards):
            return None
        mine = CARDS.join(held_cards[:places])
        del held_cards[:places]
        drawn = CARDS.join(draw(source_cards, draws, rng))
        source = CARDS.remove(source, drawn)
        hands[seat] = CARDS.join((sure[seat], mine, drawn))
        all_held[seat] = CARDS.add(from_held[seat], mine)
        all_drawn[seat] = CARDS.add(from_source[seat], drawn)
    if held_cards or CARDS.size(source) != view.pile_size:
        return None
    return Hidden(
        hands=tuple(hands), chosen=game.no_cards, steps=game.zeros, given=dealt.given, pile=source,
        held=tuple(all_held), drawn=tuple(all_drawn), deck=(), seed=0,
    )  # fmt: skip


Origins = tuple[list[PackedCards], list[PackedCards], PackedCards, PackedCards]
"""By seat: what it has seen of the cards held and of those drawn; what is left of both."""


def _origins(
    view: View, others: list[int], seen: list[PackedCards], held: PackedCards, source: PackedCards, rng: Random
) -> Origins | None:
    """Say of all cards seen whether they were held when the pile was made, or drawn from it; None if impossible."""
    from_held = [NO_CARDS] * len(seen)
    if not held:
        all_seen = CARDS.join([seen[seat] for seat in others])
        return (from_held, seen, held, CARDS.remove(source, all_seen)) if CARDS.contains(source, all_seen) else None
    return _Origins(view, others, seen, held, source).drawn(rng)


class _Origins:
    """The cards seen, while it is being said where they come from.

    Each of them takes a place of its seat, held or drawn: with as much chance as there are such cards and such places.
    """

    def __init__(
        self, view: View, others: list[int], seen: list[PackedCards], held: PackedCards, source: PackedCards
    ) -> None:
        deal = view.public.deal
        self.others, self.seen = others, seen
        self.held, self.source = list(CARDS.unpack(held)), list(CARDS.unpack(source))
        self.total_held, self.total_source = CARDS.size(held), CARDS.size(source)
        self.places, self.draws = list(deal.held_sizes), list(view.drawn_sizes)
        self.from_held, self.from_source = [NO_CARDS] * len(seen), list(seen)
        # Cards that everybody knew in a hand were held there; but a gift may have been one of them.
        givers = {gift.giver for gift in view.public.gifts if not gift.recent}
        self.known = [NO_CARDS if seat in givers else cards for seat, cards in enumerate(deal.held_known)]

    def drawn(self, rng: Random) -> Origins | None:
        """Return the origins; None if there are none, or if chance has led to a dead end."""
        open_cards: list[tuple[int, Kind]] = []
        had, has = tuple(self.held), tuple(self.source)
        for seat in self.others:
            for kind in CARDS.kinds(self.seen[seat]):
                count, known = CARDS.count(self.seen[seat], kind), CARDS.count(self.known[seat], kind)
                either = count - known
                if not had[kind] or not self.places[seat]:
                    self._take(seat, kind, known, either)
                elif not has[kind] or not self.draws[seat]:
                    self._take(seat, kind, count, 0)
                else:
                    self._take(seat, kind, known, 0)
                    open_cards += [(seat, kind)] * either
        for seat, kind in shuffle(open_cards, rng):
            held = self.held[kind] * self.places[seat] * max(1, self.total_source)
            drawn = self.source[kind] * self.draws[seat] * max(1, self.total_held)
            if held <= 0 and drawn <= 0:
                return None
            if rng.random() * (held + drawn) < held:
                self._take(seat, kind, 1, 0)
            else:
                self._take(seat, kind, 0, 1)
        if min(*self.held, *self.source, *self.places, *self.draws) < 0:
            return None
        return self.from_held, self.from_source, CARDS.pack(self.held), CARDS.pack(self.source)

    def _take(self, seat: int, kind: Kind, held: int, drawn: int) -> None:
        self.held[kind] -= held
        self.places[seat] -= held
        self.total_held -= held
        self.source[kind] -= drawn
        self.draws[seat] -= drawn
        self.total_source -= drawn
        if held:
            cards = CARDS.join([CARDS.one[kind]] * held)
            self.from_held[seat] = CARDS.add(self.from_held[seat], cards)
            self.from_source[seat] = CARDS.remove(self.from_source[seat], cards)


# Gifts (M5.6).


def _with_gifts(view: View, rng: Random) -> Dealt | None:
    """Say what every gift was, as the viewer knows it or by chance; None if those before leave no possibility."""
    pool = _unseen(view)
    dealt = _without_gifts(view)
    for index, known in enumerate(view.given):
        after = _with_gift(view, index, known, dealt, pool, rng)
        if after is None:
            return None
        dealt = after
    return dealt


def _unseen(view: View) -> list[int]:
    """Return of each Kind how many cards are in other hands or the pile without anybody knowing."""
    deal, dealt = view.public.deal, _without_gifts(view)
    all_cards = CARDS.unpack(CARDS.add(deal.held, deal.source))
    own = [CARDS.unpack(view.held), CARDS.unpack(view.drawn)]
    seen = [CARDS.unpack(cards) for seat, cards in enumerate(dealt.seen) if seat != view.seat]
    return [count - sum(column) for count, *column in zip(all_cards, *own, *seen, strict=True)]


def _with_gift(view: View, index: int, known: Kind | None, dealt: Dealt, pool: list[int], rng: Random) -> Dealt | None:
    """Return what has to be respected when it is said what this gift was: a card known in the giver's hand, or not."""
    gifts, sizes = view.public.gifts, view.hand_sizes
    gift = gifts[index]
    giver, receiver = gift.giver, gift.receiver
    missing = CARDS.size(dealt.sure[giver]) - sizes[giver]
    others = sum([each.giver == giver and bool(each.sure) for each in gifts[index:]])
    must_be_sure = gift.sure and giver != view.seat and missing >= others
    full = receiver != view.seat and CARDS.size(dealt.sure[receiver]) >= sizes[receiver]
    kinds = [known] if known is not None else list(Kind)
    sure: dict[Kind, float] = {}
    unsure: dict[Kind, float] = {}
    places, everything = max(1, 1 - missing), max(1, sum(pool))
    for kind in kinds:
        kept = CARDS.count(gift.kept, kind) > 0
        gone = gift.recent and not kept
        if known is None and ((kept and full) or (gone and not CARDS.count(dealt.seen[receiver], kind))):
            continue
        if CARDS.count(gift.sure, kind) and CARDS.count(dealt.sure[giver], kind):
            sure[kind] = CARDS.count(dealt.sure[giver], kind)
        unseen = pool[kind] + gone
        if unseen > 0 or known is not None:
            unsure[kind] = places * max(1, unseen) / everything
    if sure and (must_be_sure or not gift.doubtful):
        unsure = {}
    candidates = [*((kind, True) for kind in sure), *((kind, False) for kind in unsure)]
    if not candidates:
        return None
    kind, was_sure = candidates[_weighted([*sure.values(), *unsure.values()], rng)]
    return _given(dealt, gift, kind, was_sure=was_sure, pool=pool)


def _weighted(weights: list[float], rng: Random) -> int:
    """Return an index, each with the chance of its weight."""
    point = rng.random() * sum(weights)
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    return len(weights) - 1


def _given(dealt: Dealt, gift: Gift, kind: Kind, *, was_sure: bool, pool: list[int]) -> Dealt | None:
    """Return what has to be respected when the gift was of this kind."""
    sure, seen, card = list(dealt.sure), list(dealt.seen), CARDS.one[kind]
    giver, receiver = gift.giver, gift.receiver
    kept = CARDS.count(gift.kept, kind) > 0
    if was_sure:
        sure[giver] = CARDS.remove(sure[giver], card)
    if kept:
        sure[receiver] = CARDS.add(sure[receiver], card)
    if gift.recent:
        if not was_sure:
            seen[giver] = CARDS.add(seen[giver], card)
            pool[kind] -= 1
        if not kept:
            if not CARDS.count(seen[receiver], kind):
                return None
            seen[receiver] = CARDS.remove(seen[receiver], card)
            pool[kind] += 1
    else:
        if was_sure:
            if not CARDS.count(seen[giver], kind):
                return None
            seen[giver] = CARDS.remove(seen[giver], card)
            pool[kind] += 1
        if kept:
            seen[receiver] = CARDS.add(seen[receiver], card)
            pool[kind] -= 1
    return Dealt((*dealt.given, kind), tuple(sure), tuple(seen))


# Sets that have been begun (M6).

_COMPLETED: Mapping[Phase, Callable[[MundusNovus, State, int], tuple[Action, ...]]] = {
    Phase.TURN: list_turn,
    Phase.MERCHANT: list_conversions,
    Phase.SALE: list_sales,
}
"""By phase in which a set may have been begun: how it can be completed."""
_PLANS = (_IDENTICAL, _DIFFERENT, _PERFECT) = range(3)


def _has_begun(view: View) -> bool:
    """Tell whether the player to act is in the middle of a set."""
    return bool(view.turn.converted) or view.phase in (Phase.MERCHANT, Phase.SALE)


def _set_begun(view: View, rng: Random) -> PackedCards:
    """Return cards that complete some set of the kind that has been begun, without further Merchants."""
    targets = [target for target, _ in view.turn.converted]
    order = shuffle([kind for kind, count in zip(Kind, _unseen(view), strict=True) for _ in range(count)], rng)
    missing = [kind for kind in dict.fromkeys(order) if kind is not RELIC and kind not in targets]
    plan = int(rng.random() * len(_PLANS)) if view.phase is not Phase.SALE else _DIFFERENT
    if plan == _IDENTICAL:
        resource = next(iter((*targets, *missing)), RELIC)
        fitting = [kind for kind in order if kind in (resource, RELIC)]
        chosen = fitting[: max(0, SET_SIZES[0] - len(targets))]
    elif plan == _DIFFERENT:
        chosen = missing[: max(0, max(view.turn.size, SMALLEST) - len(targets))]
    else:
        chosen = [*missing, RELIC]
    return CARDS.join([CARDS.one[kind] for kind in chosen])


# What is no View of this game.


def _check(game: MundusNovus, view: View) -> None:
    """Raise `DecodeError` if the View is of other seats, sizes or cards than this game has."""
    public, deal = view.public, view.public.deal
    own_sizes = (public.doubloons, public.owned, public.known, view.hand_sizes, view.drawn_sizes)
    dealt_sizes = (deal.held_sizes, deal.held_known, deal.shown)
    fits = all([len(entries) == game.players for entries in (*own_sizes, *dealt_sizes)])
    require(
        fits and len(view.trade.offers) in (0, game.players), f"the View is not of a game with {game.players} players"
    )
    seats = (view.player, *view.owing, *(() if view.seat is None else (view.seat,)))
    require(all([seat in game.seats for seat in seats]), "seat, player, owing: no such seat")
    sizes = (*view.hand_sizes, *view.drawn_sizes, view.pile_size, view.deck_size)
    require(min(sizes) >= 0, "hand_sizes, drawn_sizes, pile_size, deck_size: fewer than no cards")
    require(len(view.given) == len(public.gifts), "given: not as many as public.gifts")
    own, drawn, held = (
        (0, 0, 0)
        if view.seat is None
        else (view.hand_sizes[view.seat], view.drawn_sizes[view.seat], deal.held_sizes[view.seat])
    )
    fits = CARDS.size(view.hand) == own and CARDS.size(view.chosen) <= view.steps
    require(fits and CARDS.contains(view.hand, view.chosen), "hand, chosen, steps: not as many as the sizes say")
    fits = CARDS.size(view.drawn) == drawn and CARDS.contains(deal.source, view.drawn)
    require(fits, "drawn: not what the resource pile can have dealt")
    fits = CARDS.size(view.held) == held and CARDS.contains(deal.held, view.held)
    require(fits, "held: not what was in the hands")
    require(not view.steps or view.owing, "steps: nothing is being chosen")


def _deck(game: MundusNovus, view: View, rng: Random) -> tuple[str, ...]:
    seen = {*view.public.queue, *[key for owned in view.public.owned for key in owned]}
    deck = [key for key in game.used if key not in seen]
    require(len(deck) == view.deck_size, "deck_size: not what queue and players leave of the Development cards")
    return tuple(shuffle(deck, rng))


# Cards that have been chosen, but not revealed (M5.1, M6.10).


def _with_choices(game: MundusNovus, state: State, view: View, others: list[int], rng: Random) -> State:
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
