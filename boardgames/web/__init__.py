"""The games in a browser: tables, seats and invitations, a page that works for any game, and two ways to run it.

shown        what a browser is sent: one seat's scene, labels and told lines, and nothing else
open_tables  all tables: opening, finding, keeping and closing them
lobby        the methods that a browser can call
server       HTTP, standard library only
export       a folder with the page and the engine, for a static host
local        the lobby without a server, inside the browser
static/      the page, its style and its scripts; ARCHITECTURE.md says which script does what
"""
