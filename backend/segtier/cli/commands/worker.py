"""`segtier worker`: a worker on its own, watched over by the process that was started. `segtier serve` starts one by itself."""

from __future__ import annotations

import signal
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from segtier.settings import Settings


@click.command("worker")
@click.option(
    "--concurrency", type=click.IntRange(1, 64), default=2, show_default=True, help="Files read at the same time."
)
@click.option("--check", is_flag=True, help="Only check whether a worker on this host is alive (exit 0 or 1).")
@click.option("--parent", type=int, hidden=True, help="Be the worker itself; stop when this process is gone.")
@click.option("--pulse", type=int, hidden=True, help="Descriptor for signs of life.")
@click.option("--forks", "asks", type=int, hidden=True, help="Descriptor to ask the parent's fork server by.")
def command(concurrency: int, check: bool, parent: int | None, pulse: int | None, asks: int | None) -> None:
    """Read uploaded files until stopped. Waits for the database to be migrated."""
    from segtier.cli.support.be_worker import be_worker
    from segtier.cli.support.logs import set_up_logs
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.own_settings import own_settings
    from segtier.reading import forks

    if parent is not None:
        be_worker(concurrency, parent, pulse, asks)
        return
    if not check:
        forks.start()  # before any setting is read: what it forks shall know none
    settings = own_settings()
    own_folder(settings)
    from segtier.jobs.worker import is_alive  # the broker of files lies in the folder

    set_up_logs(settings.log_level, form=settings.log_format)
    if check:
        raise SystemExit(0 if is_alive(settings) else 1)
    _watch_over(settings, concurrency)


def _watch_over(settings: Settings, concurrency: int) -> None:
    """Keep a worker running until a signal comes."""
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    from segtier.cli.support.child import WorkerChild
    from segtier.cli.support.own_database import look
    from segtier.jobs.process import open_context
    from segtier.jobs.reaper import undertaker

    with closing(open_context(settings, readers=1)) as looked:
        look(looked)
    child = WorkerChild(concurrency, settings.worker_silent_s)  # while no connection is open that it would inherit
    context = open_context(settings, readers=1)
    child.on_death = undertaker(context, settings)
    done.wait()
    child.stop()
    context.close()
