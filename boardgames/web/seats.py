"""Who may sit where: the secrets of those who do, and the invitations for those who will.

A browser has a secret (a token) for each of its seats; every request carries one, and it alone says which seat asks. So
a browser can only ask for what its own seat may know. Invitations are tokens, too: the one for a seat can be used once,
and the secret that it is exchanged for belongs to that browser alone. Tables have no numbers that could be guessed.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe
from typing import TYPE_CHECKING

from boardgames.web.params import RefusedError

if TYPE_CHECKING:
    from boardgames.web.keeping import Seating
    from boardgames.web.table import Table

MOST_SEATS = 2000
"""Maximum number of secrets in use; beyond that, spectators are refused."""


class Seats:
    """The seats of all tables; None stands for a spectator's."""

    def __init__(self) -> None:
        """Begin with no tables."""
        self._taken: dict[str, tuple[Table, int | None]] = {}
        """By digest of the secret."""
        self._absent: dict[str, tuple[Table, int]] = {}
        """By invitation that nobody has used."""
        self._watch: dict[str, Table] = {}
        """By invitation for spectators."""

    def __len__(self) -> int:
        """Return how many secrets are in use."""
        return len(self._taken)

    def find(self, secret: str) -> tuple[Table, int | None]:
        """Return the table and the seat of whoever has this secret; raise `RefusedError` if nobody has."""
        found = self._taken.get(_digest(secret))
        if found is None:
            raise RefusedError("this seat no longer exists: the server was restarted, or the table was closed", 403)
        return found

    def give(self, table: Table, seat: int | None) -> str:
        """Return a new secret for this seat."""
        secret = token_urlsafe()
        self._taken[_digest(secret)] = (table, seat)
        return secret

    def invite(self, table: Table, seat: int | None) -> str:
        """Return a new invitation to this seat."""
        invitation = token_urlsafe()
        if seat is None:
            self._watch[invitation] = table
        else:
            self._absent[invitation] = (table, seat)
        return invitation

    def invited(self, invitation: str) -> tuple[Table, int | None]:
        """Return the table and the seat of this invitation.

        Raises `RefusedError` if it is not valid or has been used, and if there are too many spectators.
        """
        if invitation in self._watch:
            if len(self) >= MOST_SEATS:
                raise RefusedError("there are too many spectators", 503)
            return self._watch[invitation], None
        if invitation in self._absent:
            return self._absent[invitation]
        raise RefusedError("this invitation is not valid, or has been used", 403)

    def withdraw(self, invitation: str) -> None:
        """Let nobody use this invitation to a seat again; one for spectators stays good."""
        self._absent.pop(invitation, None)

    def at(self, table: Table) -> dict[str, int | None]:
        """Return the seats that are taken at this table, by digest of the secret."""
        return {digest: seat for digest, (each, seat) in self._taken.items() if each is table}

    def open_invitations(self, table: Table) -> dict[str, int]:
        """Return the invitations of this table that nobody has used, with the seats they are for."""
        return {invitation: seat for invitation, (each, seat) in self._absent.items() if each is table}

    def spectator_invitation(self, table: Table) -> str | None:
        """Return the invitation for spectators of this table, if there is one."""
        return next((invitation for invitation, each in self._watch.items() if each is table), None)

    def restore(self, table: Table, kept: Seating) -> None:
        """Give the seats of this table to those who had them when it was saved."""
        self._taken |= {digest: (table, seat) for digest, seat in kept.seats.items()}
        self._absent |= {invitation: (table, seat) for invitation, seat in kept.absent.items()}
        if kept.watch is not None:
            self._watch[kept.watch] = table

    def clear(self, table: Table) -> None:
        """Forget all that belongs to this table."""
        self._taken = {digest: found for digest, found in self._taken.items() if found[0] is not table}
        self._absent = {invitation: found for invitation, found in self._absent.items() if found[0] is not table}
        self._watch = {invitation: each for invitation, each in self._watch.items() if each is not table}


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
