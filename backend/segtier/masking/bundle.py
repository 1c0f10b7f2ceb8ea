"""A bundle of the collector as it may leave: the same files with masked rows, its reports as masked documents.

What is not known to hold names or none stays behind: other files, other columns, other lines of the manifest.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import field
from itertools import chain
from typing import BinaryIO

from segtier.dataclass import dataclass
from segtier.documents import encode
from segtier.errors import UnreadableInput
from segtier.masking.choice import Treatment
from segtier.masking.mask import Masker
from segtier.masking.rows import MANIFEST as MANIFEST_ITEMS
from segtier.masking.rows import mask_manifest, masker
from segtier.model.evidence import Warn
from segtier.reports import read_document
from segtier.reports.bundle import Files, OpenFile, is_report
from segtier.reports.bundle.files import BY_NAME, MANIFEST, BundleFile
from segtier.reports.bundle.load import find_manifest
from segtier.reports.bundle.manifest import Listed, Manifest
from segtier.reports.bundle.rows import Reading
from segtier.reports.reader import warnings_of

Sink = Callable[[str], AbstractContextManager[BinaryIO]]
"""Opens a file of the masked bundle by its path in it; one is written at a time."""

LARGEST_REPORT_BYTES = 256 * 1024 * 1024
_CHUNK = 1 << 20
_COLUMNS = ("item", "value", "rows", "sha256", "state", "reason")


@dataclass(slots=True)
class MaskedBundle:
    """What became of a bundle. `problems` are its reports that could not be read, and so not masked."""

    files: int = 0
    problems: list[tuple[str, UnreadableInput]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Files nobody reads."""
    warnings: list[Warn] = field(default_factory=list)
    report_warnings: list[tuple[str, tuple[Warn, ...]]] = field(default_factory=list)
    """What the readers of its reports warned of, by the report's path."""


def mask_bundle(files: Files, masks: Masker, sink: Sink) -> MaskedBundle:
    """Write the masked bundle; rows are streamed, only the map grows. Raises UnreadableInput where there is no bundle."""
    manifest = find_manifest(files)
    if manifest is None:
        raise UnreadableInput("there is no manifest.csv of a bundle", code="no-bundle")
    run = _Run(masks, sink, manifest)
    for one in files.open(lambda _: True):
        run.take(one)
    run.end()
    return run.result


