"""Checks whether a State or a View read from outside is possible in this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache

from boardgames.core.errors import (
    DecodeError,
    require,
    require_counts,
    require_entries,
    require_seat,
)
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
    Estate,
    Income,
    Kind,
)
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.supply import picks_of
from boardgames.games.mundus_novus.phases.trade import last_kind, totals
from boardgames.games.mundus_novus.scoring import is_over, may_have_earned
from boardgames.games.mundus_novus.secrets.view import View
from boardgames.games.mundus_novus.state import (
    DEALT,
    ENTERED,
    GIVEN,
    IN_TURN,
    NO_SUPPLY,
    NO_TRADE,
    NO_TURN,
    PILED,
    SIMULTANEOUS,
    STOLEN,
    TURNED_UP,
    Hidden,
    Note,
    Phase,
    Public,
    Rules,
    State,
    Supply,
    Table,
    Trade,
    Turn,
    estate_of,
    has,
)
from boardgames.kit.cards import NO_CARDS, CardPacking, PackedCards

MOST_DOUBLOONS = 1_000_000
"""More than any game can yield; a limit is needed because estimates use floating point."""

BY_THE_MASTER = (Phase.NUMBER, Phase.MASTER, Phase.GIFT, Phase.FIRST, Phase.OVER)
"""The phases in which the Trade Master is the player; after the game, too."""
BEFORE_TURNS = tuple([phase for phase in Phase if phase < Phase.TURN])
IN_SUPPLY = (Phase.FLEETS, Phase.PICKS)
AFTER_THE_DEAL = (*IN_SUPPLY, Phase.NUMBER)
"""The phases in which nobody can have fewer cards than they were dealt."""
IN_TRADE = (Phase.OFFERS, Phase.MASTER, Phase.TRADES, Phase.GIFT)
INCOMES = tuple(Income)  # a tuple takes less time to go through than an Enum
IN_USE: Mapping[str, Sequence[Phase]] = {
    "supply.display": IN_SUPPLY,
    "supply.picks": (Phase.PICKS,),
    "supply.detached": IN_SUPPLY,
    "trade.announced": IN_TRADE,
    "trade.offers": (Phase.MASTER, Phase.TRADES),
    "trade.partner": (Phase.TRADES,),
    "trade.repeated": (Phase.TRADES,),
    "trade.candidates": (Phase.MASTER,),
    "trade.short": (Phase.GIFT,),
    **{f"turn.{field.name}": IN_TURN for field in fields(Turn)},
    "turn.group": (Phase.MERCHANT,),
    "turn.converted": (Phase.TURN, Phase.MERCHANT, Phase.SALE),
    "turn.size": (Phase.SALE,),
    "turn.reach": (Phase.PURCHASE,),
}
"""By part of a State and field: the phases in which it says something; in others it is empty."""
EMPTY: Mapping[str, Supply | Trade | Turn] = {
    "supply": NO_SUPPLY,
    "trade": NO_TRADE,
    "turn": NO_TURN,
}
"""Each of these parts when it says nothing."""


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
    for index, note in enumerate(state.public.history):
        check_note(index, note, game.players)
    _check_hidden(game, state)
    _check_developments(game, state)
    _check_resources(game, state)
    _check_doubloons(game, state.public)
    _check_round(game, state)
    _check_player(game, state)
    _check_hands(game, state)
    _check_in_use(state)
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
    require_entries("hidden.given", hidden.given, game.players)
    require_entries("hidden.dealt", hidden.dealt, game.players)
    moves = [note.move for note in state.public.history]
    gifts = moves.count(GIVEN)
    piles = moves.count(PILED)
    for seat in game.seats:
        if len(hidden.given[seat]) != gifts:
            raise DecodeError(f"hidden.given[{seat}]: expected {gifts}, as many as gifts")
        if len(hidden.dealt[seat]) != piles:
            raise DecodeError(f"hidden.dealt[{seat}]: expected {piles}, as many as piles")
    require(hidden.seed >= 0, "hidden.seed: expected 0 or more")


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` if the seats, sizes or cards of the View are impossible in this game.

    What it shares with a State is checked with the States that are sampled from it.
    """
    _check_seats(game, view)
    require_entries("hand_sizes", view.hand_sizes, game.players)
    require_entries("steps", view.steps, game.players)
    require_counts("hand_sizes", view.hand_sizes)
    require(view.pile_size >= 0, "pile_size: expected 0 or more")
    if view.seat is not None:
        require_seat("seat", view.seat, game.players)
    _check_market(game, view.public)
    _check_own_cards(view)


