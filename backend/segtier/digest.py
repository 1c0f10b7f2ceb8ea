"""One digest of values, the same on every database and machine."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def digest_of(values: Any) -> str:
    """SHA-256, hex, of JSON with sorted names and without blanks."""
    return hashlib.sha256(json.dumps(values, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
