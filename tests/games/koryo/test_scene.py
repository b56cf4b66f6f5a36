"""Koryŏ's scenes, labels and score sheets."""

from __future__ import annotations

import pytest

from boardgames.games.koryo import Kind, Koryo
from tests.games.koryo.positions import Position, ordered, ordering


def test_k9_1_the_sheet_names_families_events_and_tokens() -> None:
    position = ordered("2 Merchant, Barbarian", "Merchant, Spy", tokens=(0, 3))
    lines = {
        line.source: line.points for line in position.game.words.score_sheet(position.state).lines
    }
    assert lines == {"Merchant": (9, 0), "Spy": (0, 2), "Events": (-1, 0), "tokens": (0, 3)}


def test_k9_1_the_sheet_begins_with_the_family_that_is_worth_most() -> None:
    position = ordered("Spy, Broadcaster", "Guardian, Merchant, Barbarian", tokens=(1, 0))
    lines = position.game.words.score_sheet(position.state).lines
    assert [line.source for line in lines] == [
        "Merchant", "Broadcaster", "Guardian", "Spy", "Events", "tokens",
    ]  # fmt: skip


def test_every_piece_is_described_in_a_sentence_and_by_a_rule() -> None:
    game = Koryo(2)
    pieces = game.words.pieces()
    assert [piece.name for piece in pieces.values()] == [*map(str, Kind), "token"]
    page = game.words.rules()
    for key, piece in pieces.items():
        assert piece.key == key
        assert piece.text.endswith(".")
        assert f"- {piece.rule} " in page
        assert piece.group
    assert [pieces[kind.name.lower()].worth for kind in Kind] == [
        kind.number or -1 for kind in Kind
    ]


LABELS: list[tuple[Position, str, str]] = [
    (ordering("", "", hands=("3 Banker",)), "order 3 Banker", "order 3 Bankers"),
    (ordering("", "", hands=("3 Banker",)), "order none", "order nothing"),
    (ordered("Banker", "Merchant"), "bank", "take a token from the bank (Banker)"),
    (ordered("2 Spy", "Merchant", tokens=(0, 1)), "steal 2", "steal a token from Player 2 (Spy)"),
    (
        ordered("", "Merchant", orders=("Barbarian",)),
        "destroy Merchant of 2",
        "destroy Player 2's Merchant",
    ),
    (
        ordered("Spy", "Merchant", orders=("Lobbying",)),
        "swap Spy of 1 for Merchant of 2",
        "swap your Spy for Player 2's Merchant",
    ),
    (ordered("Priest, Lobbying", "Merchant"), "absolve Lobbying", "destroy your Lobbying (Priest)"),
    (ordered("", "Merchant", orders=("Barbarian",)), "end", "end your turn"),
]


@pytest.mark.parametrize(("position", "notation", "text"), LABELS)
def test_a_label_says_it_in_the_words_of_its_reader(
    position: Position, notation: str, text: str
) -> None:
    assert notation in position.legal
    assert position.label(notation).text == text


def test_k7_8_ending_a_turn_says_what_is_given_up() -> None:
    position = ordered("", "Merchant", orders=("Barbarian",))
    assert position.label("end").note == "gives up 1 Barbarian"


def test_the_prompt_says_what_is_asked_and_of_whom() -> None:
    position = ordering("Ship Owner", "", hands=("3 Banker",))
    prompts = [position.scene(viewer).prompt for viewer in (0, 1, None)]
    assert prompts == [
        "Order cards of one kind, face down, or two different ones (Ship Owner):",
        "Player 1 is to act",
        "Player 1 is to act",
    ]
