"""Is a kept revision still what was written?"""

from __future__ import annotations

import hashlib
import json
from typing import Any


def revision_seal(values: dict[str, Any], document: bytes, bundle: bytes) -> str:
    """SHA-256, hex, over all of a revision: its fields as JSON takes them, its plan as data, its ZIP."""
    digests = [hashlib.sha256(data).hexdigest() for data in (document, bundle)]
    text = json.dumps([values, *digests], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
