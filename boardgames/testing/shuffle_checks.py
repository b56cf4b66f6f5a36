"""The check of shuffling: what is random in real games is random in samples, and from round to round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import nan
from typing import Any, TypeAlias

from boardgames.core.chance import generator
from boardgames.core.codec import JSON
from boardgames.core.game import Game
from boardgames.testing.compare import demand, leaves
from boardgames.testing.probe import Probe
from boardgames.testing.sample_checks import DEALS

DEPTH = 16
"""Number of cards, from the top of a deck, whose order is compared."""
OBSERVED = 40
"""Minimum number of observed pairs of cards for a judgement of a deck's order."""
ROUNDS, FEWEST_ROUNDS = 40, 4
"""Maximum number of beginnings of a round compared with the previous round's, and the minimum for a judgement."""
SHUFFLED, FIXED = 0.9, 0.97
"""Share of the more frequent order of two cards: at most this in a shuffled deck, at least this in a fixed one."""

_Pairs: TypeAlias = Counter[tuple[Any, Any]]
"""How often one item of a list came before another."""


def shuffling(probe: Probe) -> None:
    """Demand that unseen cards in random order in real States are so in sampled ones, too: decks are shuffled."""
    game = probe.game
    _deals_anew(probe)
    groups: dict[Any, tuple[Any, list[Any]]] = {}
    for world in probe.visit(probe.worlds):
        if not world.redealt:
            groups.setdefault((world.viewer, world.truth), (world.truth, []))[1].append(world.state)
    dealt = [game.new_game(probe.seed + seed) for seed in range(DEALS)]
    for number, truth in enumerate((*dealt, *probe.scouted.glimpses)):
        view = game.view(truth, probe.viewers()[number % (game.players + 1)])
        groups[number] = (truth, [game.determinize(view, generator(probe.seed, number))])
    real, sampled = defaultdict[str, _Pairs](Counter), defaultdict[str, _Pairs](Counter)
    openings = set(dealt)
    for truth, states in groups.values():
        others = [dict(_lists(game.to_json(state), "")) for state in states]
        for path, items in _lists(game.to_json(truth), ""):
            found = [each[path] for each in others if len(each.get(path, ())) == len(items)]
            unseen = [index for index, item in enumerate(items) if any(each[index] != item for each in found)][:DEPTH]
            when = "in first positions" if truth in openings else "in later positions"
            for place in (path, f"{path} {when}", f"{path} of {len(items)}"):
                for pairs, lists in ((real, [items]), (sampled, found)):
                    for each in lists:
                        pairs[place].update(combinations([each[index] for index in unseen], 2))
    for path in list(real):
        orders = _fixed(real[path]), _fixed(sampled[path])
        fault = f"the unseen cards of {path} are shuffled in real States and in a fixed order in sampled ones"
        demand(not (orders[0] <= SHUFFLED and orders[1] >= FIXED), fault)


def _fixed(pairs: _Pairs) -> float:
    """Return the share, from 1/2 to 1, of items in the more frequent of their two orders; NaN if there are too few."""
    usual = total = 0
    for (one, other), count in pairs.items():
        reverse = pairs.get((other, one), 0)
        if one != other and (count, repr(one)) > (reverse, repr(other)) and count + reverse > 1:
            usual += count
            total += count + reverse
    return usual / total if total >= OBSERVED else nan


def _deals_anew(probe: Probe) -> None:
    """Compare what spectators do not see at the beginning of each round with that of the previous round."""
    game, rounds, again, sampled = probe.game, 0, 0, 0
    for walked in probe.walks:
        begun = walked[0].before
        for before, ply in pairwise(walked):
            if game.round(ply.before) == game.round(before.before) or rounds >= ROUNDS:
                continue
            gone = _hidden(game, begun) - _hidden(game, before.before)
            if gone:
                world = game.determinize(game.view(ply.before, None), generator(probe.seed, rounds))
                rounds += 1
                again += gone <= _hidden(game, ply.before)
                sampled += gone <= _hidden(game, world)
            begun = ply.before
    fault = f"a round begins with what was dealt in the one before, in {again} of {rounds} cases ({sampled} in samples)"
    demand(again < FEWEST_ROUNDS or again < rounds or 2 * sampled > rounds, fault)


def _hidden(game: Game[Any, Any, Any], state: object) -> set[tuple[int, str, str]]:
    """Return what seats see of this State and spectators do not."""
    seen = set(leaves(game.to_json(game.view(state, None))))
    views = [(seat, leaves(game.to_json(game.view(state, seat)))) for seat in range(game.players)]
    return {(seat, *fact) for seat, facts in views for fact in facts if fact not in seen and fact[0] != "seat"}


def _lists(data: JSON, path: str) -> Iterator[tuple[str, list[Any]]]:
    """Yield path and items of every list of numbers or strings."""
    if isinstance(data, dict):
        for key, item in data.items():
            yield from _lists(item, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        if len(data) > 1 and all(isinstance(item, (int, str)) for item in data):
            yield path, data
        else:
            for index, item in enumerate(data):
                yield from _lists(item, f"{path}[{index}]")
