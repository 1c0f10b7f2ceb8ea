"""The running product on a disk whose syncs stand still, and with its server stopped, while its sweeper's grace goes by.

No clock: the upload goes on once the sweeper has removed an abandoned file that came after it stood still.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from tests import slow_disk
from tests.client import Client
from tests.integration.files import a_report
from tests.patience import PATIENCE_S
from tests.stack import Product, a_worker, new_setup

CASES = (("file", "slow"), ("folder", "slow"), ("file", "stopped"), ("folder", "stopped"))
"""What is synced when the upload stands still, and whether its process is stopped there as well."""


def until(path: Path, there: bool) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while path.exists() != there:
        assert time.monotonic() < deadline_s, path
        time.sleep(0.02)


@contextmanager
def stopped(pid: int, how: str) -> Iterator[None]:
    if how == "stopped":
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_nothing_is_lost(tmp_path: Path) -> None:
    """On one set-up: the folder of files and its locks are the same on both."""
    setup = new_setup("sqlite", tmp_path / "data", None)
    stall = tmp_path / "stall"
    stall.mkdir()
    slow = {"SLOW_DISK": str(stall), "PYTHONPATH": str(Path(slow_disk.__file__).parent)}
    with ExitStack() as stack:
        product = stack.enter_context(Product(replace(setup, env=setup.env | slow), "--port", "0", "--no-worker"))
        stack.enter_context(a_worker(setup))
        client, pool = stack.enter_context(Client(product.url)), stack.enter_context(ThreadPoolExecutor(1))
        abandoned = setup.data_dir / "files" / "incoming-abandoned"
        for number, (what, how) in enumerate(CASES):
            (stall / what).touch()
            sent = pool.submit(client.upload, f"{what} {how}.json", a_report(snap=10 * (number + 1)))
            until(stall / "waiting", there=True)
            with stopped(product.process.pid, how):
                abandoned.write_bytes(b"half of it")
                until(abandoned, there=False)
            (stall / what).unlink()
            assert sent.result()["state"] == "queued"
            (stall / "waiting").unlink(missing_ok=True)
        states = {upload["state"] for upload in client.finished()}
    assert (len(CASES), states) == (4, {"succeeded"})
