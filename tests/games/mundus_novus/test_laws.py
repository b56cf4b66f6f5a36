"""What holds in every position of random games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardgames import DecodeError, IllegalActionError, evolve
from boardgames.core.codec import to_json
from boardgames.games.mundus_novus import (
    CARDS,
    Action,
    Kind,
    Move,
    MundusNovus,
    Note,
    Phase,
    RoundEvent,
    State,
    Supply,
    Turn,
)
from boardgames.games.mundus_novus.components import SOURCES, Income
from boardgames.games.mundus_novus.secrets.beliefs import remembered
from boardgames.games.mundus_novus.secrets.check import EMPTY, IN_USE
from tests.boxes import box
from tests.games.mundus_novus.positions import RELICS, arranged, cards
from tests.games.position import changed

FIVES = {0: "5 corn", 1: "5 cocoa"}
PONCE = ["Juan Ponce de Leon", "Caravel 1", "Caravel 2"]
GAMES = {players: MundusNovus(players) for players in range(2, 7)}
positions = st.tuples(st.integers(2, 6), st.integers(0, 10_000), st.integers(0, 500))


def position(players: int, seed: int, plies: int) -> tuple[MundusNovus, State]:
    """Return a position of a random game after so many plies, or the last one but some."""
    game, rng = GAMES[players], Random(seed)  # noqa: S311  # random games, not secrets
    state = game.new_game(seed)
    for _ in range(plies):
        seats = game.to_act(state)
        after = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
        if not game.to_act(after):
            break
        state = after
    return game, state


@settings(max_examples=60, deadline=None)
@given(positions)
def test_every_legal_action_keeps_all_pieces_and_makes_a_possible_state(
    where: tuple[int, int, int],
) -> None:
    game, state = position(*where)
    pieces = dict(game.inventory(state))
    assert sum(pieces.values()) == sum(game.components.resources) + len(game.used)
    for seat in game.to_act(state):
        legal = game.legal_actions(state, seat)
        assert len(legal) < 150
        for action in legal:
            after = game.apply(state, action, seat)
            assert dict(game.inventory(after)) == pieces
            game.check_state(after)


def test_apply_accepts_what_is_listed_and_nothing_else() -> None:
    tried = set()
    games = 0
    for game, state in positions_of_games(4, seeds=range(100)):
        seat = game.to_act(state)[-1] if game.to_act(state) else 0
        listed = game.legal_actions(state, seat)
        kinds = frozenset(map(type, listed))
        situation = state.phase, kinds, bool(state.turn.converted), state.trade.repeated
        if situation not in tried:
            tried.add(situation)
            assert [each for each in game.actions if accepts(game, state, each, seat)] == [*listed]
        games += state.phase is Phase.OVER
        phases = {phase for phase, *_ in tried}
        if games >= 8 and phases == set(Phase):
            break
    assert phases == set(Phase)


def positions_of_games(players: int, seeds: range) -> Iterator[tuple[MundusNovus, State]]:
    """Yield all positions of random games."""
    game = GAMES[players]
    for seed in seeds:
        rng = Random(seed)  # noqa: S311  # random games, not secrets
        state = game.new_game(seed)
        yield game, state
        while game.to_act(state):
            state = game.apply(state, game.random_action(state, rng))
            yield game, state


def accepts(game: MundusNovus, state: State, action: Action, seat: int) -> bool:
    """Return whether the seat can do this."""
    try:
        game.apply(state, action, seat)
    except IllegalActionError:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(positions)
def test_what_is_remembered_is_true(where: tuple[int, int, int]) -> None:
    game, state = position(*where)
    remembers_the_truth(game, state)


def remembers_the_truth(game: MundusNovus, state: State) -> None:
    """See that every hand has what each viewer knows of it, but for as many cards as may have left
    unseen.
    """
    for viewer in (*range(game.players), None):
        view = game.view(state, viewer)
        for seat, hand in enumerate(state.hidden.hands):
            if seat == viewer:
                continue
            known = remembered(view, seat)
            assert CARDS.contains(hand, known.certain)
            gone = CARDS.without(known.doubtful, CARDS.remove(hand, known.certain))
            assert CARDS.size(gone) <= known.doubts


def storing_game() -> MundusNovus:
    """Return long games with much storing, in which gifts are remembered over rounds; the Resource
    cards are those of the frozen box, since positions are kept in files.
    """
    components: Any = to_json(GAMES[4].components)
    frozen: Any = to_json(MundusNovus(4, box("mundus_novus")).components)
    warehouses = [{"slots": 3, "doubloons": 0, "players": 2, "event": "none"} for _ in range(8)]
    return MundusNovus(
        4,
        {
            **components,
            "resources": frozen["resources"],
            "relics": [0] * 5,
            "different": [1] * 6,
            "warehouses": warehouses,
        },
    )


@pytest.mark.long
def test_what_is_remembered_of_many_gifts_is_true() -> None:
    game, rng, most = storing_game(), Random(2), 0  # noqa: S311  # random games, not secrets
    for seed in range(8):
        state = game.new_game(seed)
        while seats := game.to_act(state):
            state = game.apply(state, game.random_action(state, rng, seats[-1]), seats[-1])
            most = max(most, len(state.hidden.given[0]))
            if len(state.hidden.given[0]) > 1 and rng.random() < 1 / 20:
                remembers_the_truth(game, state)
                viewer = int(rng.random() * 4)
                world = game.determinize(game.view(state, viewer), rng)
                assert game.view(world, viewer) == game.view(state, viewer)
                game.check_state(world)
                remembers_the_truth(game, world)
    assert most >= 2


def test_sugar_is_short_for_sugar_cane() -> None:
    game = GAMES[6]
    assert game.parse("Set 3 sugar + 1 relic") is game.parse("set 3 sugar cane + 1 relic")


OTHER_INCOMES = [[0, 0]] * (len(Income) - 1)
PILE: Any = {"move": "piled", "seat": None, "cards": {}, "number": 0, "receiver": None}
"""A note of the history, which belongs to nobody; with one of another move, also the seat."""
GIFT: Any = {"move": "given", "seat": 0}
GIFT_OF_CORN = GIFT | {"receiver": 1, "cards": {"corn": 1}}
THEFT: Any = {"move": "stolen", "seat": 0}
COUNT = "not of a game with 2 players"
FAULTS: list[tuple[str, Any, str]] = [
    ("round.master", 2, "round.master: no such seat"),
    ("round.first", 2, "round.first: no such seat"),
    ("round.first", 1, "round.first: expected round.master until named"),
    ("round.number", 0, "round.number: expected 1 or more"),
    ("round.number", 101, "round.number: expected 1 to 100"),
    ("round.perfect", [2], "round.perfect[0]: no such seat"),
    ("round.perfect", [1, 0], "round.perfect: not ascending"),
    ("round.perfect", [1], "round.perfect: not in this phase"),
    ("phase", "storage", "owing: nobody has to choose"),
    ("phase", "gift", "trade.announced: expected 2 to 4"),
    ("phase", "over", "phase: the game is not over"),
    ("player", 2, "player: no such seat"),
    ("player", 1, "player: expected the Trade Master"),
    ("owing", [2], "owing[0]: no such seat"),
    ("owing", [0], "owing: not in this phase"),
    ("supply.display", {"cocoa": 1}, "public.discards: "),
    ("supply.picks", [2], "supply.picks[0]: no such seat"),
    ("supply.picks", [0], "supply.picks: not in this phase"),
    ("supply.detached", [3], "supply.detached: not in this phase"),
    ("trade.announced", 2, "trade.announced: not in this phase"),
    ("trade.offers", [{}], f"trade.offers: {COUNT}"),
    ("trade.offers", [{}, {}], "trade.offers: not in this phase"),
    ("trade.partner", 2, "trade.partner: no such seat"),
    ("trade.partner", 1, "trade.partner: not in this phase"),
    ("trade.repeated", True, "trade.repeated: not in this phase"),
    ("trade.candidates", [2], "trade.candidates[0]: no such seat"),
    ("trade.candidates", [1], "trade.candidates: not in this phase"),
    ("trade.short", 2, "trade.short: no such seat"),
    ("trade.short", 1, "trade.short: not in this phase"),
    ("turn.identical", True, "turn.identical: not in this phase"),
    ("turn.different", True, "turn.different: not in this phase"),
    ("turn.relics", True, "turn.relics: not in this phase"),
    ("turn.size", 4, "turn.size: not in this phase"),
    ("turn.employed", [1, 0, 0], "turn.employed: not in this phase"),
    ("turn.group", 1, "turn.group: not in this phase"),
    ("turn.reach", 3, "turn.reach: not in this phase"),
    ("public.market", {"cocoa": 3}, "public.discards: not what the other places leave"),
    ("public.market", {"cocoa": 4}, "public.market: expected 3 cards"),
    ("public.doubloons", [0], f"public.doubloons: {COUNT}"),
    ("public.doubloons", [0, -1], "public.doubloons[1]: expected 0, the sum of public.earned"),
    ("public.owned", [[]], f"public.owned: {COUNT}"),
    ("public.owned", [[], [4000000000]], "public.owned[1][0]: expected a string"),
    ("public.owned", [[], ["cosa"]], "hidden.deck: a card that is elsewhere, or not in this game"),
    ("public.discarded", [{}, {}], "public.discarded: not in round 1"),
    ("public.history", [], "public.history: expected a pile first"),
    ("public.history", [PILE | {"move": "turned_up"}], "public.history[0].move: expected a pile"),
    ("public.history.1", PILE | {"move": "left"}, "public.history[1].seat: not as 'left' needs it"),
    ("public.history.1", PILE | {"seat": 0}, "public.history[1].seat: not as 'piled' needs it"),
    ("public.history.1", PILE | {"seat": 2}, "public.history[1].seat: no such seat"),
    ("public.history.1", PILE | {"receiver": 2}, "public.history[1].receiver: no such seat"),
    ("public.history.1", PILE | {"receiver": 1}, "public.history[1].receiver: not as 'piled'"),
    ("public.history.1", PILE | GIFT, "public.history[1].receiver: not as 'given' needs it"),
    ("public.history.1", PILE | GIFT | {"receiver": 0}, "public.history[1].receiver: not as"),
    ("public.history.1", PILE | GIFT_OF_CORN, "public.history[1].cards: not as 'given' needs them"),
    ("public.history.1", PILE | THEFT, "public.history[1].cards: not as 'stolen' needs them"),
    ("public.history.1", PILE | {"number": 1}, "public.history[1].number: not as 'piled' needs it"),
    ("public.history.1.number", 200, "public.history[1]: there are not so many cards"),
    ("public.history.1.number", 4, "hidden.hands[0]: expected 4 cards, as in the history"),
    ("public.earned", [[0, 0]], f"public.earned: expected {len(Income)} incomes"),
    ("public.earned", [[0], *OTHER_INCOMES], f"public.earned[0]: {COUNT}"),
    ("public.earned", [[1, 0], *OTHER_INCOMES], "public.doubloons[0]: expected 1"),
    ("hidden.hands", [{}], f"hidden.hands: {COUNT}"),
    ("hidden.hands", [{}, {"cocoa": 5}], "hidden.hands[0]: expected 5 cards, as in the history"),
    ("hidden.hands.1", {"vanilla": 5}, "hidden.hands[1]: not what the history leaves there"),
    ("hidden.dealt", [[], []], "hidden.dealt[0]: expected 1, as many as piles"),
    ("hidden.dealt", [[{}]], f"hidden.dealt: {COUNT}"),
    ("hidden.dealt.0.0", {"cocoa": 4}, "hidden.dealt[0][0]: expected 5 cards, as in the history"),
    ("hidden.dealt.0.0", {"vanilla": 5}, "hidden.dealt: not what pile 1 was made of"),
    ("hidden.pile", {"corn": 1}, "hidden.pile: expected "),
    ("hidden.steps", [0], f"hidden.steps: {COUNT}"),
    ("hidden.steps", [1, 0], "hidden.steps[0]: not in this phase"),
    ("hidden.chosen", [{}], f"hidden.chosen: {COUNT}"),
    ("hidden.chosen", [{"cocoa": 1}, {}], "hidden.chosen[0]: not in this phase"),
    ("hidden.given", [[]], f"hidden.given: {COUNT}"),
    ("hidden.given", [["cocoa"], []], "hidden.given[0]: expected 0, as many as gifts"),
    ("hidden.deck", [], "hidden.deck: not what queue and players leave"),
    ("hidden.seed", -1, "hidden.seed: expected 0 or more"),
]


def steps(path: str) -> list[str | int]:
    """Return the names and indices of a path."""
    return [int(step) if step.isdigit() else step for step in path.split(".")]


@pytest.mark.parametrize(("path", "value", "fault"), FAULTS)
def test_a_state_that_cannot_be_is_refused(path: str, value: Any, fault: str) -> None:
    game = GAMES[2]
    start = game.new_game(4)
    assert start.round.master == 0
    data = game.to_json(start)
    assert changed(data, steps(path), value) != data
    with pytest.raises(DecodeError) as caught:
        game.state_from_json(changed(data, steps(path), value))
    assert str(caught.value).startswith(fault)


def test_a_negative_seed_is_refused_in_a_state_that_was_not_read_from_json() -> None:
    start = GAMES[2].new_game(4)
    with pytest.raises(DecodeError, match=r"^hidden.seed: expected 0 or more$"):
        GAMES[2].check_state(evolve(start, hidden=evolve(start.hidden, seed=-1)))


def test_what_was_checked_before_decides_nothing() -> None:
    """A history that equals a right one, but has a number of a wrong type, is refused after it."""
    game, right = position(3, 1, 60)
    notes = right.public.history
    index = next(index for index, note in enumerate(notes) if note.move is Move.DEALT)
    no_cards: Any = 0.0
    note = evolve(notes[index], cards=no_cards)
    history = (*notes[:index], note, *notes[index + 1 :])
    wrong = evolve(right, public=evolve(right.public, history=history))
    assert wrong == right
    game.check_state(right)
    with pytest.raises(TypeError):
        game.check_state(wrong)


FAULTS_IN_A_TURN: list[tuple[str, Any, str]] = [
    ("turn.reach", 3, "turn.reach: not in this phase"),
    ("turn.converted", [["relic", "cocoa"]], r"turn.converted\[0\]: nothing counts as a relic"),
    ("turn.converted", [["cocoa", "cocoa"]], r"turn.converted\[0\]: a card that counts as itself"),
    ("turn.converted", [["corn", "cocoa"]], r"turn.converted\[0\]: no Merchant for it"),
    ("turn.converted", [["cotton", "cotton"]], "public.discards: "),
    ("turn.employed", [0, 0], "turn.employed: expected 3"),
    ("turn.employed", [0, 2, 0], r"turn.employed\[1\]: expected 0 to 1"),
    ("turn.employed", [0, -1, 0], r"turn.employed\[1\]: expected 0 or more"),
    ("turn.group", 2, "turn.group: not in this phase"),
    ("turn.size", 99, "turn.size: not in this phase"),
    ("phase", "merchant", "turn.group: expected 0 to 2"),
    ("phase", "sale", "turn.size: no set of 0"),
    ("phase", "purchase", "turn.converted: not in this phase"),
    ("public.discarded", [{}], "public.discarded: not of a game with 2 players"),
    ("public.discarded", [{"relic": 31}, {}], r"public.discarded\[0\]: more cards than the game"),
]


@pytest.mark.parametrize(("path", "value", "fault"), FAULTS_IN_A_TURN)
def test_a_turn_that_cannot_be_is_refused(path: str, value: Any, fault: str) -> None:
    position = arranged(2, hands={0: "1 cocoa, 2 cotton"}, owned={0: ["Merchant 4-6"]}).play(
        "employ 4-6", "use cocoa as cotton"
    )
    data = position.game.to_json(position.state)
    assert position.game.state_from_json(data) == position.state
    with pytest.raises(DecodeError, match=f"^{fault}"):
        position.game.state_from_json(changed(data, path.split("."), value))


OF_CHARACTERS = {
    income: source for income, source in SOURCES.items() if source.character is not None
}


def test_m7_every_income_has_a_line_on_the_score_sheet_and_a_rule() -> None:
    assert list(SOURCES) == list(Income)


@pytest.mark.parametrize(
    ("income", "amounts"),
    [
        (Income.DIFFERENT_SETS, (-1,)),
        (Income.RELIC_SETS, (-1,)),
        (Income.DEVELOPMENT_CARDS, (-1, 1)),
        (Income.SHIPYARDS, (-1, 1)),
        *[(income, (-source.unit, source.unit)) for income, source in OF_CHARACTERS.items()],
    ],
)
def test_m7_doubloons_come_from_what_pays_them(income: Income, amounts: tuple[int, ...]) -> None:
    """The player owns no Development card."""
    assert earning(income, 0, []) == ""
    for amount in amounts:
        fault = f"public.earned[{int(income)}][0]: not what this seat can have earned"
        assert earning(income, amount, []) == fault


@pytest.mark.parametrize(
    ("income", "card", "possible", "impossible"),
    [
        (Income.DEVELOPMENT_CARDS, "Merchant 4-6", 3, -3),
        (Income.SHIPYARDS, "Shipyard", 3, -3),
        *[
            (income, str(source.character), 2 * source.unit, -source.unit)
            for income, source in OF_CHARACTERS.items()
        ],
    ],
)
def test_m7_an_owner_has_what_their_card_pays(
    income: Income, card: str, possible: int, impossible: int
) -> None:
    assert earning(income, possible, [card]) == ""
    fault = f"public.earned[{int(income)}][0]: not what this seat can have earned"
    assert earning(income, impossible, [card]) == fault


def test_m7_orellana_pays_two_doubloons_at_a_time() -> None:
    assert earning(Income.ORELLANA, 3, ["Francisco de Orellana"])
    assert earning(Income.CORONADO, -3, ["Francisco de Coronado"])


def earning(income: Income, amount: int, owned: list[str]) -> str:
    """Return the fault of a State in which player 1 has earned this much, 10 doubloons apart."""
    position = arranged(2, owned={0: owned}, doubloons=[10, 0])
    data: Any = position.game.to_json(position.state)
    data["public"]["earned"][income][0] += amount
    data["public"]["doubloons"][0] += amount
    if income is Income.DIFFERENT_SETS:
        data["public"]["earned"][income][0] -= 10
        data["public"]["doubloons"][0] -= 10
    try:
        position.game.state_from_json(data)
    except DecodeError as error:
        return str(error)
    return ""


def test_m8_cards_shown_that_were_never_in_the_hand_are_refused() -> None:
    position = arranged(2, hands={0: "3 coffee, 2 corn"}, known={0: "1 corn"}).play("set 3 coffee")
    data: Any = position.game.to_json(position.state)
    assert position.game.state_from_json(data) == position.state
    assert position.state.public.history[-1] == Note(Move.LEFT, 0, cards("3 coffee"))
    last = ("public", "history", len(position.state.public.history) - 1)
    never = changed(data, (*last, "cards"), {"coffee": 2, "vanilla": 1})
    with pytest.raises(DecodeError, match=r"public\.history\[3\]: not in hidden\.hands\[0\] then"):
        position.game.state_from_json(never)
    by_another = changed(data, (*last, "seat"), 1)
    with pytest.raises(DecodeError, match=r"public\.history\[3\]: there are not so many cards"):
        position.game.state_from_json(by_another)
    later = changed(data, ("public", "history", 2), data["public"]["history"][3])
    with pytest.raises(DecodeError, match=r"hidden\.hands\[0\]: expected -1 cards|not so many"):
        position.game.state_from_json(later)


def test_m4_6_a_new_pile_is_made_when_the_last_one_is_empty() -> None:
    game = GAMES[2]
    data: Any = game.to_json(game.new_game(4))
    data["public"]["history"].append(PILE)
    data["hidden"]["dealt"] = [[*piles, {}] for piles in data["hidden"]["dealt"]]
    with pytest.raises(DecodeError, match=r"^public\.history\[3\]: cards are left in the pile"):
        game.state_from_json(data)


TIED = {0: "1 corn", 1: "1 cocoa", 2: "1 corn"}
CORONADO = ["Francisco de Coronado"]
MERCHANTS = ["Merchant 4-6"] * 2
STATES_THAT_CANNOT_GO_ON: list[tuple[int, Phase, dict[str, Any], str]] = [
    (2, Phase.NUMBER, {"hands": {0: "4 corn", 1: "5 cocoa"}}, "hidden.hands[0]: not enough cards"),
    (
        2,
        Phase.FLEETS,
        {"owned": {0: PONCE}, "hands": FIVES},
        "supply.display: expected 2 cards, one for each Caravel",
    ),
    (2, Phase.FLEETS, {"hands": FIVES}, "player: expected the owner of Ponce de Leon"),
    (2, Phase.FLEETS, {"owned": {0: PONCE[:2]}, "hands": FIVES}, "player: no fleet that can be"),
    (2, Phase.PICKS, {"hands": FIVES}, "supply.picks: expected the player to act"),
    (
        2,
        Phase.PICKS,
        {"hands": FIVES, "supply": Supply(picks=(1,))},
        "supply.picks[0]: expected the player to act",
    ),
    (
        2,
        Phase.PICKS,
        {"owned": {1: ["Caravel 1"]}, "hands": FIVES, "supply": Supply(picks=(0,))},
        "supply.picks: not the order of the fleets",
    ),
    (
        2,
        Phase.PICKS,
        {"owned": {0: ["Caravel 1"]}, "hands": FIVES, "supply": Supply(picks=(0,))},
        "supply.display: expected 1 cards, one for each Caravel",
    ),
    (
        2,
        Phase.FLEETS,
        {"owned": {0: PONCE}, "hands": FIVES, "supply": Supply(detached=(2,))},
        "supply.detached[0]: not a Caravel that can leave its fleet",
    ),
    (
        2,
        Phase.PICKS,
        {
            "owned": {0: ["Caravel 1", "Caravel 2"]},
            "hands": FIVES,
            "supply": Supply(detached=(1,)),
        },
        "supply.detached: only for the owner of Juan Ponce de Leon",
    ),
    (
        2,
        Phase.FLEETS,
        {
            "owned": {0: [*PONCE, "Caravel 3"]},
            "hands": FIVES,
            "supply": Supply(detached=(1, 1)),
        },
        "supply.detached[1]: not a Caravel that can leave its fleet",
    ),
    (
        2,
        Phase.FLEETS,
        {
            "owned": {0: [*PONCE, "Caravel 3"]},
            "hands": FIVES,
            "supply": Supply(detached=(2, 1)),
        },
        "supply.detached: not ascending",
    ),
    (
        2,
        Phase.FLEETS,
        {"owned": {0: PONCE}, "hands": FIVES, "supply": Supply(picks=(0,))},
        "supply.picks: not in this phase",
    ),
    (2, Phase.TURN, {"supply": Supply(CARDS.every)}, "supply.display: not in this phase"),
    (2, Phase.EVENT, {"event": RoundEvent.FIRE}, "round.event: expected none in this phase"),
    (2, Phase.EVENT, {}, "player: expected the owner of Coronado"),
    (2, Phase.EVENT, {"owned": {0: CORONADO}}, "public.doubloons[0]: too few for an event"),
    (
        2,
        Phase.EVENT,
        {"owned": {0: CORONADO}, "doubloons": [2, 0], "hands": FIVES},
        "hidden.hands[0]: more cards than can be stored",
    ),
    (2, Phase.TURN, {"doubloons": [0, 10**400]}, "public.doubloons[1]: expected 0 to 1000000"),
    (2, Phase.OFFERS, {"announced": 5, "hands": FIVES}, "trade.announced: expected 2 to 4"),
    (
        2,
        Phase.MERCHANT,
        {
            "owned": {0: MERCHANTS[:1]},
            "turn": Turn(employed=(0, 1, 0), group=1),
            "hands": {0: "1 cocoa, 2 cotton"},
        },
        "phase: there is nothing to decide",
    ),
    (
        2,
        Phase.SALE,
        {"turn": Turn(size=5), "hands": {0: "5 corn"}},
        "turn.size: no set of 5",
    ),
    (
        2,
        Phase.SALE,
        {
            "owned": {0: MERCHANTS},
            "turn": Turn(
                employed=(0, 2, 0),
                converted=((Kind.COTTON, Kind.COCOA), (Kind.COTTON, Kind.CORN)),
                size=4,
            ),
            "hands": {0: "1 corn, 1 tobacco, 1 coffee"},
        },
        "turn.converted: the same resource twice",
    ),
    (
        2,
        Phase.TURN,
        {
            "owned": {0: MERCHANTS},
            "turn": Turn(
                employed=(0, 2, 0),
                converted=((Kind.COTTON, Kind.CORN), (Kind.COTTON, Kind.COCOA)),
            ),
            "hands": {0: "3 cotton"},
        },
        "turn.converted: not ascending",
    ),
    (2, Phase.PURCHASE, {}, "turn.reach: expected a number"),
    (
        2,
        Phase.SALE,
        {"hands": {0: "1 cocoa, 1 corn, 1 coffee"}, "turn": Turn(different=True, size=3)},
        "turn.size: no set of 3",
    ),
    (2, Phase.PURCHASE, {"turn": Turn(reach=0)}, "turn.reach: expected 1 to 5"),
    (2, Phase.PURCHASE, {"turn": Turn(reach=6)}, "turn.reach: expected 1 to 5"),
    (
        2,
        Phase.PURCHASE,
        {
            "owned": {0: MERCHANTS},
            "turn": Turn(
                employed=(0, 1, 0), converted=((Kind.COTTON, Kind.COCOA),), identical=True, reach=1
            ),
        },
        "turn.converted: not in this phase",
    ),
    (
        2,
        Phase.TURN,
        {"announced": 2, "offers": {0: "1 corn", 1: "1 corn"}},
        "trade.announced: not in this phase",
    ),
    (
        2,
        Phase.FIRST,
        {"turn": Turn(converted=((Kind.COCOA, Kind.CORN),))},
        "turn.converted: not in this phase",
    ),
    (2, Phase.TRADES, {"announced": 2}, "trade.offers: expected the offers"),
    (
        2,
        Phase.TRADES,
        {"announced": 2, "offers": {0: "1 corn", 1: "1 corn"}, "partner": 0},
        "trade.partner: the player to act",
    ),
    (
        2,
        Phase.TRADES,
        {"announced": 2, "offers": {0: "1 corn", 1: ""}},
        "phase: there is nothing to decide",
    ),
    (2, Phase.GIFT, {"announced": 2}, "trade.short: expected the seat that gets a card"),
    (2, Phase.GIFT, {"announced": 2, "short": 0}, "trade.short: the Trade Master"),
    (
        3,
        Phase.MASTER,
        {"announced": 2, "offers": TIED, "candidates": (0, 1)},
        "trade.candidates: not the seats with the highest offers",
    ),
    (
        3,
        Phase.MASTER,
        {"announced": 2, "offers": TIED | {2: ""}, "candidates": (0,)},
        "trade.candidates: expected two or more",
    ),
    (
        3,
        Phase.MASTER,
        {"announced": 2, "offers": TIED, "candidates": (0, 2)},
        "trade.candidates: includes the Trade Master",
    ),
]


@pytest.mark.parametrize(("players", "phase", "position", "fault"), STATES_THAT_CANNOT_GO_ON)
def test_a_state_that_could_not_go_on_is_refused(
    players: int, phase: Phase, position: dict[str, Any], fault: str
) -> None:
    with pytest.raises(DecodeError) as caught:
        arranged(players, phase=phase, **position)
    assert str(caught.value).startswith(fault)


def test_every_field_of_a_part_says_in_which_phases_it_is_in_use() -> None:
    named = [f"{part}.{field.name}" for part, empty in EMPTY.items() for field in fields(empty)]
    assert {*named} == IN_USE.keys()


def offering(**changes: Any) -> str:
    """Return the fault of a State in which both seats offer three cards, with these changes."""
    hands = {0: "4 corn, 1 vanilla", 1: "5 cocoa"}
    position = arranged(2, phase=Phase.OFFERS, announced=3, hands=hands)
    data: Any = position.game.to_json(position.state)
    hidden = {name: value for name, value in changes.items() if name in data["hidden"]}
    public = {name: value for name, value in changes.items() if name not in hidden}
    with pytest.raises(DecodeError) as caught:
        position.game.state_from_json(data | public | {"hidden": data["hidden"] | hidden})
    return str(caught.value)


@pytest.mark.parametrize(
    ("chosen", "steps", "fault"),
    [
        ({"relic": 1}, 1, "not in the hand"),
        ({"vanilla": 1}, 1, "too few cards left to continue"),
        ({"corn": 1}, 2, "expected 2 cards"),
        ({"corn": 2}, 1, "expected 1 cards at most"),
    ],
)
def test_m5_1_an_offer_that_the_hand_cannot_complete_is_refused(
    chosen: dict[str, int], steps: int, fault: str
) -> None:
    assert offering(chosen=[chosen, {}], steps=[steps, 0]) == f"hidden.chosen[0]: {fault}"


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"owing": []}, "owing: nobody has to choose"),
        ({"owing": [1, 0]}, "player: expected the first of owing"),
        ({"owing": [0, 1, 1]}, "owing: not ascending"),
        ({"steps": [3, 0]}, "hidden.steps[0]: expected 0 or more, fewer than 3"),
        ({"steps": [-1, 0]}, "hidden.steps[0]: expected 0 or more, not -1"),
        ({"owing": [0]}, "hidden.steps[1]: expected 3, since the choice is complete"),
    ],
    ids=str,
)
def test_m5_1_who_still_has_to_offer_has_not_finished(changes: dict[str, Any], fault: str) -> None:
    assert offering(**changes) == fault


def test_m7_3_a_short_queue_is_refilled_from_the_deck() -> None:
    game = GAMES[2]
    data: Any = game.to_json(game.new_game(4))
    data["hidden"]["deck"].append(data["public"]["queue"].pop())
    with pytest.raises(DecodeError, match=r"^public\.queue: not refilled"):
        game.state_from_json(data)
    data["public"]["queue"] += [data["hidden"]["deck"].pop(), data["hidden"]["deck"].pop()]
    with pytest.raises(DecodeError, match=r"^public\.queue: expected 5 cards at most"):
        game.state_from_json(data)


def test_the_cards_of_a_player_are_in_alphabetical_order() -> None:
    position = arranged(2, owned={0: ["Caravel 1", "Shipyard"]})
    data: Any = position.game.to_json(position.state)
    data["public"]["owned"][0].reverse()
    with pytest.raises(DecodeError, match=r"^public\.owned\[0\]: not in alphabetical order"):
        position.game.state_from_json(data)


def test_the_largest_lead_can_be_estimated() -> None:
    position = arranged(2, doubloons=[0, 1_000_000])
    assert position.evaluate(0) < 0.001
    assert position.evaluate(1) > 0.999


def test_m5_6_a_gift_is_known_to_its_giver_and_its_receiver_alone() -> None:
    position = arranged(
        3, phase=Phase.GIFT, announced=2, short=1, hands={0: "1 corn, 1 relic", 1: "1 potato"}
    ).play("give corn")
    data: Any = position.game.to_json(position.state)
    assert data["hidden"]["given"] == [["corn"], ["corn"], [None]]
    for known in (
        [["corn"], ["relic"], [None]],
        [["corn"], ["corn"], ["corn"]],
        [[None], ["corn"], [None]],
        [[None], [None], [None]],
    ):
        with pytest.raises(DecodeError, match=r"^hidden\.given\[.\]: not what giver and receiver"):
            position.game.state_from_json(changed(data, ["hidden", "given"], known))


def test_m4_2_a_card_that_was_turned_up_had_been_in_the_pile() -> None:
    queue = ["Shipyard [Storm]", "Merchant 4-6", "Merchant 7-9", "Merchant 1-3", "Warehouse for 1"]
    owned = {0: ["Caravel 1"]}
    position = arranged(2, player=1, owned=owned, queue=queue, discards=f"{RELICS} relic")
    after = position.play("done")
    last = len(after.state.public.history) - 1
    assert after.state.public.history[last].move is Move.TURNED_UP
    data: Any = after.game.to_json(after.state)
    assert after.game.state_from_json(data) == after.state
    with pytest.raises(DecodeError, match=r"^public\.history: not in the pile$"):
        after.game.state_from_json(
            changed(data, ("public", "history", last, "cards"), {"relic": 1})
        )


def test_m6_10_before_the_deal_a_player_holds_as_many_cards_as_they_can_store() -> None:
    owned = {0: [*CORONADO, "Warehouse for 1"]}
    hands = {0: "1 corn"}
    position = arranged(2, phase=Phase.EVENT, owned=owned, hands=hands, doubloons=[2, 0])
    assert position.to_act == (0,)
