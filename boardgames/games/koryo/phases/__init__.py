"""The four phases of a round (K4), one module each, in the order of the rulebook.

Each phase lists what its player can do (`list_…`), has a handler for each of its Actions, and begins the next phase
when the last player is done: distribution, orders, actions, round end, and distribution again.
"""
