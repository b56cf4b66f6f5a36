"""The commands, a module for each: `HELP` in a few words, `add(parser)` its arguments, `run(arguments)` what it does.

A module here is a command; nothing else has to name it. It is loaded when the command is asked for, or the help. An
error is raised as `BoardGamesError`: the program makes one line of it, with exit status 2.
"""
