"""A schedule of backups: which there are, when the next is due, which go, and what a killed process leaves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from segtier.services import keep_backups
from segtier.services.kept_backup import MANIFEST

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def taken(folder: Path, *names: str, whole: bool = True) -> None:
    for name in names:
        (folder / name / "files").mkdir(parents=True)
        if whole:
            (folder / name / MANIFEST).touch()


def names(folder: Path) -> list[str]:
    return [one.folder.name for one in keep_backups.find(folder, NOW)]


def at(days: int) -> str:
    return keep_backups.name_at(NOW - days * DAY)


def test_only_whole_ones_of_the_schedule_that_are_of_the_past_count(tmp_path: Path) -> None:
    taken(tmp_path, at(2), at(1), at(-1), "monday", "before-upgrade-2026-11-28T000000Z", "scheduled-2026-02-31T000000Z")
    taken(tmp_path, "scheduled-2026-11-01T000000Z-copy", ".segtier-going-scheduled-2026-11-01T000000Z")
    taken(tmp_path, at(0), whole=False)
    assert names(tmp_path) == [at(2), at(1)]
    assert keep_backups.find(tmp_path / "nowhere", NOW) == ()


DUE = (  # days since the newest, what is left of a day
    (None, timedelta(0)),
    (0.0, DAY),
    (0.75, DAY / 4),
    (1.0, timedelta(0)),
    (400.0, timedelta(0)),
)


@pytest.mark.parametrize(("days", "left"), DUE)
def test_the_next_is_due_so_long_after_the_newest(days: float | None, left: timedelta) -> None:
    found = [] if days is None else [keep_backups.Scheduled(NOW - DAY * days, Path("x"))]
    assert keep_backups.due_in(found, NOW, DAY) == left


@pytest.mark.parametrize(("keep", "gone"), [(1, [5, 3, 2]), (3, [5]), (4, []), (9, [])])
def test_the_newest_stay(tmp_path: Path, keep: int, gone: list[int]) -> None:
    taken(tmp_path, *map(at, (5, 1, 3, 2)))
    found = keep_backups.find(tmp_path, NOW)
    assert [one.folder.name for one in keep_backups.too_many(found, keep)] == [at(day) for day in gone]


def test_one_that_is_deleted_by_half_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken(tmp_path, at(1))

    def killed(_: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(keep_backups.shutil, "rmtree", killed)
        with pytest.raises(KeyboardInterrupt):
            keep_backups.delete(keep_backups.find(tmp_path, NOW)[0])
    assert names(tmp_path) == []
    assert len(list(tmp_path.iterdir())) == 1
    keep_backups.delete_half_deleted(tmp_path)
    assert list(tmp_path.iterdir()) == []
