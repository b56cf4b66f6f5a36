"""How a game ends outside its rules: one value, which the match and its record hold, and which the
scene, the log and the outcome ask.

Each kind of ending is an Event, so that it stands in the log like everything else that happens.
"""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

from boardgames.contract.game import Game
from boardgames.contract.transition import snapshot
from boardgames.core.codec import JSON, to_json
from boardgames.core.outcome import Outcome
from boardgames.core.text import seat_name
from boardgames.core.values import evolve, value
from boardgames.scene.events import Change, Event, OfSeat, TurnChange
from boardgames.scene.log import Entry, differences, fold, snapshot_of
from boardgames.scene.scene import Scene


@value
class _EndedBy(OfSeat):
    def changes(self) -> tuple[Change, ...]:
        """Return that nobody may act any more."""
        return (TurnChange(()),)


@value
class Forfeit(_EndedBy):
    """The bot of a player fails, and the game is over."""

    reason: str
    """What the bot did wrong."""


@value
class Resigned(_EndedBy):
    """A player resigns, and the game is over."""


@value
class Agreed(_EndedBy):
    """All people agree to end the game, as this player has asked, and nobody wins."""


Ending: TypeAlias = Forfeit | Resigned | Agreed


def sentence(ending: Ending, who: str) -> str:
    """Return what happened, in words; `who` is the name of the player, or "You"."""
    match ending:
        case Forfeit():
            return f"{who} forfeited the game: {ending.reason}"
        case Resigned():
            return f"{who} resigned"
        case Agreed():
            return f"{who} asked to end the game, and all agreed"
        case _:
            assert_never(ending)


def in_short(ending: Ending) -> str:
    """Return how a game has ended, in two or three words at most."""
    match ending:
        case Forfeit():
            return "forfeited"
        case Resigned():
            return "resigned"
        case Agreed():
            return "ended by agreement"
        case _:
            assert_never(ending)


def note(ending: Ending, viewer: int | None) -> str:
    """Return the note in the scene of this viewer (None: a spectator)."""
    who = seat_name(ending.seat, viewer)
    match ending:
        case Forfeit():
            return f"{who} forfeited the game."
        case Resigned():
            return f"{who} resigned."
        case Agreed():
            return f"{who} asked to end the game, and all agreed."
        case _:
            assert_never(ending)


def outcome_of(ending: Ending, game: Game[Any, Any, Any], state: object) -> Outcome:
    """Return how the game ended in this State: all seats of other teams have won, or nobody if that
    was agreed.
    """
    every = tuple(range(game.players))
    scores = game.score(state)
    reason = sentence(ending, seat_name(ending.seat, None))
    if isinstance(ending, Agreed):
        return Outcome((), (every,), scores, reason)
    teams = game.teams(state)
    losers = next((team for team in teams if ending.seat in team), (ending.seat,))
    winners = tuple([seat for seat in every if seat not in losers])
    ranking = (winners, losers) if winners else (losers,)
    return Outcome(winners, ranking, scores, reason, teams=teams)


def scene_after(scene: Scene, ending: Ending) -> Scene:
    """Return this scene of the last State as it is shown after the ending."""
    notes = (note(ending, scene.viewer), *scene.notes)
    return evolve(scene, to_act=(), prompt="", notes=notes)


def entry_of(ending: Ending, game: Game[Any, Any, Any], state: object, viewer: int | None) -> Entry:
    """Return what this viewer (None: a spectator) sees of the ending, after this last State."""
    before = snapshot(game, state, viewer)
    after = snapshot_of(
        scene_after(game.words.scene(game.view(state, viewer)), ending), game.round(state)
    )
    return Entry((ending,), tuple(differences(fold(before, ending.changes()), after)))


def event_to_json(game: Game[Any, Any, Any], event: Event) -> JSON:
    """Return an Event of this game, or an ending, as plain JSON."""
    return to_json(event, Ending) if isinstance(event, Ending) else game.to_json(event)
