"""Progression: the sets of a turn, Merchants, and the Development cards that sets buy (M6.1 to M6.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from boardgames.games.mundus_novus.cards import (
    CARD,
    EVERY_RESOURCE,
    FROM,
    GROUP_SIZE,
    GROUPS,
    MASK,
    RELICS,
    SHIFTS,
    TOTAL,
    Cards,
    Kind,
    KindSet,
    kind_set,
    kinds_in,
)
from boardgames.games.mundus_novus.changing import added, with_doubloons, with_hands
from boardgames.games.mundus_novus.closing import end_turns
from boardgames.games.mundus_novus.components import LARGEST, SMALLEST, Estate, Event
from boardgames.games.mundus_novus.memory import left
from boardgames.games.mundus_novus.state import (
    Action,
    Buy,
    BuyUnseen,
    Convert,
    Different,
    Done,
    Employ,
    Hidden,
    Identical,
    Perfect,
    Phase,
    Relics,
    Round,
    Sell,
    State,
    Table,
    Turn,
)
from boardgames.games.mundus_novus.supply import NO_SUPPLY, NO_TRADE, NO_TURN
from boardgames.games.mundus_novus.table import (
    BUY,
    BUY_UNSEEN,
    CONVERT,
    DIFFERENT,
    DONE,
    EMPLOY,
    IDENTICAL,
    PERFECT,
    RELICS_ALONE,
    SET_SIZES,
    SOLD,
    sales,
)
from boardgames.games.mundus_novus.table import RELICS as RELIC_SETS

if TYPE_CHECKING:
    from boardgames.games.mundus_novus.box import Box

ANY = 5
"""As many queue cards as there can be."""
REACH = ((1, 3, ANY), (3, ANY, ANY), (ANY, ANY, ANY))
"""By group of resources and number of cards over three: the queue cards to choose from, n°1 on (M6.2)."""
FEWEST, MOST = SET_SIZES[0], SET_SIZES[-1]
GROUP_KINDS = tuple(range(group * GROUP_SIZE, (group + 1) * GROUP_SIZE) for group in range(len(GROUPS)))
GROUP_MARKS = tuple(sum(1 << kind for kind in kinds) for kinds in GROUP_KINDS)
NOBODY = (0, 0, 0)
ALL_RESOURCES = (1 << RELICS) - 1
"""The bits of the nine resources."""
SIZE_OF = tuple(marks.bit_count() for marks in range(EVERY_RESOURCE + 1))
"""By set of resources: how many they are."""


class Means(NamedTuple):
    """What a player has for his next set, and which sets he may still make (M6.1)."""

    hand: Cards
    identical: bool
    different: bool
    perfect: bool
    merchants: tuple[int, ...]
    """Merchants of each group not used yet."""
    converted: tuple[tuple[Kind, Kind], ...]
    targets: KindSet
    """What the converted cards count as."""
    repeated: bool
    """Whether two of them count as the same resource, which only an identical set can use."""


def event_for(event: Event, estate: Estate) -> Event:
    """Return the event as it is for the owner of this estate: none at all with de la Cosa (M3.4)."""
    return Event.NONE if estate.cosa else event


def means_of(box: Box, state: State) -> Means:
    """Return what the player whose turn it is has, and may do."""
    player, turn, table = state.player, state.turn, state.table
    estate = box.estates[table.owned[player]]
    may_buy = bool(table.queue) or (estate.almagro and bool(state.hidden.deck))
    targets, repeated = 0, False
    for target, _ in turn.converted:
        repeated = repeated or targets >> target & 1 > 0
        targets |= 1 << target
    merchants = estate.merchants
    if turn.employed != NOBODY:
        merchants = tuple([have - used for have, used in zip(merchants, turn.employed, strict=True)])
    return Means(
        state.hidden.hands[player],
        may_buy and (not turn.identical or event_for(state.round.event, estate) is Event.KINGS_HELP),
        not turn.different,
        player not in state.round.perfect,
        merchants,
        turn.converted,
        targets,
        repeated,
    )


# What can be made of the hand.


def list_turn(box: Box, state: State, _: int) -> tuple[Action, ...]:
    """Return the sets that can be made, the Merchants that can help, and the end of the turn (M6.1)."""
    means = means_of(box, state)
    hand, converted = means.hand, means.converted
    wild = min(MOST, hand >> RELICS & MASK)
    actions: list[Action] = []
    if means.identical:
        actions += _identical_sets(means, wild)
    complete = False
    if not means.repeated:
        natural = kind_set(hand & ALL_RESOURCES) & ~means.targets
        complete = natural | means.targets == EVERY_RESOURCE
        if means.different:
            fewest, most = max(SMALLEST, len(converted)), len(converted) + SIZE_OF[natural]
            actions += DIFFERENT[fewest - SMALLEST : max(0, most - SMALLEST + 1)]
    if wild and not converted and not state.turn.relics:
        actions += RELIC_SETS[:wild]
    if wild and complete and means.perfect:
        actions.append(PERFECT)
    if means.merchants != NOBODY:
        actions += [EMPLOY[group] for group in range(len(GROUPS)) if means.merchants[group] and _helps(means, group)]
    if not converted:
        actions.append(DONE)
    return tuple(actions)


def _identical_sets(means: Means, wild: int) -> list[Identical]:
    hand, converted = means.hand, means.converted
    found: list[Identical] = []
    if not converted:
        for resource in kinds_in(hand & ALL_RESOURCES):
            held = hand >> SHIFTS[resource] & MASK
            if held + wild >= FEWEST:
                found += IDENTICAL[resource][0, min(MOST, held), wild]
        found += RELICS_ALONE[wild]
    elif _alike(means) and len(converted) <= MOST:
        resource = converted[0][0]
        held = (hand >> SHIFTS[resource] & MASK) + len(converted)
        found += IDENTICAL[resource][len(converted), min(MOST, held), wild]
    return found


def _alike(means: Means) -> bool:
    """Tell whether the converted cards can all go into one identical set: there relics need no conversion."""
    first = means.converted[0][0]
    return all([target == first and card is not Kind.RELIC for target, card in means.converted])


def _helps(means: Means, group: int) -> bool:
    """Tell whether a Merchant of this group has a card to convert for the next set."""
    kinds = kinds_in(means.hand)
    for target in GROUP_KINDS[group]:
        for card in kinds:
            if _convertible(means, target, card):
                return True
    return False


def list_conversions(box: Box, state: State, _: int) -> tuple[Action, ...]:
    """Return the cards that the Merchant may convert, and into what (M6.6)."""
    means, group = means_of(box, state), state.turn.group
    if group is None:
        return ()
    kinds = kinds_in(means.hand)
    return tuple(
        [CONVERT[target][card] for target in GROUP_KINDS[group] for card in kinds if _convertible(means, target, card)]
    )


def _convertible(means: Means, target: int, card: Kind) -> bool:
    """Tell whether the card, converted into this resource, can go into some set with all converted before it.

    Cards are converted in ascending order of target, and for one target in ascending order of what they are.
    """
    if card == target:
        return False
    alike = card is not Kind.RELIC
    if means.converted:
        last_target, last_card = means.converted[-1]
        if (target, card) < (last_target, last_card):
            return False
        alike = alike and last_target == target and _alike(means)
    hand = means.hand - CARD[card]
    merchants = list(means.merchants)
    merchants[target // GROUP_SIZE] -= 1
    if alike and means.identical and _reaches_identical(hand, len(means.converted) + 1, target, card, merchants):
        return True
    if means.repeated or means.targets >> target & 1:
        return False
    return _reaches_others(means, hand, means.targets | 1 << target, target, merchants)


def _reaches_identical(hand: Cards, converted: int, target: int, card: Kind, merchants: list[int]) -> bool:
    """Tell whether the hand, with so many cards converted already, still makes an identical set of the target."""
    if converted > MOST:
        return False
    natural = hand >> SHIFTS[target] & MASK
    count = converted + natural + (hand >> RELICS & MASK)
    if count >= FEWEST:
        return True
    later = hand & FROM[card] & ~(MASK << SHIFTS[target])
    spare = sum([later >> shift & MASK for shift in SHIFTS[: Kind.RELIC]])
    return count + min(spare, merchants[target // GROUP_SIZE]) >= FEWEST


def _reaches_others(means: Means, hand: Cards, targets: KindSet, last: int, merchants: list[int]) -> bool:
    """Tell whether the hand, with these targets there already, still makes a different or a perfect set."""
    natural = kind_set(hand & ALL_RESOURCES) & ~targets
    present = natural | targets
    count = SIZE_OF[present]
    if means.different and count >= SMALLEST:
        return True
    # Resources after the last target that are missing, as far as Merchants of their group can supply them.
    absent = EVERY_RESOURCE & ~present & ~((1 << last + 1) - 1)
    supplied = sum([min(SIZE_OF[absent & marks], merchants[group]) for group, marks in enumerate(GROUP_MARKS)])
    spare = (hand >> TOTAL) - SIZE_OF[natural]
    if means.different and count + min(supplied, spare) >= SMALLEST:
        return True
    wild = hand >> RELICS & MASK
    return bool(means.perfect and wild and count + min(supplied, spare - 1) >= LARGEST)


# Merchants (M6.6).


def employ(box: Box, state: State, action: Employ, _: int) -> State | None:
    """Use a Merchant of this group; which card he converts is said next (M6.6)."""
    if state.phase is not Phase.TURN:
        return None
    means, turn, group = means_of(box, state), state.turn, action.group
    if not means.merchants[group] or not _helps(means, group):
        return None
    return _in_turn(
        state, Phase.MERCHANT, Turn(turn.identical, turn.different, turn.relics, turn.employed, group, turn.converted)
    )


def convert(box: Box, state: State, action: Convert, _: int) -> State | None:
    """Lay a card aside, to count as another in the next set (M6.6)."""
    turn, target, card, player = state.turn, action.target, action.card, state.player
    if state.phase is not Phase.MERCHANT or target.group != turn.group:
        return None
    means = means_of(box, state)
    if not means.hand >> SHIFTS[card] & MASK or not _convertible(means, target, card):
        return None
    employed = added(turn.employed, target.group, 1)
    turn = Turn(turn.identical, turn.different, turn.relics, employed, None, (*turn.converted, (target, card)))
    table, hidden = _with_less(state, CARD[card])
    return State(state.round, Phase.TURN, player, (), NO_SUPPLY, NO_TRADE, turn, table, hidden)


def _in_turn(state: State, phase: Phase, turn: Turn) -> State:
    return State(state.round, phase, state.player, (), NO_SUPPLY, NO_TRADE, turn, state.table, state.hidden)


def _with_less(state: State, cards: Cards, *, discarded: Cards = 0, earned: int = 0) -> tuple[Table, Hidden]:
    """Return table and hidden things after cards have openly left the player's hand."""
    player, table, hidden = state.player, state.table, state.hidden
    hands, known, gifts = added(hidden.hands, player, -cards), table.known, table.gifts
    if known[player] or gifts:
        known, gifts = left(known, gifts, player, cards, hands[player])
    doubloons = added(table.doubloons, player, earned) if earned else table.doubloons
    discards = table.discards + discarded
    return (
        Table(table.market, discards, table.source, table.queue, doubloons, table.owned, known, gifts),
        with_hands(hidden, hands),
    )


