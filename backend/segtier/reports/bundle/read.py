"""A bundle in, its documents out."""

from __future__ import annotations

import io
from contextlib import closing
from statistics import mode

from segtier.errors import UnreadableInput
from segtier.model.document_kind import BUNDLE
from segtier.model.evidence import Warn
from segtier.model.inventory import Inventory
from segtier.model.workload import Source, Workload
from segtier.reports.bundle.clock import set_clock
from segtier.reports.bundle.documents import inventory_of, workload_of
from segtier.reports.bundle.files import HISTORY
from segtier.reports.bundle.history import intervals_of
from segtier.reports.bundle.kept import choose_kept
from segtier.reports.bundle.load import find_manifest, load
from segtier.reports.bundle.manifest import Manifest
from segtier.reports.bundle.packed import Files, PackedFiles
from segtier.reports.bundle.tables import Tables

_AGAIN = "Run the collector again, or pack its folder as it is."


def is_bundle(files: Files) -> bool:
    """Whether a bundle lies there, one that cannot be read included; False for a damaged archive too."""
    try:
        return find_manifest(files) is not None
    except UnreadableInput as fault:
        return fault.code in ("bundle-version", "several-bundles", "bad-manifest", "impossible-identifier")


def is_packed_bundle(data: bytes) -> bool:
    """Whether these bytes are an archive of a bundle."""
    return is_bundle(PackedFiles(io.BytesIO(data)))


def read_bundle(files: Files, source: Source) -> tuple[Inventory | Workload, ...]:
    """The workload since start-up, one workload for each snapshot interval it holds, and the inventory.

    Raises UnreadableInput where it is no bundle, of another version, of two databases, or nothing in it can be used.
    """
    manifest = find_manifest(files)
    if manifest is None:
        raise UnreadableInput("there is no manifest.csv of a bundle", code="no-bundle", advice=_AGAIN)
    named = Source(BUNDLE, source.file, source.sha256, source.bytes, manifest.codec)
    with closing(load(files, manifest)) as tables:
        _check(tables, manifest)
        clock = set_clock(tables, manifest)
        choose_kept(tables)
        workload = workload_of(tables, manifest, clock, named)
        intervals = intervals_of(tables, workload)
        if all(name in HISTORY for name in tables.sections if tables.found(name)):
            return _history_alone(intervals)
        return (workload, *intervals, inventory_of(tables, manifest, named, clock))


def _history_alone(intervals: tuple[Workload, ...]) -> tuple[Workload, ...]:
    """Nothing is known of such a database since its start, and nothing of its segments' sizes: no document says so of it."""
    if not intervals:
        raise UnreadableInput(
            "the bundle holds history alone, and no two snapshots between which the instance stayed up",
            code="empty-bundle",
            advice="Collect again with a longer window (--window).",
        )
    return intervals


def _check(tables: Tables, manifest: Manifest) -> None:
    if not any(section.state == "found" for section in tables.sections.values()):
        reasons = [section.message for section in tables.sections.values() if section.message]
        raise UnreadableInput(
            f"no file of the bundle can be used: {mode(reasons) if reasons else 'it is empty'}",
            code="empty-bundle",
            advice=_AGAIN,
        )
    stated = [dbid for (dbid,) in tables.rows("SELECT dbid FROM database UNION SELECT dbid FROM hist_instances")]
    others = sorted({int(one) for one in (*stated, manifest.dbid) if one is not None})
    if len(others) > 1:
        raise UnreadableInput(
            f"the bundle holds files of several databases (DBID {', '.join(map(str, others))})",
            code="several-databases",
            advice="Give the files of each collection by themselves, as the collector wrote them.",
        )
    if not others:
        tables.warnings.append(Warn("no-dbid", "the bundle does not say which database it is of"))
