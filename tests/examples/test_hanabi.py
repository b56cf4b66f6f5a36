"""The example of one team, with hands that all but their owners see, and clues."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from boardgames import IllegalActionError
from boardgames.core.chance import generator
from boardgames.core.values import evolve
from boardgames.remote.shown import open_scene
from boardgames.testing import check_game
from examples.hanabi import ALL, PACK, Hanabi

if TYPE_CHECKING:
    from examples.hanabi import State

GAME = Hanabi(2)


def dealt(first: str, second: str, deck: str = "", **changes: Any) -> State:
    """Return a State with these hands, and a deck of which the last card is the next; the rest has
    been discarded.
    """
    hands, rest = (tuple(first.split()), tuple(second.split())), [*PACK]
    for card in (*hands[0], *hands[1], *deck.split(), *changes.get("played", ())):
        rest.remove(card)
    can_be = tuple([(ALL,) * len(hand) for hand in hands])
    return evolve(
        GAME.new_game(1), hands=hands, deck=tuple(deck.split()), discards=tuple(rest),
        **{"can_be": can_be, "turns_left": None if deck else 2} | changes,
    )  # fmt: skip


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.apply(state, GAME.parse(text))
    return state


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_hands_are_seen_by_all_other_seats_only(players: int, size: int) -> None:
    game = Hanabi(players)
    state = game.new_game(3)
    assert {len(hand) for hand in state.hands} == {size}
    for seat in range(players):
        seen = game.view(state, seat).hands
        assert seen[seat] == ("?",) * size
        assert all(seen[other] == state.hands[other] for other in range(players) if other != seat)
    assert game.view(state, None).hands == (("?",) * size,) * players


def test_the_next_card_of_a_colour_is_played_and_any_other_burns_a_fuse() -> None:
    state = after(dealt("r1 b2", "r2 g1", "w1 w2"), "play 1", "play 1", "play 1")
    assert (state.played, state.discards[-1], state.fuses, state.clues) == (
        ("r1", "r2"),
        "b2",
        2,
        8,
    )
    assert state.hands == (("w2",), ("g1", "w1"))


def test_a_five_gives_back_a_clue() -> None:
    played = ("r1", "r2", "r3", "r4")
    assert after(dealt("r5 b2", "b3 g1", "w1 w2", played=played, clues=3), "play 1").clues == 4
    assert after(dealt("r5 b2", "b3 g1", "w1 w2", played=played), "play 1").clues == 8


def test_a_discard_gives_back_a_clue_and_is_forbidden_with_all_clues() -> None:
    with pytest.raises(IllegalActionError):
        after(dealt("r1 b2", "r2 g1", "w1 w2"), "discard 1")
    state = after(dealt("r1 b2", "r2 g1", "w1 w2", clues=3), "discard 1")
    assert (state.clues, state.discards[-1], state.hands[0]) == (4, "r1", ("b2", "w2"))


def test_a_clue_points_out_all_cards_of_another_hand_that_it_fits() -> None:
    state = after(dealt("r1 b2", "r2 g1", "w1 w2"), "clue 2 r")
    assert (state.clues, state.can_be[1]) == (7, ("r12345", "bgwy12345"))
    assert after(state, "clue 1 2", "clue 2 2").can_be == (
        ("bgrwy1345", "bgrwy2"),
        ("r2", "bgwy1345"),
    )
    named = {str(action) for action in GAME.legal_actions(dealt("r1 b2", "r2 g1", "w1 w2"))}
    assert named == {"play 1", "play 2", "clue 2 1", "clue 2 2", "clue 2 g", "clue 2 r"}
    assert {str(action)[:4] for action in GAME.legal_actions(dealt("r1", "r2", "w1", clues=0))} == {
        "play",
        "disc",
    }


def test_everybody_has_one_turn_after_the_last_card_is_drawn() -> None:
    state = after(dealt("r1 b2", "r2 g1", "w1"), "play 1")
    assert (state.deck, state.turns_left) == ((), 2)
    assert GAME.to_act(after(state, "play 1")) == (0,)
    assert GAME.to_act(after(state, "play 1", "clue 2 g")) == ()
    assert GAME.score(after(state, "play 1", "clue 2 g")) == (2, 2)


def test_the_third_fuse_ends_the_game_without_points() -> None:
    state = after(dealt("b2 b2", "r2 g1", "w1 w2", fuses=1, played=("y1",)), "play 1")
    assert (GAME.to_act(state), GAME.score(state)) == ((), (0, 0))


def test_after_the_end_everybody_sees_everything() -> None:
    state = after(dealt("b2 b2", "r2 g1", "w1 w2", fuses=1), "play 1")
    assert GAME.view(state, 0).hands == GAME.view(state, None).hands == state.hands


def test_ones_own_hand_is_drawn_with_what_is_known_of_it() -> None:
    state = after(dealt("r1 b2", "r2 g1", "w1 w2"), "clue 2 r")
    own = GAME.words.render(GAME.view(state, 1)).splitlines()[-1]
    assert own.count("unknown") == 2
    assert "(r, 12345)" in own
    assert GAME.words.render(GAME.view(state, 0)).splitlines()[-1].endswith(": 2")


class Closed(Hanabi):
    """Hanabi in which the hands stay hidden at the end."""

    def sees_all(self, table: object, viewer: int | None) -> bool:
        del table, viewer
        return False


def test_the_page_opens_hands_at_the_end_that_their_owners_never_saw() -> None:
    game, state = Closed(2), after(dealt("b2 b1", "r2 g1", "w1 w2", fuses=1), "play 1")
    scene = open_scene(game, state, None, game.words)
    hands = [[item.piece for item in area.zones[0].items] for area in scene.seats]
    assert hands == [["b1", "w2"], ["r2", "g1"]]


class Led(Hanabi):
    """Hanabi with a facilitator in the second seat."""

    def sees_all(self, table: object, viewer: int | None) -> bool:
        del table
        return viewer == 1


@pytest.mark.long
def test_a_facilitator_sees_everything_and_nobody_else_does() -> None:
    state = GAME.new_game(1)
    assert Led(2).view(state, 1).hands == state.hands
    assert Led(2).view(state, 0).hands == (("?",) * 5, state.hands[1])
    check_game(Led(2), games=3)


@pytest.mark.parametrize("viewer", [0, pytest.param(None, marks=pytest.mark.long)])
def test_samples_are_uniform_over_the_deals_that_the_clues_leave(viewer: int | None) -> None:
    """By the chi-square statistic, beside all deals of the cards that the viewer does not see."""
    state = dealt(
        "r1 r2 b3",
        "b1 g1",
        "w1 r3",
        can_be=(("r12345", "bgrwy12", "bgrwy345"), ("bgrwy1", "bg12345")),
        clues=1,
    )
    cards = (*state.hands[0], *(state.hands[1] if viewer is None else ()), *state.deck)
    expected: Counter[Any] = Counter()
    for order in permutations(cards):
        first, rest = order[:3], order[3:]
        second, deck = (rest[:2], rest[2:]) if viewer is None else (state.hands[1], rest)
        world = evolve(state, hands=(first, second), deck=deck)
        expected[world.hands, world.deck] += GAME.possible(world)
    expected = +expected
    assert len(expected) > 3
    rng, number = generator(5, 5), 200 * len(expected)
    sampled = [GAME.determinize(GAME.view(state, viewer), rng) for _ in range(number)]
    found: Counter[Any] = Counter([(world.hands, world.deck) for world in sampled])
    assert set(found) == set(expected)
    shares = {deal: number * count / expected.total() for deal, count in expected.items()}
    surplus = sum((found[deal] - share) ** 2 / share for deal, share in shares.items()) - (
        len(shares) - 1
    )
    assert abs(surplus) < 4 * (2 * (len(shares) - 1)) ** 0.5
