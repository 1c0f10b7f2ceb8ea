from __future__ import annotations

import pytest

from segtier.samples import oltp
from segtier.samples.activity import Report


@pytest.fixture(scope="session")
def before() -> tuple[Report, ...]:
    return oltp.before_reports()


@pytest.fixture(scope="session")
def after(before: tuple[Report, ...]) -> Report:
    return oltp.after_report(before)
