"""Many wait for advice that is not worked out yet: whoever asks for anything else is answered meanwhile."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx

from segtier.reading.orders import ListNames
from segtier.services.context import Context
from tests.integration.served import served, until

MANY = 60
"""More than there are threads for requests."""


@contextmanager
def all_busy(context: Context) -> Iterator[ExitStack]:
    """No adviser is free until the stack is closed."""
    with ExitStack() as taken:
        for _ in range(4):
            taken.enter_context(context.advisers.ask(ListNames(()), io.BytesIO()))
        yield taken


def test_lists_are_shown_while_all_advisers_are_busy(context: Context, database: str) -> None:
    with served(context) as running, running.client() as client, ThreadPoolExecutor(MANY) as pool:

        def ask(gib: int) -> httpx.Response:
            part = "advice" if gib % 2 else "plan"
            asked = {"ssd": f"{gib}GiB"} | ({} if gib % 2 else {"option": "segments", "override": True})
            with running.client() as own:
                return own.get(f"/databases/{database}/{part}", params=asked)

        with all_busy(context) as busy:
            waiting = [pool.submit(ask, 100 + number) for number in range(MANY)]
            until(lambda: sum(context.answers.counts().values()) >= 20)
            assert [client.get("/databases").status_code for _ in range(20)] == [200] * 20
            assert not any(one.done() for one in waiting)
            busy.close()
        answered = [one.result() for one in waiting]
        assert {one.status_code for one in answered if one.url.path.endswith("/advice")} == {200}
        assert {one.status_code for one in answered if one.url.path.endswith("/plan")} <= {200, 409}, "is there to move"
