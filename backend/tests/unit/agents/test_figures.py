"""Questions over reports of ten real databases: each figure that has evidence is looked up in the row of the file it names.

The file is read again by a reader that shares no code with the product.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

from tests.corpus import files, needs_corpus
from tests.second_reader import tables
from tests.unit.agents.test_over_stdio import SEGTIER, parsed, with_evidence

SSD = {"ssd": "700GB"}
REPORTS = (
    "DEMO1-812", "si-DBM11203", "si-SLOB-160", "xydb1-24703", "cdb11-2028", "RECEIPT-173494", "idcdb1-56288", "db1tp1-70",
    "dbs1-132132", "SLOB2-400",
)  # fmt: skip
AT_ONCE = 20
"""Rows that one question may be about."""
TIME = ("Time(s)", "TotalWaitTime(s)", "TotalWaitTime(sec)", "Time(sec)")
SHARE = ("%DBtime", "%ofDBTime", "%DBTime")
COUNTED_IN = {
    "physical_reads_blocks_per_hour": "Segments by Physical Reads",
    "physical_writes_blocks_per_hour": "Segments by Physical Writes",
    "physical_read_requests_per_hour": "Segments by Physical Read Requests",
    "physical_write_requests_per_hour": "Segments by Physical Write Requests",
}
"""A segment's figure, and the list that counts it."""
UNITS = {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3, "ns": "1e-9", "us": "1e-6", "ms": "1e-3", "s": 1}


@dataclass(frozen=True)
class Row:
    """As the second reader finds it: the cell under each heading."""

    section: str
    cells: Mapping[str, str]


@dataclass(frozen=True)
class Said:
    """Of one database: what has evidence in the answers, and the rows it names."""

    figures: tuple[dict[str, Any], ...]
    rows: Mapping[tuple[Any, ...], dict[str, Any]]
    questions: int


