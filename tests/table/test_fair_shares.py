"""The time of bots is shared fairly: many tables at one scheduler, by the clock of the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import Any

import pytest

from boardgames.play.limits import BOTS_LEAST_SECONDS, BOTS_ROUND_SECONDS
from boardgames.table.scheduler import CHECK_SECONDS, Account, BotTurn, Scheduler, Wait

TICK = 0.01
QUESTION: Any = None


@dataclass(eq=False)
class Player:
    """A table with one person, who acts some seconds after each turn of the bots."""

    choices: tuple[float, ...]
    """How long its bots would think after each action of the person."""
    pause: float = 0.0
    person: Account = field(default_factory=Account)
    hurries: bool = True
    """Whether its bots answer when others wait."""
    sleeps: bool = False
    """Whether its bots only wait for something."""
    account: Account = field(default_factory=Account)
    waits: list[float] = field(default_factory=list)
    """How long the person has waited for their own turns."""
    answers: list[float] = field(default_factory=list)
    """How long each choice took."""
    since: float = 0.0

    def ask(self) -> tuple[float, ...]:
        """Return how long the bots would think after this action of the person."""
        return self.choices


@dataclass(eq=False)
class Varied(Player):
    """A table at which bots choose sometimes once, and sometimes often."""

    rng: Random = field(default_factory=Random)

    def ask(self) -> tuple[float, ...]:
        return self.choices * self.rng.choice([1, 2, 2, 3, 4, 5, 6, 8, 10])


class Hall:
    """Tables that play at once; those who think share one processor, as threads of Python do."""

    def __init__(self, most: int, *players: Player) -> None:
        self.now = 0.0
        self.scheduler = Scheduler(most, lambda: self.now)
        self.players: list[Player] = []
        self._computed: dict[BotTurn, float] = {}
        self._lives: list[Iterator[BotTurn | None]] = []
        self._turns: dict[Player, BotTurn | None] = {}
        for player in players:
            self.seat(player)

    def seat(self, player: Player) -> None:
        """Let another table play."""
        self.players.append(player)
        self._lives.append(self._life(player))

    def _life(self, player: Player) -> Iterator[BotTurn | None]:
        """Yield, tick by tick, the turn of the bot that would think; None while the person does."""
        while True:
            player.since = self.now
            wait = Wait(player.person, player.account, self.now)
            for seconds in player.ask():
                turn = BotTurn(QUESTION, wait)
                turn.computed = self._clock_of(turn)
                self.scheduler.join(turn)
                while turn in self.scheduler.queued:
                    yield turn
                begun = self.now
                while not self._has_answered(player, turn, seconds, begun):
                    yield turn
                player.answers.append(self.now - begun)
                self.scheduler.leave(turn)
            player.waits.append(self.now - player.since)
            until = self.now + player.pause
            yield None
            while self.now < until:
                yield None

    def _clock_of(self, turn: BotTurn) -> Callable[[], float]:
        self._computed[turn] = 0.0
        return lambda: self._computed[turn]

    def _has_answered(self, player: Player, turn: BotTurn, seconds: float, begun: float) -> bool:
        if player.hurries and turn.hurry.is_due:
            return True
        thought = self.now - begun if player.sleeps else self._computed[turn]
        return thought >= seconds - TICK / 2

    def play(self, seconds: float) -> None:
        """Let all play for this time."""
        end = self.now + seconds
        while self.now < end:
            for player, life in zip(self.players, self._lives, strict=True):
                self._turns[player] = next(life)
            computing = [
                turn
                for player, turn in self._turns.items()
                if turn in self.scheduler.thinking and not player.sleeps
            ]
            self.now = round(self.now + TICK, 9)
            for turn in computing:
                assert turn is not None
                self._computed[turn] += TICK / len(computing)
            self.scheduler.look()  # as whoever is first in the queue does

    def waited(self) -> list[float]:
        """Return all waits, those that have not ended among them, the shortest first."""
        waits: list[float] = []
        for player in self.players:
            waits += player.waits
            if self._turns[player] is not None:
                waits.append(self.now - player.since)
        return sorted(waits)


def long_searches(number: int, **how: Any) -> list[Player]:
    """Return tables with three bots that search for two seconds."""
    return [Player((2.0,) * 3, **how) for _ in range(number)]


def test_a_young_table_does_not_starve_beside_older_ones_with_long_searches() -> None:
    """They were once always first, as their people had waited longer."""
    young = Player((TICK,) * 2)
    hall = Hall(2, *long_searches(5), young)
    hall.play(60)
    assert len(young.waits) > 20
    assert max(young.waits) < BOTS_ROUND_SECONDS


def test_bots_that_ignore_that_others_wait_starve_nobody() -> None:
    young = Player((TICK,) * 2)
    hall = Hall(2, *long_searches(5, hurries=False), young)
    hall.play(120)
    first, *others = young.waits
    assert first < 5 * (BOTS_ROUND_SECONDS + 2)
    assert len(others) > 10
    assert max(others) < BOTS_ROUND_SECONDS + 2


def test_after_a_round_a_bot_that_goes_on_holds_up_nobody() -> None:
    endless, young = Player((1000.0,), hurries=False), Player((TICK,), pause=0.2)
    hall = Hall(1, endless, young)
    hall.play(20)
    assert max(young.waits) < BOTS_ROUND_SECONDS + 2 * CHECK_SECONDS
    assert len(young.waits) > 20


def test_who_uses_little_waits_little() -> None:
    """Time that others have used is charged to them."""
    light = Player((0.05,), pause=0.5)
    hall = Hall(1, *long_searches(3, hurries=False), light)
    hall.play(200)
    assert fmean(light.waits) < 6 + 1


def test_four_tables_are_not_four_shares() -> None:
    many, one = Account(), Account()
    mine = Player((0.3,) * 2, person=one, hurries=False)
    theirs = [Player((0.3,) * 2, person=many, hurries=False) for _ in range(4)]
    hall = Hall(1, *theirs, mine)
    hall.play(120)
    served = [len(player.waits) for player in theirs]
    assert len(mine.waits) == pytest.approx(sum(served), rel=0.1)
    assert max(served) - min(served) <= 1  # and among themselves they share alike


def test_of_the_tables_of_one_person_the_one_that_has_used_less_goes_first() -> None:
    person = Account()
    heavy, *light = [
        Player((seconds,), person=person, hurries=False) for seconds in (1.0, 0.1, 0.1, 0.1)
    ]
    hall = Hall(1, heavy, *light)
    hall.play(60)
    for player in light:
        assert player.account.used == pytest.approx(heavy.account.used, abs=2)
        assert len(player.waits) > 5 * len(heavy.waits)


def test_a_wait_that_has_begun_goes_on_before_others_begin() -> None:
    """So that the mean wait is shorter, and none longer, than if all took turns."""
    hall = Hall(1, *[Player((0.2,) * 3, pause=100.0, hurries=False) for _ in range(3)])
    hall.play(3)
    waits = [player.waits[0] for player in hall.players]
    assert waits == pytest.approx([1.0, 1.2, 1.8], abs=0.1)


def test_holding_a_place_is_charged_until_it_is_given_back() -> None:
    """Otherwise bots that wait shortly, again and again, would always be first."""
    waiting = [Player((CHECK_SECONDS - TICK,), sleeps=True) for _ in range(8)]
    computing = Player((0.04,))
    hall = Hall(1, *waiting, computing)
    hall.play(60)
    assert len(computing.waits) > 0.5 * len(waiting[0].waits) > 20


def test_what_was_not_used_is_not_claimed_later() -> None:
    """Who comes late has an equal share from then on, and no more."""
    hall = Hall(1, *[Player((0.3,), hurries=False) for _ in range(2)])
    hall.play(30)
    late = Player((0.3,), hurries=False)
    hall.seat(late)
    hall.play(9)
    assert 8 <= len(late.waits) <= 12


def test_bots_that_only_wait_hold_no_place_whether_they_say_so_or_not() -> None:
    quick = Player((0.05,), pause=0.1)
    hall = Hall(1, *[Player((30.0,), sleeps=True, hurries=False) for _ in range(20)], quick)
    hall.play(60)
    assert max(quick.waits) < 21 * 2 * CHECK_SECONDS
    assert fmean(quick.waits) < 2 * CHECK_SECONDS
    assert hall.players[0].account.used < 1


@pytest.mark.long
def test_bots_that_only_wait_take_little_from_those_that_compute() -> None:
    """Each held the place until it was seen to compute nothing: the others waited twice as long."""
    waited: list[float] = []
    for number in (0, 33):
        computing = [Player((0.03,) * 4, pause=1.0) for _ in range(66)]
        sleepers = [Player((2.0,) * 4, sleeps=True, hurries=False) for _ in range(number)]
        Hall(2, *computing, *sleepers).play(30)
        waited.append(fmean([each for player in computing for each in player.waits]))
    assert waited[1] < 1.3 * waited[0]


@pytest.mark.long
def test_a_full_server_serves_all_within_some_rounds() -> None:
    players = [Player((0.013,) * 6, pause=0.2) for _ in range(100)]
    hall = Hall(2, *players)
    hall.play(40)
    waited = hall.waited()
    assert all(player.waits for player in players)
    assert fmean(waited) < 8
    assert waited[int(0.95 * len(waited))] < 15
    assert waited[-1] < 20


@pytest.mark.long
def test_at_a_full_server_nobody_waits_much_longer_than_others() -> None:
    """Whoever had used most once waited until all others had used as much: for 3.5 mean waits."""
    hall = Hall(2, *[Varied((0.3,), pause=1.0, rng=Random(seed)) for seed in range(100)])  # noqa: S311  # not for secrets
    hall.play(60)
    waited = hall.waited()
    assert waited[int(0.95 * len(waited))] < 1.7 * fmean(waited)
    assert waited[-1] < 2.5 * fmean(waited)


@pytest.mark.long
def test_so_it_does_with_long_searches_and_bots_that_sleep_among_them() -> None:
    players = [Player((0.013,) * 6, pause=0.2) for _ in range(80)]
    sleepers = [Player((2.0,), sleeps=True, hurries=False) for _ in range(10)]
    hall = Hall(2, *players, *long_searches(10), *sleepers)
    hall.play(60)
    waited = hall.waited()
    assert all(player.waits for player in hall.players)
    assert fmean(waited) < 8
    assert waited[int(0.95 * len(waited))] < 15
    assert waited[-1] < 20


def test_nobody_has_to_hurry_while_there_are_places() -> None:
    hall = Hall(2, *long_searches(2))
    hall.play(30)
    assert {round(took, 1) for player in hall.players for took in player.answers} <= {2.0, 4.0}


def test_the_bots_of_one_wait_share_a_part_of_a_round() -> None:
    """Each choice has half of what is left."""
    hall = Hall(1, *[Player((60.0,) * 3, pause=1000.0) for _ in range(3)])
    hall.play(10)
    first, second, third = hall.players[0].answers
    share = BOTS_ROUND_SECONDS / 3
    assert first == pytest.approx(share / 2, abs=2 * TICK)
    assert second == pytest.approx(share / 4, abs=2 * TICK)
    assert third == pytest.approx(share / 8, abs=2 * TICK)
    assert third >= BOTS_LEAST_SECONDS