def _aside(turn: Turn) -> Cards:
    """Return the converted cards as what they are."""
    return sum([CARD[card] for _, card in turn.converted])


# Sets for doubloons (M6.4, M6.5, M6.7).


def different(_: Box, state: State, action: Different, __: int) -> State | None:
    """Begin a different set of so many resources (M6.4)."""
    turn, size = state.turn, action.cards
    if state.phase is not Phase.TURN or turn.different or size < len(turn.converted):
        return None
    targets = sum({1 << target for target, _ in turn.converted})
    if SIZE_OF[targets] < len(turn.converted):
        return None
    natural = kind_set(state.hidden.hands[state.player] & ALL_RESOURCES) & ~targets
    if size > SIZE_OF[natural | targets]:
        return None
    return _in_turn(
        state, Phase.SALE, Turn(turn.identical, True, turn.relics, turn.employed, None, turn.converted, size)
    )


def list_sales(_: Box, state: State, __: int) -> tuple[Action, ...]:
    """Return the different sets of the size that was said (M6.4)."""
    targets = sum([1 << target for target, _ in state.turn.converted])
    natural = kind_set(state.hidden.hands[state.player] & ALL_RESOURCES) & ~targets
    return sales(natural, targets, state.turn.size)


def sell(box: Box, state: State, action: Sell, __: int) -> State | None:
    """Discard a different set for doubloons (M6.4)."""
    turn, size = state.turn, len(action.resources)
    if state.phase is not Phase.SALE or size != turn.size:
        return None
    sold, cards = SOLD[action.resources]
    targets = 0
    for target, _ in turn.converted:
        targets |= 1 << target
        cards -= CARD[target]
    if targets & ~sold or sold & ~targets & ~kind_set(state.hidden.hands[state.player]):
        return None
    estate = box.estates[state.table.owned[state.player]]
    natives = event_for(state.round.event, estate) is Event.NATIVES
    earned = size if natives else box.different_prices[size]
    table, hidden = _with_less(state, cards, discarded=cards + _aside(turn), earned=earned)
    turn = Turn(turn.identical, True, turn.relics, turn.employed)
    return State(state.round, Phase.TURN, state.player, (), NO_SUPPLY, NO_TRADE, turn, table, hidden)


