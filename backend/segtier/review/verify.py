"""Is a kept revision still what was written?"""

from __future__ import annotations

import hashlib
from typing import Any

from segtier.digest import digest_of


def revision_seal(values: dict[str, Any], document: bytes, bundle: bytes) -> str:
    """SHA-256, hex, over all of a revision: its fields as JSON takes them, its plan as data, its ZIP."""
    digests = [hashlib.sha256(data).hexdigest() for data in (document, bundle)]
    return digest_of([values, *digests])
