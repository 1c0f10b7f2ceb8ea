"""Readers of a running installation: none knows a secret, and whoever is waited for goes first."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from robustness import processes
from tests.client import Client
from tests.integration.files import a_report
from tests.integration.served import until
from tests.memory import holds
from tests.stack import Product, Setup, new_setup

SECRET, OTHER = "canary-secret-that-somebody-chose", "canary-of-the-provider"


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Product, Client]]:
    setup = new_setup("sqlite", tmp_path_factory.mktemp("apart") / "data")
    told = Setup(setup.name, {**setup.env, "SEGTIER_SECRET": SECRET, "SEGTIER_OIDC_CLIENT_SECRET": OTHER})
    with Product(told, "--port", "0") as product, Client(f"{product.url}?secret={SECRET}") as client:
        yield product, client


def fork_server(product: Product) -> int:
    below = processes.descendants(product.process.pid)
    return next(pid for pid in below if "segtier.reading.fork_server" in processes.command(pid))


def readers(product: Product) -> dict[int, int]:
    """The niceness of each, beside that of the server."""
    pids = processes.descendants(fork_server(product))
    here = os.getpriority(os.PRIO_PROCESS, product.process.pid)
    return {pid: os.getpriority(os.PRIO_PROCESS, pid) - here for pid in pids}


def new_ones(product: Product, before: dict[int, int]) -> list[int]:
    """Of readers since: their niceness."""
    return [niceness for pid, niceness in readers(product).items() if pid not in before]


def test_whoever_is_waited_for_goes_first(installation: tuple[Product, Client]) -> None:
    product, client = installation
    assert readers(product) == {}, "none is there before it is needed"
    client.upload("a.json", a_report())
    client.finished()
    assert new_ones(product, {}) == [10], "a queued upload"
    before = readers(product)
    client.upload("b.json", a_report(snap=101), mask="hash")
    client.finished()
    assert new_ones(product, before) == [0], "a file that is masked while who sends it waits"
    (database,) = client.get("/databases")["items"]
    before = readers(product)
    client.get(f"/databases/{database['id']}/advice", ssd="300GB")
    assert new_ones(product, before) == [0], "an answer"
    before = readers(product)
    client.get("/fleet")
    until(lambda: bool(new_ones(product, before)))
    assert new_ones(product, before) == [10], "an answer ahead of its question"


def test_no_secret_is_in_the_memory_of_a_reader(installation: tuple[Product, Client]) -> None:
    """Nor in that of the process they come from."""
    product, client = installation
    client.upload("c.json", a_report(snap=102))
    client.finished()
    data_dir = str(product.setup.data_dir)
    for text in (SECRET, OTHER, data_dir):
        assert holds(product.process.pid, text.encode()), "the check itself is blind"
        for pid in (fork_server(product), *readers(product)):
            assert not holds(pid, text.encode())


def test_a_killed_fork_server_is_replaced(installation: tuple[Product, Client]) -> None:
    product, client = installation
    os.kill(first := fork_server(product), 9)
    until(lambda: not Path(f"/proc/{first}/fd").exists() or not list(Path(f"/proc/{first}/fd").iterdir()))
    done = client.upload("d.json", a_report(snap=103))
    client.finished()
    assert client.get(f"/uploads/{done['id']}")["state"] == "succeeded"
    client.upload("e.json", a_report(snap=104), mask="hash")
