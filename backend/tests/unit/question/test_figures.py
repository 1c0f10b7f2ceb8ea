"""Measured figures as people type them, and what they make of the flash at hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segtier.errors import SegtierError, UnreadableInput
from segtier.model.measured import FIGURES, KINDS, LATENCIES, Figure, Measured
from segtier.oracle.devices import tier
from segtier.question import figure_texts, read_figures
from tests.sentences import worded

_SOURCES = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=60)


@st.composite
def _measured(draw: st.DrawFn) -> Measured:
    found = {}
    for name in draw(st.sets(st.sampled_from(FIGURES))):
        kind = KINDS[name]
        value = round(draw(st.floats(kind.least, kind.most)), 3)
        bound, ranged = draw(st.booleans()), name in LATENCIES and draw(st.booleans())
        low, high = (
            (max(value * 0.9, kind.least), min(value * 1.1, kind.most)) if ranged and not bound else (None, None)
        )
        low, high = (None if one is None else float(f"{one:.15g}") for one in (low, high))
        found[name] = Figure(value, low, high, bound, draw(_SOURCES))
    return Measured(**found)


@given(_measured())
def test_a_figure_comes_back_as_it_was_said(measured: Measured) -> None:
    assert read_figures(figure_texts(measured)) == measured


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("read_us=212", Figure(212, source="as stated")),
        ("read_us = 212 (180 - 260) from fio job a", Figure(212, 180, 260, source="fio job a")),
        ("write_us<=900 from LATENCY 0 ms", Figure(900, bound=True, source="LATENCY 0 ms")),
        ("read_iops>=10400.5", Figure(10_400.5, bound=True, source="as stated")),
        ("read_bytes_per_s=2500MB", Figure(2.5e9, source="as stated")),
        ("read_bytes_per_s=2500MB/s from a test", Figure(2.5e9, source="a test")),
    ],
)
def test_forms(text: str, figure: Figure) -> None:
    assert [one for _, one in read_figures([text])] == [figure]


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        (["read_us"], "bad-figure"),
        (["latency=212"], "bad-figure"),
        (["read_us=212ms"], "bad-figure"),
        (["read_us=-3"], "bad-figure"),
        (["read_us>=212"], "bad-figure"),
        (["read_iops<=9000"], "bad-figure"),
        (["read_us=212 (220-260)"], "bad-figure"),
        (["read_us<=212 (180-260)"], "bad-figure"),
        (["read_iops=9000 (8000-9900)"], "bad-figure"),
        (["read_us=212", "read_us=213"], "figure-twice"),
        (["read_us=0"], "impossible-figure"),
        (["read_us=2"], "impossible-figure"),
        (["read_us=212 (1-260)"], "impossible-figure"),
        (["read_us=20000000"], "impossible-figure"),
        (["read_iops=1000000000"], "impossible-figure"),
        (["read_bytes_per_s=90000TB"], "impossible-figure"),
        (["read_bytes_per_s=2500"], "impossible-figure"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_what_cannot_be_meant_is_refused(texts: list[str], code: str) -> None:
    with pytest.raises(SegtierError) as refused:
        read_figures(texts)
    assert refused.value.code == code


MICROSECONDS = worded("question/microseconds-without-unit")
REQUESTS = worded("question/number-requests-second")


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("read_us=212us", f"Write it {MICROSECONDS}: read_us=212."),
        ("read_us=212 µs", f"Write it {MICROSECONDS}: read_us=212."),
        ("write_us<=0.2ms", f"Write it {MICROSECONDS}: write_us=200."),
        ("read_us=5GB", f"Write it {MICROSECONDS}."),
        ("read_iops=350k", f"Write it {REQUESTS}: read_iops=350000."),
        ("read_iops=1.5M", f"Write it {REQUESTS}: read_iops=1500000."),
    ],
)
def test_a_unit_where_none_belongs_says_what_to_write(text: str, advice: str) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read_figures([text])
    assert refused.value.advice == advice


SHEET = tier(700 * 10**9)
"""Reads of 280 µs (160 to 420), 300,000 a second; writes 80,000 a second."""


@pytest.mark.parametrize(
    ("text", "attribute", "value", "taken_from"),
    [
        ("read_us=212 (180-260)", "read_us_low", 180, "measured"),
        ("read_us=212", "read_us_high", 265, "measured"),
        ("read_us<=500", "read_us_high", 420, "data-sheet"),
        ("read_us<=350", "read_us_high", 350, "bound"),
        ("read_us<=350", "read_us", 280, "bound"),
        ("read_us<=200", "read_us", 200, "bound"),
        ("read_us<=120", "read_us_low", 120, "bound"),
        ("read_iops=90000", "read_iops", 90_000, "measured"),
        ("read_iops>=90000", "read_iops", 300_000, "data-sheet"),
        ("read_iops>=640000", "read_iops", 640_000, "bound"),
        ("write_bytes_per_s=2GB", "write_bytes_per_s", 2e9, "measured"),
    ],
)
def test_what_is_measured_replaces_and_what_is_not_stays(
    text: str, attribute: str, value: float, taken_from: str
) -> None:
    measured = read_figures([f"{text} from a run"])
    ((name, _),) = measured
    found = tier(700 * 10**9, measured=measured)
    shown = {figure.name: figure for figure in found.figures}
    assert getattr(found, attribute) == pytest.approx(value)
    assert [shown[one].taken_from for one in FIGURES] == [
        taken_from if one == name else "data-sheet" for one in FIGURES
    ]
    assert "a run" in shown[name].source
    for one in FIGURES:
        assert shown[one].value == getattr(found, one)
        if one != name:
            assert getattr(found, one) == getattr(SHEET, one)
            assert SHEET.source.startswith(shown[one].source)
            assert found.source_of(one) == SHEET.source
        if one in LATENCIES:
            assert (shown[one].low, shown[one].high) == (getattr(found, f"{one}_low"), getattr(found, f"{one}_high"))
            assert getattr(found, f"{one}_low") <= getattr(found, one) <= getattr(found, f"{one}_high")


def test_a_rate_is_of_all_devices_and_says_so() -> None:
    found = tier(device="pcie-slc-350", count=4, measured=read_figures(["read_iops=90000", "read_us=212"]))
    shown = {figure.name: figure for figure in found.figures}
    assert (found.read_iops, found.write_iops) == (90_000, 4 * 175_000)
    assert "all 4 devices together" in shown["read_iops"].source
    assert "devices" not in shown["read_us"].source
