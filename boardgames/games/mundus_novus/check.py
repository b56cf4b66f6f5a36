"""Checks of States and Views that come from outside; later checks rely on earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from itertools import zip_longest

from boardgames.core.errors import require
from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.actions import ANNOUNCED
from boardgames.games.mundus_novus.components import CARDS, DISTINCT, RELIC, Kind
from boardgames.games.mundus_novus.memory import remembered
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.trade import last_kind
from boardgames.games.mundus_novus.state import (
    IN_TURN,
    NO_SUPPLY,
    NO_TURN,
    SIMULTANEOUS,
    Income,
    Phase,
    Rules,
    State,
    Table,
)
from boardgames.games.mundus_novus.view import View

MOST_DOUBLOONS = 1_000_000
"""More than any game can yield; a limit is needed because estimates use floating point."""


def inventory(_game: Rules, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of Resource cards of each kind, and of Development cards of each key, in
    all places.
    """
    zones = [*state.open_cards(), *state.hidden.hands, state.hidden.pile]
    # Zone by zone: in an invalid State, the sum of the cards of a kind could overflow into the next
    # kind.
    counts = map(sum, zip(*map(CARDS.unpack, zones), strict=True))
    found: Counter[Hashable] = Counter(
        {str(kind): count for kind, count in zip(Kind, counts, strict=True)}
    )
    found.update([*state.public.open_developments(), *state.hidden.deck])
    return found


def check_state(game: Rules, /, state: State) -> None:
    """Raise `DecodeError` unless the game can be played on from here; whether play could have led
    here is not asked.
    """
    public, hidden = state.public, state.hidden
    _check_table(game, state, hidden.hands, hidden.chosen, hidden.steps, hidden.drawn, hidden.held)
    require(len(public.gifts) == len(hidden.given), "hidden.given: not as many as public.gifts")
    require(hidden.seed >= 0, "hidden.seed: a seed is 0 or more")
    fits = min(public.doubloons) >= 0 and max(public.doubloons) <= MOST_DOUBLOONS
    fits = (
        fits and len(public.earned) == len(Income) and {*map(len, public.earned)} == {game.players}
    )
    fits = fits and public.doubloons == tuple(map(sum, zip(*public.earned, strict=True)))
    require(fits, f"public.doubloons: not what was earned, or not from 0 to {MOST_DOUBLOONS}")
    in_box = {str(kind): count for kind, count in zip(Kind, game.components.resources, strict=True)}
    fits = inventory(game, state) == in_box | dict.fromkeys(game.used, 1)
    require(fits, "the State does not hold the cards of the game")
    deal = public.deal
    dealt = (
        CARDS.join([hidden.pile, *hidden.drawn]),
        CARDS.join(hidden.held),
        CARDS.sizes(hidden.held),
    )
    require(
        dealt == (deal.source, deal.held, deal.held_sizes),
        "public.deal: not what pile and hands were made of",
    )
    for seat in game.seats:
        _check_hand(state, seat)
    _check_supply(game, state)
    if state.phase in IN_TURN:
        _check_turn(game, state)
    else:
        require(state.turn == NO_TURN, "turn: not in this phase")
    _check_choices(game, state)
    able = all(game.legal_actions(state, seat) for seat in game.to_act(state))
    require(able, f"phase: there is nothing to decide ({game.position(state)})")


def _check_table(game: Rules, seen: Table, *per_seat: tuple[int, ...]) -> None:
    """Check what a State, or a View with these tuples, says of each seat, that it names only seats,
    and its trade.
    """
    public, deal, trade, phase = seen.public, seen.public.deal, seen.trade, seen.phase
    tuples = (
        public.doubloons,
        public.owned,
        public.known,
        deal.held_sizes,
        deal.held_known,
        deal.shown,
        *per_seat,
    )
    fits = all([len(entries) == game.players for entries in tuples]) and len(trade.offers) in (
        0,
        game.players,
    )
    require(fits, f"the {type(seen).__name__} is not of a game with {game.players} players")
    named = {
        seen.player,
        seen.round.master,
        seen.round.first,
        *seen.round.perfect,
        *seen.owing,
        *seen.supply.picks,
    }
    named.update(
        trade.candidates,
        [seat for gift in public.gifts for seat in (gift.giver, gift.receiver or 0)],
    )
    require(
        named | {trade.partner or 0, trade.short or 0} <= set(game.seats), "there is no such seat"
    )
    require(
        phase is not Phase.OFFERS or trade.announced in ANNOUNCED,
        "trade.announced: 2 to 4 cards are offered",
    )
    require(
        not trade.offers or phase in (Phase.MASTER, Phase.TRADES), "trade.offers: not in this phase"
    )
    require(
        phase is not Phase.GIFT or trade.short not in (None, seen.player),
        "trade.short: nobody else gets a card",
    )


def _check_hand(state: State, seat: int) -> None:
    """Check that what the seat has held and shown is what it was dealt, took openly, and
    was given.
    """
    public, hidden, deal = state.public, state.hidden, state.public.deal
    came = [hidden.held[seat], hidden.drawn[seat], public.known[seat]]
    went = [hidden.hands[seat], deal.shown[seat], deal.held_known[seat]]
    for gift, kind in zip(public.gifts, hidden.given, strict=True):
        if gift.recent and seat in (gift.giver, gift.receiver):
            (came if seat == gift.receiver else went).append(CARDS.one[kind])
    require(CARDS.join(came) == CARDS.join(went), "public.deal.shown: not what the hand was dealt")
    sure, _ = remembered(public, hidden.given, seat)
    require(CARDS.contains(hidden.hands[seat], sure), "public.known: the hand does not hold it")


