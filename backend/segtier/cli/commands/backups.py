"""`segtier backups`: a backup each day (or as the settings say) into a folder, which keeps the newest."""

from __future__ import annotations

import signal
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from segtier.cli.support.exit_codes import BROKEN
from segtier.cli.support.terminal import say
from segtier.plurals import plural

if TYPE_CHECKING:
    from segtier.settings import Settings

_AGAIN = timedelta(minutes=5)
"""After one that failed."""
_LATE = timedelta(hours=1)
"""What a backup may take, and a failed one more, before `--check` fails."""


@click.command("backups")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--once", is_flag=True, help="Take one backup now, delete surplus ones, and exit: for cron or a timer.")
@click.option("--check", is_flag=True, help="Only check whether the newest backup is recent enough (exit 0 or 1).")
def command(folder: Path, once: bool, check: bool) -> None:
    """Write backups to FOLDER until stopped: one every SEGTIER_BACKUPS_EVERY_H hours, the first at once.

    Each is one of `segtier backup`, named by its time: FOLDER/scheduled-2026-11-29T020000Z. It keeps
    the newest SEGTIER_BACKUPS_KEEP and deletes older ones only after a backup succeeds. Other names stay. If a backup fails,
    the log says why, and Segtier tries again after five minutes.
    """
    from segtier.cli.support.logs import set_up_logs
    from segtier.cli.support.own_settings import own_settings

    settings = own_settings()
    set_up_logs(settings.log_level, form=settings.log_format)
    if check:
        sys.exit(0 if _is_fresh(folder, settings) else BROKEN)
    if once:
        _take(folder, settings)
        return
    _go_on(folder, settings)


def _is_fresh(folder: Path, settings: Settings) -> bool:
    from segtier.services import keep_backups

    found = keep_backups.find(folder, datetime.now(UTC))
    every = timedelta(hours=settings.backups_every_h)
    if not found:
        say(f"There is no scheduled backup in {folder}.")
        return False
    fresh = datetime.now(UTC) - found[-1].at <= every + _LATE
    say(
        f"{plural(len(found), 'backup')}; the newest is {found[-1].folder.name}{'' if fresh else ', which is too old'}."
    )
    return fresh


def _go_on(folder: Path, settings: Settings) -> None:
    """Until a signal comes; one that comes during a backup waits for its end."""
    import logging

    from segtier.errors import SegtierError
    from segtier.passing import Passing
    from segtier.services import keep_backups

    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    every, log = timedelta(hours=settings.backups_every_h), logging.getLogger("segtier.backups")
    now = datetime.now(UTC)
    pause = keep_backups.due_in(keep_backups.find(folder, now), now, every)
    while not done.wait(pause.total_seconds()):
        try:
            _take(folder, settings)
            now = datetime.now(UTC)
            pause = keep_backups.due_in(keep_backups.find(folder, now), now, every)
        except (SegtierError, Passing, OSError) as fault:
            log.error("the backup failed: %s", fault)
            pause = min(_AGAIN, every)


def _take(folder: Path, settings: Settings) -> None:
    """One backup; then those that are too many go."""
    from segtier.cli.support.new_folder import new_folder
    from segtier.cli.support.own_database import opened_store
    from segtier.cli.support.own_folder import own_folder
    from segtier.jobs.files import open_blobs
    from segtier.services import keep_backups
    from segtier.services.back_up import back_up

    own_folder(settings)
    at = datetime.now(UTC)
    whole = folder / keep_backups.name_at(at)
    with opened_store(settings) as store, new_folder(whole) as draft:
        manifest = back_up(store, open_blobs(settings), draft)
    missing = len(manifest.missing) + len(manifest.saved)
    say(f"{whole}: {plural(len(manifest.files), 'file')}. Audit trail: {manifest.audit_entries}, {manifest.audit_head}")
    if missing:
        say(f"Warning: {plural(missing, 'file is', 'files are')} gone from the installation: segtier doctor.", err=True)
    keep_backups.delete_half_deleted(folder)
    for one in keep_backups.too_many(keep_backups.find(folder, at), settings.backups_keep):
        keep_backups.delete(one)
