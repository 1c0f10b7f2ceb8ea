"""What a signed-in browser holds, and for how long."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

IDLE = timedelta(hours=12)
"""A session that nothing was asked in for so long is over."""
LONGEST = timedelta(days=7)
"""After so long one signs in again, whatever was asked."""
LONGEST_BY_OPENID = timedelta(hours=12)
"""The same for who comes by an OpenID provider: it is asked only then whether they still may."""


def new_secret() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """What is stored of a session or a token; random ones of this length need no slow hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
