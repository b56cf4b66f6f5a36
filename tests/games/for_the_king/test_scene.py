"""What players read: notation, table, events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from boardgames import NotationError
from boardgames.cli.menu import choices_of, entries
from boardgames.games.for_the_king import Bid, Change, Discard, ForTheKing, Office, Pay, Take, card_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardgames.games.for_the_king import Action
    from tests.games.for_the_king.conftest import KingPosition


@pytest.mark.parametrize(
    ("action", "notation"),
    [
        (Take(card_of("Military C4")), "take Military C4"),
        (Take(card_of("King +1/-1")), "take King +1/-1"),
        (Discard(card_of("Gold 2")), "discard Gold 2"),
        (Change((Office.DIPLOMACY,), ()), "raise Diplomacy"),
        (Change((), (Office.DIPLOMACY, Office.MILITARY)), "lower Diplomacy Military"),
        (Change((Office.MILITARY,), (Office.DIPLOMACY,)), "raise Military lower Diplomacy"),
        (Bid(4), "bid 4"),
        (Bid(54), "bid 54"),
        (Pay((1, 3)), "pay 1+3"),
    ],
)
def test_notation(game: Callable[[int], ForTheKing], action: Action, notation: str) -> None:
    assert str(action) == notation
    for written in (notation, notation.upper(), f"  {notation.replace(' ', '   ')} "):
        assert game(3).parse(written) == action


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("raise Military Diplomacy", "raise Diplomacy Military"),
        ("pay 3+1", "pay 1+3"),
        ("pay 3 1", "pay 1+3"),
        ("bid 04", "bid 4"),
    ],
)
def test_other_spellings_are_understood(game: Callable[[int], ForTheKing], written: str, meant: str) -> None:
    assert str(game(2).parse(written)) == meant


@pytest.mark.parametrize(
    "written",
    ["", "bid", "bid 0", "bid -1", "bid 118", "bid 1.5", "pay", "pay 4", "pay 0+1", "pay " + "+".join("1" * 40)]
    + ["take", "take Military", "discard King +1", "raise", "raise Military Military", "raise Military lower Military"],
)
def test_nonsense_is_no_action(game: Callable[[int], ForTheKing], written: str) -> None:
    with pytest.raises(NotationError):
        game(2).parse(written)


@pytest.mark.parametrize("written", [None, 7, b"pass", ["pass"]])
def test_what_is_no_text_is_no_action(game: Callable[[int], ForTheKing], written: Any) -> None:  # noqa: ANN401  # the point
    with pytest.raises(NotationError, match="written as text"):
        game(2).parse(written)


def test_bids_are_one_range_in_a_menu(auctioning: Callable[..., KingPosition]) -> None:
    position = auctioning("Military H4", "", "").play("bid 3")
    game, seat = position.game, position.state.player
    choices = choices_of(game, game.view(position.state, seat), game.legal_actions(position.state))
    labels = [entry.label for entry in entries(choices)]
    assert labels == ["pass", "bid 4 to 54"]


def test_render_in_the_first_half(sharing: Callable[..., KingPosition]) -> None:
    position = sharing(3, "Gold 1, Gold 3", hands=("Military A2, Military C2", "Military B2"), duties={"Military": 4})
    text = position.play("centre").game.render(position.game.view(position.play("centre").state, 0))
    assert text.splitlines()[0] == "For the King (and Me), sharing influence. You place a card"
    assert "Military       4 and 2     4 in 2    2 in 1    ." in text.splitlines()
    assert "Centre: Gold 1" in text
    assert "You hold: Gold 3" in text
    assert "Your hand: Military A2, Military C2" in text
    assert "You hold" not in position.game.render(position.game.view(position.state, 1))


def test_render_in_the_second_half(auctioning: Callable[..., KingPosition]) -> None:
    position = auctioning("King +1, Gold 2", "Gold 3 x2", "Provisions A1", favored=("Gold 2", "King +1"))
    position = position.play("bid 3")
    lines = position.game.render(position.game.view(position.state, 0)).splitlines()
    assert lines[0] == "For the King (and Me), gaining esteem. Player 2 speaks"
    assert "Favor card 1 of 2: King +1" in lines
    assert "Last bid: 3, You. Still in, in this order: Player 2, You" in lines
    assert "You put on the Favor deck, not turned up yet: Gold 2" in lines
    assert "Your hand: Gold 3 x2" in lines
    paying = position.play("pass")
    assert "To pay: 3" in paying.game.render(paying.game.view(paying.state, None)).splitlines()
    resolving = paying.play("pay 3")
    assert "To resolve: King +1" in resolving.game.render(resolving.game.view(resolving.state, None)).splitlines()


def test_render_of_defaults_and_losses(auctioning: Callable[..., KingPosition]) -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3", "Provisions A1").play("bid 4", "pass")
    lines = position.game.render(position.game.view(position.state, 0)).splitlines()
    assert "Could not pay: You" in lines
    assert "You lost unseen: Gold 3" in lines
    assert "No bid yet. Still in, in this order: Player 2" in lines
    assert any(line.startswith("lost unseen") for line in lines)


def test_render_of_cards_laid_down(auctioning: Callable[..., KingPosition]) -> None:
    position = auctioning("Gold 2", "Gold 3 x3", "").play("bid 2", "pass", "discard Gold 3")
    assert (
        "To lay down: 2 cards, 1 of them done"
        in position.game.render(position.game.view(position.state, 1)).splitlines()
    )


def test_render_of_the_end(ended: Callable[..., KingPosition]) -> None:
    position = ended("Gold 1", "")
    assert position.game.render(position.game.view(position.state, 0)).startswith(
        "For the King (and Me): the game is over"
    )


def test_tell_of_an_auction(auctioning: Callable[..., KingPosition]) -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3", "Gold 1")
    assert position.told("bid 2", 1) == ("Player 1: bid 2",)
    assert position.play("bid 2").told("pass", 1) == ("You: pass", "Player 1: Military H4 won for 2")
    assert position.play("bid 2", "pass").told("pay 3", 1) == (
        "Player 1: pay 3",
        "Player 1: Military H4 received",
        "Favor card 2 of 2: Gold 2. Opener: You",
    )
    assert position.play("pass").told("pass", None) == (
        "Player 2: pass",
        "Nobody buys Military H4",
        "Favor card 2 of 2: Gold 2. Opener: Player 2",
    )
    assert position.play("pass").told("bid 9", 0)[1:] == (
        "Player 2: cannot pay 9; lost unseen: a card",
        "The bids start again. Opener: You",
    )


def test_tell_of_the_first_half(sharing: Callable[..., KingPosition]) -> None:
    position = sharing(2, "Gold 1, King +1, Military A2", last_turn=False)
    assert position.told("centre", 1) == ("Player 1: centre Gold 1",)
    position = position.play("centre")
    assert position.told("keep", 1) == ("Player 1: keep King +1",)
    position = position.play("keep")
    assert position.told("raise Military", 0) == ("You: raise Military", "You draw Military A2")
    position = position.play("raise Military", "favor")
    assert position.told("take Gold 1", 1)[:2] == ("You: take Gold 1", "Advisor: You")


def test_tell_of_the_last_turn_and_the_end(
    sharing: Callable[..., KingPosition], auctioning: Callable[..., KingPosition]
) -> None:
    position = sharing(2, "Gold 1, Gold 2, Military A2").play("centre", "keep", "favor")
    assert position.told("take Gold 1", 0) == (
        "Player 2: take Gold 1",
        "The deck is empty; the Favor deck is shuffled.",
        "Favor card 1 of 1: Military A2. Opener: You",
    )
    end = auctioning("Gold 2", "", "").play("pass")
    assert end.told("pass", 0) == (
        "Player 2: pass",
        "Nobody buys Gold 2",
        "The Favor deck is empty. All hands are laid open:",
        "You: none",
        "Player 2: none",
    )


def test_tell_of_a_king_that_changes_nothing(auctioning: Callable[..., KingPosition]) -> None:
    duties = {str(office): 6 for office in Office if office is not Office.LIVESTOCK}
    position = auctioning("King +1, Gold 2", "Gold 1", "", duties=duties).play("bid 1", "pass")
    assert position.told("pay 1", 0) == (
        "You: pay 1",
        "You: King +1 received",
        "King +1 can change nothing and leaves the game",
        "Favor card 2 of 2: Gold 2. Opener: Player 2",
    )


def test_tell_of_the_last_one_who_cannot_pay(auctioning: Callable[..., KingPosition]) -> None:
    position = auctioning("Military H4, Gold 2", "", "").play("bid 1", "pass")
    assert position.told("bid 1", 0) == (
        "Player 2: bid 1",
        "Player 2: cannot pay 1",
        "Nobody buys Military H4",
        "Favor card 2 of 2: Gold 2. Opener: Player 2",
    )


def test_tell_does_not_say_whether_there_was_another_way_to_pay(auctioning: Callable[..., KingPosition]) -> None:
    forced = auctioning("Military H4, Gold 2", "Gold 3", "Gold 1").play("bid 3", "pass")
    free = auctioning("Military H4, Gold 2", "Gold 3, Gold 2, Gold 1", "Gold 1").play("bid 3", "pass")
    assert (len(forced.legal), len(free.legal)) == (1, 2)
    for viewer in (1, None):
        assert forced.told("pay 3", viewer) == free.told("pay 3", viewer)
        assert forced.game.position(forced.state) == free.game.position(free.state)
    discard = auctioning("Gold 3, Gold 2", "Military A2", "Gold 1").play("bid 1", "pass")
    choose = auctioning("Gold 3, Gold 2", "Military A2, Gold 1", "Gold 1").play("bid 1", "pass")
    assert discard.told("discard Military A2", 1) == choose.told("discard Military A2", 1)
