"""The rules of Koryŏ, by Gary Kim (2013), as numbered in RULES.md beside this file.

Sources: the published French, English, Korean and Polish rulebooks. Deviations: none; what they leave open is decided
by the rulings listed in RULES.md.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from boardgames.core.chance import chance, checked_seed, deal
from boardgames.core.codec import to_json
from boardgames.core.errors import DecodeError
from boardgames.core.game import Game
from boardgames.core.outcome import Outcome, ranked
from boardgames.games.koryo import text
from boardgames.games.koryo.components import (
    BITS,
    CARD,
    CHARACTERS,
    EVENTS,
    FAMILIES,
    SENATOR_BONUS,
    TOTAL,
    Cards,
    Components,
    Kind,
    components_from,
    packed,
    published,
    unpacked,
)
from boardgames.games.koryo.evaluation import evaluate
from boardgames.games.koryo.majority import majority, score
from boardgames.games.koryo.sampling import check_view, sample
from boardgames.games.koryo.state import (
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    End,
    Hidden,
    Order,
    Phase,
    Round,
    State,
    Steal,
    Swap,
    Turn,
    View,
)
from boardgames.games.koryo.table import (
    ABSOLVE,
    BANK,
    CARDS_BY_COUNTS,
    DESTROY,
    DISCARD,
    END,
    ORDER_NONE,
    ORDERS_BY_COUNTS,
    ORDERS_UP_TO,
    PAIRS,
    PLACED,
    STEAL,
    SWAP,
    notation,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping
    from random import Random

    from boardgames.core.action import Notation
    from boardgames.core.codec import JSON
    from boardgames.core.components import Source

_, SPY, SENATOR, PRIEST, SHIP_OWNER, BANKER, GUARDIAN, BROADCASTER, _, BARBARIAN, LOBBYING = Kind
ORDERS, ACTIONS, DISCARDS, OVER = Phase
SHIFTS = tuple(BITS * kind for kind in Kind)
BARBARIANS, LOBBYINGS = BITS * BARBARIAN, BITS * LOBBYING
SPIES, PRIESTS, BANKERS, GUARDIANS = (15 << BITS * family for family in (SPY, PRIEST, BANKER, GUARDIAN))
EVENT_BITS = 15 << BARBARIANS | 15 << LOBBYINGS
POWERS = SPIES | PRIESTS | BANKERS
"""The families whose majority gives something to do in phase III."""
TO_ACT = tuple((seat,) for seat in range(4))
IDLE = Turn()
ORDERS_0, ORDERS_3, ORDERS_6, ORDERS_9 = ORDERS_BY_COUNTS
CARDS_0, CARDS_3, CARDS_6, CARDS_9 = CARDS_BY_COUNTS


class Koryo(Game[State, Action, View]):
    """Koryŏ for 2 to 4 players: one decision after the other, none of them simultaneous."""

    name = "koryo"
    title = "Koryŏ"
    player_counts = range(2, 5)
    rules_version = 1

    def __init__(self, players: int, components: Components | Source | None = None) -> None:
        """Take the number of players, and other components than the published ones (a TOML file, or what is in one).

        Raises `ConfigurationError` if the game is not for so many, or the components are faulty.
        """
        super().__init__(players)
        self.components = components_from(components)

    def options(self) -> dict[str, JSON]:
        """Return the components, if they are not the published ones."""
        return {} if self.components == published() else {"components": to_json(self.components)}

    def new_game(self, seed: int | None = None) -> State:
        """Deal the first season to a random first player (K3)."""
        seed = checked_seed(seed)
        first = chance(self.players, seed, 0)
        nothing = (0,) * self.players
        box = self.components
        return _deal(seed, 1, first, nothing, nothing, box.tokens, packed(box.copies), box)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the one seat that decides, or none after the game."""
        return TO_ACT[state.player] if state.phase is not OVER else ()

    def legal_actions(self, state: State, player: int | None = None) -> tuple[Action, ...]:
        """List what the player can order, do in his turn, or discard."""
        if player is not None and player != state.player:
            self.check_seat(player)
            return ()
        return _LIST[state.phase](state)

    def apply(self, state: State, action: Action, player: int | None = None) -> State:
        """Return the State after this decision and all that follows from it without another one."""
        do = _DO.get(type(action))
        after = None
        if do is not None and (player is None or player == state.player):
            try:
                after = do(state, action, self.components)
            except TypeError:  # fields that are neither seats nor cards: no action of this game
                after = None
        if after is None:
            raise self.illegal(state, action, player)
        return after

    def score(self, state: State) -> tuple[int, ...]:
        """Return the influence of every seat as the tableaux stand (K9)."""
        return score(state.tableaux, state.tokens)

    def outcome(self, state: State) -> Outcome | None:
        """Return who has most influence after round 8; a tie is a shared victory (K9.3)."""
        if state.phase is not OVER:
            return None
        scores = score(state.tableaux, state.tokens)
        ranking = ranked(scores)
        return Outcome(ranking[0], ranking, scores, f"{len(self.components.seasons)} seasons have been played")

    def view(self, state: State, player: int | None) -> View:
        """Return what K10 lets this seat know."""
        hidden = state.hidden
        if player is None:
            hand = order = discards = 0
        else:
            self.check_seat(player)
            hand, order, discards = hidden.hands[player], hidden.orders[player], hidden.discards[player]
        return View(
            player, state.round, state.phase, state.player, state.turn, tuple(map(unpacked, state.tableaux)),
            state.tokens, state.bank,
            tuple([cards >> TOTAL for cards in hidden.hands]),
            tuple([cards >> TOTAL for cards in hidden.orders]),
            tuple([cards >> TOTAL for cards in hidden.discards]),
            unpacked(state.gone), hidden.pile >> TOTAL, unpacked(hand), unpacked(order), unpacked(discards),
        )  # fmt: skip

    def determinize(self, view: View, rng: Random) -> State:
        """Return a random State with this View; `DecodeError` if the View never came from a game."""
        check_view(view, self.players)
        return sample(view, rng, self.components.copies)

    def evaluate(self, state: State, player: int) -> float:
        """Return the estimated chance of this seat to win, from the lead it can expect at the end."""
        if state.phase is OVER:
            winners = ranked(score(state.tableaux, state.tokens))[0]
            return 1 / len(winners) if player in winners else 0.0
        return evaluate(state, player, self.components)

    def parse(self, text: str) -> Action:
        """Read `order 3 Banker`, `bank`, `destroy Merchant of 3` …; raise `NotationError` for anything else."""
        return self._notation.parse(text)

    def render(self, view: View) -> str:
        """Return the table: tableaux with majorities, limits, tokens, points, and the seat's own cards."""
        return text.render(view, self.components)

    def tell(self, before: State, player: int, action: Action, after: State, viewer: int | None) -> tuple[str, ...]:
        """Return what this viewer sees: an order of others only by its size, until it is revealed (K6.4)."""
        return text.tell(before, player, action, after, viewer)

    def remarks(self, state: State, viewer: int | None) -> tuple[str, ...]:
        """Return who enters the Hall of Fame or the Wall of Shame (K9.3)."""
        return text.remarks(self.score(state), viewer)

    def inventory(self, state: State) -> Mapping[Hashable, int]:
        """Return the 55 cards by kind, and the 8 tokens."""
        hidden = state.hidden
        zones = (*state.tableaux, *hidden.hands, *hidden.orders, *hidden.discards, state.gone, hidden.pile)
        # Zone by zone: in a State read from outside, too many cards of a kind would run over into the next one.
        counts = map(sum, zip(*map(unpacked, zones), strict=True))
        cards: dict[Hashable, int] = {str(kind): count for kind, count in zip(Kind, counts, strict=True)}
        return cards | {"token": state.bank + sum(state.tokens)}

    def check_state(self, state: State) -> None:
        """Raise `DecodeError` unless seats, cards, tokens and phase fit together."""
        for fits, fault in self._demands(state):
            if not fits:
                raise DecodeError(fault)

    def position(self, state: State) -> str:
        """Return season and phase."""
        return f"season {state.round.season}, {state.phase.name.lower()}"

    @cached_property
    def _notation(self) -> Notation[Action]:
        return notation()

    def _demands(self, state: State) -> Iterator[tuple[bool, str]]:
        """Yield what must hold of a State, each with the words for when it does not; later ones rely on earlier."""
        seats, hidden, box = range(self.players), state.hidden, self.components
        per_seat = {
            "tableaux": state.tableaux,
            "tokens": state.tokens,
            "hidden.hands": hidden.hands,
            "hidden.orders": hidden.orders,
            "hidden.discards": hidden.discards,
        }
        for name, entries in per_seat.items():
            yield len(entries) == self.players, f"{name}: not of a game with {self.players} players"
        yield state.player in seats and state.round.first in seats, "player, round.first: no such seat"
        yield hidden.seed >= 0, "hidden.seed: a seed is 0 or more"
        yield 1 <= state.round.season <= len(box.seasons), f"round.season: seasons are 1 to {len(box.seasons)}"
        yield state.round.ship_owner in (None, *seats), "round.ship_owner: no such seat"
        yield min(state.tokens) >= 0, "tokens: fewer than none"
        yield state.bank >= 0, "bank: fewer than none"
        yield state.bank + sum(state.tokens) == box.tokens, f"bank, tokens: the game has {box.tokens} in all"
        cards = {str(kind): count for kind, count in zip(Kind, box.copies, strict=True)}
        yield (
            self.inventory(state) == cards | {"token": box.tokens},
            f"the whole: not the {sum(box.copies)} cards of the game",
        )
        yield from self._demands_of_phase(state)

    def _demands_of_phase(self, state: State) -> Iterator[tuple[bool, str]]:
        """Yield what must hold of a State because of its phase."""
        phase, first, hidden, turn, box = state.phase, state.round.first, state.hidden, state.turn, self.components
        turns = [(first + step) % self.players for step in range(self.players)]
        yet_to_come = turns[turns.index(state.player) :]
        holding = yet_to_come if phase is ORDERS else []
        hiding = {ORDERS: set(turns) - set(yet_to_come), ACTIONS: set(yet_to_come[1:])}.get(phase, set())
        yield all(not hidden.hands[seat] or seat in holding for seat in turns), "hidden.hands: not in this phase"
        yield all(not hidden.orders[seat] or seat in hiding for seat in turns), "hidden.orders: not in this phase"
        yield all(not hidden.discards[seat] for seat in holding), "hidden.discards: of a seat that holds its hand"
        yield all(_may_lie(state, seat) for seat in turns), "hidden.orders: cards that this seat could not place"
        yield phase is ACTIONS or turn == Turn(limit=turn.limit), "turn: not in this phase"
        yield phase is DISCARDS or not turn.limit, "turn.limit: not in this phase"
        if phase is ORDERS:
            yield not state.gone, "gone: not in this phase"
            yield state.round.ship_owner == majority(state.tableaux, SHIP_OWNER), "round.ship_owner: no majority"
        elif phase is ACTIONS:
            yield _may_have_revealed(state, BARBARIAN, turn.barbarians), "turn.barbarians: not so many revealed"
            yield _may_have_revealed(state, LOBBYING, turn.lobbyings), "turn.lobbyings: not so many revealed"
            yield _has_option(state), "turn: nothing to decide in it"
        elif phase is DISCARDS:
            bonus = turn.limit - box.seasons[state.round.season - 1].limit
            yield bonus in (0, SENATOR_BONUS), "turn.limit: not a limit of this season"
            yield _must_discard(state), "turn.limit: nothing to discard for it"
        else:
            yield state.round.season == len(box.seasons), f"phase: over before season {len(box.seasons)}"
            yield state.player == first, "player: not the first player, as after the game"


