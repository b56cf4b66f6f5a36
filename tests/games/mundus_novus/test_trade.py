"""M5: Trade."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardgames import IllegalActionError
from boardgames.games.mundus_novus import Phase

if TYPE_CHECKING:
    from boardgames.games.mundus_novus import State
    from tests.games.mundus_novus.conftest import Desk, Words


def offering(d: Desk, hands: dict[int, str], announced: int = 2, **more: object) -> State:
    return d.position(phase=Phase.OFFERS, announced=announced, hands=hands, **more)  # type: ignore[arg-type]  # by name


def trading(d: Desk, offers: dict[int, str], **more: object) -> State:
    values = {"hands": dict.fromkeys(range(d.players), "2 corn"), **more}
    return d.position(phase=Phase.TRADES, announced=2, offers=offers, **values)  # type: ignore[arg-type]  # by name


def test_m5_1_the_trade_master_announces_2_3_or_4(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(phase=Phase.NUMBER, player=1, master=1, hands=dict.fromkeys(range(3), "5 corn"))
    assert d.game.to_act(state) == (1,)
    assert d.legal(state) == ["announce 2", "announce 3", "announce 4"]
    after = d.play(state, "announce 3")
    assert after.trade.announced == 3
    assert d.game.to_act(after) == (0, 1, 2)


def test_m5_1_all_offer_at_once_and_in_any_order(desk: type[Desk]) -> None:
    d = desk(3)
    state = offering(d, {0: "2 corn", 1: "1 cocoa, 1 relic", 2: "2 potato, 2 vanilla"})
    one = d.play(state, "3: offer potato", "1: offer corn", "3: offer potato", "1: offer corn")
    other = d.play(state, "1: offer corn", "1: offer corn", "3: offer potato", "3: offer potato")
    assert one == other
    assert d.game.to_act(one) == (1,)
    after = d.play(one, "2: offer cocoa", "2: offer relic")
    assert after.phase is Phase.TRADES
    assert after.trade.offers == trading(d, {0: "2 corn", 1: "1 cocoa, 1 relic", 2: "2 potato"}, hands={}).trade.offers


def test_m5_1_cards_are_chosen_in_ascending_order(desk: type[Desk]) -> None:
    d = desk(2)
    state = offering(d, {0: "2 cocoa, 1 coffee, 1 relic", 1: "3 corn"}, 3)
    assert d.legal(state, 0) == ["offer cocoa"]
    assert d.legal(d.play(state, "1: offer cocoa"), 0) == ["offer cocoa", "offer coffee"]
    assert d.legal(d.play(state, "1: offer cocoa", "1: offer coffee"), 0) == ["offer relic"]


def test_m5_1_exactly_as_many_as_announced(desk: type[Desk]) -> None:
    d = desk(2)
    state = offering(d, {0: "4 corn", 1: "4 corn"})
    after = d.play(state, "1: offer corn", "1: offer corn")
    assert d.legal(after, 0) == []
    with pytest.raises(IllegalActionError, match="player 2 is to act"):
        d.play(after, "1: offer corn")
    with pytest.raises(IllegalActionError):
        d.play(state, "1: offer nothing")


def offers_reached(d: Desk, state: State, seat: int) -> list[int]:
    """Return every offer that this seat can make, once for each path."""
    if seat not in d.game.to_act(state):
        return [state.hidden.chosen[seat]]
    found: list[int] = []
    for action in d.game.legal_actions(state, seat):
        found += offers_reached(d, d.game.apply(state, action, seat), seat)
    return found


def test_m5_1_every_offer_is_reached_on_one_path(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    state = offering(d, {0: "2 cocoa, 1 coffee, 1 potato, 3 relic", 1: "4 corn"}, 3)
    reached = offers_reached(d, state, 0)
    expected = {
        words.cards(f"{a} cocoa, {b} coffee, {c} potato, {3 - a - b - c} relic")
        for a in range(3) for b in range(2) for c in range(2) if 0 <= 3 - a - b - c <= 3
    }  # fmt: skip
    assert len(reached) == len(set(reached))
    assert set(reached) == expected


CASAS = {0: ["Bartolome de las Casas"]}


def test_m5_1_las_casas_may_offer_fewer_cards_or_none(desk: type[Desk], words: type[Words]) -> None:
    d = desk(2)
    state = offering(d, {0: "1 cocoa, 2 coffee", 1: "4 corn"}, 3, owned=CASAS, master=0)
    reached = offers_reached(d, state, 0)
    assert len(reached) == len(set(reached))
    assert set(reached) == {words.cards(f"{a} cocoa, {b} coffee") for a in range(2) for b in range(3)}


def test_m5_1_nobody_sees_how_many_cards_las_casas_offers(desk: type[Desk]) -> None:
    d = desk(2)
    state = offering(d, {0: "1 cocoa, 2 coffee", 1: "4 corn"}, owned=CASAS)
    none = d.play(state, "1: offer nothing", "1: offer nothing")
    two = d.play(state, "1: offer cocoa", "1: offer coffee")
    one = d.play(state, "1: offer coffee", "1: offer nothing")
    views = [d.game.view(each, 1) for each in (none, one, two)]
    assert views[0] == views[1] == views[2]
    assert d.legal(d.play(state, "1: offer nothing"), 0) == ["offer nothing"]


def test_m5_2_the_highest_total_becomes_trade_master_a_relic_is_10(desk: type[Desk]) -> None:
    d = desk(3)
    state = offering(d, {0: "2 vanilla", 1: "1 relic, 1 vanilla", 2: "2 cocoa"}, master=0)
    after = d.play(state, *["1: offer vanilla"] * 2, "2: offer vanilla", "2: offer relic", *["3: offer cocoa"] * 2)
    assert after.round.master == 1
    assert d.game.to_act(after) == (1,)


def test_m5_2_valdivia_adds_3_to_an_empty_offer_too(desk: type[Desk]) -> None:
    d = desk(2)
    owned = {0: ["Pedro de Valdivia", "Bartolome de las Casas"]}
    state = offering(d, {0: "1 cocoa", 1: "2 cocoa"}, owned=owned, master=1)
    after = d.play(state, *["1: offer nothing"] * 2, *["2: offer cocoa"] * 2)
    assert after.round.master == 0
    without = offering(d, {0: "1 cocoa", 1: "2 cocoa"}, owned=CASAS, master=1)
    assert d.play(without, *["1: offer nothing"] * 2, *["2: offer cocoa"] * 2).round.master == 1


def test_m5_2_a_tied_trade_master_stays(desk: type[Desk]) -> None:
    d = desk(2)
    state = offering(d, {0: "2 coffee", 1: "1 tobacco, 1 cotton"}, master=0)
    after = d.play(state, *["1: offer coffee"] * 2, "2: offer tobacco", "2: offer cotton")
    assert after.phase is Phase.TRADES
    assert after.round.master == 0


def test_m5_2_otherwise_the_trade_master_chooses_among_the_tied(desk: type[Desk]) -> None:
    d = desk(3)
    state = offering(d, {0: "2 cocoa", 1: "1 tobacco, 1 cotton", 2: "2 coffee"}, master=0)
    tied = d.play(state, *["1: offer cocoa"] * 2, "2: offer tobacco", "2: offer cotton", *["3: offer coffee"] * 2)
    assert tied.phase is Phase.MASTER
    assert d.game.to_act(tied) == (0,)
    assert d.legal(tied) == ["master 2", "master 3"]
    after = d.play(tied, "master 3")
    assert after.round.master == 2
    assert d.game.to_act(after) == (2,)


def test_m5_3_a_card_is_kept_or_exchanged_in_the_market(desk: type[Desk]) -> None:
    d = desk(2)
    state = trading(d, {0: "2 cocoa", 1: "1 indigo, 1 relic"}, market="1 indigo, 2 cotton")
    assert d.legal(state) == [
        "take indigo from 2", "take relic from 2",
        "take indigo from 2 for cotton", "take indigo from 2 for indigo",
        "take relic from 2 for cotton", "take relic from 2 for indigo",
    ]  # fmt: skip
    assert d.hand(d.play(state, "take relic from 2"), 0) == "2 corn, 1 relic"
    after = d.play(state, "take relic from 2 for cotton")
    assert d.hand(after, 0) == "2 corn, 1 cotton"
    assert after.table.market == trading(d, {1: "1 relic"}, market="1 indigo, 1 cotton, 1 relic").table.market


def test_m5_3_the_same_kind_may_be_taken_back(desk: type[Desk]) -> None:
    d = desk(2)
    state = trading(d, {0: "2 cocoa", 1: "1 indigo, 1 relic"}, market="1 indigo, 2 cotton")
    after = d.play(state, "take indigo from 2 for indigo")
    assert after.table.market == state.table.market
    assert d.hand(after, 0) == "2 corn, 1 indigo"


def test_m5_4_he_who_lost_the_card_goes_next_also_against_the_taker(desk: type[Desk]) -> None:
    d = desk(3)
    state = trading(d, {0: "2 cocoa", 1: "2 coffee", 2: "2 potato"})
    after = d.play(state, "take potato from 3")
    assert d.game.to_act(after) == (2,)
    assert "take cocoa from 1" in d.legal(after)
    assert "take coffee from 2" in d.legal(after)


def test_m5_5_no_third_trade_in_a_row_between_two_players(desk: type[Desk]) -> None:
    d = desk(3)
    state = trading(d, {0: "2 cocoa", 1: "2 coffee", 2: "2 potato"})
    twice = d.play(state, "take potato from 3", "take cocoa from 1")
    assert d.game.to_act(twice) == (0,)
    assert [action for action in d.legal(twice) if "for" not in action] == ["take coffee from 2"]
    with pytest.raises(IllegalActionError):
        d.play(twice, "take potato from 3")


def test_m5_5_after_a_trade_with_another_the_count_begins_anew(desk: type[Desk]) -> None:
    d = desk(3)
    state = trading(d, {0: "2 cocoa", 1: "2 coffee", 2: "2 potato"})
    after = d.play(state, "take potato from 3", "take cocoa from 1", "take coffee from 2", "take cocoa from 1")
    # 2 and 1 have traded twice now, while 3 is free.
    assert [action for action in d.legal(after) if "for" not in action] == ["take potato from 3"]


def test_m5_5_it_may_be_when_nobody_else_has_cards_on_offer(desk: type[Desk]) -> None:
    d = desk(3)
    state = trading(d, {0: "2 cocoa", 1: "", 2: "2 potato"})
    after = d.play(state, "take potato from 3", "take cocoa from 1", "take potato from 3")
    assert d.game.to_act(after) == (2,)
    assert "take cocoa from 1" in d.legal(after)


def test_m5_5_two_players_trade_as_often_as_they_can(desk: type[Desk]) -> None:
    d = desk(2)
    state = trading(d, {0: "2 cocoa", 1: "2 potato"})
    after = d.play(state, "take potato from 2", "take cocoa from 1", "take potato from 2", "take cocoa from 1")
    assert after.phase is Phase.FIRST


def test_m5_5_is_counted_anew_each_round(desk: type[Desk]) -> None:
    d = desk(3)
    state = offering(d, dict.fromkeys(range(3), "2 corn"), master=0)
    after = d.play(state, *[f"{seat}: offer corn" for seat in (1, 1, 2, 2, 3, 3)])
    assert (after.trade.partner, after.trade.repeated) == (None, False)


def test_m5_6_trade_ends_and_the_trade_master_has_nothing_to_settle(desk: type[Desk]) -> None:
    d = desk(2)
    state = trading(d, {0: "1 cocoa", 1: "1 potato"}, hands={})
    after = d.play(state, "take potato from 2", "take cocoa from 1")
    assert after.phase is Phase.FIRST
    assert d.game.to_act(after) == (0,)


def test_m5_6_left_over_cards_of_the_trade_master_return(desk: type[Desk]) -> None:
    d = desk(2)
    state = trading(d, {0: "1 cocoa, 2 relic", 1: "1 potato"}, hands={})
    after = d.play(state, "take potato from 2", "take cocoa from 1")
    assert after.phase is Phase.FIRST
    assert d.hand(after, 0) == "1 potato, 2 relic"


def test_m5_6_left_over_cards_of_another_return_and_he_gets_a_card(desk: type[Desk]) -> None:
    d = desk(3)
    state = trading(d, {0: "", 1: "2 potato", 2: ""}, hands={0: "2 corn, 1 relic", 1: "1 vanilla"})
    short = d.play(state, "take potato from 2")
    assert short.phase is Phase.GIFT
    assert d.game.to_act(short) == (0,)
    assert d.hand(short, 1) == "1 potato, 1 vanilla"
    assert d.legal(short) == ["give corn", "give potato", "give relic"]
    after = d.play(short, "give relic")
    assert d.hand(after, 1) == "1 potato, 1 vanilla, 1 relic"
    assert d.hand(after, 0) == "2 corn, 1 potato"
    assert after.phase is Phase.FIRST


def test_m5_6_everybody_ends_with_as_many_cards_as_before(desk: type[Desk]) -> None:
    d = desk(3)
    hands = dict.fromkeys(range(3), "2 corn, 2 potato")
    state = offering(d, hands)
    for seat in range(3):
        state = d.play(state, f"{seat + 1}: offer corn", f"{seat + 1}: offer potato")
    while state.phase in (Phase.TRADES, Phase.GIFT):
        state = d.play(state, d.legal(state)[-1])
    assert [len(d.hand(state, seat)) > 0 for seat in range(3)] == [True] * 3
    assert d.game.view(state, None).hand_sizes == (4, 4, 4)


def test_m5_6_nothing_to_take_ends_trade_at_once(desk: type[Desk]) -> None:
    d = desk(2)
    state = offering(d, {0: "2 corn", 1: "1 corn"}, owned={1: ["Bartolome de las Casas"]})
    after = d.play(state, *["1: offer corn"] * 2, *["2: offer nothing"] * 2)
    assert after.phase is Phase.FIRST
    assert d.hand(after, 0) == "2 corn"


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
])  # fmt: skip
def test_m5_7_orellana(desk: type[Desk], market: str, action: str, prize: int) -> None:
    d = desk(2)
    offers = {0: "2 corn", 1: "1 cocoa, 1 relic"}
    state = trading(d, offers, market=market, owned=ORELLANA)
    assert d.play(state, action).table.doubloons == (prize, 0)
    other = trading(d, offers, market=market, owned={1: ORELLANA[0]})
    assert d.play(other, action).table.doubloons == (0, 0)


def test_m6_1_the_trade_master_names_the_first_player(desk: type[Desk]) -> None:
    d = desk(3)
    state = d.position(phase=Phase.FIRST, player=1, master=1)
    assert d.legal(state) == ["first 1", "first 2", "first 3"]
    after = d.play(state, "first 3")
    assert d.game.to_act(after) == (2,)
    assert d.game.to_act(d.play(after, "done")) == (0,)
    assert d.game.to_act(d.play(after, "done", "done")) == (1,)
