"""What players read: notation, table, events."""

from __future__ import annotations

import pickle
import re
from copy import deepcopy
from typing import Any

import pytest

import boardgames
from boardgames import NotationError
from boardgames.cli.menu import entries
from boardgames.core.chance import generator
from boardgames.core.values import evolve
from boardgames.games.for_the_king import Action, Bid, Change, Discard, Office, Pay, Take, card_of
from boardgames.games.for_the_king.words.english import English
from boardgames.scene.parts import Area, Item
from boardgames.scene.scene import Label, Touch
from boardgames.table.words import choices_of
from boardgames.testing.probe import walk
from tests.games.for_the_king.positions import KingPosition, auctioning, ended, game_for, sharing


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
def test_notation(action: Action, notation: str) -> None:
    assert str(action) == notation
    for written in (notation, notation.upper(), f"  {notation.replace(' ', '   ')} "):
        assert game_for(3).parse(written) == action


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("raise Military Diplomacy", "raise Diplomacy Military"),
        ("pay 3+1", "pay 1+3"),
        ("pay 3 1", "pay 1+3"),
        ("bid 04", "bid 4"),
    ],
)
def test_other_spellings_are_understood(written: str, meant: str) -> None:
    assert str(game_for(2).parse(written)) == meant


@pytest.mark.parametrize(
    "written",
    [
        "",
        "bid",
        "bid 0",
        "bid -1",
        "bid 118",
        "bid 1.5",
        "pay",
        "pay 4",
        "pay 0+1",
        "pay " + "+".join("1" * 40),
    ]
    + [
        "take",
        "take Military",
        "discard King +1",
        "raise",
        "raise Military Military",
        "raise Military lower Military",
    ],
)
def test_nonsense_is_no_action(written: str) -> None:
    with pytest.raises(NotationError):
        game_for(2).parse(written)


def test_bids_are_one_range_in_a_menu() -> None:
    position = auctioning("Military H4", "", "").play("bid 3")
    game, seat = position.game, position.state.player
    choices = choices_of(
        game.words, game.view(position.state, seat), game.legal_actions(position.state)
    )
    labels = [entry.label for entry in entries(choices)]
    assert labels == ["bid 4 to 54", "pass"]
    note = next(choice.note for choice in choices if choice.amount)
    assert {choice.note for choice in choices if choice.amount} == {note}, "all are bluffs"


def marks(of: Area | Item) -> tuple[str, ...]:
    """Return the keys of the marks."""
    return tuple([mark.key for mark in of.marks])


def zone(area: Area, key: str) -> dict[str | None, tuple[int, tuple[str, ...], bool]]:
    """Return what lies in a zone: by piece, how many, with which marks, and whether hidden."""
    items = [item for zone in area.zones if zone.key == key for item in zone.items]
    return {item.piece: (item.count, marks(item), item.hidden) for item in items}


def counter(area: Area | None, key: str) -> tuple[int, str]:
    """Return the value of a counter, and its note."""
    assert area is not None
    (found,) = [counter for counter in area.counters if counter.key == key]
    return found.value, found.note


def test_table_of_the_first_half() -> None:
    position = sharing(
        3,
        "Gold 1, Gold 3",
        hands=("Military A2, Military C2", "Military B2"),
        duties={"Military": 4},
    )
    position = position.play("centre")
    lines = position.render(0).splitlines()
    assert lines[0] == "For the King (and Me): turn 18 of 18  Deck 2   Removed 78"
    assert [line.split() for line in lines if "Military  " in line] == [
        ["Military", "4", "/", "2", "4", "A", "2", "B", "0"]
    ]
    assert {
        "Centre: Gold 1",
        "Your drawn card: Gold 3",
        "Your hand: Military A2, Military C2",
    } <= set(lines)
    assert not any("Gold 3" in line for line in position.render(1).splitlines())


