"""Supply: the deal, the fleets and their picks, the Pirates (M4)."""

from __future__ import annotations

from boardgames.core.chance import deal
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, events
from boardgames.games.mundus_novus.components import CARDS, CARDS_DEALT, RoundEvent
from boardgames.games.mundus_novus.memory import after_entering, after_reshuffle, after_theft
from boardgames.games.mundus_novus.state import NO_SUPPLY, Phase, Rules, State, Supply
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
        estate = game.estates[owned]
        if estate.ponce and len(estate.caravels) > 1:
            return evolve(after, phase=Phase.FLEETS, player=seat)
    return _begin_picks(game, after)


def _dealt(game: Rules, state: State) -> State:
    """Return the State after the deal; if the pile is too small, the rest comes from the shuffled
    discards (M4.6).
    """
    public, hidden, chance = state.public, state.hidden, CHANCES_OF_A_ROUND * state.round.number
    seats = [
        seat for seat in clockwise(game, state) for _ in range(CARDS_DEALT)
    ]  # later cards are turned up
    wanted = len(seats) + sum([len(game.estates[owned].caravels) for owned in public.owned])
    pile = CARDS.singles(hidden.pile)
    before: list[PackedCards] = []
    if len(pile) < wanted:
        if game.recorder is not None:
            game.recorder.append(events.PileReshuffled(CARDS.each(public.discards)))
        before = deal(pile, len(pile), hidden.seed, chance)
        hidden = evolve(
            hidden, hands=tuple(map(CARDS.add, hidden.hands, _shares(game, seats, before)))
        )
        public, hidden = after_reshuffle(public, hidden, public.discards)
        pile = CARDS.singles(public.discards)
        public = evolve(public, discards=NO_CARDS)
    fresh = deal(pile, wanted - len(before), hidden.seed, chance + 1)
    turned_up = (before + fresh)[len(seats) :]
    if game.recorder is not None:
        for step, seat in enumerate(clockwise(game, state)):
            cards = CARDS.each(
                CARDS.join((before + fresh)[step * CARDS_DEALT : (step + 1) * CARDS_DEALT])
            )
            game.recorder.append(events.CardsDealt(seat, len(cards), cards))
        if turned_up:
            game.recorder.append(events.CardsTurnedUp(CARDS.each(CARDS.join(turned_up))))
    seats = seats[len(before) :]
    shares = _shares(game, seats, fresh)
    source = CARDS.remove(public.deal.source, CARDS.join(fresh[len(seats) :]))
    return evolve(
        state,
        supply=Supply(CARDS.join(turned_up)),
        public=evolve(public, deal=evolve(public.deal, source=source)),
        hidden=evolve(
            hidden,
            hands=tuple(map(CARDS.add, hidden.hands, shares)),
            chosen=game.no_cards,
            steps=game.zeros,
            pile=CARDS.join(pile),
            drawn=tuple(map(CARDS.add, hidden.drawn, shares)),
        ),
    )


def clockwise(game: Rules, state: State) -> list[int]:
    """Return all seats in order, from the Trade Master on."""
    master = state.round.master
    return [*range(master, game.players), *range(master)]


def _shares(game: Rules, seats: list[int], dealt: list[PackedCards]) -> list[PackedCards]:
    """Return each seat's share of the cards dealt, of which these seats take one each in turn."""
    shares = [NO_CARDS] * game.players
    for seat, card in zip(seats, dealt, strict=False):
        shares[seat] = CARDS.add(shares[seat], card)
    return shares


# Fleets (M4.2 to M4.4).


def _fleets(game: Rules, state: State) -> list[tuple[int, int]]:
    """Return the seat and the size of each fleet, in the order in which they pick.

    By value, then by the lowest Caravel, then clockwise from the Trade Master (M4.2).
    """
    found = []
    for seat, owned in enumerate(state.public.owned):
        estate = game.estates[owned]
        if not estate.caravels:
            continue
        step = (seat - state.round.master) % game.players
        staying, leaving = list(estate.caravels), []
        if estate.ponce:
            leaving = list(state.supply.detached)
            for caravel in leaving:
                staying.remove(caravel)
        if estate.pizarro:
            # The highest Caravel never leaves its fleet.
            staying[-1] = 0
        found += [
            (sum(fleet), min(fleet), step, seat, len(fleet))
            for fleet in (staying, leaving)
            if fleet
        ]
    return [(seat, size) for *_, seat, size in sorted(found)]


def list_fleets(game: Rules, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return the Caravels that may join a second fleet, and the end of the split (M4.4).

    None may be lower than those that have left, and the highest one stays.
    """
    caravels, detached = game.estates[state.public.owned[seat]].caravels[:-1], state.supply.detached
    if detached:  # among Caravels of the same value, those that have left come first
        caravels = caravels[caravels.index(detached[-1]) + detached.count(detached[-1]) :]
    return (*[actions.DETACH(caravel) for caravel in sorted(set(caravels))], actions.SAIL)


def detach(game: Rules, state: State, action: actions.Detach, seat: int) -> State:
    """Move a Caravel to the second fleet (M4.4)."""
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
    return tuple([seat for seat, size in _fleets(game, state) for _ in range(size)])


def _begin_picks(game: Rules, state: State) -> State:
    picks = picks_of(game, state)
    if not picks:
        return _end_supply(game, state)
    return evolve(
        state, phase=Phase.PICKS, player=picks[0], supply=evolve(state.supply, picks=picks)
    )


def pick_card(game: Rules, state: State, action: actions.Pick, seat: int) -> State:
    """Take a card for a Caravel of the fleet (M4.2)."""
    supply, hidden = state.supply, state.hidden
    if game.recorder is not None:
        game.recorder.append(events.CardPicked(seat, action.kind))
    card, picks = CARDS.one[action.kind], supply.picks[1:]
    supply = evolve(supply, display=CARDS.remove(supply.display, card), picks=picks)
    public, hands = after_entering(state.public, seat, card), CARDS.add_to(hidden.hands, seat, card)
    player, hidden = picks[0] if picks else seat, evolve(hidden, hands=hands)
    after = evolve(state, player=player, supply=supply, public=public, hidden=hidden)
    return after if picks else _end_supply(game, after)


# Pirates (M4.5).


def _end_supply(game: Rules, state: State) -> State:
    """Let the Pirates take cards, and go on to the Trade Master's announcement."""
    public, hidden, first = state.public, state.hidden, CHANCES_OF_A_ROUND * state.round.number + 2
    robbed = _fleets(game, state) if state.round.event is RoundEvent.PIRATES else []
    for chance, (seat, size) in enumerate(robbed, start=first):
        if size > 1 and not game.estates[public.owned[seat]].cosa:
            (card,) = deal(CARDS.singles(hidden.hands[seat]), 1, hidden.seed, chance)
            kind = CARDS.kinds(card)[0]
            if game.recorder is not None:
                game.recorder.append(events.PiratesRobbed(seat, kind))
            public, hidden = after_theft(public, hidden, seat, kind)
    return evolve(
        state,
        phase=Phase.NUMBER,
        player=state.round.master,
        supply=NO_SUPPLY,
        public=public,
        hidden=hidden,
    )
