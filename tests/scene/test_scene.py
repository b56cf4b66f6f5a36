"""Scenes drawn as text, on a table of no particular game."""

from __future__ import annotations

import re
from typing import Literal

import pytest

from boardgames.core.codec import from_json, to_json
from boardgames.core.text import clipped, fold, width
from boardgames.core.values import evolve
from boardgames.scene.as_html import scene_html
from boardgames.scene.as_text import draw, draw_score_sheet, plain
from boardgames.scene.parts import Area, Counter, Item, Mark, Piece, Zone, face_down
from boardgames.scene.scene import Scene, ScoreLine, ScoreSheet
from examples.tic_tac_toe import TicTacToe

PIECES = {
    piece.key: piece
    for piece in (
        Piece("ship_owner", "Ship Owner", "may order two kinds", "sea", 5),
        Piece("spy", "Spy", "steals", "court", 2),
        Piece("event", "Event", "costs a point", "event", -1),
    )
}
KINDS = ("ship_owner", "spy", "event")
MAJORITY = Mark("majority", "majority")


def named(mark: str) -> Mark:
    return Mark(mark, mark)


def hand(*items: Item) -> Zone:
    return Zone("hand", "hand", items)


def tableau(*items: Item) -> Zone:
    return Zone("tableau", "tableau", items, kinds=KINDS)


SCENE = Scene(
    viewer=0,
    title="Court",
    heading="season 2 of 3, orders",
    areas=(
        Area(
            None,
            "Table",
            (
                Zone(
                    "queue",
                    "Queue",
                    (Item("spy"), Item("event", 2), Item("ship_owner")),
                    ordered=True,
                ),
            ),
            (Counter("bank", "bank", 3), Counter("duty", "duty", 4)),
        ),
        Area(
            0,
            "You",
            (
                tableau(Item("ship_owner", 2, (MAJORITY,)), Item("event")),
                hand(Item("spy", 2), Item("ship_owner")),
            ),
            (Counter("cards", "cards", 3, 5), Counter("duty", "duty", 1)),
            (Mark("first_player", "first player"),),
        ),
        Area(
            1,
            "Player 2",
            (
                tableau(Item("spy", 1, (MAJORITY,))),
                hand(Item("spy", hidden=True), Item(None, 3, hidden=True)),
            ),
            (Counter("cards", "cards", 1, 5), Counter("duty", "duty", 2, note="A")),
        ),
    ),
    to_act=(1,),
    prompt="Player 2 is to act",
    notes=("To resolve: 1 Event",),
    layout="columns",
)


def test_seats_as_columns() -> None:
    assert plain(draw(SCENE, PIECES)) == (
        "Court: season 2 of 3, orders  bank 3\n"
        "                  You +                          Player 2 >\n"
        " 5 Ship Owner     2 *                            .\n"
        " 2 Spy            .                              1 *\n"
        "-1 Event          1                              .\n"
        "   hand           3                              4\n"
        "   cards          3 of 5                         1 of 5\n"
        "   duty        4  1                              2 A\n"
        "* majority   + first player\n"
        "Queue: 1: Spy  2: 2 Event  4: Ship Owner\n"
        "To resolve: 1 Event\n"
        "Your hand: 2 Spy, Ship Owner"
    )


def test_seats_as_rows() -> None:
    assert plain(draw(evolve(SCENE, layout="rows"), PIECES)) == (
        "Court: season 2 of 3, orders  bank 3\n"
        "                    cards   duty  tableau                         hand\n"
        "You (first player)  3 of 5  1     2 Ship Owner (majority), Event\n"
        "Player 2 >          1 of 5  2 A   Spy (majority)                  Spy, 3 unknown\n"
        "Queue: 1: Spy (2)  2: 2 Event (-1)  4: Ship Owner (5)\n"
        "To resolve: 1 Event\n"
        "Your hand: 2 Spy (2), Ship Owner (5)"
    )


def heads(columns: int, *names: str) -> list[str]:
    """Return what stands above the columns of these seats, of which the last is to act."""
    areas = [
        Area(seat, name, (), (Counter("cards", "cards", 3),), (Mark("first_player", "first"),))
        for seat, name in enumerate(names)
    ]
    scene = evolve(SCENE, areas=tuple(areas), to_act=(len(names) - 1,))
    return plain(draw(scene, {}, columns)).splitlines()[1].split()


