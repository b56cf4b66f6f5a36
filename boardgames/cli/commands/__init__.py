"""The commands, a module for each: `HELP` in a few words, `add(parser)` its arguments, `run(arguments)` what it does.

A module here is a command; nothing else has to name it. What a command needs is imported when it runs, so that the
program starts quickly. An error is raised as `BoardGamesError`: the program makes one line of it, with exit status 2.
"""
