"""A pytest plugin: runs the tests listed in a file, in their order, and no others.

`python -m pytest -p mutation.only --only FILE TEST_FILE ...`. A test that is not collected is no fault: cases may be named
after what the package declares.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only", type=Path)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    order = {test: place for place, test in enumerate(json.loads(config.getoption("--only").read_text()))}
    items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])
