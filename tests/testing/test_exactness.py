"""Everything that can happen in a tiny game is followed, and each law is broken by some game."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import ConformanceError, Game
from boardgames.core.chance import (
    chance,
    deal,
    fresh_seed,
    generator,
    pick,
    pick_weighted,
    shuffle,
)
from boardgames.core.values import evolve, replaced, value
from boardgames.kit import DeclaredGame
from boardgames.testing import check_game
from boardgames.testing.branches import (
    SEED,
    UNLIKELY,
    CannotFollowError,
    Runs,
    ScriptedRandom,
    TooManyError,
    chance_from,
    every,
)
from boardgames.testing.conformance import not_examined, run_check
from boardgames.testing.probe import Probe
from examples.ambush import Ambush
from examples.briscola import Briscola, BriscolaWords
from examples.hanabi import Hanabi
from examples.kuhn_poker import CARDS, SHOWDOWNS, KuhnPoker, KuhnPokerWords
from examples.kuhn_poker import State as KuhnState
from examples.kuhn_poker import View as KuhnView
from examples.nines import Nines
from examples.nines import State as NinesState
from examples.nines import View as NinesView
from examples.skull import Skull
from examples.tic_tac_toe import TicTacToe
from tests.testing.broken_games import ForgetsItsCard
from tests.testing.burying import Burying
from tests.testing.physical_ways import koryo_ways, mundus_ways
from tests.testing.tiny_games import tiny_king, tiny_koryo, tiny_mundus, tiny_offers

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from boardgames.testing.branches import Script
    from boardgames.testing.probe import Ways

MOST = 1000


def drawn(draw: Callable[[Random], Any]) -> Runs[Any]:
    """Return all that can come of drawing with a generator."""
    return every(lambda script: draw(ScriptedRandom(script)), MOST, partly=True)


def chances(draw: Callable[[Random], Any]) -> dict[Any, Fraction]:
    return drawn(draw).chances()


# Random decisions.


def test_every_order_of_a_shuffle_comes_once() -> None:
    found = chances(lambda rng: tuple(shuffle([1, 2, 3], rng)))
    assert len(found) == 6
    assert {*found.values()} == {Fraction(1, 6)}


def test_weights_are_exact_chances() -> None:
    weighted = [("a", 1), ("b", 2), ("none", 0), ("c", 0.5)]
    third = chances(lambda rng: pick_weighted(weighted, rng))
    assert third == {"a": Fraction(2, 7), "b": Fraction(4, 7), "c": Fraction(1, 7)}


def test_a_comparison_leaves_what_is_known_of_a_number() -> None:
    def draw(rng: Random) -> tuple[bool, bool]:
        number = rng.random()
        return number < 0.5, number < 0.25

    found = chances(draw)
    assert found == {
        (True, True): Fraction(1, 4),
        (True, False): Fraction(1, 4),
        (False, False): Fraction(1, 2),
    }


@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (lambda rng: rng.randrange(4), 4),
        (lambda rng: rng.randint(1, 3), 3),
        (lambda rng: rng.choice("ab"), 2),
        (lambda rng: tuple(rng.sample([1, 2, 3, 4], 2)), 12),
        (lambda rng: rng.choices("abc", [1, 2, 3])[0], 3),
        (lambda rng: rng.getrandbits(2), 4),
        (lambda rng: int(2 + 3 * rng.random()), 3),
        (lambda rng: int(4 - 2 * rng.random()), 2),
        (lambda rng: rng.random() / 2 < 0.25, 2),
        (lambda rng: pick([7], rng), 1),
    ],
)
def test_python_s_own_ways_to_draw_are_followed(
    draw: Callable[[Random], Any], expected: int
) -> None:
    assert len(chances(draw)) == expected


def test_a_seed_is_no_decision() -> None:
    assert chances(fresh_seed) == {SEED: 1}
    assert chances(lambda rng: rng.getrandbits(64)) == {SEED: 1}


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: float(rng.random()),
        lambda rng: int(rng.random() - 0.5),
        lambda rng: rng.randrange(0),
    ],
)
def test_what_has_no_list_of_outcomes_is_said(draw: Callable[[Random], Any]) -> None:
    with pytest.raises((CannotFollowError, ValueError)):
        drawn(draw)


def test_what_rejects_for_ever_is_followed_until_little_is_left() -> None:
    def draw(rng: Random) -> int:
        while (number := rng.randrange(6)) > 3:
            pass
        return number

    found = drawn(draw)
    assert 0 < found.rest < Fraction(1, 50)
    assert sum(found.chances().values()) + found.rest == 1


def test_a_function_that_decides_in_too_many_ways_is_refused_at_once() -> None:
    with pytest.raises(TooManyError):
        every(lambda script: shuffle([*range(40)], ScriptedRandom(script)), MOST)


def test_what_rejects_the_first_outcome_comes_to_an_end() -> None:
    def draw(rng: Random) -> int:
        while (number := pick([0, 1, 2], rng)) == 0:
            pass
        return number

    found = drawn(draw)
    one, other = found.chances().values()
    assert one == other
    assert one + other + found.rest == 1
    assert found.rest < UNLIKELY * 10


def test_the_chance_of_a_game_is_followed_and_the_same_event_comes_out_the_same() -> None:
    def draw(script: Script) -> tuple[Any, ...]:
        with chance_from(script):
            first = deal([1, 2, 3, 4], 2, 5, 0)
            again = deal([1, 2, 3, 4], 2, 5, 0)
            return tuple(first), first == again, chance(3, 5, 1)

    found = every(draw, MOST).chances()
    assert len(found) == 36
    assert {*found.values()} == {Fraction(1, 36)}
    assert all(same for _, same, _ in found)


# Games.


def examined(game: Game[Any, Any, Any]) -> Probe:
    """Return the probe of a game whose tiny variant has been looked at, or raise."""
    probe = Probe(game)
    run_check("exactness", probe)
    return probe


@pytest.mark.parametrize(
    "game",
    [
        *(KuhnPoker(2), Skull(3)),
        *[
            pytest.param(game, marks=pytest.mark.long)
            for game in (Nines(3), Hanabi(2), Ambush(2), Briscola(2))
        ],
    ],
    ids=lambda game: game.name,
)
def test_the_tiny_variants_of_the_examples_keep_all_laws(game: Game[Any, Any, Any]) -> None:
    probe = examined(game)
    assert probe.whole
    assert not probe.too_large


@pytest.mark.long
@pytest.mark.parametrize(
    ("tiny", "ways"),
    [
        (tiny_koryo, koryo_ways),
        (tiny_king, None),
        (tiny_mundus, mundus_ways),
        (tiny_offers, mundus_ways),
    ],
)
def test_tiny_boxes_of_our_games_keep_all_laws(
    tiny: Callable[[], Game[Any, Any, Any]], ways: Ways | None
) -> None:
    game = tiny()
    probe = Probe(game, small=game, ways=ways)
    run_check("exactness", probe)
    assert probe.whole
    assert not probe.too_large


def test_the_report_says_what_was_looked_at_whole() -> None:
    report = check_game(KuhnPoker(2), games=1, positions=1)
    assert report.whole == ("kuhn_poker, 2 players: 6 deals, 54 States and 96 Views.",)
    assert "Looked at whole:\n  - kuhn_poker, 2 players: 6 deals" in str(report)


def test_a_game_without_a_tiny_variant_is_told_to_offer_one() -> None:
    gap = "Everything that can happen. Define `small`, a tiny variant."
    assert gap in not_examined(Probe(TicTacToe(2)))
    assert gap not in not_examined(Probe(KuhnPoker(2)))
    assert gap not in not_examined(Probe(TicTacToe(2), small=KuhnPoker(2)))


class ManyCards(KuhnPoker):
    """Each seat gets one of so many cards that nobody could look at all deals."""

    def start(self, seed: int) -> KuhnState:
        first, second = deal([*range(70)], 2, seed, 0)
        return KuhnState((first, second), 70)


def test_a_variant_that_is_not_tiny_is_said_to_be_too_large() -> None:
    probe = Probe(KuhnPoker(2), small=ManyCards(2))
    run_check("exactness", probe)
    assert not probe.whole
    said = "Everything that can happen in kuhn_poker, 2 players: chance can go in more than 4,000"
    assert probe.too_large.startswith(said)
    assert probe.too_large in not_examined(probe)


class OwnChance(KuhnPoker):
    """Deals by a generator of its own."""

    def start(self, seed: int) -> KuhnState:
        first, second, left = generator(seed, 0).sample(CARDS, 3)
        return KuhnState((first, second), left)


def test_chance_of_its_own_is_said_not_to_be_followed() -> None:
    probe = examined(OwnChance(2))
    assert not probe.whole
    assert "not all of its chance comes from boardgames.core.chance" in probe.too_large


# What a variant does not show.


class NamesTheDrawnWords(BriscolaWords):
    """Words that tell everybody which cards were drawn."""

    def tell(
        self, before: Any, player: int, action: Any, after: Any, viewer: int | None
    ) -> tuple[str, ...]:
        told = super().tell(before, player, action, after, viewer)
        return told if after.led else (*told, str(after.hands))


class NamesTheDrawn(Briscola):
    """Everybody is told which cards were drawn."""

    words_type = NamesTheDrawnWords


def few_cards(*cards: str) -> Briscola:
    tiny = NamesTheDrawn(2)
    tiny.cards, tiny.hand = cards, 1
    return tiny


def test_the_report_names_what_happens_only_where_nothing_is_hidden_any_more() -> None:
    probe = Probe(NamesTheDrawn(2), small=few_cards("2c", "2d", "3c", "3d"))
    run_check("exactness", probe)
    assert probe.whole
    said = [each for each in not_examined(probe) if each.startswith("What is told of")]
    assert "What is told of Drawn, Played, Won: in the tiny variant, briscola" in said[-1]


@pytest.mark.long
def test_a_variant_in_which_it_is_hidden_shows_the_leak() -> None:
    probe = Probe(NamesTheDrawn(2), small=few_cards("2c", "2d", "3c", "3d", "Ac", "Ad"))
    with pytest.raises(ConformanceError, match="is told says more than their View afterwards"):
        run_check("exactness", probe)


def test_the_report_names_actions_and_events_that_do_not_come_up() -> None:
    probe = Probe(Skull(3), small=KuhnPoker(2))
    run_check("exactness", probe)
    assert any(
        gap.startswith("Actions that do not come up in the tiny variant, kuhn_poker")
        for gap in not_examined(probe)
    )
    assert any(gap.startswith("What is never hidden in") for gap in probe.not_shown)


class DrawsAgain(KuhnPoker):
    """A sampler that draws again until a coin says that it is enough."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        while True:
            world = super().determinize(view, rng)
            if pick((True, False), rng):
                return world


