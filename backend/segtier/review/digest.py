"""What an approval is bound to."""

from __future__ import annotations

import hashlib


def core_digest(sums: str) -> str:
    """sha256, in hex, over the text of SHA256SUMS: it changes with any file of the signed core."""
    return hashlib.sha256(sums.encode()).hexdigest()
