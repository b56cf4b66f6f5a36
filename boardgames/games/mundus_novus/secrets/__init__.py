"""Who knows what in Mundus Novus: Views, and the worlds that fit them.

How likely a world is:

- Each physical order of the pack is equally likely.
- A hidden choice (a gift, or an offer or a store that is not yet revealed) counts once for each
  way, piece by piece, in which it could have been made; a set of cards counts once.
- An open choice says that it was possible. Of equal pieces, it takes those that another seat knew
  in the hand before those that were dealt to it; each way to choose among the latter counts once.

Not weighed is why somebody chose as they did, nor how many cards: while it is not revealed, each
number that the rules allow is equally likely.
"""
