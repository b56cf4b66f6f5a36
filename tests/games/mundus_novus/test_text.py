"""The notation of actions, the table as text, and what is told of what happens."""

from __future__ import annotations

import pytest

from boardgames.games.mundus_novus import Action, Kind, MundusNovus, Phase, RoundEvent, Supply, actions
from tests.games.mundus_novus.positions import arranged, cards

NOTATION: list[tuple[Action, str]] = [
    (actions.Summon(RoundEvent.NONE), "event none"),
    (actions.Summon(RoundEvent.KINGS_HELP), "event kings help"),
    (actions.Detach(3), "detach 3"),
    (actions.Sail(), "sail"),
    (actions.Pick(Kind.SUGAR_CANE), "pick sugar cane"),
    (actions.Announce(4), "announce 4"),
    (actions.Offer(Kind.RELIC), "offer relic"),
    (actions.OfferNothing(), "offer nothing"),
    (actions.Appoint(2), "master 3"),
    (actions.Take(2, Kind.INDIGO), "take indigo from 3"),
    (actions.Exchange(2, Kind.INDIGO, Kind.COTTON), "take indigo from 3 for cotton"),
    (actions.Give(Kind.CORN), "give corn"),
    (actions.Begin(0), "first 1"),
    (actions.Identical(Kind.COFFEE, 3, 1), "set 3 coffee + 1 relic"),
    (actions.Identical(Kind.RELIC, 4, 0), "set 4 relic"),
    (actions.Different(5), "different 5"),
    (actions.Relics(2), "relics 2"),
    (actions.Perfect(), "perfect set"),
    (actions.Employ(1), "employ 4-6"),
    (actions.Done(), "done"),
    (actions.Convert(Kind.COTTON, Kind.CORN), "use corn as cotton"),
    (actions.Sell((Kind.COCOA, Kind.CORN, Kind.TOBACCO, Kind.COFFEE, Kind.VANILLA)), "sell 1-2-3-4-9"),
    (actions.Buy(1), "buy 2"),
    (actions.BuyUnseen(), "buy deck"),
    (actions.Store(Kind.POTATO), "store potato"),
    (actions.StoreNothing(), "store nothing"),
]


@pytest.mark.parametrize(("action", "notation"), NOTATION)
def test_notation_is_written_and_read(action: Action, notation: str) -> None:
    game = MundusNovus(4)
    assert str(action) == notation
    assert game.parse(notation) == action
    assert game.action_from_json(game.to_json(action)) == action


def test_there_is_a_notation_for_every_class_of_action() -> None:
    assert {type(action) for action, _ in NOTATION} == {type(action) for action in MundusNovus(2).actions}


