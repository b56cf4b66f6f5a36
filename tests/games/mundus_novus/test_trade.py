"""M5: Trade."""

from __future__ import annotations

from random import Random

import pytest

from boardgames import IllegalActionError
from boardgames.games.mundus_novus import Phase
from tests.games.mundus_novus.positions import MundusPosition, arranged, cards, choices_reached


def offering(
    players: int, hands: dict[int, str], announced: int = 2, **more: object
) -> MundusPosition:
    return arranged(players, phase=Phase.OFFERS, announced=announced, hands=hands, **more)  # type: ignore[arg-type]  # by name


def trading(players: int, offers: dict[int, str], **more: object) -> MundusPosition:
    values = {"hands": dict.fromkeys(range(players), "2 corn"), **more}
    return arranged(players, phase=Phase.TRADES, announced=2, offers=offers, **values)  # type: ignore[arg-type]  # by name


def test_m5_1_the_trade_master_announces_2_3_or_4() -> None:
    position = arranged(
        3, phase=Phase.NUMBER, player=1, master=1, hands=dict.fromkeys(range(3), "5 corn")
    )
    assert position.to_act == (1,)
    assert position.legal == ("announce 2", "announce 3", "announce 4")
    after = position.play("announce 3")
    assert after.state.trade.announced == 3
    assert after.to_act == (0, 1, 2)


def test_m5_1_all_offer_at_once_and_in_any_order() -> None:
    position = offering(3, {0: "2 corn", 1: "1 cocoa, 1 relic", 2: "2 potato, 2 vanilla"})
    one = position.play("3: offer potato", "1: offer corn", "3: offer potato", "1: offer corn")
    other = position.play("1: offer corn", "1: offer corn", "3: offer potato", "3: offer potato")
    assert one == other
    assert one.to_act == (1,)
    after = one.play("2: offer cocoa", "2: offer relic")
    assert after.state.phase is Phase.TRADES
    assert (
        after.state.trade.offers
        == trading(
            3, {0: "2 corn", 1: "1 cocoa, 1 relic", 2: "2 potato"}, hands={}
        ).state.trade.offers
    )


def test_m5_1_cards_are_chosen_in_ascending_order() -> None:
    position = offering(2, {0: "2 cocoa, 1 coffee, 1 relic", 1: "3 corn"}, 3)
    assert position.legal_for(0) == ("offer cocoa",)
    assert position.play("1: offer cocoa").legal_for(0) == ("offer cocoa", "offer coffee")
    assert position.play("1: offer cocoa", "1: offer coffee").legal_for(0) == ("offer relic",)


def test_m5_1_exactly_as_many_as_announced() -> None:
    position = offering(2, {0: "4 corn", 1: "4 corn"})
    after = position.play("1: offer corn", "1: offer corn")
    assert after.legal_for(0) == ()
    with pytest.raises(IllegalActionError, match="player 2 is to act"):
        after.play("1: offer corn")
    assert position.refuses("offer nothing", seat=0)


def test_m5_1_every_offer_is_reached_on_one_path() -> None:
    position = offering(2, {0: "2 cocoa, 1 coffee, 1 potato, 3 relic", 1: "4 corn"}, 3)
    reached = choices_reached(position, 0)
    expected = {
        cards(f"{a} cocoa, {b} coffee, {c} potato, {3 - a - b - c} relic")
        for a in range(3) for b in range(2) for c in range(2) if 0 <= 3 - a - b - c <= 3
    }  # fmt: skip
    assert len(reached) == len(set(reached))
    assert set(reached) == expected


CASAS = {0: ["Bartolome de las Casas"]}


def test_m5_1_las_casas_may_offer_fewer_cards_or_none() -> None:
    position = offering(2, {0: "1 cocoa, 2 coffee", 1: "4 corn"}, 3, owned=CASAS, master=0)
    reached = choices_reached(position, 0)
    assert len(reached) == len(set(reached))
    assert set(reached) == {cards(f"{a} cocoa, {b} coffee") for a in range(2) for b in range(3)}


