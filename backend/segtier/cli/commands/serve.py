"""`segtier serve`: web pages, API and worker under one command; Ctrl-C stops all of it."""

from __future__ import annotations

import gc
import os
import signal
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from segtier.cli.support.terminal import say
from segtier.errors import Refused

if TYPE_CHECKING:
    from segtier.api.metrics import Metrics
    from segtier.cli.support.child import WorkerChild
    from segtier.services.silence import Silence
    from segtier.settings import Settings

_BACKLOG = 128
"""Connections taken at a stroke. What is too many is closed after that, so they must all fit into the descriptors."""
_ENDINGS = (signal.SIGTERM, signal.SIGINT)
_ADVISERS = 2
_M_ARENA_MAX = -8
"""The number of the switch in glibc's <malloc.h>."""
_MASKS_AT_ONCE = 2
"""Files that are read while their upload waits for the answer: to mask them, or to find a figure again."""


@click.command("serve")
@click.option("--host", help="Address to listen on; default: this machine only.")
@click.option("--port", type=click.IntRange(0, 65_535), help="0 = any free port.  [default: 8765]")
@click.option(
    "--data-dir", type=click.Path(path_type=Path), help="Data folder.  [default: that of the checkout or the user]"
)
@click.option("--worker/--no-worker", default=True, help="Start a worker too.")
@click.option(
    "--concurrency", type=click.IntRange(1, 64), default=2, show_default=True, help="Files read at the same time."
)
@click.option("--since", type=float, hidden=True, help="Unix time the printed seconds count from.")
def command(
    host: str | None,
    port: int | None,
    data_dir: Path | None,
    worker: bool,
    concurrency: int,
    since: float | None,
) -> None:
    """Migrate the database, then serve the web pages and the API and read uploads, until Ctrl-C."""
    begin_s = time.monotonic() - (time.time() - since if since else 0.0)
    for number in _ENDINGS:
        signal.signal(number, _interrupt)
    from segtier.reading import forks

    forks.start()  # before any setting is read: what it forks shall know none
    try:
        settings = _with_secret(_settings(host, port, data_dir))
        listener = _listen(settings.host, settings.port)
        _run(settings, listener, concurrency if worker else None, begin_s)
    except KeyboardInterrupt:
        say("Stopped.")  # Ctrl-C is how this command ends


def _settings(host: str | None, port: int | None, data_dir: Path | None) -> Settings:
    """The settings with the options on top, in the environment too, so that the worker has the same."""
    given = {"HOST": host, "PORT": port, "DATA_DIR": data_dir.resolve() if data_dir else None}
    os.environ.update({f"SEGTIER_{name}": str(value) for name, value in given.items() if value is not None})
    from segtier.cli.support.own_settings import own_settings

    return own_settings()


def _with_secret(settings: Settings) -> Settings:
    """The settings with the secret to ask for; raises Refused where there may be none, or no folder to keep it in."""
    from pydantic import SecretStr

    from segtier.cli.support.own_database import look_through
    from segtier.cli.support.own_folder import own_folder
    from segtier.cli.support.secret import settled_secret

    own_folder(settings)
    look_through(settings)
    secret = settled_secret(settings, lambda: _has_admin(settings))
    return settings.model_copy(update={"secret": SecretStr(secret)})


def _has_admin(settings: Settings) -> bool:
    from segtier.cli.support.own_database import migrated_store
    from segtier.services.accounts import accounts_exist

    with migrated_store(settings) as store:
        return accounts_exist(store)


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises Refused where the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends at once (TCP_NODELAY) only where the socket says that it is TCP; else each answer waits 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as fault:
        raise Refused(
            f"cannot listen on {host} port {port}: {fault.strerror}",
            code="port-taken",
            advice="Stop the other program, or choose another port: segtier serve --port 0 takes any free one.",
        ) from fault
    listener.listen(_BACKLOG)
    return listener


