"""Supply: the deal, the fleets and their picks, the Pirates (M4)."""

from __future__ import annotations

from typing import NamedTuple

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.chance import deal
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, events
from boardgames.games.mundus_novus.components import (
    CARDS,
    COSA,
    PIRATES,
    PIZARRO,
    PONCE,
)
from boardgames.games.mundus_novus.memory import (
    after_entering,
    after_theft,
    dealt,
    piled,
    turned_up,
    with_pile,
)
from boardgames.games.mundus_novus.state import (
    NO_SUPPLY,
    Note,
    Phase,
    Rules,
    State,
    Supply,
    caravels_of,
    estate_of,
    has,
    with_hands,
)
from boardgames.kit.cards import NO_CARDS, PackedCards

CHANCES_OF_A_ROUND = 16
"""Numbers reserved for the chance events of a round: two for dealing, and one per fleet for the
Pirates.
"""

# The deal (M4.1, M4.2, M4.6).


def begin_supply(game: Rules, state: State) -> State:
    """Deal five cards to each player and turn up one for each Caravel; Ponce de Leon's owner may
    split their fleet.
    """
    after = _dealt(game, state)
    for seat, owned in enumerate(state.public.owned):
        estate = estate_of(game, owned)
        if PONCE in estate.characters and len(estate.caravels) > 1:
            return evolve(after, phase=Phase.FLEETS, player=seat)
    return _begin_picks(game, after)


def _dealt(game: Rules, state: State) -> State:
    """Return the State after the deal, with a card turned up for each Caravel (M4.2); if the pile
    is too small, the rest comes from the shuffled discards (M4.6).
    """
    public = state.public
    hidden = state.hidden
    wanted = game.cards_dealt * game.players + sum(caravels_of(game, public))
    from_old_pile: list[PackedCards] = []
    size = CARDS.size(hidden.pile)
    if size < wanted:
        from_old_pile, state = _deal_pile(game, state, [], size, _chance(state, 0))
        if game.recorder is not None:
            game.recorder.append(events.PileReshuffled(CARDS.each(public.discards)))
        state = _reshuffled(state)
    cards, state = _deal_pile(
        game, state, from_old_pile, wanted - len(from_old_pile), _chance(state, 1)
    )
    # The seats get the first cards, the others are turned up.
    display = CARDS.join(cards[game.cards_dealt * game.players :])
    if game.recorder is not None:
        for step, seat in enumerate(clockwise(game, state)):
            first = step * game.cards_dealt
            kinds = CARDS.each(CARDS.join(cards[first : first + game.cards_dealt]))
            game.recorder.append(events.CardsDealt(seat, len(kinds), kinds))
        if display:
            game.recorder.append(events.CardsTurnedUp(CARDS.each(display)))
    return evolve(state, supply=Supply(display))


def _chance(state: State, number: int) -> int:
    """Return the number in the game of a chance event, given its number in the round."""
    return CHANCES_OF_A_ROUND * state.round.number + number


def _reshuffled(state: State) -> State:
    """Return the State after the discards have become the new pile (M4.6)."""
    public = state.public
    hidden = state.hidden
    discards = public.discards
    history = (*public.history, piled(discards))
    return evolve(
        state,
        public=evolve(public, history=history, discards=NO_CARDS),
        hidden=evolve(hidden, pile=discards, dealt=with_pile(hidden.dealt)),
    )


def _deal_pile(
    game: Rules, state: State, before: list[PackedCards], number: int, chance: int
) -> tuple[list[PackedCards], State]:
    """Deal so many cards from the pile after those dealt before: five to each seat, and the rest
    face up.

    Return all cards dealt, in order, and the State after it.
    """
    hidden = state.hidden
    pile = CARDS.singles(hidden.pile)
    from_pile = deal(pile, number, hidden.seed, chance)
    shares = [NO_CARDS] * game.players
    notes: list[Note] = []
    first = -len(before)
    for seat in clockwise(game, state):
        last = first + game.cards_dealt
        share = CARDS.join(from_pile[max(0, first) : max(0, last)])
        if share:
            shares[seat] = share
            notes.append(dealt(seat, CARDS.size(share)))
        first = last
    face_up = CARDS.join(from_pile[max(0, first) :])
    if face_up:
        notes.append(turned_up(face_up))
    public = evolve(state.public, history=(*state.public.history, *notes))
    after = evolve(
        hidden,
        hands=tuple(map(CARDS.add, hidden.hands, shares)),
        pile=CARDS.join(pile),
        dealt=tuple(
            [
                (*cards[:-1], CARDS.add(cards[-1], share))
                for cards, share in zip(hidden.dealt, shares, strict=True)
            ]
        ),
    )
    return before + from_pile, evolve(state, public=public, hidden=after)


def clockwise(game: Rules, state: State) -> list[int]:
    """Return all seats in order, from the Trade Master on."""
    master = state.round.master
    return [*range(master, game.players), *range(master)]


