"""K1, K3, K4 and K5: what is in the box, how a game starts, what a round begins with."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from boardgames import make
from boardgames.games.koryo import EVENTS, FAMILIES, Kind, Koryo
from tests.games.koryo.positions import ALL_EVENTS, CARDS_IN_ALL, Position, ordered, ordering

PLAYERS = (2, 3, 4)
SEASONS = [(1, 10, 3), (2, 9, 4), (3, 8, 5), (4, 7, 6), (5, 6, 7), (6, 5, 8), (7, 4, 9), (8, 3, 10)]
"""Season, cards dealt, limit."""


def printed_copies() -> list[tuple[str, int]]:
    """Return each card with its number of copies, as the table in the rules has them."""
    rows = re.findall(
        r"^\| ([A-Z][\w ]*?) +\| [\d-] +\| (\d+) +\|", Koryo(2).words.rules(), re.MULTILINE
    )
    return [(name, int(copies)) for name, copies in rows]


def key_of(name: str) -> str:
    return name.lower().replace(" ", "_")


def cards_held(position: Position) -> tuple[int, ...]:
    return position.view(None).hand_sizes


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("name", "copies"), printed_copies())
def test_k1_copies_of_each_card(players: int, name: str, copies: int) -> None:
    game = Koryo(players)
    assert game.inventory(game.new_game(1))[key_of(name)] == copies


@pytest.mark.parametrize("players", PLAYERS)
def test_k1_there_are_nine_families_and_eight_tokens_and_no_other_cards(players: int) -> None:
    game = Koryo(players)
    inventory = game.inventory(game.new_game(1))
    assert len(FAMILIES) == 9
    assert inventory["token"] == 8
    assert {*inventory} == {key_of(name) for name, _ in printed_copies()} | {"token"}


def test_k1_tokens_of_players_are_among_the_eight() -> None:
    position = ordered("Banker", "Merchant", tokens=(2, 1)).play("bank")
    assert position.state.tokens == (3, 1)
    assert position.game.inventory(position.state)["token"] == 8


@pytest.mark.parametrize(
    ("family", "number"), [(family, place) for place, family in enumerate(FAMILIES, start=1)]
)
def test_k1_number_of_a_family_is_its_value(family: Kind, number: int) -> None:
    position = ordered(str(family), "")
    position = position if position.over else position.play("end")
    assert family.number == number
    assert position.game.score(position.state) == (number, 0)


@pytest.mark.parametrize("event", EVENTS)
def test_k1_event_has_no_number_and_costs_one(event: Kind) -> None:
    position = ordered(str(event), "")
    assert event.number is None
    assert position.game.score(position.state) == (-1, 0)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("season", "dealt", "limit"), SEASONS[1:])
def test_k1_season_table(players: int, season: int, dealt: int, limit: int) -> None:
    del limit
    position = ordered(*[""] * players, season=season - 1)
    assert position.state.round.season == season
    assert cards_held(position) == (dealt,) * players


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", [0, 1, 2, 2**53])
def test_k3_a_game_starts_with_ten_cards_each_and_nothing_on_the_table(
    players: int, seed: int
) -> None:
    game = Koryo(players)
    state = game.new_game(seed)
    view = game.view(state, None)
    assert view.hand_sizes == (10,) * players
    assert view.pile_size == CARDS_IN_ALL - 10 * players
    assert view.bank == 8
    assert view.tokens == (0,) * players
    assert all(not any(tableau) for tableau in view.tableaux)
    assert view.round.season == 1
    assert game.to_act(state) == (view.round.first,)


@pytest.mark.parametrize("players", PLAYERS)
def test_k3_first_player_is_random(players: int) -> None:
    game = Koryo(players)
    firsts = [game.new_game(seed).round.first for seed in range(300)]
    for seat in range(players):
        assert 0.7 < firsts.count(seat) * players / 300 < 1.3


def test_k3_cards_are_shuffled() -> None:
    """Each card comes to the first hand as often as to any other place."""
    game = Koryo(2)
    merchants = [game.view(game.new_game(seed), 0).hand[Kind.MERCHANT] for seed in range(500)]
    assert 0.9 < sum(merchants) / 500 / (10 * 9 / CARDS_IN_ALL) < 1.1


def test_k3_a_seed_is_a_deal() -> None:
    game = Koryo(3)
    assert game.new_game(5) == make("koryo", players=3).new_game(5)
    assert len({game.new_game(seed).hidden for seed in range(50)}) == 50
    assert game.new_game() != game.new_game()


def test_k4_1_all_cards_outside_the_tableaux_are_dealt_from() -> None:
    """A card that was in a hand can be dealt again, one in a tableau cannot."""
    returned = ""
    for seed in range(40):
        position = ordering(ALL_EVENTS, "Omniscient, Merchant", hands=("Spy",), season=1, seed=seed)
        position = position.play("order none", "order none")
        assert position.state.round.season == 2
        returned += position.hand(0) + position.hand(1)
    assert "Spy" in returned
    assert not any(name in returned for name in ("Omniscient", *map(str, EVENTS)))


def test_k4_1_destroyed_cards_return() -> None:
    hands = []
    for seed in range(60):
        position = ordered("", "Omniscient", orders=("Barbarian",), season=1, seed=seed)
        position = position.play("destroy Omniscient of 2")
        assert position.gone == ""
        assert position.state.round.season == 2
        hands += [position.hand(0), position.hand(1)]
    assert any("Omniscient" in hand for hand in hands)


def test_k4_1_every_season_is_shuffled_anew() -> None:
    hands = {ordered("", "", season=season).hand(0) for season in range(1, 8)}
    assert len(hands) == 7


@pytest.mark.parametrize("players", PLAYERS)
def test_k4_2_first_player_passes_clockwise(players: int) -> None:
    for first in range(players):
        position = ordered(*[""] * players, season=3, first=first)
        assert position.state.round.first == (first + 1) % players
        assert position.game.to_act(position.state) == ((first + 1) % players,)


@pytest.mark.parametrize("players", PLAYERS)
def test_k4_2_game_ends_after_round_8(players: int) -> None:
    position = ordered(*[""] * players, season=7)
    assert not position.over
    position = position.play(*["order none"] * players)
    assert position.over
    assert position.legal == ()
    assert position.game.outcome(position.state) is not None


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("season", range(2, 9))
def test_k5_1_broadcaster_gets_one_card_more(players: int, seat: int, season: int) -> None:
    seat %= players
    tableaux = ["Broadcaster"] * players
    tableaux[seat] = "2 Broadcaster"
    position = ordered(*tableaux, season=season - 1)
    dealt = 11 - season
    assert cards_held(position) == tuple(dealt + (other == seat) for other in range(players))


def test_k5_1_tied_broadcasters_get_nothing_unless_one_has_the_omniscient() -> None:
    assert cards_held(ordered("Broadcaster", "Broadcaster", season=1)) == (9, 9)
    assert cards_held(ordered("Broadcaster", "Broadcaster, Omniscient", season=1)) == (9, 10)


FULL = ("4 Merchant", "2 Merchant, 2 Banker", "2 Broadcaster, 2 Banker")
"""Three tableaux at the limit of season 2, one with the Broadcaster majority."""


@pytest.mark.parametrize(
    ("season", "tableaux"),
    [
        # Of 45 Characters, 12 are in tableaux: 33 cards for 33, enough.
        (2, (*FULL, ALL_EVENTS)),
        # One more card is kept: 32 left, the Broadcaster's extra card is the one that is missing.
        (2, ("3 Senator, 2 Merchant", *FULL[1:], ALL_EVENTS)),
        # Two more are kept: 31 left. The first player of season 3 is player 2, so player 1 is dealt
        # to last.
        (2, ("3 Senator, 3 Merchant", *FULL[1:], ALL_EVENTS)),
        # Season 6, two players at 2 above the limit.
        (5, ("3 Senator, 6 Merchant", "5 Ship Owner, 4 Banker", "7 Broadcaster", ALL_EVENTS)),
    ],
)
def test_k5_2_dealing_stops_when_the_pile_runs_out(season: int, tableaux: tuple[str, ...]) -> None:
    """Player 3 has the Broadcaster majority."""
    position = ordered(*tableaux, season=season)
    while position.state.round.season == season:
        position = position.play(position.legal[-1])
    assert position.state.round.first == 1
    assert cards_held(position) == dealt_in_turn(position, 10 - season, extra=(2,))


def dealt_in_turn(position: Position, each: int, extra: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return how many cards each of four players gets: one by one from player 2 on, as long as
    there are cards outside the tableaux, and an extra card at the end.
    """
    outside = CARDS_IN_ALL - sum(map(sum, position.view(None).tableaux))
    seats = [*(1, 2, 3, 0) * each, *extra]
    given = Counter(seats[:outside])
    return tuple([given[seat] for seat in range(4)])


