"""RAC and compare-period reports printed as text out of their HTML's cells: both readings give the same document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import places_in
from segtier.reports.repair import repair
from tests import corpus, second_text_reader
from tests.text_layout import DASHES, RULERS, compare_text, instance_text, printed_tables, rac_text

pytestmark = corpus.needs_corpus
_ASIDE = {"evidence", "name_cut"}
_NOT_COMPARED = {"source", "sections", "warnings"}
_ONLY_TEXT = {"text-report", "names-cut"}
_EVERY = 60
"""Of each list, this one row in so many is looked up in the file again."""
_SECOND_READ = ("Time Model", "System Statistics - Per Second", "Foreground Wait Classes", "System Statistics (Global)")


def cases() -> Iterator[Any]:
    for number, path in enumerate(corpus.files("awr-rac-global-html-")):
        both = number % 3 == 0
        for groups in (DASHES, RULERS) if both else ((DASHES, RULERS)[number % 2],):
            yield pytest.param(path, groups, rac_text, id=f"{path.stem}-{groups}")
    for path in corpus.files("awr-diff-html-"):
        for groups in (DASHES, RULERS):
            yield pytest.param(path, groups, compare_text, id=f"{path.stem}-{groups}")


def instances() -> Iterator[Any]:
    """One report of each release and kind."""
    kinds = {path.name.split("-si-")[0].split("-rac-")[0]: path for path in corpus.files("awr-html-")}
    for path in kinds.values():
        yield pytest.param(path, id=path.stem)


def parts(data: bytes) -> tuple[Workload, ...]:
    document = read_document(data, None)
    assert not isinstance(document, Inventory)
    return (document.first, document.second) if isinstance(document, Pair) else (document,)


def page_of(path: Path) -> str:
    return repair(path.read_bytes().decode("utf-8", "replace")).text


def figures(workload: Workload) -> dict[tuple[str, int, str], Any]:
    """Every value of the document by list, row and field, but for where it stands."""
    found: dict[tuple[str, int, str], Any] = {}
    for one in fields(workload):
        value = getattr(workload, one.name)
        rows = value if isinstance(value, tuple) else (value,) if is_dataclass(value) else ()
        for number, row in enumerate(rows if one.name not in _NOT_COMPARED else ()):
            found.update({(one.name, number, part.name): getattr(row, part.name)
                          for part in fields(row) if part.name not in _ASIDE})  # fmt: skip
    for name, coverage in workload.segment_coverage.items():
        found.update({("segment_coverage", 0, f"{name}.{part}"): getattr(coverage, part)
                      for part in ("listed", "captured", "total")})  # fmt: skip
    return found


@pytest.mark.parametrize(("path", "groups", "render"), list(cases()))
def test_the_text_says_what_the_page_says(path: Path, groups: str, render: Any, record_property: Any) -> None:
    pages, texts = parts(path.read_bytes()), parts(render(page_of(path), groups))
    compared = 0
    for page, text in zip(pages, texts, strict=True):
        expected, found = figures(page), figures(text)
        different = [
            f"{key}: {found.get(key)} for {value}" for key, value in expected.items() if found.get(key) != value
        ]
        assert not different, different[:10]
        assert found.keys() == expected.keys()
        assert [(one.name, one.state) for one in text.sections] == [(one.name, one.state) for one in page.sections]
        told = {one.code for one in text.warnings} - _ONLY_TEXT
        assert told <= {one.code for one in page.warnings}
        compared += len(expected)
    record_property("figures_compared", compared)
    print(f"{path.stem} {groups}: {compared} values compared")
    assert compared > 1500


@pytest.mark.parametrize("path", list(instances()))
def test_an_instance_report_reads_the_same_in_columns_of_any_width(path: Path) -> None:
    """Every release, each table one line a row, columns as wide as their figures. Only text says which waits are idle."""
    (page,), (text,) = parts(path.read_bytes()), parts(instance_text(page_of(path)))
    expected, found = figures(page), figures(text)

    different = {key: (value, found.get(key)) for key, value in expected.items() if found.get(key) != value}
    assert [one for key, one in different.items() if one != (None, "Idle")] == []
    assert len(expected) > 1500


@pytest.mark.parametrize(("path", "groups", "render"), list(cases())[::4])
def test_evidence_leads_back_to_the_line(path: Path, groups: str, render: Any) -> None:
    data = render(page_of(path), groups)
    lines, places = data.decode().split("\n"), places_in(data)
    for workload in parts(data):
        for one in fields(workload):
            rows = getattr(workload, one.name)
            for row in rows[::_EVERY] if isinstance(rows, tuple) and one.name not in _NOT_COMPARED else ():
                for evidence in getattr(row, "evidence", ()):
                    place = places(evidence, None)
                    assert place.line is not None, evidence
                    below = 3 if one.name == "statements" else 1
                    printed = " ".join(" ".join(lines[place.line - 1 : place.line - 1 + below]).split())
                    assert all(cell in printed for cell in place.row_cells[1:] if cell), evidence


@pytest.mark.parametrize(
    "path", [path for path in corpus.files("awr-rac-global-html-") if "wrapped" not in path.name][:4]
)
def test_a_second_reading_of_the_text_gives_the_same_cells(path: Path) -> None:
    """By where words end, column by column: every figure of some sections is the page's own."""
    data = rac_text(page_of(path), DASHES)
    compared = 0
    for table in printed_tables(page_of(path)):
        if table.title in _SECOND_READ and not table.front:
            rows = second_text_reader.rows(data, table.title, len(table.header))
            assert len(rows) == len(table.rows), table.title
            for row, cells in zip(rows, table.rows, strict=True):
                printed = {at: text for at, text in enumerate(cells) if at and text}
                assert {at: text for at, text in row.figures.items() if at} == printed, table.title
                compared += len(printed)
    assert compared > 300
