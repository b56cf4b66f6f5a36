"""The table as a scene, its pieces, the labels of actions, and the score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

import boardgames
from boardgames.core.codec import to_json
from boardgames.core.values import evolve
from boardgames.games.mundus_novus import (
    Exchange,
    Kind,
    MundusNovus,
    Offer,
    Phase,
    RoundEvent,
    Supply,
    Take,
)
from boardgames.scene.parts import Item, Mark
from boardgames.scene.scene import Scene
from boardgames.testing.probe import walk
from tests.games.mundus_novus.positions import (
    DIFFERENT_PAY,
    RELICS_PAY,
    MundusPosition,
    arranged,
    cards,
)
from tests.games.position import random_game

ROWS = 24
"""Lines of a terminal; the table leaves most of them free for the choices in all but the longest
positions.
"""


def items(scene: Scene, key: str, seat: int | None = None) -> tuple[Item, ...]:
    """Return what lies in this zone of the seat, or of the centre."""
    (area,) = [area for area in scene.areas if area.seat == seat]
    return next((zone.items for zone in area.zones if zone.key == key), ())


def table(position: MundusPosition, viewer: int | None = 0) -> str:
    """Return the table as text, on one line."""
    return " ".join(position.render(viewer).split())


# Pieces.


def test_every_piece_is_described_in_one_sentence() -> None:
    game = MundusNovus(6)
    pieces = game.words.pieces()
    assert {*game.developments, "cocoa", "relic", "pirates", "doubloon"} <= set(pieces)
    assert len(pieces) == 10 + len(game.developments) + 5 + 1
    for key, piece in pieces.items():
        assert piece.key == key
        assert key.isascii()
        assert key == key.lower()
        assert piece.text.isascii()
        assert piece.text.endswith(".")
        assert piece.text.count(".") == 1
        assert piece.group
        assert f"{piece.rule} " in game.words.rules()


def test_a_card_says_what_it_pays_and_which_event_it_brings() -> None:
    pieces = MundusNovus(2).words.pieces()
    merchant = pieces["merchant_4_6_natives"]
    assert merchant.name == "Merchant 4-6"
    assert "pays 1 doubloon a round" in merchant.text
    assert merchant.text.endswith("as card 1 of the queue it brings Natives.")
    assert (pieces["caravel_8_pirates"].worth, pieces["warehouse_2"].worth) == (8, 2)
    assert pieces["cosa"].text.startswith("Juan de la Cosa: ")


def test_cards_of_a_users_file_are_pieces_too() -> None:
    data = to_json(MundusNovus(2).components)
    assert isinstance(data, dict)
    caravels = [{"value": value, "players": 2, "event": "none"} for value in (20, 20, 31)]
    pieces = MundusNovus(2, {**data, "caravels": caravels}).words.pieces()
    assert [pieces[key].worth for key in ("caravel_20", "caravel_20_2", "caravel_31")] == [
        20,
        20,
        31,
    ]


# Scenes.


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 6])
def test_a_scene_fits_a_terminal(players: int) -> None:
    game = MundusNovus(players)
    shown = [
        state
        for seed in range(3)
        for state in islice(random_game(game, seed), 0, None, 4)
        if game.to_act(state)
    ]
    views = [
        game.view(state, viewer) for state in shown for viewer in (game.to_act(state)[0], None)
    ]
    heights = [len(game.words.render(view).splitlines()) for view in views]
    assert max(heights) <= ROWS + 1
    assert sum(height > ROWS for height in heights) < len(heights) / 20


def test_the_scene_shows_what_a_seat_knows_of_other_hands() -> None:
    position = arranged(
        3,
        phase=Phase.GIFT,
        announced=2,
        short=1,
        hands={0: "1 corn, 1 relic", 1: "1 potato"},
        known={0: "1 relic"},
    )
    after = position.play("give corn")
    unknown, relic = Item(None, 1, hidden=True), Item("relic", 1, hidden=True)
    assert items(after.scene(2), "hand", 0) == (evolve(relic, marks=(Mark("may_be_gone", "?"),)),)
    assert items(after.scene(2), "hand", 1) == (evolve(unknown, count=2),)
    assert items(after.scene(1), "hand", 0) == (relic,)
    assert items(after.scene(0), "hand", 1) == (Item("corn", 1, hidden=True), unknown)
    assert "Cards marked ? may be gone: at most 1 card of Player 1." in table(after, 2)
    assert "may be gone" not in table(after, 1)


def test_the_scene_shows_market_queue_and_development() -> None:
    position = arranged(
        3,
        hands={0: "2 cotton, 1 relic", 1: "3 corn"},
        known={1: "1 corn"},
        doubloons=[5, 1, 0],
        event=RoundEvent.STORM,
        owned={
            0: ["Caravel 4", "Merchant 4-6", "Juan de la Cosa"],
            1: ["Shipyard", "Shipyard", "Warehouse for 2"],
        },
        queue=["Caravel 3", "Caravel 1", "Caravel 2", "Hernan Cortes", "Merchant 1-3"],
        market="1 cocoa, 2 vanilla",
    )
    scene = position.scene(0)
    assert scene.heading == "round 2, progression; Storm"
    assert items(scene, "market") == (Item("cocoa"), Item("vanilla", 2))
    assert items(scene, "queue")[0] == Item("caravel_3_pirates", 1, (Mark("pirates", "Pirates"),))
    assert items(scene, "queue")[3] == Item("cortes", 1, (Mark("pays_3", "+3"),))
    assert [item.piece for item in items(scene, "estate", 1)] == list(
        position.state.public.owned[1]
    )
    text = table(position)
    for shown in (
        "5 +2 Caravel 4",
        "Player 2 1",
        "corn, 2 unknown",
        "Your hand: 2 cotton (5), relic (10)",
        "(Master)",
        "2 Shipyard",
    ):
        assert shown in text
    assert "cotton" not in table(position, 1)


def test_chosen_cards_stay_in_the_hand_until_they_are_revealed() -> None:
    position = arranged(
        2, phase=Phase.OFFERS, announced=2, hands={0: "2 corn, 1 relic", 1: "4 potato"}
    )
    after = position.play("1: offer corn")
    own = items(after.scene(0), "hand", 0)
    assert own[0] == Item("corn", 1, (Mark("chosen", "chosen"),), hidden=True)
    assert sum(item.count for item in own) == 3
    assert after.scene(1) == position.scene(1)


def test_the_scene_explains_what_sets_bring() -> None:
    calm = arranged(2, hands={0: "3 coffee"})
    stormy = arranged(2, event=RoundEvent.STORM, owned={0: ["Diego de Almagro"]})
    protected = arranged(2, event=RoundEvent.STORM, owned={0: ["Juan de la Cosa"]})
    usual, only_first = (
        "3 of a resource 1-3 take card 1 of the queue, of 4-6 card 1, 2 or 3",
        "take only card 1",
    )
    for position, is_usual in ((calm, True), (stormy, False), (protected, True)):
        assert (usual in table(position)) == is_usual
        assert (only_first in table(position)) == (position is not calm)
        assert usual not in table(position, 1)
    assert "the top of the deck instead" in table(stormy)
    for viewer, spared in ((0, "you"), (1, "Player 1"), (None, "Player 1")):
        assert f"card 1 of the queue; de la Cosa spares {spared}." in table(protected, viewer)
    assert "spares" not in table(stormy)


def test_the_prices_of_relics_are_for_those_who_hold_relics() -> None:
    without = table(arranged(2, hands={0: "3 corn, 1 vanilla"}))
    resources = [f"{size} pay {doubloons}" for size, doubloons in DIFFERENT_PAY.items()]
    assert f"Different resources: {', '.join(resources)}." in without
    assert "Relics: " not in without
    first, *more = RELICS_PAY.items()
    relics = [f"{first[0]} pays {first[1]}", *[f"{size} pay {paid}" for size, paid in more]]
    assert f"Relics: {', '.join(relics)}." in table(arranged(2, hands={0: "3 corn, 1 relic"}))


def test_the_scene_marks_what_is_in_reach() -> None:
    position = arranged(2, hands={0: "3 coffee"}).play("set 3 coffee")
    queue = items(position.scene(0), "queue")
    assert [Mark("in_reach", "in reach") in item.marks for item in queue] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_the_scene_shows_a_fleet_being_split() -> None:
    owned = {0: ["Caravel 1", "Caravel 4", "Juan Ponce de Leon"]}
    position = arranged(
        2, phase=Phase.FLEETS, owned=owned, supply=Supply(cards("1 cocoa, 1 relic"), detached=(1,)),
        hands={0: "5 corn", 1: "5 tobacco"},
    )  # fmt: skip
    assert "Second fleet: Caravel 1." in table(position, None)
    assert "Turned up for the fleets: cocoa (1), relic (10)" in table(position, None)


def test_the_prompt_says_who_is_asked_for_what() -> None:
    def prompts(position: MundusPosition) -> list[str]:
        return [position.scene(viewer).prompt for viewer in (0, 1)]

    offering = arranged(3, phase=Phase.OFFERS, announced=2, hands=dict.fromkeys(range(3), "4 corn"))
    assert prompts(offering)[0] == "Offer 2 cards:"
    view = offering.view(0)
    assert offering.game.words.label(view, Offer(Kind.CORN)).text == "offer corn (2)", (
        "the number decides who trades first"
    )
    assert prompts(arranged(3)) == ["Make sets, or end your turn:", "Player 1 is to act"]
    giving = arranged(3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn"})
    assert prompts(giving)[0] == "Give a card to Player 2, who is one card short:"


# Labels.


def test_the_label_of_an_identical_set_names_the_deck_to_almagros_owner() -> None:
    notes = []
    for deck in (None, ["Shipyard"], []):
        position = arranged(
            2, hands={0: "3 corn"}, owned={0: ["Diego de Almagro"]}, deck=deck, unfilled=True,
            queue=["Caravel 4", "Caravel 2", "Caravel 5", "Caravel 7", "Caravel 8"],
        )  # fmt: skip
        notes.append(position.label("set 3 corn").note)
    assert notes == ["takes card 1 or the top of the deck"] * 2 + ["takes card 1"]


def test_the_label_of_an_offer_says_what_must_follow() -> None:
    """Numbers only go up (M5.1), so that a high card first leaves no choice of the others."""

    def notes(
        hand: str = "2 corn, 1 tobacco, 1 potato",
        *,
        casas: bool = False,
        chosen: Sequence[Kind] = (),
    ) -> list[str]:
        hands = {0: hand, 1: "3 cocoa"}
        owned = {0: ["Bartolome de las Casas"]} if casas else {}
        position = arranged(2, phase=Phase.OFFERS, announced=3, hands=hands, owned=owned)
        game, state = position.game, position.state
        for kind in chosen:
            state = game.apply(state, Offer(kind), 0)
        return [
            game.words.label(game.view(state, 0), action).note
            for action in game.legal_actions(state, 0)
        ]

    assert notes() == [""]
    assert notes(chosen=(Kind.CORN,)) == ["", "then only 1 potato can follow, no lower card"]
    assert notes(chosen=(Kind.CORN, Kind.CORN)) == ["", ""]
    follow = "then only 2 tobacco can follow, no lower card"
    assert notes("1 cocoa, 1 corn, 4 tobacco") == ["", follow, follow]
    assert notes(casas=True) == ["", "", "", ""], "who may offer fewer cards always has a choice"


def test_the_prompt_for_an_offer_says_how_many_cards_and_whether_fewer_will_do() -> None:
    hands, owned = {0: "3 corn", 1: "3 cocoa"}, {1: ["Bartolome de las Casas"]}
    position = arranged(2, phase=Phase.OFFERS, announced=3, hands=hands, owned=owned)
    prompts = [position.scene(seat).prompt for seat in (0, 1)]
    assert [each.partition(" cards:")[0] for each in prompts] == ["Offer 3", "Offer up to 3"]


def test_labels_of_trades_name_both_places() -> None:
    position = arranged(2, phase=Phase.TRADES, announced=2, offers={0: "1 corn", 1: "1 cocoa"})
    label = position.label("take cocoa from 2 for potato")
    assert label.text == "take cocoa from Player 2, and exchange it for potato"
    assert label.group == position.label("take cocoa from 2").group, (
        "first which card, then for what"
    )
    assert [(touch.seat, touch.zone, touch.piece) for touch in label.touches] == [
        (1, "offer", "cocoa"), (None, "market", "potato"),
    ]  # fmt: skip


def test_every_action_that_is_one_of_several_belongs_to_a_menu() -> None:
    game = MundusNovus(4)
    numbers = Counter(map(type, game.actions))
    of_several = {kind for kind, number in numbers.items() if number > 1}
    with_a_menu_for_each_card = {Exchange, Take}
    assert of_several - {*game.words.groups} == with_a_menu_for_each_card


def test_a_card_that_counts_as_another_kind_is_not_pointed_at_in_the_hand() -> None:
    """M6.6: it has left the hand."""
    position = arranged(
        2, hands={0: "1 corn, 1 tobacco, 1 coffee, 1 sugar cane"}, owned={0: ["Merchant 4-6"]}
    )
    position = position.play("employ 4-6", "use corn as cotton", "different 4")
    (action,) = [action for action in position.legal if action.startswith("sell")]
    assert [touch.piece for touch in position.label(action).touches] == [
        "tobacco",
        "coffee",
        "sugar_cane",
    ]


# The score sheet.


def test_the_score_sheet_says_where_doubloons_came_from() -> None:
    owned = {0: ["Hernan Cortes", "Shipyard"], 1: ["Caravel 1", "Francisco de Coronado"]}
    queue = ["Caravel 4", "Caravel 2", "Caravel 5", "Caravel 7", "Merchant 4-6"]
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 2 relic"}
    position = arranged(2, hands=hands, owned=owned, queue=queue, doubloons=[0, 2]).play(
        "different 4", "sell 1-2-3-4", "relics 2", "done", "done", "event fire",
    )  # fmt: skip
    lines = {
        line.source: (line.points, line.rule)
        for line in position.game.words.score_sheet(position.state).lines
    }
    assert lines == {
        "different sets": ((DIFFERENT_PAY[4], 2), "M6.4"),
        "relic sets": ((RELICS_PAY[2], 0), "M6.5"),
        "Development cards": ((3, 0), "M6.8"),
        "Shipyards": ((1, 0), "M6.9"),
        "Coronado": ((0, -2), "M3.2"),
    }
    assert position.game.round(position.state) == 3


def test_a_hand_is_as_large_as_it_is_where_cards_may_be_gone() -> None:
    game: Any = boardgames.make("mundus_novus", players=3)
    notes = set[str]()
    for ply in walk(game, 4, longest=1000):
        for viewer in range(3):
            view = game.view(ply.after, viewer)
            scene = game.words.scene(view)
            notes.update(scene.notes)
            sizes = [
                (area.seat, zone.size)
                for area in scene.areas
                for zone in area.zones
                if zone.key == "hand"
            ]
            assert sizes == [*enumerate(view.hand_sizes)]
    assert any("holds at least 1 of these: " in note for note in notes)
