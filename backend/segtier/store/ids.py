"""Prefixed identifiers that sort by time of creation: `upl_01J…` (48 bits of milliseconds, 80 random bits)."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(pattern="^[0-9A-Za-z_]{1,64}$")]
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RANDOM_BITS = 80
_lock = threading.Lock()
_last = 0


def new_id(prefix: str) -> str:
    """A new identifier; later calls in one process sort after earlier ones, also within a millisecond."""
    global _last  # noqa: PLW0603 - the order within a millisecond is state of the process
    fresh = (time.time_ns() // 1_000_000) << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)
    with _lock:
        _last = max(fresh, _last + 1)
        value = _last
    return f"{prefix}_{_crockford(value)}"


def _crockford(value: int) -> str:
    digits = []
    for _ in range(26):
        digits.append(_ALPHABET[value & 31])
        value >>= 5
    return "".join(reversed(digits))
