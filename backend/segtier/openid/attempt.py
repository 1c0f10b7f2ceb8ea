"""One try to sign in at a provider: everything that ties its end to its beginning is made from one secret of the browser."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import field

from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Attempt:
    """The secret never leaves browser and server; nobody can tell one of the others from another."""

    secret: str = field(repr=False)

    @property
    def state(self) -> str:
        """What the provider sends back with the browser: it is the browser that went."""
        return self._made("state")

    @property
    def nonce(self) -> str:
        """What the ID token must say: it was made for this try."""
        return self._made("nonce")

    @property
    def verifier(self) -> str:
        """What the code is exchanged with (PKCE): whoever else sees the code cannot use it."""
        return self._made("verifier")

    def _made(self, what: str) -> str:
        return hmac.new(self.secret.encode("utf-8", "surrogateescape"), what.encode(), hashlib.sha256).hexdigest()
