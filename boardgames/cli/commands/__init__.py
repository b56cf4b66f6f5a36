"""The commands, one module each: `HELP` describes it, `add(parser)` adds its arguments,
`run(arguments)` runs it.

Each module here is a command, without further registration. It is loaded when the command or the
help is requested. A command raises `BoardGamesError`, which the program reports in one line, with
exit status 2.
"""