def test_m5_1_nobody_sees_how_many_cards_las_casas_offers() -> None:
    position = offering(2, {0: "1 cocoa, 2 coffee", 1: "4 corn"}, owned=CASAS)
    none = position.play("1: offer nothing", "1: offer nothing")
    two = position.play("1: offer cocoa", "1: offer coffee")
    one = position.play("1: offer coffee", "1: offer nothing")
    views = [each.view(1) for each in (none, one, two)]
    assert views[0] == views[1] == views[2]
    assert position.play("1: offer nothing").legal_for(0) == ("offer nothing",)


def test_m5_1_all_see_how_many_choices_a_player_has_made() -> None:
    position = offering(2, {0: "1 cocoa, 2 coffee", 1: "4 corn"}, 3, owned=CASAS)
    after = position.play("1: offer cocoa", "1: offer nothing", "2: offer corn")
    rng = Random(1)  # noqa: S311  # samples, not secrets
    for viewer in (0, 1, None):
        view = after.view(viewer)
        assert view.steps == (2, 1)
        assert after.game.determinize(view, rng).hidden.steps == (2, 1)


def test_m5_2_the_highest_total_becomes_trade_master_a_relic_is_10() -> None:
    position = offering(3, {0: "2 vanilla", 1: "1 relic, 1 vanilla", 2: "2 cocoa"}, master=0)
    after = position.play(
        *["1: offer vanilla"] * 2, "2: offer vanilla", "2: offer relic", *["3: offer cocoa"] * 2
    )
    assert after.state.round.master == 1
    assert after.to_act == (1,)


def test_m5_2_valdivia_adds_3_to_an_empty_offer_too() -> None:
    owned = {0: ["Pedro de Valdivia", "Bartolome de las Casas"]}
    position = offering(2, {0: "1 cocoa", 1: "2 cocoa"}, owned=owned, master=1)
    after = position.play(*["1: offer nothing"] * 2, *["2: offer cocoa"] * 2)
    assert after.state.round.master == 0
    without = offering(2, {0: "1 cocoa", 1: "2 cocoa"}, owned=CASAS, master=1)
    assert without.play(*["1: offer nothing"] * 2, *["2: offer cocoa"] * 2).state.round.master == 1


def test_m5_2_a_tied_trade_master_stays() -> None:
    position = offering(2, {0: "2 coffee", 1: "1 tobacco, 1 cotton"}, master=0)
    after = position.play(*["1: offer coffee"] * 2, "2: offer tobacco", "2: offer cotton")
    assert after.state.phase is Phase.TRADES
    assert after.state.round.master == 0


def test_m5_2_otherwise_the_trade_master_chooses_among_the_tied() -> None:
    position = offering(3, {0: "2 cocoa", 1: "1 tobacco, 1 cotton", 2: "2 coffee"}, master=0)
    tied = position.play(
        *["1: offer cocoa"] * 2, "2: offer tobacco", "2: offer cotton", *["3: offer coffee"] * 2
    )
    assert tied.state.phase is Phase.MASTER
    assert tied.to_act == (0,)
    assert tied.legal == ("master 2", "master 3")
    assert tied.refuses("master 1")
    after = tied.play("master 3")
    assert after.state.round.master == 2
    assert after.to_act == (2,)


def test_m5_3_a_card_is_kept_or_exchanged_in_the_market() -> None:
    position = trading(2, {0: "2 cocoa", 1: "1 indigo, 1 relic"}, market="1 indigo, 2 cotton")
    assert position.legal == (
        "take indigo from 2", "take relic from 2",
        "take indigo from 2 for cotton", "take indigo from 2 for indigo",
        "take relic from 2 for cotton", "take relic from 2 for indigo",
    )  # fmt: skip
    assert position.play("take relic from 2").hand(0) == "2 corn, 1 relic"
    after = position.play("take relic from 2 for cotton")
    assert after.hand(0) == "2 corn, 1 cotton"
    left = trading(2, {1: "1 relic"}, market="1 indigo, 1 cotton, 1 relic")
    assert after.state.public.market == left.state.public.market