def _run(settings: Settings, listener: socket.socket, worker: int | None, begin_s: float) -> None:
    from segtier.cli.support.child import WorkerChild
    from segtier.cli.support.import_all import import_all
    from segtier.cli.support.logs import set_up_logs
    from segtier.cli.support.own_database import seen_workers
    from segtier.reading import forks

    _share_heaps()
    set_up_logs(settings.log_level, settings.access_log, settings.log_format)
    if worker and forks.FORKS:
        import_all()
    workers = seen_workers(settings)
    child = WorkerChild(worker, settings.worker_silent_s) if worker else None
    try:
        _serve(settings, listener, child, workers, begin_s)
    finally:
        _hear_no_more()
        if child is not None:
            child.stop()


def _serve(
    settings: Settings, listener: socket.socket, child: WorkerChild | None, workers: Silence[str], begin_s: float
) -> None:
    """Serve until a signal comes. Where the worker is a process of its own from the start, it starts beside these imports."""
    import uvicorn

    from segtier.api.app import create_app
    from segtier.api.connections import KEEP_ALIVE_S, Patience, most_connections, patient
    from segtier.api.server import Server
    from segtier.cli.support.announce import announce_when_ready
    from segtier.cli.support.own_database import migrate
    from segtier.jobs.process import open_context
    from segtier.jobs.reaper import Reaper, undertaker
    from segtier.store import schema

    context = open_context(settings, _MASKS_AT_ONCE, _ADVISERS)
    migrate(context, settings)
    reaper = Reaper(context, settings, workers)
    app = create_app(settings, context, schema.newest_revision(settings.migrations_dir), reaper.workers)
    patience = Patience(
        settings.head_max_s,
        settings.silence_max_s,
        settings.body_max_s,
        settings.body_least_bytes_s,
        settings.stranger_body_max_s,
        most_connections(),
    )
    config = uvicorn.Config(
        app,
        http=patient(patience),
        ws="none",
        backlog=_BACKLOG,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # segtier.api.peer reads them, of proxies that are trusted
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=5,
    )
    if settings.metrics_port is not None:
        _serve_metrics(settings.metrics_host, settings.metrics_port, app.state.metrics)
    gc.collect()
    gc.freeze()  # what is loaded by now stays: nobody need look for garbage in it
    reaper.ticker.start()
    if child is not None:
        child.on_death = undertaker(context, settings)
    look_for_workers = reaper.look_for_workers if child is not None else None
    announce_when_ready(listener.getsockname(), context, settings, begin_s, look_for_workers)

    ear = {"told": child.leave, "turn": child.turn} if child is not None else {}
    try:
        Server(config, app.state.event_streams.close, **ear).run(sockets=[listener])
    finally:
        _hear_no_more()
        reaper.ticker.stop()
        context.close()


def _serve_metrics(host: str, port: int, metrics: Metrics) -> None:
    """In a thread beside the server; raises Refused where the port is taken."""
    from prometheus_client import start_http_server

    try:
        server, _ = start_http_server(port, host, metrics.registry)
    except OSError as fault:
        raise Refused(
            f"cannot listen on {host} port {port} for metrics: {fault.strerror}",
            code="port-taken",
            advice="Choose another: SEGTIER_METRICS_PORT.",
        ) from fault
    say(f"Metrics: http://{host}:{server.server_port}/metrics")


def _share_heaps() -> None:
    """Threads that answer requests get memory from two heaps, where the C library would give nearly each of them its own, and
    each would keep what its largest answer took. Only glibc has the switch.
    """
    import ctypes
    from contextlib import suppress

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def _interrupt(*_: object) -> None:
    """The first signal ends this command; those that follow would only break off its cleaning up."""
    _hear_no_more()
    raise KeyboardInterrupt


def _hear_no_more() -> None:
    for number in _ENDINGS:
        signal.signal(number, signal.SIG_IGN)
