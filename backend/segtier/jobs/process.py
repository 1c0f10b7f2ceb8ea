"""One context per process: engines and connections must not be shared across a fork."""

from __future__ import annotations

import os
import socket
from functools import cache

from segtier.jobs.bell import ring
from segtier.reports.archives import Limits
from segtier.services.context import Context
from segtier.settings import Settings
from segtier.store.blobs import Blobs
from segtier.store.engine import Store

_MAIN_PID = os.getpid()
"""The process that imported this: the main one, also in the pool processes forked from it."""


def open_context(settings: Settings) -> Context:
    """A context over the configured database, files and broker."""
    return Context(
        store=Store(settings.effective_database_url),
        blobs=Blobs(settings.data_dir / "files"),
        ring=ring,
        upload_max_bytes=settings.upload_max_bytes,
        archive_limits=Limits(
            entries=settings.archive_max_files,
            depth=settings.archive_max_depth,
            member_bytes=settings.report_max_bytes,
            total_bytes=settings.archive_max_bytes,
            ratio=settings.archive_max_ratio,
        ),
    )


def process_context() -> Context:
    """This process's context, opened on first use."""
    return _context_of(os.getpid())


def worker_name(pid: int | None = None) -> str:
    """The name of the worker whose main process has that number; of this process's worker where none is given."""
    return f"{host_name()}:{pid or _MAIN_PID}"


def host_name() -> str:
    return socket.gethostname()[:100]


@cache
def _context_of(_pid: int) -> Context:
    return open_context(Settings())
