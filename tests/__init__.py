"""The tests; they mirror the package.

Nothing is imported here: other processes that play a game of the tests would import it, too.
"""
