"""Play a game for each number of players, let a search choose in its course, and print what
happened.
"""

from __future__ import annotations

import boardgames
from boardgames.core.chance import generator
from boardgames.play import Match, make_bot

BOTS = ("greedy", "random")
PLIES = 12
"""Decisions of a game that are printed, and after which the search chooses."""


def main() -> None:
    """Print three lines for each game and number of players."""
    search = make_bot("mcts:iterations=20")
    lines = []
    for name in boardgames.game_names():
        for players in boardgames.game_class(name).player_counts:
            game = boardgames.make(name, players=players)
            match = Match(game, [make_bot(BOTS[seat % 2]) for seat in range(players)], 5)
            actions = [event.action for event in match.run()]
            state = game.new_game(5)
            for action in actions[:PLIES]:
                state = game.apply(state, action, game.to_act(state)[0])
            seat = game.to_act(state)[0]
            chosen = search.choose(
                game, seat, game.view(state, seat), game.legal_actions(state, seat), generator(1, 0)
            )
            lines.append(f"{name} for {players}: {', '.join(map(str, actions[:PLIES]))}")
            lines.append(f"the search chooses {chosen}")
            lines.append(f"over after {match.plies} decisions: {match.outcome}")
    print("\n".join(lines))  # noqa: T201  # it is a program


if __name__ == "__main__":
    main()
