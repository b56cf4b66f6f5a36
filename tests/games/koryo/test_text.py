"""The notation of actions, the position as text, and what is told of what happens."""

from __future__ import annotations

from typing import get_args

import pytest

from boardgames import NotationError
from boardgames.games.koryo import (
    EVENTS,
    FAMILIES,
    Absolve,
    Action,
    Bank,
    Destroy,
    Discard,
    End,
    Kind,
    Koryo,
    Order,
    Steal,
    Swap,
)
from boardgames.games.koryo.actions import EVERY_ACTION
from boardgames.games.koryo.events import (
    CharactersLost,
    Event,
    OrderPlaced,
    OrderRevealed,
    SeasonBegins,
)
from tests.games.koryo.positions import CARDS_IN_ALL, Position, ordered, ordering

VIEWERS = (0, 1, None)

NOTATION: list[tuple[Action, str]] = [
    (Order(()), "order none"),
    (Order((Kind.BANKER,)), "order 1 Banker"),
    (Order((Kind.SHIP_OWNER,) * 3), "order 3 Ship Owner"),
    (Order((Kind.SPY, Kind.SHIP_OWNER)), "order Spy Ship Owner"),
    (Order((Kind.BANKER, Kind.BARBARIAN)), "order Banker Barbarian"),
    (Order((Kind.BARBARIAN, Kind.LOBBYING)), "order Barbarian Lobbying"),
    (Bank(), "bank"),
    (Absolve(Kind.BARBARIAN), "absolve Barbarian"),
    (Absolve(Kind.LOBBYING), "absolve Lobbying"),
    (Steal(0), "steal 1"),
    (Steal(3), "steal 4"),
    (Destroy(2, Kind.SHIP_OWNER), "destroy Ship Owner of 3"),
    (Swap(0, Kind.BANKER, 1, Kind.SPY), "swap Banker of 1 for Spy of 2"),
    (Swap(2, Kind.SHIP_OWNER, 3, Kind.OMNISCIENT), "swap Ship Owner of 3 for Omniscient of 4"),
    (Discard(Kind.MERCHANT), "discard Merchant"),
    (End(), "end"),
]


@pytest.mark.parametrize(("action", "notation"), NOTATION)
def test_notation_is_written_and_read(action: Action, notation: str) -> None:
    game = Koryo(4)
    assert str(action) == notation
    for written in (
        notation,
        notation.upper(),
        f"\t {notation.replace(' ', '   ')} \n",
        notation.replace(" ", ""),
    ):
        assert game.parse(written) == action
    assert game.action_from_json(game.to_json(action)) == action


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("order Barbarian Banker", Order((Kind.BANKER, Kind.BARBARIAN))),
        ("order ship owner spy", Order((Kind.SPY, Kind.SHIP_OWNER))),
        ("order Merchant", Order((Kind.MERCHANT,))),
        ("order Ship Owner", Order((Kind.SHIP_OWNER,))),
    ],
)
def test_parse_understands_other_ways_to_write_an_order(written: str, action: Action) -> None:
    assert Koryo(2).parse(written) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "order",
        "order 0 Banker",
        "order 16 Omniscient",
        "order -1 Banker",
        "order 2",
        "order Banker Banker Spy",
        "order Emperor",
        "pass",
        "bank 1",
        "absolve Banker",
        "steal 0",
        "steal 5",
        "destroy Merchant",
        "destroy Barbarian of 2",
        "destroy Merchant of 5",
        "swap Banker of 1",
        "swap Banker of 2 for Spy of 1",
        "swap Spy of 1 for Spy of 2",
        "swap Spy of 1 for Banker of 1",
        "discard Barbarian",
        "discard 2 Merchant",
        "end turn",
        "1",
        "\u2603",
        "order 1 Bank\u00e9r",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Koryo(4).parse(text)
    assert "\n" not in str(caught.value)


def test_actions_sort_as_they_are_listed() -> None:
    """First by what is done, in the order of the phases, then by its cards and seats in the order
    of the rules.
    """
    kinds = [type(action) for action in sorted(EVERY_ACTION)]
    assert list(dict.fromkeys(kinds)) == [*get_args(Action)]
    assert (
        Order(())
        < Order((Kind.BANKER,))
        < Order((Kind.BANKER, Kind.BARBARIAN))
        < Order((Kind.BARBARIAN,))
    )
    assert Destroy(1, Kind.MERCHANT) < Destroy(2, Kind.SPY)


