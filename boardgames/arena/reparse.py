"""Judges the kept answers of a league with another parser, and says which games would have gone
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from boardgames.arena.league_folder import Answer, LeagueFolder, reply_in
from boardgames.core.values import value
from boardgames.play.match import Match
from boardgames.play.record import Record
from boardgames.play.text import TextSeat

Parser = Callable[[str, tuple[str, ...]], "str | None"]
"""Returns which of the legal actions, in notation, a text names; None if none."""


@value
class Changed:
    """An answer that another parser reads otherwise, the first of its game: what follows in the
    game would not have happened.
    """

    answer: Answer
    now: str | None
    """The action that it names for the other parser; None if none."""


def reparse(
    folder: LeagueFolder,
    parser: Parser | None = None,
    looked: Callable[[int], object] = lambda _: None,
) -> Iterator[Changed]:
    """Yield, for each game that would have gone otherwise, the first answer that is the reason.

    Without a parser, it is the one of this version of the library. `looked` is told how many games
    have been looked at, before each.
    """
    for number, (game, answers) in enumerate(sorted(folder.answers_by_game().items())):
        looked(number)
        path = folder.record(game)
        if path.exists():
            disguises = {player.name: player.disguise for player in folder.league.players}
            yield from _first_change(Record.load(path), answers, parser, disguises)


def _first_change(
    record: Record,
    answers: list[Answer],
    parser: Parser | None,
    disguises: dict[str, int | None],
) -> Iterator[Changed]:
    match: Match[Any, Any, Any] = Match(
        record.make_game(), [None] * record.players, record=record, ended=True
    )
    game = match.game
    states = [event.before for event in match.history()]
    states.append(match.state)  # before an answer that ended the game
    for answer in sorted(answers, key=lambda each: (each.ply, each.attempt)):
        state = states[answer.ply - 1]
        actions = game.legal_actions(state, answer.seat)
        seat = TextSeat(game, answer.seat, disguise=disguises[answer.player])
        if parser is None:
            judged = seat.judge(reply_in(answer), game.view(state, answer.seat), actions)
            now = None if judged.action is None else str(judged.action)
        else:
            said = answer.answer if seat.disguise is None else seat.disguise.reveal(answer.answer)
            now = parser(said, tuple(map(str, actions)))
        if now != answer.action:
            yield Changed(answer, now)
            return