def relics(box: Box, state: State, action: Relics, _: int) -> State | None:
    """Discard a relic set for doubloons (M6.5)."""
    turn, count = state.turn, action.cards
    if state.phase is not Phase.TURN or turn.relics or turn.converted:
        return None
    if count > state.hidden.hands[state.player] >> RELICS & MASK:
        return None
    cards = count * CARD[Kind.RELIC]
    table, hidden = _with_less(state, cards, discarded=cards, earned=box.relic_prices[count])
    turn = Turn(turn.identical, turn.different, True, turn.employed)
    return State(state.round, Phase.TURN, state.player, (), NO_SUPPLY, NO_TRADE, turn, table, hidden)


def perfect(_: Box, state: State, __: Perfect, ___: int) -> State | None:
    """Show a perfect set and discard it (M6.7)."""
    turn, old, player = state.turn, state.round, state.player
    if state.phase is not Phase.TURN or player in old.perfect:
        return None
    hand = state.hidden.hands[player]
    targets = [target for target, _ in turn.converted]
    cards = CARD[Kind.RELIC] + sum([CARD[kind] for kind in Kind if kind is not Kind.RELIC and kind not in targets])
    if (cards >> TOTAL) + len(targets) != LARGEST + 1 or not all(
        [hand >> SHIFTS[kind] & MASK for kind in kinds_in(cards)]
    ):
        return None
    table, hidden = _with_less(state, cards, discarded=cards + _aside(turn))
    shown = tuple(sorted((*old.perfect, player)))
    whole = Round(old.number, old.event, old.master, old.first, shown, old.unfilled)
    turn = Turn(turn.identical, turn.different, turn.relics, turn.employed)
    return State(whole, Phase.TURN, player, (), NO_SUPPLY, NO_TRADE, turn, table, hidden)