def _may_have_revealed(state: State, event: Kind, count: int) -> bool:
    """Tell whether the player can have revealed so many of an Event: they lie before him or have been destroyed."""
    return 0 <= count <= unpacked(state.tableaux[state.player])[event] + unpacked(state.gone)[event]


def _may_lie(state: State, seat: int) -> bool:
    """Tell whether this seat's face-down order is one that he could place."""
    order = state.hidden.orders[seat]
    kinds = sum(1 for count in unpacked(order) if count)
    return kinds <= 1 or (kinds == order >> TOTAL == 2 and state.round.ship_owner == seat)  # noqa: PLR2004


def _must_discard(state: State) -> bool:
    tableau = state.tableaux[state.player]
    return 0 < (tableau >> TOTAL) - state.turn.limit < sum(unpacked(tableau)[: len(FAMILIES)])


def _with(cards: tuple[Cards, ...], seat: int, now: Cards) -> tuple[Cards, ...]:
    return cards[:seat] + (now,) + cards[seat + 1 :]


# I Distribution (K4, K5).


def _deal(
    seed: int,
    season: int,
    first: int,
    tableaux: tuple[Cards, ...],
    tokens: tuple[int, ...],
    bank: int,
    pile: Cards,
    box: Components,
) -> State:
    """Return the State in which the first player places his order; the pile is all that lies in no tableau (K4.1)."""
    players = len(tableaux)
    broadcaster = majority(tableaux, BROADCASTER)
    each = box.seasons[season - 1].dealt * players
    deck = [
        *CARDS_0[pile & 0xFFF],
        *CARDS_3[pile >> 12 & 0xFFF],
        *CARDS_6[pile >> 24 & 0xFFF],
        *CARDS_9[pile >> 36 & 0xFF],
    ]
    # K5.2: one card at a time in turn order, the extra card last, as far as the pile reaches.
    dealt = deal(deck, min(each + (broadcaster is not None), len(deck)), seed, season)
    hands = [0] * players
    for step in range(players):
        hands[(first + step) % players] = sum(dealt[step:each:players])
    if broadcaster is not None and len(dealt) > each:
        hands[broadcaster] += dealt[each]
    nothing = (0,) * players
    return State(
        Round(season, first, majority(tableaux, SHIP_OWNER)), ORDERS, first, IDLE, tableaux, tokens, bank, 0,
        Hidden(tuple(hands), nothing, nothing, pile - sum(dealt), seed),
    )  # fmt: skip


