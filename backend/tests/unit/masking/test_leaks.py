"""No name, host or statement of a file is in the bytes that leave: real reports and exports, and a bundle of the collector.

What must not leave is found without Segtier's readers: cells below headings that hold names, statements as they are
printed, every text of a bundle's rows that is not one of Oracle's words. Beside these, nothing that the map holds may leave.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from segtier.cli.support.bundle_folder import FolderFiles
from segtier.documents import encode
from segtier.errors import UnreadableInput
from segtier.masking.choice import Choice, Treatment
from segtier.masking.map import MaskMap
from segtier.masking.mask import Masker
from segtier.masking.oracle_names import kept
from segtier.masking.parcel import bundle_zip
from segtier.model.names import Kind
from segtier.reports import read_document
from tests.bundles import make_bundle
from tests.corpus import files, needs_corpus, report
from tests.second_reader import tables

KEY = b"a key of the tests, 16 bytes or more"
NAMES = {
    "owner": Kind.OWNER,
    "object name": Kind.OBJECT,
    "subobject name": Kind.SUBOBJECT,
    "tablespace": Kind.TABLESPACE,
    "tablespace name": Kind.TABLESPACE,
    "filename": Kind.PATH,
    "host": Kind.HOST,
    "host name": Kind.HOST,
    "instance": Kind.INSTANCE,
    "inst name": Kind.INSTANCE,
    "db name": Kind.DATABASE,
    "container name": Kind.PDB,
    "pdb name": Kind.PDB,
    "sql module": Kind.MODULE,
    "sqlmodule": Kind.MODULE,
    "module": Kind.MODULE,
}
NEVER = ("sql text", "sqltext", "service name", "action", "program")
"""Columns of reports that no document has."""
ALSO_WORDS = frozenset({"LGWR", "CURRENT", "begin", "enable", "only", "JDBC Thin Client"})
"""Oracle's words, which some reports print as a module or program, as a parameter's value or in a remark too."""
LEAST_CHARACTERS = 4
WORD = r"[A-Za-z0-9_$#./+-]"
STATEMENT = re.compile(
    r"^\s*((?:select|insert|update|delete|merge|begin|declare|with)\b[^\n]{30,70})", re.IGNORECASE | re.MULTILINE
)


@needs_corpus
@pytest.mark.parametrize(
    "path", [one for kind in ("awr", "statspack", "csv", "other") for one in files(kind)], ids=lambda p: p.name
)
def test_nothing_of_a_real_file_leaks(path: Path) -> None:
    data = path.read_bytes()
    masks = Masker(MaskMap(KEY, own_key=True))
    try:
        masked = encode(masks.document(read_document(data, path.name))).decode()
    except UnreadableInput:
        return  # nothing leaves of what is not read
    assert leaks({*_printed(data), *(name.original for _, name in masks.map)}, masked) == []


def test_the_search_finds_what_is_not_masked() -> None:
    data = report("12.1.0.2.0-si-RECEIPT-173494")
    plain = encode(
        Masker(MaskMap(KEY, own_key=True), Choice(*[Treatment.KEEP] * 2)).document(read_document(data, "x.html"))
    )
    printed = set(_printed(data))
    assert len(printed) > 100
    assert len(leaks(printed, plain.decode())) > 20


@pytest.mark.parametrize("names", list(Treatment)[1:])
@pytest.mark.parametrize("pack", [False, True])
def test_nothing_of_a_bundle_leaks(tmp_path: Path, names: Treatment, pack: bool) -> None:
    folder = make_bundle(tmp_path / "run", segments=200, cdb=True, diagnostics_pack=pack)
    masks = Masker(MaskMap(KEY, own_key=True), Choice(names, names))
    packed = io.BytesIO()
    bundle_zip(FolderFiles(folder), masks, packed)
    with zipfile.ZipFile(packed) as archive:
        masked = "\n".join(archive.read(one).decode() for one in archive.namelist())
    secrets = {cell for path in folder.glob("*.csv") for cell in _named_cells(path)}
    assert {"dbhost1", "SHOPPDB", "SHOP_DATA", "SHOP1"} <= secrets
    assert leaks(secrets, masked) == []
    assert leaks({name.original for _, name in masks.map}, masked) == []


def leaks(secrets: set[str], masked: str) -> list[str]:
    return [one for one in sorted(secrets - ALSO_WORDS) if _occurs(one, masked)]


def _printed(data: bytes) -> Iterator[str]:
    """Names and statements as the file prints them."""
    if b"<html" in data[:4000].lower():
        for table in tables(data):
            yield from _cells([" ".join(head.lower().split()) for head in table.header], table.rows)
    yield from (" ".join(found.split()) for found in STATEMENT.findall(data.decode("utf-8", "replace")))


def _cells(header: list[str], rows: list[list[str]]) -> Iterator[str]:
    for row in rows:
        owner = next((cell for head, cell in zip(header, row, strict=False) if head == "owner"), None)
        for head, cell in zip(header, row, strict=False):
            kind = NAMES.get(head)
            if head in NEVER or (kind is not None and not kept(kind, cell, owner)):
                yield cell


def _named_cells(path: Path) -> Iterator[str]:
    """Texts below the headings of a bundle's file that name something."""
    naming = re.compile(r"(^|_)(owner|name|username|host|member|master|log_table|queue_table)$")
    words = (
        path.stem.endswith(("statistics", "time_model", "pools", "advice", "parameters")) and "segment" not in path.stem
    )
    with path.open(encoding="utf-8", newline="") as file:
        rows = (row for row in csv.reader(file) if not row[0].startswith("#"))
        heads = next(rows)
        for row in rows:
            if path.stem == "manifest":
                yield from row[1:2] if row[0] == "db_name" else ()
            elif not words:
                yield from (
                    cell for head, cell in zip(heads, row, strict=False) if naming.search(head) and _is_name(cell)
                )


def _is_name(cell: str) -> bool:
    return cell != "" and not any(
        kept(kind, cell, "SYS") for kind in (Kind.TABLESPACE, Kind.PDB, Kind.OBJECT, Kind.SUBOBJECT)
    )


def _occurs(secret: str, masked: str) -> bool:
    """As a word of its own: a short one only as a whole value, for `db` is not told by `db file sequential read`."""
    if secret.strip().isdigit() or not secret.strip() or secret not in masked:
        return False
    if len(secret) < LEAST_CHARACTERS:
        return f'"{secret}"' in masked
    return re.search(rf"(?<!{WORD}){re.escape(secret)}(?!{WORD})", masked) is not None
