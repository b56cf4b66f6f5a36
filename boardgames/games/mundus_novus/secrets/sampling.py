"""Random worlds that one View of Mundus Novus cannot tell apart (M8), as likely as `secrets` says.

What the history of the hands leaves open is drawn first, by `beliefs`; then the unseen cards of
each pile are shuffled into their places. That is exact but in two cases. If a player is in the
middle of a set, hands are drawn until one can complete it; if a hundred cannot, every second hand
is given cards that do, so that a set which less than one hand in a hundred completes comes out too
much alike. And if the history leaves more than `MOST_BRANCHES` answers open, a share of them is
followed.
"""

from __future__ import annotations

from itertools import filterfalse
from random import Random

from boardgames.contract.game import NO_WORLD
from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import DecodeError, require
from boardgames.core.values import evolve, identity_cache, value
from boardgames.games.mundus_novus.actions import SET_SIZES
from boardgames.games.mundus_novus.components import CARDS, RELIC, SMALLEST_DIFFERENT, Kind
from boardgames.games.mundus_novus.memory import with_gift
from boardgames.games.mundus_novus.secrets.beliefs import Branch, BranchPath, branches_of, drawn
from boardgames.games.mundus_novus.secrets.check import (
    check_choice,
    check_sizes,
    check_steps,
    check_view,
    limits_of_choice,
)
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    Hidden,
    Move,
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
    """Return a random State with this View, as likely as `boardgames.games.mundus_novus.secrets`
    says.

    A player in the middle of a set has a hand that can complete it. Raises `DecodeError` if there
    is no such State, as for no View of a real game.
    """
    prepared = _prepared(game, view)
    deck = tuple(shuffle(prepared.deck[:], rng))
    for attempt in range(MOST_DEALS):  # one is enough without a begun set
        path = drawn(prepared.branches, rng)
        is_built = prepared.begun and attempt > ATTEMPTS_BEFORE_BUILDING and attempt % 2
        wanted = _set_begun(view, path, rng) if is_built else NO_CARDS
        hidden = _laid(game, view, path, wanted, deck, rng)
        if hidden is None:
            continue
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
    begun: bool
    """Whether another player is in the middle of a set."""
    branches: list[tuple[Branch, float]]
    """What the history leaves open, with weights."""


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
    branches = branches_of(view)
    require(branches, NO_DEAL)
    # What is checked is the same in all branches.
    sure, places, unseen = branches[0].hands
    check_sizes(view, sure, places, unseen)
    found = CARDS.join([*sure, *unseen, *view.open_cards()])
    require(found == game.resources, f"{NO_WORLD}: its cards are not those of the game")
    weighted = [(branch, branch.weight) for branch in branches]
    return _Prepared(deck=deck, begun=begun and view.player != view.seat, branches=weighted)


# Laying the cards.


def _laid(
    game: Rules,
    view: View,
    path: BranchPath,
    wanted: PackedCards,
    deck: tuple[str, ...],
    rng: Random,
) -> Hidden | None:
    """Lay all unseen cards in their places, and the wanted ones in the player's hand; None if there
    is no place for these.
    """
    player = view.player
    piles = [[NO_CARDS] * game.players for _ in path.hands.places]
    hands = [*path.hands.sure]
    rest = NO_CARDS
    for shares, places, unseen in zip(piles, path.hands.places, path.hands.unseen, strict=True):
        laid = NO_CARDS
        if wanted and places[player]:
            laid = CARDS.join(CARDS.singles(CARDS.common(unseen, wanted))[: places[player]])
            wanted = CARDS.remove(wanted, laid)
        cards = CARDS.singles(CARDS.remove(unseen, laid))
        in_places = draw(cards, sum(places) - CARDS.size(laid), rng)
        first = 0
        for seat, number in enumerate(places):
            if number:
                last = first + number
                share = CARDS.join(in_places[first:last])
                if laid and seat == player:
                    last -= CARDS.size(laid)
                    share = CARDS.join([laid, *in_places[first:last]])
                first = last
                shares[seat] = share
                hands[seat] = CARDS.add(hands[seat], share)
        rest = CARDS.join(cards)
    if wanted:
        return None
    for pile, seat, found in path.found:
        piles[pile][seat] = CARDS.add(piles[pile][seat], found)
    if view.seat is not None:
        for shares, own in zip(piles, view.dealt, strict=True):
            shares[view.seat] = own
    return make_hidden(
        hands=tuple(hands),
        chosen=game.no_cards,
        steps=game.zeros,
        given=_given(view, path),
        pile=rest,
        dealt=tuple(zip(*piles, strict=True)),
        deck=deck,
        seed=fresh_seed(rng),
    )


def _given(view: View, path: BranchPath) -> tuple[tuple[Kind | None, ...], ...]:
    """Return, by seat, what it knows of the gifts."""
    known: tuple[tuple[Kind | None, ...], ...] = ((),) * len(view.hand_sizes)
    if path.given:
        gifts = [note for note in view.public.history if note.move is Move.GIVEN]
        for note, kind in zip(gifts, path.given, strict=True):
            known = with_gift(known, note, kind)
    return known


# Begun sets (M6).


def _set_begun(view: View, path: BranchPath, rng: Random) -> PackedCards:
    """Return cards that the hand lacks to complete some set of the begun type, without further
    Merchants.
    """
    targets = [target for target, _ in view.turn.converted]
    held = path.hands.sure[view.player]
    unseen = CARDS.join(path.hands.unseen)
    order = CARDS.each(unseen)
    order = tuple(shuffle([*order], rng))
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
    return CARDS.without(CARDS.join([CARDS.one[kind] for kind in chosen]), held)


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
