"""The games in a browser: tables, seats and invitations, a page that works for any game, and two ways to run it.

shown      what a browser is sent: one seat's scene, labels and told lines, and nothing else
table      one game at a table with people, bots and spectators
seats      who may sit where: secrets and invitations
lobby      all tables, and what a browser can ask of them
keeping    tables on disk, so that a restart keeps them
params     what each request has to bring
server     HTTP, standard library only
export     a folder with the page and the engine, for a static host
local      the lobby without a server, inside the browser
static/    the page, its style and its scripts; ARCHITECTURE.md says which script does what
"""
