"""Says where Segtier is, once it can really work."""

from __future__ import annotations

import http.client
import threading
import time
from pathlib import Path
from typing import Any

import click

_EVERY_S = 0.1
_PATIENCE_S = 60.0


def announce_when_ready(address: Any, data_dir: Path, begin_s: float) -> None:
    """Print folder, address and seconds since `begin_s` as soon as `/readyz` is 200; runs beside the server."""
    threading.Thread(target=_announce, args=(address, data_dir, begin_s), daemon=True).start()


def _announce(address: Any, data_dir: Path, begin_s: float) -> None:
    host, port = _reachable(str(address[0])), int(address[1])
    click.echo(f"Data folder: {data_dir.resolve()}")
    while time.monotonic() - begin_s < _PATIENCE_S:
        if _ready(host, port):
            click.echo(f"Segtier is ready: http://{host}:{port} (after {time.monotonic() - begin_s:.1f} s)")
            return
        time.sleep(_EVERY_S)
    click.echo(f"Not ready after {_PATIENCE_S:.0f} s; http://{host}:{port}/readyz says what is missing.", err=True)


def _reachable(host: str) -> str:
    """An address this machine can call: a server on all addresses is reached by the local one."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _ready(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
