"""The files of a bundle into tables: one pass over the archive, every CSV file streamed."""

from __future__ import annotations

from contextlib import closing
from typing import BinaryIO

from segtier.errors import UnreadableInput
from segtier.model.evidence import Warn
from segtier.reports.bundle.files import BY_NAME, MANIFEST
from segtier.reports.bundle.manifest import Manifest, looks_like_manifest, read_manifest
from segtier.reports.bundle.packed import Files, OpenFile
from segtier.reports.bundle.rows import Reading
from segtier.reports.bundle.tables import Tables

_HEAD_BYTES = 400
_MANIFEST_BYTES = 1 << 20
_DEFAULT_CODEC = "utf-8"


def find_manifest(files: Files) -> Manifest | None:
    """The manifest of the only bundle there; None where there is no bundle.

    Raises UnreadableInput where there are several bundles, or one of a version that is not read.
    """
    found: dict[str, bytes] = {}
    for one in files.open(lambda path: path.rpartition("/")[2].lower() == MANIFEST):
        if one.stream is None:
            continue
        data = _head(one.stream)
        if looks_like_manifest(one.path, data):
            found[one.path] = data
    if not found:
        return None
    if len(found) > 1:
        raise UnreadableInput(
            f"the archive holds {len(found)} bundles ({', '.join(sorted(found)[:3])})",
            code="several-bundles",
            advice="Upload each bundle by itself; two bundles of one database then give an interval.",
        )
    return read_manifest(*next(iter(found.items())))


def load(files: Files, manifest: Manifest) -> Tables:
    """All CSV files in tables, with the state of each. Raises UnreadableInput where the archive cannot be read."""
    tables = Tables(manifest)
    try:
        for one in files.open(lambda path: _name_in(path, manifest) in BY_NAME):
            _take(tables, one, _name_in(one.path, manifest), manifest.codec or _DEFAULT_CODEC)
        tables.note_absent()
        tables.index()
    except BaseException:
        tables.close()
        raise
    if manifest.codec is None:
        stated = manifest.items.get("character_set", "")[:40]
        message = f"the character set {stated!r} is not known; the files are read as UTF-8"
        tables.warnings.append(Warn("unknown-character-set", message))
    return tables


def _name_in(path: str, manifest: Manifest) -> str:
    """The file's name without .csv; empty where it does not lie beside the manifest."""
    if not path.startswith(manifest.folder):
        return ""
    name = path[len(manifest.folder) :].lower()
    return name.removesuffix(".csv") if name.endswith(".csv") and "/" not in name else ""


def _take(tables: Tables, one: OpenFile, name: str, codec: str) -> None:
    if name not in BY_NAME:
        return
    if one.stream is None:
        tables.miss(name, one.problem.message if one.problem else "the file cannot be read")
        return
    declared = BY_NAME[name]
    reading = Reading(declared)
    try:
        with closing(reading.read(one.stream, codec)) as rows:
            tables.fill(declared, reading, rows)
    except UnreadableInput as fault:
        if fault.code in ("archive-limit", "too-large", "zip-bomb", "impossible-identifier"):
            raise
        tables.run(f'DELETE FROM "{name}"')
        tables.miss(name, fault.message)


def _head(stream: BinaryIO) -> bytes:
    """As much of a manifest as one can be long."""
    pieces: list[bytes] = []
    while sum(map(len, pieces)) < _MANIFEST_BYTES and (piece := stream.read(1 << 16)):
        pieces.append(piece)
    return b"".join(pieces)


def is_report(path: str) -> bool:
    """Whether a file beside the bundle's own may be a report, or its document, to be read by itself."""
    return path.lower().endswith((".html", ".htm", ".txt", ".lst", ".json"))