def key(evidence: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(evidence[part] for part in ("source", "section", "occurrence", "row"))


async def ask_all(paths: list[Path]) -> list[Said]:
    server = StdioServerParameters(command=str(SEGTIER), args=["mcp", *map(str, paths)])
    async with Client(server) as client:

        async def ask(tool: str, **asked: Any) -> Any:
            got = await client.call_tool(tool, asked | {"detail": "full"})
            assert not got.is_error, got.content
            return json.loads(got.content[0].text)

        said = []
        for line in (await ask("list_databases"))["databases"]:
            of = SSD | {"database": line["id"]}
            answers = [await ask("answer", **of), await ask("segments", **of, limit=200)]
            figures = tuple(with_evidence(answers))
            named = list({key(row): row for one in figures for row in one["evidence"]}.values())
            rows: dict[tuple[Any, ...], dict[str, Any]] = {}
            for first in range(0, len(named), AT_ONCE):
                found = await ask("evidence", **of, rows=[_by_name(row) for row in named[first : first + AT_ONCE]])
                answers.append(found)
                rows |= {key(row["evidence"]): row for row in found["rows"]}
            said.append(Said(figures, rows, len(answers)))
        return said


def _by_name(row: dict[str, Any]) -> dict[str, Any]:
    return {part: row[part] for part in ("section", "occurrence", "row", "source")}


def read_again(path: Path, rows: Iterator[dict[str, Any]]) -> Iterator[tuple[tuple[Any, ...], Row]]:
    """Each row of the evidence, which must stand in the file with exactly these cells; the text of statements is never shown."""
    there: dict[tuple[str, ...], list[list[str]]] = {}
    for table in tables(path.read_bytes()):
        for cells in table.rows:
            shown = ("" if head == "SQLText" else text for head, text in zip(table.header, cells, strict=False))
            there.setdefault(tuple(shown), []).append(table.header)
    for one in rows:
        assert (one["problem"], one["file"]) == (None, path.name), one
        cells = tuple(" ".join(text.replace("\u00a0", " ").split()) for text in one["place"]["row_cells"])
        heads = there.get(cells)
        assert heads, (path.name, one)
        yield key(one["evidence"]), Row(one["evidence"]["section"], dict(zip(heads[0], cells, strict=False)))


def check(one: dict[str, Any], rows: list[Row], hours: Decimal) -> Iterator[str]:
    """The figures of a value that are found in its rows; one that should be and is not fails."""
    if "event" in one:
        same = [row for row in rows if one["event"] in row.cells.values()]
        assert same, (one, rows)
        _need(one, "time_s_per_hour", _under(same, TIME), hours)
        yield "time_s_per_hour"
        if one["waits_per_hour"] is not None:
            _need(one, "waits_per_hour", _under(same, ("Waits",)), hours)
            yield "waits_per_hour"
        if one["db_time_pct"] is not None:
            _need(one, "db_time_pct", _under(same, SHARE), Decimal(1), off=Decimal("0.05"))
            yield "db_time_pct"
    elif "owner" in one:
        assert all({one["owner"], one["name"]} <= set(row.cells.values()) for row in rows), (one, rows)
        for name, section in COUNTED_IN.items():
            listed = [row for row in rows if row.section == section]
            if listed:
                counts = [text for row in listed for head, text in row.cells.items() if _counts(head)]
                _need(one, name, counts, hours)
                yield name
    elif "slices" in one:
        _need(one, "db_time_s_per_hour", _under(rows, TIME), hours)
        yield "db_time_s_per_hour"
    elif len(rows) == 1 and "time_s_per_hour" in one:
        _need(one, "time_s_per_hour", _under(rows, TIME), hours)
        yield "slice"


def _counts(head: str) -> bool:
    return head.startswith(("Phys", "Read", "Write")) and "%" not in head


def _under(rows: list[Row], heads: tuple[str, ...]) -> list[str]:
    return [text for row in rows for head, text in row.cells.items() if head in heads]


def _need(one: dict[str, Any], name: str, texts: list[str], hours: Decimal, off: Decimal = Decimal(0)) -> None:
    """The figure is one of the printed ones, as exactly as that is printed; `off`: what it is made from is rounded too."""
    assert any(_is(Decimal(one[name]) * hours, text, off) for text in texts), (
        name,
        one[name],
        float(hours),
        texts,
        one,
    )


def _is(figure: Decimal, text: str, off: Decimal) -> bool:
    found = re.fullmatch(r"([\d,]+)(?:\.(\d+))?\s*([A-Za-z]*)", text.strip())
    if found is None:
        return False
    unit, decimals = Decimal(UNITS[found[3]]), found[2] or ""
    printed = Decimal(f"{found[1].replace(',', '')}.{decimals or 0}") * unit
    return abs(printed - figure) <= unit * Decimal(10) ** -len(decimals) / 2 + abs(figure) * Decimal("1e-9") + off


@needs_corpus
def test_every_figure_is_in_the_row_that_it_names(record_property: Any) -> None:
    paths = [path for path in files("awr-html-") if any(part in path.name for part in REPORTS)]
    assert len(paths) == len(REPORTS)
    documents, by_name = parsed(*paths), {path.name: path for path in paths}
    said = anyio.run(ask_all, paths)
    assert len(said) == len(REPORTS)
    found: Counter[str] = Counter()
    for one in said:
        (source,) = {row[0] for row in one.rows}
        document = documents[source]
        hours = Decimal(document["interval"]["elapsed_s"]) / 3600
        rows = dict(read_again(by_name[document["source"]["file"]], iter(one.rows.values())))
        for figure in one.figures:
            found.update(check(figure, [rows[key(row)] for row in figure["evidence"]], hours))
    record_property("questions", sum(one.questions for one in said))
    record_property("figures", dict(found))
    assert sum(one.questions for one in said) >= 30
    assert sum(found.values()) > 300
