"""Two people and a bot in one chat, at any game: `python examples/chat_bot.py koryo Ann Bo`, then
`Ann: hint`.
"""

import sys
from pathlib import Path

import boardgames
from boardgames.table import Table


class ChatBot:
    def __init__(self, game: str, people: list[str]) -> None:
        """Go on with the game that is kept in GAME.json, or open a table; `people` have names in
        the chat.
        """
        file, seats = Path(f"{game}.json"), [*["human"] * len(people), "fair"]
        played = boardgames.make(game, players=len(seats))
        self.table = Table.restore(file) if file.exists() else Table.open(played, seats, file=file)
        self.seats = dict(zip(people, self.table.people, strict=True))

    def hear(self, name: str, text: str) -> list[tuple[str, str]]:
        """Do what somebody says: words or number of a choice, undo, grant, hint; return what to
        tell whom.
        """
        seat, answers = self.seats[name], list[tuple[str, str]]()
        try:
            if text == "hint":
                answers = [
                    (name, f"{each.chance:.0%} {each.action}") for each in self.table.hint(seat)
                ]
            elif text:
                work = {"undo": self.table.undo, "grant": self.table.grant_undo}.get(text)
                self.table.act(seat, text) if work is None else work(seat)
        except boardgames.BoardGamesError as error:
            answers = [(name, str(error))]
        self.table.play_on()
        for each, place in self.seats.items():
            answers += [(each, line) for told in self.table.news(place) for line in told.lines]
            answers += [
                (each, f"{place}) {one.text}")
                for place, one in enumerate(self.table.choices(place), start=1)
            ]
        return answers


if __name__ == "__main__":
    bot = ChatBot(sys.argv[1], sys.argv[2:])
    for message in [f"{sys.argv[2]}:", *sys.stdin]:
        told = bot.hear(*[part.strip() for part in message.split(":", 1)])
        print("\n".join([f"to {name}: {line}" for name, line in told]))
