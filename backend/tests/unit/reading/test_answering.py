"""Advice from a process of its own: what it says is what the advisor says here, and beyond its limits the question is refused."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from tempfile import TemporaryFile

import pytest

from segtier import advisor
from segtier.advisor.advise import advise_case
from segtier.advisor.comparison.held import hold_against
from segtier.advisor.plan_option import plan_option
from segtier.answers.whole import whole_answer
from segtier.answers.write import answer_bytes
from segtier.documents import decode, encode
from segtier.errors import NotUsable, Refused
from segtier.model.comparison import Comparison
from segtier.model.constraints import Constraints
from segtier.model.inventory import Inventory
from segtier.model.plan import Destination, Plan
from segtier.model.request import AdviceRequest, Users
from segtier.model.volume import Machine
from segtier.model.workload import Workload
from segtier.oracle.devices import tier
from segtier.reading.cases import open_case
from segtier.reading.hours import packed_hour
from segtier.reading.limits import ReadLimits
from segtier.reading.orders import AdviceOrder, Advise, Compare, Fetch, StoredDocument, WritePlan
from segtier.reading.readers import Readers
from segtier.reports import read_document
from segtier.samples import oltp_sample
from segtier.store.records import Period

MB = 1024**2
LIMITS = ReadLimits(cpu_s=60, memory_bytes=2048 * MB)
REQUEST = AdviceRequest(tier(usable_bytes=100 * 10**9))


@cache
def documents() -> tuple[Workload | Inventory, ...]:
    read = (read_document(file.data, file.name) for file in oltp_sample())
    return tuple(one for one in read if isinstance(one, Workload | Inventory))


def workloads() -> tuple[Workload, ...]:
    return tuple(one for one in documents() if isinstance(one, Workload))


def inventories() -> tuple[Inventory, ...]:
    return tuple(one for one in documents() if isinstance(one, Inventory))


@cache
def stored(after: int = 0) -> tuple[StoredDocument, ...]:
    """The sample, its last workloads counted as after."""
    first_after = len(workloads()) - after
    periods: list[Period] = ["before"] * first_after + ["after"] * after
    hours = [stored_as(one, period) for one, period in zip(workloads(), periods, strict=True)]
    return (*hours, *(stored_as(one, "before") for one in inventories()))


BODIES: dict[tuple[str, str], bytes] = {}


def stored_as(document: Workload | Inventory, period: Period) -> StoredDocument:
    body = encode(document)
    digest, (hour, figures) = hashlib.sha256(body).hexdigest(), packed_hour(document)
    BODIES["document", digest], BODIES["figures", digest] = zlib.compress(body), figures
    return StoredDocument(digest, digest, len(body), period, isinstance(document, Inventory), hour)


def fetch(wanted: Fetch) -> tuple[bytes, ...]:
    return tuple(BODIES[wanted.what, one] for one in wanted.ids)


@pytest.fixture(scope="module")
def advisers() -> Iterator[Readers]:
    running = Readers(LIMITS, 1, "segtier.reading.answering")
    yield running
    running.close()


def worked(advisers: Readers, order: AdviceOrder, advice: bytes = b"") -> bytes:
    """What comes back, or what is written into the file."""
    with TemporaryFile() as file:
        file.write(advice)
        with advisers.ask(order, file, fetch=fetch) as answers:
            (given,) = answers
        file.seek(0)
        return given.data or file.read()


def test_advice_is_the_advisors(advisers: Readers) -> None:
    """Also when the documents are open already, and after a question about others."""
    expected = answer_bytes(advisor.advise(workloads(), inventories(), REQUEST))
    fewer = answer_bytes(advisor.advise(workloads()[:3], (), REQUEST))
    for _ in range(2):
        assert worked(advisers, Advise(stored(), REQUEST)) == expected
        assert worked(advisers, Advise(stored()[:3], REQUEST)) == fewer
    assert len(advisers._idle) == 1


OTHERS: dict[str, tuple[AdviceRequest, bool]] = {
    "capacity": (replace(REQUEST, tier=tier(usable_bytes=40 * 10**9)), True),
    "room": (replace(REQUEST, headroom_pct=25.0), True),
    "constraints": (replace(REQUEST, constraints=Constraints(most_moves=3, hold="every-hour")), True),
    "window": (replace(REQUEST, window="average"), False),
    "machine": (replace(REQUEST, machine=Machine(requests_per_s=5_000.0)), False),
    "users": (replace(REQUEST, users=Users(1e6, 1.0)), False),
}
"""What is asked next, and whether it starts from the case that is there."""


@pytest.mark.parametrize(("request_", "same"), OTHERS.values(), ids=OTHERS)
def test_the_next_question_starts_from_the_same_case(request_: AdviceRequest, same: bool) -> None:
    """Which changes no byte of its answer."""
    some = (*stored()[:4], *stored()[-1:])
    first, _ = open_case(some, REQUEST, fetch)
    other, inputs = open_case(some, request_, fetch)
    assert (other.facts is first.facts, other.request) == (same, request_)
    given = [one for one in documents() if isinstance(one, Workload)][:4]
    expected = advisor.advise(given, inventories()[-1:], request_)
    assert answer_bytes(advise_case(other, inputs)) == answer_bytes(expected)


def test_other_documents_are_another_case() -> None:
    """The same ones that count for something else too."""
    some, as_after = stored()[:3], stored(after=len(workloads()) - 2)[:3]
    for other in (some[:2], as_after):
        first, _ = open_case(some, REQUEST, fetch)
        again, inputs = open_case(other, REQUEST, fetch)
        assert (again.facts is first.facts, len(inputs)) == (False, 2)


@pytest.mark.parametrize("option", ["segments", None])
def test_a_comparison_is_the_advisors(advisers: Readers, option: str | None) -> None:
    """As the command line makes it: the same hours, and where no option is named the one that is recommended for them."""
    expected = hold_against(workloads()[:-3], workloads()[-3:], inventories(), REQUEST, option).comparison
    assert expected.option is not None
    assert decode(worked(advisers, Compare(stored(after=3), REQUEST, option)), Comparison) == expected


def test_a_plan_is_the_advisors(advisers: Readers) -> None:
    advice = worked(advisers, Advise(stored(), REQUEST))
    targets = Destination(data_tablespace="FLASH")
    expected = plan_option(whole_answer(advice), workloads(), "segments", targets, True, inventories=inventories())
    assert decode(worked(advisers, WritePlan(stored(), "segments", targets, True), advice), Plan) == expected


def test_what_the_advisor_refuses_is_refused_with_its_words(advisers: Readers) -> None:
    advice = worked(advisers, Advise(stored(), REQUEST))
    with pytest.raises(Refused) as there:
        worked(advisers, WritePlan(stored(), "none", Destination(), False), advice)
    with pytest.raises(Refused) as here:
        plan_option(whole_answer(advice), workloads(), "none", Destination(), False, inventories=inventories())
    assert (there.value.code, there.value.message) == (here.value.code, here.value.message)


@pytest.mark.parametrize(
    ("draws", "limits", "code", "setting"),
    [
        (200_000, ReadLimits(cpu_s=1, cpu_s_per_mb=0, memory_bytes=4096 * MB), "took-too-long", "SEGTIER_ADVICE_CPU_S"),
        (10**9, ReadLimits(cpu_s=60, memory_bytes=512 * MB), "needs-memory", "SEGTIER_ADVICE_MEMORY_BYTES"),
    ],
)
def test_beyond_its_limits_the_question_is_refused(draws: int, limits: ReadLimits, code: str, setting: str) -> None:
    """The next question gets another process."""
    advisers = Readers(limits, 1, "segtier.reading.answering")
    try:
        with pytest.raises(NotUsable) as refused:
            worked(advisers, Advise(stored()[:2], replace(REQUEST, draws=draws)))
        assert refused.value.code == code
        assert setting in str(refused.value.advice)
        assert worked(advisers, Advise(stored()[:2], REQUEST))
    finally:
        advisers.close()
