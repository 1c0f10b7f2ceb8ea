"""Tokens: what stands for a name. The same key, kind and name give the same token in every file, on every day.

A token is a plain Oracle identifier of 20 bytes, SGT and 17 letters and digits (85 bits of an HMAC): with a prefix of
Oracle's it stays within the 30 bytes of old releases.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

from segtier.model.names import Kind

_LENGTH = 17
TOKEN = re.compile(rf"SGT[A-Z2-7]{{{_LENGTH}}}")


def token(key: bytes, kind: Kind, name: str) -> str:
    return "SGT" + _digest(key, kind.value, name)[:_LENGTH]


def key_check(key: bytes) -> str:
    """Tells two keys apart without telling either."""
    return _digest(key, "key check", "")[:16]


def _digest(key: bytes, kind: str, name: str) -> str:
    message = kind.encode() + b"\0" + name.encode("utf-8", "surrogatepass")
    return base64.b32encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
