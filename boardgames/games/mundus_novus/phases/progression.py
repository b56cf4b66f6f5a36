"""Progression: the sets of a turn, and the Development cards that they buy (M6.1 to M6.8)."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve, inserted, replaced
from boardgames.games.mundus_novus import actions, components, events
from boardgames.games.mundus_novus.components import (
    ALMAGRO,
    CARDS,
    LARGEST_IDENTICAL,
    QUEUE_SIZE,
    RELIC,
    RESOURCES,
    SMALLEST_IDENTICAL,
    STORM,
    Income,
    Kind,
    RoundEvent,
    kind_set,
)
from boardgames.games.mundus_novus.phases import merchants
from boardgames.games.mundus_novus.phases.event import event_for, prices_of
from boardgames.games.mundus_novus.phases.merchants import (
    TurnOptions,
    may_employ,
    options_of,
)
from boardgames.games.mundus_novus.phases.storage import end_turns
from boardgames.games.mundus_novus.scoring import paid
from boardgames.games.mundus_novus.state import (
    NO_TURN,
    Hidden,
    Phase,
    Public,
    Rules,
    State,
    after_step,
    estate_of,
    has,
    with_income,
)
from boardgames.kit.cards import PackedCards

REACH = ((1, 3, QUEUE_SIZE), (3, QUEUE_SIZE, QUEUE_SIZE), (QUEUE_SIZE, QUEUE_SIZE, QUEUE_SIZE))
"""By group of resources, and cards beyond three: the number of queue cards, from card 1 on, within
reach (M6.2).
"""


def list_turn(game: Rules, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the possible sets, the Merchants that can help, and the end of the turn (M6.1)."""
    options = options_of(game, state)
    found: list[actions.Action] = [*_identical_sets(options)]
    found += [
        actions.DIFFERENT[size - components.SMALLEST_DIFFERENT] for size in different_sizes(options)
    ]
    found += actions.RELICS[: relics_to_sell(options)]
    if may_show_perfect(options):
        found.append(actions.PERFECT)
    if options.merchants != merchants.NO_MERCHANTS:
        found += [employ for employ in actions.EMPLOY if may_employ(options, employ.group)]
    if not options.converted:
        found.append(actions.DONE)
    return tuple(found)


def _after_set(game: Rules, state: State, cards: PackedCards) -> tuple[Public, Hidden]:
    """Return the public and hidden parts after a set has been discarded: these cards and the
    converted ones.
    """
    aside = state.turn.aside()
    if game.recorder is not None:
        game.recorder.append(events.CardsSpent(state.player, CARDS.each(cards), CARDS.each(aside)))
    return merchants.spent(state, cards, discarded=CARDS.add(cards, aside))


# Sets for doubloons (M6.4, M6.5, M6.7).


def different_sizes(options: TurnOptions) -> range:
    """Return the possible sizes of a different set, which uses all converted cards (M6.4)."""
    if not options.different or options.repeated:
        return range(0)
    smallest = max(components.SMALLEST_DIFFERENT, len(options.converted))
    return range(smallest, options.resources + 1)


def different(game: Rules, state: State, action: actions.Different, seat: int) -> State:
    """Begin a different set of this many resources (M6.4)."""
    if action.cards not in different_sizes(options_of(game, state)):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.DifferentSetBegun(seat, action.cards))
    turn = evolve(state.turn, different=True, size=action.cards)
    return after_step(state, Phase.SALE, turn, state.public, state.hidden)


