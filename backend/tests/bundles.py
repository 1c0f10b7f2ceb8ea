"""Bundles for tests: the files either collector would write, from rows a test names or from a small invented database.

    make_bundle(folder)                                        # one table, its index and its LOB, with counters
    make_bundle(folder, rows={"segments": [{"owner": ...}]})   # these rows instead of the invented ones
    make_bundle(folder, segments=1_000_000, collector="oracledb")

A row is a dict of columns; a column left out is NULL. A file given as None is absent (skipped), one given as a text is
a failed one and the text is the reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

from segtier.collect.catalogue import DIAGNOSTICS_PACK, STATSPACK, Query, queries
from tests.bundle_rows import invented_rows
from tests.sentences import worded

Row = Mapping[str, Any]
Rows = Mapping[str, Iterable[Row] | str | None]
HEAVY = "buffer_contents"


def make_bundle(
    folder: Path,
    rows: Rows | None = None,
    release: str = "19.0.0.0.0",
    cdb: bool = False,
    collector: str = "sqlplus",
    segments: int = 3,
    diagnostics_pack: bool = False,
    manifest_items: Mapping[str, str] | None = None,
) -> Path:
    """Write a bundle into `folder` (made where absent) and return the folder.

    `segments` is how many the invented database holds; files named in `rows` replace the invented ones.
    `collector` is sqlplus or oracledb: they differ in the end mark. Licensed files are written with `diagnostics_pack`
    or where `rows` names them. `manifest_items` replace those of the invented database, such as its DBID.
    """
    folder.mkdir(parents=True, exist_ok=True)
    given = dict(rows or {})
    invented = invented_rows(release, cdb, segments, diagnostics_pack)
    facts = dict(_facts(collector, diagnostics_pack)) | dict(manifest_items or {})
    manifest = [_manifest_row(*item) for item in facts.items()]
    for query in queries():
        content = given[query.name] if query.name in given else invented.get(query.name)
        manifest.append(_write_file(folder, query, content, collector))
    (folder / "manifest.csv").write_bytes(_text(manifest, collector))
    return folder


def csv_line(values: Iterable[Any], collector: str = "oracledb") -> str:
    """One line of a bundle: every value in double quotes, NULL as empty quotes; a half is .5 to SQL*Plus."""
    texts = map(_value, values)
    if collector == "sqlplus":
        texts = (text[1:] if text.startswith("0.") else text for text in texts)
    return ",".join(f'"{text}"' for text in texts)


def _value(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    text = str(value).replace("\r\n", " ").replace("\n", " ").replace("\r", " ")
    return text.replace('"', '""')


def _write_file(folder: Path, query: Query, content: Iterable[Row] | str | None, collector: str) -> str:
    if content is None:
        return _manifest_row("file", query.file, "", "", "skipped", _why_absent(query))
    target = folder / query.file
    digest, count = hashlib.sha256(), 0
    with target.open("wb") as out:
        for line in _lines(query, content, collector):
            data = line.encode() + b"\n"
            digest.update(data)
            out.write(data)
            count += 1
    if isinstance(content, str):
        return _manifest_row("file", query.file, "", digest.hexdigest(), "failed", content)
    return _manifest_row("file", query.file, str(count - 2), digest.hexdigest(), "done", "")


def _lines(query: Query, content: Iterable[Row] | str, collector: str) -> Iterator[str]:
    names = [column.name for column in query.columns]
    yield csv_line(names)
    if isinstance(content, str):
        yield csv_line(("#failed", content))
        return
    count = 0
    for row in content:
        if not row.keys() <= set(names):
            raise KeyError(f"{query.name} has no column {sorted(row.keys() - set(names))}")
        yield csv_line((row.get(name) for name in names), collector)
        count += 1
    yield csv_line(("#end", count)) if collector == "oracledb" else csv_line(("#end",))


def _why_absent(query: Query) -> str:
    if query.licence == DIAGNOSTICS_PACK:
        return worded("collect/needs-diagnostics-pack-not")
    if query.licence == STATSPACK:
        return worded("collect/statspack-not-installed")
    return "not asked for" if query.heavy else worded("collect/release-no-such")


def _facts(collector: str, diagnostics_pack: bool) -> list[tuple[str, str]]:
    return [
        ("format", "segtier.bundle/1"),
        ("collector", collector),
        ("collector_version", "1"),
        ("run_id", "20261120T100000_4711"),
        ("begun", "2026-11-20T10:00:00"),
        ("ended", "2026-11-20T10:02:30"),
        ("dbid", "4711"),
        ("db_name", "SHOP"),
        ("character_set", "UTF-8"),
        ("diagnostics_pack", "yes" if diagnostics_pack else "no"),
        ("window_begin", "2026-11-20T08:00:00"),
        ("window_end", "2026-11-20T10:00:00"),
        ("masked", "no"),
    ]


def _manifest_row(item: str, value: str, rows: str = "", sha256: str = "", state: str = "", reason: str = "") -> str:
    return csv_line((item, value, rows, sha256, state, reason))


def _text(manifest: list[str], collector: str) -> bytes:
    header = csv_line(("item", "value", "rows", "sha256", "state", "reason"))
    end = csv_line(("#end", len(manifest))) if collector == "oracledb" else csv_line(("#end",))
    return "".join(f"{line}\n" for line in chain((header,), manifest, (end,))).encode()
