"""What the program says by itself, besides the words of a game: at a table, in its drawings, and at
the terminal. It is in English; another language is a subclass, one for all games.

`Words.phrases` is the object for a reader. Help on the command line and error messages are English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from boardgames.core.outcome import Outcome
from boardgames.core.text import listed, plural

if TYPE_CHECKING:
    from boardgames.scene.parts import Counter


class Phrases:
    """What the program says by itself, in English; another language is a subclass."""

    def __init__(self, people: Sequence[str] = ()) -> None:
        """`people`: the names of the players by seat, empty for one who has none; (): nobody has
        one.
        """
        self.people: tuple[str, ...] = tuple(people)

    # What players are called.

    def seat_name(self, seat: int, viewer: int | None) -> str:
        """Return what a viewer calls a seat: `You`, `Ann`, or `Player 2` if nobody has told their
        name.
        """
        return "You" if seat == viewer else self.player(seat)

    def seat_object(self, seat: int, viewer: int | None) -> str:
        """Return what a viewer calls a seat within a sentence: `you`, `Ann` or `Player 2`."""
        return "you" if seat == viewer else self.player(seat)

    def seat_possessive(self, seat: int, viewer: int | None) -> str:
        """Return whose something is, within a sentence: `your`, `Ann's` or `Player 2's`."""
        return "your" if seat == viewer else f"{self.player(seat)}'s"

    def player(self, seat: int) -> str:
        """Return the name of whoever sits here, or `Player 2`: text counts seats from 1."""
        name = self.people[seat] if self.people else ""
        return name or f"Player {seat + 1}"

    def kind(self, spec: str) -> str:
        """Return what a player is, by what others can tell of them: `easy bot`."""
        return self.players.get(spec.partition(":")[0], self.bot)

    def short_player(self, seat: int) -> str:
        """Return a player where there is no room for a name."""
        return f"P{seat + 1}"

    def deed(self, seat: int, viewer: int | None, what: str) -> list[str]:
        """Return the line that tells a viewer what a seat did: `You took a token`."""
        return [f"{self.seat_name(seat, viewer)} {what}"]

    # What drawings say.

    unknown: str = "unknown"
    """Of pieces whose kind the reader does not know: `3 unknown`."""
    total: str = "total"
    """The last row of a score sheet."""
    on_board: Mapping[str, str] = {
        ">": "Whose turn it is.",
        "?": "On a board, a piece that lies face down.",
        ".": "Nothing is there.",
    }
    """What the signs mean that are the same in every game."""

    def own(self, zone: str) -> str:
        """Return what the reader calls a zone of their own: `Your hand`."""
        return f"Your {zone}"

    def of_seat(self, owner: str, zone: str) -> str:
        """Return what the reader calls a zone of another seat: `Player 2, hand`."""
        return f"{owner}, {zone}"

    # What a game that says no more asks.

    your_turn: str = "Your turn."

    def waiting_for(self, players: Sequence[str]) -> str:
        """Return whom the reader waits for."""
        return f"Waiting for {self.listed(players)}."

    # Numbers and lists.

    def number_of(self, counter: Counter) -> str:
        """Return the number of a counter, with its limit if it has one."""
        if counter.of is None:
            return str(counter.value)
        return self.of_limit(counter.value, counter.of)

    def of_limit(self, number: int, limit: int) -> str:
        """Return a number with its limit: `6 of 9`."""
        return f"{number} of {limit}"

    def listed(self, names: Sequence[str]) -> str:
        """Return the names as a list in a sentence: `You and Player 3`."""
        return listed(names)

    def teams(self, teams: Sequence[Sequence[int]], viewer: int | None) -> str:
        """Return who plays with whom: `Teams: You and Player 3; Player 2 and Player 4`.

        Empty without teams.
        """
        if not teams:
            return ""
        sides: list[str] = []
        for team in teams:
            names = [self.seat_name(seat, viewer) for seat in team]
            sides.append(self.listed(names))
        return f"Teams: {'; '.join(sides)}"

    # A piece by itself.

    def worth(self, worth: int) -> str:
        """Return the number printed on a piece: `value 5`."""
        return f"value {worth}"

    def back(self, back: str) -> str:
        """Return what the other side of a piece is called."""
        return f"on the back: {back}"

    # What is said of the end of a game.

    unfinished: str = "The game is unfinished."

    def resigned(self, who: str) -> str:
        """Return that this player has resigned."""
        return f"{who} resigned"

    def forfeited(self, who: str) -> str:
        """Return that the bot of this player has failed."""
        return f"{who} forfeited the game"

    def agreed(self, who: str) -> str:
        """Return that all have agreed to end the game, as this player has asked."""
        return f"{who} asked to end the game, and all agreed"

    def as_note(self, what: str) -> str:
        """Return one of these as a note beside the table."""
        return f"{what}."

    def because(self, what: str, reason: str) -> str:
        """Return one of these with the reason."""
        return f"{what}: {reason}"

    def game_over(self, reason: str) -> str:
        """Return that the game is over, and why."""
        return f"The game is over: {reason}."

    def points(self, number: int) -> str:
        """Return this many points, as most games call them."""
        return plural(number, "point")

    def place(self, place: int, who: str, points: str) -> str:
        """Return a line of the ranking."""
        return f"{place}. {who}: {points}"

    def tie_broken(self, by: str) -> str:
        """Return what decided between equal players."""
        return f"The tie was broken by {by}."

    def points_after(self, round_name: str) -> str:
        """Return the title of a table of points after each round."""
        return f"Score if the game had ended after {round_name}"

    def held(self, who: str) -> str:
        """Return the beginning of a list of the cards that a player held."""
        return f"{who} held:"

    def verdict(self, outcome: Outcome, viewer: int | None) -> str:
        """Return who has won, or what was achieved, in words for this viewer (None: a spectator).

        >>> team = (0, 1)
        >>> reason = "the deck is empty"
        >>> ended = Outcome((), (team,), (18, 18), reason, teams=(team,), maximum=25)
        >>> ENGLISH.verdict(ended, 0)
        '18 of 25 points'
        """
        who_won = self._who_won(outcome, viewer)
        points = {*outcome.scores}
        if outcome.maximum is None or len(points) > 1:
            return who_won
        result = f"{points.pop()} of {outcome.maximum} points"
        if any(outcome.utility) and not outcome.winners:
            return result
        return f"{who_won} with {result}"

    def _who_won(self, outcome: Outcome, viewer: int | None) -> str:
        if not outcome.winners:
            return "Everybody loses" if len(outcome.teams) == 1 else "Nobody wins"
        first, *others = outcome.winners
        who = self.seat_name(first, viewer)
        if not others:
            return f"{who} {'win' if first == viewer else 'wins'}"
        names = listed([who, *[self.seat_object(seat, viewer) for seat in others]])
        if outcome.winning_sides == 1:
            return f"{names} win together"
        return f"{names} share the victory"

    # What is told at a table besides the events of the game, and what it refuses.

    players: Mapping[str, str] = {
        "human": "human",
        "easy": "easy bot",
        "fair": "fair bot",
        "strong": "strong bot",
        "random": "random bot",
    }
    """What players are called who have no name, by the names of bots and `human`."""
    bot: str = "bot"
    """What any other bot is called."""
    taken_back: str = "Taken back."
    bots_stopped: str = "An error has stopped the bots."
    bots_hurried: str = "Many games are played here at once, so bots think for less time."
    lesson_has_changed: str = (
        "The lesson has changed since this game began: the game goes on without it."
    )
    over: str = "the game is over"
    moved_on: str = "the table has moved on; look again"
    bot_plays: str = "a bot plays on for you: take your seat back first"
    no_bot_plays: str = "no bot is playing for this seat"
    not_your_turn: str = "it is not your turn"
    nothing_to_undo: str = "there is nothing to take back"
    no_undo_in_lesson: str = "you cannot undo in a lesson"
    no_undo_at_end: str = "the game is over, so its seed and hands are no longer secret"
    no_undo_asked: str = "nobody has asked to take anything back"
    no_end_asked: str = "nobody has asked to end the game"
    no_hints_in_lesson: str = "a lesson gives no hints: try an answer, and it says what is wrong"
    no_hints: str = "hints are for games against bots"

    def request(self, what: str) -> str:
        """Return what the reader has asked for, as it stands in the three sentences below."""
        return {"undo": "take your last action back", "end": "end the game"}[what]

    def request_refused(self, what: str, seat: int | None) -> str:
        """Return that this seat, or somebody, did not agree with what the reader asked for."""
        agreed = "Not all agreed" if seat is None else f"{self.player(seat)} did not agree"
        return f"{agreed} to {self.request(what)}."

    def request_granted(self, what: str) -> str:
        """Return that all agreed with what the reader asked for."""
        return f"All agreed to {self.request(what)}."

    def request_lapsed(self, what: str) -> str:
        """Return that the game went on before all had answered what the reader asked for."""
        return f"The game went on before all had agreed to {self.request(what)}."

    def bot_failed(self, seat: int) -> str:
        """Return that the bot of this seat has failed, and what happens then."""
        who = self.seat_possessive(seat, None)
        return f"{who} bot has failed; when it does, a random action replaces its choice"

    def time_to_decide(self, seconds: float) -> str:
        """Return how long people have for each decision, and what happens then."""
        then = "then a bot plays on until the seat is taken back"
        return f"Each decision may take {seconds:,.7g} s; {then}."

    def seat_given(self, seat: int) -> str:
        """Return that somebody else sits there now, and knows the hand."""
        return f"Another person has taken over the seat of {self.player(seat)}."

    def only_choice(self, what: str) -> str:
        """Return what was done, and that there was no other choice."""
        return f"{what} (the only choice)"

    def times(self, what: str, number: int) -> str:
        """Return what somebody did several times, without their name. Things are counted: `chose a
        card to offer` becomes `chose 2 cards to offer`.
        """
        one = re.match(r"(\w+) (?:an?|1) ((?:\w+ ){0,2}?card|\w+)\b(.*)", what)
        if one:
            did, thing, after = one.groups()
            return f"{did} {number} {re.sub('(?<=[^aeiou])y$', 'ie', thing)}s{after}"
        if re.match(r"\w+ what ", what):
            return what
        return f"{what} ({number} times)"

    def not_legal(self, action: str) -> str:
        """Return that an action, given by its notation, is not legal."""
        return f"{action} is not legal now"

    # The answers to what was typed.

    def not_possible(self, action: str) -> str:
        """Return that an action that was typed, in notation, is not legal."""
        return f"Not possible now: {action}."

    def which_numbers(self, first: int, last: int) -> str:
        """Return which numbers choices have."""
        if first == last:
            return f"There is choice {first} only."
        return f"There are choices {first} to {last}."

    def ambiguous(self, some: Sequence[str], in_all: int) -> str:
        """Return that an answer could mean each of these, and others."""
        more = f" ({in_all} in all)" if in_all > len(some) else ""
        return f"That could be {listed(map(repr, some), 'or')}{more}. Say a little more."

    def no_such_action(self, answer: str, guess: str) -> str:
        """Return that an answer means nothing; `guess`: what was perhaps meant, or empty."""
        meant = f" Did you mean {guess!r}?" if guess else ""
        return f"No such action: {answer!r}.{meant}"

    # What is said of estimates: hints, and the analysis of a game.

    chance_to_win: str = "chance to win"
    result_of_team: str = "team's expected result"
    all_else: str = "all else"
    """The reason used if those of the game do not explain an action."""
    alike: str = "much like the others"
    not_tried: str = "not worth a search"
    at_sight: str = "judged at first sight"
    no_difference: str = "no difference found"
    within_chance: str = "too close to tell: what differs in the search may be chance"
    """Said of an action that the search has rated otherwise than its best one, but not so often
    that it would count: it says nothing against the order."""
    numbers: str = "Numbers: percentage points for or against a choice, compared with the others."
    """Explains the numbers of reasons."""
    equal: str = "Where figures are equal, the choice that leaves the better table comes first."

    def too_short(self, seconds: str, *, at_least: bool) -> str:
        """Return how many seconds a comparison would take."""
        amount = f"{'at least' if at_least else 'about'} {seconds} s"
        return f"too little time to compare: {amount} are needed"

    def gains(self, what: str, points: float, *, is_certain: bool) -> str:
        """Return what an action gains at once, after what else is said of it."""
        amount = f"about {abs(points):.1f} points"
        if is_certain:
            amount = plural(abs(round(points)), "point")
        return f"{what}; {'gains' if points > 0 else 'costs'} {amount} now"

    def in_favour(self, reasons: str) -> str:
        """Return the reasons for an action."""
        return f"for: {reasons}"

    def against(self, reasons: str) -> str:
        """Return the reasons against an action."""
        return f"against: {reasons}"

    # A hint.

    def asked(self, choice: str) -> str:
        """Return a choice that the reader has asked about."""
        return f"{choice} (you asked)"

    def left_out(self, number: int) -> str:
        """Return how many choices a hint leaves out."""
        return f"({plural(number, 'choice')} not worth a search)"

    def own_estimate(self, name: str) -> str:
        """Return what the figures of a hint are, given the name of the estimate."""
        return f"Your {name}, by an estimate from what you can see."

    # What the terminal says by itself, and what can be typed there.

    commands: Mapping[str, str] = {}
    """What can be typed in place of the English commands and answers, such as `undo` and `yes`; by
    what is typed."""
    help: Mapping[str, str] = {
        "?NAME, card NAME": "a card, or a word, number or sign of the table: ?2, ?*",
        "legend": "what everything on the table means",
        "table": "the whole table again",
        "log, log all": "what happened since your last choice, or all",
        "rules, rules short": "the rules, all or in short",
        "rules NUMBER, rules WORD": "those with this number or word",
        "hint, hint CHOICE": "what a bot would do, or what it thinks of your choice",
        "undo": "take your last decision back, if the other people agree",
        "finish": "end the game without a winner, if the other people agree",
        "WORDS ... (6)": "6 choices starting with these words; type the words",
        "back": "leave such a group of choices",
        "quit": "stop; a game that has begun is kept",
    }
    """What can be typed at a decision, and what it does."""
    asking_for_help: str = "Type ? for help, or 'rules short' to learn the game."
    more_played: str = "(More was played before that: type 'log all' to read it.)"
    lesson_goes_on: str = "Resuming the lesson that you started."
    thinking: str = "Thinking ..."
    one_by_one: str = "(Choose one at a time, in the order of this list.)"
    type_a_number: str = "Type a number, an action from the list, or ? for help."
    type_a_choice: str = "Type the number of a choice, or the start of its words."
    type_legend: str = "Type legend for what is on the table, or rules short for how to play."
    in_short: str = "In short"
    """The heading of the section of the rules that is their summary."""
    goal_words: Sequence[str] = ("win", "goal")
    """What the reader may call the goal of the game."""
    unexplained: str = "This game does not explain its other words and numbers."
    nothing_yet: str = "Nothing has happened yet."
    ask_to_grant: str = "The others have seen what happened since. Do they all agree (yes or no)? "
    ask_to_end: str = "Do you want to end the game here, without a winner (yes or no)? "
    ask_all_to_end: str = "Do all agree to end the game here, without a winner (yes or no)? "
    goes_on: str = "The game goes on."
    ask_to_keep: str = "Keep the record, to replay or analyse it? y or n: "
    stopped: str = "Stopped."
    not_kept: str = "Stopped. The game could not be kept:"
    more: str = "-- more: Enter, b back, all, or q to stop -- "

    def command(self, typed: str) -> str:
        """Return the English command or answer that was typed."""
        word = typed.casefold()
        return self.commands.get(word, word)

    def help_with(self, number: str) -> Mapping[str, str]:
        """Return `help` with the number of a section as an example; empty: rules have none."""
        example = f"rules {number}, " if number else ""
        return {typed.replace("rules NUMBER, ", example): does for typed, does in self.help.items()}

    def with_seed(self, title: str, seed: int) -> str:
        """Return the title of a game with its seed."""
        return f"{title}, seed {seed}"

    def you_are(self, player: str) -> str:
        """Return the first line about the only person: `You are Player 1`."""
        return f"You are {player}."

    def who(self, player: str, what: str) -> str:
        """Return a player with what they are: `Player 2: easy bot`."""
        return f"{player}: {what}"

    def is_thinking(self, player: str) -> str:
        """Return whom the reader waits for."""
        return f"{player} is thinking ..."

    def confirm(self, typed: str) -> str:
        """Return what follows the prompt if this was typed before the question was shown."""
        return f"(Enter: {typed}) "

    def tip(self, tip: str) -> str:
        """Return a tip."""
        return f"Tip: {tip}"

    def take_keyboard(self, player: str) -> str:
        """Return the question to the next person at the same keyboard."""
        return f"{player}, take the keyboard and press Enter. "

    def numbers_of(self, stem: str, first: int, last: int) -> str:
        """Return the choices that differ in a number only: `bid 7 to 9`."""
        return f"{stem} {first} to {last}".strip()

    def type_either(self, number: int, short: str) -> str:
        """Return how to choose by number or by words."""
        return f"Type {number}, or the start of the words: {short}"

    def rules_mention(self, name: str) -> str:
        """Return that the rules below mention this."""
        return f"The rules mention {name!r}."

    def nothing_called(self, name: str) -> str:
        """Return that nothing has this name."""
        return f"Nothing here is called {name!r}."

    def no_rule(self, title: str, wanted: str, headings: Sequence[str]) -> str:
        """Return that no rule of a game has this number or these words, and its headings."""
        sections = f"; its sections: {', '.join(headings)}" if headings else ""
        return f"no rule of {title} has the number {wanted!r} or mentions it{sections}"

    def several_choices(self, wanted: str, number: int) -> str:
        """Return that the question for a hint stands for several choices."""
        return f"{wanted} stands for {number} choices: ask about one of them."

    def refused(self, reason: str) -> str:
        """Return the reason of a refusal as a sentence."""
        return f"{reason[:1].upper()}{reason[1:]}."

    def goes_on_with(self, command: str) -> str:
        """Return how to continue a game."""
        return f"Continue with: {command}"

    def begin_anew_with(self, command: str) -> str:
        """Return how to begin a lesson anew."""
        return f"To start over: {command}"

    def seed(self, seed: int) -> str:
        """Return the seed, at the end."""
        return f"Seed: {seed}"

    def replay_with(self, command: str) -> str:
        """Return how to go through the game again."""
        return f"Go through it again with: {command}"

    def analyse_with(self, command: str) -> str:
        """Return how to have the game analysed."""
        return f"Have it analysed with: {command}"

    def kept_in(self, path: str) -> str:
        """Return where the record is."""
        return f"The record is in {path}."

    def fault(self, seat: int, reason: str, others: int) -> str:
        """Return the first fault of a bot, and how many more there were."""
        more = f", and {plural(others, 'time')} more" if others else ""
        return f"Fault of player {seat + 1}: {reason}{more}"

    # What is said when a record is read, step by step or analysed.

    step: str = "Enter goes on, e event, b back, ? help: "
    step_help: Sequence[str] = (
        "  Enter, n   the next action",
        "  e          the next event of it, and what it changes on the table",
        "  b, p       the action before",
        "  a number   the action with this number; 0 is the deal",
        "  q          stop",
    )
    deal: str = "The deal."
    unseen: str = "nothing that this reader sees"
    the_costliest: str = "The costliest:"
    not_a_sum: str = (
        "Each decision is judged by itself, as if play continued from there as the search expects."
        " Losses do not add up: each decision starts from the position that the last one led to,"
        " and new cards change the chances, too."
    )

    def record_of(self, title: str, seed: int | None, version: int) -> str:
        """Return the first line about a record; the seed is None while it is a secret."""
        drawn = "" if seed is None else f"seed {seed}, "
        return f"{title}, {drawn}rules version {version}"

    def no_such_ply(self, answer: str, plies: int) -> str:
        """Return that no action has this number."""
        return f"No action {answer!r}; there are 0 to {plies}."

    def belonging_to(self, seat: int, viewer: int | None, part: str) -> str:
        """Return a zone or counter with whose it is."""
        return f"{self.seat_possessive(seat, viewer)} {part}"

    def moved(self, what: str, source: str, target: str) -> str:
        """Return from where to where a piece goes; empty: it was not, or will not be, there."""
        start = f" from {source}" if source else ""
        end = f" to {target}" if target else ""
        return f"{what}:{start}{end}"

    def counted(self, what: str, by: int) -> str:
        """Return by how much a counter changes."""
        return f"{what}: {by:+}"

    def marked(self, mark: str, seat: int | None, viewer: int | None, *, on: bool) -> str:
        """Return who gets a mark, or has it no longer; None: all."""
        who = "anybody" if seat is None else self.seat_object(seat, viewer)
        return f"{mark}: {who if on else f'no longer {who}'}"

    def see_with(self, seat: int, command: str) -> str:
        """Return how to see what a player saw."""
        return f"See what player {seat + 1} saw with: {command}"

    # The report of an analysis.

    def extent(self, decisions: int, stopped: int | None, actions: int) -> str:
        """Return how much was analysed; `stopped`: the last action if not all was."""
        analysed = f"{plural(decisions, 'decision')} analysed"
        if stopped is None:
            return analysed
        return f"{analysed}, stopped at action {stopped} of {actions}"

    def report_of(self, title: str, players: int, extent: str) -> str:
        """Return the first line of a report."""
        return f"{title}, {plural(players, 'player')}, {extent}"

    def named(self, player: str, name: str) -> str:
        """Return a player with a name, or with what plays for them: `Player 2 (easy)`."""
        return f"{player} ({name})"

    def after_each(self, what: str) -> str:
        """Return the head of a line of chances."""
        return f"{what.capitalize()}, in %, after each decision:"

    def at_action(self, ply: int, when: str) -> str:
        """Return when a decision was made."""
        return f"action {ply}" + (f", {when}" if when else "")

    def rated(self, action: str, chance: float) -> str:
        """Return an action with the chance after it."""
        return f"{action} ({chance:.0%})"

    def better(self, action: str) -> str:
        """Return a better action."""
        return f"better: {action}"

    def verdicts(self, decisions: int, agrees: int, worse: int, too_close: int, gap: float) -> str:
        """Return what the search says of all decisions together; `gap` is in percentage points."""
        return (
            f"Of {plural(decisions, 'decision')} the search agrees with {agrees}, finds {worse}"
            f" worse than its own choice, and cannot tell {too_close} from it. On average its own"
            f" choice is {gap:.1f} percentage points better."
        )


ENGLISH = Phrases()
