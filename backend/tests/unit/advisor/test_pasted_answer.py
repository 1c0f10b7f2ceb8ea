"""What is answered first from a pasted list of top events, which names no segment and no size."""

from __future__ import annotations

import pytest

from segtier.advisor import advise
from segtier.model.advice import Advice
from segtier.reports import read_document
from tests.builders import a_request

HEAD = "Top 5 Timed Foreground Events\nEvent Waits Time(s) Avg wait (ms) % DB time Wait Class\n"


def advice_of(text: str) -> Advice:
    return advise([read_document(text.encode(), "top5.txt")], [], a_request(draws=200))


def pasted(reads_s: int, commits_s: int, cpu_s: int = 2_456) -> Advice:
    total = (reads_s + commits_s + cpu_s) * 1.05
    rows = [
        f"db file sequential read {reads_s * 100:,} {reads_s:,} 10 {100 * reads_s / total:.1f} User I/O",
        f"DB CPU {cpu_s:,} {100 * cpu_s / total:.1f}",
        f"log file sync {commits_s * 100:,} {commits_s:,} 10 {100 * commits_s / total:.1f} Commit",
    ]
    return advice_of(HEAD + "\n".join(rows) + "\n")


@pytest.mark.parametrize(
    ("reads_s", "commits_s", "first"), [(12_345, 1_234, "all"), (6_000, 4_000, "all"), (700, 9_000, "redo")]
)
def test_what_gains_most_at_its_bad_end_comes_first(reads_s: int, commits_s: int, first: str) -> None:
    """Neither's size is known, so neither is nearer to being done."""
    advice = pasted(reads_s, commits_s)
    least = {one.option: 1 - one.response_ratio.high for one in advice.options if one.response_ratio is not None}
    assert advice.verdict.option == first
    assert least[first] == max(least.values())
    assert advice.verdict.state == "needs"
    assert [stop.needs for stop in advice.verdict.blocked_by] == ["sizes"]


def test_it_says_what_would_tell_more() -> None:
    """Fewer bytes than all may do as well: segments would tell."""
    advice = pasted(12_345, 1_234)
    chosen = next(one for one in advice.options if one.option == "segments")
    assert chosen.blocked_by[0].needs == "segments"
    assert chosen.blocked_by[0].text in advice.verdict.text
