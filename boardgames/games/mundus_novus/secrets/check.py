"""Checks whether a State or a View read from outside is possible in this game."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields
from typing import NamedTuple, get_args, get_type_hints

from boardgames.core.errors import (
    DecodeError,
    require,
    require_counts,
    require_entries,
    require_seat,
)
from boardgames.core.values import value
from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.components import (
    CARDS,
    CASAS,
    CORONADO,
    DISTINCT,
    EVENT_PRICE,
    KEYS,
    NO_EVENT,
    PONCE,
    QUEUE_SIZE,
    RELIC,
    SMALLEST_DIFFERENT,
    Cards,
    Character,
    Estate,
    Income,
)
from boardgames.games.mundus_novus.memory import remembered
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.supply import picks_of
from boardgames.games.mundus_novus.phases.trade import last_kind, totals
from boardgames.games.mundus_novus.scoring import is_over, may_have_earned
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    IN_TURN,
    NO_SUPPLY,
    NO_TRADE,
    NO_TURN,
    SIMULTANEOUS,
    Gift,
    OwnerOf,
    Phase,
    Public,
    Rules,
    State,
    Supply,
    Table,
    Turn,
    estate_of,
    has,
)

MOST_DOUBLOONS = 1_000_000
"""More than any game can yield; a limit is needed because estimates use floating point."""

BY_THE_MASTER = (Phase.NUMBER, Phase.MASTER, Phase.GIFT, Phase.FIRST, Phase.OVER)
"""The phases in which the Trade Master is the player; after the game, too."""
BEFORE_TURNS = (
    Phase.EVENT,
    Phase.FLEETS,
    Phase.PICKS,
    Phase.NUMBER,
    Phase.OFFERS,
    Phase.MASTER,
    Phase.TRADES,
    Phase.GIFT,
    Phase.FIRST,
)
IN_SUPPLY = (Phase.FLEETS, Phase.PICKS)
AFTER_THE_DEAL = (*IN_SUPPLY, Phase.NUMBER)
"""The phases in which nobody can have fewer cards than they were dealt."""
IN_TRADE = (Phase.OFFERS, Phase.MASTER, Phase.TRADES, Phase.GIFT)
WITH_OFFERS = (Phase.MASTER, Phase.TRADES)
INCOMES = tuple(Income)  # a tuple takes less time to go through than an Enum


def _owners(part: type[Supply | Turn]) -> Mapping[str, Character]:
    """Return, by field that is marked with `OwnerOf`, the Character."""
    found: dict[str, Character] = {}
    for name, hint in get_type_hints(part, include_extras=True).items():
        for note in get_args(hint):
            if isinstance(note, OwnerOf):
                found[name] = note.character
    return found


OWNERS = {Supply: _owners(Supply), Turn: _owners(Turn)}
"""By part of a State, and by field: the Character whose owner alone can change it."""


def inventory(_game: Rules, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of Resource cards of each kind, and of Development cards of each key, in
    all places.
    """
    found: Counter[Hashable] = Counter(dict(zip(KEYS, _count_resources(state), strict=True)))
    found.update([*state.public.open_developments(), *state.hidden.deck])
    return found


def _count_resources(state: State) -> tuple[int, ...]:
    """Return the number of Resource cards of each kind in all places."""
    zones = [*state.open_cards(), *state.hidden.hands, state.hidden.pile]
    # Zone by zone: in an invalid State, the sum of the cards of a kind could overflow into the next
    # kind.
    return tuple(map(sum, zip(*map(CARDS.unpack, zones), strict=True)))


def check_state(game: Rules, /, state: State) -> None:
    """Raise `DecodeError` unless the State has the cards of the game, and every field fits the
    phase.

    It does not ask whether play could have led here. Later checks rely on earlier ones.
    """
    _check_seats(game, state)
    _check_hidden(game, state)
    _check_developments(game, state)
    _check_resources(game, state)
    _check_doubloons(game, state.public)
    _check_round(game, state)
    _check_player(game, state)
    _check_hands(game, state)
    _check_supply(game, state)
    _check_trade(game, state)
    _check_turn(game, state)
    _check_choices(game, state)
    for seat in game.to_act(state):
        if not game.legal_actions(state, seat):
            position = game.words.position(state)
            raise DecodeError(f"phase: there is nothing to decide ({position})")