# Identical sets and what they buy (M6.2, M6.3).


def identical(box: Box, state: State, action: Identical, _: int) -> State | None:
    """Discard an identical set; what it takes is said next (M6.2)."""
    if state.phase is not Phase.TURN:
        return None
    means, turn, resource = means_of(box, state), state.turn, action.resource
    converted = len(turn.converted)
    if not means.identical or (converted and (not _alike(means) or turn.converted[0][0] != resource)):
        return None
    natural = action.cards - converted
    if natural < 0 or natural > means.hand >> SHIFTS[resource] & MASK or action.relics > means.hand >> RELICS & MASK:
        return None
    cards = natural * CARD[resource] + action.relics * CARD[Kind.RELIC]
    table, hidden = _with_less(state, cards, discarded=cards + _aside(turn))
    event = event_for(state.round.event, box.estates[table.owned[state.player]])
    turn = Turn(
        True, turn.different, turn.relics, turn.employed, None, (), 0,
        _reach(resource, action.cards + action.relics, event),
    )  # fmt: skip
    return State(state.round, Phase.PURCHASE, state.player, (), NO_SUPPLY, NO_TRADE, turn, table, hidden)


def _reach(resource: Kind, cards: int, event: Event) -> int:
    """Return among how many queue cards, from n°1 on, the set chooses (M6.2, M3.3)."""
    if event is Event.STORM:
        return 1
    return ANY if resource is Kind.RELIC else REACH[resource.group][cards - FEWEST]