def test_heads_that_have_no_room_are_short_and_keep_their_signs() -> None:
    assert heads(80, "You", "Player 2", "Player 3") == [
        *("You", "+", "Player", "2", "+", "Player", "3", ">", "+")
    ]
    assert heads(34, "You", "Player 2", "Player 3") == ["You+", "P2+", "P3>+"]
    assert heads(33, "Annabella", "Bernadette", "Carl") == ["Annab+", "Berna+", "Carl>+"]
    assert heads(33, "Annabella", "Annabeth", "Ann") == ["P1+", "P2+", "Ann>+"]


def test_a_score_sheet_without_room_for_names_has_short_ones() -> None:
    sheet = ScoreSheet((ScoreLine("points of all sorts", (1, 2, 3)),))
    names = ["Player 1", "Player 2", "Player 3"]
    head = plain(draw_score_sheet(sheet, names, 40)).splitlines()[0]
    assert head.split() == ["P1", "P2", "P3"]


def piled(seat: int, *stack: Item) -> Area:
    """Return the place of a seat with a hand, and a stack in which the order matters."""
    name, cards = f"Player {seat + 1}", (Item(None, 2, hidden=True),)
    return Area(
        seat, name, (Zone("hand", "hand", cards), Zone("stack", "stack", stack, ordered=True))
    )


def test_columns_of_rows_stand_in_the_order_in_which_the_zones_are_declared() -> None:
    """Whoever reads it, and whether the first seat has anything in a zone."""
    game = Scene(None, "Pile", "", (piled(0), piled(1, Item("spy"), Item(None, 2, hidden=True))))
    for reader in (None, 0, 1):
        heads = plain(draw(evolve(game, viewer=reader), PIECES)).splitlines()[1]
        assert heads.split() == ["hand", "stack"]


def test_what_lies_in_order_before_a_seat_is_numbered() -> None:
    game = Scene(None, "Pile", "", (piled(0, Item("spy"), Item(None, 2, hidden=True)), piled(1)))
    assert "1: Spy 2: 2 unknown" in plain(draw(game, PIECES))
    closed = Scene(None, "Pile", "", (piled(0, Item(None, 3, hidden=True)), piled(1)))
    assert plain(draw(closed, PIECES)).splitlines()[2].split() == ["Player", "1", "2", "3"]


def test_each_place_of_a_numbered_hand_shows_its_own_clues() -> None:
    unseen = (
        Item(None, 2, (named("blue"),), hidden=True),
        Item(None, 1, (named("red 1"),), hidden=True),
        *face_down(2),
    )
    own = Area(0, "You", (evolve(hand(*unseen), ordered=True),))
    drawn = plain(draw(evolve(SCENE, layout="rows", areas=(own,)), PIECES))
    assert (
        "Your hand: 1: unknown (blue)  2: unknown (blue)  3: unknown (red 1)\n    4: 2 unknown"
        in drawn
    )


def test_cards_that_lie_open_in_a_column_can_be_read_below() -> None:
    game = Scene(
        None, "Pile", "", (piled(0), piled(1, Item("spy"), Item("event"))), layout="columns"
    )
    size, below = plain(draw(game, PIECES)).splitlines()[-2:]
    assert size.split() == ["stack", ".", "2"]
    assert below == "Player 2, stack: 1: Spy  2: Event"
    own = plain(draw(evolve(game, viewer=1), PIECES)).splitlines()
    assert [line for line in own if "Spy" in line] == ["Your stack: 1: Spy  2: Event"]


def test_a_seat_becomes_a_paragraph_where_columns_are_too_wide() -> None:
    assert plain(draw(evolve(SCENE, layout="rows"), PIECES, 68)).splitlines()[1:4] == [
        "You (first player): cards 3 of 5; duty 1;",
        "    tableau 2 Ship Owner (majority), Event",
        "Player 2 >: cards 1 of 5; duty 2 A; tableau Spy (majority);",
    ]