def _check_hidden(game: Rules, state: State) -> None:
    """Check that the hidden part has an entry for every seat, and a kind for every gift."""
    hidden = state.hidden
    require_entries("hidden.hands", hidden.hands, game.players)
    require_entries("hidden.chosen", hidden.chosen, game.players)
    require_entries("hidden.steps", hidden.steps, game.players)
    require_entries("hidden.held", hidden.held, game.players)
    require_entries("hidden.drawn", hidden.drawn, game.players)
    gifts = len(state.public.gifts)
    require(len(hidden.given) == gifts, f"hidden.given: expected {gifts}, as many as gifts")
    require(hidden.seed >= 0, "hidden.seed: expected 0 or more")


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` if the seats, sizes or cards of the View are impossible in this game.

    What it shares with a State is checked with the States that are sampled from it.
    """
    _check_seats(game, view)
    require_entries("hand_sizes", view.hand_sizes, game.players)
    require_entries("drawn_sizes", view.drawn_sizes, game.players)
    require_entries("steps", view.steps, game.players)
    gifts = len(view.public.gifts)
    require(len(view.given) == gifts, f"given: expected {gifts}, as many as gifts")
    require_counts("hand_sizes", view.hand_sizes)
    require_counts("drawn_sizes", view.drawn_sizes)
    require_counts("public.deal.held_sizes", view.public.deal.held_sizes)
    require(view.pile_size >= 0, "pile_size: expected 0 or more")
    _check_sizes(game, view)
    if view.seat is not None:
        require_seat("seat", view.seat, game.players)
    _check_own_cards(view)


def _check_seats(game: Rules, seen: Table) -> None:
    """Check that there is an entry for every seat, and that every seat named exists."""
    players = game.players
    public, deal, trade = seen.public, seen.public.deal, seen.trade
    require_entries("public.doubloons", public.doubloons, players)
    require_entries("public.owned", public.owned, players)
    require_entries("public.known", public.known, players)
    require_entries("public.deal.held_sizes", deal.held_sizes, players)
    require_entries("public.deal.held_known", deal.held_known, players)
    require_entries("public.deal.shown", deal.shown, players)
    if trade.offers:
        require_entries("trade.offers", trade.offers, players)
    require_seat("player", seen.player, players)
    require_seat("round.master", seen.round.master, players)
    require_seat("round.first", seen.round.first, players)
    _check_listed("round.perfect", seen.round.perfect, players)
    _check_listed("owing", seen.owing, players)
    _check_listed("supply.picks", seen.supply.picks, players)
    _check_listed("trade.candidates", trade.candidates, players)
    if trade.partner is not None:
        require_seat("trade.partner", trade.partner, players)
    if trade.short is not None:
        require_seat("trade.short", trade.short, players)
    if public.gifts:
        _check_gifts(public.gifts, players)


def _check_listed(path: str, seats: Sequence[int], players: int) -> None:
    """Check that all these seats exist."""
    for index, seat in enumerate(seats):
        require_seat(f"{path}[{index}]", seat, players)


def _check_gifts(gifts: Sequence[Gift], players: int) -> None:
    """Check the seats between which gifts have passed."""
    for index, gift in enumerate(gifts):
        path = f"public.gifts[{index}]"
        require_seat(f"{path}.giver", gift.giver, players)
        if gift.receiver is not None:
            require_seat(f"{path}.receiver", gift.receiver, players)
            require(gift.receiver != gift.giver, f"{path}.receiver: the giver")


# Pieces.


class _Paths(NamedTuple):
    """Where a State has cards of which a View shows the number, or the other way round."""

    pile: str
    hands: str
    drawn: str
    held: str


IN_STATE = _Paths("hidden.pile", "hidden.hands", "hidden.drawn", "hidden.held")
IN_VIEW = _Paths("pile_size", "hand_sizes", "drawn_sizes", "public.deal.held_sizes")


@value
class _Sums:
    """Which of the sums come out right that relate the places of Resource cards to each other."""

    all: bool
    """All places together have the cards of the game."""
    source: bool
    """The pile was made of what is left of it and what has been drawn from it."""
    held: bool
    """The cards held when the pile was made are those of all hands."""
    hands: tuple[bool, ...]
    """By seat: what was held, drawn and taken openly is in the hand, or has been shown."""


def _require_sums(sums: _Sums, paths: _Paths) -> None:
    """Raise `DecodeError` unless all sums come out right.

    A place is in one or two of them. So those that fail together tell which place is wrong.
    """
    require(sums.all or sums.source, f"{paths.pile}: not what the other places leave")
    for seat, is_right in enumerate(sums.hands):
        if is_right:
            continue
        require(sums.all, f"{paths.hands}[{seat}]: not what was dealt to the seat, or taken by it")
        require(sums.source, f"{paths.drawn}[{seat}]: not what was dealt to the seat")
        require(sums.held, f"{paths.held}[{seat}]: not what the seat held")
        raise DecodeError(f"public.deal.shown[{seat}]: not what was dealt to the seat")
    require(sums.all, "public.discards: not what the other places leave")
    require(sums.source, "public.deal.source: not the pile and what was drawn from it")
    require(sums.held, "public.deal.held: not what was in the hands")


def _check_resources(game: Rules, state: State) -> None:
    public, hidden, deal = state.public, state.hidden, state.public.deal
    _check_market(game, public)
    given = [CARDS.one[kind] for kind in hidden.given]
    received, gave = _moved_by_gifts(game, public.gifts, given)
    sums = _Sums(
        all=_count_resources(state) == game.components.resources,
        source=deal.source == CARDS.join([hidden.pile, *hidden.drawn]),
        held=deal.held == CARDS.join(hidden.held),
        hands=_balances(
            came=(hidden.held, hidden.drawn, public.known, received),
            went=(hidden.hands, deal.shown, deal.held_known, gave),
        ),
    )
    _require_sums(sums, IN_STATE)
    for seat in game.seats:
        _check_memory(state, seat)
    _check_discarded(game, state)


def _check_memory(state: State, seat: int) -> None:
    """Check that the hand is as all remember it (M8)."""
    public, hidden = state.public, state.hidden
    size = CARDS.size(hidden.held[seat])
    if public.deal.held_sizes[seat] != size:
        path = f"public.deal.held_sizes[{seat}]"
        raise DecodeError(f"{path}: expected {size}, as in hidden.held")
    sure, _ = remembered(public, hidden.given, seat)
    if not CARDS.contains(hidden.hands[seat], sure):
        raise DecodeError(f"public.known[{seat}]: the hand does not hold it")


def _check_market(game: Rules, public: Public) -> None:
    wanted = game.components.market
    require(CARDS.size(public.market) == wanted, f"public.market: expected {wanted} cards")


def _moved_by_gifts(
    game: Rules, gifts: Sequence[Gift], cards: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return, by seat, what it has received and what it has given since the pile was made.

    `cards` has the card of each gift, or 1 where only numbers are known.
    """
    received = [0] * game.players
    gave = [0] * game.players
    for gift, card in zip(gifts, cards, strict=True):
        if gift.recent:
            gave[gift.giver] += card
        if gift.recent and gift.receiver is not None:
            received[gift.receiver] += card
    return received, gave


def _balances(came: Sequence[Sequence[int]], went: Sequence[Sequence[int]]) -> tuple[bool, ...]:
    """Return, by seat, whether what it held, was dealt, took openly and received is what it has in
    hand, has shown and has given.

    Both have cards, or numbers of cards, by seat.
    """
    sums = map(sum, zip(*came, strict=True))
    return tuple(map(operator.eq, sums, map(sum, zip(*went, strict=True))))


def _check_sizes(game: Rules, view: View) -> None:
    """Check of a View what `_check_resources` checks of a State, but with numbers of cards."""
    public = view.public
    deal = public.deal
    _check_market(game, public)
    received, gave = _moved_by_gifts(game, public.gifts, [1] * len(public.gifts))
    open_cards = CARDS.size(CARDS.join(view.open_cards()))
    in_all = open_cards + sum(view.hand_sizes) + view.pile_size
    sums = _Sums(
        all=in_all == CARDS.size(game.resources),
        source=CARDS.size(deal.source) == view.pile_size + sum(view.drawn_sizes),
        held=CARDS.size(deal.held) == sum(deal.held_sizes),
        hands=_balances(
            came=(deal.held_sizes, view.drawn_sizes, CARDS.sizes(public.known), received),
            went=(view.hand_sizes, CARDS.sizes(deal.shown), CARDS.sizes(deal.held_known), gave),
        ),
    )
    _require_sums(sums, IN_VIEW)


def _check_own_cards(view: View) -> None:
    """Check what the seat knows beyond the public part; a spectator knows nothing."""
    deal = view.public.deal
    _check_own_size("hand", view.hand, view.hand_sizes, view.seat)
    _check_own_size("drawn", view.drawn, view.drawn_sizes, view.seat)
    _check_own_size("held", view.held, deal.held_sizes, view.seat)
    require(CARDS.contains(deal.source, view.drawn), "drawn: not what the pile was made of")
    require(CARDS.contains(deal.held, view.held), "held: not what was in the hands")
    require(CARDS.contains(view.hand, view.chosen), "chosen: not in the hand")
    if not view.owing:
        require(not view.chosen, "chosen: not in this phase")
        require(not any(view.steps), "steps: not in this phase")


def _check_own_size(path: str, cards: Cards, sizes: Sequence[int], seat: int | None) -> None:
    """Check that the seat knows as many cards of its own as the sizes say."""
    size = 0 if seat is None else sizes[seat]
    if CARDS.size(cards) != size:
        raise DecodeError(f"{path}: expected {size} cards, as the sizes say")


def _check_discarded(game: Rules, state: State) -> None:
    """Check what was discarded at the end of the last round (M6.10)."""
    discarded = state.public.discarded
    if not discarded:
        return
    require(state.round.number > 1, "public.discarded: not in round 1")
    require_entries("public.discarded", discarded, game.players)
    for seat, cards in enumerate(discarded):
        require(
            CARDS.contains(game.resources, cards),
            f"public.discarded[{seat}]: more cards than the game has",
        )


def _check_developments(game: Rules, state: State) -> None:
    public, hidden = state.public, state.hidden
    left = {*game.used}
    _take(left, "public.queue", public.queue)
    for seat, owned in enumerate(public.owned):
        path = f"public.owned[{seat}]"
        _take(left, path, owned)
        require([*owned] == sorted(owned), f"{path}: not in alphabetical order")
    _take(left, "hidden.deck", hidden.deck)
    require(not left, "hidden.deck: not what queue and players leave")
    require(len(public.queue) <= QUEUE_SIZE, f"public.queue: expected {QUEUE_SIZE} cards at most")
    is_full = len(public.queue) == QUEUE_SIZE
    require(is_full or not hidden.deck, "public.queue: not refilled")


def _take(left: set[str], path: str, keys: Sequence[str]) -> None:
    """Take Development cards from those that are left; raise `DecodeError` if one is not there."""
    for key in keys:
        if key not in left:
            raise DecodeError(f"{path}: a card that is elsewhere, or not in this game: {key!r}")
        left.remove(key)


def _check_doubloons(game: Rules, public: Public) -> None:
    earned = public.earned
    require(len(earned) == len(Income), f"public.earned: expected {len(Income)} incomes")
    for income, by_seat in enumerate(earned):
        require_entries(f"public.earned[{income}]", by_seat, game.players)
    for seat, doubloons in enumerate(public.doubloons):
        estate = estate_of(game, public.owned[seat])
        amounts = [by_seat[seat] for by_seat in earned]
        for income, amount in zip(INCOMES, amounts, strict=True):
            if not may_have_earned(income, amount, estate):
                path = f"public.earned[{int(income)}][{seat}]"
                raise DecodeError(f"{path}: not what this seat can have earned")
        total = sum(amounts)
        path = f"public.doubloons[{seat}]"
        require(doubloons == total, f"{path}: expected {total}, the sum of public.earned")
        require(0 <= doubloons <= MOST_DOUBLOONS, f"{path}: expected 0 to {MOST_DOUBLOONS}")


# Phases.


def _check_round(game: Rules, state: State) -> None:
    current = state.round
    last = game.last_round
    require(1 <= current.number <= last, f"round.number: expected 1 to {last}")
    require(list(current.perfect) == sorted(set(current.perfect)), "round.perfect: not ascending")
    if state.phase in BEFORE_TURNS:
        require(not current.perfect, "round.perfect: not in this phase")
        require(current.first == current.master, "round.first: expected round.master until named")
    if state.phase is Phase.OVER:
        require(is_over(game, current, state.public), "phase: the game is not over")


def _check_player(game: Rules, state: State) -> None:
    """Check that the player can be the one to decide in this phase."""
    phase, player = state.phase, state.player
    estate = estate_of(game, state.public.owned[player])
    if phase in BY_THE_MASTER:
        require(player == state.round.master, "player: expected the Trade Master")
    if phase is Phase.EVENT:
        require(state.round.event is NO_EVENT, "round.event: expected none in this phase")
        require(CORONADO in estate.characters, "player: expected the owner of Coronado")
        can_pay = state.public.doubloons[player] >= EVENT_PRICE
        require(can_pay, f"public.doubloons[{player}]: too few for an event")
    if phase is Phase.FLEETS:
        require(PONCE in estate.characters, "player: expected the owner of Ponce de Leon")
        require(len(estate.caravels) > 1, "player: no fleet that can be split")
    if phase in SIMULTANEOUS:
        require(state.owing, "owing: nobody has to choose")
        require(player == state.owing[0], "player: expected the first of owing")
        require(list(state.owing) == sorted(set(state.owing)), "owing: not ascending")
    else:
        require(not state.owing, "owing: not in this phase")


def _check_hands(game: Rules, state: State) -> None:
    """Check the sizes of the hands, where the phase tells something about them."""
    for seat, hand in enumerate(state.hidden.hands):
        size = CARDS.size(hand)
        if state.phase is Phase.EVENT:
            slots = estate_of(game, state.public.owned[seat]).slots
            require(size <= slots, f"hidden.hands[{seat}]: more cards than can be stored")
        if state.phase in AFTER_THE_DEAL:
            has_enough = size >= game.cards_dealt
            require(has_enough, f"hidden.hands[{seat}]: not enough cards after the deal")


def _check_supply(game: Rules, state: State) -> None:
    phase, supply = state.phase, state.supply
    if phase not in IN_SUPPLY:
        require(supply.display == NO_SUPPLY.display, "supply.display: not in this phase")
        require(supply.picks == NO_SUPPLY.picks, "supply.picks: not in this phase")
        require(supply.detached == NO_SUPPLY.detached, "supply.detached: not in this phase")
        return
    estates = [estate_of(game, owned) for owned in state.public.owned]
    _check_owners("supply", supply, NO_SUPPLY, estates)
    _check_detached(supply.detached, estates)
    if phase is Phase.FLEETS:
        require(not supply.picks, "supply.picks: not in this phase")
        wanted = sum([len(estate.caravels) for estate in estates])
    else:
        _check_picks(game, state)
        wanted = len(supply.picks)
    size = CARDS.size(supply.display)
    require(size == wanted, f"supply.display: expected {wanted} cards, one for each Caravel")


def _check_owners(
    path: str, part: Supply | Turn, at_first: Supply | Turn, estates: Sequence[Estate]
) -> None:
    """Check that what only the owner of a Character can do has been done by one of these."""
    for name, character in OWNERS[type(part)].items():
        if getattr(part, name) != getattr(at_first, name):
            is_owned = any([character in estate.characters for estate in estates])
            require(is_owned, f"{path}.{name}: only for the owner of {character}")


def _check_detached(detached: Sequence[int], estates: Sequence[Estate]) -> None:
    """Check the second fleet of Ponce de Leon's owner, whose highest Caravel stays (M4.4)."""
    divisible = next((estate.caravels for estate in estates if PONCE in estate.characters), ())
    left = Counter(divisible[:-1])
    for index, caravel in enumerate(detached):
        path = f"supply.detached[{index}]"
        require(left[caravel], f"{path}: not a Caravel that can leave its fleet")
        left[caravel] -= 1
    require(list(detached) == sorted(detached), "supply.detached: not ascending")


def _check_picks(game: Rules, state: State) -> None:
    """Check that the remaining picks are the last ones of this Supply (M4.2)."""
    picks = state.supply.picks
    require(picks, "supply.picks: expected the player to act")
    require(picks[0] == state.player, "supply.picks[0]: expected the player to act")
    last = picks_of(game, state)[-len(picks) :]
    require(picks == last, "supply.picks: not the order of the fleets")


def _check_trade(game: Rules, state: State) -> None:
    phase, trade = state.phase, state.trade
    if phase in IN_TRADE:
        fewest, most = min(game.announced), max(game.announced)
        is_possible = trade.announced in game.announced
        require(is_possible, f"trade.announced: expected {fewest} to {most}")
    else:
        require(trade.announced == NO_TRADE.announced, "trade.announced: not in this phase")
    if phase in WITH_OFFERS:
        require(trade.offers, "trade.offers: expected the offers")
    else:
        require(trade.offers == NO_TRADE.offers, "trade.offers: not in this phase")
    if phase is Phase.TRADES:
        require(trade.partner != state.player, "trade.partner: the player to act")
    else:
        require(trade.partner == NO_TRADE.partner, "trade.partner: not in this phase")
        require(trade.repeated == NO_TRADE.repeated, "trade.repeated: not in this phase")
    if phase is Phase.MASTER:
        _check_candidates(game, state)
    else:
        require(trade.candidates == NO_TRADE.candidates, "trade.candidates: not in this phase")
    if phase is Phase.GIFT:
        require(trade.short is not None, "trade.short: expected the seat that gets a card")
        require(trade.short != state.player, "trade.short: the Trade Master")
    else:
        require(trade.short == NO_TRADE.short, "trade.short: not in this phase")


def _check_candidates(game: Rules, state: State) -> None:
    """Check the seats among which the Trade Master chooses the next one (M5.2)."""
    candidates = state.trade.candidates
    sums = totals(game, state.public.owned, state.trade.offers)
    tied = tuple([seat for seat, total in enumerate(sums) if total == max(sums)])
    require(candidates == tied, "trade.candidates: not the seats with the highest offers")
    require(len(candidates) > 1, "trade.candidates: expected two or more")
    require(state.round.master not in candidates, "trade.candidates: includes the Trade Master")


def _check_turn(game: Rules, state: State) -> None:
    phase, turn = state.phase, state.turn
    if phase not in IN_TURN:
        _check_no_turn(state)
        return
    estate = estate_of(game, state.public.owned[state.player])
    _check_owners("turn", turn, NO_TURN, [estate])
    _check_merchants(turn, estate)
    if phase is Phase.MERCHANT:
        groups = range(len(components.GROUPS))
        require(turn.group in groups, f"turn.group: expected 0 to {groups[-1]}")
    else:
        require(turn.group is None, "turn.group: not in this phase")
    if phase is Phase.SALE:
        _check_sale(state)
    else:
        require(turn.size == 0, "turn.size: not in this phase")
    if phase is Phase.PURCHASE:
        require(turn.reach is not None, "turn.reach: expected a number")
        require(turn.reach in range(1, QUEUE_SIZE + 1), f"turn.reach: expected 1 to {QUEUE_SIZE}")
        require(not turn.converted, "turn.converted: not in this phase")
    else:
        require(turn.reach is None, "turn.reach: not in this phase")


def _check_no_turn(state: State) -> None:
    """Check that nothing has been done in a turn outside of turns."""
    if state.turn == NO_TURN:
        return
    for field in fields(Turn):
        done = getattr(state.turn, field.name) != getattr(NO_TURN, field.name)
        require(not done, f"turn.{field.name}: not in this phase")


def _check_merchants(turn: Turn, estate: Estate) -> None:
    """Check the Merchants used, and the cards that they have converted (M6.6)."""
    merchants = estate.merchants
    require(len(turn.employed) == len(merchants), f"turn.employed: expected {len(merchants)}")
    for group, used in enumerate(turn.employed):
        owned = merchants[group]
        require(0 <= used <= owned, f"turn.employed[{group}]: expected 0 to {owned}")
    _check_conversions(turn)


def _check_conversions(turn: Turn) -> None:
    """Check that there is a Merchant for each card laid aside (M6.6)."""
    by_group = Counter[int]()
    for index, (target, card) in enumerate(turn.converted):
        path = f"turn.converted[{index}]"
        group = target.group
        require(target is not RELIC, f"{path}: nothing counts as a relic")
        require(target is not card, f"{path}: a card that counts as itself")
        by_group[group] += 1
        require(by_group[group] <= turn.employed[group], f"{path}: no Merchant for it")
    require(list(turn.converted) == sorted(turn.converted), "turn.converted: not ascending")


def _check_sale(state: State) -> None:
    """Check the different set that is being made (M6.4)."""
    turn, targets = state.turn, state.turn.targets()
    most = DISTINCT.of(CARDS.join([targets, state.hidden.hands[state.player]]))
    fewest = max(SMALLEST_DIFFERENT, len(turn.converted))
    require(fewest <= turn.size <= most, f"turn.size: no set of {turn.size}")
    is_different = CARDS.size(targets) == len(turn.converted)
    require(is_different, "turn.converted: the same resource twice in a different set")


def _check_choices(game: Rules, state: State) -> None:
    """Check what the seats have chosen so far, to offer (M5.1) or to store (M6.10)."""
    if state.phase not in SIMULTANEOUS:
        _check_no_choices(state)
        return
    hidden = state.hidden
    for seat in game.seats:
        check_choice(
            limits_of_choice(game, state, seat),
            is_complete=seat not in state.owing,
            hand=hidden.hands[seat],
            chosen=(f"hidden.chosen[{seat}]", hidden.chosen[seat]),
            steps=(f"hidden.steps[{seat}]", hidden.steps[seat]),
        )


def _check_no_choices(state: State) -> None:
    """Check that nothing is chosen where nobody chooses cards in secret."""
    hidden = state.hidden
    for seat, chosen in enumerate(hidden.chosen):
        if chosen:
            raise DecodeError(f"hidden.chosen[{seat}]: not in this phase")
        if hidden.steps[seat]:
            raise DecodeError(f"hidden.steps[{seat}]: not in this phase")


def check_choice(
    limits: tuple[int, int],
    *,
    is_complete: bool,
    hand: Cards,
    chosen: tuple[str, Cards],
    steps: tuple[str, int],
) -> None:
    """Raise `DecodeError` unless a seat can have chosen these cards of its hand in so many steps.

    `limits` are those of `limits_of_choice`; cards and steps are given with their paths.
    """
    fewest, places = limits
    path, cards = chosen
    path_of_steps, done = steps
    check_steps(path_of_steps, done, places, is_complete=is_complete)
    require(CARDS.contains(hand, cards), f"{path}: not in the hand")
    size = CARDS.size(cards)
    require(size <= done, f"{path}: expected {done} cards at most")
    if fewest:
        require(size == done, f"{path}: expected {done} cards")
        not_lower = CARDS.kind[last_kind(cards) :]
        left = CARDS.size(CARDS.only(CARDS.remove(hand, cards), not_lower))
        require(left >= places - done, f"{path}: too few cards left to continue")


def check_steps(path: str, done: int, places: int, *, is_complete: bool) -> None:
    """Raise `DecodeError` unless a seat with so many places can have made this many decisions."""
    if is_complete:
        require(done == places, f"{path}: expected {places}, since the choice is complete")
    else:
        require(0 <= done < places, f"{path}: expected 0 or more, fewer than {places}")


def limits_of_choice(game: Rules, state: State, seat: int) -> tuple[int, int]:
    """Return the minimum and maximum number of cards that this seat chooses, to offer (M5.1) or to
    store (M6.10).
    """
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(game, state, seat)
    announced = state.trade.announced
    return 0 if has(game, state.public.owned[seat], CASAS) else announced, announced
