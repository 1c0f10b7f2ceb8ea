"""`segtier advise` fits a screen of 40 lines of 80 signs, and cuts nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.cli.support.answer_screen import COLUMNS, LINES, notes, sentences
from tests.command_line import segtier
from tests.corpus import files
from tests.sample_hours import write_few_hours

REPORTS = (
    "awr-text-11.2.0.3.0-si-SLOB-160-161",
    "awr-text-11.2.0.3.0-si-DBM11203-1822",
    "awr-html-12.2.0.1.0-pdb-rac-idcdb1",
    "awr-html-11.1.0.7.0-rac-exa-DEMO1-812",
    "statspack-text-12.1-JASMIN",
)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One hour of it: all of them, with their counters, take ten times as long and say as much."""
    return min((write_few_hours(tmp_path_factory.mktemp("sample")) / "before").glob("*.html"))


@pytest.mark.parametrize("name", ["sample", *REPORTS])
def test_an_answer_fits_the_screen_and_says_the_whole_of_what_it_says(name: str, sample: Path) -> None:
    inputs = [sample] if name == "sample" else files(name)[:1]
    done, told = segtier("advise", *inputs), json.loads(segtier("advise", *inputs, "--format", "json").stdout)
    lines = [*done.stderr.splitlines(), *done.stdout.splitlines()]
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= COLUMNS
    words = " ".join(done.stdout.split())
    assert " ".join(told["verdict"]["headline"].split()) in words
    assert "--detail" in words
    for option in told["options"]:
        span = option["response_ratio"]
        if span and not option["not_known"]:
            assert f"({span['low']:.2f}-{span['high']:.2f})" in words


def test_with_detail_there_is_more(sample: Path) -> None:
    short, long = segtier("advise", sample), segtier("advise", sample, "--detail")
    assert len(long.stdout.splitlines()) > 2 * len(short.stdout.splitlines())


@settings(max_examples=40)
@given(
    st.lists(
        st.from_regex(r"[A-Z][a-z0-9.,%-]{0,12}( [a-z0-9,%-]{1,12}){0,9}", fullmatch=True), min_size=1, max_size=9
    ),
    st.integers(1, 5),
    st.integers(30, 110),
)
def test_sentences_are_whole_and_one_at_least(said: list[str], lines: int, width: int) -> None:
    text = " ".join(f"{one.rstrip('.')}." for one in said)
    found = sentences(text, lines, width)
    joined = " ".join(found)
    assert text.startswith(joined)
    assert joined.endswith(".")
    assert len(found) <= lines or not re.search(r"\. ", joined)
    assert max(map(len, found)) <= width


@pytest.mark.parametrize(("count", "more"), [(0, None), (2, None), (3, "1 more warning:"), (12, "10 more warnings:")])
def test_what_has_no_place_is_counted(count: int, more: str | None) -> None:
    found = notes([f"Warning: number {number}" for number in range(count)])
    assert len(found) == min(count, 2) + bool(more)
    if more:
        assert found[-1].startswith(more)
