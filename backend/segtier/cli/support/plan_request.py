"""What a bundle of scripts was written from, taken out of it again: a folder, its ZIP, or its request.json."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from segtier.cli.support.bundle_folder import FolderFiles
from segtier.cli.support.input_files import is_archive
from segtier.documents import decode
from segtier.model.plan import PlanRequest
from segtier.plan.bundle.files import REQUEST_FILE
from segtier.reports.bundle import Files, PackedFiles

_MOST_BYTES = 64 << 20
_PIECE_BYTES = 1 << 20


def plan_request_in(paths: Sequence[Path]) -> PlanRequest | None:
    """None where these are other files. Raises UnreadableInput where the request cannot be read."""
    if len(paths) != 1:
        return None
    path = paths[0]
    if path.is_dir():
        data = _request_bytes(FolderFiles(path))
    elif path.name == REQUEST_FILE:
        data = path.read_bytes()
    elif is_archive(path):
        with path.open("rb") as file:
            data = _request_bytes(PackedFiles(file))
    else:
        data = None
    return None if data is None else decode(data, PlanRequest, "the plan's request")


def _request_bytes(files: Files) -> bytes | None:
    """Of the first request in it, however deep the bundle was packed."""
    for one in files.open(lambda path: path.rpartition("/")[2] == REQUEST_FILE):
        if one.stream is not None:
            return _whole(one.stream)
    return None


def _whole(stream: BinaryIO) -> bytes:
    """A packed file comes in pieces, each as long as was unpacked at once."""
    data = bytearray()
    while len(data) < _MOST_BYTES and (piece := stream.read(_PIECE_BYTES)):
        data += piece
    return bytes(data)
