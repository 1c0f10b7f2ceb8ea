"""`segtier backups` and `segtier migrate` as docker-compose.yml and systemd run them."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from segtier.store import schema
from segtier.store.engine import Store
from tests.integration.conftest import MIGRATIONS
from tests.patience import PATIENCE_S
from tests.sentences import worded
from tests.stack import MODULE


def run(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MODULE, *words],
        env=environment(folder, **settings),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )


def environment(folder: Path, **settings: str) -> dict[str, str]:
    return {**os.environ, "SEGTIER_DATA_DIR": str(folder / "data"), **settings}


def test_a_database_is_migrated_once(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    store = Store(f"sqlite:///{tmp_path}/data/segtier.db")
    schema.upgrade(store.engine, MIGRATIONS, "0020")
    store.close()
    newest = schema.newest_revision(MIGRATIONS)
    first, second = run(tmp_path, "migrate"), run(tmp_path, "migrate")
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stdout == worded("cli/database-revision-now", newest, "0020") + "\n"
    assert second.stdout == worded("cli/database-revision-already", newest) + "\n"


def test_the_newest_stay_and_a_restore_takes_one(tmp_path: Path) -> None:
    kept = tmp_path / "backups"
    (kept / "by-hand").mkdir(parents=True)
    assert run(tmp_path, "migrate").returncode == 0
    assert run(tmp_path, "backups", str(kept), "--check").returncode == 1
    for _ in range(2):
        done = run(tmp_path, "backups", str(kept), "--once", SEGTIER_BACKUPS_KEEP="1")
        assert done.returncode == 0, done.stderr
        time.sleep(1.01)  # their names tell seconds
    (newest,) = (path.name for path in kept.iterdir() if path.name.startswith("scheduled-"))
    assert len(list(kept.iterdir())) == 2
    assert run(tmp_path, "backups", str(kept), "--check").returncode == 0
    assert run(tmp_path / "other", "restore", str(kept / newest)).returncode == 0


def test_it_goes_on_after_a_failure_and_stops_when_told(tmp_path: Path) -> None:
    """There is nothing to back up until somebody migrates; then the next try succeeds."""
    kept, log = tmp_path / "backups", tmp_path / "log"
    with log.open("w") as out:
        settings = environment(tmp_path, SEGTIER_BACKUPS_EVERY_H="0.0002")
        process = subprocess.Popen([*MODULE, "backups", str(kept)], env=settings, stdout=out, stderr=out)
    deadline_s = time.monotonic() + PATIENCE_S
    try:
        while "the backup failed: " not in log.read_text() and time.monotonic() < deadline_s:
            time.sleep(0.1)
        assert run(tmp_path, "migrate").returncode == 0
        while not list(kept.glob("scheduled-*/manifest.json")) and time.monotonic() < deadline_s:
            time.sleep(0.1)
    finally:
        process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == 0, log.read_text()
    assert list(kept.glob("scheduled-*/manifest.json"))
    assert "Traceback" not in log.read_text()
