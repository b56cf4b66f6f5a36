"""Setup and phase I: the cards are shuffled and dealt (K3 to K5). There are no decisions here."""

from __future__ import annotations

from collections.abc import Sequence

from boardgames.core.chance import chance, check_seed, deal
from boardgames.games.koryo.components import BROADCASTER, CARDS, SHIP_OWNER, Cards, packed
from boardgames.games.koryo.events import CardsDealt, CardsLaidOut, Event, SeasonBegins
from boardgames.games.koryo.scoring import majority
from boardgames.games.koryo.state import (
    NEW_TURN,
    ORDERS,
    Rules,
    State,
    make_hidden,
    make_round,
    make_state,
    turn_order,
)
from boardgames.kit.cards import NO_CARDS


def new_game(game: Rules, /, seed: int | None = None) -> State:
    """Return the State in which a random first player places the first order (K3)."""
    seed = check_seed(seed)
    none = (NO_CARDS,) * game.players
    hidden = make_hidden(none, none, none, packed(game.components.copies), seed)
    nobody = make_round(0, 0, None)
    tokens = (0,) * game.players
    bank = game.components.tokens
    empty_table = make_state(nobody, ORDERS, 0, NEW_TURN, none, tokens, bank, NO_CARDS, hidden)
    return begin_round(game, empty_table, 1, chance(game.players, seed, 0))


def begin_round(game: Rules, state: State, season: int, first: int) -> State:
    """Return the State in which the first player of this season places their order."""
    tableaux = state.tableaux
    hidden = state.hidden
    # K4.1: all cards outside the tableaux are shuffled; hands and orders are empty between seasons.
    pile = CARDS.join((hidden.pile, state.gone, *hidden.discards))
    hands = _hands(game, state, pile, season, first)
    if game.recorder is not None:
        game.recorder.append(
            SeasonBegins(season, first, CARDS.each(state.gone), CARDS.sizes(hidden.discards))
        )
        game.recorder += _dealt(hands, first)
    none = (NO_CARDS,) * game.players
    rest = CARDS.remove(pile, CARDS.join(hands))
    hidden = make_hidden(tuple(hands), none, none, rest, hidden.seed)
    new_round = make_round(season, first, majority(tableaux, SHIP_OWNER))
    return make_state(
        new_round, ORDERS, first, NEW_TURN, tableaux, state.tokens, state.bank, NO_CARDS, hidden
    )


def _hands(game: Rules, state: State, pile: Cards, season: int, first: int) -> list[Cards]:
    """Return what each seat is dealt from this pile: one card at a time in turn order, the extra
    card last, until the pile is empty (K5.1, K5.2).
    """
    players = game.players
    deck = CARDS.singles(pile)
    broadcaster = majority(state.tableaux, BROADCASTER)
    regular = game.components.seasons[season - 1].dealt * players
    wanted = regular if broadcaster is None else regular + 1
    dealt = deal(deck, min(wanted, len(deck)), state.hidden.seed, season)
    hands = [NO_CARDS] * players
    for step, seat in enumerate(turn_order(players, first)):
        hands[seat] = CARDS.join(dealt[step:regular:players])
    if broadcaster is not None and len(dealt) > regular:
        hands[broadcaster] = CARDS.add(hands[broadcaster], dealt[regular])
    return hands


def beginning(game: Rules, /, state: State) -> tuple[Event, ...]:
    """Return what happens before the first State: the cards are laid out, and those of the first
    season dealt (K3).
    """
    laid_out = CardsLaidOut(sum(game.components.copies), game.components.tokens)
    season = SeasonBegins(state.round.season, state.round.first, (), (0,) * game.players)
    return laid_out, season, *_dealt(state.hidden.hands, state.round.first)


def _dealt(hands: Sequence[Cards], first: int) -> list[CardsDealt]:
    order = turn_order(len(hands), first)
    return [CardsDealt(seat, CARDS.size(hands[seat]), CARDS.each(hands[seat])) for seat in order]
