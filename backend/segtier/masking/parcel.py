"""What leaves, file by file: masked documents and bundles under names that tell nothing but their order."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import BinaryIO, cast

from segtier.documents import encode
from segtier.masking.bundle import MaskedBundle, Sink, mask_bundle
from segtier.masking.mask import Masker
from segtier.model.pair import Pair
from segtier.reports.bundle import Files
from segtier.reports.reader import Document

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time ZIP can write: the same input, masked again with the same map, gives the same bytes."""


def zip_sink(archive: zipfile.ZipFile) -> Sink:
    """Files into an archive."""

    @contextmanager
    def open_file(path: str) -> Iterator[BinaryIO]:
        entry = zipfile.ZipInfo(path, _EPOCH)
        entry.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(entry, "w", force_zip64=True) as file:
            yield cast(BinaryIO, file)

    return open_file


def bundle_zip(files: Files, masks: Masker, file: BinaryIO) -> MaskedBundle:
    """A masked bundle as a ZIP of its own."""
    with zipfile.ZipFile(file, "w") as archive:
        return mask_bundle(files, masks, zip_sink(archive))


class Parcel:
    """Numbered in the order they came, so that a plan from the parcel is the plan from the files."""

    def __init__(self, masks: Masker, sink: Sink) -> None:
        self._masks, self._sink = masks, sink
        self.files = 0

    def document(self, document: Document) -> str:
        """Mask and write it; the path it has now."""
        masked = self._masks.document(document)
        first = masked.first if isinstance(masked, Pair) else masked
        kind = masked.schema.removeprefix("segtier.").partition("/")[0]
        return self._write(f"{kind}-{(first.source.sha256 or 'typed')[:12]}.json", encode(masked))

    def bundle(self, files: Files) -> tuple[str, MaskedBundle]:
        """The path of the bundle's own ZIP, and what became of it."""
        packed = BytesIO()
        done = bundle_zip(files, self._masks, packed)
        return self._write("bundle.zip", packed.getvalue()), done

    def _write(self, name: str, data: bytes) -> str:
        path = f"{self.files + 1:04d}-{name}"
        with self._sink(path) as file:
            file.write(data)
        self.files += 1
        return path
