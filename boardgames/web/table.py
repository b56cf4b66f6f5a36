"""One game at a table: people act, bots play on, and everybody sees it from their own side."""

from __future__ import annotations

from itertools import islice
from threading import Condition, Lock, RLock
from threading import Event as Flag
from time import monotonic, time
from typing import TYPE_CHECKING, Any, cast

from boardgames.core.codec import JSON, to_json
from boardgames.core.values import evolve, value
from boardgames.play.analysis import hint as advise
from boardgames.play.analysis import judge
from boardgames.play.bots import make_bot
from boardgames.play.bots.mcts import MctsBot
from boardgames.play.match import Match
from boardgames.play.reasons import in_words
from boardgames.play.record import HUMAN
from boardgames.web.names import checked_name
from boardgames.web.params import RefusedError
from boardgames.web.shown import Answer, end, open_scene, pieces, position, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.core.game import Game
    from boardgames.play.match import Event
    from boardgames.play.record import Record


CLOSING = 2.0
"""Seconds that a bot has to finish its choice when its table is closed."""
JUDGING = 0.5
"""Seconds for which a search looks at a decision that it judges."""
GONE, AWAY = 410, 503
"""The answers for a table that has been closed, and for one that will be back with its server."""


@value
class TableSetup:
    """How a table was set up."""

    seats: tuple[str, ...]
    """`human` or the spec of a bot, by seat."""
    names: tuple[str, ...]
    """The names of the players; empty for no name."""
    host: int | None = None
    """The seat of whoever opened the table: they alone see the invitations."""
    chosen: bool = False
    """Whether the seed was chosen, and so is known to somebody."""
    pace: float = 0.0
    """Seconds between the actions of bots."""
    quick: bool = True
    """Whether the only possible move of the only person is made for them."""
    reading: bool = False
    """Whether this is a record to look at, not a game to play."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return () if self.reading else tuple([seat for seat, spec in enumerate(self.seats) if spec == HUMAN])


class Table:
    """A match with its viewers.

    Whoever changes the match holds `_playing`; a bot holds it for as long as it thinks. What is shown has been prepared
    under `_news`, so that looking never waits for a bot.
    """

    def __init__(self, match: Match[Any, Any, Any], setup: TableSetup, saved: Callable[[Table], None]) -> None:
        """Take a match; `saved` is called whenever there is something to keep."""
        self.match = match
        self.setup: TableSetup = setup
        self.people: tuple[int, ...] = setup.people
        self.heard: float = monotonic()
        """When somebody last asked for this table."""
        self.next_tokens: dict[int | None, str] | None = None
        """The secrets for the next table, by seat here; None before a rematch."""
        self.closed: Flag = Flag()
        self._gone = False
        self._saved = saved
        self._playing = RLock()
        self._searching = Lock()  # one search at a time, however many ask
        self._news = Condition()
        self._version = int(time() * 1000)  # after a restart it is higher than anything a page has seen
        self._undone = 0
        self._decided: list[int] = []
        """The plies of the choices that the only person can take back."""
        self._failed: dict[int, int] = {}
        """The ply at which each bot failed first, by seat."""
        self._notes: dict[int, str] = {}
        """What everybody is told besides an action, by its ply."""
        self._viewers: tuple[int | None, ...] = (*self.people, None)
        self._told: dict[int | None, list[Answer]] = {viewer: [] for viewer in self._viewers}
        self._shown: dict[int | None, Answer] = {}
        self._absent: list[dict[str, JSON]] = []
        self._watch: str | None = None
        self._show()

    # Looking.

    def look(self, viewer: int | None, version: int, log: int, patience: float) -> Answer | None:
        """Return what this viewer sees once the version differs from this one, or None after `patience` seconds.

        The log is given from its entry `log` on.
        """
        self.heard = monotonic()
        with self._news:
            if patience:
                self._news.wait_for(lambda: self._version != version or self.closed.is_set(), patience)
            if self.closed.is_set():
                raise RefusedError("this table has been closed", GONE if self._gone else AWAY)
            if self._version == version:
                return None
            shown, is_host = self._shown[viewer], viewer is not None and viewer == self.setup.host
            lines = cast("list[JSON]", shown["log"])
            log = log if 0 <= log <= len(lines) else 0
            return shown | {
                "version": self._version,
                "log": lines[log:],
                "log_from": log,
                "names": [*self.setup.names],
                "next": (self.next_tokens or {}).get(viewer),
                "absent": [each if is_host else {"seat": each["seat"]} for each in self._absent],
                "watch": self._watch if viewer is not None else None,
            }

    def about(self, viewer: int | None) -> Answer:
        """Return what does not change: the game, its pieces, who plays, and what this viewer may do."""
        game, alone, forfeit = self.match.game, len(self.people) == 1, self.match.recorded_forfeit
        return {
            "game": game.name,
            "title": game.title,
            "goal": game.goal,
            "players": game.players,
            "seats": [*self.setup.seats],
            "viewer": viewer,
            "pieces": pieces(self.match),
            "undo": alone and viewer is not None,
            "hint": alone and viewer is not None,
            "chosen": self.setup.chosen,
            "reading": self.setup.reading,
            "forfeit": None if forfeit is None else to_json(forfeit),
        }

    def wake(self) -> None:
        """Show everybody what has changed around the game: guests, names, a rematch."""
        with self._news:
            self._version += 1
            self._news.notify_all()

    def tell_guests(self, absent: dict[int, str], watch: str | None) -> None:
        """Show the people at the table these invitations, by seat, and the link for spectators."""
        self._absent = [{"seat": seat, "invitation": link} for seat, link in sorted(absent.items())]
        self._watch = watch
        self.wake()

    def rename(self, seat: int, name: str) -> None:
        """Give a player this name; raise `RefusedError` if that is impossible."""
        others = tuple([each for place, each in enumerate(self.setup.names) if place != seat])
        name = checked_name(name, others)
        names = [name if place == seat else each for place, each in enumerate(self.setup.names)]
        self.setup = evolve(self.setup, names=tuple(names))
        self.wake()

    def note(self, text: str) -> None:
        """Tell everybody this, together with the latest action; for `saved`, before anybody has been told of that."""
        self._notes[self.match.plies] = text

    # Playing.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.outcome is not None

    def act(self, seat: int, notation: str, turn: int | None) -> int:
        """Carry out this action, and return the version that shows it; raise `BoardGamesError` if it is not legal."""
        self.heard = monotonic()
        with self._playing:
            done = sum(event["seat"] == seat for event in self._told[seat])
            if turn is not None and turn != done:
                raise RefusedError("the table has moved on; look again", 409)
            if self.over:
                raise RefusedError("the game is over", 409)
            self.match.play(self.match.game.parse(notation), seat)
            return self._show()

    def undo(self, seat: int) -> int:
        """Take back the last choice of the only person, and all that followed."""
        if self.people != (seat,):
            raise RefusedError("only a person who plays alone against bots can take something back", 403)
        with self._playing:
            match = self.match
            if self.over:
                raise RefusedError("the game is over, so its seed and hands are no longer secret", 409)
            if not self._decided:
                raise RefusedError("there is nothing to take back", 409)
            match.undo(match.plies - self._decided.pop() + 1)
            self._undone += 1
            self._failed = {seat: ply for seat, ply in self._failed.items() if ply <= match.plies}
            self._notes = {ply: note for ply, note in self._notes.items() if ply <= match.plies}
            for viewer in self._viewers:
                del self._told[viewer][match.plies :]
            return self._show()

    def hint(self, seat: int, notation: str | None = None) -> Answer:
        """Return what the search thinks is best for this seat, from its View alone, and what else is good.

        It also rates the action with this notation. Raises `RefusedError` or `BoardGamesError` for one that is not
        legal, and where there is nothing to decide.
        """
        if self.people != (seat,):
            raise RefusedError("hints are for games against bots", 403)
        with self._playing:
            game, view, plies = self.match.game, self.match.view(seat), self.match.plies
            legal = () if self.over else game.legal_actions(self.match.state, seat)
        if not legal:
            raise RefusedError("it is not your turn", 409)
        besides = None if notation is None else game.parse(notation)
        if besides is not None and besides not in legal:
            raise RefusedError(f"{besides} is not legal now", 409)
        with self._searching:
            found = advise(game, seat, view, legal, seed=plies, besides=besides)
        ideas: list[JSON] = []
        for idea in found:
            text, why = game.label(view, idea.action).text, in_words(idea.why)
            ideas.append({"action": str(idea.action), "text": text, "chance": round(idea.chance, 2), "why": why})
        return {"ideas": ideas}

    def step(self) -> bool:
        """Take the next step that waits for no person; return False if there is none."""
        with self._playing:
            match = self.match
            if self.closed.is_set():
                match.close()  # if a bot was thinking when it was closed
                return False
            if self.setup.reading or self.over:
                return False
            to_act = match.game.to_act(match.state)
            if any(seat not in self.people for seat in to_act):
                faults = len(match.faults)
                match.step()
                for fault in match.faults[faults:]:
                    self._failed.setdefault(fault.player, fault.ply)
            elif self._spares(to_act[0]) and self._choices(match.state, to_act[0]) == 1:
                match.play(match.game.legal_actions(match.state, to_act[0])[0], to_act[0])
            else:
                return False
            self._show()
            return True

    def close(self, *, gone: bool) -> None:
        """Stop the bots after their current choice, and tell viewers whether the table is `gone` for good."""
        self._gone = gone
        self.closed.set()
        self.wake()
        if self._playing.acquire(timeout=CLOSING):
            try:
                self.match.close()
            finally:
                self._playing.release()

    # Afterwards.

    def record(self) -> Record:
        """Return the record of the game as far as it has been played; once it is over, under the players' names.

        Until then it says which seats are those of people, so that nobody is shown what they must not know.
        """
        with self._playing:
            setup = self.setup
            if not (self.over or setup.reading):
                return self.match.record()
            names = [
                name if spec == HUMAN and name else spec for spec, name in zip(setup.seats, setup.names, strict=True)
            ]
            return self.match.record().renamed(names)

    def finished_record(self) -> str:
        """Return the record for everybody to keep, as text; raise `RefusedError` while there is something to hide."""
        if not (self.over or self.setup.reading):
            raise RefusedError("the record is available only when the game is over", 403)
        return self.record().to_bytes().decode()

    def replay(self, ply: int, seat: int | None, *, hands: bool, log: int) -> Answer:
        """Return the table after this many actions of a finished game, and what was told of them from entry `log` on.

        With open `hands`, each action is told as it was to whoever did it.
        """
        if not (self.over or self.setup.reading):
            raise RefusedError("a game can be replayed when it is over", 403)
        self.heard = monotonic()
        with self._playing:
            match, game = self.match, self.match.game
            if not 0 <= ply <= match.plies or log < 0 or seat not in (None, *range(game.players)):
                raise RefusedError(f"there are {match.plies} actions and {game.players} seats")
            following = next(match.history(ply), None)
            state = match.state if following is None else following.before
            scene = open_scene(match, state) if hands else game.scene(game.view(state, seat))
            events = islice(match.history(log), max(0, ply - log))
            lines: list[JSON] = [self._told_to(event, event.player if hands else seat) for event in events]
        return {"scene": to_json(scene), "plies": match.plies, "log": lines}

    def judge(self, seat: int, after: int) -> Answer:
        """Return the next decision of this seat in a finished game, judged by a search; None if there is none."""
        if not (self.over or self.setup.reading):
            raise RefusedError("decisions are judged when the game is over", 403)
        self.heard = monotonic()
        with self._playing:
            game, plies = self.match.game, self.match.plies
            if seat not in range(game.players) or after < 0:
                raise RefusedError(f"there are {plies} actions and {game.players} seats")
            following = list(self.match.history(after))
        for event in following:
            if event.player != seat:
                continue
            with self._searching:
                found = judge(game, event.before, seat, event.action, event.ply, MctsBot(seconds=JUDGING))
            if found is not None:
                return {"judgement": found.to_json() | {"why": in_words(found.why)}, "plies": plies}
        return {"judgement": None, "plies": plies}

    # What they have in common.

    def _spares(self, viewer: int | None) -> bool:
        """Tell whether forced moves are made for this viewer."""
        return self.setup.quick and self.people == (viewer,)

    def _choices(self, state: Any, seat: int) -> int:  # noqa: ANN401  # any State
        return len(self.match.game.legal_actions(state, seat))

    def _told_to(self, event: Event[Any, Any, Any], viewer: int | None) -> Answer:
        """Return one action as it is told to the viewer; everybody hears once which bot fails, and nobody why."""
        report = told(event, viewer)
        if self._failed.get(event.player) == event.ply:
            failed = f"Player {event.player + 1}'s bot has failed; whenever it does, it plays at random"
            report["lines"] = [*cast("list[JSON]", report["lines"]), failed]
        if event.ply in self._notes:
            report["lines"] = [*cast("list[JSON]", report["lines"]), self._notes[event.ply]]
        return report

    def _show(self) -> int:
        """Save the game, prepare what everybody may see now, and return the version."""
        self._saved(self)
        match, over = self.match, self.over
        ending = end(match) if over else None
        for event in match.history(len(self._told[None])):
            if self.people == (event.player,) and (
                not self.setup.quick or self._choices(event.before, event.player) > 1
            ):
                self._decided.append(event.ply)
            for viewer in self._viewers:
                self._told[viewer].append(self._told_to(event, viewer))
        shown: dict[int | None, Answer] = {}
        for viewer in self._viewers:
            shown[viewer] = position(match, viewer) | {
                "log": [*self._told[viewer]],
                "end": ending,
                "undo": bool(self._decided) and viewer is not None and not over,
                "undone": self._undone,
            }
            if self._spares(viewer) and len(cast("list[JSON]", shown[viewer]["choices"])) == 1:
                shown[viewer]["choices"] = []  # it is made at once
        with self._news:
            self._shown = shown
            self._version += 1
            self._news.notify_all()
            return self._version


def make_match(
    game: Game[Any, Any, Any], setup: TableSetup, seed: int | None, record: Record | None, seconds: float | None
) -> Match[Any, Any, Any]:
    """Return the match for a table: a new one, or the one in the record."""
    bots = [None if spec == HUMAN or setup.reading else make_bot(spec) for spec in setup.seats]
    if record is not None:
        return Match.resume(game, bots, record, seconds=seconds, on_fault="random", even_pace=True)
    return Match(game, bots, seed, setup.seats, seconds=seconds, on_fault="random", even_pace=True)
