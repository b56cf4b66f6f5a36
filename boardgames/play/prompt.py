"""How a model is asked: the messages, the function that sends them, and how the rules are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

Messages: TypeAlias = "list[dict[str, str]]"
"""A conversation in the form that chat models take.

`role` is system, user or assistant, `content` the text.
"""
Ask: TypeAlias = Callable[[Messages], Any]
"""Asks a model for the next message: returns text, or an object with text; or something to await
that returns it."""
RulesText: TypeAlias = Literal["short", "full", "none"]
"""What the opening says about the rules: a few lines, the whole rule text, or nothing.

The lines are on the game and its pieces.
"""