BOARD = Area(
    None,
    "Table",
    (
        Zone("a1", "a1", ()),
        Zone("b1", "b1", (Item("ship_owner", seat=0),)),
        Zone("a2", "a2", (Item(None, hidden=True, seat=1), Item("spy"))),
        Zone("c2", "c2", (Item("spy", seat=1, marks=(named("tired"),)),)),
        Zone("deck", "Deck", face_down(3)),
    ),
    board=(("a1", "b1", ""), ("a2", "", "c2")),
    board_rows=("1", "2"),
    board_columns=("a", "b", "c"),
)


def test_a_board_shows_what_stands_in_each_cell_and_whose_it_is() -> None:
    scene = Scene(0, "Siege", "", (BOARD, Area(0, "You"), Area(1, "Player 2")))
    assert plain(draw(scene, PIECES)) == (
        "Siege  Deck 3\n"
        "   a           b           c\n"
        "1  .           Ship Owner\n"
        "2  +2 ?                    +*Spy\n"
        "You\nPlayer 2\n"
        "+ Player 2   * tired"
    )
    assert (
        plain(draw(scene, PIECES, 27)).splitlines()[2] == "1  .       Ship Ow"
    )  # no line is wider than the screen
    own = plain(draw(evolve(scene, areas=(evolve(BOARD, seat=1, name="Player 2"),)), PIECES))
    assert own.splitlines()[1].split() == ["Player", "2", "a", "b", "c"]


def test_rows_and_columns_of_a_board_have_the_names_that_the_scene_gives_them() -> None:
    named = evolve(BOARD, board_rows=("north", "south"), board_columns=("I", "II", "III"))
    _, heads, north, south, *_ = plain(draw(Scene(0, "Siege", "", (named,)), PIECES)).splitlines()
    assert heads.split() == ["I", "II", "III"]
    assert north.split()[0] == "north"
    assert south.split()[0] == "south"
    nameless = evolve(BOARD, board_rows=(), board_columns=())
    _, north, *_ = plain(draw(Scene(0, "Siege", "", (nameless,)), PIECES)).splitlines()
    assert north.split() == [".", "Ship", "Owner"]


def test_only_signs_that_a_board_shows_are_explained_below_it() -> None:
    deck = Zone("deck", "Deck", (Item(None, 3, (named("shuffled"),), hidden=True),))
    area = evolve(BOARD, zones=(*BOARD.zones[:-1], deck))
    scene = Scene(0, "Siege", "", (area, Area(0, "You"), Area(1, "Player 2")))
    assert "+ Player 2   * tired" in plain(draw(scene, PIECES)).splitlines()


def test_columns_stay_aligned_beside_wide_characters() -> None:
    """A Korean syllable takes two columns of a terminal."""
    name = "\N{HANGUL SYLLABLE NA}" * 3
    areas = [evolve(area, name=name) if area.seat == 0 else area for area in SCENE.areas]
    scene = evolve(SCENE, areas=tuple(areas))

    def columns_before(word: str, line: str) -> int:
        return width(line[: line.index(word)])

    _, heads, you, other, *_ = plain(draw(evolve(scene, layout="rows"), PIECES, 100)).splitlines()
    starts = {columns_before("cards", heads), columns_before("3 of 5", you)}
    assert starts == {columns_before("1 of 5", other)}
    heads, *lines = plain(draw(scene, PIECES)).splitlines()[1:]
    cards = next(line for line in lines if "cards" in line)
    assert columns_before("Player 2", heads) == columns_before("1 of 5", cards)


def test_wide_characters_are_folded_and_cut_by_the_columns_that_they_take() -> None:
    word = "\N{HANGUL SYLLABLE GO}" * 10
    notes = evolve(SCENE, notes=(f"{word} {word} {word}",))
    for layout in ("columns", "rows"):
        for line in plain(draw(evolve(notes, layout=layout), PIECES, 60)).splitlines():
            assert width(line) <= 60
    assert clipped(word, 5) == word[:2]
    assert fold([word, word], columns=40) == [word, f"    {word}"]