def _check_supply(game: Rules, state: State) -> None:
    phase, supply, estates = (
        state.phase,
        state.supply,
        [game.estates[owned] for owned in state.public.owned],
    )
    if phase in (Phase.FLEETS, Phase.PICKS, Phase.NUMBER):
        fewest = min(CARDS.sizes(state.hidden.hands))
        require(fewest >= components.CARDS_DEALT, "hidden.hands: not enough cards after the deal")
    if phase not in (Phase.FLEETS, Phase.PICKS):
        require(supply == NO_SUPPLY, "supply: not in this phase")
        return
    staying = next((estate.caravels for estate in estates if estate.ponce), ())
    left = Counter(supply.detached) - Counter(staying[:-1])
    require(not left, "supply.detached: not a Caravel that can leave its fleet")
    wanted = (
        len(supply.picks) if phase is Phase.PICKS else sum([len(each.caravels) for each in estates])
    )
    require(wanted == CARDS.size(supply.display), "supply.display: not a card for each Caravel")
    fits = phase is Phase.FLEETS or supply.picks[:1] == (state.player,)
    require(fits, "supply.picks: does not begin with the player")


def _check_turn(game: Rules, state: State) -> None:
    phase, turn, targets = state.phase, state.turn, state.turn.targets()
    merchants = game.estates[state.public.owned[state.player]].merchants
    fits = all(
        0 <= used <= have for used, have in zip_longest(turn.employed, merchants, fillvalue=-1)
    )
    fits = fits and not CARDS.count(targets, RELIC)
    require(fits, "turn.employed, turn.converted: not what the player's Merchants can do")
    reach = range(components.QUEUE_SIZE + 1) if phase is Phase.PURCHASE else (None,)
    groups = range(len(components.GROUPS)) if phase is Phase.MERCHANT else (None,)
    fits = turn.reach in reach and turn.group in groups
    require(fits, "turn.reach, turn.group: not in this phase, or no such number")
    fits = turn.size == 0
    if phase is Phase.SALE:
        most = DISTINCT.of(CARDS.join([targets, state.hidden.hands[state.player]]))
        fits = components.SMALLEST_DIFFERENT <= turn.size <= most
        fits = fits and len(turn.converted) == CARDS.size(targets) <= turn.size
    require(fits, "turn.size: not in this phase, or no set of that many")


def _check_choices(game: Rules, state: State) -> None:
    hidden, owing = state.hidden, state.owing
    if state.phase not in SIMULTANEOUS:
        require(
            not (owing or any(hidden.chosen + hidden.steps)),
            "owing, hidden.chosen: not in this phase",
        )
        return
    fits = list(owing) == sorted(set(owing)) and owing[:1] == (state.player,)
    require(fits, "owing: does not begin with the player, or out of order")
    for seat in game.seats:
        fewest, places = limits_of_choice(game, state, seat)
        chosen, steps = hidden.chosen[seat], hidden.steps[seat]
        fits = 0 <= steps < places if seat in owing else steps == places
        fits = fits and CARDS.size(chosen) in (
            range(steps, steps + 1) if fewest else range(steps + 1)
        )
        require(
            fits and CARDS.contains(hidden.hands[seat], chosen),
            "hidden.chosen: not what the seat can choose",
        )
        rest = CARDS.only(
            CARDS.remove(hidden.hands[seat], chosen), tuple(Kind)[last_kind(chosen) :]
        )
        fits = not fewest or CARDS.size(rest) >= places - steps
        require(fits, "hidden.chosen: too few cards left to continue")


def limits_of_choice(game: Rules, state: State, seat: int) -> tuple[int, int]:
    """Return the minimum and maximum number of cards that this seat chooses, to offer (M5.1) or to
    store (M6.10).
    """
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(game, state, seat)
    announced = state.trade.announced
    return 0 if game.estates[state.public.owned[seat]].casas else announced, announced


def check_view(game: Rules, view: View) -> None:
    """Raise `DecodeError` if the seats, sizes or cards of the View are impossible in this game."""
    public, deal, seat = view.public, view.public.deal, view.seat
    _check_table(game, view, view.hand_sizes, view.drawn_sizes)
    require(seat is None or seat in game.seats, "seat: no such seat")
    require(len(view.given) == len(public.gifts), "given: not as many as public.gifts")
    own = (
        (0, 0, 0)
        if seat is None
        else (view.hand_sizes[seat], view.drawn_sizes[seat], deal.held_sizes[seat])
    )
    fits = CARDS.sizes((view.hand, view.drawn, view.held)) == own
    require(fits, "hand, drawn, held: not as many as the sizes say")
    fits = CARDS.contains(deal.source, view.drawn) and CARDS.contains(deal.held, view.held)
    require(fits, "drawn, held: not what pile and hands were made of")
    fits = CARDS.size(view.chosen) <= view.steps and CARDS.contains(view.hand, view.chosen)
    require(
        fits and (view.owing or not view.steps), "chosen, steps: not what the seat can have chosen"
    )