def test_m5_2_valdivia_adds_no_more_than_3() -> None:
    """With 3 more the owner ties with the other, with 4 they would be ahead."""
    owned = {0: ["Pedro de Valdivia"]}
    position = offering(2, {0: "2 cocoa", 1: "1 cocoa, 1 coffee"}, owned=owned, master=1)
    after = position.play(*["1: offer cocoa"] * 2, "2: offer cocoa", "2: offer coffee")
    assert after.state.round.master == 1


def test_m5_3_the_same_kind_may_be_taken_back() -> None:
    position = trading(2, {0: "2 cocoa", 1: "1 indigo, 1 relic"}, market="1 indigo, 2 cotton")
    after = position.play("take indigo from 2 for indigo")
    assert after.state.public.market == position.state.public.market
    assert after.hand(0) == "2 corn, 1 indigo"


def test_m5_4_he_who_lost_the_card_goes_next_also_against_the_taker() -> None:
    position = trading(3, {0: "2 cocoa", 1: "2 coffee", 2: "2 potato"})
    after = position.play("take potato from 3")
    assert after.to_act == (2,)
    assert "take cocoa from 1" in after.legal
    assert "take coffee from 2" in after.legal


def test_m5_5_no_third_trade_in_a_row_between_two_players() -> None:
    position = trading(3, {0: "2 cocoa", 1: "2 coffee", 2: "2 potato"})
    twice = position.play("take potato from 3", "take cocoa from 1")
    assert twice.to_act == (0,)
    assert [action for action in twice.legal if "for" not in action] == ["take coffee from 2"]
    assert twice.refuses("take potato from 3")


def test_m5_5_after_a_trade_with_another_the_count_begins_anew() -> None:
    position = trading(3, {0: "2 cocoa", 1: "2 coffee", 2: "2 potato"})
    after = position.play(
        "take potato from 3", "take cocoa from 1", "take coffee from 2", "take cocoa from 1"
    )
    # 2 and 1 have traded twice now, while 3 is free.
    assert [action for action in after.legal if "for" not in action] == ["take potato from 3"]


def test_m5_5_it_may_be_when_nobody_else_has_cards_on_offer() -> None:
    position = trading(3, {0: "2 cocoa", 1: "", 2: "2 potato"})
    after = position.play("take potato from 3", "take cocoa from 1", "take potato from 3")
    assert after.to_act == (2,)
    assert "take cocoa from 1" in after.legal


def test_m5_5_two_players_trade_as_often_as_they_can() -> None:
    position = trading(2, {0: "2 cocoa", 1: "2 potato"})
    after = position.play(
        "take potato from 2", "take cocoa from 1", "take potato from 2", "take cocoa from 1"
    )
    assert after.state.phase is Phase.FIRST


def test_m5_5_is_counted_anew_each_round() -> None:
    position = offering(3, dict.fromkeys(range(3), "2 corn"), master=0)
    after = position.play(*[f"{seat}: offer corn" for seat in (1, 1, 2, 2, 3, 3)])
    assert (after.state.trade.partner, after.state.trade.repeated) == (None, False)


def test_m5_6_left_over_cards_of_the_trade_master_return() -> None:
    position = trading(2, {0: "1 cocoa, 2 relic", 1: "1 potato"}, hands={})
    after = position.play("take potato from 2", "take cocoa from 1")
    assert after.state.phase is Phase.FIRST
    assert after.hand(0) == "1 potato, 2 relic"


