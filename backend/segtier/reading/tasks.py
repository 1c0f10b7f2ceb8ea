"""What a reader process does with an open file. Pure: a file in, answers out."""

from __future__ import annotations

import secrets
import zipfile
from collections.abc import Iterator, Sequence, Set
from io import BytesIO
from typing import BinaryIO

from segtier.documents import encode
from segtier.errors import NotFound, Refused, SegtierError, UnreadableInput
from segtier.masking.bundle import MaskedBundle
from segtier.masking.map import MaskMap, read_map
from segtier.masking.mask import Masker
from segtier.masking.parcel import Parcel, bundle_zip, zip_sink
from segtier.measured import read_measurement
from segtier.model.document_kind import BUNDLE, DUMP
from segtier.model.evidence import Evidence, Place
from segtier.model.inventory import Inventory
from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload
from segtier.reading.describe import describe, segment_names
from segtier.reading.hours import packed_hour
from segtier.reading.orders import (
    Answer,
    Document,
    Found,
    LocateFigures,
    Masked,
    MaskFile,
    Member,
    Opened,
    ReadDump,
    ReadFile,
    ReadMeasured,
    ShowPlace,
    Sizes,
    Worked,
)
from segtier.reading.packed_dumps import exports_in, unpacked
from segtier.reading.problems import as_problem
from segtier.reports import read_document, shown
from segtier.reports.archives import archive_kind, read_archive
from segtier.reports.awr_dump import is_dump, read_dump
from segtier.reports.bundle import PackedFiles, is_bundle, is_packed_bundle, is_report, read_bundle
from segtier.reports.bundle.packed import OpenFile
from segtier.reports.dump.sets import DumpFile, part_of
from segtier.reports.locate import found_or_why_not, places_in
from segtier.reports.segment_sizes import read_typed_sizes

Said = tuple[Answer, bytes]
"""An answer with the bytes that belong to it."""
_CHUNK = 1 << 20
_KEY_BYTES = 32
_ALL_READ_PCT = 60
"""Of a bundle, once its own files are read and its reports follow."""


def read_file(order: ReadFile, file: BinaryIO) -> Iterator[Said]:
    """Raises UnreadableInput where the file as a whole cannot be read."""
    if is_dump(file):
        yield Opened("dump-part", part_of(DumpFile(file).header)), b""
    elif archive_kind(file) is None:
        document = read_document(whole(file, order.limits.member_bytes), order.file)
        yield Opened("document"), b""
        yield from _documents(order, document)
    elif is_bundle(PackedFiles(file, order.limits)):
        yield Opened("bundle"), b""
        yield from _bundle(order, file)
    elif exports := [one.names for one in exports_in(PackedFiles(file, order.limits)) if one.whole]:
        yield from _packed_dumps(order, file, exports)
    else:
        yield Opened("archive"), b""
        yield from _archive(order, file)


def read_dump_files(order: ReadDump, files: Sequence[BinaryIO]) -> Iterator[Said]:
    """Raises UnreadableInput where the dump as a whole cannot be read."""
    for number, one in enumerate(read_dump(files, _dump_source(order))):
        yield _document(order, one, number)


def locate_figures(order: LocateFigures, file: BinaryIO) -> Iterator[Said]:
    places = _in_dump if is_dump(file) else places_in(file.read())
    for cell in order.cells:
        found = found_or_why_not(places, cell)
        yield Found(found) if isinstance(found, Place) else Found(None, as_problem(found)), b""


def show_place(order: ShowPlace, file: BinaryIO) -> Iterator[Said]:
    """Raises NotFound."""
    if is_dump(file):
        _in_dump(order.evidence, order.field)
    yield Worked(), shown.show_place(file.read(), order.evidence, order.field).encode("utf-8", "replace")


def _in_dump(evidence: Evidence, _field: str | None) -> Place:
    raise NotFound(f"a dump has no lines to show: the figure is of {evidence.section[:80]}, at snapshot {evidence.row}")


def read_sizes(file: BinaryIO) -> Iterator[Said]:
    typed, rejected = read_typed_sizes(file.read().decode())
    yield Sizes(tuple(as_problem(fault) for fault in rejected)), encode(typed)


def read_measured(order: ReadMeasured, file: BinaryIO) -> Iterator[Said]:
    """Raises UnreadableInput and Refused."""
    yield Worked(), encode(read_measurement(whole(file, order.limits.member_bytes), order.file))


def mask_file(order: MaskFile, map_so_far: bytes, source: BinaryIO, target: BinaryIO) -> Iterator[Said]:
    """Raises UnreadableInput where the file cannot be read: nothing can be masked that is not understood."""
    known = read_map(map_so_far) if order.has_map else MaskMap(secrets.token_bytes(_KEY_BYTES), own_key=True)
    masks = Masker(known, order.choice)
    suffix, left_out = _mask(order, source, masks, target)
    target.flush()
    name = masks.file_name(order.file, suffix)
    problems = tuple(as_problem(fault, path) for path, fault in left_out)
    yield Masked(name, problems), masks.map.encode() if order.choice.hashes else b""


def whole(file: BinaryIO, most_bytes: int) -> bytes:
    """All bytes of a report. Raises UnreadableInput for an empty one, and for one longer than any report is."""
    pieces: list[bytes] = []
    size = 0
    while piece := file.read(_CHUNK):
        size += len(piece)
        if size > most_bytes:
            raise UnreadableInput(f"the file is longer than {most_bytes:,} bytes; no report is", code="too-large")
        pieces.append(piece)
    if not pieces:
        raise UnreadableInput("the file is empty", code="empty-file", advice="Export it again and upload the result.")
    return b"".join(pieces)


