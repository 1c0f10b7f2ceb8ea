"""Counts of runs on different days are added up by what was run."""

from __future__ import annotations

from pathlib import Path

from robustness.ledger import Ledger


def test_runs_of_the_same_are_added_up_in_the_order_they_came(tmp_path: Path) -> None:
    ledger = Ledger("kills", tmp_path)
    ledger.add([{"killed": "web", "kills": 3, "lost": 1}, {"killed": "redis", "kills": 2, "lost": 0}])
    ledger.add([{"killed": "web", "kills": 4, "lost": 0}])

    assert ledger.sums(("killed",), ("kills", "lost")) == [
        {"killed": "web", "runs": 2, "kills": 7, "lost": 1},
        {"killed": "redis", "runs": 1, "kills": 2, "lost": 0},
    ]
    assert len(ledger.rows()) == 3
