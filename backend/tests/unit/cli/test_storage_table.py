"""The table of today's storage: a row for each class, its station named once, and what is not known left open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.analysis.storage.found import StorageSeen
from segtier.cli.support.advice_tables import print_advice
from segtier.model.device import StorageGroup, StorageToday
from segtier.model.workload import Workload
from tests.builders import a_request
from tests.sentences import worded
from tests.two_speeds import sizes, two_speeds


def printed(capsys: pytest.CaptureFixture[str], workload: Workload, *groups: StorageGroup) -> list[str]:
    request = a_request(storage_today=StorageToday(groups) if groups else None)
    print_advice(advise([workload], [sizes()], request))
    lines = capsys.readouterr().out.splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("storage today"))
    return lines[begin : begin + 4]


CASES = {
    "two places": (
        two_speeds(),
        (),
        [
            ["/u01 (1", "22 ms", "98.0", "167", "28", "SHOP_DATA", "1 ms or slower"],
            ["/u02 (1", "450 µs", "2.0", "167", "28", "SHOP_INDX", worded("analysis/fast-here-perhaps")],
            ["SHOP_INDX reads in 450 µs from /u02"],
        ],
    ),
    "one place, named once": (
        two_speeds(prefixes=("/u01", "/u01")),
        (),
        [["/u01/oradata (2", "22 ms", "SHOP_DATA"], ["450 µs", "SHOP_INDX"], ["are trusted"]],
    ),
    "stated": (
        two_speeds(),
        (
            StorageGroup("cards", media="flash", files=("/u02",), inferred=False),
            StorageGroup("san", media="hdd", inferred=False),
        ),
        [["san (1", "22 ms"], ["cards (1", "450 µs", "stated as SSD"], ["As stated: cards (/u02, SSD)."]],
    ),
    "nobody timed the reads": (
        two_speeds(timed=False),
        (),
        [
            ["/u01 (1", "not measured", "167", "28", worded("analysis/read-times-not")],
            ["/u02 (1", "not measured"],
            ["are not used"],
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_rows(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    workload, groups, expected = CASES[case]
    _, *rows = printed(capsys, workload, *groups)
    for row, words in zip(rows, expected, strict=True):
        assert [word for word in words if word not in row] == [], row


def test_a_rate_that_is_not_known_is_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    one = two_speeds()
    seen = StorageSeen()
    seen.add(replace(one, interval=replace(one.interval, elapsed_s=None)))
    print_advice(replace(advise([one], [sizes()], a_request()), storage_today=seen.found(None)))
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("/u01"))
    assert row.split("  ", 1)[1].split() == ["22", "ms", "98.0", "SHOP_DATA", "1", "ms", "or", "slower"]