# II Orders (K6).


def _list_orders(state: State) -> tuple[Action, ...]:
    hand = state.hidden.hands[state.player]
    if state.round.ship_owner != state.player:
        return (
            ORDER_NONE,
            *ORDERS_0[hand & 0xFFF],
            *ORDERS_3[hand >> 12 & 0xFFF],
            *ORDERS_6[hand >> 24 & 0xFFF],
            *ORDERS_9[hand >> 36 & 0xFF],
        )
    actions: list[Action] = [ORDER_NONE]
    held = [kind for kind in Kind if hand >> BITS * kind & 15]
    for index, kind in enumerate(held, start=1):
        actions += ORDERS_UP_TO[kind][hand >> BITS * kind & 15]
        actions += [PAIRS[kind, other] for other in held[index:]]
    return tuple(actions)


def _order(state: State, action: Order, box: Components) -> State | None:
    cards, player, hidden = action.cards, state.player, state.hidden
    hand = hidden.hands[player]
    order = PLACED.get(cards)
    if order is None or state.phase is not ORDERS:
        return None
    if cards:
        first, last = cards[0], cards[-1]
        if first == last:
            if len(cards) > hand >> BITS * first & 15:
                return None
        elif state.round.ship_owner != player or not (hand >> BITS * first & 15 and hand >> BITS * last & 15):
            return None
    hidden = Hidden(
        _with(hidden.hands, player, 0), _with(hidden.orders, player, order),
        _with(hidden.discards, player, hand - order), hidden.pile, hidden.seed,
    )  # fmt: skip
    following = (player + 1) % len(state.tableaux)
    if following == state.round.first:
        return _begin_turns(state, following, state.tableaux, 0, hidden, box)
    return State(state.round, ORDERS, following, IDLE, state.tableaux, state.tokens, state.bank, 0, hidden)


