"""What a tiny variant does not show: laws of hidden information hold in it all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from boardgames.kit.declared_game import DeclaredGame
from boardgames.testing.branches import Script, chance_from
from boardgames.testing.compare import INDEX, differences, leaves
from boardgames.testing.exact_lines import Happening, HappeningsByLook
from boardgames.testing.exact_worlds import Whole
from boardgames.testing.law import AnyGame
from boardgames.testing.probe import Probe
from boardgames.testing.sample_checks import paths_of_the_seed

MOST_WORLDS = 200
"""Number of sampled worlds of the game itself in which hidden facts are looked up."""


def gaps(probe: Probe, whole: Whole, looks: HappeningsByLook) -> Iterator[str]:
    """Yield what the game has and this variant does not show, or only where nothing is hidden from
    whoever looks: a sentence each.
    """
    variant = f"the tiny variant, {whole.game.name}, {whole.game.players} players"
    in_doubt = [
        happenings
        for look, happenings in looks.items()
        if len(happenings) > 1 and (look.is_by_another_seat or whole.game.players == 1)
    ]
    features = [feature.partition(" ") for feature in probe.scouted.rare]
    actions = sorted({name for kind, _, name in features if kind == "action"})
    all_done = {type(each.action).__name__ for each in chain.from_iterable(looks.values())}
    done = {type(each.action).__name__ for each in chain.from_iterable(in_doubt)}
    yield from _missing("Actions", actions, all_done, done, variant)
    if whole.game.event_types is not None:
        events = sorted({kind.__name__ for kind, _ in probe.scouted.eventful})
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


def _events_of(game: AnyGame, happenings: Iterable[Happening], wanted: list[str]) -> set[str]:
    """Return the names of the Events in which some of these result; stop when all are found."""
    found = set[str]()
    for happening in happenings:
        if found.issuperset(wanted):
            break
        with chance_from(Script(happening.move.path)):
            happened = game.events(happening.before.state, happening.action, happening.seat)
        found.update([type(event).__name__ for event in happened])
    return found


def _hidden_in_variant(whole: Whole) -> set[str]:
    """Return the paths, without numbers, at which two States with one View differ."""
    game = whole.game
    facts = [dict(leaves(game.to_json(world.state))) for world in whole.all_worlds]
    found = set[str]()
    for group in whole.groups.values():
        first, *others = [facts[world.number] for world in group.worlds]
        for other in others:
            found |= _differing(first, other)
    return found


def _hidden_in_game(probe: Probe) -> set[str]:
    """Return the paths, without numbers, at which sampled worlds differ from the true State."""
    game = probe.game
    found = set[str]()
    for ply, _, world in probe.sampled[:: len(probe.sampled) // MOST_WORLDS + 1]:
        here = dict(leaves(game.to_json(ply.after)))
        there = dict(leaves(game.to_json(world)))
        found |= _differing(here, there)
    return found - {INDEX.sub("", path) for path in paths_of_the_seed(game)}


def _differing(here: dict[str, str], there: dict[str, str]) -> set[str]:
    return {INDEX.sub("", found.path) for found in differences(here, there)}
