"""The files of a plan, in order, with the manifest and the checksums; the same request gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace

from segtier.documents import decode, encode
from segtier.model.operation import Operation
from segtier.model.plan import BundleFile, PlanRequest, PlanSegment, Step
from segtier.plan.bundle.appendix import full_name
from segtier.plan.bundle.folders import in_folders
from segtier.plan.bundle.html import PAGE, page_of
from segtier.plan.bundle.reviewed import NOTE
from segtier.plan.sqlplus.script import REVIEW

REQUEST_FILE = "request.json"
"""What the plan was written from: the same bundle can be written from it again, and with other names (`segtier script --map`)."""


_FIRST = ("plan.md", "appendix.md")


def bundle(
    written: Sequence[BundleFile],
    steps: Sequence[Step],
    operations: Sequence[Operation],
    refused: Sequence[PlanSegment],
    request: PlanRequest,
) -> tuple[BundleFile, ...]:
    """plan.html, plan.md, appendix.md, the scripts by name, request.json, manifest.json, SHA256SUMS over all but plan.html.

    `written`: by their names; `steps` and `operations`: by their places in the bundle.
    """
    files = in_folders(written)
    pages = [file for path in _FIRST for file in files if file.path == path]
    ordered = [*pages, *sorted((file for file in files if file.path not in _FIRST), key=lambda file: file.path)]
    ordered.append(BundleFile(REQUEST_FILE, _ascii(encode(request, indent=1).decode()) + "\n"))
    ordered.append(BundleFile("manifest.json", _manifest(ordered, steps, operations, refused, request)))
    sums = "".join(f"{digest(file)}  {file.path}\n" for file in ordered)
    read = [file for file in ordered if file.path.rpartition("/")[2] in _FIRST]
    return (page_of(read, request), *ordered, BundleFile("SHA256SUMS", sums))


def as_written(request: PlanRequest) -> PlanRequest:
    """The request as request.json gives it back (1 where it was 1.0): a plan is made from nothing that is not in there.

    An input that was given twice, or that holds several documents, is named once.
    """
    once = replace(request, inputs=tuple(dict.fromkeys(request.inputs)))
    return decode(encode(once), PlanRequest)


def _manifest(
    files: Sequence[BundleFile],
    steps: Sequence[Step],
    operations: Sequence[Operation],
    refused: Sequence[PlanSegment],
    request: PlanRequest,
) -> str:
    value = {
        "schema": "segtier.bundle/1",
        "option": request.option,
        "engine_version": request.engine_version,
        "made_at": request.made_at.isoformat() if request.made_at else None,
        "database": {"name": request.database.name, "dbid": request.database.dbid, "release": request.database.release},
        "overridden": request.overridden,
        "inputs": [{"file": file, "sha256": digest} for file, digest in request.inputs],
        "steps": [{"file": step.file, "who": step.who, "what": step.what} for step in steps],
        "operations": [{"id": one.id, "kind": one.kind, "file": one.file} for one in operations],
        "refused": [{"segment": full_name(each), "reason": each.reason} for each in refused],
        "not_signed": [PAGE, NOTE, f"{REVIEW}/"],
        "files": [{"path": file.path, "sha256": digest(file), "executable": file.executable} for file in files],
    }
    return json.dumps(value, indent=2) + "\n"


def _ascii(text: str) -> str:
    """JSON with every other character escaped: no editor shows a name in another order than it stands there."""
    return "".join(char if char.isascii() else json.dumps(char)[1:-1] for char in text)


def digest(file: BundleFile) -> str:
    return hashlib.sha256(file.text.encode()).hexdigest()
