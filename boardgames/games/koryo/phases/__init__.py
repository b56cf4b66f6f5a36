"""The four phases of a round (K4), one module each, in the order of the rulebook.

Each phase lists what its player can do (`list_…`), has a handler for each of its Actions, and starts the next phase
after the last player: distribution, orders, actions, round end, and distribution again.
"""
