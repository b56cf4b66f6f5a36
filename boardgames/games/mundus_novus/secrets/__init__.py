"""Who knows what in Mundus Novus: Views, and the worlds that fit them.

How likely a world is: each physical order of the pack is equally likely; a hidden choice (a gift,
or an offer or a store that is not yet revealed) counts once for each way, piece by piece, in which
it could have been made, a set of cards once; an open choice says that it was possible, and takes of
equal pieces those that another seat knew in the hand before those that were dealt to it, counting
once for each way to choose among the latter.

Not weighed is why somebody chose as they did, nor how many cards: while it is not revealed, each
number that the rules allow is equally likely.
"""