def test_m5_6_left_over_cards_of_another_return_and_he_gets_a_card() -> None:
    position = trading(
        3, {0: "", 1: "2 potato", 2: ""}, hands={0: "2 corn, 1 relic", 1: "1 vanilla"}
    )
    short = position.play("take potato from 2")
    assert short.state.phase is Phase.GIFT
    assert short.to_act == (0,)
    assert short.hand(1) == "1 potato, 1 vanilla"
    assert short.legal == ("give corn", "give potato", "give relic")
    after = short.play("give relic")
    assert after.hand(1) == "1 potato, 1 vanilla, 1 relic"
    assert after.hand(0) == "2 corn, 1 potato"
    assert after.state.phase is Phase.FIRST


def test_m5_6_everybody_ends_with_as_many_cards_as_before() -> None:
    hands = dict.fromkeys(range(3), "2 corn, 2 potato")
    position = offering(3, hands)
    for seat in range(3):
        position = position.play(f"{seat + 1}: offer corn", f"{seat + 1}: offer potato")
    while position.state.phase in (Phase.TRADES, Phase.GIFT):
        position = position.play(position.legal[-1])
    assert [len(position.hand(seat)) > 0 for seat in range(3)] == [True] * 3
    assert position.view(None).hand_sizes == (4, 4, 4)


def test_m5_6_nothing_to_take_ends_trade_at_once() -> None:
    position = offering(2, {0: "2 corn", 1: "1 corn"}, owned={1: ["Bartolome de las Casas"]})
    after = position.play(*["1: offer corn"] * 2, *["2: offer nothing"] * 2)
    assert after.state.phase is Phase.FIRST
    assert after.hand(0) == "2 corn"


ORELLANA = {0: ["Francisco de Orellana"]}


@pytest.mark.parametrize(("market", "action", "prize"), [
    ("2 cocoa, 1 relic", "take cocoa from 2 for relic", 2),
    ("1 corn, 1 tobacco, 1 relic", "take cocoa from 2 for relic", 2),
    ("1 tobacco, 1 corn, 1 potato", "take cocoa from 2 for potato", 2),
    ("3 cocoa", "take cocoa from 2 for cocoa", 2),
    ("1 relic, 2 cocoa", "take relic from 2 for cocoa", 0),
    ("2 relic, 1 cocoa", "take relic from 2 for cocoa", 2),
    ("1 indigo, 1 vanilla, 1 cocoa", "take relic from 2 for cocoa", 0),
    ("1 corn, 1 coffee, 1 relic", "take cocoa from 2 for relic", 0),
    ("1 cocoa, 1 corn, 1 relic", "take cocoa from 2 for relic", 0),
    ("3 cocoa", "take cocoa from 2", 0),
    ("1 sugar cane, 1 potato, 1 relic", "take cocoa from 2 for relic", 0),
])  # fmt: skip
def test_m5_7_orellana(market: str, action: str, prize: int) -> None:
    offers = {0: "2 corn", 1: "1 cocoa, 1 relic"}
    position = trading(2, offers, market=market, owned=ORELLANA)
    assert position.play(action).state.public.doubloons == (prize, 0)
    other = trading(2, offers, market=market, owned={1: ORELLANA[0]})
    assert other.play(action).state.public.doubloons == (0, 0)


def test_m6_1_the_trade_master_names_the_first_player() -> None:
    position = arranged(3, phase=Phase.FIRST, player=1, master=1)
    assert position.legal == ("first 1", "first 2", "first 3")
    after = position.play("first 3")
    assert after.to_act == (2,)
    assert after.play("done").to_act == (0,)
    assert after.play("done", "done").to_act == (1,)


@pytest.mark.parametrize("master", [0, 1, 2])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_m6_1_everybody_has_one_turn_whoever_is_first(master: int, first: int) -> None:
    position = arranged(3, phase=Phase.FIRST, player=master, master=master).play(
        f"first {first + 1}"
    )
    turns = []
    while position.state.phase is Phase.TURN:
        turns.append(position.state.player)
        position = position.play("done")
    assert turns == [(first + step) % 3 for step in range(3)]
    assert position.state.round.number == 3
