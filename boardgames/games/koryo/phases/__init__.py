"""The four phases of a season (K4): distribution, orders, actions and its end. Each starts the next
one.
"""
