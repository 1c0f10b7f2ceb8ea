"""The places for files, each new and empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from segtier.store.blob_bucket import BlobBucket
from segtier.store.blob_folder import BlobFolder
from segtier.store.blobs import Blobs
from segtier.store.s3 import Bucket

PLACES = ("folder", "bucket")


def new_place(name: str, folder: Path, request: pytest.FixtureRequest) -> Blobs:
    """Of that name, on this disk or on the session's S3 server."""
    if name == "folder":
        return BlobFolder(folder / "files")
    store = request.getfixturevalue("store_server")
    return BlobBucket(Bucket(store.new_place()), "team/segtier", folder / "copies")
