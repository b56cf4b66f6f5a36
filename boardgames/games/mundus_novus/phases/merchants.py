"""The cards and Merchants for a player's next set (M6.1), and conversions by Merchants (M6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from boardgames.core.values import evolve, increased
from boardgames.games.mundus_novus import actions, components, events
from boardgames.games.mundus_novus.actions import SET_SIZES
from boardgames.games.mundus_novus.components import (
    CARDS,
    DISTINCT,
    RELIC,
    RESOURCES,
    Kind,
    KindSet,
    RoundEvent,
)
from boardgames.games.mundus_novus.memory import after_leaving
from boardgames.games.mundus_novus.phases.event import event_for
from boardgames.games.mundus_novus.state import Hidden, Phase, Public, Rules, State
from boardgames.kit.cards import NO_CARDS, PackedCards

SMALLEST_IDENTICAL, LARGEST_IDENTICAL = SET_SIZES[0], SET_SIZES[-1]
"""Minimum and maximum number of cards in an identical set (M6.2)."""
NO_MERCHANTS = (0, 0, 0)
"""By group."""


class TurnOptions(NamedTuple):
    """The cards and Merchants for the active player's next set, and the sets that they may still
    make.
    """

    hand: PackedCards
    identical: bool
    """Whether an identical set may still be made; likewise for the next fields."""
    different: bool
    relics: bool
    perfect: bool
    merchants: tuple[int, ...]
    """Unused Merchants of each group."""
    converted: tuple[tuple[Kind, Kind], ...]
    """As in `Turn`."""
    targets: KindSet
    """The kinds that the converted cards count as."""

    @property
    def repeated(self) -> bool:
        """Whether two converted cards count as the same resource, which only an identical set can
        use.
        """
        return CARDS.size(self.targets) < len(self.converted)


def unused(merchants: tuple[int, ...], employed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of Merchants of each group that have not been used."""
    if employed == NO_MERCHANTS:
        return merchants
    return tuple([have - used for have, used in zip(merchants, employed, strict=True)])


def options_of(game: Rules, state: State) -> TurnOptions:
    """Return the options of the player whose turn it is."""
    player, turn, public = state.player, state.turn, state.public
    estate = game.estates[public.owned[player]]
    converted = turn.converted
    can_buy = bool(public.queue) or (estate.almagro and bool(state.hidden.deck))
    return TurnOptions(
        hand=state.hidden.hands[player],
        identical=can_buy
        and (not turn.identical or event_for(state.round.event, estate) is RoundEvent.KINGS_HELP),
        different=not turn.different,
        relics=not turn.relics and not converted,
        perfect=player not in state.round.perfect,
        merchants=unused(estate.merchants, turn.employed),
        converted=converted,
        targets=turn.targets() if converted else NO_CARDS,
    )


def natural(options: TurnOptions) -> KindSet:
    """Return the kinds in hand that no converted card counts as: those that a different set can
    add.
    """
    kinds = CARDS.one_each(options.hand)
    return CARDS.without(kinds, options.targets) if options.targets else kinds


def alike(options: TurnOptions) -> bool:
    """Return whether all converted cards can go into one identical set, where relics need no
    conversion.
    """
    first = options.converted[0][0]
    return all([target is first and card is not RELIC for target, card in options.converted])


def spent(
    state: State, cards: PackedCards, *, discarded: PackedCards = NO_CARDS
) -> tuple[Public, Hidden]:
    """Return the public and hidden parts after cards have openly left the hand; `discarded`: those
    discarded.
    """
    player, hidden = state.player, state.hidden
    hands = CARDS.remove_from(hidden.hands, player, cards)
    return after_leaving(state.public, player, cards, hands[player], discarded=discarded), evolve(
        hidden, hands=hands
    )


# Merchants (M6.6).


def conversions(options: TurnOptions, group: int) -> Iterator[actions.Convert]:
    """Yield the conversions by a Merchant of this group, if one is unused, that can go into the
    next set.
    """
    if options.merchants[group]:
        targets = [kind for kind in RESOURCES if kind.group == group]
        for target, card in product(targets, CARDS.kinds(options.hand)):
            if card is not target and _convertible(options, target, card):
                yield actions.CONVERT[target][card]


def employ(game: Rules, state: State, action: actions.Employ, seat: int) -> State:
    """Use a Merchant of this group; the next decision is the card (M6.6)."""
    if game.recorder is not None:
        game.recorder.append(events.MerchantEmployed(seat, action.group))
    return evolve(state, phase=Phase.MERCHANT, turn=evolve(state.turn, group=action.group))


def list_conversions(game: Rules, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the possible conversions by the Merchant (M6.6)."""
    group = state.turn.group
    return () if group is None else tuple(conversions(options_of(game, state), group))


def convert(game: Rules, state: State, action: actions.Convert, seat: int) -> State:
    """Lay a card aside that counts as another resource in the next set (M6.6)."""
    turn, target, card = state.turn, action.target, action.card
    if game.recorder is not None:
        game.recorder.append(events.CardConverted(seat, target, card))
    employed, converted = (
        increased(turn.employed, target.group, 1),
        (*turn.converted, (target, card)),
    )
    public, hidden = spent(state, CARDS.one[card])
    turn = evolve(turn, employed=employed, group=None, converted=converted)
    return evolve(state, phase=Phase.TURN, turn=turn, public=public, hidden=hidden)


def _convertible(options: TurnOptions, target: Kind, card: Kind) -> bool:
    """Return whether this conversion can go into some set with all earlier ones.

    Conversions are ordered by target, then by card.
    """
    identical = options.identical and card is not RELIC
    if options.converted:
        last_target, last_card = options.converted[-1]
        if (target, card) < (last_target, last_card):
            return False
        identical = identical and last_target is target and alike(options)
    hand, converted = CARDS.remove(options.hand, CARDS.one[card]), len(options.converted) + 1
    merchants = list(options.merchants)
    merchants[target.group] -= 1
    if identical and converted <= LARGEST_IDENTICAL:
        # The Merchants left of this group can convert cards of this kind and higher ones.
        others = CARDS.only(hand, [kind for kind in RESOURCES[card:] if kind is not target])
        count = converted + CARDS.count(hand, target) + CARDS.count(hand, RELIC)
        if count + min(merchants[target.group], CARDS.size(others)) >= SMALLEST_IDENTICAL:
            return True
    if options.repeated or CARDS.count(options.targets, target):
        return False
    # For a different or a perfect set, Merchants can still supply missing resources that come after
    # the target.
    cards = CARDS.join([hand, options.targets, CARDS.one[target]])
    missing = [kind.group for kind in RESOURCES[target + 1 :] if not CARDS.count(cards, kind)]
    supplied = sum([min(left, missing.count(group)) for group, left in enumerate(merchants)])
    count = DISTINCT.of(cards)
    spare = CARDS.size(cards) - count
    if options.different and count + min(supplied, spare) >= components.SMALLEST_DIFFERENT:
        return True
    return (
        options.perfect
        and CARDS.count(hand, RELIC) > 0
        and count + min(supplied, spare - 1) >= len(RESOURCES)
    )