def _check_seats(game: Rules, seen: Table) -> None:
    """Check that there is an entry for every seat, and that every seat named exists."""
    players = game.players
    public, trade = seen.public, seen.trade
    require_entries("public.doubloons", public.doubloons, players)
    require_entries("public.owned", public.owned, players)
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
    require(public.history, "public.history: expected a pile first")
    require(public.history[0].move is PILED, "public.history[0].move: expected a pile first")


def _check_listed(path: str, seats: Sequence[int], players: int) -> None:
    """Check that all these seats exist."""
    for index, seat in enumerate(seats):
        require_seat(f"{path}[{index}]", seat, players)


OF_PILE = (PILED, TURNED_UP)
"""What happens to the pile, and to no hand."""


def check_note(index: int, note: Note, players: int) -> None:
    """Check that this note of the history has what its move needs, and nothing else."""
    try:
        _check_fields(note, players)
    except DecodeError as error:
        raise DecodeError(f"public.history[{index}].{error}") from None


def _check_fields(note: Note, players: int) -> None:
    move, seat, receiver = note.move, note.seat, note.receiver
    if seat is not None:
        require_seat("seat", seat, players)
    if receiver is not None:
        require_seat("receiver", receiver, players)
    if (seat is None) != (move in OF_PILE):
        raise DecodeError(f"seat: not as '{move.name.lower()}' needs it")
    is_given = move is GIVEN
    if is_given != (receiver is not None) or (is_given and receiver == seat):
        raise DecodeError(f"receiver: not as '{move.name.lower()}' needs it")
    is_unseen = is_given or move is DEALT
    if (is_unseen and note.cards) or (move is STOLEN and CARDS.size(note.cards) != 1):
        raise DecodeError(f"cards: not as '{move.name.lower()}' needs them")
    if note.number < 0 or (note.number and move is not DEALT):
        raise DecodeError(f"number: not as '{move.name.lower()}' needs it")


# Pieces.


def _check_resources(game: Rules, state: State) -> None:
    public, hidden = state.public, state.hidden
    _check_market(game, public)
    _check_sizes(public.history, hidden)
    _check_piles(public.history, hidden)
    _check_hands_dealt(public.history, hidden)
    require(
        _count_resources(state) == game.components.resources,
        "public.discards: not what the other places leave",
    )
    _check_discarded(game, state)


def _check_sizes(history: Sequence[Note], hidden: Hidden) -> None:
    """Count the cards of hands and pile as the history says; check that there were so many, and
    that so many are left.
    """
    sizes = [0] * len(hidden.hands)
    pile = 0
    for index, note in enumerate(history):
        seat, size = note.seat, CARDS.size(note.cards)
        if note.move is PILED:
            if pile:
                raise DecodeError(f"public.history[{index}]: cards are left in the pile")
            pile = size
        elif seat is None:
            pile -= size
        elif note.move is DEALT:
            pile -= note.number
            sizes[seat] += note.number
        elif note.move is ENTERED:
            sizes[seat] += size
        elif note.receiver is None:
            sizes[seat] -= size
        else:
            sizes[seat] -= 1
            sizes[note.receiver] += 1
        if pile < 0 or (seat is not None and sizes[seat] < 0):
            raise DecodeError(f"public.history[{index}]: there are not so many cards")
    for seat, size in enumerate(sizes):
        is_right = size == CARDS.size(hidden.hands[seat])
        require(is_right, f"hidden.hands[{seat}]: expected {size} cards, as in the history")
    is_right = pile == CARDS.size(hidden.pile)
    require(is_right, f"hidden.pile: expected {pile} cards, as in the history")


def _check_piles(history: Sequence[Note], hidden: Hidden) -> None:
    """Check that as many cards were dealt from each pile as the history says, and that it was made
    of these.
    """
    piles: list[PackedCards] = []  # their cards without those turned up
    dealt: list[list[int]] = []
    for note in history:
        if note.move is PILED:
            piles.append(_widened(note.cards))
            dealt.append([0] * len(hidden.hands))
        elif note.seat is None:
            cards = _widened(note.cards)
            require(WIDE.contains(piles[-1], cards), "public.history: not in the pile")
            piles[-1] = WIDE.remove(piles[-1], cards)
        elif note.move is DEALT:
            dealt[-1][note.seat] += note.number
    left = [NO_CARDS] * (len(piles) - 1) + [hidden.pile]
    for index, by_seat in enumerate(zip(*hidden.dealt, strict=True)):
        for seat, number in enumerate(dealt[index]):
            if CARDS.size(by_seat[seat]) != number:
                path = f"hidden.dealt[{seat}][{index}]"
                raise DecodeError(f"{path}: expected {number} cards, as in the history")
        found = WIDE.join(map(_widened, [*by_seat, left[index]]))
        if found != piles[index]:
            raise DecodeError(f"hidden.dealt: not what pile {index + 1} was made of")