def list_purchases(box: Box, state: State, _: int) -> tuple[Action, ...]:
    """Return the queue cards in reach, and the top of the deck for Almagro's owner (M6.2, M6.3)."""
    table = state.table
    places: tuple[Action, ...] = BUY[: min(state.turn.reach or 0, len(table.queue))]
    if state.hidden.deck and box.estates[table.owned[state.player]].almagro:
        return (*places, BUY_UNSEEN)
    return places


def buy(_: Box, state: State, action: Buy, __: int) -> State | None:
    """Take a card from the queue, which closes up and is refilled (M6.3)."""
    queue, deck, place = state.table.queue, state.hidden.deck, action.place
    if state.phase is not Phase.PURCHASE or place >= min(state.turn.reach or 0, len(queue)):
        return None
    card, queue = queue[place], queue[:place] + queue[place + 1 :] + deck[:1]
    return _bought(state, card, queue, deck[1:], unfilled=not deck)


def buy_unseen(box: Box, state: State, _: BuyUnseen, __: int) -> State | None:
    """Take the top card of the deck instead (M6.3)."""
    deck, table = state.hidden.deck, state.table
    if state.phase is not Phase.PURCHASE or not deck or not box.estates[table.owned[state.player]].almagro:
        return None
    return _bought(state, deck[0], table.queue, deck[1:], unfilled=False)


def _bought(state: State, card: int, queue: tuple[int, ...], deck: tuple[int, ...], *, unfilled: bool) -> State:
    old, player, turn, table, hidden = state.round, state.player, state.turn, state.table, state.hidden
    owned = added(table.owned, player, 1 << card)
    if unfilled and not old.unfilled:
        old = Round(old.number, old.event, old.master, old.first, old.perfect, True)
    table = Table(table.market, table.discards, table.source, queue, table.doubloons, owned, table.known, table.gifts)
    hidden = Hidden(
        hidden.hands, hidden.chosen, hidden.steps, hidden.given, hidden.pile, hidden.drawn, deck, hidden.seed
    )
    turn = Turn(True, turn.different, turn.relics, turn.employed)
    return State(old, Phase.TURN, player, (), NO_SUPPLY, NO_TRADE, turn, table, hidden)


# The end of a turn (M6.8).


def done(box: Box, state: State, _: Done, __: int) -> State | None:
    """End the turn: the Development cards pay, and the next player begins his."""
    if state.phase is not Phase.TURN or state.turn.converted:
        return None
    table, player = state.table, state.player
    income = box.estates[table.owned[player]].income
    if income:
        table = with_doubloons(table, added(table.doubloons, player, income))
    following = (player + 1) % box.players
    if following == state.round.first:
        return end_turns(box, state.round, table, state.hidden)
    return State(state.round, Phase.TURN, following, (), NO_SUPPLY, NO_TRADE, NO_TURN, table, state.hidden)
