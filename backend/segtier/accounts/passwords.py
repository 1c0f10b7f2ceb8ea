"""Passwords: what one must be, and its Argon2id hash."""

from __future__ import annotations

import secrets
import threading
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from segtier.errors import Refused

LEAST = 12
MOST = 200
_PLAIN_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_HASHER = PasswordHasher()
"""The library's presets: RFC 9106 for machines with little memory, 64 MiB for each hash."""
_AT_ONCE = threading.BoundedSemaphore(2)
"""However many sign in, they take the memory of so many."""


def checked_password(password: str, name: str) -> str:
    """The password; raises Refused for one that is too short, too long, or the user's name."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(
            f"a password has {LEAST} to {MOST} characters",
            code="bad-password",
            advice="Four or five words make a good password. Any character is allowed, including spaces.",
        )
    if password.strip().casefold() == name.casefold():
        raise Refused("the password is the name", code="bad-password")
    return password


def new_password() -> str:
    """One that nobody knows yet, to be read out or typed: 20 characters that no two of look alike, 98 bits."""
    return "-".join("".join(secrets.choice(_PLAIN_LETTERS) for _ in range(5)) for _ in range(4))


def hashed(password: str) -> str:
    with _AT_ONCE:
        return _HASHER.hash(_plain(password))


def is_right(password: str, hash_: str | None) -> bool:
    """Takes the same time where there is no such user (None)."""
    with _AT_ONCE:
        try:
            return _HASHER.verify(hash_ or _of_nobody(), _plain(password)) and hash_ is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _of_nobody() -> str:
    return _HASHER.hash("nobody")


def _plain(password: str) -> str:
    """One way of writing each letter: keyboards differ."""
    return unicodedata.normalize("NFC", password)
