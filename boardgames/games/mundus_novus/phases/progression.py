"""Progression: the sets of a turn, and the Development cards that they buy (M6.1 to M6.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.refusals import illegal_action
from boardgames.core.tuples import inserted, replaced
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, components, events
from boardgames.games.mundus_novus.components import CARDS, DISTINCT, QUEUE_SIZE, RELIC, RoundEvent
from boardgames.games.mundus_novus.phases import merchants
from boardgames.games.mundus_novus.phases.event import event_for, prices_of
from boardgames.games.mundus_novus.phases.merchants import LARGEST_IDENTICAL, TurnOptions, options_of
from boardgames.games.mundus_novus.phases.storage import end_turns
from boardgames.games.mundus_novus.state import NO_TURN, Income, Phase, State, with_income

if TYPE_CHECKING:
    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.components import Kind
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import Hidden, Public

REACH = ((1, 3, QUEUE_SIZE), (3, QUEUE_SIZE, QUEUE_SIZE), (QUEUE_SIZE, QUEUE_SIZE, QUEUE_SIZE))
"""By group of resources, and cards beyond three: the number of queue cards, from card 1 on, within reach (M6.2)."""


def list_turn(game: MundusNovus, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the possible sets, the Merchants that can help, and the end of the turn (M6.1)."""
    options = options_of(game, state)
    relics, kinds = _most_relics(options), DISTINCT.of(merchants.natural(options))
    found: list[actions.Action] = []
    if options.converted:
        found += _identical_sets(options, options.converted[0][0])
    elif options.identical:
        found += actions.WITHOUT_CONVERSION[relics].of(options.hand)
    found += [actions.DIFFERENT[size - components.SMALLEST_DIFFERENT] for size in _sizes(options, kinds)]
    if options.relics:
        found += actions.RELICS[:relics]
    if _shows_perfect(options, kinds):
        found.append(actions.PERFECT)
    if options.merchants != merchants.NO_MERCHANTS:
        found += [
            actions.EMPLOY[group] for group in range(len(components.GROUPS)) if merchants.can_employ(options, group)
        ]
    if not options.converted:
        found.append(actions.DONE)
    return tuple(found)


def _most_relics(options: TurnOptions) -> int:
    """Return the maximum number of relics in a set (M6.2, M6.5)."""
    return min(LARGEST_IDENTICAL, CARDS.count(options.hand, RELIC))


def _spent(game: MundusNovus, state: State, cards: PackedCards) -> tuple[Public, Hidden]:
    """Return the public and hidden parts after a set has been discarded: these cards and the converted ones."""
    aside = state.turn.aside()
    if game.recorder is not None:
        game.recorder.append(events.CardsSpent(state.player, components.kinds_of(cards), components.kinds_of(aside)))
    return merchants.spent(state, cards, discarded=CARDS.add(cards, aside))


# Sets for doubloons (M6.4, M6.5, M6.7).


def _sizes(options: TurnOptions, kinds: int) -> range:
    """Return the sizes of a different set of all converted cards and at most `kinds` resources in hand (M6.4)."""
    converted = len(options.converted)
    if not options.different or options.repeated:
        return range(0)
    return range(max(components.SMALLEST_DIFFERENT, converted), converted + kinds + 1)


def different(game: MundusNovus, state: State, action: actions.Different, seat: int) -> State:
    """Begin a different set of this many resources (M6.4)."""
    options = options_of(game, state)
    if action.cards not in _sizes(options, DISTINCT.of(merchants.natural(options))):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.DifferentSetBegun(seat, action.cards))
    return evolve(state, phase=Phase.SALE, turn=evolve(state.turn, different=True, size=action.cards))