def _documents(order: ReadFile, document: Workload | Inventory | Pair) -> Iterator[Said]:
    if isinstance(document, Pair):
        yield _document(order, document.first, 0)
        yield _document(order, document.second, 1, ignored=True)
    else:
        yield _document(order, document, 0)


def _document(
    order: ReadFile | ReadDump, document: Workload | Inventory, number: int, *, ignored: bool = False
) -> Said:
    facts = describe(document, file=order.file, sha256=order.sha256, sample=order.sample)
    return Document(number, facts, segment_names(document), ignored, *packed_hour(document)), encode(document)


def _bundle(order: ReadFile, file: BinaryIO) -> Iterator[Said]:
    files = PackedFiles(file, order.limits)
    for number, one in enumerate(read_bundle(files, Source(BUNDLE, order.file, order.sha256, order.bytes))):
        yield _document(order, one, number)
    for report in files.open(is_report):
        yield _report(report, f"{order.file}/{report.path}", order.limits.member_bytes)


def _dump_source(order: ReadFile | ReadDump) -> Source:
    return Source(DUMP, order.file, order.sha256, order.bytes)


def _packed_dumps(order: ReadFile, file: BinaryIO, exports: Sequence[Sequence[str]]) -> Iterator[Said]:
    """The intervals of the dumps in an archive, then its other files. Without any interval it is an archive like another."""
    refused: list[tuple[str, UnreadableInput]] = []
    number = 0
    for paths in exports:
        try:
            with unpacked(PackedFiles(file, order.limits), paths) as files:
                for one in read_dump(files, _dump_source(order)):
                    if not number:
                        yield Opened("dump"), b""
                    yield _document(order, one, number)
                    number += 1
        except UnreadableInput as fault:
            refused.append((f"{order.file}/{paths[0]}", fault))
    if not number:
        yield Opened("archive"), b""
    for path, why in refused:
        yield Member(path, _ALL_READ_PCT, as_problem(why, path)), b""
    file.seek(0)
    read = {f"{order.file}/{path}" for paths in exports for path in paths}
    yield from (said for said in _archive(order, file) if not (isinstance(said[0], Member) and said[0].path in read))


def _report(report: OpenFile, path: str, most_bytes: int) -> Said:
    """A report of a bundle as a file of its own."""
    try:
        if report.problem is not None:
            raise report.problem
        assert report.stream is not None
        return Member(path, _ALL_READ_PCT), whole(report.stream, most_bytes)
    except UnreadableInput as fault:
        return Member(path, _ALL_READ_PCT, as_problem(fault, path)), b""


def _archive(order: ReadFile, file: BinaryIO) -> Iterator[Said]:
    for member in read_archive(file, order.file, order.limits, is_packed_bundle):
        read_pct = min(99, 100 * file.tell() // max(order.bytes, 1))
        fault = member.problem
        if fault is None and not member.data:
            fault = UnreadableInput("the file is empty", code="empty-file")
        problem = None if fault is None else as_problem(fault, member.path)
        yield Member(member.path, read_pct, problem), b"" if problem else member.data or b""


_LeftOut = list[tuple[str, SegtierError]]


def _mask(order: MaskFile, source: BinaryIO, masks: Masker, target: BinaryIO) -> tuple[str, _LeftOut]:
    """The suffix of what was written, and the files that were not."""
    if is_dump(source):
        with zipfile.ZipFile(target, "w") as archive:
            parcel = Parcel(masks, zip_sink(archive))
            for one in read_dump([source], Source(DUMP, order.file)):
                parcel.document(one)
        return ".zip", []
    if archive_kind(source) is None:
        target.write(encode(masks.document(read_document(whole(source, order.limits.member_bytes), order.file))))
        return ".json", []
    files = PackedFiles(source, order.limits)
    if is_bundle(files):
        return ".zip", _of_bundle(bundle_zip(files, masks, target))
    with zipfile.ZipFile(target, "w") as archive:
        parcel = Parcel(masks, zip_sink(archive))
        dumps = [one.names for one in exports_in(files)]
        left_out = [fault for paths in dumps for fault in _masked_dump(order, files, paths, parcel)]
        source.seek(0)
        return ".zip", _members(
            order, source, parcel, {f"{order.file}/{one}" for some in dumps for one in some}, left_out
        )


def _masked_dump(order: MaskFile, files: PackedFiles, paths: Sequence[str], parcel: Parcel) -> _LeftOut:
    """The intervals of a dump in an archive."""
    try:
        with unpacked(files, paths) as unpacked_files:
            for one in read_dump(unpacked_files, Source(DUMP, order.file)):
                parcel.document(one)
    except UnreadableInput as fault:
        return [(f"{order.file}/{paths[0]}", fault)]
    return []


def _members(order: MaskFile, source: BinaryIO, parcel: Parcel, read: Set[str], left_out: _LeftOut) -> _LeftOut:
    """Those that are not read already; `left_out` is what could not be."""
    for member in read_archive(source, order.file, order.limits, is_packed_bundle):
        if member.path in read:
            continue
        try:
            if member.problem is not None:
                raise member.problem
            data = member.data or b""
            if archive_kind(BytesIO(data)) is None:
                parcel.document(read_document(data, member.path))
            else:
                left_out += _of_bundle(parcel.bundle(PackedFiles(BytesIO(data), order.limits))[1])
        except SegtierError as fault:
            left_out.append((member.path, fault))
    if not parcel.files:
        path, first = left_out[0] if left_out else (order.file, Refused("the archive is empty", code="empty-archive"))
        raise Refused(f"{path}: {first.message}", code=first.code, advice="No file of the archive could be read.")
    return left_out


def _of_bundle(done: MaskedBundle) -> _LeftOut:
    return list(done.problems)
