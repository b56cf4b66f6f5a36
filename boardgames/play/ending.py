"""How a game ends outside its rules: one value, which the match and its record hold, and which the
scene, the log and the outcome ask.

Each kind of ending is an Event, so that it stands in the log like everything else that happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from boardgames.contract.game import Game
from boardgames.contract.transition import Reader
from boardgames.contract.words import Words
from boardgames.core.codec import JSON, to_json
from boardgames.core.outcome import Outcome
from boardgames.core.values import evolve, value
from boardgames.scene.events import Change, Event, OfSeat, TurnChange
from boardgames.scene.log import Entry, differences, fold, snapshot_of
from boardgames.scene.scene import Scene

if TYPE_CHECKING:
    from boardgames.scene.phrases import Phrases


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


REASONS: dict[type[Ending], str] = {Forfeit: "forfeit", Resigned: "resigned", Agreed: "agreed"}
"""The reason in the outcome, by the type of the ending; `in_words` says more."""


def happened(ending: Ending, who: str, phrases: Phrases) -> str:
    """Return what happened, in words; `who` is the name of the player, or "You"."""
    match ending:
        case Forfeit():
            return phrases.forfeited(who)
        case Resigned():
            return phrases.resigned(who)
        case Agreed():
            return phrases.agreed(who)
        case _:
            assert_never(ending)


def sentence_for(viewer: int | None, ending: Ending, words: Words[Any, Any, Any]) -> str:
    """Return what happened, and for a forfeit what the bot did wrong, as this viewer (None: a
    spectator) reads it.
    """
    what = happened(ending, words.seat_name(ending.seat, viewer), words.phrases)
    return words.phrases.because(what, ending.reason) if isinstance(ending, Forfeit) else what


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


def in_words(outcome: Outcome, ending: Ending | None, words: Words[Any, Any, Any]) -> Outcome:
    """Return the outcome with its reason and its tie-break in the words of a reader."""
    if ending is None:
        return words.ended(outcome)
    return evolve(outcome, reason=sentence_for(None, ending, words))


def outcome_of(ending: Ending, game: Game[Any, Any, Any], state: object) -> Outcome:
    """Return how the game ended in this State: all seats of other teams have won, or nobody if that
    was agreed.
    """
    reason = REASONS[type(ending)]
    every = tuple(range(game.players))
    scores = game.score(state)
    if isinstance(ending, Agreed):
        return Outcome((), (every,), scores, reason)
    teams = game.teams(state)
    losers = next((team for team in teams if ending.seat in team), (ending.seat,))
    winners = tuple([seat for seat in every if seat not in losers])
    ranking = (winners, losers) if winners else (losers,)
    return Outcome(winners, ranking, scores, reason, teams=teams)


def scene_after(scene: Scene, ending: Ending, words: Words[Any, Any, Any]) -> Scene:
    """Return this scene of the last State as it is shown after the ending."""
    phrases = words.phrases
    note = phrases.as_note(happened(ending, words.seat_name(ending.seat, scene.viewer), phrases))
    return evolve(scene, to_act=(), prompt="", notes=(note, *scene.notes))


def entry_of(ending: Ending, state: object, reader: Reader) -> Entry:
    """Return what a reader sees of the ending, after this last State."""
    before = reader.snapshot(state)
    scene = scene_after(reader.scene(state), ending, reader.words)
    after = snapshot_of(scene, reader.game.round(state))
    return Entry((ending,), tuple(differences(fold(before, ending.changes()), after)))


def event_to_json(game: Game[Any, Any, Any], event: Event) -> JSON:
    """Return an Event of this game, or an ending, as plain JSON."""
    return to_json(event, Ending) if isinstance(event, Ending) else game.to_json(event)