# III Actions (K7).


def _begin_turns(
    state: State, player: int, tableaux: tuple[Cards, ...], gone: Cards, hidden: Hidden, box: Components
) -> State:
    """Reveal this player's order (K7.1), then the next one's and so on, up to the first who has a choice to make."""
    orders = hidden.orders
    while True:
        order = orders[player]
        if order:
            tableaux = _with(tableaux, player, tableaux[player] + order)
            orders = _with(orders, player, 0)
        if tableaux[player] & POWERS or order & EVENT_BITS:
            turn = Turn(order >> BARBARIANS & 15, order >> LOBBYINGS & 15) if order & EVENT_BITS else IDLE
            now_hidden = Hidden(hidden.hands, orders, hidden.discards, hidden.pile, hidden.seed)
            after = State(state.round, ACTIONS, player, turn, tableaux, state.tokens, state.bank, gone, now_hidden)
            if _has_option(after):
                return after
        player = (player + 1) % len(tableaux)
        if player == state.round.first:
            hidden = Hidden(hidden.hands, orders, hidden.discards, hidden.pile, hidden.seed)
            return _begin_discards(state, player, tableaux, gone, hidden, box)


def _may_bank(state: State) -> bool:
    """K7.3."""
    player, tableaux = state.player, state.tableaux
    return bool(
        tableaux[player] & BANKERS and not state.turn.banked and state.bank and majority(tableaux, BANKER) == player
    )


