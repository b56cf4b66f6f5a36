"""The rules a second time, as plainly as they can be said, against the game in positions of random
games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import get_args

import pytest

from boardgames.games.koryo import EVENTS, FAMILIES, Action, Kind, Koryo, Phase, State, Turn, View
from boardgames.games.koryo.components import CARDS

GAMES = 25
"""Random games per number of players."""


def holder(view: View, family: Kind) -> int | None:
    """K2.1 and K2.2."""
    counts = [tableau[family] for tableau in view.tableaux]
    leaders = [seat for seat, count in enumerate(counts) if count == max(counts) > 0]
    if len(leaders) > 1:
        leaders = [seat for seat in leaders if view.tableaux[seat][Kind.OMNISCIENT]]
    return leaders[0] if leaders else None


def orders(view: View) -> Iterator[str]:
    """K6."""
    yield "order none"
    for kind in Kind:
        yield from (f"order {count} {kind}" for count in range(1, view.hand[kind] + 1))
    if holder(view, Kind.SHIP_OWNER) == view.player:
        for low, high in combinations(Kind, 2):
            if view.hand[low] and view.hand[high]:
                yield f"order {low} {high}"


def deeds(view: View) -> Iterator[str]:
    """K7, the end of the turn left out."""
    yield from powers(view)
    for event in CARDS.kinds(view.turn.due):
        yield from RESOLUTIONS[event](view)


def powers(view: View) -> Iterator[str]:
    """K7.3 to K7.5."""
    if holder(view, Kind.BANKER) == view.player and not view.turn.banked and view.bank:
        yield "bank"
    if holder(view, Kind.PRIEST) == view.player and not view.turn.absolved:
        yield from (f"absolve {event}" for event in EVENTS if view.tableaux[view.player][event])
    if holder(view, Kind.SPY) == view.player and not view.turn.stolen:
        yield from (
            f"steal {seat + 1}"
            for seat, held in enumerate(view.tokens)
            if held and seat != view.player
        )


def destructions(view: View) -> Iterator[str]:
    """K7.6."""
    for seat, tableau in enumerate(view.tableaux):
        if seat not in (view.player, holder(view, Kind.GUARDIAN)):
            yield from (f"destroy {family} of {seat + 1}" for family in FAMILIES if tableau[family])


def exchanges(view: View) -> Iterator[str]:
    """K7.7."""
    partners = [seat for seat in range(len(view.tableaux)) if not protected(view, seat)]
    for low, high in combinations(partners, 2):
        for given, returned in permutations(FAMILIES, 2):
            if view.tableaux[low][given] and view.tableaux[high][returned]:
                yield f"swap {given} of {low + 1} for {returned} of {high + 1}"


def protected(view: View, seat: int) -> bool:
    """K7.7."""
    return (
        len(view.tableaux) > 2
        and holder(view, Kind.SPY) == seat
        and not view.tableaux[seat][Kind.GUARDIAN]
    )


RESOLUTIONS: Mapping[Kind, Callable[[View], Iterator[str]]] = {
    Kind.BARBARIAN: destructions,
    Kind.LOBBYING: exchanges,
}


def expected(view: View) -> set[str]:
    """Return the legal actions of the player to act, from what they see."""
    if view.phase is Phase.ORDERS:
        return set(orders(view))
    if view.phase is Phase.ACTIONS:
        return {*deeds(view), "end"}
    if view.phase is Phase.DISCARDS:
        return {f"discard {family}" for family in FAMILIES if view.tableaux[view.player][family]}
    return set()


def influence(view: View) -> tuple[int, ...]:
    """K9.1 and K9.2."""
    points = [
        tokens - sum(tableau[event] for event in EVENTS)
        for tokens, tableau in zip(view.tokens, view.tableaux, strict=True)
    ]
    for family in FAMILIES:
        counts = Counter({seat: tableau[family] for seat, tableau in enumerate(view.tableaux)})
        (leader, most), (_, second) = counts.most_common(2)
        if most > second:
            points[leader] += family + 1
    return tuple(points)


def walk(game: Koryo, seed: int) -> Iterator[State]:
    """Yield the positions of a game in which Events are ordered often, and given up seldom."""
    rng, state = Random(seed), game.new_game(seed)  # noqa: S311  # random games, not secrets
    while game.to_act(state):
        yield state
        actions = game.legal_actions(state)
        events = [
            each
            for each in actions
            if str(each).startswith("order") and str(each).split()[-1] in map(str, EVENTS)
        ]
        deeds = [each for each in actions if str(each) not in ("order none", "end")]
        state = game.apply(
            state, rng.choice(events if events and rng.random() < 0.4 else deeds or list(actions))
        )
    yield state


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_actions_and_scores_are_what_the_rules_say(players: int) -> None:
    game = Koryo(players)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for state in walk(game, seed):
            view = game.view(state, state.player)
            legal = [str(action) for action in game.legal_actions(state)]
            assert len(legal) == len(set(legal))
            assert set(legal) == expected(view)
            assert game.score(state) == influence(view)
            seen.update({action.split()[0] for action in legal})
    assert set(seen) == {action.__name__.lower() for action in get_args(Action)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_k7_9_nobody_is_passed_over_who_could_do_something_and_nobody_else_is_asked(
    players: int,
) -> None:
    game = Koryo(players)
    for seed in range(GAMES):
        for state in walk(game, seed):
            if state.phase is Phase.ACTIONS:
                after = game.apply(state, game.parse("end"))
                asked = after.player if after.phase is Phase.ACTIONS else None
                assert asked == next_to_act(game, state)


def next_to_act(game: Koryo, state: State) -> int | None:
    """Return who is the next to have something to do when this turn ends, orders being revealed one
    by one (K7.1).
    """
    view = game.view(state, None)
    tableaux = list(view.tableaux)
    seat = (state.player + 1) % game.players
    while seat != state.round.first:
        order = game.view(state, seat).order
        tableaux[seat] = tuple(map(sum, zip(tableaux[seat], order, strict=True)))
        due = CARDS.only(CARDS.pack(order), EVENTS)
        turn = Turn(due=due)
        if any(deeds(replace(view, player=seat, turn=turn, tableaux=tuple(tableaux)))):
            return seat
        seat = (seat + 1) % game.players
    return None