class DrawsAgainUnevenly(DrawsAgain):
    """The same, and samples of Views after two actions are one-sided."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        world = super().determinize(view, rng)
        if len(view.said) < 2 or view.seat is None or view.said in SHOWDOWNS:
            return world
        hidden = sorted([world.left, world.cards[1 - view.seat]])
        cards = replaced(world.cards, 1 - view.seat, hidden[0])
        return evolve(world, cards=cards, left=hidden[1])


@pytest.mark.long
def test_samplers_that_draw_again_are_told_so_and_all_views_are_sampled_in_part() -> None:
    probe = examined(DrawsAgain(2))
    assert probe.too_large == (
        "All samples of 42 of the 96 Views of kuhn_poker, 2 players (42 in part): `determinize`"
        " draws again until something fits; deal only what fits."
    )


@pytest.mark.long
def test_the_samples_of_late_views_are_looked_at_although_they_are_many() -> None:
    with pytest.raises(ConformanceError, match="is sampled with the chance"):
        examined(DrawsAgainUnevenly(2))


# Laws, each broken by a game.


class BestCardWords(KuhnPokerWords):
    """Words whose position names the highest card."""

    def position(self, state: KuhnState) -> str:
        return str(max(state.cards))


class ShowsTheBestCard(KuhnPoker):
    """The position says which card is the highest."""

    words_type = BestCardWords


class LastViewedWords(KuhnPokerWords):
    """Words whose labels read what their game remembers."""

    game: LabelsByTheState

    def label(self, view: KuhnView, action: Any) -> Any:
        label = super().label(view, action)
        return evolve(label, note=str(self.game.last.left))


class LabelsByTheState(KuhnPoker):
    """A label reads the State that was viewed last."""

    words_type = LastViewedWords

    def view(self, state: KuhnState, player: int | None) -> KuhnView:
        self.last = state
        return super().view(state, player)


class ShowsMore(KuhnPoker):
    """The View shows what its declaration hides, and the sampler keeps that."""

    def view(self, state: KuhnState, player: int | None) -> KuhnView:
        return evolve(super().view(state, player), left=state.left)


class SamplesOthers(KuhnPoker):
    """A sample exchanges the two hands."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        world = super().determinize(view, rng)
        return evolve(world, cards=world.cards[::-1])