def test_table_of_the_second_half() -> None:
    position = auctioning(
        "King +1, Gold 2", "Gold 3 x2", "Provisions A1", favored=("Gold 2", "King +1")
    )
    position = position.play("bid 3")
    lines = position.render(0).splitlines()
    assert lines[0] == (
        "For the King (and Me): auction 1 of 2  last bid 3   bid limit 54   Removed 77"
    )
    assert {"For sale: King +1", "Favor deck: Gold 2", "Your hand: 2 Gold 3"} <= set(lines)
    assert [marks(area) for area in position.scene(0).seats] == [("bid_3",), ()]
    paying = position.play("pass")
    assert [marks(area) for area in paying.scene(None).seats] == [("won_3",), ()]
    assert "King card: King +1" in paying.play("pay 3").render(None).splitlines()


def test_table_after_defaults_and_losses() -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3", "Provisions A1", "").play(
        "bid 4", "pass", "pass"
    )
    assert [marks(area) for area in position.scene(0).seats] == [("unable",), (), ()]
    assert "Your lost cards: Gold 3" in position.render(0).splitlines()
    seen = position.scene(1)
    assert (zone(seen.seats[0], "hand"), zone(seen.seats[0], "lost")) == ({}, {None: (1, (), True)})
    passed = position.play("pass")
    assert [marks(area) for area in passed.scene(0).seats] == [("unable",), ("passed",), ()]


def test_table_during_a_payment_for_gold() -> None:
    bought = auctioning("Gold 2", "Gold 3 x3", "").play("bid 2", "pass")
    order = ", in the order of your hand. You keep the cards that you pass over."
    assert bought.scene(0).prompt == f"Discard 2 cards to pay for Gold 2{order}"
    position = bought.play("discard Gold 3")
    assert marks(position.scene(1).seats[0]) == ("won_2_1",)
    assert position.scene(0).prompt == "Discard 1 card to pay for Gold 2."


def test_table_at_the_end_shows_all_hands() -> None:
    position = ended("Gold 1", "Military A2, Gold 2")
    assert position.render(0).splitlines()[0] == "For the King (and Me): game over  Removed 78"
    hand = zone(position.scene(0).seats[1], "hand")
    assert hand == {"Military A2": (1, (), False), "Gold 2": (1, (), False)}


def test_scene_shows_cards_known_to_be_in_another_hand() -> None:
    position = sharing(
        2, "Gold 3", hands=("", "Military A2, Gold 2 x2, Provisions A1"), kept=("", "Provisions A1")
    )
    other = position.scene(0).seats[1]
    assert zone(other, "hand") == {
        "Military A2": (1, (), True),
        "Gold 2": (2, (), True),
        None: (1, (), True),
    }
    assert counter(other, "military") == (2, "A")
    assert counter(other, "gold") == (4, "")
    assert counter(other, "unknown") == (1, "")


def test_points_do_not_depend_on_the_order_in_which_cards_were_gained() -> None:
    position = sharing(2, "Gold 3", hands=("", "Military A2, Provisions A1"))
    public = position.state.public
    turned = evolve(public, histories=tuple([notes[::-1] for notes in public.histories]))
    game = position.game
    for state in (position.state, evolve(position.state, public=turned)):
        other = game.words.scene(game.view(state, 0)).seats[1]
        assert counter(other, "points") == (6, "")


def test_scene_says_which_cards_may_be_gone() -> None:
    known = "Military A2, Military B2"
    position = auctioning(
        "Gold 3, Gold 1, Gold 2", f"{known}, Gold 1 x2", "", kept=("Gold 1 x2", "")
    )
    position = position.play("bid 1", "pass", "discard Gold 1")
    may_be_gone = (1, ("may_be_gone",), True)
    assert zone(position.scene(1).seats[0], "hand") == {
        "Military A2": may_be_gone,
        "Military B2": may_be_gone,
        "Gold 3": (1, (), True),
        None: (1, (), True),
    }


