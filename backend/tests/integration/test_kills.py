"""Every part of a running installation is killed once while clients upload and delete: no promise is broken.

`robustness/kills.py` does the same for as many rounds as asked.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from robustness.kills import run
from robustness.under_load.installation import COMPONENTS


@pytest.mark.parametrize("name", COMPONENTS)
def test_whatever_is_killed_nothing_is_lost_doubled_or_stuck(name: str, tmp_path: Path) -> None:
    result = run(name, COMPONENTS[name], 1, 20260701, tmp_path)
    print(f"\n{name}: {result.kills} kills, {result.acknowledged} uploads and {result.deleted} deletes acknowledged")
    assert (result.kills, result.remarks) == (len(COMPONENTS[name]), [])
    assert result.acknowledged > result.kills
    assert result.faults == []
