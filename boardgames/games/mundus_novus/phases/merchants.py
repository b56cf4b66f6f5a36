"""The cards and Merchants for a player's next set (M6.1), and conversions by Merchants (M6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boardgames.contract.refusals import ForbiddenError
from boardgames.core.values import evolve, identity_cache, increased, value
from boardgames.games.mundus_novus import actions, components, events
from boardgames.games.mundus_novus.components import (
    CARDS,
    DISTINCT,
    KINGS_HELP,
    LARGEST_IDENTICAL,
    RELIC,
    RESOURCES,
    RESOURCES_OF,
    SMALLEST_IDENTICAL,
    Kind,
    KindSet,
)
from boardgames.games.mundus_novus.memory import after_leaving
from boardgames.games.mundus_novus.phases.event import event_for
from boardgames.games.mundus_novus.state import (
    Hidden,
    Phase,
    Public,
    Rules,
    State,
    after_step,
    estate_of,
    with_hands,
)
from boardgames.kit.cards import NO_CARDS, PackedCards

NO_MERCHANTS = (0, 0, 0)
"""By group."""


@value
class TurnOptions:
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
    repeated: bool
    """Whether two converted cards count as the same resource, which only an identical set can
    use.
    """
    resources: int
    """The number of different resources in hand, with what converted cards count as."""


def unused(merchants: tuple[int, ...], employed: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of Merchants of each group that have not been used."""
    if employed == NO_MERCHANTS:
        return merchants
    return tuple([have - used for have, used in zip(merchants, employed, strict=True)])


@identity_cache  # the handler of an action asks again what its listing has asked
def options_of(game: Rules, state: State) -> TurnOptions:
    """Return the options of the player whose turn it is."""
    player = state.player
    turn = state.turn
    hand = state.hidden.hands[player]
    estate = estate_of(game, state.public.owned[player])
    converted = turn.converted
    targets = turn.targets() if converted else NO_CARDS
    can_buy = bool(state.public.queue)  # it is full while the deck has any card (M6.3)
    may_make_another = not turn.identical or event_for(state.round.event, estate) is KINGS_HELP
    kinds = CARDS.add(CARDS.one_each(hand), targets) if targets else hand
    return TurnOptions(
        hand=hand,
        identical=can_buy and may_make_another,
        different=not turn.different,
        relics=not turn.relics and not converted,
        perfect=player not in state.round.perfect,
        merchants=unused(estate.merchants, turn.employed),
        converted=converted,
        targets=targets,
        repeated=CARDS.size(targets) < len(converted),
        resources=DISTINCT.of(kinds),
    )


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
    player = state.player
    hands = CARDS.remove_from(state.hidden.hands, player, cards)
    public = after_leaving(state.public, player, cards, discarded=discarded)
    return public, with_hands(state.hidden, hands)


# Merchants (M6.6).


def conversions(options: TurnOptions, group: int) -> Iterator[actions.Convert]:
    """Yield the conversions by an unused Merchant of this group that can go into the next set."""
    kinds = CARDS.kinds(options.hand)
    for target in RESOURCES_OF[group]:
        for card in kinds:
            if _is_useful(options, target, card):
                yield actions.CONVERT[target][card]


def may_employ(options: TurnOptions, group: int) -> bool:
    """Return whether a Merchant of this group is unused and can convert a card for the next set."""
    return options.merchants[group] > 0 and any(conversions(options, group))


def employ(game: Rules, state: State, action: actions.Employ, seat: int) -> State:
    """Use a Merchant of this group; the next decision is the card (M6.6)."""
    if not may_employ(options_of(game, state), action.group):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.MerchantEmployed(seat, action.group))
    turn = evolve(state.turn, group=action.group)
    return after_step(state, Phase.MERCHANT, turn, state.public, state.hidden)


def list_conversions(game: Rules, state: State, _seat: int) -> tuple[actions.Action, ...]:
    """Return the possible conversions by the Merchant (M6.6)."""
    options = options_of(game, state)
    group = state.turn.group
    if group is None or not options.merchants[group]:
        return ()
    return tuple(conversions(options, group))


def convert(game: Rules, state: State, action: actions.Convert, seat: int) -> State:
    """Lay a card aside that counts as another resource in the next set (M6.6)."""
    options = options_of(game, state)
    turn = state.turn
    target = action.target
    card = action.card
    if target.group != turn.group or not options.merchants[target.group]:
        raise ForbiddenError
    if not CARDS.count(options.hand, card) or not _is_useful(options, target, card):
        raise ForbiddenError
    if game.recorder is not None:
        game.recorder.append(events.CardConverted(seat, target, card))
    public, hidden = spent(state, CARDS.one[card])
    turn = evolve(
        turn,
        employed=increased(turn.employed, target.group, 1),
        group=None,
        converted=(*turn.converted, (target, card)),
    )
    return after_step(state, Phase.TURN, turn, public, hidden)


def _is_useful(options: TurnOptions, target: Kind, card: Kind) -> bool:
    """Return whether this conversion of a card in hand can go into some set with all earlier ones.

    Conversions are ordered by target, then by card.
    """
    if card is target:
        return False
    if options.converted and (target, card) < options.converted[-1]:
        return False
    hand = CARDS.remove(options.hand, CARDS.one[card])
    group = target.group
    merchants = [*options.merchants]
    merchants[group] -= 1
    may_be_identical = options.identical and card is not RELIC
    if may_be_identical and _reaches_identical(options, target, card, hand, merchants[group]):
        return True
    would_repeat = CARDS.count(options.targets, target) > 0
    if options.repeated or would_repeat:
        return False
    return _reaches_different_or_perfect(options, target, hand, merchants)


def _reaches_identical(
    options: TurnOptions, target: Kind, card: Kind, hand: PackedCards, merchants: int
) -> bool:
    """Return whether an identical set of the target can follow this conversion.

    `hand` and `merchants` are what is left then: cards, and Merchants of the target's group, who
    can convert cards of the same kind as this one and higher ones.
    """
    converted = len(options.converted) + 1
    if converted > LARGEST_IDENTICAL:
        return False
    if options.converted and not (options.converted[-1][0] is target and alike(options)):
        return False
    count = converted + CARDS.count(hand, target) + CARDS.count(hand, RELIC)
    missing = SMALLEST_IDENTICAL - count
    if missing > merchants:
        return False
    others = CARDS.only(hand, [kind for kind in RESOURCES[card:] if kind is not target])
    return CARDS.size(others) >= missing


def _reaches_different_or_perfect(
    options: TurnOptions, target: Kind, hand: PackedCards, merchants: Sequence[int]
) -> bool:
    """Return whether a different or a perfect set can follow a conversion to this target.

    `hand` and `merchants` are what is left then.
    """
    kinds = CARDS.join([CARDS.one_each(hand), options.targets, CARDS.one[target]])
    count = DISTINCT.of(kinds)
    # Merchants can still supply missing resources that come after the target, from spare cards.
    supplied = 0
    for group, left in enumerate(merchants):
        if left:
            later = [kind for kind in RESOURCES_OF[group] if kind > target]
            missing = [kind for kind in later if not CARDS.count(kinds, kind)]
            supplied += min(left, len(missing))
    converted = len(options.converted) + 1
    spare = CARDS.size(hand) + converted - count
    if options.different and count + min(supplied, spare) >= components.SMALLEST_DIFFERENT:
        return True
    if not options.perfect or not CARDS.count(hand, RELIC):
        return False
    return count + min(supplied, spare - 1) >= len(RESOURCES)  # one relic stays a relic