def test_scene_says_how_many_of_the_cards_known_are_left() -> None:
    known = "Diplomacy A2, Diplomacy C2, Architecture A1, Military A2, Provisions A1"
    position = auctioning("Gold 3, Gold 1", known, "Gold 2", kept=("", ""))
    position = position.play("bid 1", "pass", "discard Military A2")
    seen = position.scene(1)
    assert zone(seen.seats[0], "hand") == {"Gold 3": (1, (), True), None: (4, (), True)}
    assert (
        seen.notes[-1]
        == "Player 1 holds at least 4 of these: Diplomacy A2 and C2, Architecture A1, Military A2,"
        " Provisions A1."
    )
    assert counter(seen.seats[0], "diplomacy") == (
        0,
        "to 4 A",
    ), "either card may be the one that was lost"
    assert (counter(seen.seats[0], "gold"), counter(seen.seats[0], "unknown")) == ((3, ""), (0, ""))


def test_nothing_is_known_of_an_empty_hand() -> None:
    position = auctioning("Military H4, Gold 1", "Military A2", "Gold 2", kept=("", ""))
    position = position.play("bid 1", "pass")
    assert not position.state.hidden.hands[0], "a default costs the last card"
    seen = position.scene(1)
    assert (counter(seen.seats[0], "military"), counter(seen.seats[0], "unknown")) == (
        (0, ""),
        (0, ""),
    )


def test_scene_compares_primary_and_secondary_duties() -> None:
    centre = sharing(3, "Gold 1", duties={"Military": 5, "Diplomacy": 1}).scene(0).centre
    assert (counter(centre, "military"), counter(centre, "diplomacy")) == ((5, "/ 2"), (1, ""))
    assert counter(sharing(2, "Gold 1").scene(0).centre, "military") == (3, "")


def test_prompt_says_what_lies_within_ones_means_and_that_more_is_a_bluff() -> None:
    position = auctioning("Military H4", "Gold 3, Gold 2", "Gold 1")
    bluff = "A higher bid is a bluff: you would lose a random card, and not get this one."
    assert position.scene(0).prompt == f"Military H4: You can pay up to 5 in Gold. {bluff}"
    assert (
        position.play("bid 4").scene(1).prompt
        == f"Military H4: You can pay no more than 1 in Gold. {bluff}"
    )
    assert position.scene(1).prompt == "Player 1 bids or passes."
    penniless = auctioning("Military H4", "Military A2", "")
    loss = "you would lose a random card, and not get this one."
    assert penniless.scene(0).prompt == f"Military H4: You cannot pay. Any bid is a bluff: {loss}"
    without_cards = penniless.play("bid 1").scene(1).prompt
    assert (
        without_cards
        == "Military H4: You cannot pay. Any bid is a bluff: you would not get this card."
    )
    for_gold = auctioning("Gold 1", "Gold 3, Gold 2", "Gold 1")
    assert for_gold.scene(0).prompt == "Gold 1: You can pay up to 2 cards from your hand.", (
        "more cannot be bid"
    )
    assert (
        for_gold.play("bid 2").scene(1).prompt == "Gold 1: nobody can outbid 2; you can only pass."
    )


def labels(position: KingPosition) -> dict[str, Label]:
    """Return the labels of what the player to act can do, by notation."""
    return {notation: position.label(notation) for notation in position.legal}


def test_labels_of_bids_mark_bluffs() -> None:
    found = labels(auctioning("Military H4", "Gold 3, Gold 2", "Gold 1"))
    assert (found["bid 5"].note, found["bid 6"].note) == ("", "more than you can pay: a bluff")
    assert (found["bid 5"].group, found["bid 5"].amount) == ("bid", 5)


def test_labels_name_the_card_that_was_drawn() -> None:
    found = labels(sharing(2, "King +1, Gold 1, Gold 2"))
    assert [label.text for label in found.values()] == [
        "keep King +1",
        "put King +1 into the centre",
        "put King +1 onto the Favor deck",
    ]
    assert found["keep"].touches[0] == Touch(0, "drawn", "King +1")