@pytest.mark.parametrize(
    ("layout", "columns"), [("columns", 40), ("columns", 80), ("rows", 60), ("rows", 80)]
)
def test_no_line_is_wider_than_the_screen_and_no_name_is_broken(
    layout: Literal["columns", "rows"], columns: int
) -> None:
    full = tableau(*[Item(key, 4) for key in KINDS])
    crowded = [
        evolve(area, zones=(full, hand(*[Item(key, 3) for key in KINDS]))) for area in SCENE.seats
    ]
    scene = evolve(SCENE, areas=(*SCENE.areas[:1], *crowded), layout=layout)
    text = plain(draw(scene, PIECES, columns))
    assert max(map(len, text.split("\n"))) <= columns
    assert text.count("Ship Owner") == text.replace("\n", " ").count("Ship Owner")


def test_a_scene_is_plain_json_and_back() -> None:
    assert from_json(Scene, to_json(SCENE)) == SCENE


def test_cards_that_nobody_knows_lie_face_down_and_no_cards_are_no_item() -> None:
    assert face_down(3) == (Item(None, 3, hidden=True),)
    assert face_down(0) == ()


def test_a_score_sheet_has_a_row_for_each_source_and_adds_up() -> None:
    sheet = ScoreSheet(
        (ScoreLine("Ship Owner", (5, 0)), ScoreLine("Events", (-1, 0)), ScoreLine("tokens", (2, 3)))
    )
    assert sheet.totals == (6, 3)
    assert plain(draw_score_sheet(sheet, ["You", "Player 2"])) == (
        "                 You  Player 2\n"
        "Ship Owner         5         .\n"
        "Events            -1         .\n"
        "tokens             2         3\n"
        "total              6         3"
    )


def test_a_game_without_a_scene_has_its_text(tic_tac_toe: TicTacToe) -> None:
    view = tic_tac_toe.view(tic_tac_toe.new_game(), 0)
    scene = tic_tac_toe.words.scene(view)
    assert scene.text == tic_tac_toe.words.render(view)
    assert plain(draw(scene, {})) == scene.text


def test_every_mark_of_a_grid_has_a_sign_of_its_own() -> None:
    """Six seats with a mark each, as many as the games here have, and as many on their cards."""
    areas = tuple(
        [
            Area(
                seat,
                f"P{seat}",
                (tableau(Item("spy", marks=(named(f"card {seat}"),))),),
                marks=(named(f"seat {seat}"),),
            )
            for seat in range(6)
        ]
    )
    last = plain(draw(Scene(0, "Court", "", areas, layout="columns"), PIECES, 80)).split("\n")[-1]
    signs = re.findall(r"(\S+) (?:card|seat) \d", last)
    assert len(signs) == len(set(signs)) == 12


def test_a_sign_means_the_same_from_one_screen_to_the_next() -> None:
    signs: dict[str, str] = {}

    def legend(*marks: str) -> str:
        item = Item("spy", marks=tuple(map(named, marks)))
        board = Area(None, "Table", (Zone("a1", "a1", (item,)),), board=(("a1",),))
        return plain(draw(Scene(0, "Siege", "", (board,)), PIECES, signs=signs)).splitlines()[-1]

    assert legend("tired", "bid 1") == "* tired   ~ bid 1"
    assert legend("lame", "bid 2") == "^ lame   ~ bid 2"
    assert legend("tired") == "* tired"
    assert legend("deaf", "tired", "dumb") == "! deaf   * tired   ~ dumb"


@pytest.mark.parametrize(
    ("viewer", "line"),
    [
        (0, "Teams: You and Player 3; Player 2 and Player 4"),
        (None, "Teams: Player 1 and Player 3; Player 2 and Player 4"),
    ],
)
def test_teams_are_shown_while_the_game_goes_on(viewer: int | None, line: str) -> None:
    seats = tuple([Area(seat, f"Player {seat + 1}") for seat in range(4)])
    scene = Scene(viewer, "Court", "round 1", seats, (0,), teams=((0, 2), (1, 3)))
    for shown in (scene, evolve(scene, layout="columns"), evolve(scene, areas=(), text="a table")):
        assert plain(draw(shown, {})).splitlines().count(line) == 1
        assert f"<p>{line}</p>" in scene_html(shown, {})
    assert "Teams" not in plain(draw(evolve(scene, teams=()), {}))