def _may_absolve(state: State) -> bool:
    """K7.4; of which Events is another question."""
    player, tableaux = state.player, state.tableaux
    tableau = tableaux[player]
    return bool(
        tableau & PRIESTS and not state.turn.absolved and tableau & EVENT_BITS and majority(tableaux, PRIEST) == player
    )


def _may_steal(state: State) -> bool:
    """K7.5; from whom is another question."""
    player, tableaux = state.player, state.tableaux
    return bool(
        tableaux[player] & SPIES
        and not state.turn.stolen
        and sum(state.tokens) > state.tokens[player]
        and majority(tableaux, SPY) == player
    )


def _barbarian_targets(state: State) -> list[int]:
    """Return the other seats that have a Character and no Guardian majority (K7.6)."""
    guarded = majority(state.tableaux, GUARDIAN)
    return [
        seat
        for seat, tableau in enumerate(state.tableaux)
        if seat not in (state.player, guarded) and tableau & CHARACTERS
    ]


def _lobbying_partners(state: State) -> list[int]:
    """Return the seats that can take part in an exchange (K7.7): those with a Character, but no protected Spy."""
    tableaux = state.tableaux
    protected = majority(tableaux, SPY) if len(tableaux) > 2 else None  # noqa: PLR2004
    if protected is not None and tableaux[protected] & GUARDIANS:
        protected = None
    return [seat for seat, tableau in enumerate(tableaux) if seat != protected and tableau & CHARACTERS]


def _can_exchange(state: State) -> bool:
    """Tell whether two partners have Characters of different families to exchange (K7.7)."""
    families = [
        [family for family in FAMILIES if state.tableaux[seat] >> BITS * family & 15]
        for seat in _lobbying_partners(state)
    ]
    # Only if everybody holds one and the same family there is nothing to exchange.
    return len(families) > 1 and any(len(held) > 1 or held != families[0] for held in families)


def _has_option(state: State) -> bool:
    """Tell whether the player can do more than end his turn (K7.9)."""
    turn = state.turn
    return (
        (state.tableaux[state.player] & POWERS and (_may_bank(state) or _may_absolve(state) or _may_steal(state)))
        or bool(turn.barbarians and _barbarian_targets(state))
        or bool(turn.lobbyings and _can_exchange(state))
    )