@pytest.mark.parametrize(
    ("season", "needed", "laid_out"),
    [
        (1, 40, 0),
        (2, 37, 14),
        (3, 33, 18),
        (4, 29, 22),
        (5, 25, 26),
        (6, 21, 30),
        (7, 17, 34),
        (8, 13, 38),
    ],
)
def test_k5_draw_arithmetic_of_four_players_at_the_limit(
    season: int, needed: int, laid_out: int
) -> None:
    """All at the limit, a Senator with two cards more, a Broadcaster with one card more in hand."""
    available = CARDS_IN_ALL - laid_out
    if season == 1:
        view = Koryo(4).view(Koryo(4).new_game(0), None)
        assert (sum(view.hand_sizes), view.pile_size) == (needed, available - needed)
        return
    limit = season + 1
    broadcasters = f"{limit} Broadcaster" if limit <= 8 else "8 Broadcaster, Spy"
    position = ordered(
        f"2 Senator, {limit} Merchant", broadcasters, *FILLED[limit], season=season - 1
    )
    view = position.view(None)
    assert tuple(map(sum, view.tableaux)) == (limit + 2, limit, limit, limit)
    assert (sum(view.hand_sizes), view.pile_size) == (needed, available - needed)


FILLED = {
    3: ("3 Guardian", "3 Guardian"),
    4: ("4 Guardian", "4 Lobbying"),
    5: ("5 Guardian", "5 Ship Owner"),
    6: ("6 Guardian", "6 Barbarian"),
    7: ("7 Guardian", "5 Ship Owner, 2 Barbarian"),
    8: ("7 Guardian, Barbarian", "5 Ship Owner, 3 Barbarian"),
    9: ("7 Guardian, 2 Barbarian", "5 Ship Owner, 4 Barbarian"),
}
"""By limit: two tableaux of this size whose owners have nothing to do."""


def test_k5_2_plain_hands_differ_by_at_most_one_card() -> None:
    """Two players profit from the Senator, one has all Events: of 45 Characters, 29 are left for
    four times 8.
    """
    tableaux = (
        "2 Senator, 6 Merchant",
        "Senator, 5 Guardian",
        "4 Ship Owner",
        ALL_EVENTS,
    )
    position = ordered(*tableaux, season=2).play("discard Senator", "discard Senator")
    assert (position.state.round.season, position.state.round.first) == (3, 1)
    assert cards_held(position) == dealt_in_turn(position, 8)
