"""The commands, one module each: `add(parser)` adds its arguments, `run(arguments)` runs it.

A module is loaded when its command is requested; the help needs none. A command raises
`BoardGamesError`, which the program reports in one line, with exit status 2.
"""

HELP = {
    "list": "list the games",
    "rules": "read the rules of a game",
    "cards": "explain the cards of a game",
    "play": "play a game, or watch bots play it",
    "replay": "read a recorded game",
    "analyse": "judge the decisions of a recorded game, without hindsight",
    "arena": "let bots play many games and compare them",
    "league": "let models and bots play a league, and rate them",
    "serve": "answer JSON-RPC 2.0 on stdin and stdout, for frontends",
    "web": "play in a browser, here or on other machines",
    "mcp": "offer the games as tools to a language model, over MCP",
    "learn": "learn a game in a few minutes, at the table",
    "schema": "print the JSON Schema of messages, records and the values of games",
}
"""What each command does, in the order of the help; each is the module of its name."""

__all__ = ["HELP"]
