"""The screen for a decision: the news, the table, the hand and the choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from boardgames.contract.game import S
from boardgames.contract.words import Words
from boardgames.core.outcome import Outcome
from boardgames.core.text import (
    comparable,
    fold,
    one_line,
    padded,
    unfolded,
    width,
    with_commas,
    wrapped,
)
from boardgames.play.ending import Ending, in_words, sentence_for
from boardgames.play.match import Match
from boardgames.play.record import LONGEST_REASON, Record
from boardgames.scene.as_text import Line, Signs, Span, draw, draw_score_sheet
from boardgames.scene.parts import Item, Piece
from boardgames.scene.phrases import ENGLISH, Phrases
from boardgames.scene.scene import Scene
from boardgames.table.sight import Told

POINTS_WIDTH = 4
"""Width of a number of points."""
NAME_WIDTH = 11
"""Width of the name before the points."""


def decision_screen(
    scene: Scene,
    pieces: Mapping[str, Piece],
    *,
    news: Sequence[str],
    choices: Sequence[str],
    columns: int,
    rows: int | None,
    signs: Signs | None = None,
    phrases: Phrases = ENGLISH,
) -> tuple[list[Line], list[Line]]:
    """Return the lines to show before a decision: what happened, the table, what is asked, and the
    choices.

    If everything does not fit into `rows`, the table is drawn compactly; if even that is not
    enough, the first of the two lists has all the news, to be read before the rest. The command
    `table` shows everything. Repeated lines are shown once. `signs`, `phrases`: as in `draw`.
    """
    prompt = [scene.prompt] if scene.prompt and choices else []
    asked: list[Line] = [(Span(line, strong=True),) for line in wrapped(prompt, columns)]
    menu: list[Line] = [(Span(line),) for line in choices]
    told: list[Line] = [(Span(line),) for line, _ in groupby(wrapped(news, columns))]
    for news_above in (told, []):
        for compact in (False, True):
            lines = [
                *news_above,
                *draw(scene, pieces, columns, compact=compact, signs=signs, phrases=phrases),
                *asked,
                *menu,
            ]
            if rows is None or len(lines) < rows:
                return told[len(news_above) :], lines
    return told, lines


def by_turn(told: Iterable[Told], viewer: int | None, phrases: Phrases = ENGLISH) -> list[str]:
    """Return what happened, a paragraph for what a player did in a turn: `Player 2 took a token;
    ended the turn`.
    """
    paragraphs: list[str] = []
    for seat, turn in groupby(told, key=attrgetter("seat")):
        name = f"{phrases.seat_name(seat, viewer)} "
        goes_on = False
        for line, repeated in groupby(_sentences(turn), key=itemgetter(0)):
            forced = [was_forced for _, was_forced in repeated]
            who = name if line.startswith(name) else ""
            did = line.removeprefix(who)
            if all(forced):
                did = phrases.only_choice(did)
            if len(forced) > 1:
                did = phrases.times(did, len(forced))
            if goes_on and who:
                paragraphs[-1] += f"; {did}"
            else:
                paragraphs.append(f"{who}{did}")
            goes_on = bool(who)
    return paragraphs


def _sentences(turn: Iterable[Told]) -> Iterator[tuple[str, bool]]:
    """Yield what was told, each sentence with whether it tells of an action without alternative."""
    for told in turn:
        for place, line in enumerate(unfolded(told.lines)):
            yield line, told.forced and place == 0


def describe_pieces(
    pieces: Iterable[Piece], columns: int, words: Words[Any, Any, Any]
) -> Iterator[Line]:
    """Yield what the pieces are and do; those whose names differ only in the last word are
    described together.
    """
    alike: dict[tuple[str, ...], list[Piece]] = {}
    for piece in pieces:
        stem = piece.name.rpartition(" ")[0] or piece.name
        alike.setdefault((stem, piece.text, piece.rule, piece.group), []).append(piece)
    for group in alike.values():
        yield from _described(group, columns, words)


def _described(
    pieces: Sequence[Piece], columns: int, words: Words[Any, Any, Any]
) -> Iterator[Line]:
    """Yield what these pieces, whose names differ only in the last word, are and do."""
    first, *others = pieces
    ends = dict.fromkeys(
        [piece.name.rpartition(" ")[2] for piece in others if piece.name != first.name]
    )
    facts = _facts_about(first, words, is_alone=not ends)
    known = f" ({', '.join(facts)})" if facts else ""
    names = words.phrases.listed([first.name, *ends])
    *most, last = fold(names.split(), columns=columns - width(known))
    colour = first.colour or first.group
    for line in most:
        yield (Span(line, colour, strong=True),)
    yield Span(last, colour, strong=True), Span(known)
    for line in fold(first.text.split(), "   ", "    ", columns):
        yield (Span(line),)


def _facts_about(piece: Piece, words: Words[Any, Any, Any], *, is_alone: bool) -> list[str]:
    """Return what is said of a piece in brackets; with others, the names have their values."""
    facts: list[str] = []
    if piece.group != piece.key:
        facts.append(words.group(piece))
    if piece.worth is not None and is_alone:
        facts.append(words.phrases.worth(piece.worth))
    facts.append(piece.rule)
    if piece.back:
        facts.append(words.phrases.back(piece.back))
    return [fact for fact in facts if fact]


class Finish(NamedTuple):
    """How a game ended, and who has played it."""

    outcome: Outcome
    ending: Ending | None
    """The ending outside the rules of the game, if that is how it ended."""
    names: Sequence[str]
    """What each player is called, or is."""


def ending(
    match: Match[S, Any, Any],
    how: Finish,
    viewer: int | None,
    words: Words[Any, Any, Any],
    columns: int,
) -> list[Line]:
    """Return the end of a game: how the points grew, where they came from, and who won and why.

    The winner comes last, so that it stays visible on a small screen.
    """
    names = [words.seat_name(seat, viewer) for seat in range(match.game.players)]
    lines = _growth(match, words, names, columns)
    sheet = words.score_sheet(match.state)
    if len(sheet.lines) > 1:
        lines += [*draw_score_sheet(sheet, names, columns, words.phrases), ()]
    return lines + [(Span(line),) for line in result(how, viewer, words)]


def _growth(
    match: Match[S, Any, Any], words: Words[Any, Any, Any], names: Sequence[str], columns: int
) -> list[Line]:
    """Return a table of the points after each round, or as many of the rounds as fit; empty if
    there were not two.
    """
    game = match.game
    by_round = groupby(match.history(), key=lambda event: game.round(event.before))
    rounds = [[*events] for number, events in by_round if number]
    scores = [game.score(events[-1].after) for events in rounds]
    if len(scores) <= 1:
        return []
    most = max(1, (columns - NAME_WIDTH) // POINTS_WIDTH)
    step = -(-len(scores) // most)
    shown = sorted(range(len(scores), 0, -step))
    lines: list[Line] = [
        (Span(words.phrases.points_after(words.round_name), strong=True),),
        _numbers("", shown),
    ]
    for seat, name in enumerate(names):
        lines.append(_numbers(name, [scores[number - 1][seat] for number in shown]))
    return [*lines, ()]


def _numbers(name: str, numbers: Sequence[int]) -> Line:
    cells = "".join([f"{number:>{POINTS_WIDTH}}" for number in numbers])
    return (Span(padded(name, NAME_WIDTH) + cells),)


def open_hands(
    match: Match[S, Any, Any], viewer: int | None, words: Words[Any, Any, Any], columns: int
) -> list[Line]:
    """Return what the other seats held at the end, except what is on the table anyway."""
    lines: list[Line] = []
    phrases, pieces = words.phrases, words.pieces()
    for seat in range(match.game.players):
        if seat == viewer:
            continue
        areas = words.scene(match.game.view(match.state, seat)).seats
        zones = chain.from_iterable([area.zones for area in areas if area.seat == seat])
        for zone in zones:
            if zone.key != "hand" or not zone.items:
                continue
            names = with_commas([name_item(item, pieces, phrases) for item in zone.items])
            held = phrases.held(words.seat_name(seat, viewer))
            lines += [(Span(line),) for line in fold(names, held, "    ", columns)]
    return lines


def name_item(item: Item, pieces: Mapping[str, Piece], phrases: Phrases) -> str:
    """Return the item in words: `2 Ship Owner`."""
    if item.piece is None:
        return f"{item.count} {phrases.unknown}"
    name = pieces[item.piece].name if item.piece in pieces else item.piece
    return f"{item.count} {name}" if item.count > 1 else name


def result(how: Finish, viewer: int | None, words: Words[Any, Any, Any]) -> list[str]:
    """Return how the game ended: who won, the reason, the places, the tie-break."""
    phrases, outcome = words.phrases, how.outcome
    ended = in_words(outcome, how.ending, words)
    verdict = phrases.verdict(outcome, viewer)
    lines = [phrases.game_over(ended.reason), phrases.as_note(verdict)]
    place = 1
    for seats in outcome.ranking:
        for seat in seats:
            who = words.seat_name(seat, viewer)
            if seat != viewer:
                who = phrases.named(who, one_line(how.names[seat]))
            lines.append(f"  {phrases.place(place, who, words.points(outcome.scores[seat]))}")
        place += len(seats)
    if ended.tie_break is not None:
        lines.append(phrases.tie_broken(ended.tie_break))
    return lines


def result_of(record: Record, words: Words[Any, Any, Any]) -> list[str]:
    """Return lines on how a recorded game ended: its result, its ending, or that it is
    unfinished.
    """
    if record.outcome is not None:
        return result(Finish(record.outcome, None, record.seats), None, words)
    phrases = words.phrases
    if record.ending is not None:
        told = sentence_for(None, record.ending, words)
        return [phrases.as_note(one_line(told, LONGEST_REASON))]
    return [phrases.unfinished]


def find_pieces(name: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with this name or key, or else those with a word in their name that begins
    with it.
    """
    places = find_names(name, [(piece.name, piece.key) for piece in pieces], " ")
    return [pieces[place] for place in places]


def find_names(name: str, names: Sequence[Sequence[str]], gap: str = "\n") -> list[int]:
    """Return the places of the things that have this name, or else of those with a name that begins
    with it (with `gap` " ": with a word that does). Each thing may have several names.
    """
    wanted = comparable(name)
    if not wanted:
        return []
    known = [[*map(comparable, several)] for several in names]
    exact = [index for index, several in enumerate(known) if wanted in several]
    if exact:
        return exact
    begun: list[int] = []
    for index, several in enumerate(known):
        beginnings = gap + gap.join(several)
        if gap + wanted in beginnings:
            begun.append(index)
    return begun
