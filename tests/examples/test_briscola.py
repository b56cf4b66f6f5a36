"""The example with hidden hands and a stock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from boardgames import DecodeError, IllegalActionError
from boardgames.play import Match, make_bot

if TYPE_CHECKING:
    from examples.briscola import Briscola

SEEDS = range(20)


def played(game: Briscola, seed: int) -> Match[Any, Any, Any]:
    """Return a random game, played to its end."""
    match: Match[Any, Any, Any] = Match(game, [make_bot("random"), make_bot("random")], seed)
    assert len(list(match.run())) == 40
    return match


def test_the_pack_is_dealt_and_the_last_card_of_the_stock_is_the_trump_card(
    briscola: Briscola,
) -> None:
    state = briscola.new_game(7)
    assert ([len(hand) for hand in state.hands], len(state.stock)) == ([3, 3], 34)
    assert state.trump == state.stock[-1]
    assert len(set(briscola.inventory(state))) == 40
    assert len({briscola.new_game(seed).trump for seed in range(400)}) == 40


@pytest.mark.parametrize(
    ("led", "answer", "trump", "winner", "points"),
    [
        ("Ah", "3h", "2s", 0, 21),
        ("3h", "Ah", "2s", 1, 21),
        ("Kh", "3h", "2s", 1, 14),
        ("7h", "Jh", "2s", 1, 2),
        ("2h", "Ad", "2s", 0, 11),
        ("Ah", "4s", "2s", 1, 11),
        ("4s", "Ah", "2s", 0, 11),
        ("4s", "5s", "2s", 1, 0),
    ],
)
def test_the_higher_trump_or_card_of_the_suit_led_wins(
    briscola: Briscola, led: str, answer: str, trump: str, winner: int, points: int
) -> None:
    start = briscola.new_game(0)
    hands = tuple(sorted((led, "5c"))), tuple(sorted((answer, "6c")))
    state = type(start)(hands, ("7c", trump), trump, None, 0)
    state = briscola.apply(
        briscola.apply(state, briscola.parse(f"play {led}")), briscola.parse(f"play {answer}")
    )
    assert briscola.to_act(state) == (winner,)
    assert briscola.score(state) == ((points, 0) if winner == 0 else (0, points))
    assert "7c" in state.hands[winner]
    assert trump in state.hands[1 - winner]


def test_all_points_are_won_and_more_than_half_of_them_win(briscola: Briscola) -> None:
    for seed in SEEDS:
        outcome = played(briscola, seed).outcome
        assert outcome is not None
        assert sum(outcome.scores) == 120
        assert outcome.winners == tuple(seat for seat in range(2) if outcome.scores[seat] >= 60)


@pytest.mark.parametrize("text", ["play 2c", "play Ac"])
def test_only_cards_in_the_hand_can_be_played(briscola: Briscola, text: str) -> None:
    with pytest.raises(IllegalActionError, match="of player 1; legal: play 6c, play Ad, play Ks"):
        briscola.apply(briscola.new_game(7), briscola.parse(text))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"leader": 2}, "leader: "),
        ({"hands": [["6c", "Ad", "Ks"]]}, "hands: "),
        ({"trump": "6c"}, "stock: "),
        ({"trump": "Zz"}, "trump: "),
        ({"led": "6c"}, "zones: "),
        ({"won": [["Ac"], []]}, "zones: "),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    briscola: Briscola, changes: dict[str, Any], fault: str
) -> None:
    data = briscola.to_json(briscola.new_game(7))
    assert isinstance(data, dict)
    with pytest.raises(DecodeError) as caught:
        briscola.state_from_json(data | changes)
    assert str(caught.value).startswith(fault)
