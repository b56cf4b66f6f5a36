"""JSON of which each game has a form of its own, in messages to programs and clients."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from boardgames.core.codec import FormOf
from boardgames.core.values import value

ActionForm: TypeAlias = Annotated[Any, FormOf(dict[str, Any], "Action")]
"""An Action of the game at a table, as `Game.to_json` writes it."""
ViewForm: TypeAlias = Annotated[Any, FormOf(dict[str, Any], "View")]
"""A View of the game at a table, as `Game.to_json` writes it."""
EventForm: TypeAlias = Annotated[Any, FormOf(dict[str, Any], "Event")]
"""An Event of the game at a table, or its ending, as `event_to_json` writes it."""
GivenAction: TypeAlias = str | ActionForm
"""An action as clients and programs give it: its notation, or its JSON form."""


@value
class LegalAction:
    """A legal action."""

    action: ActionForm
    """Its JSON form."""
    notation: str
    """Its notation: an answer may have either."""