def test_labels_of_payments_and_kings() -> None:
    paying = auctioning("King +1 -1", "Gold 1 x2, Gold 3 x2", "").play("bid 4", "pass")
    assert [(label.text, label.note) for label in labels(paying).values()] == [
        ("pay Gold 1 and Gold 3", ""),
        ("pay 2 Gold 3", "2 more than the bid"),
    ]
    changes = labels(paying.play("pay 1+3"))
    change = changes["raise Diplomacy lower Military"]
    assert (change.text, change.group) == ("raise Diplomacy and lower Military", "raise Diplomacy")


def test_every_card_of_the_game_is_a_piece() -> None:
    for players in (2, 5):
        rules = game_for(players)
        found = rules.words.pieces()
        assert set(rules.inventory(rules.new_game(0))) <= set(found)
        assert all(
            piece.key == key and piece.text.endswith(".") and piece.rule
            for key, piece in found.items()
        )
    assert found["Military C2"].group == found["military"].group == "military"
    assert (found["Military C2"].worth, found["Gold 3"].worth, found["King +1"].worth) == (
        2,
        3,
        None,
    )
    assert "livestock" not in game_for(4).words.pieces()


def test_score_sheet_says_where_the_points_come_from() -> None:
    position = ended("Military A2, Diplomacy A2", "Military H4", "", duties={"Military": 4})
    sheet = position.game.words.score_sheet(position.state)
    assert [(line.source, line.points) for line in sheet.lines] == [
        ("Diplomacy, Primary", (3, 0, 0)),
        ("Military, Primary", (0, 4, 0)),
        ("Military, Secondary", (2, 0, 0)),
    ]
    assert sheet.totals == position.scores


def test_cards_show_their_names() -> None:
    position = auctioning("Military H4", "Diplomacy A2, Gold 3 x2", "")
    view = position.view(0)
    assert repr(view.hand) == "(Diplomacy A2, Gold 3, Gold 3)"
    assert "turned=(Military H4,)" in repr(view)
    assert str(Take(view.hand[0])) == "take Diplomacy A2"
    pickled = pickle.loads(pickle.dumps(view.hand))  # noqa: S301  # our own
    for copied in (deepcopy(view.hand), pickled):
        assert all(card is original for card, original in zip(copied, view.hand, strict=True))
    written: Any = position.game.to_json(view)
    assert written["hand"] == {"Diplomacy A2": 1, "Gold 3": 2}


def test_tell_of_an_auction() -> None:
    position = auctioning("Military H4, Gold 2", "Gold 3", "Gold 1")
    assert position.told("bid 2", 1) == ("Player 1 bid 2",)
    assert position.play("bid 2").told("pass", 1) == (
        "You passed",
        "Player 1 won Military H4 for 2",
    )
    assert position.play("bid 2", "pass").told("pay 3", 1) == (
        "Player 1 paid 3",
        "Player 1 received Military H4",
        "Favor card 2 of 2 is Gold 2; bidding starts with you",
    )
    assert position.play("pass").told("pass", None) == (
        "Player 2 passed",
        "Nobody bought Military H4",
        "Favor card 2 of 2 is Gold 2; bidding starts with Player 2",
    )
    assert position.play("pass").told("bid 9", 0)[1:] == (
        "Player 2 could not pay 9, and lost a card unseen",
        "Bidding starts again with you",
    )


def test_tell_of_the_first_half() -> None:
    position = sharing(2, "Gold 1, King +1, Military A2", last_turn=False)
    assert position.told("centre", 1) == ("Player 1 put Gold 1 into the centre",)
    position = position.play("centre")
    assert position.told("keep", 1) == ("Player 1 kept King +1",)
    position = position.play("keep")
    assert position.told("raise Military", 0) == ("You raised Military", "You drew Military A2")
    position = position.play("raise Military", "favor")
    assert position.told("take Gold 1", 1)[:2] == ("You took Gold 1", "You became the Advisor")


