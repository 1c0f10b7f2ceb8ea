"""How often a name may be tried, by whom: strangers use up their own tries, never those of another name, address or browser.

No count is shared by all who try one name: with it, whoever fails often enough from many addresses would keep the name's
owner out for as long as they go on. A name that many fail at gives each address fewer tries instead, the first ones always.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping

from segtier.accounts.names import user_key
from segtier.dataclass import dataclass

MOST_OF_ONE = 10
"""Of one name: by one address, and by the browsers that this user signed in with before."""
MOST_OF_ADDRESS = 100
"""Of all names, by one address."""
BESIEGED = 20
"""Of one name, by all addresses: from here on each has `FEW` tries of it."""
FEW = 3
"""Enough for an owner who mistypes a password once."""
_HOLDER_BITS = 56
"""Of an IPv6 address under siege: who guesses from many networks often holds all of these."""


@dataclass(frozen=True, slots=True)
class Asks:
    """Who tries: from where, and the mark that this user's browser got when it signed in (empty: none)."""

    address: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a try is counted under. `own` is forgotten once it is right."""

    own: str
    most: Mapping[str, int]
    """How many there may be under each."""
    name: str = ""
    """The name by whomever, which has no limit of its own; empty for those whom no stranger's tries concern."""
    holder: str = ""
    """The name by the holder of an IPv6 address; empty for others."""

    def under(self) -> frozenset[str]:
        return frozenset({*self.most, self.name, self.holder} - {""})

    def may_try(self, counts: Mapping[str, int]) -> bool:
        """`counts`: how many tries there are under each already, where there are any."""
        if counts.get(self.name, 0) >= BESIEGED and max(counts.get(self.own, 0), counts.get(self.holder, 0)) >= FEW:
            return False
        return all(counts.get(who, 0) < most for who, most in self.most.items())


def counted_under(name: str, asks: Asks, password_hash: str | None) -> Counted:
    """`password_hash`: of the user of that name, None where there is none. Digests only: people type passwords as names."""
    key = user_key(name)
    if password_hash is not None and _same(mark_of(password_hash), asks.mark):
        return _alone(_digest("known", key))
    own = _digest("name at address", key, asks.address)
    most = {own: MOST_OF_ONE, _digest("address", asks.address): MOST_OF_ADDRESS}
    holder = _holder(asks.address)
    return Counted(own, most, _digest("name", key), _digest("name at holder", key, holder) if holder else "")


def counted_by_user(user_id: str) -> Counted:
    """Of somebody who is signed in and tells the password once more."""
    return _alone(_digest("user", user_id))


def mark_of(password_hash: str) -> str:
    """For a browser that signed in. It opens nothing, and is void when the password changes."""
    return hmac.new(password_hash.encode(), b"a browser that signed in", hashlib.sha256).hexdigest()


def _holder(address: str) -> str:
    """The network around an IPv6 network, which is what `segtier.api.peer` gives; empty for an IPv4 address, which is one."""
    return str(ipaddress.IPv6Network(address).supernet(new_prefix=_HOLDER_BITS)) if ":" in address else ""


def _same(ours: str, shown: str) -> bool:
    return hmac.compare_digest(ours.encode(), shown.encode("utf-8", "surrogateescape"))


def _alone(own: str) -> Counted:
    return Counted(own, {own: MOST_OF_ONE})


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
