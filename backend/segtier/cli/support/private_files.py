"""What a command writes about a database is for its user only, whatever the umask: scripts and reports hold names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

_OTHERS = 0o077


@contextmanager
def private_files() -> Iterator[None]:
    """Files and folders made meanwhile are closed to others; whoever wants to share them opens them."""
    before = os.umask(_OTHERS)
    try:
        yield
    finally:
        os.umask(before)
