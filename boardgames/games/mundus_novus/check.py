"""Checks of States and Views that come from outside; later checks rely on earlier ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from boardgames.core.errors import require
from boardgames.games.mundus_novus import components
from boardgames.games.mundus_novus.actions import ANNOUNCED
from boardgames.games.mundus_novus.components import CARDS, RELIC, Kind
from boardgames.games.mundus_novus.memory import remembered
from boardgames.games.mundus_novus.phases.storage import places_to_store
from boardgames.games.mundus_novus.phases.trade import last_kind, offers_freely
from boardgames.games.mundus_novus.state import IN_TURN, NO_SUPPLY, NO_TURN, SIMULTANEOUS, Income, Phase

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from boardgames.games.mundus_novus.rules import MundusNovus
    from boardgames.games.mundus_novus.state import State, Table
    from boardgames.games.mundus_novus.view import View


MOST_DOUBLOONS = 1_000_000
"""More than any game can yield; a limit is needed because estimates use floating point."""


def inventory(_game: MundusNovus, /, state: State) -> Mapping[Hashable, int]:
    """Return the number of Resource cards of each kind, and of Development cards of each key, in all places."""
    zones = [*state.open_cards(), *state.hidden.hands, state.hidden.pile]
    counts = [sum(column) for column in zip(*map(CARDS.unpack, zones), strict=True)]
    found: Counter[Hashable] = Counter({str(kind): count for kind, count in zip(Kind, counts, strict=True)})
    found.update([*state.public.open_developments(), *state.hidden.deck])
    return found


def check_state(game: MundusNovus, /, state: State) -> None:
    """Raise `DecodeError` unless the game can be played on from here; whether play could have led here is not asked."""
    _check_seats(game, state)
    _check_pieces(game, state)
    _check_supply(game, state)
    if state.phase in IN_TURN:
        _check_turn(game, state)
    else:
        require(state.turn == NO_TURN, "turn: not in this phase")
    _check_choices(game, state)
    for seat, hand in enumerate(state.hidden.hands):
        sure, _ = remembered(state.public, state.hidden.given, seat)
        require(CARDS.contains(hand, sure), "public.known: the hand does not hold it")
    able = all(game.legal_actions(state, seat) for seat in game.to_act(state))
    require(able, f"phase: there is nothing to decide ({game.position(state)})")


def _check_seats(game: MundusNovus, state: State) -> None:
    public, hidden = state.public, state.hidden
    _check_table(game, state, hidden.hands, hidden.chosen, hidden.steps, hidden.drawn, hidden.held)
    require(len(public.gifts) == len(hidden.given), "hidden.given: not as many as public.gifts")
    require(hidden.seed >= 0, "hidden.seed: a seed is 0 or more")
    fits = min(public.doubloons) >= 0 and max(public.doubloons) <= MOST_DOUBLOONS
    require(fits, f"public.doubloons: not from 0 to {MOST_DOUBLOONS}")
    fits = len(public.earned) == len(Income) and {*map(len, public.earned)} == {game.players}
    require(fits, f"public.earned: not {len(Income)} incomes of {game.players} players")
    fits = public.doubloons == tuple(map(sum, zip(*public.earned, strict=True)))
    require(fits, "public.earned: does not add up to the doubloons")


def _check_table(game: MundusNovus, seen: Table, *per_seat: tuple[int, ...]) -> None:
    """Check what a State, or a View with these tuples, says of each seat, that it names only seats, and its trade."""
    public, deal, trade, phase = seen.public, seen.public.deal, seen.trade, seen.phase
    tuples = (public.doubloons, public.owned, public.known, deal.held_sizes, deal.held_known, deal.shown, *per_seat)
    fits = all([len(entries) == game.players for entries in tuples]) and len(trade.offers) in (0, game.players)
    require(fits, f"the {type(seen).__name__} is not of a game with {game.players} players")
    named = {seen.player, seen.round.master, seen.round.first, *seen.round.perfect, *seen.owing, *seen.supply.picks}
    named.update(trade.candidates, [gift.giver for gift in public.gifts])
    optional = {trade.partner, trade.short, *[gift.receiver for gift in public.gifts]} - {None}
    require(named | optional <= set(game.seats), "there is no such seat")
    require(phase is not Phase.OFFERS or trade.announced in ANNOUNCED, "trade.announced: 2 to 4 cards are offered")
    require(not trade.offers or phase in (Phase.MASTER, Phase.TRADES), "trade.offers: not in this phase")
    require(phase is not Phase.GIFT or trade.short not in (None, seen.player), "trade.short: nobody else gets a card")


def _check_pieces(game: MundusNovus, state: State) -> None:
    public, hidden, deal = state.public, state.hidden, state.public.deal
    keys = [*public.open_developments(), *hidden.deck]
    require(sorted(keys) == sorted(game.used), "the State does not hold the Development cards of the game")
    found = inventory(game, state)
    fits = all(found[str(kind)] == count for kind, count in zip(Kind, game.components.resources, strict=True))
    require(fits, "the State does not hold the Resource cards of the game")
    fits = deal.source == CARDS.join([hidden.pile, *hidden.drawn])
    require(fits, "public.deal.source: not the pile and what it has dealt")
    fits = deal.held == CARDS.join(hidden.held) and deal.held_sizes == tuple(map(CARDS.size, hidden.held))
    require(fits, "public.deal.held: not the cards that were in the hands")
    for seat in game.seats:
        _check_deal(state, seat)


def _check_deal(state: State, seat: int) -> None:
    """Check that what the seat has held and shown is what it was dealt, took openly, and was given."""
    public, hidden, deal = state.public, state.hidden, state.public.deal
    came = [hidden.held[seat], hidden.drawn[seat], public.known[seat]]
    went = [hidden.hands[seat], deal.shown[seat], deal.held_known[seat]]
    for gift, kind in zip(public.gifts, hidden.given, strict=True):
        if gift.recent and seat == gift.receiver:
            came.append(CARDS.one[kind])
        elif gift.recent and seat == gift.giver:
            went.append(CARDS.one[kind])
    require(CARDS.join(came) == CARDS.join(went), "public.deal.shown: not what the hand was dealt")


def _check_supply(game: MundusNovus, state: State) -> None:
    phase, supply, estates = state.phase, state.supply, [game.estates[owned] for owned in state.public.owned]
    if phase in (Phase.FLEETS, Phase.PICKS, Phase.NUMBER):
        fits = all(CARDS.size(hand) >= components.CARDS_DEALT for hand in state.hidden.hands)
        require(fits, "hidden.hands: not enough cards after the deal")
    if phase not in (Phase.FLEETS, Phase.PICKS):
        require(supply == NO_SUPPLY, "supply: not in this phase")
        return
    staying = list(next((estate.caravels for estate in estates if estate.ponce), ()))
    for caravel in supply.detached:
        require(caravel in staying[:-1], "supply.detached: not a Caravel that can leave its fleet")
        staying.remove(caravel)
    picks, caravels = supply.picks, sum([len(each.caravels) for each in estates])
    if phase is Phase.PICKS:
        require(picks and picks[0] == state.player, "supply.picks: does not begin with the player")
    wanted = len(picks) if phase is Phase.PICKS else caravels
    require(wanted == CARDS.size(supply.display), "supply.display: not a card for each Caravel")


def _check_turn(game: MundusNovus, state: State) -> None:
    phase, turn = state.phase, state.turn
    merchants = game.estates[state.public.owned[state.player]].merchants
    fits = len(turn.employed) == len(merchants)
    fits = fits and all(0 <= used <= have for used, have in zip(turn.employed, merchants, strict=True))
    require(fits, "turn.employed: the player does not have that many Merchants")
    require(all(target is not RELIC for target, _ in turn.converted), "turn.converted: no conversions")
    reach = range(components.QUEUE_SIZE + 1) if phase is Phase.PURCHASE else (None,)
    require(turn.reach in reach, "turn.reach: not in this phase, or no such number of cards")
    groups = range(len(components.GROUPS)) if phase is Phase.MERCHANT else (None,)
    require(turn.group in groups, "turn.group: not in this phase, or no such group")
    require((phase is Phase.SALE) == (turn.size > 0), "turn.size: not in this phase")
    if phase is Phase.SALE:
        targets = {target for target, _ in turn.converted}
        present = [*map(CARDS.one.__getitem__, targets), state.hidden.hands[state.player]]
        fits = components.SMALLEST_DIFFERENT <= turn.size <= components.DISTINCT.of(CARDS.one_each(CARDS.join(present)))
        require(fits and len(turn.converted) == len(targets) <= turn.size, "turn.size: no set of that many")


def _check_choices(game: MundusNovus, state: State) -> None:
    hidden, phase, owing = state.hidden, state.phase, state.owing
    if phase not in SIMULTANEOUS:
        fits = not (owing or any(hidden.chosen) or any(hidden.steps))
        require(fits, "owing, hidden.chosen: not in this phase")
        return
    fits = bool(owing) and list(owing) == sorted(set(owing)) and state.player == owing[0]
    require(fits, "owing: does not begin with the player, or out of order")
    for seat in game.seats:
        fewest, places = limits_of_choice(game, state, seat)
        hand, chosen, steps = hidden.hands[seat], hidden.chosen[seat], hidden.steps[seat]
        fits = 0 <= steps < places if seat in owing else steps == places
        fits = fits and (CARDS.size(chosen) == steps if fewest else CARDS.size(chosen) <= steps)
        require(fits and CARDS.contains(hand, chosen), "hidden.chosen: not what the seat can choose")
        if fewest:
            rest, lowest = CARDS.remove(hand, chosen), last_kind(chosen)
            later = sum([CARDS.count(rest, kind) for kind in CARDS.kinds(rest) if kind >= lowest])
            require(later >= places - steps, "hidden.chosen: too few cards left to continue")


def limits_of_choice(game: MundusNovus, state: State, seat: int) -> tuple[int, int]:
    """Return the minimum and maximum number of cards that this seat chooses, to offer (M5.1) or to store (M6.10)."""
    if state.phase is Phase.STORAGE:
        return 0, places_to_store(game, state, seat)
    return (0 if offers_freely(game, state, seat) else state.trade.announced), state.trade.announced


def check_view(game: MundusNovus, view: View) -> None:
    """Raise `DecodeError` if the seats, sizes or cards of the View are impossible in this game."""
    public, deal = view.public, view.public.deal
    _check_table(game, view, view.hand_sizes, view.drawn_sizes)
    require(view.seat is None or view.seat in game.seats, "seat: no such seat")
    require(len(view.given) == len(public.gifts), "given: not as many as public.gifts")
    own, drawn, held = (
        (0, 0, 0)
        if view.seat is None
        else (view.hand_sizes[view.seat], view.drawn_sizes[view.seat], deal.held_sizes[view.seat])
    )
    fits = CARDS.size(view.hand) == own and CARDS.size(view.chosen) <= view.steps
    require(fits and CARDS.contains(view.hand, view.chosen), "hand, chosen, steps: not as many as the sizes say")
    fits = CARDS.size(view.drawn) == drawn and CARDS.contains(deal.source, view.drawn)
    require(fits, "drawn: not what the resource pile can have dealt")
    fits = CARDS.size(view.held) == held and CARDS.contains(deal.held, view.held)
    require(fits, "held: not what was in the hands")
    require(not view.steps or view.owing, "steps: nothing is being chosen")