# Fleets (M4.2 to M4.4).


class _Fleet(NamedTuple):
    """A fleet; fleets sort in the order in which they pick (M4.2)."""

    value: int
    lowest: int
    """The lowest single Caravel."""
    step: int
    """The number of seats after the Trade Master, clockwise."""
    seat: int
    size: int


def _fleets(game: Rules, state: State) -> list[_Fleet]:
    """Return all fleets in the order in which they pick."""
    found: list[_Fleet] = []
    for seat, owned in enumerate(state.public.owned):
        estate = estate_of(game, owned)
        if not estate.caravels:
            continue
        staying = [*estate.caravels]
        leaving: tuple[int, ...] = ()
        if PONCE in estate.characters:
            leaving = state.supply.detached
            for caravel in leaving:
                staying.remove(caravel)
        if PIZARRO in estate.characters:
            # The highest Caravel never leaves its fleet.
            staying[-1] = 0
        step = (seat - state.round.master) % game.players
        found.append(_Fleet(sum(staying), min(staying), step, seat, len(staying)))
        if leaving:
            found.append(_Fleet(sum(leaving), min(leaving), step, seat, len(leaving)))
    return sorted(found)


def detachable(game: Rules, state: State, seat: int) -> tuple[int, ...]:
    """Return the Caravels that may still join a second fleet (M4.4).

    None may be lower than those that have left, and the highest one stays.
    """
    caravels = estate_of(game, state.public.owned[seat]).caravels[:-1]
    detached = state.supply.detached
    if not detached:
        return caravels
    # Among Caravels of the same value, those that have left come first.
    last = detached[-1]
    return caravels[caravels.index(last) + detached.count(last) :]


def list_fleets(game: Rules, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return the Caravels that may join a second fleet, and the end of the split (M4.4)."""
    caravels = sorted(set(detachable(game, state, seat)))
    return (*[actions.DETACH(caravel) for caravel in caravels], actions.SAIL)


def detach(game: Rules, state: State, action: actions.Detach, seat: int) -> State:
    """Move a Caravel to the second fleet (M4.4)."""
    if action.caravel not in detachable(game, state, seat):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.CaravelDetached(seat, action.caravel))
    supply = state.supply
    return evolve(state, supply=evolve(supply, detached=(*supply.detached, action.caravel)))


def sail(game: Rules, state: State, _action: actions.Sail, seat: int) -> State:
    """End the split (M4.4)."""
    if game.recorder is not None:
        game.recorder.append(events.FleetsSailed(seat))
    return _begin_picks(game, state)


# Picks (M4.2).


def picks_of(game: Rules, state: State) -> tuple[int, ...]:
    """Return the seat of each pick of this Supply, in order: each fleet makes all its picks before
    the next one.
    """
    picks: list[int] = []
    for fleet in _fleets(game, state):
        picks += [fleet.seat] * fleet.size
    return tuple(picks)


def _begin_picks(game: Rules, state: State) -> State:
    picks = picks_of(game, state)
    if not picks:
        return _end_supply(game, state)
    return evolve(
        state, phase=Phase.PICKS, player=picks[0], supply=evolve(state.supply, picks=picks)
    )


def pick_card(game: Rules, state: State, action: actions.Pick, seat: int) -> State:
    """Take a card for a Caravel of the fleet (M4.2)."""
    supply = state.supply
    if not CARDS.count(supply.display, action.kind):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.CardPicked(seat, action.kind))
    card = CARDS.one[action.kind]
    picks = supply.picks[1:]
    display = CARDS.remove(supply.display, card)
    hands = CARDS.add_to(state.hidden.hands, seat, card)
    after = evolve(
        state,
        player=picks[0] if picks else seat,
        supply=evolve(supply, display=display, picks=picks),
        public=after_entering(state.public, seat, card),
        hidden=with_hands(state.hidden, hands),
    )
    return after if picks else _end_supply(game, after)


# Pirates (M4.5).


def _end_supply(game: Rules, state: State) -> State:
    """Let the Pirates take cards, and go on to the Trade Master's announcement."""
    if state.round.event is PIRATES:
        state = _robbed(game, state)
    return evolve(state, phase=Phase.NUMBER, player=state.round.master, supply=NO_SUPPLY)


def _robbed(game: Rules, state: State) -> State:
    """Let the Pirates take a card at random for each fleet of several Caravels (M4.5)."""
    public = state.public
    hidden = state.hidden
    for number, fleet in enumerate(_fleets(game, state), start=2):
        seat = fleet.seat
        if fleet.size == 1 or has(game, public.owned[seat], COSA):
            continue
        (card,) = deal(CARDS.singles(hidden.hands[seat]), 1, hidden.seed, _chance(state, number))
        kind = CARDS.kinds(card)[0]
        if game.recorder is not None:
            game.recorder.append(events.PiratesRobbed(seat, kind))
        public, hidden = after_theft(public, hidden, seat, kind)
    return evolve(state, public=public, hidden=hidden)
