"""What a web server and its worker run on, imported before the one is forked from the other: each page of memory that either
changes afterwards is there twice, and imports change nearly all.
"""

from __future__ import annotations

import gc
from importlib import import_module

_ALL = (
    "anyio._backends._asyncio",
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.concurrency.solo",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "kombu.transport.virtual",
    "segtier.api.app",
    "segtier.api.connections",
    "segtier.api.server",
    "segtier.cli.support.announce",
    "segtier.cli.support.be_worker",
    "segtier.jobs.worker",
    "uvicorn.lifespan.on",
    "uvicorn.loops.asyncio",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
)


def import_all() -> None:
    """Nobody looks for garbage meanwhile: there is none."""
    gc.disable()
    try:
        for name in _ALL:
            import_module(name)
    finally:
        gc.enable()
