"""The check of what the game object keeps: all seats share it, and bots can read its attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardgames.core.chance import generator
from boardgames.testing.law import AnyGame, Violation, demand, law, viewer_name
from boardgames.testing.probe import OtherWorld, Probe

PAIRS = 16
"""Number of pairs of worlds that are asked about."""
ACTIONS_ASKED = 4
"""Number of actions of each seat that are applied."""
LIBRARY = ("builtins", "abc", "typing", "boardgames.contract", "boardgames.kit")
"""Modules whose classes belong to no game."""


def sharing(probe: Probe) -> None:
    """Demand that what one seat asks of the game changes no answer to another, and leaves nothing
    there that another must not see.
    """
    pairs = [world for world in probe.twins if world.viewer is not None]
    differing = [world for world in pairs if world.state != world.truth]
    most = PAIRS * probe.factor
    step = max(1, len(differing) // most)
    game = type(probe.game)(probe.game.players, **probe.game.options())  # which has kept nothing
    for world in probe.visit(differing[::step]):
        _keeps_nothing(game, world)
        _answers_alike(game, world)


@law(
    "A cache in the game is keyed by what is hidden, or it keeps the State that was viewed last.",
    "vars(game)",
)
def _keeps_nothing(game: AnyGame, world: OtherWorld) -> None:
    """Demand that questions on two States with one View leave the same in the game object."""
    _ask(game, world.truth)
    here = _kept(game)
    _ask(game, world.state)
    there = _kept(game)
    for name, content in there.items():
        if content != here.get(name) and not _counts_questions(game, world, there):
            raise Violation(
                f"game.{name} keeps what {viewer_name(world.viewer)} cannot see: it is not the same"
                " after questions on two States with one View, and all seats share the game"
            )


def _counts_questions(game: AnyGame, world: OtherWorld, kept: dict[str, object]) -> bool:
    """Return whether the game keeps more or something else whatever it is asked."""
    _ask(game, world.state)
    return _kept(game) != kept


@law(
    "A counter, a generator or a cache in the game changes with questions, and answers use it.",
    "vars(game)",
)
def _answers_alike(game: AnyGame, world: OtherWorld) -> None:
    """Demand that a seat gets the same answers before and after other seats have thought."""
    before = [*_answers(game, world)]
    for seat in range(game.players):
        if seat != world.viewer:
            view = game.view(world.truth, seat)
            thought_of = game.determinize(view, generator(seat, 1))
            _ask(game, thought_of)
    reader = viewer_name(world.viewer)
    after = _answers(game, world)
    for (question, answer), (_, again) in zip(before, after, strict=True):
        fault = f"{question} answers {reader} something else after other seats have thought"
        demand(answer == again, fault)


def _answers(game: AnyGame, world: OtherWorld) -> Iterator[tuple[str, object]]:
    """Yield what a bot of this seat asks about one of its worlds, with the answers."""
    seat = world.viewer
    assert seat is not None
    state = game.determinize(world.view, generator(seat, 0))
    yield "determinize", game.digest(state)
    yield "evaluate", _text(game.evaluate(state, seat))
    actions = game.legal_actions(state, seat)
    yield "legal_actions", actions
    if actions:
        prior = game.prior(state, seat, actions)
        yield "prior", [_text(weight) for weight in prior]
    for action in actions[:ACTIONS_ASKED]:
        after = game.apply(state, action, seat)
        yield "apply", game.digest(after)
        yield "evaluate", _text(game.evaluate(after, seat))


def _text(number: float) -> str:
    """Return a number as text, since NaN does not equal itself."""
    return str(number)


def _ask(game: AnyGame, state: Any) -> None:
    """Ask about a State whatever a match and its bots ask."""
    for seat in range(game.players):
        view = game.view(state, seat)
        game.determinize(view, generator(seat, 0))
        game.evaluate(state, seat)
        actions = game.legal_actions(state, seat)
        if actions:
            game.prior(state, seat, actions)
            game.words.label(view, actions[0])
        for action in actions[:ACTIONS_ASKED]:
            after = game.apply(state, action, seat)
            game.evaluate(after, seat)


# What is kept.


def _kept(game: AnyGame) -> dict[str, object]:
    """Return the content of all attributes of the game and its class, by name."""
    kept: dict[str, object] = {}
    for cls in type(game).__mro__:
        if not cls.__module__.startswith(LIBRARY):
            kept.update(_contents(vars(cls)))
    kept.update(_contents(vars(game)))
    return kept


def _contents(attributes: Any) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in attributes.items():
        if not name.startswith("__"):
            found[name] = _content(value, set())
    return found


def _content(value: Any, within: set[int]) -> object:
    """Return a copy of the content of a value, to be compared with a later one."""
    if id(value) in within:
        return "itself"
    inside = within | {id(value)}
    if isinstance(value, (set, frozenset)):
        return frozenset(value)
    if isinstance(value, (list, tuple)):
        return [_content(item, inside) for item in value]
    parts = value if isinstance(value, dict) else getattr(value, "__dict__", None)
    if parts is None or callable(value):
        return value
    return [(key, _content(item, inside)) for key, item in parts.items()]
