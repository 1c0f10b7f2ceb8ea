"""Which uploads are files of dumps. What is missing, and which of them leads, follows from what is here now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.model.dump_part import DAMAGED, DumpPart, Missing, file_name, missing_of
from segtier.model.evidence import Warn
from segtier.store import held, reports, unsettled
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import insert_new
from segtier.store.records import DumpFile
from segtier.store.tables import DumpPartRow, ReportRow, UploadRow


@dataclass(frozen=True, slots=True)
class KeptPart:
    """An upload that is a file of a dump."""

    upload_id: str
    file: str
    sha256: str
    bytes: int
    part: DumpPart


@dataclass(frozen=True, slots=True)
class KeptDump:
    """The uploads of one export. Of several copies of one file the longest counts: most damaged ones are cut. Of those of one
    length the last does.
    """

    counted: tuple[KeptPart, ...]
    """By the number of the file."""
    copies: tuple[KeptPart, ...]
    """Those that do not count."""

    @property
    def upload_ids(self) -> tuple[str, ...]:
        """Of the files that count."""
        return tuple(one.upload_id for one in self.counted)

    @property
    def missing(self) -> Missing:
        return missing_of(one.part for one in self.counted)

    @property
    def export(self) -> str:
        return self.counted[0].part.export

    @property
    def is_one_file(self) -> bool:
        return len(self.counted) == 1 and not self.copies and not self.missing.any

    @property
    def lead(self) -> KeptPart | None:
        """Who has the documents of the dump: its first file, once none is missing."""
        return None if self.missing.any else self.counted[0]


def add(session: Session, upload_id: str, part: DumpPart) -> bool:
    """False where it is known."""
    return insert_new(session, DumpPartRow.__table__, upload_id=upload_id, **columns_of(part))  # type: ignore[arg-type]


def of_export(session: Session, export: str) -> KeptDump:
    """Raises KeyError where no upload is a file of it."""
    return _dumps(session, [export])[export]


def exports_of(session: Session, upload_id: str) -> set[str]:
    """Those that an upload, and the members of an archive, hold files of."""
    query = (
        select(DumpPartRow.export)
        .join(UploadRow, UploadRow.id == DumpPartRow.upload_id)
        .where((UploadRow.id == upload_id) | (UploadRow.archive_id == upload_id))
    )
    return set(session.scalars(query.distinct()))


def counted(session: Session, exports: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The uploads that count of each of these exports."""
    return {export: dump.upload_ids for export, dump in _dumps(session, exports).items()}


def led(session: Session, exports: Collection[str]) -> list[str]:
    """The uploads of these exports that have documents."""
    query = (
        select(DumpPartRow.upload_id)
        .join(ReportRow, ReportRow.upload_id == DumpPartRow.upload_id)
        .where(DumpPartRow.export.in_(exports))
    )
    return list(session.scalars(query.distinct()))


def forget_read(session: Session, exports: Collection[str]) -> set[str]:
    """Remove the documents that were read of these dumps; gives the databases they were of."""
    uploads = led(session, exports)
    touched = {one for upload_id in uploads for one in reports.databases_of_uploads(session, upload_id)}
    reports.delete_of_uploads(session, uploads)
    return touched


def whole(session: Session, exports: Collection[str]) -> list[str]:
    """The uploads that lead those of these exports of which no file is missing."""
    return [one.lead.upload_id for one in _dumps(session, exports).values() if one.lead is not None]


def files_of(session: Session, exports: Collection[str]) -> set[str]:
    """The uploads that are files of these exports."""
    return set(session.scalars(select(DumpPartRow.upload_id).where(DumpPartRow.export.in_(exports))))


def with_their_dumps(session: Session, upload_ids: Collection[str]) -> set[str]:
    """These uploads, and all files of the dumps that they are files of."""
    found = set(upload_ids)
    for some in unsettled.slices(upload_ids):
        mine = select(DumpPartRow.export).where(DumpPartRow.upload_id.in_(some))
        found.update(session.scalars(select(DumpPartRow.upload_id).where(DumpPartRow.export.in_(mine))))
    return found


def among(session: Session, upload_ids: Sequence[str]) -> dict[str, DumpFile]:
    """What is known of those of these uploads that are files of dumps in several files."""
    exports: set[str] = set()
    for some in unsettled.slices(upload_ids):
        exports.update(session.scalars(select(DumpPartRow.export).where(DumpPartRow.upload_id.in_(some))))
    found: dict[str, DumpFile] = {}
    dumps = [dump for dump in _dumps(session, exports).values() if not dump.is_one_file]
    warnings = held.warnings_of(session, [dump.lead.upload_id for dump in dumps if dump.lead])
    for dump in dumps:
        by_number = {one.part.number: one.upload_id for one in dump.counted}
        lead = dump.lead.upload_id if dump.lead else None
        cut = _cut(by_number, warnings.get(lead or "", ()))
        for one in (*dump.counted, *dump.copies):
            counts = by_number[one.part.number]
            copy_of = None if counts == one.upload_id else counts
            found[one.upload_id] = DumpFile(one.part.number, dump.missing, lead, copy_of, cut)
    return found


def _cut(numbers: Iterable[int], warnings: Iterable[Warn]) -> tuple[int, ...]:
    """Those of these files that are named as damaged."""
    named = {one.section for one in warnings if one.code == DAMAGED}
    return tuple(sorted(number for number in numbers if file_name(number) in named))


def said(file: DumpFile) -> tuple[Warn, ...]:
    """To whoever uploaded it."""
    if file.copy_of is not None:
        message = (
            "Another upload of the same file of the dump counts: the longest one, of those of one length the last."
        )
        return (Warn("dump-file-copy", message),)
    if file.missing.any:
        message = (
            f"This is file {file.number} of a dump in several files. It is kept, and the dump is read as soon as Segtier"
            f" also has {file.missing.words()}."
        )
        return (Warn("dump-file-waits", message),)
    if file.number in file.cut and file.number > 1:  # the first one has what was read of all, and what is said of it
        message = "This file is cut or damaged: it is shorter than what it holds. Send it again, whole."
        return (Warn(DAMAGED, message, file_name(file.number)),)
    return ()


def _dumps(session: Session, exports: Collection[str]) -> dict[str, KeptDump]:
    best_first: dict[str, list[KeptPart]] = defaultdict(list)
    for some in unsettled.slices(exports):
        query = (
            select(DumpPartRow, UploadRow.file, UploadRow.sha256, UploadRow.bytes)
            .join(UploadRow, UploadRow.id == DumpPartRow.upload_id)
            .where(DumpPartRow.export.in_(some))
            .order_by(DumpPartRow.number, UploadRow.bytes.desc(), UploadRow.id.desc())
        )
        for row, file, sha256, size in session.execute(query):
            best_first[row.export].append(KeptPart(row.upload_id, file, sha256, size, record_of(DumpPart, row)))
    return {export: _dump(parts) for export, parts in best_first.items()}


def _dump(best_first: Sequence[KeptPart]) -> KeptDump:
    counted: dict[int, KeptPart] = {}
    for one in best_first:
        counted.setdefault(one.part.number, one)
    best = tuple(counted.values())
    return KeptDump(best, tuple(one for one in best_first if one not in best))