WIDE: CardPacking[Kind] = CardPacking(Kind, 1 << 60)
"""Packs any number of cards: in an invalid State, sums of `CARDS` could overflow."""


@lru_cache(1 << 12)
def _widened(cards: PackedCards) -> PackedCards:
    return WIDE.pack(CARDS.unpack(cards))


def _check_hands_dealt(history: Sequence[Note], hidden: Hidden) -> None:
    """Check that what left each hand had been there, and that what did not leave it is there."""
    hands = [NO_CARDS] * len(hidden.hands)
    given = zip(*hidden.given, strict=True)
    by_pile = zip(*hidden.dealt, strict=True)
    coming: list[PackedCards] = []
    for index, note in enumerate(history):
        move, seat = note.move, note.seat
        if move is PILED:
            coming = [*next(by_pile)]
        elif seat is None:
            continue
        elif move is ENTERED:
            hands[seat] = WIDE.add(hands[seat], _widened(note.cards))
        elif move is DEALT:
            # A State does not say in which deal from a pile a card came: all come in the first.
            hands[seat] = WIDE.add(hands[seat], _widened(coming[seat]))
            coming[seat] = NO_CARDS
        else:
            cards = _widened(note.cards)
            if note.receiver is not None:
                cards = WIDE.one[_kind_given(next(given), note)]
                hands[note.receiver] = WIDE.add(hands[note.receiver], cards)
            if not WIDE.contains(hands[seat], cards):
                raise DecodeError(f"public.history[{index}]: not in hidden.hands[{seat}] then")
            hands[seat] = WIDE.remove(hands[seat], cards)
    for seat, hand in enumerate(hands):
        if hand != _widened(hidden.hands[seat]):
            raise DecodeError(f"hidden.hands[{seat}]: not what the history leaves there")


def _kind_given(known: Sequence[Kind | None], note: Note) -> Kind:
    """Return the kind of a gift, given what each seat knows of it; check that giver and receiver
    know it, and nobody else.
    """
    kind = next((each for each in known if each is not None), None)
    for seat, told in enumerate(known):
        is_right = (told is not None and told is kind) == (seat in (note.seat, note.receiver))
        require(is_right, f"hidden.given[{seat}]: not what giver and receiver know")
    assert kind is not None
    return kind


def _check_market(game: Rules, public: Public) -> None:
    wanted = game.components.market
    require(CARDS.size(public.market) == wanted, f"public.market: expected {wanted} cards")


def check_sizes(
    view: View,
    sure: Sequence[PackedCards],
    places: Sequence[Sequence[int]],
    unseen: Sequence[PackedCards],
) -> None:
    """Check that the numbers of cards in the View, and the seat's own cards, follow from the
    history; `beliefs.BranchHands` describes the others.
    """
    if view.seat is not None:
        require(sure[view.seat] == view.hand, "hand: not what the history leaves there")
    for seat, (cards, *dealt) in enumerate(zip(sure, *places, strict=True)):
        size = CARDS.size(cards) + sum(dealt)
        if view.hand_sizes[seat] != size:
            raise DecodeError(f"hand_sizes[{seat}]: expected {size}, as in the history")
    for pile, (cards, by_seat) in enumerate(zip(unseen, places, strict=True)):
        left = CARDS.size(cards) - sum(by_seat)
        size = view.pile_size if pile == len(places) - 1 else 0
        require(size == left, f"pile_size: expected {left}, as in the history")


