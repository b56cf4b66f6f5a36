"""The result of a league: who won how often, against whom, at what price, and what went wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, field
from fractions import Fraction
from html import escape
from typing import get_args

from boardgames.arena.league import Fixture, League, fixtures
from boardgames.arena.league_folder import Answer, LeagueFolder
from boardgames.arena.page import Bar, Link, bars, framed, grid, links, part, table
from boardgames.arena.ratings import ANCHOR_RATING, Rating, rate, ratings
from boardgames.arena.results import GameResult, Plan, Result
from boardgames.core.codec import JSON
from boardgames.core.text import plural
from boardgames.core.values import evolve, value
from boardgames.games.catalogue import game_class
from boardgames.play.text import ReplyFault

SCALE = (
    "On the Elo scale: 400 more are odds of ten to one. Bars show the 95 % interval of the"
    " difference from the player at 1500."
)
GRID = (
    "Of the games that at least one of the two won, the share in which the player of the row did"
    " better than that of the column, and how many they were. A victory of both counts half; points"
    " and places do not count."
)
NOT_PLAYED = "Nobody has lost these games; they are played when the league goes on."
ANSWERS = (
    "player",
    "decisions",
    *[kind.replace("_", " ") for kind in get_args(ReplyFault)],
    "no legal answer",
    "retries",
    "tokens in, a game",
    "cached",
    "tokens out, a game",
    "price a game",
    "s a decision",
)
MANY = 3
"""From so many players on, another anchor makes differences from it more certain."""
REACH = 400
"""Intervals that go further beyond the ratings are cut there, so that bars stay readable."""


@value
class Tally:
    """What the answers of one player were, and what they cost."""

    decisions: int = 0
    answers: int = 0
    kinds: Mapping[ReplyFault, int] = field(default_factory=dict)
    """How many answers had each fault."""
    helpless: int = 0
    """Decisions in which no answer named a legal action, in spite of corrections."""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    price: float = 0.0
    characters: int = 0
    """Of all prompts and corrections, without the openings."""
    retries: int = field(default=0, compare=False)
    """How often the model could not be reached."""
    seconds: float = field(default=0.0, compare=False)

    def including(self, answer: Answer) -> Tally:
        """Return the tally after one more answer."""
        kinds = self.kinds
        if answer.kind is not None:
            kinds = {**kinds, answer.kind: kinds.get(answer.kind, 0) + 1}
        tokens = answer.tokens
        return Tally(
            self.decisions + (answer.attempt == 1),
            self.answers + 1,
            kinds,
            self.helpless + answer.is_last,
            self.prompt_tokens + (tokens.prompt or 0),
            self.answer_tokens + (tokens.answer or 0),
            self.cached_tokens + (tokens.cached or 0),
            self.reasoning_tokens + (tokens.reasoning or 0),
            self.price + (answer.price or 0.0),
            self.characters + len(answer.asked),
            self.retries + answer.retries,
            self.seconds + answer.seconds,
        )


@value
class NotPlayed:
    """A game that could not be played in this run, through nobody's fault."""

    game: str
    player: str
    """Who could not be reached, or not be started."""
    reason: str


@value
class Meeting:
    """How two players did when they met."""

    games: int = 0
    """Those that were worth something to at least one of them. What a third player has won says
    nothing of the two, as in their ratings."""
    points: Fraction = Fraction(0)
    """1 for each of these games in which the first did better, a half for one in which both did as
    well."""

    @property
    def share(self) -> float:
        """The share of the points that the first player has."""
        return float(self.points / self.games)


