"""What a process works with, made from the settings."""

from __future__ import annotations

import os
import socket

from segtier.answers.kept import Kept
from segtier.jobs.bell import Bell
from segtier.jobs.files import open_blobs
from segtier.reading.limits import ReadLimits
from segtier.reading.readers import Readers
from segtier.reports.archives import Limits
from segtier.services.ahead import Ahead
from segtier.services.context import Context
from segtier.settings import Settings
from segtier.store import databases
from segtier.store.engine import Store


def open_context(settings: Settings, readers: int, advisers: int = 1) -> Context:
    """A context over the configured database, files and broker, with at most so many readers and advisers at once."""
    bell, store = Bell(), Store(settings.effective_database_url)

    def count() -> int:
        with store.read() as tx:
            return databases.count(tx)

    return Context(
        store=store,
        blobs=open_blobs(settings),
        answers=Kept(settings.data_dir / "answers", settings.answers_max_bytes, count),
        readers=Readers(
            ReadLimits(
                cpu_s=settings.read_cpu_s,
                cpu_s_per_mb=settings.read_cpu_s_per_mb,
                memory_bytes=settings.read_memory_bytes,
                silence_s=settings.read_silence_s,
            ),
            readers,
        ),
        advisers=Readers(
            ReadLimits(
                cpu_s=settings.advice_cpu_s,
                cpu_s_per_mb=settings.advice_cpu_s_per_mb,
                memory_bytes=settings.advice_memory_bytes,
                silence_s=settings.read_silence_s,
            ),
            advisers,
            module="segtier.reading.answering",
        ),
        ahead=Ahead(advisers),
        anew=Ahead(advisers),
        ring=bell.ring,
        broker_answers=bell.answers,
        upload_max_bytes=settings.upload_max_bytes,
        erase_names=settings.erase_names,
        archive_limits=Limits(
            entries=settings.archive_max_files,
            depth=settings.archive_max_depth,
            member_bytes=settings.report_max_bytes,
            total_bytes=settings.archive_max_bytes,
            ratio=settings.archive_max_ratio,
        ),
    )


def worker_name(pid: int | None = None) -> str:
    """The name of the worker whose process has that number; of this process where none is given."""
    return f"{host_name()}:{pid or os.getpid()}"


def host_name() -> str:
    return socket.gethostname()[:100]