def _check_own_cards(view: View) -> None:
    """Check what the seat knows beyond the public part; a spectator knows nothing."""
    size = 0 if view.seat is None else view.hand_sizes[view.seat]
    require(CARDS.size(view.hand) == size, f"hand: expected {size} cards, as the sizes say")
    dealt: list[int] = []
    gifts: list[Note] = []
    for note in view.public.history:
        move = note.move
        if move is DEALT:
            dealt[-1] += note.number if note.seat == view.seat else 0
        elif move is GIVEN:
            gifts.append(note)
        elif move is PILED:
            dealt.append(0)
    require(len(view.dealt) == len(dealt), f"dealt: expected {len(dealt)}, as many as piles")
    for pile, (cards, number) in enumerate(zip(view.dealt, dealt, strict=True)):
        if CARDS.size(cards) != number:
            raise DecodeError(f"dealt[{pile}]: expected {number} cards, as in the history")
    require(len(view.given) == len(gifts), f"given: expected {len(gifts)}, as many as gifts")
    for index, (note, kind) in enumerate(zip(gifts, view.given, strict=True)):
        is_own = view.seat is not None and view.seat in (note.seat, note.receiver)
        if (kind is not None) != is_own:
            raise DecodeError(f"given[{index}]: expected what the seat itself gave or received")
    require(CARDS.contains(view.hand, view.chosen), "chosen: not in the hand")
    if not view.owing:
        require(not view.chosen, "chosen: not in this phase")
        require(not any(view.steps), "steps: not in this phase")


def _check_discarded(game: Rules, state: State) -> None:
    """Check what was discarded at the end of the last round (M6.10)."""
    discarded = state.public.discarded
    if not discarded:
        return
    is_possible = state.round.number > 1 or state.phase is Phase.OVER
    require(is_possible, "public.discarded: not in round 1")
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
    require(len(earned) == len(INCOMES), f"public.earned: expected {len(INCOMES)} incomes")
    for income, by_seat in enumerate(earned):
        require_entries(f"public.earned[{income}]", by_seat, game.players)
    for seat, amounts in enumerate(zip(*earned, strict=True)):
        estate = estate_of(game, public.owned[seat])
        for income, amount in zip(INCOMES, amounts, strict=True):
            if amount and not may_have_earned(income, amount, estate):
                path = f"public.earned[{int(income)}][{seat}]"
                raise DecodeError(f"{path}: not what this seat can have earned")
        total = sum(amounts)
        doubloons = public.doubloons[seat]
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


def _check_in_use(state: State) -> None:
    """Check that fields are empty that say nothing in this phase."""
    for path, phases in IN_USE.items():
        if state.phase not in phases:
            part, _, name = path.partition(".")
            if getattr(getattr(state, part), name) != getattr(EMPTY[part], name):
                raise DecodeError(f"{path}: not in this phase")


def _check_supply(game: Rules, state: State) -> None:
    phase, supply = state.phase, state.supply
    if phase not in IN_SUPPLY:
        return
    estates = [estate_of(game, owned) for owned in state.public.owned]
    _check_detached(supply.detached, estates)
    if phase is Phase.FLEETS:
        wanted = sum([len(estate.caravels) for estate in estates])
    else:
        picks = supply.picks
        wanted = len(picks)
        require(picks, "supply.picks: expected the player to act")
        require(picks[0] == state.player, "supply.picks[0]: expected the player to act")
        # Those that remain are the last ones of this Supply (M4.2).
        is_last = picks == picks_of(game, state)[-wanted:]
        require(is_last, "supply.picks: not the order of the fleets")
    size = CARDS.size(supply.display)
    require(size == wanted, f"supply.display: expected {wanted} cards, one for each Caravel")


def _check_detached(detached: Sequence[int], estates: Sequence[Estate]) -> None:
    """Check the second fleet of Ponce de Leon's owner, whose highest Caravel stays (M4.4)."""
    of_owner = [estate.caravels for estate in estates if PONCE in estate.characters]
    require(of_owner or not detached, f"supply.detached: only for the owner of {PONCE}")
    left = Counter(of_owner[0][:-1] if of_owner else ())
    for index, caravel in enumerate(detached):
        path = f"supply.detached[{index}]"
        require(left[caravel], f"{path}: not a Caravel that can leave its fleet")
        left[caravel] -= 1
    require(list(detached) == sorted(detached), "supply.detached: not ascending")


def _check_trade(game: Rules, state: State) -> None:
    phase, trade = state.phase, state.trade
    if phase in IN_TRADE:
        fewest, most = min(game.announced), max(game.announced)
        is_possible = trade.announced in game.announced
        require(is_possible, f"trade.announced: expected {fewest} to {most}")
    if phase in (Phase.MASTER, Phase.TRADES):
        require(trade.offers, "trade.offers: expected the offers")
    if phase is Phase.MASTER:
        sums = totals(game, state.public.owned, trade.offers)
        tied = tuple([seat for seat, total in enumerate(sums) if total == max(sums)])
        is_right = trade.candidates == tied
        require(is_right, "trade.candidates: not the seats with the highest offers")
        require(len(tied) > 1, "trade.candidates: expected two or more")
        require(state.round.master not in tied, "trade.candidates: includes the Trade Master")
    if phase is Phase.TRADES:
        require(trade.partner != state.player, "trade.partner: the player to act")
    if phase is Phase.GIFT:
        require(trade.short is not None, "trade.short: expected the seat that gets a card")
        require(trade.short != state.player, "trade.short: the Trade Master")