class SamplesTooFew(KuhnPoker):
    """The card left is the lower one of two."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        world = super().determinize(view, rng)
        other = world.cards[1 - (view.seat or 0)]
        if view.seat is None or view.said in SHOWDOWNS or world.left < other:
            return world
        cards = replaced(world.cards, 1 - view.seat, world.left)
        return evolve(world, cards=cards, left=other)


class SamplesSomeTooOften(KuhnPoker):
    """The card left is the lower one of two samples."""

    def determinize(self, view: KuhnView, rng: Random) -> KuhnState:
        one = super().determinize(view, rng)
        other = super().determinize(view, rng)
        return min(one, other, key=lambda each: each.left)


class SamplesTheImpossible(Skull):
    """A sample can lack a disc that everybody has seen."""

    def allowed(self, table: Any, place: Any) -> None:
        del table, place


class OrdersTheRest(Nines):
    """A sample has the rest, which nobody ever sees or gets, in another order."""

    def determinize(self, view: NinesView, rng: Random) -> NinesState:
        world = super().determinize(view, rng)
        return evolve(world, rest=world.rest[::-1])


class NamesCardsWords(KuhnPokerWords):
    """Words that name the card of who acts."""

    def tell(
        self, before: KuhnState, player: int, action: Any, after: KuhnState, viewer: int | None
    ) -> tuple[str, ...]:
        return (*super().tell(before, player, action, after, viewer), str(before.cards[player]))


@value
class NotedState(KuhnState):
    """A State with a card that everybody knows."""

    noted: int = 0


@value
class NotedView(KuhnView):
    """A View of it."""

    noted: int = 0


class NotesTheCard(KuhnPoker, DeclaredGame[NotedState, Any, NotedView]):
    """A field that everybody knows holds the card of whoever acted first."""

    def start(self, seed: int) -> KuhnState:
        dealt = super().start(seed)
        return NotedState(dealt.cards, dealt.left)

    def act(self, state: KuhnState, action: Any, seat: int) -> KuhnState:
        after = super().act(state, action, seat)
        noted = getattr(state, "noted", 0) or state.cards[seat]
        return NotedState(after.cards, after.left, after.said, noted=noted)


class TellsCards(KuhnPoker):
    """Everybody is told the card of who acts."""

    words_type = NamesCardsWords


BROKEN_LAWS = [
    (ShowsTheBestCard, "the position depends on what seat 0 cannot see"),
    (LabelsByTheState, "a label depends on what seat 0 cannot see, at the start: "),
    (ShowsMore, "the View of seat 0 is not as declared, at the start: left is "),
    (SamplesOthers, "the View of seat 0: a sample has another View, at the start: cards"),
    (SamplesTooFew, "the View of seat 0: a State with this View is never sampled, at the start"),
    (SamplesTheImpossible, "a sample cannot have come about, after 1: lay skull, 2: lay rose"),
    (SamplesSomeTooOften, "a State with the chance 1/2 is sampled with the chance 0.25, at"),
    (TellsCards, "what seat 1 is told says more than their View afterwards, after 1: pass: "),
    (ForgetsItsCard, "the View of seat 0 forgets what they have seen, after 1: pass: it is the"),
]


@pytest.mark.parametrize(("game", "fault"), BROKEN_LAWS)
def test_a_broken_law_is_told_with_what_differs_and_where(
    game: type[Game[Any, Any, Any]], fault: str
) -> None:
    with pytest.raises(ConformanceError) as caught:
        examined(game(2))
    assert fault in str(caught.value)
    assert f"in the tiny variant, {game.name}, 2 players" in str(caught.value)
    headings = [note.partition(":")[0] for note in caught.value.__notes__[1:]]
    assert headings == ["Expected", "Came", "Usual cause", "To reproduce"]


def test_an_open_field_with_a_hidden_card_is_named_as_the_cause_where_samples_are_derived() -> None:
    with pytest.raises(ConformanceError) as caught:
        examined(NotesTheCard(2))
    assert "a sample cannot have come about, after 1: pass: cards[0] is" in str(caught.value)
    [cause] = [note for note in caught.value.__notes__ if note.startswith("Usual cause")]
    assert "a field that everybody knows tells of a hidden card" in cause


def test_samples_may_differ_in_what_nobody_can_ever_see() -> None:
    assert examined(OrdersTheRest(2)).whole


def test_what_a_seat_has_put_away_itself_is_remembered_exactly() -> None:
    with pytest.raises(ConformanceError) as caught:
        run_check("exactness", Probe(Burying(2), small=Burying(2)))
    assert "the View of seat 0 forgets what they have seen, after 1: bury" in str(caught.value)
