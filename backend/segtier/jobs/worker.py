"""A worker process: its slots, its signs of life, a reaper, and Celery to hear the bell."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from typing import NoReturn

from celery.exceptions import WorkerShutdown
from celery.signals import worker_ready
from sqlalchemy.exc import SQLAlchemyError

from segtier.errors import Refused
from segtier.jobs import tasks
from segtier.jobs.app import app
from segtier.jobs.heartbeat import Ticker
from segtier.jobs.process import host_name, open_context, worker_name
from segtier.jobs.reaper import Reaper, checker, clock_watcher, drift_watcher, forgetter, sweeper, thinner
from segtier.jobs.slots import Slots
from segtier.passing import Passing
from segtier.services.context import Context
from segtier.services.deliver import Courier
from segtier.services.reap_jobs import look_at_workers, worker_beat, worker_left
from segtier.services.silence import Silence
from segtier.settings import Settings
from segtier.store import schema
from segtier.store.faults import passing_fault

_BEAT_S = 2.0
_PULSE_S = 1.0
_LOOK_S = 0.1
_COURIERS = 4
"""So many receivers that do not answer keep nobody else waiting."""
_log = logging.getLogger(__name__)


def run_worker(settings: Settings, readers: int, parent: int | None = None, pulse: int | None = None) -> None:
    """Work until told to stop. With `parent`, also stop when that process is gone, so that none is left behind.

    `pulse` is a descriptor that gets a byte each second while the worker makes progress: who watches it replaces a worker that
    hangs.
    """
    context = open_context(settings, readers)
    slots = Slots(context, settings, readers)
    context.readers.warm_up()
    if parent is not None:
        Ticker(_PULSE_S, lambda: _follow(parent), at_once=True).start()
    if pulse is not None:
        Ticker(_PULSE_S, lambda: _beat(slots, pulse), at_once=True).start()
    _wait_for_schema(context, settings)
    courier = Courier(context.store, settings.webhook_networks)
    tickers = [
        Ticker(_BEAT_S, lambda: worker_beat(context, worker_name()), at_once=True),
        Reaper(context, settings).ticker,
        sweeper(context, settings),
        checker(context),
        clock_watcher(context),
        drift_watcher(context),
        forgetter(context, settings),
        thinner(context),
        *(Ticker(settings.ask_every_s, courier.deliver_due) for _ in range(_COURIERS)),
        Ticker(settings.reap_every_s, courier.take_back),
    ]
    for ticker in tickers:
        ticker.start()
    slots.start()
    threading.Thread(target=_listen, args=(slots,), daemon=True).start()
    try:
        _hear_bells()
    finally:
        courier.stop()
        slots.stop(context)
        for ticker in tickers:
            ticker.stop()
        _leave(context)


def is_alive(settings: Settings) -> bool:
    """Does a worker of this host give a sign of life now? Looks for a few beats."""
    return any_is_alive(settings, f"{host_name()}:")


def any_is_alive(settings: Settings, host: str = "") -> bool:
    """The same of any host, or of those whose name begins so. Where none is written down there is none to wait for."""
    context = open_context(settings, 1)
    silence: Silence[str] = Silence(settings.worker_fresh_s)
    try:
        for _ in range(int(3 * _BEAT_S / _LOOK_S)):
            look_at_workers(context, silence, host)
            if silence.is_alive():
                return True
            if not silence.is_known():
                return False
            time.sleep(_LOOK_S)
        return False
    except SQLAlchemyError:
        return False
    finally:
        context.close()


def _hear_bells() -> None:
    """Celery, until a signal tells it to stop, also while the broker is away. Without it nothing is lost but time.

    Not by its command line, which imports a library for prompts and a table of all characters.
    """
    try:
        listener = app.Worker(
            hostname=f"{worker_name().replace(':', '-')}@{host_name()}",
            pool_cls="solo",
            concurrency=1,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="WARNING",
            quiet=True,
        )
        listener.start()
    except Exception as fault:
        _log.error("no bell can be heard (%s: %s); the queue is asked all the same", type(fault).__name__, fault)
        told = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: told.set())
        told.wait()


@worker_ready.connect  # type: ignore[untyped-decorator] # Celery has no types
def _take_signals(**_: object) -> None:
    """Celery looks whether it is to stop every two seconds; a bell holds no work that could be cut off."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop_listening)


def _stop_listening(number: int, _frame: object) -> NoReturn:
    """What is begun is given back in order; a second signal ends the process as it is."""
    signal.signal(number, signal.SIG_DFL)
    raise WorkerShutdown(0)


def _listen(slots: Slots) -> None:
    while True:
        tasks.rung.wait()
        tasks.rung.clear()
        slots.wake()


def _leave(context: Context) -> None:
    try:
        worker_left(context, worker_name())
    except Exception as fault:
        if passing_fault(fault) is None:
            raise  # else those who look will see that it is silent
    context.close()


def _wait_for_schema(context: Context, settings: Settings) -> None:
    """Return once the web server has migrated the database; says so where that takes long."""
    newest, waited_s = schema.newest_revision(settings.migrations_dir), 0.0
    while not _migrated(context, newest):
        time.sleep(_LOOK_S)
        waited_s += _LOOK_S
        if waited_s % 10 < _LOOK_S:
            _log.warning("waiting for the database to be reachable and migrated to %s", newest)


def _migrated(context: Context, newest: str) -> bool:
    try:
        with context.store.read() as tx:
            return schema.current_revision(tx) == newest
    except (SQLAlchemyError, Refused, Passing):
        return False


def _beat(slots: Slots, pulse: int) -> None:
    if not slots.is_stalled():
        os.write(pulse, b".")


def _follow(parent: int) -> None:
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)
