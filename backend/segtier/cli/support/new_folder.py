"""A folder that is there as a whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from segtier.errors import Refused

_EVERYBODY = 0o777


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A draft beside `out` that takes its place at the end. Whatever stops before that leaves nothing half.

    Raises Refused where something is in its place already, OSError where nothing can be written there.
    """
    if out.exists() and any(out.iterdir()):
        raise not_empty(out)
    whole = out.absolute()
    whole.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{whole.name}-", dir=whole.parent))
    try:
        draft.chmod(_EVERYBODY & ~_umask())
        yield draft
        draft.replace(whole)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def not_empty(out: Path) -> Refused:
    return Refused(f"{out} is not empty", code="folder-not-empty", advice="Name a new folder; nothing is overwritten.")


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