@value
class LeagueResult:
    """The result of the games so far; equal for equal leagues, except for times."""

    league: League
    results: tuple[Result, ...]
    """One for each set of players at each table."""
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    """By the name of a player that is a model."""
    meetings: Mapping[tuple[str, str], Meeting] = field(default_factory=dict)
    """By the names of two players."""
    not_played: tuple[NotPlayed, ...] = field(default=(), compare=False)
    """The games that could not be played in this run."""
    ended: str = field(default="", compare=False)
    """Why it ended before all games were played; empty if it has not."""
    left_out: int = field(default=0, compare=False)
    """How many games of the folder are not of this league: of more rounds, or of other players."""

    @classmethod
    def of(cls, league: League, plans: Sequence[Plan], folder: LeagueFolder) -> LeagueResult:
        """Return the result of what is in a folder."""
        results = tuple([Result.of(plan) for plan in plans])
        result = cls(league, results, left_out=folder.others)
        for fixture in fixtures(tuple(plans)):
            played = folder.games.get(fixture.id)
            if played is not None:
                result = result.including(fixture, played)
        # In this order, so that sums of prices do not depend on which answer came first.
        in_order = sorted(folder.answers, key=lambda each: (each.game, each.ply, each.attempt))
        return result.with_answers(in_order)

    def including(self, fixture: Fixture, game: GameResult) -> LeagueResult:
        """Return the result after one more game."""
        results = [
            result.including(game) if result.plan == fixture.plan else result
            for result in self.results
        ]
        meetings = {**self.meetings}
        for one, first in enumerate(fixture.plan.bots):
            for two, second in enumerate(fixture.plan.bots):
                if one != two and (game.worth(one) or game.worth(two)):
                    difference = game.worth(one) - game.worth(two)
                    points = Fraction((difference > 0) - (difference < 0) + 1, 2)
                    before = meetings.get((first, second), Meeting())
                    meetings[first, second] = Meeting(before.games + 1, before.points + points)
        return evolve(self, results=tuple(results), meetings=meetings)

    def with_answers(self, answers: Iterable[Answer]) -> LeagueResult:
        """Return the result after these answers."""
        tallies = {**self.tallies}
        for answer in answers:
            tallies[answer.player] = tallies.get(answer.player, Tally()).including(answer)
        return evolve(self, tallies=tallies)

    def in_this_run(self, not_played: tuple[NotPlayed, ...], ended: str) -> LeagueResult:
        """Return the result with what is known of one run alone."""
        return evolve(self, not_played=not_played, ended=ended)

    @property
    def games(self) -> int:
        """The number of games played so far."""
        return sum([result.games for result in self.results])

    @property
    def planned(self) -> int:
        """The number of games in all."""
        return sum([result.plan.games for result in self.results])

    @property
    def price(self) -> float:
        """What all answers have cost."""
        return sum([tally.price for tally in self.tallies.values()])

    @property
    def tables(self) -> tuple[tuple[str, int], ...]:
        """The games with their numbers of players."""
        return tuple(
            dict.fromkeys([(each.plan.game, len(each.plan.bots)) for each in self.results])
        )

    def ratings(self, at: tuple[str, int] | None = None) -> tuple[Rating, ...]:
        """Return how strong the players are, at a table or (None) at all of them."""
        everywhere = ratings(self.results, self.league.anchor)
        if at is None or not everywhere:
            return everywhere
        anchor = next(rating.bot for rating in everywhere if not rating.error)
        there = [each for each in self.results if (each.plan.game, len(each.plan.bots)) == at]
        return ratings(there, anchor)

    def advice(self, at: tuple[str, int] | None = None) -> str:
        """Return what is wrong with an anchor that has won, or lost, all its games at this table or
        (None) at all of them: nothing tells how much better or worse it is. Empty otherwise.
        """
        rated = self.ratings(at)
        better = [each for each in self.ratings() if 0 < each.share < 1]
        anchor = next((each for each in rated if not each.error), None)
        if anchor is None or 0 < anchor.share < 1 or not better or len(rated) < MANY:
            return ""
        likely = min(better, key=lambda each: abs(each.share - 1 / 2)).bot
        what = "won" if anchor.share else "lost"
        return (
            f"The anchor, {anchor.bot}, has {what} all its {plural(anchor.games, 'game')}, so all"
            " differences from it are uncertain. Choose one that wins and loses, as by"
            f" anchor = {json.dumps(likely, ensure_ascii=False)}."
        )

    def certainty(self) -> float:
        """Return how certain the order of the players is; 0 before the first game."""
        if not self.games:
            return 0.0
        rated = rate(self.results, self.league.anchor)
        if len(rated.strengths) < len(self.league.players):
            return 0.0
        return rated.certainty()

    def to_json(self) -> JSON:
        """Return the figures as plain JSON."""
        return {
            "games": self.games,
            "planned": self.planned,
            "ended": self.ended,
            "ratings": [asdict(rating) for rating in self.ratings()],
            "tables": [
                {
                    "game": game,
                    "players": players,
                    "ratings": [asdict(rating) for rating in self.ratings((game, players))],
                }
                for game, players in self.tables
            ],
            "meetings": [
                {"player": one, "other": two, "games": met.games, "share": met.share}
                for (one, two), met in self.meetings.items()
            ],
            "answers": {name: asdict(tally) for name, tally in self.tallies.items()},
            "not played": [asdict(each) for each in self.not_played],
            "results": [result.to_json() for result in self.results],
        }

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self, games: Iterable[tuple[str, str, Sequence[Link]]] = ()) -> str:
        """Return the result as HTML; `games` has the name of each game, who played it, and links
        to it.
        """
        order = [rating.bot for rating in self.ratings()]
        said = f"{SCALE} {self.advice()}".strip()
        parts = [f"<p>{escape(self._extent())}</p>", part("Strength", _bars(self.ratings()), said)]
        if len(self.tables) > 1:
            for game, players in self.tables:
                heading = f"{game_class(game).title}, {players} players"
                at = (game, players)
                parts.append(part(heading, _bars(self.ratings(at)), self.advice(at)))
        met = {pair: (meeting.share, meeting.games) for pair, meeting in self.meetings.items()}
        parts.append(part("Who against whom", grid(order, met), GRID))
        if self.tallies:
            parts.append(part("Answers of models", table(ANSWERS, self._answers(order))))
        faults = self._faults()
        if faults:
            heads = ("player", "games forfeited", "choices replaced")
            parts.append(part("Without a legal choice", table(heads, faults)))
        if self.not_played:
            missed = [(each.game, each.player, each.reason) for each in self.not_played]
            body = table(("game", "player", "reason"), missed, text=True)
            parts.append(part("Not played", body, NOT_PLAYED))
        listed = links(games)
        if "<a " in listed:
            parts.append(part("Games", listed))
        number = plural(len(self.league.players), "player")
        return framed(f"{number}, {plural(self.games, 'game')}", parts)

    def _extent(self) -> str:
        """Return what was played, and at what price."""
        tables = [f"{game_class(game).title} with {players}" for game, players in self.tables]
        said = f"{', '.join(tables)}. {self.games} of {plural(self.planned, 'game')}"
        if self.ended:
            said += f"; ended early: {self.ended}"
        if self.price:
            said += f"; the answers have cost {self.price:.4g}"
        return f"{said}."

    def _answers(self, order: Sequence[str]) -> list[tuple[str, ...]]:
        """Return a row for each model: what its answers were, and what they cost."""
        rows: list[tuple[str, ...]] = []
        unrated = [name for name in self.tallies if name not in order]
        for name in [*order, *unrated]:
            tally = self.tallies.get(name)
            if tally is None:  # a bot
                continue
            played = [result.games for result in self.results if name in result.plan.bots]
            games = max(1, sum(played))
            kinds = [
                _with_share(tally.kinds.get(kind, 0), tally.answers)
                for kind in get_args(ReplyFault)
            ]
            tokens = ("", "", "")
            if tally.prompt_tokens:
                cached = f"{tally.cached_tokens / tally.prompt_tokens:.0%}"
                tokens = (
                    f"{tally.prompt_tokens / games:,.0f}",
                    cached,
                    f"{tally.answer_tokens / games:,.0f}",
                )
            price = f"{tally.price / games:.4g}" if tally.price else ""
            seconds = f"{tally.seconds / max(1, tally.decisions):.2f}"
            helpless = _with_share(tally.helpless, tally.decisions)
            figures = (*kinds, helpless, str(tally.retries), *tokens, price, seconds)
            rows.append((name, f"{tally.decisions:,}", *figures))
        return rows

    def _faults(self) -> list[tuple[str, str, str]]:
        """Return a row for each player that has forfeited a game, or whose choice was replaced."""
        forfeits: dict[str, int] = {}
        faults: dict[str, int] = {}
        for result in self.results:
            for name, standing in zip(result.plan.bots, result.standings, strict=True):
                forfeits[name] = forfeits.get(name, 0) + standing.forfeits
                faults[name] = faults.get(name, 0) + standing.faults
        return [
            (name, str(forfeits[name]), str(number - forfeits[name]))
            for name, number in faults.items()
            if number
        ]


def _bars(rated: Sequence[Rating]) -> str:
    """Return a bar for each rating and its interval."""
    if not rated:
        return "<p>No games yet.</p>"
    rows: list[Bar] = []
    for each in rated:
        error = f"±{each.error:.0f}" if each.error else "anchor"
        cells = (f"{each.rating:.0f}", error, f"{each.share:.1%}", str(each.games))
        low, high = each.rating - each.error, each.rating + each.error
        rows.append(Bar(each.bot, each.rating, low, high, cells))
    return bars(("rating", "95 %", "share of victories", "games"), rows, ANCHOR_RATING, REACH)


def _with_share(number: int, of: int) -> str:
    return f"{number} ({number / of:.1%})" if number else "0"
