"""Laws of segment exports: every client's format says the same, and differences of counters add up."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from segtier.analysis.counters_between import NoInterval, counters_between
from segtier.errors import SegtierError
from segtier.model.inventory import Inventory
from segtier.model.workload import SEGMENT_COUNTERS, Segment, Source, Workload
from segtier.reports import read_document
from segtier.reports.segment_cells import whole_number
from tests.client_formats import FORMATS, Cell

COLUMNS = ("OWNER", "OBJECT_NAME", "SUBOBJECT_NAME", "OBJECT_TYPE", "DATAOBJ#", "STATISTIC_NAME", "VALUE")
names = st.builds(str.__add__, st.sampled_from("ABCXYZ"), st.text("ABCXYZ_$#0129", max_size=29))
counts = st.integers(0, 10**9)
rows = st.lists(
    st.tuples(
        names,
        names,
        st.none() | names,
        st.sampled_from(["TABLE", "INDEX PARTITION", "LOB"]),
        st.integers(1, 10**6),
        st.sampled_from(["physical reads", "physical writes", "ITL waits", "space used"]),
        counts,
    ),
    min_size=1,
    max_size=25,
)
figures = st.fixed_dictionaries(dict.fromkeys(SEGMENT_COUNTERS[1:4], counts))
exports = st.dictionaries(names, st.tuples(figures, figures, figures), min_size=1, max_size=12)


def plain(document: object) -> object:
    assert isinstance(document, Workload | Inventory)
    sections = tuple(replace(one, columns=dict.fromkeys(sorted(one.columns), "")) for one in document.sections)
    return replace(document, source=Source(), sections=sections)


@settings(max_examples=60)
@given(rows=rows, form=st.sampled_from(sorted(set(FORMATS) - {"sqlplus csv"})))
def test_the_same_rows_give_the_same_document(rows: list[tuple[Cell, ...]], form: str) -> None:
    wanted = read_document(FORMATS["sqlplus csv"](COLUMNS, rows), "x")

    assert plain(read_document(FORMATS[form](COLUMNS, rows), "x")) == plain(wanted)


@settings(max_examples=60)
@given(rows=rows, form=st.sampled_from(sorted(FORMATS)), share=st.floats(0, 1), flips=st.integers(0, 3), data=st.data())
def test_a_damaged_export_is_read_or_refused(
    rows: list[tuple[Cell, ...]], form: str, share: float, flips: int, data: st.DataObject
) -> None:
    whole = bytearray(FORMATS[form](COLUMNS, rows))
    for _ in range(flips):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        read_document(bytes(whole[: int(len(whole) * share)]), "x")
    except SegtierError:
        return


@given(
    value=counts,
    group=st.sampled_from([",", ".", " ", "'", "\u00a0", "\u202f"]),
    decimals=st.sampled_from(["", "0", "00"]),
)
def test_a_count_is_the_same_in_every_locale(value: int, group: str, decimals: str) -> None:
    decimal = "." if group == "," else ","
    text = f"{value:,}".replace(",", group) + (decimal + decimals if decimals else "")

    assert whole_number(text) == value


def export(name: str, segments: dict[str, dict[str, int]]) -> Workload:
    return Workload(
        source=Source("segment-counters", name, name),
        segments=tuple(Segment("O", key, type="TABLE", **values) for key, values in segments.items()),
        segment_basis={"kind": "cumulative", "from": None, "to": None},
    )


@given(grown=exports)
def test_differences_add_up(grown: dict[str, tuple[dict[str, int], ...]]) -> None:
    """From a to c is from a to b plus from b to c, figure by figure."""
    totals = [
        {name: {key: sum(step[key] for step in steps[: upto + 1]) for key in steps[0]} for name, steps in grown.items()}
        for upto in range(3)
    ]
    a, b, c = (export(str(number), total) for number, total in enumerate(totals))
    try:
        whole, first, second = counters_between(a, c), counters_between(a, b), counters_between(b, c)
    except NoInterval:
        growth = [sum(sum(steps[number].values()) for steps in grown.values()) for number in (1, 2)]
        assert 0 in growth
        return
    for row, one, other in zip(whole.segments, first.segments, second.segments, strict=True):
        for name in SEGMENT_COUNTERS[1:4]:
            assert getattr(row, name) == getattr(one, name) + getattr(other, name)
            assert getattr(row, name) >= 0


@given(before=exports, after=exports)
def test_no_difference_is_ever_negative_or_made_up(
    before: dict[str, tuple[dict[str, int], ...]], after: dict[str, tuple[dict[str, int], ...]]
) -> None:
    first = export("1", {name: steps[0] for name, steps in before.items()})
    second = export("2", {name: steps[0] for name, steps in (before | after).items()})
    try:
        found = counters_between(first, second)
    except NoInterval:
        return
    old, new = ({one.key: one for one in side.segments} for side in (first, second))
    for row in found.segments:
        for name in SEGMENT_COUNTERS[1:4]:
            delta = getattr(row, name)
            if delta is not None:
                start = getattr(old[row.key], name) if row.key in old else 0
                assert 0 <= delta == getattr(new[row.key], name) - start
