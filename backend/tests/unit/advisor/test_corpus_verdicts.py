"""The first sentence on five real reports, each another one, with its numbers."""

from __future__ import annotations

import pytest

from segtier.advisor import advise
from segtier.advisor.plan_option import plan_option
from segtier.errors import Refused
from segtier.model.plan import Destination
from segtier.model.workload import Workload
from segtier.reports import read_document
from tests.builders import a_request
from tests.corpus import needs_corpus, report

pytestmark = needs_corpus

CASES = [
    ("DBM11203-1822-1823", "storage-read", "move-segments", ["db file sequential read", "71 %", "8.8 ms", "73 %"]),
    ("xydb1-24703-24704", "locks", "tune-first", ["row lock", "97 %", "341 ms", "0.63 %"]),
    ("RECEIPT-173496-173498", "sql", "tune-first", ["at parsing first", "56 %", "23 %", "21 %"]),
    ("11.2.0.3.0-si-SLOB-160-161", "storage-write", "tune-first", ["write side", "0.76 ms", "33 %", "17 %", "Redo"]),
    ("SLOB2-400-401", "storage-read", "not-enough-data", ["unexplained", "67 %", "32 %", "3.8 ms", "bandwidth"]),
]
NOT_TO_MOVE = [name for name, _, recommendation, _ in CASES if recommendation != "move-segments"]


def read(name: str) -> Workload:
    document = read_document(report(name), name)
    assert isinstance(document, Workload)
    return document


@pytest.mark.parametrize(("name", "bottleneck", "recommendation", "says"), CASES, ids=[case[0] for case in CASES])
def test_verdict_with_its_numbers(name: str, bottleneck: str, recommendation: str, says: list[str]) -> None:
    verdict = advise([read(name)], [], a_request()).verdict
    assert (verdict.bottleneck, verdict.recommendation) == (bottleneck, recommendation)
    missing = [words for words in says if words not in verdict.text]
    assert not missing, f"{missing} not in: {verdict.text}"


def test_the_sentences_differ() -> None:
    assert len({advise([read(case[0])], [], a_request()).verdict.text for case in CASES}) == len(CASES)


@pytest.mark.parametrize("name", NOT_TO_MOVE)
def test_no_script_without_an_override(name: str) -> None:
    workload = read(name)
    advice = advise([workload], [], a_request())
    for option in (None, "segments", "all", "indexes"):
        with pytest.raises(Refused) as caught:
            plan_option(advice, [workload], option, Destination(), override=False)
        assert caught.value.code == "not-advised"


def test_an_override_gives_the_redo_scripts_and_says_so() -> None:
    workload = read("11.2.0.3.0-si-SLOB-160-161")
    plan = plan_option(advise([workload], [], a_request()), [workload], "redo", Destination(), override=True)
    readme = next(file.text for file in plan.files if file.path == "plan.md")
    assert "not" in readme.lower()
    assert "is the bottleneck" in readme


def test_smart_flash_cache_is_blocked_on_aix() -> None:
    advice = advise([read("RECEIPT-173496-173498")], [], a_request())
    cache = next(option for option in advice.options if option.option == "flash-cache")
    assert not cache.feasible
    assert any("AIX" in stop.text for stop in cache.blocked_by)
