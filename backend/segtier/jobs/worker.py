"""A worker process: Celery, its signs of life and a reaper."""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from typing import Any

from celery.signals import worker_ready, worker_shutdown
from sqlalchemy.exc import SQLAlchemyError

from segtier.jobs.app import app
from segtier.jobs.heartbeat import Ticker
from segtier.jobs.process import host_name, process_context, worker_name
from segtier.jobs.reaper import reaper
from segtier.services.check_ready import worker_is_alive
from segtier.services.reap_jobs import worker_beat, worker_left
from segtier.settings import Settings
from segtier.store import schema

_BEAT_S = 5.0
_YOUNG_OBJECTS = 100_000
"""Python looks for garbage each 700 new objects; a report makes a million, nearly all of which stay to its end."""
_LOOK_S = 0.1
_log = logging.getLogger(__name__)
_tickers: list[Ticker] = []


def run_worker(settings: Settings, pool: str, concurrency: int, parent: int | None = None) -> None:
    """Work until told to stop. With `parent`, also stop when that process is gone, so that none is left behind."""
    if parent is not None:
        Ticker(1.0, lambda: _follow(parent)).start()
    _wait_for_schema(settings)
    gc.set_threshold(_YOUNG_OBJECTS, 50, 100)
    app.worker_main(
        [
            "--quiet",
            "worker",
            f"--pool={pool}",
            f"--concurrency={concurrency}",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            "--loglevel=WARNING",
            f"--hostname={worker_name().replace(':', '-')}@%h",
        ]
    )


def is_alive(settings: Settings) -> bool:
    """Did a worker of this host give a sign of life lately?"""
    return worker_is_alive(process_context(), f"{host_name()}:", settings.worker_fresh_s)


@worker_ready.connect  # type: ignore[untyped-decorator] # Celery has no types
def _ready(**_: Any) -> None:
    context, name, settings = process_context(), worker_name(), Settings()
    _tickers.append(Ticker(_BEAT_S, lambda: worker_beat(context, name), at_once=True))
    _tickers.append(reaper(context, settings))
    for ticker in _tickers:
        ticker.start()


@worker_shutdown.connect  # type: ignore[untyped-decorator] # Celery has no types
def _leave(**_: Any) -> None:
    for ticker in _tickers:
        ticker.stop()
    worker_left(process_context(), worker_name())


def _wait_for_schema(settings: Settings) -> None:
    """Return once the web server has migrated the database; says so where that takes long."""
    newest, waited_s = schema.newest_revision(settings.migrations_dir), 0.0
    while not _migrated(newest):
        time.sleep(_LOOK_S)
        waited_s += _LOOK_S
        if waited_s % 10 < _LOOK_S:
            _log.warning("waiting for the database to be reachable and migrated to %s", newest)
    process_context().store.close()  # prefork children open connections of their own


def _migrated(newest: str) -> bool:
    try:
        with process_context().store.read() as tx:
            return schema.current_revision(tx) == newest
    except SQLAlchemyError:
        return False


def _follow(parent: int) -> None:
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)
