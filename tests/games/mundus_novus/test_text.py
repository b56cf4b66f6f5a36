"""The notation of actions, the table as text, and what is told of what happens."""

from __future__ import annotations

import pytest

from boardgames.games.mundus_novus import (
    Action,
    Kind,
    MundusNovus,
    Phase,
    RoundEvent,
    Supply,
    actions,
)
from tests.games.mundus_novus.positions import (
    DIFFERENT_PAY,
    RELICS_PAY,
    MundusPosition,
    arranged,
    cards,
)

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
    (
        actions.Sell((Kind.COCOA, Kind.CORN, Kind.TOBACCO, Kind.COFFEE, Kind.VANILLA)),
        "sell 1-2-3-4-9",
    ),
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


QUEUE = ["Caravel 4", "Caravel 2", "Caravel 5", "Caravel 7", "Caravel 8"]
GIVING = arranged(3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic"})
OFFERING = arranged(2, phase=Phase.OFFERS, announced=2, hands={0: "2 corn", 1: "2 relic"})
TRADING = arranged(
    2, phase=Phase.TRADES, announced=2, offers={0: "1 cocoa, 1 relic", 1: "1 potato"}
)
TIED = arranged(
    3, phase=Phase.OFFERS, announced=2, hands={0: "2 cocoa", 1: "2 corn", 2: "2 corn"}
).play(*["1: offer cocoa"] * 2, *["2: offer corn"] * 2, "3: offer corn")
STORING = arranged(2,
    player=1, first=0, hands={0: "2 corn", 1: "1 relic"}, queue=QUEUE,
    owned={0: ["Warehouse for 1", "Caravel 1"], 1: ["Shipyard"]},
)  # fmt: skip
ROBBED = arranged(
    2,
    phase=Phase.PICKS,
    event=RoundEvent.PIRATES,
    player=1,
    owned={1: ["Caravel 1", "Caravel 2"]},
    supply=Supply(cards("1 relic"), (1,)),
    hands={0: "5 coffee", 1: "5 relic"},
)
SETS = arranged(
    2,
    hands={0: "3 coffee, 1 cocoa, 1 corn, 1 vanilla, 1 relic"},
    owned={0: ["Diego de Almagro", "Merchant 4-6"]},
    queue=QUEUE,
    deck=["Shipyard"],
)
PAID = SETS.play("set 3 coffee")
ASKED = arranged(2,
    player=1, first=0, owned={1: ["Francisco de Coronado"]}, doubloons=[0, 2], queue=QUEUE
).play("done")  # fmt: skip
SHORT = arranged(2, phase=Phase.TRADES, announced=2, offers={0: "", 1: "2 potato"})
ORELLANA = [
    arranged(
        2,
        phase=Phase.TRADES,
        announced=2,
        offers={0: "1 corn", 1: "1 cocoa"},
        owned={0: owned},
        market="1 cocoa, 1 corn, 1 tobacco",
    )
    for owned in (["Francisco de Orellana"], [])
]
TOLD: list[tuple[MundusPosition, str, int | None, tuple[str, ...]]] = [
    (GIVING, "give corn", 0, ("You gave corn to Player 2",)),
    (GIVING, "give corn", 1, ("Player 1 gave corn to you",)),
    (GIVING, "give corn", 2, ("Player 1 gave a card to Player 2",)),
    (OFFERING, "offer corn", 0, ("You chose a corn card to offer",)),
    (OFFERING, "offer corn", 1, ("Player 1 chose a card to offer",)),
    (
        OFFERING.play("1: offer corn", "1: offer corn", "2: offer relic"),
        "offer relic",
        0,
        (
            "Player 2 chose a card to offer",
            "You offered 2 corn (total 4)",
            "Player 2 offered 2 relics (total 20)",
            "Player 2 became Trade Master",
        ),
    ),
    (
        TRADING,
        "take potato from 2 for coffee",
        None,
        ("Player 1 took potato from Player 2, and exchanged it in the market for coffee",),
    ),
    (
        TRADING.play("take potato from 2"),
        "take cocoa from 1",
        0,
        (
            "Player 2 took cocoa from you",
            "Trade is over: you got back 1 relic",
        ),
    ),
    (
        SHORT,
        "take potato from 2",
        1,
        (
            "Player 1 took potato from you",
            "Trade is over: you got back 1 potato",
            "You lost a card and found none to take",
        ),
    ),
    # A card for its own kind is an exchange where that pays; else it is the same as keeping the
    # card.
    (
        ORELLANA[0],
        "take cocoa from 2 for cocoa",
        0,
        (
            "You took cocoa from Player 2, and exchanged it in the market for cocoa",
            "You got 2 doubloons from Orellana",
        ),
    ),
    (ORELLANA[1], "take cocoa from 2 for cocoa", 0, ("You took cocoa from Player 2",)),
    (
        TIED,
        "offer corn",
        0,
        (
            "Player 3 chose a card to offer",
            "You offered 2 cocoa (total 2)",
            "Player 2 offered 2 corn (total 4)",
            "Player 3 offered 2 corn (total 4)",
            "You had to choose the Trade Master from Player 2 and Player 3",
        ),
    ),
    (
        TIED.play("offer corn"),
        "master 2",
        1,
        ("Player 1 chose you as Trade Master", "You became Trade Master"),
    ),
    (STORING, "done", 0, ("Player 2 ended the turn", "Player 2 got 1 doubloon from Shipyards")),
    (
        STORING.play("done"),
        "store corn",
        0,
        (
            "You chose a corn card to store",
            "You discarded 1 corn",
            "You stored 1 corn",
            "Player 2 discarded 1 relic",
            "Round 3 begins with no event",
            "You got ",
            "Cards were turned up for the fleets: 1 ",
            "...",
        ),
    ),
    (
        STORING.play("done"),
        "store corn",
        1,
        (
            "Player 1 chose what to store",
            "Player 1 discarded 1 corn",
            "Player 1 stored 1 card",
            "...",
        ),
    ),
    (
        ROBBED,
        "pick relic",
        0,
        ("Player 2 picked a relic", "Player 2 lost 1 relic to the Pirates", "..."),
    ),
    (SETS, "set 3 coffee + 1 relic", 0, ("You made a set of 3 coffee and 1 relic",)),
    (
        SETS.play("different 4"),
        "sell 1-2-4-9",
        None,
        (f"Player 1 sold cocoa, corn, coffee and vanilla for {DIFFERENT_PAY[4]} doubloons",),
    ),
    (PAID, "buy 2", 1, ("Player 1 took Caravel 2 from the queue",)),
    (PAID, "buy deck", None, ("Player 1 took Shipyard from the deck",)),
    (SETS.play("employ 4-6"), "use corn as cotton", None, ("Player 1 converted corn into cotton",)),
    (ASKED, "event fire", 0, ("Player 2 paid 2 doubloons for Fire", "You got ", "...")),
    (ASKED, "event none", 0, ("Player 2 chose no event", "...")),
    (
        arranged(2, player=1, first=0, doubloons=[75, 0]),
        "done",
        0,
        ("Player 2 ended the turn", "The last round is over."),
    ),
]
"""Positions, what is done there, to whom it is told, and how: lines that end with a space go on
with random cards.
"""


@pytest.mark.parametrize(("position", "action", "viewer", "lines"), TOLD)
def test_what_happens_is_told(
    position: MundusPosition, action: str, viewer: int | None, lines: tuple[str, ...]
) -> None:
    told = position.told(action, viewer)
    if lines[-1] == "...":
        lines = lines[:-1]
        told = told[: len(lines)]
    pairs = zip(told, lines, strict=True)
    assert (
        tuple([line[: len(begins)] if begins.endswith(" ") else line for line, begins in pairs])
        == lines
    )


TURNS = [
    (
        "set 3 coffee",
        "make a set of 3 coffee",
        "takes one of the cards 1 to 3",
        "made a set of 3 coffee",
    ),
    (
        "different 4",
        "make a set of 4 different resources",
        f"pays {DIFFERENT_PAY[4]} doubloons",
        "began a set of 4 different resources",
    ),
    (
        "relics 1",
        "sell 1 relic",
        f"pays {RELICS_PAY[1]} doubloons",
        f"sold 1 relic for {RELICS_PAY[1]} doubloons",
    ),
    (
        "employ 4-6",
        "use a Merchant 4-6",
        "a card will count as a resource 4-6 in your next set",
        "used a Merchant 4-6",
    ),
    ("done", "end your turn", "", "ended the turn"),
]


@pytest.mark.parametrize(("action", "text", "note", "told"), TURNS)
def test_sets_are_labelled_and_told(action: str, text: str, note: str, told: str) -> None:
    hands = {0: "3 coffee, 1 cocoa, 1 corn, 1 vanilla, 1 relic"}
    position = arranged(2, hands=hands, owned={0: ["Merchant 4-6"]})
    label = position.label(action)
    assert (label.text, label.note, position.told(action, 0)[0]) == (text, note, f"You {told}")


def test_the_rules_have_a_section_of_rulings() -> None:
    rules = MundusNovus(2).words.rules()
    assert "\n## Rulings\n" in rules
    for part in range(1, 9):
        assert f"(M{part})" in rules
