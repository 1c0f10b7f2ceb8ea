"""One context per process: engines and connections must not be shared across a fork."""

from __future__ import annotations

import os
import socket
from functools import cache

from segtier.jobs.bell import ring
from segtier.services.context import Context
from segtier.settings import Settings
from segtier.store.blobs import Blobs
from segtier.store.engine import Store


def open_context(settings: Settings) -> Context:
    """A context over the configured database, files and broker."""
    return Context(
        store=Store(settings.effective_database_url),
        blobs=Blobs(settings.data_dir / "files"),
        ring=ring,
        upload_max_bytes=settings.upload_max_bytes,
    )


def process_context() -> Context:
    """This process's context, opened on first use."""
    return _context_of(os.getpid())


def worker_name() -> str:
    return f"{socket.gethostname()[:100]}:{os.getpid()}"


@cache
def _context_of(_pid: int) -> Context:
    return open_context(Settings())
