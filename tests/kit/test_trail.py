"""What a Trail declares: whoever has seen which cards pass between zones knows it, and samples
agree.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from boardgames import DecodeError, value
from boardgames.core.chance import draw, generator, pick
from boardgames.core.values import evolve
from boardgames.kit.declared_zones import Visibility
from boardgames.kit.visibility import Own, Trail
from boardgames.scene.events import Place
from boardgames.testing import check_game
from tests.frequencies import assert_as_often
from tests.testing.court import DECK, PACK, Court, Exchange, Return, Show, State, court, lost

GAME = Court(3)
SAMPLES = 400


def exchanged(seed: int) -> State:
    """Return the State after the first player has put two cards back."""
    state = GAME.apply(GAME.new_game(seed), Exchange())
    return GAME.apply(state, GAME.legal_actions(state)[0])


def played(seed: int, *, plies: int) -> State:
    state, rng = GAME.new_game(seed), generator(seed, 0)
    for _ in range(plies):
        state = GAME.apply(state, GAME.random_action(state, rng))
    return state


def test_a_view_shows_which_cards_passed_to_whoever_saw_them() -> None:
    state = exchanged(1)
    (_, _, drawn), (_, _, returned) = state.trail
    shown = GAME.apply(state, Show(state.courts[1][0]))
    card = state.courts[1][:1]
    own, other, spectator = (GAME.view(shown, viewer).trail for viewer in (0, 2, None))
    unseen = ("?", "?")
    assert own[:2] == ((DECK, court(0), drawn), (court(0), DECK, returned))
    assert other[:2] == ((DECK, court(0), unseen), (court(0), DECK, unseen))
    assert other[2:4] == ((court(1), lost(1), card), (lost(1), DECK, card)), "all saw it"
    assert other[4] == (DECK, court(1), ("?",))
    assert spectator == other


def test_what_a_seat_has_put_into_the_deck_is_there_in_every_sample() -> None:
    state, rng = exchanged(1), generator(1, 1)
    returned = Counter(state.trail[-1][2])
    for _ in range(SAMPLES):
        assert returned <= Counter(GAME.determinize(GAME.view(state, 0), rng).deck)


def test_after_somebody_has_drawn_it_is_in_the_deck_or_with_them() -> None:
    state = GAME.apply(exchanged(1), Exchange())
    state = GAME.apply(state, GAME.legal_actions(state)[0])
    returned, rng = Counter(state.trail[1][2]), generator(1, 2)
    sampled = [GAME.determinize(GAME.view(state, 0), rng) for _ in range(SAMPLES)]
    assert all(returned <= Counter(each.deck) + Counter(each.courts[1]) for each in sampled)
    assert not all(returned <= Counter(each.deck) for each in sampled)
    assert any(returned <= Counter(each.courts[1]) for each in sampled)


@pytest.mark.long
def test_cards_come_up_in_samples_as_often_as_in_games() -> None:
    def found(state: State, returned: tuple[str, ...]) -> tuple[int, int]:
        """Return how many cards like those put back are with the next two players."""
        return tuple(  # type: ignore[return-value]  # two of them
            [sum([card in returned for card in state.courts[seat]]) for seat in (1, 2)]
        )

    truth, sampled = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for seed in range(8000):
        rng = generator(seed, 3)
        state = exchanged(seed)
        returned = state.trail[1][2]
        # Any of the cards is as likely to be chosen, also of two equal ones.
        state = GAME.apply(state, Show(pick(state.courts[1], rng)))
        state = GAME.apply(state, Exchange())
        state = GAME.apply(state, Return(*sorted(draw([*state.courts[2]], 2, rng))))
        truth[found(state, returned)] += 1
        if seed % 5 == 0:
            sampled[found(GAME.determinize(GAME.view(state, 0), rng), returned)] += 1
    assert_as_often(sampled, truth)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_sample_has_the_view_and_a_past_that_leads_to_it(viewer: int | None) -> None:
    for seed in range(20):
        state = played(seed, plies=10)
        view = GAME.view(state, viewer)
        sample = GAME.determinize(view, generator(seed, 4))
        assert GAME.view(sample, viewer) == view
        GAME.check_state(sample)


def test_worlds_differ_and_keep_to_what_is_known() -> None:
    state, rng = exchanged(1), generator(1, 5)
    returned = Counter(state.trail[-1][2])
    worlds = [GAME.worlds(state, 0, rng) for _ in range(50)]
    assert len({*worlds}) > 25
    for world in worlds:
        GAME.check_state(world)
        assert GAME.view(world, 0) == GAME.view(state, 0)
        assert returned <= Counter(world.deck)


STATE = exchanged(1)
SCARCE = next(card for card in PACK if STATE.deck.count(card) < PACK.count(card))
FAULTS: list[tuple[Any, str]] = [
    ((court(0), DECK, (SCARCE,) * 3), rf"^trail\[2\]: '{SCARCE}' did not come to lie in deck$"),
    ((court(7), DECK, STATE.deck[:1]), r"^trail\[2\]: there is no such zone: .*seat=7"),
    ((Place(None, "trail"), DECK, STATE.deck[:1]), r"^trail\[2\]: there is no such zone: "),
    ((DECK, court(0), ("lady", "envoy")), r"^trail\[2\]: expected the pieces in ascending"),
]


@pytest.mark.parametrize(("more", "fault"), FAULTS)
def test_a_trail_that_cannot_be_is_refused(more: Any, fault: str) -> None:
    with pytest.raises(DecodeError, match=fault):
        GAME.check_state(evolve(STATE, trail=(*STATE.trail, more)))


MISSING = next(card for card in PACK if card not in STATE.courts[0])
IMPOSSIBLE: list[tuple[Any, str]] = [
    ((court(7), DECK, ("?",)), r"^trail\[2\]: there is no such zone: .*seat=7"),
    ((DECK, court(1), ("?",) * 3), r"^trail: more came to a zone than lay there$"),
    ((DECK, court(0), (MISSING,)), r"^trail: .* did not come to lie where they went$"),
    ((court(0), DECK, (STATE.courts[0][0],) * 3), r"^trail: there is no deal with such a past$"),
]


@pytest.mark.parametrize(("more", "fault"), IMPOSSIBLE)
def test_a_view_with_a_trail_that_cannot_be_is_refused(more: Any, fault: str) -> None:
    view = GAME.view(STATE, 0)
    with pytest.raises(DecodeError, match=fault):
        GAME.check_view(evolve(view, trail=(*view.trail, more)))


@value
class Twofold:
    """Two trails."""

    hands: Own[tuple[str, ...]]
    trail: Trail[str]
    other: Trail[str]


@value
class Single:
    """A trail, and no cards in common."""

    hands: Own[tuple[str, ...]]
    trail: Trail[str]


def test_a_trail_that_cannot_be_declared_is_named() -> None:
    with pytest.raises(TypeError, match=r"more than one Trail: trail, other"):
        Visibility((Twofold, Twofold), 2, ("a", "b"), (), "?")
    with pytest.raises(TypeError, match=r"^trail: a Trail needs a `pack`"):
        Visibility((Single, Single), 2, (), (("a",), ("b",)), "?")


def test_a_finished_game_is_read_back() -> None:
    state = played(3, plies=6)
    assert GAME.state_from_json(GAME.to_json(state)) == state
    view = GAME.view(state, 1)
    assert GAME.view_from_json(GAME.to_json(view)) == view


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_a_game_in_which_cards_go_back_into_the_deck_keeps_the_contract(players: int) -> None:
    check_game(Court(players))