def _check_turn(game: Rules, state: State) -> None:
    phase, turn = state.phase, state.turn
    if phase not in IN_TURN:
        return
    _check_merchants(turn, estate_of(game, state.public.owned[state.player]))
    if phase is Phase.MERCHANT:
        groups = range(len(components.GROUPS))
        require(turn.group in groups, f"turn.group: expected 0 to {groups[-1]}")
    if phase is Phase.SALE:
        targets = turn.targets()
        most = DISTINCT.of(CARDS.join([targets, state.hidden.hands[state.player]]))
        fewest = max(SMALLEST_DIFFERENT, len(turn.converted))
        require(fewest <= turn.size <= most, f"turn.size: no set of {turn.size}")
        is_different = CARDS.size(targets) == len(turn.converted)
        require(is_different, "turn.converted: the same resource twice in a different set")
    if phase is Phase.PURCHASE:
        require(turn.reach is not None, "turn.reach: expected a number")
        require(turn.reach in range(1, QUEUE_SIZE + 1), f"turn.reach: expected 1 to {QUEUE_SIZE}")


def _check_merchants(turn: Turn, estate: Estate) -> None:
    """Check the Merchants used, and the cards that they have converted (M6.6)."""
    merchants = estate.merchants
    require(len(turn.employed) == len(merchants), f"turn.employed: expected {len(merchants)}")
    for group, used in enumerate(turn.employed):
        owned = merchants[group]
        require(0 <= used <= owned, f"turn.employed[{group}]: expected 0 to {owned}")
    by_group = Counter[int]()
    for index, (target, card) in enumerate(turn.converted):
        path = f"turn.converted[{index}]"
        group = target.group
        require(target is not RELIC, f"{path}: nothing counts as a relic")
        require(target is not card, f"{path}: a card that counts as itself")
        by_group[group] += 1
        require(by_group[group] <= turn.employed[group], f"{path}: no Merchant for it")
    require(list(turn.converted) == sorted(turn.converted), "turn.converted: not ascending")


def _check_choices(game: Rules, state: State) -> None:
    """Check what the seats have chosen so far, to offer (M5.1) or to store (M6.10); nothing in
    other phases.
    """
    hidden = state.hidden
    for seat in game.seats:
        path, chosen = f"hidden.chosen[{seat}]", hidden.chosen[seat]
        path_of_steps, steps = f"hidden.steps[{seat}]", hidden.steps[seat]
        if state.phase in SIMULTANEOUS:
            fewest, most = limits_of_choice(game, state, seat)
            check_steps(path_of_steps, steps, most, is_complete=seat not in state.owing)
            check_chosen(path, chosen, hidden.hands[seat], steps, fewest, most)
        else:
            require(not chosen, f"{path}: not in this phase")
            require(not steps, f"{path_of_steps}: not in this phase")


def check_steps(path: str, steps: int, most: int, *, is_complete: bool) -> None:
    """Raise `DecodeError` unless a seat that chooses so many cards at most can have made this many
    decisions.
    """
    if is_complete:
        require(steps == most, f"{path}: expected {most}, since the choice is complete")
    else:
        require(0 <= steps < most, f"{path}: expected 0 or more, fewer than {most}")


def check_chosen(path: str, cards: Cards, hand: Cards, steps: int, fewest: int, most: int) -> None:
    """Raise `DecodeError` unless a seat can have chosen these cards of its hand in so many steps,
    if it chooses so many cards at least and at most.
    """
    require(CARDS.contains(hand, cards), f"{path}: not in the hand")
    size = CARDS.size(cards)
    require(size <= steps, f"{path}: expected {steps} cards at most")
    if fewest:
        require(size == steps, f"{path}: expected {steps} cards")
        not_lower = CARDS.kind[last_kind(cards) :]
        left = CARDS.size(CARDS.only(CARDS.remove(hand, cards), not_lower))
        require(left >= most - steps, f"{path}: too few cards left to continue")


def limits_of_choice(game: Rules, state: State, seat: int) -> tuple[int, int]:
    """Return the minimum and maximum number of cards that this seat chooses, to offer (M5.1) or to
    store (M6.10).
    """
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(game, state, seat)
    announced = state.trade.announced
    return 0 if has(game, state.public.owned[seat], CASAS) else announced, announced
