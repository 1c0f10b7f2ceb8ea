"""The task: somebody rang, so look into the queue now. The work itself is done by the slots, which look without a bell too."""

from __future__ import annotations

import threading

from segtier.jobs.app import BELL, app

rung = threading.Event()
"""Set by a bell; whoever listens clears it."""


@app.task(name=BELL)  # type: ignore[untyped-decorator] # Celery has no types
def ring() -> None:
    rung.set()
