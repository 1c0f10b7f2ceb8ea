"""Which backups of a schedule there are, when the next one is due, and which are too many.

Their names say when they were taken: `scheduled-2026-11-29T020000Z`. What has another name is somebody's own and stays.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from segtier.dataclass import dataclass
from segtier.services.kept_backup import MANIFEST

_NAME = "scheduled-%Y-%m-%dT%H%M%SZ"
_SCHEDULED = re.compile(r"scheduled-\d{4}-\d\d-\d\dT\d{6}Z")
_GOING = ".segtier-going-"
"""A backup that is being deleted: no longer one, so that half of it is never taken for one."""


@dataclass(frozen=True, slots=True)
class Scheduled:
    at: datetime
    folder: Path


def name_at(at: datetime) -> str:
    return at.strftime(_NAME)


def find(folder: Path, now: datetime) -> tuple[Scheduled, ...]:
    """The whole backups of the schedule, oldest first. One of a later time than `now` is none: some clock was wrong, and
    nothing is concluded from it.
    """
    found = []
    for manifest in folder.glob(f"scheduled-*/{MANIFEST}"):
        if _SCHEDULED.fullmatch(manifest.parent.name):
            try:
                at = datetime.strptime(manifest.parent.name, _NAME).replace(tzinfo=UTC)
            except ValueError:  # the 31st of February
                continue
            if at <= now:
                found.append(Scheduled(at, manifest.parent))
    return tuple(sorted(found, key=lambda one: one.at))


def due_in(found: Sequence[Scheduled], now: datetime, every: timedelta) -> timedelta:
    """How long to wait for the next one; none where there is none yet."""
    return max(timedelta(0), found[-1].at + every - now) if found else timedelta(0)


def too_many(found: Sequence[Scheduled], keep: int) -> tuple[Scheduled, ...]:
    """All but the newest `keep`."""
    return tuple(found[: max(0, len(found) - keep)])


def delete(one: Scheduled) -> None:
    """At once for all who look, whatever stops this process. Raises OSError where its files cannot be deleted."""
    going = one.folder.with_name(f"{_GOING}{one.folder.name}")
    one.folder.rename(going)
    shutil.rmtree(going)


def delete_half_deleted(folder: Path) -> None:
    """What a killed process left of a backup that it deleted."""
    for going in folder.glob(f"{_GOING}*"):
        shutil.rmtree(going)