def _list_turn(state: State) -> tuple[Action, ...]:
    tableaux, player, turn = state.tableaux, state.player, state.turn
    actions: list[Action] = []
    if _may_bank(state):
        actions.append(BANK)
    if _may_absolve(state):
        actions += [ABSOLVE[event] for event in EVENTS if tableaux[player] >> BITS * event & 15]
    if _may_steal(state):
        actions += [STEAL[seat] for seat, held in enumerate(state.tokens) if held and seat != player]
    if turn.barbarians:
        for seat in _barbarian_targets(state):
            tableau = tableaux[seat]
            actions += [each for each, shift in zip(DESTROY[seat], SHIFTS, strict=False) if tableau >> shift & 15]
    if turn.lobbyings:
        partners = _lobbying_partners(state)
        held_by = [[family for family in FAMILIES if tableaux[seat] >> BITS * family & 15] for seat in partners]
        for index, low in enumerate(partners):
            for given in held_by[index]:
                for other in range(index + 1, len(partners)):
                    row = SWAP[low, partners[other]][given]
                    actions += [row[returned] for returned in held_by[other] if returned != given]
    actions.append(END)
    return tuple(actions)


def _acted(
    state: State,
    turn: Turn,
    tableaux: tuple[Cards, ...],
    tokens: tuple[int, ...],
    bank: int,
    gone: Cards,
    box: Components,
) -> State:
    """Return the State after one step of a turn; K7.9: the turn ends when nothing is left to do."""
    after = State(state.round, ACTIONS, state.player, turn, tableaux, tokens, bank, gone, state.hidden)
    return after if _has_option(after) else _end_turn(after, box)


def _bank(state: State, _: Bank, box: Components) -> State | None:
    if state.phase is not ACTIONS or not _may_bank(state):
        return None
    turn, player, tokens = state.turn, state.player, state.tokens
    return _acted(
        state, Turn(turn.barbarians, turn.lobbyings, True, turn.absolved, turn.stolen), state.tableaux,
        (*tokens[:player], tokens[player] + 1, *tokens[player + 1 :]), state.bank - 1, state.gone, box,
    )  # fmt: skip


def _absolve(state: State, action: Absolve, box: Components) -> State | None:
    player, event = state.player, action.event
    if state.phase is not ACTIONS or event not in EVENTS or not _may_absolve(state):
        return None
    tableau = state.tableaux[player]
    if not tableau >> BITS * event & 15:
        return None
    turn, card = state.turn, CARD[event]
    return _acted(
        state, Turn(turn.barbarians, turn.lobbyings, turn.banked, True, turn.stolen),
        _with(state.tableaux, player, tableau - card), state.tokens, state.bank, state.gone + card, box,
    )  # fmt: skip


def _steal(state: State, action: Steal, box: Components) -> State | None:
    player, victim = state.player, action.victim
    if state.phase is not ACTIONS or victim == player or not _is_seat(state, victim):
        return None
    if not (_may_steal(state) and state.tokens[victim]):
        return None
    turn, tokens = state.turn, list(state.tokens)
    tokens[victim] -= 1
    tokens[player] += 1
    return _acted(
        state, Turn(turn.barbarians, turn.lobbyings, turn.banked, turn.absolved, True),
        state.tableaux, tuple(tokens), state.bank, state.gone, box,
    )  # fmt: skip


def _destroy(state: State, action: Destroy, box: Components) -> State | None:
    turn, victim, character = state.turn, action.victim, action.character
    if state.phase is not ACTIONS or not turn.barbarians or not _has_character(state, victim, character):
        return None
    if victim not in _barbarian_targets(state):
        return None
    card = CARD[character]
    return _acted(
        state, Turn(turn.barbarians - 1, turn.lobbyings, turn.banked, turn.absolved, turn.stolen),
        _with(state.tableaux, victim, state.tableaux[victim] - card), state.tokens, state.bank, state.gone + card, box,
    )  # fmt: skip


def _swap(state: State, action: Swap, box: Components) -> State | None:
    turn, low, high, given, returned = state.turn, action.low, action.high, action.given, action.returned
    if state.phase is not ACTIONS or not turn.lobbyings or given == returned:
        return None
    if not (low < high and _has_character(state, low, given) and _has_character(state, high, returned)):
        return None
    partners = _lobbying_partners(state)
    if low not in partners or high not in partners:
        return None
    tableaux = list(state.tableaux)
    tableaux[low] += CARD[returned] - CARD[given]
    tableaux[high] += CARD[given] - CARD[returned]
    return _acted(
        state, Turn(turn.barbarians, turn.lobbyings - 1, turn.banked, turn.absolved, turn.stolen),
        tuple(tableaux), state.tokens, state.bank, state.gone, box,
    )  # fmt: skip


