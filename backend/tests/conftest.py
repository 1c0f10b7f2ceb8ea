"""Real servers for the tests that need them: one PostgreSQL and one Redis per session, one product per set-up."""

from __future__ import annotations

import gc
import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisSideeffectWarning

from segtier.cli.support.errors_told import VARIABLE
from segtier.reading.limits import ReadLimits
from segtier.reading.readers import Readers
from tests.client import Client
from tests.object_store import ObjectStore, object_store
from tests.proving.costs import pytest_runtest_call, pytest_runtest_setup, pytest_runtest_teardown
from tests.proving.plugin import pytest_addoption, pytest_configure
from tests.servers import Servers, running_servers
from tests.stack import SETUPS, Product, Setup, new_setup

__all__ = [
    "pytest_addoption",
    "pytest_configure",
    "pytest_runtest_call",
    "pytest_runtest_setup",
    "pytest_runtest_teardown",
]
"""What tests cost, and which of them run."""

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile("same")
"""The same examples each time, however slow the machine; `--hypothesis-profile=explore` looks for others."""

os.environ[VARIABLE] = "json"
"""Programs of the tests read codes; `unit/cli/test_mistakes.py` looks at the sentences."""

INTEGRATION = Path(__file__).parent / "integration"
_GARBAGE = (50_000, 20, 10)
gc.set_threshold(*_GARBAGE)
"""Looked for seldom: the tests of a report make a million objects, and an eighth of their time went into looking."""


@pytest.fixture(autouse=True)
def garbage_is_looked_for() -> Iterator[None]:
    """A command that was run in this process had it looked for as one does that ends at once: gigabytes stayed."""
    yield
    if gc.get_threshold() != _GARBAGE:
        gc.set_threshold(*_GARBAGE)
        gc.unfreeze()


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    with running_servers() as running:
        yield running


@pytest.fixture(scope="session")
def store_server() -> Iterator[ObjectStore]:
    """An S3 server of the session's own."""
    with object_store() as running:
        yield running


@pytest.fixture(scope="session")
def readers() -> Iterator[Readers]:
    """Reader processes as the product has them."""
    running = Readers(ReadLimits(), 4)
    yield running
    running.close()


@pytest.fixture(scope="session", params=SETUPS)
def setup(request: pytest.FixtureRequest) -> Iterator[Setup]:
    """An installation shared by the session; every test of it runs on both set-ups."""
    with a_fresh_setup(request, request.param) as fresh:
        yield fresh


@pytest.fixture(scope="session")
def product(setup: Setup) -> Iterator[Product]:
    """`segtier serve`, running, with its worker."""
    with Product(setup, "--port", "0") as running:
        yield running


@pytest.fixture
def client(product: Product) -> Iterator[Client]:
    """A client of the running product, with nothing stored."""
    with Client(product.url) as fresh:
        fresh.remove_everything()
        yield fresh


class a_fresh_setup:  # noqa: N801 - reads as a phrase: with a_fresh_setup(...)
    """A set-up with a data folder and database of its own on the session's servers."""

    def __init__(self, request: pytest.FixtureRequest, name: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="segtier-data-")
        servers = request.getfixturevalue("servers") if name == "postgresql" else None
        self._setup = new_setup(name, Path(self._folder.name), servers)

    def __enter__(self) -> Setup:
        return self._setup

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    """Have Hypothesis write its table of characters: it takes two seconds once, before processes share the work, and not in
    the first test of each that draws a text.
    """
    with warnings.catch_warnings(action="ignore", category=HypothesisSideeffectWarning):
        st.text().validate()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one running product stay in one process, so that it is started once, and so do those of a file that starts none.

    First, because xdist reads the groups in a hook of the same name.
    """
    for item in items:
        params = getattr(item, "callspec", None)
        if params is not None and "setup" in params.params:
            item.add_marker(pytest.mark.xdist_group(params.params["setup"]))
        elif INTEGRATION not in item.path.parents:
            item.add_marker(pytest.mark.xdist_group(item.path.name))
