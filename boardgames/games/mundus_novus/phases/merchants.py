"""Merchants: converting cards for the next set (M6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardgames.core.refusals import illegal_action
from boardgames.core.tuples import increased
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import actions, components, events, shared_actions
from boardgames.games.mundus_novus.components import CARDS, DISTINCT, RELIC, RESOURCES, Kind, KindSet
from boardgames.games.mundus_novus.phases import turn_options
from boardgames.games.mundus_novus.phases.turn_options import SMALLEST_IDENTICAL, TurnOptions, options_of
from boardgames.games.mundus_novus.state import Phase

if TYPE_CHECKING:
    from boardgames.core.cards import PackedCards
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import State


def can_employ(options: TurnOptions, group: int) -> bool:
    """Return whether a Merchant of this group is unused and has a card to convert for the next set."""
    if not options.merchants[group]:
        return False
    kinds = CARDS.kinds(options.hand)
    for target in components.resources_of(group):
        for card in kinds:
            if _convertible(options, target, card):
                return True
    return False


def employ(game: MundusNovus, state: State, action: actions.Employ, seat: int) -> State:
    """Use a Merchant of this group; the next decision is the card (M6.6)."""
    if not can_employ(options_of(game, state), action.group):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.MerchantEmployed(seat, action.group))
    return evolve(state, phase=Phase.MERCHANT, turn=evolve(state.turn, group=action.group))


def list_conversions(game: MundusNovus, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the possible conversions by the Merchant (M6.6)."""
    options, group = options_of(game, state), state.turn.group
    if group is None:
        return ()
    kinds = CARDS.kinds(options.hand)
    return tuple(
        [
            shared_actions.CONVERT[target][card]
            for target in components.resources_of(group)
            for card in kinds
            if _convertible(options, target, card)
        ]
    )


def convert(game: MundusNovus, state: State, action: actions.Convert, seat: int) -> State:
    """Lay a card aside that counts as another resource in the next set (M6.6)."""
    turn, target, card = state.turn, action.target, action.card
    options = options_of(game, state)
    if target.group != turn.group or not CARDS.count(options.hand, card) or not _convertible(options, target, card):
        raise illegal_action(game, state, action, seat)
    if game.recorder is not None:
        game.recorder.append(events.CardConverted(seat, target, card))
    employed, converted = increased(turn.employed, target.group, 1), (*turn.converted, (target, card))
    public, hidden = turn_options.spent(state, CARDS.one[card])
    turn = evolve(turn, employed=employed, group=None, converted=converted)
    return evolve(state, phase=Phase.TURN, turn=turn, public=public, hidden=hidden)


def _convertible(options: TurnOptions, target: Kind, card: Kind) -> bool:
    """Return whether this conversion can go into some set with all earlier ones.

    Conversions are ordered by target, then by card.
    """
    if card is target:
        return False
    identical = options.identical and card is not RELIC
    if options.converted:
        last_target, last_card = options.converted[-1]
        if (target, card) < (last_target, last_card):
            return False
        identical = identical and last_target is target and turn_options.alike(options)
    hand = CARDS.remove(options.hand, CARDS.one[card])
    merchants = list(options.merchants)
    merchants[target.group] -= 1
    if identical and _reaches_identical(hand, len(options.converted) + 1, target, card, merchants[target.group]):
        return True
    if options.converted and (options.repeated or CARDS.count(options.targets, target)):
        return False
    return _reaches_others(options, hand, CARDS.add(options.targets, CARDS.one[target]), target, merchants)


def _reaches_identical(hand: PackedCards, converted: int, target: Kind, card: Kind, merchants: int) -> bool:
    """Return whether the hand, with this many cards already converted, can still make an identical set of the target.

    `merchants`: the number left of its group, which can convert this card's kind and higher ones.
    """
    if converted > turn_options.LARGEST_IDENTICAL:
        return False
    missing = SMALLEST_IDENTICAL - (converted + CARDS.count(hand, target) + CARDS.count(hand, RELIC))
    if missing <= 0 or missing > merchants:
        return missing <= 0
    return sum([CARDS.count(hand, kind) for kind in RESOURCES[card:] if kind is not target]) >= missing


def _reaches_others(
    options: TurnOptions, hand: PackedCards, targets: KindSet, last: Kind, merchants: list[int]
) -> bool:
    """Return whether the hand, with these targets already converted, can still make a different or a perfect set."""
    cards = CARDS.add(hand, targets)
    count = DISTINCT.of(cards)
    if options.different and count >= components.SMALLEST_DIFFERENT:
        return True
    # Merchants can still supply missing resources that come after the last target.
    supplied = 0
    for group, unused in enumerate(merchants):
        if unused:
            missing = [kind for kind in components.resources_of(group) if kind > last and not CARDS.count(cards, kind)]
            supplied += min(unused, len(missing))
    spare = CARDS.size(cards) - count
    if options.different and count + min(supplied, spare) >= components.SMALLEST_DIFFERENT:
        return True
    return options.perfect and count + min(supplied, spare - 1) >= len(RESOURCES) and CARDS.count(hand, RELIC) > 0
