"""A plan's files as one ZIP, byte-identical for the same plan."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Set

from segtier.model.plan import BundleFile, Plan

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time ZIP can write; a bundle says when it was made only where its plan does."""
_UNIX = 3
_FILE, _PROGRAM = 0o100644, 0o100755


def export_bundle(plan: Plan) -> bytes:
    """The bundle of a plan that nobody reviewed, files in the plan's order."""
    from segtier.plan.bundle.reviewed import unreviewed_files  # noqa: PLC0415 - for who plans; a start goes without

    return zipped((*plan.files, *unreviewed_files(plan)))


def zipped(files: Iterable[BundleFile]) -> bytes:
    """The same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as bundle:
        _add(bundle, files)
    return buffer.getvalue()


def texts_in(bundle: bytes, paths: Set[str]) -> dict[str, str]:
    """Files of a bundle by their paths, in its order; without those that it does not hold."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as files:
        return {name: files.read(name).decode() for name in files.namelist() if name in paths}


def with_files(bundle: bytes, more: Iterable[BundleFile]) -> bytes:
    """The bundle, and `more` behind what it holds."""
    buffer = io.BytesIO(bundle)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED, compresslevel=6) as files:
        _add(files, more)
    return buffer.getvalue()


def _add(bundle: zipfile.ZipFile, files: Iterable[BundleFile]) -> None:
    for file in files:
        bundle.writestr(_zip_entry(file.path, file.executable), file.text.encode())


def _zip_entry(path: str, executable: bool) -> zipfile.ZipInfo:
    """The same bytes whenever and wherever it is written."""
    entry = zipfile.ZipInfo(path, _EPOCH)
    entry.create_system = _UNIX
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = (_PROGRAM if executable else _FILE) << 16
    return entry
