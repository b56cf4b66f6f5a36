"""What a tiny variant does not show: laws of hidden information hold in it all the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.beliefs import World
from boardgames.testing.branches import Script, chance_from
from boardgames.testing.compare import leaves
from boardgames.testing.exact_lines import Doing, DoingsByLook
from boardgames.testing.exact_worlds import Whole
from boardgames.testing.law import AnyGame
from boardgames.testing.probe import SEARCHED_SEED, Probe

INDEX = re.compile(r"\[\d+\]")
"""The number of a seat or a place in a path."""
MOST_WORLDS = 200
"""Number of sampled worlds of the game itself in which hidden facts are looked up."""


def gaps(probe: Probe, whole: Whole, looks: DoingsByLook) -> Iterator[str]:
    """Yield what the game has and this variant does not show, or only where nothing is hidden from
    whoever looks: a sentence each.
    """
    variant = f"the tiny variant, {whole.game.name}, {whole.game.players} players"
    in_doubt = [
        doings
        for look, doings in looks.items()
        if len(doings) > 1 and (look.is_by_another_seat or whole.game.players == 1)
    ]
    features = [feature.partition(" ") for feature in probe.scouted.rare]
    actions = sorted({name for kind, _, name in features if kind == "action"})
    all_done = {type(doing.action).__name__ for doings in looks.values() for doing in doings}
    done = {type(doing.action).__name__ for doings in in_doubt for doing in doings}
    yield from _missing("Actions", actions, all_done, done, variant)
    if whole.game.event_types is not None:
        events = sorted({kind.__name__ for kind in _met(probe)})
        everything = _events_of(whole.game, [each[0] for each in looks.values()], events)
        while_hidden = _events_of(whole.game, [each[0] for each in in_doubt], events)
        yield from _missing("Events", events, everything, while_hidden, variant)
    never_hidden = sorted(_hidden_in_game(probe) - _hidden_in_variant(whole))
    if never_hidden:
        yield f"What is never hidden in {variant}: {', '.join(never_hidden)}. Make it less tiny."
    determinize = type(whole.game).determinize
    if determinize is not DeclaredGame.determinize:
        yield (
            f"Which branches of `determinize` run in {variant}: that is not known. Measure it, as"
            " with coverage.py."
        )


def _missing(
    what: str, known: Iterable[str], shown: set[str], while_hidden: set[str], variant: str
) -> Iterator[str]:
    never = [name for name in known if name not in shown]
    if never:
        yield f"{what} that do not come up in {variant}: {', '.join(never)}. Make it less tiny."
    openly = [name for name in known if name in shown - while_hidden]
    if openly:
        yield (
            f"What is told of {', '.join(openly)}: in {variant}, nothing that could be told is"
            " hidden from another seat then. Make it less tiny."
        )


def _met(probe: Probe) -> set[type]:
    """Return the types of Events that come up in random games."""
    return {ply_form[0] for ply_form in probe.scouted.eventful if isinstance(ply_form, tuple)}


def _events_of(game: AnyGame, doings: Iterable[Doing], wanted: list[str]) -> set[str]:
    """Return the names of the Events in which some of these result; stop when all are found."""
    found = set[str]()
    for doing in doings:
        if found.issuperset(wanted):
            break
        with chance_from(Script(doing.move.path)):
            happened = game.events(doing.before.state, doing.action, doing.seat)
        found.update([type(event).__name__ for event in happened])
    return found


def _hidden_in_variant(whole: Whole) -> set[str]:
    """Return the paths, without numbers, at which two States with one View differ."""
    known: dict[int, dict[str, str]] = {}

    def facts(node: World) -> dict[str, str]:
        if node.number not in known:
            known[node.number] = dict(leaves(whole.game.to_json(node.state)))
        return known[node.number]

    found = set[str]()
    for group in whole.groups.values():
        first, *others = group.nodes
        for other in others:
            found.update(_differing(facts(first), facts(other)))
    return found


def _hidden_in_game(probe: Probe) -> set[str]:
    """Return the paths, without numbers, at which sampled worlds differ from the true State."""
    game = probe.game
    beginning = dict(leaves(game.to_json(game.new_game(SEARCHED_SEED))))
    seeds = {INDEX.sub("", path) for path in beginning if beginning[path] == repr(SEARCHED_SEED)}
    found = set[str]()
    for ply, _, world in probe.sampled[:: len(probe.sampled) // MOST_WORLDS + 1]:
        here, there = (dict(leaves(game.to_json(state))) for state in (ply.after, world))
        found.update(_differing(here, there))
    return found - seeds


def _differing(here: dict[str, str], there: dict[str, str]) -> Iterator[str]:
    for path in {**here, **there}:
        if here.get(path) != there.get(path):
            yield INDEX.sub("", path)
