"""The games in a browser: tables, seats and invitations, a page that works for any game, and two
ways to run it.
"""
