"""Many wait for advice that is not worked out yet: whoever asks for anything else is answered meanwhile."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from segtier.reading.orders import ListNames
from segtier.services.context import Context
from tests.integration.served import served, until

MANY = 60
"""More than there are threads for requests."""
QUESTIONS = 3
"""Who asks what another has asked waits with it."""


@contextmanager
def all_busy(context: Context) -> Iterator[ExitStack]:
    """No adviser is free until the stack is closed."""
    with ExitStack() as taken:
        for _ in range(4):
            taken.enter_context(context.advisers.ask(ListNames(()), io.BytesIO()))
        yield taken


def advice(client: httpx.Client, database: str, gib: int) -> httpx.Response:
    return client.get(f"/databases/{database}/advice", params={"ssd": f"{gib}GiB"})


def plan(client: httpx.Client, database: str, gib: int) -> httpx.Response:
    return client.get(
        f"/databases/{database}/plan", params={"ssd": f"{gib}GiB", "option": "segments", "override": True}
    )


def tool(client: httpx.Client, database: str, gib: int) -> httpx.Response:
    call = {"name": "answer", "arguments": {"database": database, "ssd": f"{gib}GiB"}}
    return client.post(
        client.base_url.copy_with(path="/mcp"),
        headers={"Accept": "application/json, text/event-stream"},
        json={"jsonrpc": "2.0", "id": gib, "method": "tools/call", "params": call},
    )


@pytest.mark.parametrize("migrated_store", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    ("asks", "codes"), [(advice, {200}), (plan, {200, 409}), (tool, {200})], ids=["advice", "plan", "tool"]
)
def test_lists_are_shown_while_all_advisers_are_busy(
    context: Context, database: str, asks: Callable[[httpx.Client, str, int], httpx.Response], codes: set[int]
) -> None:
    """On the set-up that may also run out of connections. A plan may say that there is nothing to move."""
    with served(context) as running, running.client() as client, ThreadPoolExecutor(MANY) as pool:

        def ask(gib: int) -> httpx.Response:
            with running.client() as own:
                return asks(own, database, gib)

        with all_busy(context) as busy:
            waiting = [pool.submit(ask, 100 + number % QUESTIONS) for number in range(MANY)]
            until(lambda: running.open_requests == MANY)
            assert [client.get("/databases").status_code for _ in range(20)] == [200] * 20
            assert not any(one.done() for one in waiting)
            busy.close()
        assert {one.result().status_code for one in waiting} <= codes