def list_sales(game: Rules, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the different sets of the size announced (M6.4)."""
    options = options_of(game, state)
    natural = CARDS.without(CARDS.one_each(options.hand), options.targets)
    return actions.sales(natural, options.targets, state.turn.size)


def sell(game: Rules, state: State, action: actions.Sell, seat: int) -> State:
    """Discard a different set for doubloons (M6.4)."""
    options = options_of(game, state)
    size = state.turn.size
    sold = kind_set(action.resources)
    # All converted cards are part of it; the hand must have the others.
    if CARDS.size(sold) != size or not CARDS.contains(sold, options.targets):
        raise ForbiddenError
    from_hand = CARDS.remove(sold, options.targets)
    if not CARDS.contains(options.hand, from_hand):
        raise ForbiddenError
    event = event_for(state.round.event, estate_of(game, state.public.owned[seat]))
    earned = prices_of(game, event)[size]
    if game.recorder is not None:
        game.recorder.append(events.DifferentSetSold(seat, action.resources, earned))
    public, hidden = _after_set(game, state, from_hand)
    public = with_income(public, Income.DIFFERENT_SETS, seat, earned)
    turn = evolve(state.turn, converted=(), size=0)
    return after_step(state, Phase.TURN, turn, public, hidden)


def relics_to_sell(options: TurnOptions) -> int:
    """Return the largest size of a relic set (M6.5); 0 if there can be none."""
    return CARDS.count(options.hand, RELIC) if options.relics else 0


def relics(game: Rules, state: State, action: actions.Relics, seat: int) -> State:
    """Discard a relic set for doubloons (M6.5)."""
    if action.cards > relics_to_sell(options_of(game, state)):
        raise ForbiddenError
    cards = CARDS.join([CARDS.one[RELIC]] * action.cards)
    earned = game.relic_prices[action.cards]
    if game.recorder is not None:
        game.recorder.append(events.RelicsSold(seat, action.cards, earned))
    public, hidden = _after_set(game, state, cards)
    public = with_income(public, Income.RELIC_SETS, seat, earned)
    return after_step(state, Phase.TURN, evolve(state.turn, relics=True), public, hidden)


def may_show_perfect(options: TurnOptions) -> bool:
    """Return whether the player can show all nine resources and a relic (M6.7)."""
    if not options.perfect or options.repeated:
        return False
    return options.resources == len(RESOURCES) and CARDS.count(options.hand, RELIC) > 0


def perfect(game: Rules, state: State, _action: actions.Perfect, seat: int) -> State:
    """Show a perfect set and discard it (M6.7)."""
    options = options_of(game, state)
    if not may_show_perfect(options):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.PerfectSetShown(seat))
    public, hidden = _after_set(game, state, CARDS.remove(CARDS.every, options.targets))
    after = evolve(state.round, perfect=inserted(state.round.perfect, seat))
    turn = evolve(state.turn, converted=())
    return evolve(state, round=after, turn=turn, public=public, hidden=hidden)


# Identical sets and what they buy (M6.2, M6.3).


def _identical_sets(options: TurnOptions) -> Sequence[actions.Action]:
    """Return the identical sets that `may_make_identical` allows, looked up in a table."""
    if not options.identical:
        return ()
    relics = min(LARGEST_IDENTICAL, CARDS.count(options.hand, RELIC))
    converted = len(options.converted)
    if not converted:
        return actions.IDENTICAL_SETS[relics](options.hand)
    if not merchants.alike(options):
        return ()
    resource = options.converted[0][0]
    cards = CARDS.count(options.hand, resource) + converted
    return actions.identical_sets(relics, resource, cards, converted)


def may_make_identical(options: TurnOptions, action: actions.Identical) -> bool:
    """Return whether the hand has this identical set, which uses all converted cards (M6.2)."""
    if not options.identical:
        return False
    converted = options.converted
    if converted and not (converted[0][0] is action.resource and merchants.alike(options)):
        return False
    hand = options.hand
    natural_cards = action.cards - len(converted)
    if not 0 <= natural_cards <= CARDS.count(hand, action.resource):
        return False
    return action.relics <= CARDS.count(hand, RELIC)


def identical(game: Rules, state: State, action: actions.Identical, seat: int) -> State:
    """Discard an identical set; the next decision is which card it buys (M6.2)."""
    if not may_make_identical(options_of(game, state), action):
        raise ForbiddenError
    resource = action.resource
    natural_cards = [CARDS.one[resource]] * (action.cards - len(state.turn.converted))
    wild_relics = [CARDS.one[RELIC]] * action.relics
    if game.recorder is not None:
        game.recorder.append(events.IdenticalSetMade(seat, resource, action.cards, action.relics))
    public, hidden = _after_set(game, state, CARDS.join(natural_cards + wild_relics))
    event = event_for(state.round.event, estate_of(game, state.public.owned[seat]))
    reach = reach_of(resource, action.cards + action.relics, event)
    turn = evolve(state.turn, identical=True, converted=(), reach=reach)
    return after_step(state, Phase.PURCHASE, turn, public, hidden)


def reach_of(resource: Kind, cards: int, event: RoundEvent) -> int:
    """Return the number of queue cards, from card 1 on, that the set can choose from (M6.2,
    M3.3).
    """
    if event is STORM:
        return 1
    if resource is RELIC:
        return QUEUE_SIZE
    return REACH[resource.group][cards - SMALLEST_IDENTICAL]


def in_reach(state: State) -> int:
    """Return the number of queue cards that the set can choose from (M6.2)."""
    return min(state.turn.reach or 0, len(state.public.queue))


def may_buy_unseen(game: Rules, state: State, seat: int) -> bool:
    """Return whether the seat may take the top card of the deck: with Almagro (M6.3)."""
    return bool(state.hidden.deck) and has(game, state.public.owned[seat], ALMAGRO)


def list_purchases(game: Rules, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return the queue cards in reach, and the top of the deck for Almagro's owner (M6.2, M6.3)."""
    places: tuple[actions.Action, ...] = actions.BUY[: in_reach(state)]
    return (*places, actions.BUY_UNSEEN) if may_buy_unseen(game, state, seat) else places


def buy(game: Rules, state: State, action: actions.Buy, seat: int) -> State:
    """Take a card from the queue, which closes up and is refilled from the deck (M6.2)."""
    place = action.place
    if place >= in_reach(state):
        raise ForbiddenError
    queue = state.public.queue
    deck = state.hidden.deck
    card = queue[place]
    rest = queue[:place] + queue[place + 1 :]
    if game.recorder is not None:
        game.recorder.append(events.CardBought(seat, card, unseen=False))
        if deck:
            game.recorder.append(events.QueueRefilled(deck[0]))
    if not deck:
        state = evolve(state, round=evolve(state.round, unfilled=True))
    return _bought(state, seat, card, rest + deck[:1])


def buy_unseen(game: Rules, state: State, action: actions.BuyUnseen, seat: int) -> State:
    """Take the top card of the deck (M6.3)."""
    if not may_buy_unseen(game, state, seat):
        raise ForbiddenError
    card = state.hidden.deck[0]
    if game.recorder is not None:
        game.recorder.append(events.CardBought(seat, card, unseen=True))
    return _bought(state, seat, card, state.public.queue)


def _bought(state: State, seat: int, card: str, queue: tuple[str, ...]) -> State:
    """Return the State after the seat has got this card; the top card has left the deck, if there
    was one.
    """
    owned = state.public.owned
    owned = replaced(owned, seat, inserted(owned[seat], card))
    public = evolve(state.public, queue=queue, owned=owned)
    turn = evolve(state.turn, reach=None)
    hidden = evolve(state.hidden, deck=state.hidden.deck[1:])
    return after_step(state, Phase.TURN, turn, public, hidden)


# The end of a turn (M6.8).


def done(game: Rules, state: State, _action: actions.Done, seat: int) -> State:
    """End the turn: the Development cards pay, and the next player begins theirs."""
    if state.turn.converted:
        raise ForbiddenError
    earned = estate_of(game, state.public.owned[seat]).income
    if game.recorder is not None:
        game.recorder.append(events.TurnEnded(seat))
    public = paid(game, state.public, Income.DEVELOPMENT_CARDS, seat, earned)
    following = (seat + 1) % game.players
    if following == state.round.first:
        return end_turns(game, evolve(state, public=public))
    return evolve(state, player=following, turn=NO_TURN, public=public)
