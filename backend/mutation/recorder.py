"""A pytest plugin: which lines of the package each test runs, and how long it takes.

`python -m pytest -p mutation.recorder --recorded FILE` writes FILE (coverage data, one context per test) and a JSON file beside
it: seconds of each test that passed, and the sources they used by digest.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--recorded", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Recorder(config.getoption("--recorded")))


class _Recorder:
    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = defaultdict(float)
        self.not_passed: set[str] = set()
        self.coverage = Coverage(data_file=file, config_file=False, include=["segtier/*"])
        self.coverage.set_option("run:relative_files", True)
        # Tests that run none of it, or in processes of their own only, have a time too.
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])
        self.coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.not_passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        passed = {test: took for test, took in self.seconds.items() if test not in self.not_passed}
        used = {name: digest(Path(name)) for name in self.coverage.get_data().measured_files()}
        self.file.with_suffix(".json").write_text(json.dumps({"seconds": passed, "sources": used}))


def digest(file: Path) -> str | None:
    """Of its bytes; None where it is not there."""
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None
