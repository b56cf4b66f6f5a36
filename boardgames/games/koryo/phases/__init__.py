"""The four phases of a round (K4): distribution, orders, actions, round end. Each starts the next
one.
"""
