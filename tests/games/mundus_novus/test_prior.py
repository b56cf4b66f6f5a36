"""What a search tries first: sensible actions, by what the seat itself can see."""

from __future__ import annotations

from boardgames.games.mundus_novus import Phase, RoundEvent
from tests.games.mundus_novus.positions import arranged

QUEUE = ["Caravel 4", "Hernan Cortes", "Caravel 2", "Caravel 5", "Caravel 7"]


def test_the_largest_different_set_looks_best() -> None:
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 1 sugar cane, 1 potato, 1 relic"}
    assert arranged(2, hands=hands).most_promising == "different 7"


def test_natives_make_relics_look_better_than_a_different_set() -> None:
    hands = {0: "1 cocoa, 1 corn, 1 tobacco, 1 coffee, 1 cotton, 2 relic"}
    for event, better, worse in (
        (RoundEvent.NONE, "different 5", "relics 2"),
        (RoundEvent.NATIVES, "relics 2", "different 5"),
    ):
        found = arranged(2, hands=hands, event=event).prior
        assert found[better] >= found[worse]


def test_with_kings_help_a_merchant_is_as_useful_after_an_identical_set() -> None:
    owned = {0: ["Merchant 4-6"]}
    position = arranged(2, hands={0: "5 coffee, 1 vanilla"}, owned=owned, queue=QUEUE, event=RoundEvent.KINGS_HELP)
    needed = arranged(2, hands={0: "2 coffee, 1 vanilla"}, owned=owned, queue=QUEUE).prior["employ 4-6"]
    assert position.play("set 3 coffee", "buy 1").prior["employ 4-6"] == needed


def test_a_turn_looks_unfinished_while_there_is_a_set_to_make() -> None:
    assert arranged(2, hands={0: "1 relic"}).most_promising == "relics 1"


def test_an_exchange_that_pays_orellana_looks_better() -> None:
    state = arranged(2,
        phase=Phase.TRADES, announced=2, hands={0: "1 corn"}, offers={0: "1 cocoa", 1: "1 coffee"},
        market="1 corn, 1 tobacco, 1 potato", owned={0: ["Francisco de Orellana"]},
    )  # fmt: skip
    assert state.most_promising == "take coffee from 2 for potato"