# The position.


def test_render_shows_the_table() -> None:
    position = ordering(
        "2 Guardian, Ship Owner",
        "2 Guardian, Omniscient, 2 Barbarian",
        "",
        hands=("3 Banker, Spy",),
        season=4,
        tokens=(3, 0, 1),
    )
    pile = CARDS_IN_ALL - 12
    assert position.render(0).split("\n") == [
        f"Koryŏ: season 4 of 8, orders  dealt 7   limit 6   bank 4   Pile {pile}",
        "                     You > +            Player 2           Player 3",
        " 9 Merchant          .                  .                  .",
        " 8 Broadcaster       .                  .                  .",
        " 7 Guardian          2                  2 *~               .",
        " 6 Banker            .                  .                  .",
        " 5 Ship Owner        1 *                .                  .",
        " 4 Priest            .                  .                  .",
        " 3 Senator           .                  .                  .",
        " 2 Spy               .                  .                  .",
        " 1 Omniscient        .                  1 *                .",
        "-1 Barbarian         .                  2                  .",
        *[f"-1 {event!s:<18}.                  .                  ." for event in EVENTS[1:]],
        "   cards             3 of 6             5 of 6             0 of 6",
        "   tokens            3                  0                  1",
        "   points right now  8                  -1                 1",
        "* majority   ~ tie   + first player",
        "A tie won by the Omniscient gives the family's power, but no points.",
        "Your hand: Spy, 3 Banker",
    ]


def test_render_hides_what_a_viewer_does_not_know() -> None:
    position = ordering("", "", hands=("3 Banker, Spy", "Omniscient")).play("order 3 Banker")
    own, other, spectator = (position.render(viewer) for viewer in VIEWERS)
    assert "Your order: 3 Banker" in own
    assert "Your hand: Omniscient" in other
    for text in (other, spectator):
        assert "   order                3 " in text
        assert "Your order" not in text
    assert "Your" not in spectator
    assert "You" not in spectator


def test_render_shows_what_is_to_resolve() -> None:
    position = ordered("Ship Owner", "Merchant", orders=("Barbarian, Lobbying",))
    assert "To resolve: 1 Barbarian and 1 Lobbying" in position.render(0)
    for event in ("Barbarian", "Lobbying"):
        one = ordered("Banker", "Merchant", orders=(f"2 {event}",))
        assert f"To resolve: 2 {event}" in one.render(None)
    position = position.play("destroy Merchant of 2")
    assert position.over
    assert "To resolve" not in position.render(0)


def test_render_shows_the_limit_that_was_read() -> None:
    position = ordered("Senator, 6 Merchant", "", season=1)
    assert "7 of 5" in position.render(None)
    assert "6 of 5" in position.game.words.render(
        position.game.view(position.play("discard Senator").state, None)
    )


# What is told.


def told(position: Position, notation: str, viewer: int | None) -> list[str]:
    """Return what the viewer is told of the player's doing this, and what follows from it."""
    after = position.play(notation)
    action = position.game.parse(notation)
    return list(
        position.game.words.tell(position.state, position.state.player, action, after.state, viewer)
    )


def happens(position: Position, notation: str) -> list[type[Event]]:
    """Return of what kinds the events of this action are, in order."""
    return [
        type(event) for event in position.game.events(position.state, position.game.parse(notation))
    ]


@pytest.mark.parametrize(
    ("notation", "own", "size"),
    [
        ("order 3 Banker", "3 Bankers", "3 cards, face down"),
        ("order 1 Spy", "1 Spy", "1 card, face down"),
        ("order none", "nothing", "nothing"),
    ],
)
def test_tell_hides_an_order(notation: str, own: str, size: str) -> None:
    position = ordering("", "", hands=("3 Banker, Spy",))
    assert told(position, notation, 0) == [f"You ordered {own}"]
    for viewer in (1, None):
        assert told(position, notation, viewer) == [f"Player 1 ordered {size}"]


