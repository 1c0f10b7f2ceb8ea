"""A folder that is there as a whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from segtier.errors import Refused
from segtier.in_flight import abandoned, held_file

_EVERYBODY = 0o777
_DRAFT, _LOCK = ".segtier-draft-", ".lock"
"""Hidden: a folder, and the lock file of the process that fills it."""


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A draft beside `out` that takes its place at the end. Whatever stops before that leaves nothing half; what a killed
    process leaves beside it, the next one removes.

    Raises Refused where something is in its place already, OSError where nothing can be written there.
    """
    if out.exists() and any(out.iterdir()):
        raise not_empty(out)
    whole = out.absolute()
    whole.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(whole.parent)
    held, lock = held_file(whole.parent, _DRAFT, _LOCK)
    draft = lock.with_suffix("")
    with held:
        try:
            draft.mkdir(_EVERYBODY)
            yield draft
            draft.replace(whole)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
            lock.unlink(missing_ok=True)


def _remove_abandoned(folder: Path) -> None:
    for lock in folder.glob(f"{_DRAFT}*{_LOCK}"):
        with abandoned(lock) as free:
            if free:
                shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
                lock.unlink(missing_ok=True)


def not_empty(out: Path) -> Refused:
    return Refused(f"{out} is not empty", code="folder-not-empty", advice="Name a new folder; nothing is overwritten.")
