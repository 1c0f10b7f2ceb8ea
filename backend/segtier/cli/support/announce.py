"""Says where Segtier is, once it can really work."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from segtier.api.sign_in import PARAMETER
from segtier.cli.support.terminal import say
from segtier.passing import Passing
from segtier.services.accounts import accounts_exist
from segtier.services.context import Context
from segtier.settings import Settings

_EVERY_S = 0.1
_PATIENCE_S = 60.0


def announce_when_ready(
    address: Any, context: Context, settings: Settings, begin_s: float, look_for_workers: Callable[[], None] | None
) -> None:
    """Print folder, address and seconds since `begin_s` once `/readyz` is 200; runs beside the server.

    Without a worker of its own (None) the server is only said to listen: its workers may be anywhere.
    """
    arguments = (address, context, settings, begin_s, look_for_workers)
    threading.Thread(target=_announce, args=arguments, daemon=True).start()


def _announce(
    address: Any, context: Context, settings: Settings, begin_s: float, look_for_workers: Callable[[], None] | None
) -> None:
    host, port = _reachable(str(address[0])), int(address[1])
    path, state = ("/readyz", "ready") if look_for_workers is not None else ("/healthz", "listening")
    say(f"Data folder: {settings.data_dir.resolve()}")
    waiting_since_s = time.monotonic()
    told = False
    while True:
        if look_for_workers is not None:
            with suppress(SQLAlchemyError, OSError, Passing):  # `/readyz` says so
                look_for_workers()
        if _answers(host, port, path):
            took_s = time.monotonic() - begin_s
            say(f"Segtier is {state}: http://{host}:{port}/{_way_in(settings, context)} (after {took_s:.1f} s)")
            context.advisers.warm_up()
            return
        if not told and time.monotonic() - waiting_since_s > _PATIENCE_S:
            say(f"Not ready after {_PATIENCE_S:.0f} s; http://{host}:{port}/readyz says what is missing.", err=True)
            told = True
        time.sleep(_EVERY_S)


def _way_in(settings: Settings, context: Context) -> str:
    """The secret as part of the address, until there are accounts; one that somebody chose stays out of every output."""
    closed = Settings().secret is not None or accounts_exist(context.store)
    return "" if closed or settings.secret is None else f"?{PARAMETER}={settings.secret.get_secret_value()}"


def _reachable(host: str) -> str:
    """An address this machine can call: a server on all addresses is reached by the local one."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _answers(host: str, port: int, path: str) -> bool:
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
