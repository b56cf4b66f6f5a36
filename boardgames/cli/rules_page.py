"""A game's page of rules on the command line: finds rules in it, and fills its lines to the width."""

from __future__ import annotations

import re
from itertools import groupby, takewhile
from operator import itemgetter
from textwrap import fill, wrap
from typing import TYPE_CHECKING, Any

from boardgames.cli.terminal import shortened
from boardgames.core.errors import ConfigurationError
from boardgames.core.text import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardgames.core.game import Game

RULINGS = "## Rulings"
MOST_PASSAGES = 5
"""How many passages that mention the same words are shown in full."""
RULE_NUMBER = re.compile(r"\b[A-Z]+[0-9]+(?:\.[0-9]+)*")


def rules_of(game: Game[Any, Any, Any], wanted: str = "") -> str:
    """Return all rules of the game, its summary (`short`), or those that `rules_about` finds.

    Raises `ConfigurationError` if it finds none.
    """
    if not wanted:
        return game.rules().strip()
    if wanted.casefold() == "short":
        return game.summary()
    found = rules_about(game.rules(), wanted)
    if not found:
        raise ConfigurationError(f"no rule of {game.title} has the number {shortened(wanted)!r} or mentions it")
    return "\n".join(found)


def rulings_of(game: Game[Any, Any, Any]) -> str:
    """Return the section of rulings, or a line that says that there is none."""
    _, heading, rest = game.rules().partition(f"\n{RULINGS}\n")
    section, _, _ = rest.partition("\n## ")
    return (heading + section).strip() or f"{game.title} has no list of rulings."


def rules_about(page: str, wanted: str) -> list[str]:
    """Return the lines of the rule or section with this number, or else of all passages that mention these words.

    A number is one like `K7.6` or `K7`. If many passages mention the words, some are given by their numbers only. The
    list is empty if nothing is found.
    """
    return _numbered(page, wanted) or _mentioning(page, wanted)


def section_numbers(page: str) -> list[str]:
    """Return the numbers of the sections, such as `K7`."""
    return [number for line in page.splitlines() if line.startswith("#") for number in RULE_NUMBER.findall(line)]


def _numbered(page: str, wanted: str) -> list[str]:
    lines, number = page.splitlines(), wanted.upper()
    for start, line in enumerate(lines):
        if line.startswith("#") and number in section_numbers(line):
            following = takewhile(lambda each: not each.startswith("#"), lines[start + 1 :])
            return "\n".join([line, *following]).rstrip().splitlines()
    return next((lines for _, lines in _passages(page) if lines[0].startswith(f"- {number} ")), [])


def _mentioning(page: str, words: str) -> list[str]:
    """Return the passages in which these words, or words that begin like them, follow each other, with headings."""
    phrase = re.compile(r"\b" + r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
    found = [each for each in _passages(page) if words.strip() and phrase.search("\n".join(each[1]))]
    shown, others = found[:MOST_PASSAGES], found[MOST_PASSAGES:]
    lines: list[str] = []
    for heading, passages in groupby(shown, key=itemgetter(0)):
        lines += [heading, "", *[line for _, passage in passages for line in [*passage, ""]]]
    numbers = {_number(passage) for _, passage in others} - {_number(passage) for _, passage in shown} - {""}
    also = sorted(numbers, key=lambda number: [int(part) for part in re.findall(r"\d+", number)])
    return [*lines, f"Also in {listed(also)}."] if also else lines[:-1]


def _number(passage: list[str]) -> str:
    """Return the number of the rule; empty if the passage is no numbered rule."""
    found = RULE_NUMBER.match(passage[0], len("- "))
    return found[0] if found else ""


def _passages(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each paragraph and each item of a list: the heading above it, and its lines. Tables are left out."""
    heading, passage = "", list[str]()
    for line in [*page.splitlines(), ""]:
        if passage and (not line.strip() or line.startswith(("#", "|", "- "))):
            yield heading, passage
            passage = []
        if line.startswith("#"):
            heading = line
        elif line.strip() and not line.startswith("|"):
            passage.append(line)


def reflowed(text: str, width: int) -> list[str]:
    """Return Markdown with paragraphs and list items filled to the width; tables that fit are kept as they are."""
    lines: list[str] = []
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        stripped = line.strip()
        starts_item = stripped.startswith(("- ", "* "))
        as_it_is = not stripped or stripped.startswith(("#", "|", "```"))
        if block and (as_it_is or starts_item):
            lines.append(_filled(block, width))
            block = []
        if as_it_is:
            lines += _table_row(stripped, width) if stripped.startswith("|") and len(line) > width else [line]
        else:
            block.append(line.rstrip())
    return lines[:-1]


def _table_row(row: str, width: int) -> list[str]:
    """Return a row that is too wide: without padding, and broken if that is not enough."""
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    if not any(cell.strip("-: ") for cell in cells):
        return ["-" * width]
    return wrap(" | ".join(cells), width, subsequent_indent="    ", break_on_hyphens=False)


def _filled(block: list[str], width: int) -> str:
    indent = len(block[0]) - len(block[0].lstrip())
    hanging = indent + 2 if block[0].lstrip().startswith(("- ", "* ")) else indent
    joined = " ".join(line.strip() for line in block)
    return fill(joined, width, initial_indent=" " * indent, subsequent_indent=" " * hanging, break_on_hyphens=False)
