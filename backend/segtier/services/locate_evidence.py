"""Where a figure stands in the file it came from, and that file as a page to look at."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.dataclass import dataclass
from segtier.errors import NotFound, SegtierError, UnreadableInput
from segtier.model.evidence import Cell, Evidence, Place
from segtier.reading.orders import Found, LocateFigures, ShowPlace
from segtier.reading.problems import as_error
from segtier.services.context import Context
from segtier.store import reports, uploads
from segtier.store.records import UploadRecord


@dataclass(frozen=True, slots=True)
class FoundEvidence:
    place: Place
    file: str
    sha256: str


def locate_in_report(ctx: Context, report_id: str, evidence: Evidence, field: str | None) -> FoundEvidence:
    """The place of a figure of a report; raises NotFound, also for typed sizes, which have no file."""
    return locate_in_file(ctx, _file_of(ctx, report_id), evidence, field)


def locate_in_file(ctx: Context, sha256: str, evidence: Evidence, field: str | None) -> FoundEvidence:
    """The place of a figure in the file with that digest; raises NotFound."""
    (found,) = locate_cells(ctx, sha256, [Cell(evidence, field)])
    if isinstance(found, SegtierError):
        raise found
    return found


def locate_cells(ctx: Context, sha256: str, cells: Sequence[Cell]) -> list[FoundEvidence | NotFound | UnreadableInput]:
    """The places of several figures, or why one has none; raises NotFound where there is no such file."""
    upload = _upload(ctx, sha256)
    with ctx.blobs.open(sha256) as blob, ctx.readers.ask(LocateFigures(tuple(cells)), blob) as answers:
        found = [given.answer for given in answers]
    return [_found(one, upload.file, sha256) for one in found if isinstance(one, Found)]


def _found(found: Found, file: str, sha256: str) -> FoundEvidence | NotFound | UnreadableInput:
    if found.place is not None:
        return FoundEvidence(found.place, file, sha256)
    assert found.problem is not None
    error = as_error(found.problem)
    assert isinstance(error, NotFound | UnreadableInput)
    return error


def show_report(ctx: Context, report_id: str, evidence: Evidence, field: str | None) -> bytes:
    """The file of a report as an HTML page with the figure marked; raises NotFound."""
    return show_file(ctx, _file_of(ctx, report_id), evidence, field)


def show_file(ctx: Context, sha256: str, evidence: Evidence, field: str | None) -> bytes:
    """The file with that digest as an HTML page with the figure marked; raises NotFound."""
    _upload(ctx, sha256)
    with ctx.blobs.open(sha256) as blob, ctx.readers.ask(ShowPlace(evidence, field), blob) as answers:
        (page,) = (given.data for given in answers)
    return page


def _file_of(ctx: Context, report_id: str) -> str:
    with ctx.store.read() as tx:
        sha256 = reports.get(tx, report_id).facts.sha256
    if sha256 is None:
        raise NotFound("typed sizes have no file to show", code="no-file")
    return sha256


def _upload(ctx: Context, sha256: str) -> UploadRecord:
    with ctx.store.read() as tx:
        upload = uploads.by_digest(tx, sha256)
    if upload is None:
        raise NotFound(f"no uploaded file has the digest {sha256[:80]!r}")
    return upload
