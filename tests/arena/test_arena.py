"""Many games among bots: the same figures however they are played."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import count, permutations
from pathlib import Path
from typing import Any

import pytest

import boardgames
from boardgames import BoardGamesError, BotError, ConfigurationError, RecordError, make
from boardgames.arena import Plan, Standing, iter_arena, run_arena
from boardgames.arena.arena import AHEAD, USUAL, Means, play_games
from boardgames.arena.fingerprint import fingerprint
from boardgames.arena.results import GameResult, Result, wilson
from boardgames.core.chance import LARGEST_SEED
from boardgames.games.koryo import Koryo
from boardgames.play import Bot, Record
from boardgames.play.bots import RandomBot
from boardgames.play.fault import Fault
from boardgames.play.limits import OnFault
from boardgames.play.seat_order import Teams, fixed_teams, seated
from tests.clock import TickingMachine
from tests.testing.small_games import Sealed, Sides, State, Together

PLAN = Plan("koryo", ("greedy:worlds=1", "random", "random"), games=12, seed=5)


class Backwards(Executor):
    """Lets all chunks wait that it can be given at once, and then does the last one first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.most = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        taken: Future[Any] = Future()
        self.waiting.append((taken, function, arguments))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == min(AHEAD, PLAN.games):
            while self.waiting:
                future, function, arguments = self.waiting.pop()
                future.set_result(function(*arguments))
        return taken


@pytest.mark.long
def test_worker_processes_give_the_same_result_as_none() -> None:
    assert run_arena(PLAN, jobs=2) == run_arena(PLAN)


def test_the_order_in_which_chunks_come_back_does_not_matter() -> None:
    executor = Backwards()
    assert run_arena(PLAN, executor=executor) == run_arena(PLAN)
    assert executor.most <= AHEAD, "memory stays flat"


def test_any_executor_will_do_and_stays_open() -> None:
    with ThreadPoolExecutor(3) as executor:
        assert run_arena(PLAN, executor=executor) == run_arena(PLAN)
        assert executor.submit(int, "7").result() == 7


def test_the_order_of_the_games_does_not_matter_to_the_sum() -> None:
    games = list(play_games(PLAN, range(12)))
    assert Result.of(PLAN, reversed(games)) == Result.of(PLAN, games) == run_arena(PLAN)
    assert [each.number for each in play_games(PLAN, (3, 7))] == [3, 7]


class Broken(Executor):
    """Plays two chunks and breaks then."""

    def __init__(self) -> None:
        self.left = 2

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        taken: Future[Any] = Future()
        self.left -= 1
        if self.left >= 0:
            taken.set_result(function(*arguments))
        else:
            taken.set_exception(BrokenExecutor("a worker died"))
        return taken


def seen_until_it_fails(
    plan: Plan, executor: Executor | None = None, means: Means = USUAL
) -> tuple[int, str]:
    """Return how many games are known when an arena fails, and the message."""
    games = -1
    try:
        for result in iter_arena(plan, executor=executor, means=means):
            games = result.games
    except BoardGamesError as error:
        return games, str(error)
    raise AssertionError("it did not fail")


def test_a_worker_with_other_code_is_named_and_plays_no_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Elsewhere(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: object) -> Future[Any]:
            def with_other_code() -> object:
                with monkeypatch.context() as patch:
                    patch.setattr(Koryo, "options", lambda _: {"other": True})
                    return fn(*args, **kwargs)

            return super().submit(with_other_code)

    with Elsewhere(1) as executor:
        games, message = seen_until_it_fails(PLAN, executor)
    assert games == 0
    assert message.startswith(f"the worker on {socket.gethostname()} (")


