"""The file of an answer says what the advice says; sorting and filtering are held against plain Python."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from operator import methodcaller
from pathlib import Path
from typing import BinaryIO, get_args

import pytest
from sqlalchemy.exc import DatabaseError

from segtier.advisor import advise
from segtier.answers.kept import Kept
from segtier.answers.read import Answer
from segtier.answers.segments import Direction, Place, SegmentQuery, SegmentSort
from segtier.answers.whole import whole_answer
from segtier.answers.write import answer_bytes
from segtier.documents import encode
from segtier.model.advice import NAMED, Advice, RankedSegment
from segtier.model.statement import Statement
from segtier.model.workload import Source
from tests.builders import a_request, a_segment, a_wait, a_workload, some_sizes
from tests.gates import SUMMARY_BYTES
from tests.sentences import worded

NAMES = ("ORDERS", "ORDERS_PK", "HISTORY", "100%_DONE", "in_STOCK", "LINES")
SUMMARY = methodcaller("piece", "summary")


def content(answer: Answer) -> bytes:
    with answer.open() as file:
        return file.read()


def written(data: bytes) -> Callable[[BinaryIO], None]:
    def write(file: BinaryIO) -> None:
        file.write(data)

    return write


MEASURES = {
    "rank": lambda row: row.rank,
    "segment": lambda row: (
        f"{row.owner}.{row.name} {row.type} {row.tablespace or ''} {row.lies or ''} {row.tier or ''}".strip().lower()
    ),
    "size": lambda row: row.size_bytes,
    "io": lambda row: row.io_share,
    "rw": lambda row: row.read_write_ratio,
    "benefit": lambda row: row.benefit_s_per_hour,
    "density": lambda row: row.benefit_density_s_per_hour_per_gib,
    "tier": lambda row: row.tier or row.lies,
}


@cache
def advice() -> Advice:
    segments = tuple(a_segment(name, 400_000.0 / n, 20_000.0 * (n % 3)) for n, name in enumerate(NAMES, 1))
    sizes = some_sizes(("ORDERS", 40), ("ORDERS_PK", 6), ("HISTORY", 900), ("in_STOCK", 7))
    found = advise(
        [a_workload((a_wait("db file sequential read", 18_000, 9),), segments=segments)], [sizes], a_request()
    )
    places = {"ORDERS": {"lies": "/u01", "tier": "NVME"}, "ORDERS_PK": {"lies": "/u02"}, "HISTORY": {"lies": "/u01"}}
    return replace(found, segments=tuple(replace(row, **places.get(row.name, {})) for row in found.segments))


@pytest.fixture
def answer(tmp_path: Path) -> Answer:
    path = tmp_path / "an.answer"
    path.write_bytes(answer_bytes(advice()))
    return Answer(path)


def test_nothing_is_lost(answer: Answer) -> None:
    assert whole_answer(content(answer)) == advice()
    assert answer.piece("summary") == encode(advice().summary)
    assert answer.piece("options") == encode(advice().details)
    assert answer.piece("sources") == encode(advice().sources)
    assert answer_bytes(advice()) == content(answer)


def test_however_many_reports_and_statements_the_summary_stays_small() -> None:
    statements = tuple(
        Statement(f"{n:013}", physical_reads_blocks=60.0 - n, module="a module of that name " * 3) for n in range(60)
    )
    hours = [
        replace(
            hour, statements=statements, source=Source("awr-html", f"a/long/way/to/report{hour.interval.begin_snap}")
        )
        for hour in (a_workload(snaps=(n, n + 1)) for n in range(300))
    ]
    whole = advise(hours, [], a_request(window="average"))
    assert len(encode(whole.sources)) > SUMMARY_BYTES > len(encode(whole.summary))
    assert (whole.summary.statements, whole.summary.statements_total) == (whole.statements[:5], len(whole.statements))
    assert len(whole.statements) > 5


@pytest.mark.parametrize("direction", get_args(Direction))
@pytest.mark.parametrize("sort", get_args(SegmentSort))
def test_sorted_with_what_is_not_known_last(answer: Answer, sort: SegmentSort, direction: Direction) -> None:
    page = answer.segments(SegmentQuery("segments", sort, direction))
    measure = MEASURES[sort]
    known = [row for row in advice().segments if measure(row) is not None]
    known.sort(key=measure, reverse=direction == "desc")
    unknown = [row.name for row in advice().segments if measure(row) is None]
    assert [measure(row) for row in page.items] == [*map(measure, known), *[None] * len(unknown)]
    assert [row.name for row in page.items[len(known) :]] == unknown


@pytest.mark.parametrize(
    ("filter_", "names"),
    [
        ("", set(NAMES)),
        ("orders", {"ORDERS", "ORDERS_PK"}),
        ("shop.orders_pk table", {"ORDERS_PK"}),
        ('"shop.orders"', {"ORDERS"}),
        ('"shop.orders table"', {"ORDERS"}),
        ('"shop.order"', set()),
        ('"shop.orders', set()),
        ('"', set()),
        ('""', set()),
        ("%", {"100%_DONE"}),
        ("0%_", {"100%_DONE"}),
        ("nvme", {"ORDERS"}),
        ("/u01", {"ORDERS", "HISTORY"}),
        ("nothing", set()),
    ],
)
def test_every_word_of_a_filter_has_to_be_there(answer: Answer, filter_: str, names: set[str]) -> None:
    page = answer.segments(SegmentQuery("segments", filter=filter_))
    assert ({row.name for row in page.items}, page.total) == (names, len(names))


@pytest.mark.parametrize(
    ("narrowed", "names"),
    [
        ({}, set(NAMES)),
        ({"owner": "SHOP"}, set(NAMES)),
        ({"owner": "SHO"}, set()),
        ({"owner": "shop"}, set()),
        ({"type": "TABLE", "filter": "orders"}, {"ORDERS", "ORDERS_PK"}),
        ({"type": "INDEX"}, set()),
        ({"tablespace": ""}, set()),
    ],
)
def test_narrowed_to_exactly_one(answer: Answer, narrowed: dict[str, str], names: set[str]) -> None:
    page = answer.segments(SegmentQuery("segments", **narrowed))  # type: ignore[arg-type]
    assert ({row.name for row in page.items}, page.total) == (names, len(names))


@pytest.mark.parametrize("place", ["in", "out"])
def test_a_place_is_what_the_filter_finds_by_that_word(answer: Answer, place: Place) -> None:
    by_word = answer.segments(SegmentQuery("segments", filter=place))
    assert answer.segments(SegmentQuery("segments", place=place)) == by_word
    assert 0 < by_word.total < len(NAMES)


def test_what_rows_can_be_narrowed_by(answer: Answer) -> None:
    found = answer.segment_facets()
    for name, facets in {"owner": found.owners, "tablespace": found.tablespaces, "type": found.types}.items():
        values = Counter(getattr(row, name) for row in advice().segments)
        del values[None]
        assert {one.name: one.segments for one in facets} == values
        for one in facets:
            query = SegmentQuery("segments", **{name: one.name})  # type: ignore[arg-type]
            assert answer.segments(query).total == one.segments


@pytest.mark.parametrize("option", ["segments", "indexes", "all", "redo", "none"])
def test_in_and_out_are_the_options(answer: Answer, option: str) -> None:
    def names(word: str) -> set[str]:
        return {row.name for row in answer.segments(SegmentQuery(option, filter=word)).items}  # type: ignore[arg-type]

    inside = {row.name for row in advice().segments if option in row.options}
    assert (names("in"), names("out")) == (inside, set(NAMES) - inside)
    rows = answer.segments(SegmentQuery(option)).items  # type: ignore[arg-type]
    assert {row.name for row in rows if row.included} == inside


@pytest.mark.parametrize(("offset", "limit"), [(0, 2), (2, 2), (4, 5), (6, 3)])
def test_a_page(answer: Answer, offset: int, limit: int) -> None:
    page = answer.segments(SegmentQuery("segments", offset=offset, limit=limit))
    assert [row.rank for row in page.items] == list(range(1, 7))[offset : offset + limit]
    assert page.total == 6


@pytest.mark.parametrize("count", [1, 15, 16, 17, 100])
def test_segments_of_several_blocks(count: int, tmp_path: Path) -> None:
    first = advice().segments[0]
    rows = tuple(replace(first, name=f"S{n * 7 % 101}", rank=n + 1) for n in range(count))
    data = answer_bytes(replace(advice(), segments=rows))
    assert whole_answer(data).segments == rows
    path = tmp_path / "an.answer"
    path.write_bytes(data)
    for query in (SegmentQuery("segments", "segment", limit=1_000), SegmentQuery("segments", "rank", "desc", limit=40)):
        measure = MEASURES[query.sort]
        ordered = sorted(rows, key=measure, reverse=query.direction == "desc")
        names = [row.name for row in ordered[: query.limit]]
        assert [row.name for row in Answer(path).segments(query).items] == names


def kept_in(folder: Path, most_bytes: int = 10_000, least: int = 1) -> Kept:
    return Kept(folder / "answers", most_bytes, lambda: least)


def test_answers_are_made_once(tmp_path: Path) -> None:
    kept, made = kept_in(tmp_path), []

    def make(name: str) -> Callable[[BinaryIO], None]:
        return lambda file: (made.append(name), file.write(name.encode()))  # type: ignore[func-returns-value]

    for name in "abcab":
        assert kept.read(name, make(name), content) == name.encode()
    assert made == ["a", "b", "c"]
    assert [kept.has(name) for name in "ad"] == [True, False]
    assert kept_in(tmp_path).read("c", make("again"), content) == b"c"
    kept.clear()
    assert not list((tmp_path / "answers").iterdir())


@pytest.mark.parametrize(("most_bytes", "least", "left"), [
    (300, 1, "eba"), (299, 1, "eb"), (300, 4, "ebad"), (0, 2, "eb"), (0, 0, "e"), (450, 2, "ebad"), (9_999, 1, "ebadc"),
])  # fmt: skip
def test_the_last_ones_stay_by_their_bytes_and_one_for_each_database(
    tmp_path: Path, most_bytes: int, least: int, left: str
) -> None:
    """`c` and `d` are never asked for again; each takes 100 bytes but `d`, which takes 150."""
    for name in "abcdabe":
        all_of_them = kept_in(tmp_path, *((most_bytes, least) if name == "e" else (10_000, 1)))
        all_of_them.read(name, written(b"." * (150 if name == "d" else 100)), content)
        time.sleep(0.011)  # file times are no finer
    stay = {name for name in "abcde" if not _is_made(kept_in(tmp_path), name)}
    assert stay == set(left)


def _is_made(kept: Kept, name: str) -> bool:
    made: list[BinaryIO] = []
    kept.read(name, made.append, content)
    return bool(made)


@pytest.mark.parametrize("look", [content, SUMMARY, lambda answer: answer.segments(SegmentQuery("all"))])
def test_an_answer_dropped_while_it_is_looked_at_is_made_again(
    tmp_path: Path, look: Callable[[Answer], object]
) -> None:
    kept, seen = kept_in(tmp_path), []

    def slow(answer: Answer) -> object:
        seen.append(answer)
        if len(seen) == 1:
            kept.clear()
        return look(answer)

    assert kept.read("a", written(answer_bytes(advice())), slow)
    assert len(seen) == 2


@pytest.mark.parametrize("times", [1, 2])
def test_an_answer_cleared_while_it_is_made_is_made_again(tmp_path: Path, times: int) -> None:
    """As somebody deletes an upload meanwhile: it may be of that, and whoever asked still gets one."""
    kept, made = kept_in(tmp_path), []

    def make(file: BinaryIO) -> None:
        made.append(file.write(b"content"))
        if len(made) <= times:
            kept.clear()

    assert kept.read("a", make, content) == b"content"
    assert len(made) == times + 1


def test_an_answer_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError):
        kept_in(tmp_path).read("a", written(b"not a database"), SUMMARY)


def test_a_segment_tells_its_place_in_each_option() -> None:
    row = replace(
        advice().segments[0], options=("all", "combination"), included=False, reason="Out.", reason_beside="In."
    )

    def told(option: str) -> tuple[bool, str]:
        placed: RankedSegment = row.placed(option)  # type: ignore[arg-type]
        return placed.included, placed.reason

    assert [told(one) for one in ("all", "combination", "segments")] == [(True, NAMED), (True, "In."), (False, "Out.")]
    assert told("redo") == (False, worded("model/option-moves-no"))