def list_sales(game: MundusNovus, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the different sets of the size announced (M6.4)."""
    options = options_of(game, state)
    return actions.sales(merchants.natural(options), options.targets, state.turn.size)


def sell(game: MundusNovus, state: State, action: actions.Sell, seat: int) -> State:
    """Discard a different set for doubloons (M6.4)."""
    options, size = options_of(game, state), len(action.resources)
    sold = CARDS.join([CARDS.one[kind] for kind in action.resources])
    if size != state.turn.size or not CARDS.contains(sold, options.targets):
        raise illegal_action(game, state, action, seat)
    cards = CARDS.remove(sold, options.targets)
    if not CARDS.contains(options.hand, cards):
        raise illegal_action(game, state, action, seat)
    event = event_for(state.round.event, game.estates[state.public.owned[seat]])
    earned = prices_of(game, event)[size]
    if game.recorder is not None:
        game.recorder.append(events.DifferentSetSold(seat, action.resources, earned))
    public, hidden = _spent(game, state, cards)
    public = with_income(public, Income.DIFFERENT_SETS, seat, earned)
    turn = evolve(state.turn, converted=(), size=0)
    return evolve(state, phase=Phase.TURN, turn=turn, public=public, hidden=hidden)


def relics(game: MundusNovus, state: State, action: actions.Relics, seat: int) -> State:
    """Discard a relic set for doubloons (M6.5)."""
    options = options_of(game, state)
    if not options.relics or action.cards > _most_relics(options):
        raise illegal_action(game, state, action, seat)
    cards = CARDS.join([CARDS.one[RELIC]] * action.cards)
    earned = game.relic_prices[action.cards]
    if game.recorder is not None:
        game.recorder.append(events.RelicsSold(seat, action.cards, earned))
    public, hidden = _spent(game, state, cards)
    public = with_income(public, Income.RELIC_SETS, seat, earned)
    return evolve(state, turn=evolve(state.turn, relics=True), public=public, hidden=hidden)


def _shows_perfect(options: TurnOptions, kinds: int) -> bool:
    """Return whether a perfect set can be shown, with `kinds` resources in hand besides the converted cards (M6.7)."""
    complete = kinds + len(options.converted) == len(components.RESOURCES) and not options.repeated
    return options.perfect and complete and CARDS.count(options.hand, RELIC) > 0


def perfect(game: MundusNovus, state: State, action: actions.Perfect, seat: int) -> State:
    """Show a perfect set and discard it (M6.7)."""
    options = options_of(game, state)
    if not _shows_perfect(options, DISTINCT.of(merchants.natural(options))):
        raise illegal_action(game, state, action, seat)
    cards = CARDS.remove(CARDS.every, options.targets)
    if game.recorder is not None:
        game.recorder.append(events.PerfectSetShown(seat))
    public, hidden = _spent(game, state, cards)
    after = evolve(state.round, perfect=inserted(state.round.perfect, seat))
    return evolve(state, round=after, turn=evolve(state.turn, converted=()), public=public, hidden=hidden)


# Identical sets and what they buy (M6.2, M6.3).


def _identical_sets(options: TurnOptions, resource: Kind) -> tuple[actions.Action, ...]:
    """Return the identical sets of this resource, or of relics alone, that use all converted cards (M6.2)."""
    converted, wild = len(options.converted), _most_relics(options)
    fits = not converted or (resource is options.converted[0][0] and merchants.alike(options))
    if not (options.identical and fits and converted <= LARGEST_IDENTICAL):
        return ()
    return actions.identical_sets(wild, resource, CARDS.count(options.hand, resource) + converted, converted)


def identical(game: MundusNovus, state: State, action: actions.Identical, seat: int) -> State:
    """Discard an identical set; the next decision is which card it buys (M6.2)."""
    options, turn, resource = options_of(game, state), state.turn, action.resource
    if action not in _identical_sets(options, resource):
        raise illegal_action(game, state, action, seat)
    natural_cards = action.cards - len(options.converted)
    cards = CARDS.join([CARDS.one[resource]] * natural_cards + [CARDS.one[RELIC]] * action.relics)
    if game.recorder is not None:
        game.recorder.append(events.IdenticalSetMade(seat, resource, action.cards, action.relics))
    public, hidden = _spent(game, state, cards)
    event = event_for(state.round.event, game.estates[state.public.owned[seat]])
    reach = reach_of(resource, action.cards + action.relics, event)
    turn = evolve(turn, identical=True, converted=(), reach=reach)
    return evolve(state, phase=Phase.PURCHASE, turn=turn, public=public, hidden=hidden)


def reach_of(resource: Kind, cards: int, event: RoundEvent) -> int:
    """Return the number of queue cards, from card 1 on, that the set can choose from (M6.2, M3.3)."""
    if event is RoundEvent.STORM:
        return 1
    return QUEUE_SIZE if resource is RELIC else REACH[resource.group][cards - merchants.SMALLEST_IDENTICAL]


def _may_buy_unseen(game: MundusNovus, state: State, seat: int) -> bool:
    """Return whether Almagro's owner may take the top of the deck (M6.3)."""
    return bool(state.hidden.deck) and game.estates[state.public.owned[seat]].almagro


def list_purchases(game: MundusNovus, state: State, seat: int) -> tuple[actions.Action, ...]:
    """Return the queue cards in reach, and the top of the deck for Almagro's owner (M6.2, M6.3)."""
    places: tuple[actions.Action, ...] = actions.BUY[: state.turn.reach][: len(state.public.queue)]
    return (*places, actions.BUY_UNSEEN) if _may_buy_unseen(game, state, seat) else places


def buy(game: MundusNovus, state: State, action: actions.Buy | actions.BuyUnseen, seat: int) -> State:
    """Take a card from the queue, which closes up and is refilled, or the top card of the deck (M6.2, M6.3)."""
    queue, deck, owned, refilled = state.public.queue, state.hidden.deck, state.public.owned, None
    if isinstance(action, actions.Buy):
        place = action.place
        if place >= min(state.turn.reach or 0, len(queue)):
            raise illegal_action(game, state, action, seat)
        card, queue, refilled = queue[place], queue[:place] + queue[place + 1 :] + deck[:1], deck[:1]
    elif _may_buy_unseen(game, state, seat):
        card = deck[0]
    else:
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.CardBought(seat, card, unseen=refilled is None))
        game.recorder += [events.QueueRefilled(key) for key in refilled or ()]
    current = state.round if refilled != () else evolve(state.round, unfilled=True)
    public = evolve(state.public, queue=queue, owned=replaced(owned, seat, inserted(owned[seat], card)))
    turn, hidden = evolve(state.turn, reach=None), evolve(state.hidden, deck=deck[1:])
    return evolve(state, round=current, phase=Phase.TURN, turn=turn, public=public, hidden=hidden)


# The end of a turn (M6.8).


def done(game: MundusNovus, state: State, action: actions.Done, seat: int) -> State:
    """End the turn: the Development cards pay, and the next player begins theirs."""
    if state.turn.converted:
        raise illegal_action(game, state, action, seat)
    earned = game.estates[state.public.owned[seat]].income
    if game.recorder is not None:
        game.recorder.append(events.TurnEnded(seat))
        if earned:
            game.recorder.append(events.IncomePaid(seat, Income.DEVELOPMENT_CARDS, earned))
    public = with_income(state.public, Income.DEVELOPMENT_CARDS, seat, earned)
    following = (seat + 1) % game.players
    if following == state.round.first:
        return end_turns(game, evolve(state, public=public))
    return evolve(state, player=following, turn=NO_TURN, public=public)