@pytest.mark.long
def test_the_fingerprint_changes_with_code_and_data_and_with_nothing_else(tmp_path: Path) -> None:
    program = (
        "from boardgames import make; from boardgames.play import make_bot\n"
        "from boardgames.arena.fingerprint import fingerprint\n"
        "print(fingerprint(make('koryo', players=2), [make_bot('greedy')]))"
    )

    def found(folder: str) -> str:
        done = subprocess.run(
            [sys.executable, "-B", "-c", program],
            cwd=tmp_path / folder,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    package = Path(boardgames.__file__).parent
    for folder in ("one", "two"):
        leave = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(package, tmp_path / folder / "boardgames", ignore=leave)
    assert found("one") == found("two")
    for name in ("games/koryo/components.toml", "core/chance.py"):
        with (tmp_path / "two" / "boardgames" / name).open("a", encoding="utf-8") as file:
            file.write("# changed\n")
        assert found("one") != found("two"), name
        shutil.copy(package / name, tmp_path / "two" / "boardgames" / name)
    components = make(
        "koryo", players=2, components=str(package / "games" / "koryo" / "components.toml")
    )
    assert fingerprint(components, []) == fingerprint(make("koryo", players=2), [])


def test_what_an_executor_has_played_before_it_breaks_is_known() -> None:
    games, message = seen_until_it_fails(PLAN, Broken())
    assert games <= 2
    assert message == "the executor failed: BrokenExecutor: a worker died"


@pytest.mark.parametrize("executor", [None, "threads"])
def test_what_was_played_before_a_fault_that_raises_is_known(
    executor: str | None,
) -> None:
    """There are so many that a chunk has ten, and games before the one that fails come back with
    it.
    """
    asked = count()

    class Failing(RandomBot):
        def choose(self, *arguments: Any) -> Any:  # of any game
            if next(asked) > 60:
                raise OverflowError("enough")
            return super().choose(*arguments)

    plan = replace(PLAN, bots=("a", "b"), games=4000, on_fault="raise")
    means = Means(lambda _: Failing())
    with ThreadPoolExecutor(1) as threads:
        games, message = seen_until_it_fails(plan, threads if executor else None, means)
    assert 0 < games < 12
    place = r"in choose \(test_arena\.py, line \d+\)"
    assert re.fullmatch(
        rf"game {games + 1}, seed {5 + games // 2}, ply \d+, player [12], [ab]: .*OverflowError:"
        rf" enough {place}",
        message,
    )


def test_each_deal_is_played_by_every_bot_from_every_seat() -> None:
    for deal in range(4):
        seatings = [PLAN.seating(3 * deal + rotation) for rotation in range(3)]
        assert [seed for seed, _ in seatings] == [5 + deal] * 3
        for seat in range(3):
            assert sorted(seating[seat] for _, seating in seatings) == [0, 1, 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_orders_around_the_table_have_their_turn(players: int) -> None:
    plan = replace(PLAN, bots=("random",) * players)
    orders = {plan.seating(number)[1] for number in range(players * 6)}
    assert orders == set(permutations(range(players)))


def partners_of(plan: Plan, number: int) -> set[frozenset[int]]:
    """Return the bots of the two teams of Sides in this game."""
    _, seating = plan.seating(number, SIDES)
    return {frozenset(seating[seat] for seat in team) for team in SIDES}


SIDES = ((0, 2), (1, 3))
FOUR = Plan("sides", ("random", "greedy", "random", "greedy"), games=12, seed=1)


def test_partners_stay_together_in_a_game_of_teams() -> None:
    assert all(partners_of(FOUR, number) == {*map(frozenset, SIDES)} for number in range(48))
    for deal in range(12):
        seatings = [FOUR.seating(4 * deal + turn, SIDES) for turn in range(4)]
        assert {seed for seed, _ in seatings} == {1 + deal}
        for seat in range(4):
            assert sorted(seating[seat] for _, seating in seatings) == [0, 1, 2, 3]
    orders = {FOUR.seating(number, SIDES)[1] for number in range(8)}
    assert len(orders) == 8, "as many as there are that keep partners together"


def test_all_bots_are_partners_in_turn_if_they_are_mixed() -> None:
    mixed = replace(FOUR, partners="mixed")
    together = [partners_of(mixed, number) == {*map(frozenset, SIDES)} for number in range(24)]
    assert together.count(True) == 8


@pytest.mark.parametrize(
    ("teams", "games", "orders"),
    [
        (((0,), (1, 2, 3)), 3, 6),
        (((0, 1), (2, 3), (4,)), 4, 8),
        (((0, 2, 4), (1, 3, 5)), 6, 72),
    ],
)
def test_bots_change_places_within_their_team_and_with_teams_of_its_size(
    teams: Teams, games: int, orders: int
) -> None:
    found = [seated(number, teams) for number in range(2 * orders)]
    assert [deal for deal, _ in found] == [number // games for number in range(2 * orders)]
    assert len({order for _, order in found}) == orders
    sizes = {seat: len(team) for team in teams for seat in team}
    for deal in range(orders // games):
        for seat, size in sizes.items():
            there = Counter(order[seat] for each, order in found if each == deal)
            assert {sizes[bot] for bot in there} == {size}
            assert len({*there.values()}) == 1, "every bot that can sit there does, equally often"


class Dealt(Sides):
    """Each deal has its own teams."""

    def teams(self, state: State) -> Teams:
        return SIDES if state.seed % 2 else ((0, 1), (2, 3))


@pytest.mark.parametrize(
    ("game", "teams"), [(Sides(4), SIDES), (Dealt(4), ()), (Together(2), ()), (Sealed(2), ())]
)
def test_teams_leave_a_choice_of_partners_if_they_are_the_same_in_every_deal(
    game: Sealed, teams: Teams
) -> None:
    assert fixed_teams(game) == teams


@pytest.mark.usefixtures("small_games")
def test_the_share_of_a_bot_is_that_of_its_team() -> None:
    first, second, *theirs = run_arena(FOUR).standings
    assert [standing.share for standing in theirs] == [first.share, second.share]


@pytest.mark.usefixtures("small_games")
def test_a_file_of_other_partners_is_not_gone_on_with(tmp_path: Path) -> None:
    result = run_arena(FOUR, resume=tmp_path / "results")
    assert run_arena(FOUR, resume=tmp_path / "results") == result
    with pytest.raises(ConfigurationError, match="partners is 'together', not 'mixed'"):
        run_arena(replace(FOUR, partners="mixed"), resume=tmp_path / "results")


def test_victories_add_up_to_the_games_and_shared_ones_count_in_part() -> None:
    box = {"tokens": 0, "copies": {"omniscient": 1}, "seasons": [{"dealt": 0, "limit": 2}]}
    result = run_arena(replace(PLAN, bots=("random", "random"), options={"components": box}))
    assert [standing.utility for standing in result.standings] == [6, 6]
    assert sum(standing.utility for standing in run_arena(PLAN).standings) == 12


def test_a_forfeit_counts_for_the_victory_and_not_for_the_points() -> None:
    game = GameResult(3, 20, (1, 2), None, 0, (5, 6, 7), (50, 60, 70), (2, 0, 0), ())
    result = Result.of(PLAN, [game])
    loser, winner, _ = result.standings
    assert (loser.share, loser.forfeits, loser.faults, loser.scored, loser.points) == (
        0,
        1,
        2,
        0,
        0,
    )
    assert (winner.share, winner.forfeits, winner.choices, winner.nanoseconds) == (0.5, 0, 6, 60)


def played(game: Sealed) -> tuple[list[GameResult], Result]:
    """Return twelve games of two bots, and their sum."""
    plan = Plan(game.name, ("greedy", "random") * (game.players // 2), games=12, seed=1)
    games = [*play_games(plan, range(12))]
    return games, Result.of(plan, games)


@pytest.mark.usefixtures("small_games")
def test_in_a_cooperative_game_the_common_points_count() -> None:
    games, result = played(Together(2))
    assert {each.utility for each in games if each.scores == (1, 1)} == {(0.5, 0.5)}
    mine, theirs = result.standings
    assert mine.share == theirs.share == (mine.mean_score or 0) / 2


@pytest.mark.usefixtures("small_games")
def test_in_a_game_of_teams_every_seat_of_the_team_has_won() -> None:
    games, result = played(Sides(4))
    assert {each.utility for each in games} == {
        tuple(float(bot in each.winners) for bot in range(4)) for each in games
    }
    assert sum(standing.utility for standing in result.standings) == sum(
        len(each.winners) for each in games
    )


@pytest.mark.usefixtures("small_games")
def test_a_share_of_the_victory_is_not_written_down() -> None:
    games, _ = played(Sealed(2))
    assert {each.utility for each in games} == {()}
    assert {len(each.winners) for each in games} == {1, 2}


@pytest.mark.usefixtures("small_games")
def test_a_bot_that_cannot_start_loses_for_all_in_a_cooperative_game() -> None:
    (game,) = play_games(Plan("together", ("cmd:/nowhere", "random"), games=1, seed=1), [0])
    assert (game.plies, game.winners, game.utility, game.forfeit, game.fault_counts) == (
        0,
        (),
        (0, 0),
        0,
        (1, 0),
    )


def test_an_interval_is_narrower_where_utilities_are_closer_to_each_other() -> None:
    victories = [
        GameResult(number, 9, (number % 2,), (1, 1), None, (1, 1), (1, 1), (0, 0), ())
        for number in range(40)
    ]
    worth = [replace(each, utility=(0.4 + 0.2 * (each.number % 2), 0.5)) for each in victories]
    extreme = [replace(each, utility=(float(each.number % 2), 0.5)) for each in victories]
    widths = []
    for games in (victories, extreme, worth):
        low, high = Result.of(replace(PLAN, bots=PLAN.bots[:2]), games).standings[0].interval
        assert low + high == pytest.approx(1)
        widths.append(high - low)
    low, high = wilson(0.5, 40)
    assert widths[0] == widths[1] == high - low
    # The variance of the games is 0.01; one more with that of a victory, 0.25, is added.
    assert widths[2] == pytest.approx(2 * 1.96 * ((40 * 0.01 + 0.25) / 41 / 40) ** 0.5, rel=0.02)


def test_a_standing_tells_share_interval_mean_score_and_time() -> None:
    standing = Standing(
        games=100, utility=Fraction(50), points=1234, scored=100, choices=50, nanoseconds=10**6
    )
    assert standing.share == 0.5
    assert standing.interval == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert standing.mean_score == 12.34
    assert standing.mean_microseconds == 20
    assert wilson(0, 0) == (0, 1)
    assert wilson(1, 1000) == pytest.approx((0.9962, 1), abs=1e-4)
    assert (Standing().share, Standing().mean_score, Standing().mean_microseconds) == (
        0,
        None,
        None,
    )


def test_every_game_leaves_a_record_that_replays(tmp_path: Path) -> None:
    run_arena(replace(PLAN, games=4, records=str(tmp_path / "new" / "folder")))
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert [file.name for file in files] == [f"koryo-{number:06}.json" for number in range(1, 5)]
    for number, file in enumerate(files):
        record = Record.load(file)
        record.replay()
        seed, seating = PLAN.seating(number)
        assert record.seed == seed
        assert record.seats == tuple(PLAN.bots[bot] for bot in seating)


def test_records_that_exist_are_not_replaced(tmp_path: Path) -> None:
    plan = replace(PLAN, games=2, records=str(tmp_path))
    (tmp_path / "koryo-000002.json").write_text("precious")
    with pytest.raises(
        ConfigurationError, match=r"^records: koryo-000002\.json exists already in "
    ):
        run_arena(plan)
    with pytest.raises(RecordError, match=r"koryo-000002\.json: not a record"):
        run_arena(plan, resume=tmp_path / "results")
    assert (tmp_path / "koryo-000002.json").read_text() == "precious"


def test_a_program_that_cannot_start_stops_the_arena_before_the_first_game() -> None:
    for executor in (None, ThreadPoolExecutor(1)):
        games, message = seen_until_it_fails(
            replace(PLAN, bots=("cmd:./no-such-program", "random")), executor
        )
        assert games == 0
        assert re.fullmatch(
            "player [12], cmd:./no-such-program: .*No such file or directory", message
        )


@pytest.mark.parametrize("on_fault", ["forfeit", "random"])
@pytest.mark.parametrize("threads", [0, 1])
def test_a_bot_that_cannot_start_in_a_later_game_forfeits_it(
    tmp_path: Path, on_fault: OnFault, threads: int
) -> None:
    starts = count(1)

    class Hiccuping(RandomBot):
        def seated(self, *_: object) -> Bot[Any, Any]:
            if not next(starts) % 3:
                raise BotError("ended with exit status 9")
            return self

    means = Means(lambda spec: Hiccuping() if spec == "a" else RandomBot())
    plan = replace(PLAN, bots=("a", "random"), games=6, on_fault=on_fault, records=str(tmp_path))
    with ThreadPoolExecutor(1) as executor:
        result = run_arena(
            plan,
            executor=executor if threads else None,
            resume=tmp_path / "results",
            means=means,
        )
    assert (result.games, [standing.forfeits for standing in result.standings]) == (6, [2, 0])
    assert [standing.scored for standing in result.standings] == [4, 4]
    assert result.faults == (
        (3, Fault(0, 0, "ended with exit status 9")),
        (6, Fault(0, 1, "ended with exit status 9")),
    )
    names = {path.name for path in tmp_path.glob("koryo-*.json")}
    assert names == {f"koryo-00000{number}.json" for number in (1, 2, 4, 5)}
    assert run_arena(plan, resume=tmp_path / "results", means=means) == result


def test_games_that_are_back_together_are_seen_in_order(tmp_path: Path) -> None:
    """Otherwise a bot that cannot start could end the arena although it has started in an earlier
    game.
    """

    class AtOnce(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result(fn(*args, **kwargs))
            return future

    run_arena(replace(PLAN, games=40), executor=AtOnce(), resume=tmp_path / "results")
    games = (tmp_path / "results").read_text(encoding="utf-8").splitlines()
    assert [json.loads(game)["number"] for game in games] == [*range(40)]


def test_a_bot_that_cannot_start_in_a_later_game_may_stop_everything() -> None:
    starts = count(1)

    class Hiccuping(RandomBot):
        def seated(self, *_: object) -> Bot[Any, Any]:
            if next(starts) == 3:
                raise BotError("ended with exit status 9")
            return self

    means = Means(lambda spec: Hiccuping() if spec == "a" else RandomBot())
    plan = replace(PLAN, bots=("a", "random"), on_fault="raise")
    games, message = seen_until_it_fails(plan, means=means)
    assert (games, message) == (2, "game 3, seed 6, player 1, a: ended with exit status 9")


def test_an_illegal_action_forfeits_the_game_and_is_reported() -> None:
    class Banking(RandomBot):
        def choose(self, *given: Any) -> Any:
            game = given[0]
            return game.parse("bank")

    means = Means(lambda spec: Banking() if spec == "random" else USUAL.make_bot(spec))
    plan = replace(PLAN, bots=("random", "greedy:worlds=1"), games=2)
    result = run_arena(plan, means=means)
    assert [standing.forfeits for standing in result.standings] == [2, 0]
    assert {fault.reason for _, fault in result.faults} == {"chose bank, which is not legal"}


def test_other_components_are_played_with(tmp_path: Path) -> None:
    box = {
        "tokens": 0,
        "copies": {"merchant": 9, "banker": 6},
        "seasons": [{"dealt": 3, "limit": 2}],
    }
    run_arena(replace(PLAN, games=1, options={"components": box}, records=str(tmp_path)))
    assert Record.load(tmp_path / "koryo-000001.json").options == {"components": box}


SLOW = replace(PLAN, bots=("greedy:worlds=1", "random"), games=2, seconds=0.5)


def test_a_bot_over_its_time_forfeits_and_is_reported() -> None:
    result = run_arena(SLOW, means=Means(machine=TickingMachine()))
    assert sum(standing.forfeits for standing in result.standings) == 2
    assert [standing.share for standing in result.standings] == [0.5, 0.5]
    assert [(standing.scored, standing.mean_score) for standing in result.standings] == [
        (0, None)
    ] * 2
    assert [fault.reason for _, fault in result.faults] == ["took 1.00 s, but had only 0.5 s"] * 2


def test_our_own_bots_keep_to_the_time_of_the_plan() -> None:
    """Without a limit they would never end, and with this one they are not found at fault
    for good.
    """
    bots = ("mcts:iterations=1000000000", "greedy:worlds=1000000000")
    result = run_arena(replace(PLAN, bots=bots, games=1, seconds=0.02, on_fault="random"))
    assert result.games == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "'chess'"),
        ({"bots": ("random",)}, "koryo .* not 1"),
        ({"bots": ("random", "nobody")}, "'nobody'"),
        ({"games": 0}, "games: expected a whole number of 1 or more, not 0"),
        ({"games": 2.5}, r"^games.* 2\.5$"),
        ({"seed": None}, "seed: a plan needs one, so that it is the same plan every time"),
        ({"bots": (7, "random")}, "expected a spec, a bot or a function, not 7"),
        ({"seed": -1}, "seed .* not -1"),
        ({"seed": 10**4299}, "seed .* at most 256 bits"),
        ({"seed": LARGEST_SEED, "games": 7}, "seed .* at most 256 bits"),
        ({"seconds": 0}, "seconds: expected more than 0, and at most 1,000,000, not 0"),
        ({"partners": "cry"}, "partners: expected together or mixed, not 'cry'"),
        ({"partners": "mixed"}, "partners: koryo has no teams whose bots could be mixed"),
        ({"on_fault": "cry"}, "on_fault: expected one of forfeit, random, raise, not 'cry'"),
        ({"options": {"colour": "red"}}, "koryo .* 'colour'"),
        ({"records": "/dev/null/records"}, "cannot keep records in '/dev/null/records'"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_before_the_first_game(
    change: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigurationError, match=message):
        run_arena(replace(PLAN, **change))


def test_no_jobs_at_all_are_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"^jobs.* 0$"):
        run_arena(PLAN, jobs=0)


def test_the_figures_are_plain_json() -> None:
    figures = json.loads(json.dumps(run_arena(PLAN).to_json()))
    assert figures["games"] == 12
    assert [bot["bot"] for bot in figures["bots"]] == list(PLAN.bots)