def _end(state: State, _: End, box: Components) -> State | None:
    return _end_turn(state, box) if state.phase is ACTIONS else None


def _end_turn(state: State, box: Components) -> State:
    following = (state.player + 1) % len(state.tableaux)
    if following == state.round.first:
        return _begin_discards(state, following, state.tableaux, state.gone, state.hidden, box)
    return _begin_turns(state, following, state.tableaux, state.gone, state.hidden, box)


def _is_seat(state: State, seat: int) -> bool:
    return 0 <= seat < len(state.tableaux)


def _has_character(state: State, seat: int, character: Kind) -> bool:
    return _is_seat(state, seat) and character in FAMILIES and state.tableaux[seat] >> BITS * character & 15 > 0


# IV Round end (K8, K4.2).


def _begin_discards(
    state: State, player: int, tableaux: tuple[Cards, ...], gone: Cards, hidden: Hidden, box: Components
) -> State:
    """Return the State in which this player, or the first one after him who must, chooses a discard."""
    base = box.seasons[state.round.season - 1].limit
    while True:
        tableau = tableaux[player]
        if tableau >> TOTAL > base:
            limit = base + SENATOR_BONUS if majority(tableaux, SENATOR) == player else base
            events = (tableau >> BARBARIANS & 15) * CARD[BARBARIAN] + (tableau >> LOBBYINGS & 15) * CARD[LOBBYING]
            if tableau >> TOTAL > limit > events >> TOTAL:
                return State(
                    state.round, DISCARDS, player, Turn(limit=limit), tableaux, state.tokens, state.bank,
                    gone, hidden,
                )  # fmt: skip
            if tableau >> TOTAL > limit:
                # K8.2: Events alone reach the limit, so all Characters go without asking.
                tableaux = _with(tableaux, player, events)
                gone += tableau - events
        player = (player + 1) % len(tableaux)
        if player == state.round.first:
            return _end_round(state, tableaux, gone, hidden, box)


def _list_discards(state: State) -> tuple[Action, ...]:
    tableau = state.tableaux[state.player]
    return tuple([discard for discard, shift in zip(DISCARD, SHIFTS, strict=False) if tableau >> shift & 15])


def _discard(state: State, action: Discard, box: Components) -> State | None:
    player, character = state.player, action.character
    if state.phase is not DISCARDS or not _has_character(state, player, character):
        return None
    tableau = state.tableaux[player] - CARD[character]
    tableaux = _with(state.tableaux, player, tableau)
    gone = state.gone + CARD[character]
    if tableau >> TOTAL > state.turn.limit:
        return State(
            state.round, DISCARDS, player, state.turn, tableaux, state.tokens, state.bank, gone, state.hidden
        )  # fmt: skip
    following = (player + 1) % len(tableaux)
    if following == state.round.first:
        return _end_round(state, tableaux, gone, state.hidden, box)
    return _begin_discards(state, following, tableaux, gone, state.hidden, box)


def _end_round(state: State, tableaux: tuple[Cards, ...], gone: Cards, hidden: Hidden, box: Components) -> State:
    season, first = state.round.season, state.round.first
    if season == len(box.seasons):
        return State(state.round, OVER, first, IDLE, tableaux, state.tokens, state.bank, gone, hidden)
    pile = hidden.pile + gone + sum(hidden.discards)
    return _deal(hidden.seed, season + 1, (first + 1) % len(tableaux), tableaux, state.tokens, state.bank, pile, box)


_LIST: tuple[Callable[[State], tuple[Action, ...]], ...] = (_list_orders, _list_turn, _list_discards, lambda _: ())
"""By phase: what lists the legal actions."""

_DO: Mapping[type, Callable[[State, Any, Components], State | None]] = {
    Order: _order,
    Bank: _bank,
    Absolve: _absolve,
    Steal: _steal,
    Destroy: _destroy,
    Swap: _swap,
    Discard: _discard,
    End: _end,
}
"""By action: what does it, or returns None where the rules forbid it."""
