"""Two people and a bot in one chat, at any game: `python examples/chat_bot.py koryo Ann Bo`, then `Ann: hint`."""

import sys
from pathlib import Path

import boardgames
from boardgames.play import Table


class ChatBot:
    def __init__(self, game: str, people: list[str]) -> None:
        """Go on with the game that is kept in GAME.json, or open a table; `people` have names in the chat."""
        file, seats = Path(f"{game}.json"), [*["human"] * len(people), "fair"]
        played = boardgames.make(game, players=len(seats))
        self.table = Table.restore(file) if file.exists() else Table.open(played, seats, file=file)
        self.seats = dict(zip(people, self.table.people, strict=True))

    def hear(self, name: str, text: str) -> list[tuple[str, str]]:
        """Do what somebody says: words for a choice, its number, undo or hint; return what to tell whom, privately."""
        seat, answers = self.seats[name], list[tuple[str, str]]()
        try:
            if text == "hint":
                answers = [(name, f"{each.chance:.0%} {each.action}") for each in self.table.hint(seat)]
            elif text:
                self.table.undo(seat) if text == "undo" else self.table.act(seat, text)
        except boardgames.BoardGamesError as error:
            answers = [(name, str(error))]
        self.table.play_on()
        for each, place in self.seats.items():
            lines = [line for told in self.table.news(place) for line in told.lines]
            choices = [f"{number}) {choice.text}" for number, choice in enumerate(self.table.choices(place), start=1)]
            answers += [(each, line) for line in [*lines, *choices]]
        return answers


if __name__ == "__main__":
    bot = ChatBot(sys.argv[1], sys.argv[2:])
    for message in [f"{sys.argv[2]}:", *sys.stdin]:
        told = bot.hear(*[part.strip() for part in message.split(":", 1)])
        print("\n".join([f"to {name}: {line}" for name, line in told]))
