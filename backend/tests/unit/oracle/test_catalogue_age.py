"""The long suite tells when it is time to look limits and prices up again."""

from __future__ import annotations

import warnings
from datetime import UTC, date, datetime

import pytest

from segtier.oracle.machines import machine_models
from segtier.oracle.volumes import volume_models


def old(today: date) -> list[str]:
    """What was looked up longer ago than its catalogue allows."""
    return [one.id for one in (*volume_models(), *machine_models()) if (today - one.as_of).days > one.stale_after_days]


@pytest.mark.filterwarnings("default")
def test_the_catalogues_are_no_more_than_a_year_old() -> None:
    if too_old := old(datetime.now(UTC).date()):
        warnings.warn(f"look limits and prices up again: {', '.join(too_old)}", stacklevel=1)


def test_it_would_tell() -> None:
    assert not old(date(2026, 11, 28))
    assert len(old(date(2028, 1, 1))) == len(volume_models()) + len(machine_models())
