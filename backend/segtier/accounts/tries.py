"""How often a name may be tried, by whom: strangers use up their own tries and not those of people who were here before."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from segtier.accounts.names import user_key

MOST_OF_ONE = 10
"""Of one name: by one address, and by the browsers that this user signed in with before."""
MOST_OF_MANY = 100
"""Of one name by all other addresses together, and by one address of all names."""


@dataclass(frozen=True, slots=True)
class Asks:
    """Who tries: from where, and the mark that this user's browser got when it signed in (empty: none)."""

    address: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a try is counted under, with how many there may be. `own` is forgotten once it is right."""

    own: str
    most: Mapping[str, int]


def counted_under(name: str, asks: Asks, password_hash: str | None) -> Counted:
    """`password_hash`: of the user of that name, None where there is none. Digests only: people type passwords as names."""
    key = user_key(name)
    if password_hash is not None and _same(mark_of(password_hash), asks.mark):
        return _alone(_digest("known", key))
    own = _digest("name at address", key, asks.address)
    many = {_digest("name", key): MOST_OF_MANY, _digest("address", asks.address): MOST_OF_MANY}
    return Counted(own, {own: MOST_OF_ONE, **many})


def counted_by_user(user_id: str) -> Counted:
    """Of somebody who is signed in and tells the password once more."""
    return _alone(_digest("user", user_id))


def mark_of(password_hash: str) -> str:
    """For a browser that signed in. It opens nothing, and is void when the password changes."""
    return hmac.new(password_hash.encode(), b"a browser that signed in", hashlib.sha256).hexdigest()


def _same(ours: str, shown: str) -> bool:
    return hmac.compare_digest(ours.encode(), shown.encode("utf-8", "surrogateescape"))


def _alone(own: str) -> Counted:
    return Counted(own, {own: MOST_OF_ONE})


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