class _Run:
    def __init__(self, masks: Masker, sink: Sink, manifest: Manifest) -> None:
        self.result = MaskedBundle()
        self._masks, self._sink, self._manifest = masks, sink, manifest
        self._listed: dict[str, Listed] = {}

    def take(self, one: OpenFile) -> None:
        path = one.path.removeprefix(self._manifest.folder)
        declared = BY_NAME.get(path.lower().removesuffix(".csv")) if path.lower().endswith(".csv") else None
        if path.lower() == MANIFEST:
            return
        if declared is None and not is_report(path):
            self.result.left_out.append(path)
        elif one.stream is None:
            self.result.problems.append((path, one.problem or UnreadableInput("the file cannot be read")))
        elif declared is not None:
            self._rows(declared, one.stream)
        else:
            self._report(path, one.stream)

    def end(self) -> None:
        """The manifest: files that are not there keep their line, with the reason."""
        for name, listed in self._manifest.files.items():
            if name.removesuffix(".csv") in BY_NAME and name not in self._listed:
                self._listed[name] = self._without_names(listed)
        with self._sink(MANIFEST) as file:
            out = _Lines(file)
            out.line(_COLUMNS)
            for item, value in self._items():
                out.line((item, value, "", "", "", ""))
            for name, one in sorted(self._listed.items()):
                rows = "" if one.rows is None else str(one.rows)
                out.line(("file", name, rows, one.sha256 or "", one.state, one.reason or ""))
            out.line(("#end",))

    def _items(self) -> Iterator[tuple[str, str]]:
        stated = dict(self._manifest.items) | {"character_set": "UTF-8"}
        stated.setdefault("masked", "no")
        for item, value in stated.items():
            if item == "masked" and value != "no" and self._masks.choice.strictest is Treatment.KEEP:
                yield item, value  # it was masked before
            elif item == "masked" or item in MANIFEST_ITEMS:
                yield item, mask_manifest(self._masks, item, value)

    def _without_names(self, listed: Listed) -> Listed:
        """Why a file was skipped is a sentence of the collector's; why it failed may name the user."""
        reason = listed.reason
        if reason and listed.state != "skipped":
            reason = mask_manifest(self._masks, "reason", reason)
        return Listed(listed.rows, listed.sha256, listed.state, reason)

    def _rows(self, declared: BundleFile, stream: BinaryIO) -> None:
        reading = Reading(declared)
        rows = reading.read(stream, self._manifest.codec or "utf-8")
        first = next(rows, None)
        with self._sink(declared.member) as file:
            out = _Lines(file)
            out.line([one.name for one in declared.fields if one.name in reading.header])
            self._write_rows(out, declared, reading, rows if first is None else chain((first,), rows))
            self._end(out, reading)
        self.result.files += 1
        self._listed[declared.member] = self._entry(declared, reading, out)
        if reading.replaced:
            message = "some characters are not of the character set the manifest names; names may be wrong"
            self.result.warnings.append(Warn("characters-replaced", message, declared.member))

    def _write_rows(
        self, out: _Lines, declared: BundleFile, reading: Reading, rows: Iterable[list[str | None]]
    ) -> None:
        there = [at for at, one in enumerate(declared.fields) if one.name in reading.header]
        mask = masker(self._masks, declared.name, [declared.fields[at].name for at in there])
        for row in rows:
            out.row(mask([row[at] for at in there]))

    def _end(self, out: _Lines, reading: Reading) -> None:
        """As the file ended: with its count, with the reason, or cut."""
        for _ in range(reading.bad_rows):
            out.row([""])
        if reading.failure is not None:
            out.line(("#failed", mask_manifest(self._masks, "reason", reading.failure) or ""))
        elif reading.ended and reading.stated_rows is None:
            out.line(("#end",))
        elif reading.ended:
            out.line(("#end", str(_still(reading.stated_rows, reading, out))))

    def _entry(self, declared: BundleFile, reading: Reading, out: _Lines) -> Listed:
        """What was wrong with the file stays wrong: a count or a checksum that did not fit does not fit now."""
        listed = self._manifest.files.get(declared.member)
        if listed is None:
            return Listed(out.rows, out.sha256, "done", None)
        changed = listed.sha256 is not None and listed.sha256 != reading.sha256
        plain = self._without_names(listed)
        rows = None if listed.rows is None else _still(listed.rows, reading, out)
        return Listed(rows, listed.sha256 if changed else out.sha256, plain.state, plain.reason)

    def _report(self, path: str, stream: BinaryIO) -> None:
        try:
            read = read_document(_whole(stream), path)
            document = self._masks.document(read)
        except UnreadableInput as fault:
            self.result.problems.append((path, fault))
            return
        self.result.report_warnings.append((path, warnings_of(read)))
        self.result.files += 1
        name = self._masks.file_name(path, ".json") if self._masks.choice.hashes else f"{self.result.files:04d}.json"
        with self._sink(f"awr/{name}") as file:
            file.write(encode(document))


class _Lines:
    """CSV lines with their checksum."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._digest = file, hashlib.sha256()
        self._csv = csv.writer(self, quoting=csv.QUOTE_ALL, lineterminator="\n")
        self.rows = 0

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        self._digest.update(data)
        self._file.write(data)

    def line(self, values: list[str] | tuple[str, ...]) -> None:
        self._csv.writerow(values)

    def row(self, values: list[str | None] | list[str] | None) -> None:
        """None is a row that was dropped with its name."""
        if values is not None:
            self._csv.writerow(values)
            self.rows += 1

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


def _still(stated: int | None, reading: Reading, out: _Lines) -> int | None:
    """A count of rows that was right is right again."""
    return out.rows if stated == reading.rows + reading.bad_rows else stated


def _whole(stream: BinaryIO) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := stream.read(_CHUNK):
        size += len(piece)
        if size > LARGEST_REPORT_BYTES:
            raise UnreadableInput("the report is longer than any report is", code="too-large")
        pieces.append(piece)
    return b"".join(pieces)
