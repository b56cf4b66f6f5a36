"""Adapters to other libraries, one module each; it names the extra that installs its library.

    encoding     actions, Views and payoffs as numbers                      the standard library
    arrays       the same as NumPy arrays                                   numpy
    gymnasium    one seat against bots, as an environment                   gymnasium
    pettingzoo   all seats, as an environment of agents in turn             pettingzoo
    open_spiel   a game with chance, information states and payoffs         open_spiel
    text         a seat as prompt, answer and action, for language models   the standard library
    uvicorn      `boardgames web` for many people                           server
    trajectories games as lines of JSON, to learn from                      the standard library

In a clone, `pip install '.[open-spiel]'` installs an extra. Nothing here is imported except by its
full name.
"""

from __future__ import annotations
