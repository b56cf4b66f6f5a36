"""Random worlds that one View of Mundus Novus cannot tell apart (M8), as likely as `secrets` says.

What the history of the hands leaves open is drawn first, by `beliefs`; then the unseen cards of
each pile are shuffled into their places. If a player is in the middle of a set, hands are drawn
until one can complete it; after so many in vain, all that can are listed, and one of them is drawn.
That is exact but in one case: if the history leaves more than `MOST_BRANCHES` answers open, a share
of them is followed.
"""

from __future__ import annotations

from itertools import filterfalse
from random import Random

from boardgames.contract.game import NO_WORLD
from boardgames.core.chance import draw, fresh_seed, shuffle
from boardgames.core.errors import require
from boardgames.core.values import evolve, identity_cache, value
from boardgames.games.mundus_novus.components import CARDS, Kind
from boardgames.games.mundus_novus.memory import with_gift
from boardgames.games.mundus_novus.secrets.beliefs import (
    Branch,
    BranchPath,
    branches_of,
    drawn,
    number_of_hands,
    with_hand_known,
)
from boardgames.games.mundus_novus.secrets.check import (
    check_chosen,
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

NO_DEAL = f"{NO_WORLD}: its cards do not add up to those of the game"
HANDS_TRIED = 100
"""Number of hands that are drawn before all that can complete a begun set are listed."""
MOST_HANDS = 100_000
"""Of more possible hands, none are listed: then `MOST_TRIED` are drawn."""
MOST_TRIED = 100_000


def determinize(game: Rules, /, view: View, rng: Random) -> State:
    """Return a random State with this View, as likely as `boardgames.games.mundus_novus.secrets`
    says.

    A player in the middle of a set has a hand that can complete it. Raises `DecodeError` if there
    is no such State, as for no View of a real game.
    """
    prepared = _prepared(game, view)
    deck = tuple(shuffle(prepared.deck[:], rng))
    for _ in range(HANDS_TRIED if prepared.listed else MOST_TRIED):
        path = drawn(prepared.branches, rng)
        state = _state_of(view, _laid(game, view, path, deck, rng))
        if not prepared.begun or game.legal_actions(state):
            return _with_choices(game, state, view, rng) if view.owing else state
    completing = _completing(game, view) if prepared.listed else []
    require(completing, NO_DEAL)
    return _state_of(view, _laid(game, view, drawn(completing, rng), deck, rng))


@identity_cache
def _completing(game: Rules, view: View) -> list[tuple[Branch, float]]:
    """Return a branch for each hand that can complete the set begun, with weights; cached."""
    found = []
    for branch in with_hand_known(branches_of(view), view.player):
        hidden = make_hidden(
            hands=branch.hands.sure,
            chosen=game.no_cards,
            steps=game.zeros,
            given=(),
            pile=NO_CARDS,
            dealt=(),
            deck=(),
            seed=0,
        )
        if game.legal_actions(_state_of(view, hidden)):
            found.append((branch, branch.weight))
    return found


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
    listed: bool
    """Whether all hands that can complete the set are listed if no other way finds one."""
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
    branches = branches_of(view)
    require(branches, NO_DEAL)
    # What is checked is the same in all branches.
    sure, places, unseen = branches[0].hands
    check_sizes(view, sure, places, unseen)
    found = CARDS.join([*sure, *unseen, *view.open_cards()])
    require(found == game.resources, f"{NO_WORLD}: its cards are not those of the game")
    is_in_a_set = view.phase in (Phase.MERCHANT, Phase.SALE) or bool(view.turn.converted)
    begun = is_in_a_set and view.player != view.seat
    return _Prepared(
        deck=deck,
        begun=begun,
        listed=begun and number_of_hands(branches, view.player) <= MOST_HANDS,
        branches=[(branch, branch.weight) for branch in branches],
    )


# Laying the cards.


def _laid(game: Rules, view: View, path: BranchPath, deck: tuple[str, ...], rng: Random) -> Hidden:
    """Lay all unseen cards in their places."""
    piles = [[NO_CARDS] * game.players for _ in path.hands.places]
    hands = [*path.hands.sure]
    rest = NO_CARDS
    for shares, places, unseen in zip(piles, path.hands.places, path.hands.unseen, strict=True):
        cards = CARDS.singles(unseen)
        in_places = draw(cards, sum(places), rng)
        first = 0
        for seat, number in enumerate(places):
            if number:
                last = first + number
                shares[seat] = share = CARDS.join(in_places[first:last])
                hands[seat] = CARDS.add(hands[seat], share)
                first = last
        rest = CARDS.join(cards)
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


# Unrevealed choices (M5.1, M6.10).


def _with_choices(game: Rules, state: State, view: View, rng: Random) -> State:
    """Return the State with cards that each other seat may have chosen in so many steps."""
    chosen: list[PackedCards] = []
    for seat in game.seats:
        fewest, most = limits_of_choice(game, state, seat)
        steps = view.steps[seat]
        check_steps(f"steps[{seat}]", steps, most, is_complete=seat not in view.owing)
        if seat == view.seat:
            check_chosen("chosen", view.chosen, view.hand, steps, fewest, most)
            chosen.append(view.chosen)
            continue
        hand = state.hidden.hands[seat]
        number = fewest + int(rng.random() * (most - fewest + 1))
        require(number <= CARDS.size(hand), f"hand_sizes[{seat}]: too small for its choice")
        in_order = sorted(draw(CARDS.singles(hand), number, rng))
        chosen.append(CARDS.join(in_order[:steps]))
    return evolve(state, hidden=with_choices(state.hidden, tuple(chosen), view.steps))
