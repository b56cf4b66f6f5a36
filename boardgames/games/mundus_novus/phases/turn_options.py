"""The cards and Merchants for a player's next set, and the sets that they may still make (M6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boardgames.core.cards import NO_CARDS, PackedCards
from boardgames.games.mundus_novus.components import CARDS, DISTINCT, RELIC, RESOURCES, Kind, KindSet, RoundEvent
from boardgames.games.mundus_novus.memory import after_leaving
from boardgames.games.mundus_novus.phases.event import event_for
from boardgames.games.mundus_novus.shared_actions import SET_SIZES
from boardgames.games.mundus_novus.state import with_hands

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import Hidden, Public, State

SMALLEST_IDENTICAL, LARGEST_IDENTICAL = SET_SIZES[0], SET_SIZES[-1]
"""Minimum and maximum number of cards in an identical set (M6.2)."""
UNUSED = (0, 0, 0)
"""No Merchant of any group."""


class TurnOptions(NamedTuple):
    """The cards and Merchants for the active player's next set, and the sets that they may still make."""

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
        """Whether two converted cards count as the same resource, which only an identical set can use."""
        return CARDS.size(self.targets) < len(self.converted)


def options_of(game: MundusNovus, state: State) -> TurnOptions:
    """Return the options of the player whose turn it is."""
    player, turn, public = state.player, state.turn, state.public
    estate = game.estates[public.owned[player]]
    converted = turn.converted
    merchants = estate.merchants
    if turn.employed != UNUSED:
        merchants = tuple([have - used for have, used in zip(merchants, turn.employed, strict=True)])
    can_buy = bool(public.queue) or (estate.almagro and bool(state.hidden.deck))
    return TurnOptions(
        hand=state.hidden.hands[player],
        identical=can_buy and (not turn.identical or event_for(state.round.event, estate) is RoundEvent.KINGS_HELP),
        different=not turn.different,
        relics=not turn.relics and not converted,
        perfect=player not in state.round.perfect,
        merchants=merchants,
        converted=converted,
        targets=CARDS.join([CARDS.one[kind] for kind in {target for target, _ in converted}])
        if converted
        else NO_CARDS,
    )


def natural(options: TurnOptions) -> KindSet:
    """Return the kinds in hand that no converted card counts as: those that a different set can add."""
    kinds = CARDS.one_each(options.hand)
    return CARDS.without(kinds, options.targets) if options.targets else kinds


def natural_resources(options: TurnOptions) -> int:
    """Return the number of different resources in hand that no converted card counts as."""
    return DISTINCT.of(natural(options) if options.targets else options.hand)


def alike(options: TurnOptions) -> bool:
    """Return whether all converted cards can go into one identical set, where relics need no conversion."""
    first = options.converted[0][0]
    return all([target is first and card is not RELIC for target, card in options.converted])


def is_complete(options: TurnOptions, kinds: int) -> bool:
    """Return whether all nine resources are available, `kinds` of them in hand and the others by conversion (M6.7)."""
    return kinds + len(options.converted) == len(RESOURCES) and not options.repeated


def spent(state: State, cards: PackedCards, *, discarded: PackedCards = NO_CARDS) -> tuple[Public, Hidden]:
    """Return the public and hidden parts after cards have openly left the hand; `discarded`: those discarded."""
    player, hidden = state.player, state.hidden
    hands = CARDS.remove_from(hidden.hands, player, cards)
    return after_leaving(state.public, player, cards, hands[player], discarded=discarded), with_hands(hidden, hands)