def test_tell_of_the_last_turn_and_the_end() -> None:
    position = sharing(2, "Gold 1, Gold 2, Military A2").play("centre", "keep", "favor")
    assert position.told("take Gold 1", 0)[:2] == (
        "Player 2 took Gold 1",
        "The deck is empty; the Favor deck is shuffled.",
    )
    end = auctioning("Gold 2", "", "").play("pass")
    assert end.told("pass", 0)[2:] == (
        "The Favor deck is empty. All hands are laid open:",
        "You held no cards",
        "Player 2 held no cards",
    )


def test_tell_of_a_king_that_changes_nothing() -> None:
    duties = {str(office): 6 for office in Office if office is not Office.LIVESTOCK}
    position = auctioning("King +1, Gold 2", "Gold 1", "", duties=duties).play("bid 1", "pass")
    assert position.told("pay 1", 0)[1:3] == (
        "You received King +1",
        "King +1 can change nothing and leaves the game",
    )


def test_tell_of_the_last_one_who_cannot_pay() -> None:
    position = auctioning("Military H4, Gold 2", "", "").play("bid 1", "pass")
    *told, sold, following = position.told("bid 1", 0)
    assert told == ["Player 2 bid 1", "Player 2 could not pay 1"]
    assert "Military H4" in sold
    assert "Gold 2" in following


def test_tell_does_not_say_whether_there_was_another_way_to_pay() -> None:
    forced = auctioning("Military H4, Gold 2", "Gold 3", "Gold 1").play("bid 3", "pass")
    free = auctioning("Military H4, Gold 2", "Gold 3, Gold 2, Gold 1", "Gold 1").play(
        "bid 3", "pass"
    )
    assert (len(forced.legal), len(free.legal)) == (1, 2)
    for viewer in (1, None):
        assert forced.told("pay 3", viewer) == free.told("pay 3", viewer)
        assert forced.game.words.position(forced.state) == free.game.words.position(free.state)
    discard = auctioning("Gold 3, Gold 2", "Military A2", "Gold 1").play("bid 1", "pass")
    choose = auctioning("Gold 3, Gold 2", "Military A2, Gold 1", "Gold 1").play("bid 1", "pass")
    assert discard.told("discard Military A2", 1) == choose.told("discard Military A2", 1)


@pytest.mark.parametrize("players", range(2, 6))
def test_f2_offices_speak_of_secondary_duties_only_where_there_are_any(players: int) -> None:
    texts = [
        piece.text
        for piece in game_for(players).words.pieces().values()
        if "Primary Duty" in piece.text and not piece.worth
    ]
    assert texts
    assert any("Secondary Duty" in text for text in texts) == (players > 2)


def test_lost_cards_are_explained_as_soon_as_there_are_some() -> None:
    game = boardgames.make("for_the_king", players=3)
    state, rng, told = game.new_game(seed=5), generator(5, 0), set[bool]()
    while seats := game.to_act(state):
        scene = game.words.scene(game.view(state, seats[0]))
        lost = any(
            zone.key == "lost" and zone.size and area.seat != seats[0]
            for area in scene.areas
            for zone in area.zones
        )
        assert any(note.startswith(English.out_of_sight) for note in scene.notes) == lost
        told.add(lost)
        state = game.apply(state, game.random_action(state, rng))
    assert told == {True, False}


def test_a_note_explains_only_figures_that_stand_on_the_table() -> None:
    explained = re.compile(r"(?:^|\. )(\d+(?: / \d+| [A-Z]| to \d+)?): the|(\d+ [A-Z]): known")
    for players in (2, 3, 5):
        game: Any = boardgames.make("for_the_king", players=players)
        for ply in [*walk(game, 5, longest=400)][::7]:
            scene = game.words.scene(game.view(ply.after, 0))
            counters = [counter for area in scene.areas for counter in area.counters]
            figures = {f"{counter.value} {counter.note}".strip() for counter in counters}
            for note in scene.notes:
                for found in explained.finditer(note):
                    example = found[1] or found[2]
                    assert any(f"{figure} ".startswith(f"{example} ") for figure in figures), note
