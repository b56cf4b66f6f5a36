"""K9: influence, and who wins."""

from __future__ import annotations

import pytest

from boardgames import Outcome
from boardgames.games.koryo import FAMILIES, Kind
from tests.games.koryo.positions import Position, ordered


def final(position: Position) -> Outcome:
    """End whatever turns there are, and return the outcome."""
    while not position.over:
        position = position.play("end")
    outcome = position.game.outcome(position.state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("family", FAMILIES)
def test_k9_1_family_scores_its_number(players: int, family: Kind) -> None:
    tableaux = [""] * players
    tableaux[-1] = str(family)
    assert final(ordered(*tableaux)).scores == (*[0] * (players - 1), family.number)


@pytest.mark.parametrize("family", FAMILIES[1:])
def test_k9_1_a_tie_scores_nobody(family: Kind) -> None:
    assert final(ordered(str(family), str(family), "")).scores == (0, 0, 0)


@pytest.mark.parametrize(
    ("tableaux", "scores"),
    [
        (("2 Merchant", "3 Merchant", "4 Merchant"), (0, 0, 9)),
        (("3 Merchant", "3 Merchant", "3 Merchant"), (0, 0, 0)),
        (("2 Merchant", "3 Merchant", "3 Merchant"), (0, 0, 0)),
        (("3 Merchant", "2 Merchant", "2 Merchant"), (9, 0, 0)),
        (("3 Barbarian, Lobbying", ""), (-4, 0)),
        (("2 Guardian", "2 Guardian, Omniscient", "2 Guardian"), (0, 1, 0)),
        (
            (
                (
                    "Omniscient, Spy, Senator, Priest, Ship Owner, Banker, Guardian, Broadcaster,"
                    " Merchant"
                ),
                "",
            ),
            (45, 0),
        ),
        (("6 Barbarian, 4 Lobbying", ""), (-10, 0)),
        (
            ("Omniscient, Merchant", "Merchant, Spy, Barbarian", "2 Broadcaster", "Broadcaster"),
            (1, 1, 8, 0),
        ),
    ],
)
def test_k9_1_worked_examples(tableaux: tuple[str, ...], scores: tuple[int, ...]) -> None:
    assert final(ordered(*tableaux)).scores == scores


@pytest.mark.parametrize("barbarians", range(5))
@pytest.mark.parametrize("lobbyings", range(5))
@pytest.mark.parametrize("tokens", [0, 1, 8])
def test_k9_2_events_and_tokens(barbarians: int, lobbyings: int, tokens: int) -> None:
    tableau = ", ".join(
        f"{count} {event}"
        for count, event in ((barbarians, "Barbarian"), (lobbyings, "Lobbying"))
        if count
    )
    assert final(ordered("", tableau, tokens=(8 - tokens, tokens))).scores == (
        8 - tokens, tokens - barbarians - lobbyings,
    )  # fmt: skip


def test_k9_the_score_sheet_leaves_out_what_scores_nobody_anything() -> None:
    position = ordered("", "", tokens=(1, 1))
    sheet = position.game.words.score_sheet(position.state)
    assert [(line.source, line.points) for line in sheet.lines] == [("tokens", (1, 1))]


def test_k9_score_can_be_asked_at_any_time() -> None:
    position = ordered("Banker", "Guardian", season=2)
    assert position.game.score(position.state) == (6, 7)
    assert position.game.outcome(position.state) is None
    assert position.game.score(position.play("bank").state) == (7, 7)


@pytest.mark.parametrize(
    ("tableaux", "winners", "ranking"),
    [
        (("Merchant", "Broadcaster"), (0,), ((0,), (1,))),
        (("Spy", "Merchant", "Broadcaster"), (1,), ((1,), (2,), (0,))),
        (("Barbarian", "Barbarian, Spy", "", "Senator"), (3,), ((3,), (1,), (2,), (0,))),
    ],
)
def test_k9_3_most_influence_wins(
    tableaux: tuple[str, ...], winners: tuple[int, ...], ranking: object
) -> None:
    outcome = final(ordered(*tableaux))
    assert outcome.winners == winners
    assert outcome.ranking == ranking
    assert outcome.tie_break is None
    assert outcome.reason == "seasons_8"


@pytest.mark.parametrize(
    ("tableaux", "tokens", "winners"),
    [
        (("", ""), (0, 0), (0, 1)),
        (("Merchant", "Merchant, Omniscient", "Barbarian"), (1, 0, 0), (0, 1)),
        (("Guardian", "Merchant", "", "Broadcaster, Barbarian"), (0, 0, 7, 0), (1,)),
        (("Guardian", "", "Broadcaster, Barbarian", ""), (0, 7, 0, 0), (0, 1, 2)),
    ],
)
def test_k9_3_a_tie_is_a_shared_victory(
    tableaux: tuple[str, ...], tokens: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    position = ordered(*tableaux, tokens=tokens)
    outcome = final(position)
    assert outcome.winners == winners
    assert outcome.ranking[0] == winners
    while not position.over:
        position = position.play("end")
    shares = [position.game.evaluate(position.state, seat) for seat in range(len(tableaux))]
    assert shares == [1 / len(winners) if seat in winners else 0.0 for seat in range(len(tableaux))]


@pytest.mark.parametrize(
    ("tableaux", "tokens", "remarks"),
    [
        (
            ("Merchant, Broadcaster, Guardian, Banker", ""),
            (0, 0),
            ["Player 1 entered the Hall of Fame, with 30 points"],
        ),
        (("Merchant, Broadcaster, Guardian, Ship Owner", ""), (0, 0), []),  # 29
        (
            ("Merchant, Broadcaster, Guardian, Ship Owner", "Lobbying"),
            (1, 0),
            [
                "Player 1 entered the Hall of Fame, with 30 points",
                "Player 2 landed on the Wall of Shame, with -1 points",
            ],
        ),
        (("", "Barbarian"), (0, 1), []),  # 0
    ],
)
def test_k9_3_hall_of_fame_and_wall_of_shame(
    tableaux: tuple[str, ...], tokens: tuple[int, ...], remarks: list[str]
) -> None:
    position = ordered(*tableaux, tokens=tokens)
    while not position.over:
        position = position.play("end")
    assert list(position.game.words.remarks(position.state, None)) == remarks
    own = [remark.replace("Player 1", "You") for remark in remarks]
    assert list(position.game.words.remarks(position.state, 0)) == own
