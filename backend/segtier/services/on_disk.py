"""What a request sends as an open file: a reader process is given no other."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO


@contextmanager
def on_disk(source: BinaryIO) -> Iterator[BinaryIO]:
    """The file itself where it is one, else a copy without a name."""
    source.seek(0)
    try:
        source.fileno()
    except OSError:
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            yield copy
    else:
        yield source