def test_a_gift_is_told_to_giver_and_receiver_only() -> None:
    position = arranged(3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic"})
    assert position.told("give corn", 0) == ("You gave corn to Player 2",)
    assert position.told("give corn", 1) == ("Player 1 gave corn to you",)
    assert position.told("give corn", 2) == ("Player 1 gave a card to Player 2",)


def test_offers_are_told_when_the_last_one_is_in() -> None:
    position = arranged(2, phase=Phase.OFFERS, announced=2, hands={0: "2 corn", 1: "2 relic"})
    assert position.told("offer corn", 0) == ("You chose corn to offer",)
    assert position.told("offer corn", 1) == ("Player 1 chose what to offer",)
    last = position.play("1: offer corn", "1: offer corn", "2: offer relic")
    assert last.told("offer relic", 0) == (
        "Player 2 chose what to offer",
        "You offered 2 corn (total 4)",
        "Player 2 offered 2 relic (total 20)",
        "Player 2 became Trade Master",
    )


def test_the_end_of_trade_is_told() -> None:
    offers = {0: "1 cocoa, 1 relic", 1: "1 potato"}
    position = arranged(2, phase=Phase.TRADES, announced=2, offers=offers)
    last = position.play("take potato from 2")
    assert last.told("take cocoa from 1", 0) == (
        "Player 2 took cocoa from you",
        "Trade is over: you got back 1 relic",
    )
    assert position.told("take potato from 2 for coffee", None) == (
        "Player 1 took potato from Player 2, and exchanged it in the market for coffee",
    )


def test_he_who_is_one_card_short_is_told() -> None:
    position = arranged(2, phase=Phase.TRADES, announced=2, offers={0: "", 1: "2 potato"})
    assert position.told("take potato from 2", 1) == (
        "Player 1 took potato from you",
        "Trade is over: you got back 1 potato",
        "You came up one card short",
    )


def test_a_choice_among_the_tied_is_told() -> None:
    position = arranged(3, phase=Phase.OFFERS, announced=2, hands={0: "2 cocoa", 1: "2 corn", 2: "2 corn"})
    last = position.play(*["1: offer cocoa"] * 2, *["2: offer corn"] * 2, "3: offer corn")
    assert last.told("offer corn", 0)[-1] == "You had to choose the Trade Master from Player 2 and Player 3"
    tied = last.play("offer corn")
    assert tied.told("master 2", 1) == ("Player 1 chose you as Trade Master", "You became Trade Master")


@pytest.mark.parametrize("wanted", ["relic", "cocoa"])
def test_the_prize_of_orellana_is_told(wanted: str) -> None:
    """A card for its own kind is an exchange where that pays; else it is the same as keeping the card."""
    market = {"relic": "2 cocoa, 1 relic", "cocoa": "1 cocoa, 1 corn, 1 tobacco"}[wanted]
    offers, taken = {0: "1 corn", 1: "1 cocoa"}, "You took cocoa from Player 2"
    told = [
        arranged(2, phase=Phase.TRADES, announced=2, offers=offers, market=market, owned={0: owned})
        .told(f"take cocoa from 2 for {wanted}", 0)
        for owned in (["Francisco de Orellana"], [])
    ]  # fmt: skip
    exchanged = f"{taken}, and exchanged it in the market for {wanted}"
    assert told == [(exchanged, "You got 2 doubloons from Orellana"), (taken if wanted == "cocoa" else exchanged,)]


def test_the_end_of_a_round_is_told() -> None:
    owned = {0: ["Warehouse for 1", "Caravel 1"], 1: ["Shipyard"]}
    queue = ["Caravel 4", "Caravel 2", "Caravel 5", "Caravel 7", "Caravel 8"]
    position = arranged(2, player=1, first=0, hands={0: "2 corn", 1: "1 relic"}, owned=owned, queue=queue)
    assert position.told("done", 0) == ("Player 2 ended the turn", "Player 2 got 1 doubloon from Shipyards")
    storing = position.play("done")
    own = storing.told("store corn", 0)
    assert own[:5] == (
        "You chose corn to store", "You discarded 1 corn", "You stored 1 corn",
        "Player 2 discarded 1 relic", "Round 3 begins with no event",
    )  # fmt: skip
    assert own[5].startswith("You got ")
    assert own[6].startswith("Cards were turned up for the fleets: 1 ")
    other = storing.told("store corn", 1)
    assert other[0] == "Player 1 chose what to store"
    assert other[2] == "Player 1 stored 1 card"


def test_the_booty_of_the_pirates_is_told() -> None:
    position = arranged(
        2, phase=Phase.PICKS, event=RoundEvent.PIRATES, player=1, owned={1: ["Caravel 1", "Caravel 2", "Caravel 4"]},
        hands={0: "5 coffee", 1: "5 corn"}, supply=Supply(cards("1 cocoa, 1 corn, 1 relic"), (1, 1, 1)),
    )  # fmt: skip
    last = position.play("pick cocoa", "pick corn")
    told = last.told("pick relic", 0)
    assert told[0] == "Player 2 picked relic"
    assert told[1].startswith("Player 2 lost 1 ")
    assert told[1].endswith(" to the Pirates")


TURNS = [
    ("set 3 coffee", "make a set of 3 coffee", "takes one of the cards 1 to 3", "made an identical set of 3 coffee"),
    ("different 4", "make a set of 4 different resources", "pays 5 doubloons", "began a set of 4 different resources"),
    ("relics 1", "make a relic set of 1 relic", "pays 3 doubloons", "sold 1 relic for 3 doubloons"),
    ("employ 4-6", "use a Merchant 4-6", "", "used a Merchant 4-6"),
    ("done", "end your turn", "", "ended the turn"),
]


@pytest.mark.parametrize(("action", "text", "note", "told"), TURNS)
def test_sets_are_labelled_and_told(action: str, text: str, note: str, told: str) -> None:
    hands = {0: "3 coffee, 1 cocoa, 1 corn, 1 vanilla, 1 relic"}
    position = arranged(2, hands=hands, owned={0: ["Merchant 4-6"]})
    label = position.label(action)
    assert (label.text, label.note, position.told(action, 0)[0]) == (text, note, f"You {told}")


def test_what_sets_bring_is_told() -> None:
    hands = {0: "3 coffee, 1 cocoa, 1 corn, 1 vanilla, 1 relic"}
    queue = ["Caravel 4", "Caravel 2", "Caravel 5", "Caravel 7", "Caravel 8"]
    position = arranged(2, hands=hands, owned={0: ["Diego de Almagro", "Merchant 4-6"]}, queue=queue, deck=["Shipyard"])
    line = "You made an identical set of 3 coffee and 1 relic"
    assert position.told("set 3 coffee + 1 relic", 0) == (line,)
    sale = position.play("different 4")
    assert sale.told("sell 1-2-4-9", None) == ("Player 1 sold cocoa, corn, coffee and vanilla for 5 doubloons",)
    paid = position.play("set 3 coffee")
    assert paid.told("buy 2", None) == ("Player 1 took Caravel 2 from the queue",)
    assert paid.told("buy deck", None) == ("Player 1 took Shipyard from the deck",)
    working = position.play("employ 4-6")
    assert working.told("use corn as cotton", None) == ("Player 1 counted corn as cotton",)
    assert paid.told("buy 2", 1) == ("Player 1 took Caravel 2 from the queue",)


def test_the_end_of_the_game_is_told() -> None:
    position = arranged(2, player=1, first=0, doubloons=[75, 0])
    assert position.told("done", 0) == ("Player 2 ended the turn", "The game is over.")


def test_a_chosen_event_is_told() -> None:
    queue = ["Caravel 4", "Caravel 2", "Caravel 5", "Caravel 7", "Caravel 8"]
    position = arranged(2, player=1, first=0, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 2], queue=queue)
    asked = position.play("done")
    told = asked.told("event fire", 0)
    assert told[0] == "Player 2 paid 2 doubloons for Fire"
    assert told[1].startswith("You got ")
    assert asked.told("event none", 0)[0] == "Player 2 chose no event"


def test_the_rules_have_a_section_of_rulings() -> None:
    rules = MundusNovus(2).rules()
    assert "\n## Rulings\n" in rules
    for part in range(1, 9):
        assert f"(M{part})" in rules