def test_tell_of_the_last_order_goes_on_with_what_is_revealed() -> None:
    position = ordering("Banker", "", hands=("", "2 Merchant"), orders=("3 Guardian",), player=1)
    assert told(position, "order 2 Merchant", None) == [
        "Player 2 ordered 2 cards, face down",
        "Player 1 revealed 3 Guardians",
    ]
    assert told(position, "order 2 Merchant", 1)[0] == "You ordered 2 Merchants"
    position = position.play("order 2 Merchant")
    assert told(position, "end", 1) == [
        "Player 1 ended the turn",
        "You revealed 2 Merchants",
        "The last season is over",
    ]


def test_tell_of_an_order_revealed_at_once() -> None:
    """Nobody has anything to do: the round runs through, and a new season begins."""
    position = ordering(
        "", "", hands=("", "2 Merchant"), orders=("3 Guardian",), player=1, season=2
    )
    assert happens(position, "order 2 Merchant")[:4] == [
        OrderPlaced,
        OrderRevealed,
        OrderRevealed,
        SeasonBegins,
    ]
    lines = told(position, "order 2 Merchant", 0)
    assert lines[1:3] == ["You revealed 3 Guardians", "Player 2 revealed 2 Merchants"]
    assert lines[3:] == ["Season 3 begins, with Player 2 as first player"]


@pytest.mark.parametrize(
    ("notation", "lines"),
    [
        ("bank", ("You took a token from the bank", "Player 1 took a token from the bank")),
        (
            "absolve Lobbying",
            (
                "You destroyed 1 Lobbying with the Priest",
                "Player 1 destroyed 1 Lobbying with the Priest",
            ),
        ),
        ("steal 2", ("You stole a token from Player 2", "Player 1 stole a token from you")),
        (
            "destroy Merchant of 2",
            ("You destroyed Player 2's Merchant", "Player 1 destroyed your Merchant"),
        ),
        (
            "swap Banker of 1 for Merchant of 2",
            (
                "You swapped your Banker for Player 2's Merchant",
                "Player 1 swapped your Merchant for their own Banker",
            ),
        ),
    ],
)
def test_tell_names_everybody_as_the_viewer_does(notation: str, lines: tuple[str, str]) -> None:
    tableau = "2 Spy, 2 Banker, Priest, Ship Owner"
    position = ordered(tableau, "2 Merchant", orders=("Barbarian, Lobbying",), tokens=(0, 2))
    assert (told(position, notation, 0), told(position, notation, 1)) == ([lines[0]], [lines[1]])


def test_spectators_read_first_what_the_swapping_player_gives() -> None:
    position = ordered("2 Merchant", "2 Spy, Banker", orders=("", "Lobbying"), first=1)
    assert told(position, "swap Merchant of 1 for Banker of 2", None) == [
        "Player 2 swapped their own Banker for Player 1's Merchant"
    ]


def test_tell_of_a_discard() -> None:
    position = ordered("5 Merchant", "", season=1)
    assert told(position, "discard Merchant", 0) == ["You discarded 1 Merchant"]
    assert told(position.play("discard Merchant"), "discard Merchant", 1) == [
        "Player 1 discarded 1 Merchant",
        "Season 2 begins, with you as first player",
    ]


def test_tell_of_characters_that_go_because_events_reach_the_limit() -> None:
    characters = ", ".join(
        f"1 {kind}"
        for kind in FAMILIES
        if kind not in (Kind.SPY, Kind.SENATOR, Kind.PRIEST, Kind.BANKER)
    )
    position = ordering(
        f"3 Barbarian, {characters}", "", hands=("", "Merchant"), player=1, season=1
    )
    lines = told(position, "order 1 Merchant", None)
    assert (
        " ".join(" ".join(lines[2:-1]).split())
        == f"Player 1 lost all Characters, as Events reach the limit: {characters}"
    )
    assert {CharactersLost, SeasonBegins} < set(happens(position, "order 1 Merchant"))
    assert all(line.isascii() and len(line) <= 80 and line == line.rstrip() for line in lines)


def test_k7_9_tell_of_an_event_without_a_target() -> None:
    """The Guardian majority keeps the Barbarian away, so that nobody is asked."""
    guarded = ordering("7 Guardian", "", hands=("", "1 Barbarian"), player=1, season=5)
    lines = told(guarded, "order 1 Barbarian", 1)
    assert lines[2] == "You had no use for 1 Barbarian"
    open_to_attack = ordering("6 Banker", "", hands=("", "1 Barbarian"), player=1, season=5)
    assert not any("no use" in line for line in told(open_to_attack, "order 1 Barbarian", 1))
