"""A context that several tests of a module share, each of which leaves it as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from segtier.services.context import Context
from tests.integration.conftest import a_migrated_database
from tests.integration.kept_installation import opened
from tests.stack import SETUPS


def on_both(module: str) -> list[object]:
    """Parameters of a module's fixture: tests that share what it makes stay in one process."""
    return [pytest.param(name, marks=pytest.mark.xdist_group(f"{module}, {name}")) for name in SETUPS]


@contextmanager
def a_context(request: pytest.FixtureRequest, folder: Path) -> Iterator[Context]:
    """Of the set-up that `request` asks for; nobody hears its bell."""
    context = opened(a_migrated_database(request, folder), folder, request.getfixturevalue("readers"))
    yield context
    context.store.close()
