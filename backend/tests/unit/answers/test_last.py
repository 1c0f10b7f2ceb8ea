"""How far the last answer went is noted, and old notes go."""

from __future__ import annotations

import os
from pathlib import Path

from segtier.answers.last import Last


def test_the_notes_written_last_stay(tmp_path: Path) -> None:
    last = Last(tmp_path)
    for number in range(1_000):
        (tmp_path / f"{number}.last").write_text("x")
        os.utime(tmp_path / f"{number}.last", (number, number))
    (tmp_path / "an.answer").write_text("x")
    last.note("question", "newest")
    assert {path.name for path in tmp_path.glob("*.last")} > {f"{number}.last" for number in range(251, 1_000)}
    assert len(list(tmp_path.glob("*.last"))) == 750
    assert (last.newest("question"), last.newest("another")) == ("newest", None)
    assert (tmp_path / "an.answer").exists()
