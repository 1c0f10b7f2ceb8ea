"""The text of an API token: a prefix that scanners know, 160 random bits, and a checksum against slips."""

from __future__ import annotations

import re
import secrets
import zlib

PREFIX = "segt_"
LONGEST_DAYS = 365
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
_RANDOM, _SUM = 32, 7
_SHAPE = re.compile(rf"{PREFIX}([a-z2-7]{{{_RANDOM}}})([a-z2-7]{{{_SUM}}})")


def new_token() -> str:
    body = "".join(secrets.choice(_ALPHABET) for _ in range(_RANDOM))
    return f"{PREFIX}{body}{_checksum(body)}"


def is_token(text: str) -> bool:
    """Can this be one? Nobody need look in the database for what cannot."""
    found = _SHAPE.fullmatch(text)
    return found is not None and found[2] == _checksum(found[1])


def _checksum(body: str) -> str:
    rest, letters = zlib.crc32(body.encode()), []
    for _ in range(_SUM):
        rest, digit = divmod(rest, len(_ALPHABET))
        letters.append(_ALPHABET[digit])
    return "".join(letters)
