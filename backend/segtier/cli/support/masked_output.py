"""Where `segtier mask` writes: one .json, a .zip, or a folder. Nothing that is there is overwritten."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from segtier.documents import encode
from segtier.errors import Refused
from segtier.masking.bundle import MaskedBundle, Sink, mask_bundle
from segtier.masking.mask import Masker
from segtier.masking.parcel import Parcel, zip_sink
from segtier.reports.bundle import Files
from segtier.reports.reader import Document


class Output:
    """Takes documents and bundles; `alone` says that the bundle is all there will be, so it needs no ZIP of its own."""

    def __init__(self, out: Path, sink: Sink) -> None:
        self._out, self._sink = out, sink
        self._parcel: Parcel | None = None

    def document(self, masks: Masker, document: Document) -> str:
        """The path written."""
        return self._shown(self._numbered(masks).document(document))

    def bundle(self, masks: Masker, files: Files, alone: bool) -> tuple[str, MaskedBundle]:
        if alone:
            return str(self._out), mask_bundle(files, masks, self._sink)
        path, done = self._numbered(masks).bundle(files)
        return self._shown(path), done

    def close(self, *, keep: bool) -> None:
        """`keep` is False where nothing was written."""

    def _numbered(self, masks: Masker) -> Parcel:
        self._parcel = self._parcel or Parcel(masks, self._sink)
        return self._parcel

    def _shown(self, path: str) -> str:
        return str(self._out / path)


class _Zip(Output):
    def __init__(self, out: Path) -> None:
        self._file = out.open("xb")
        self._archive = zipfile.ZipFile(self._file, "w")
        super().__init__(out, zip_sink(self._archive))

    def close(self, *, keep: bool) -> None:
        self._archive.close()
        self._file.close()
        if not keep:
            self._out.unlink()


class _Folder(Output):
    def __init__(self, out: Path) -> None:
        self._made = not out.is_dir()
        out.mkdir(parents=True, exist_ok=True)
        super().__init__(out, _folder_sink(out))

    def close(self, *, keep: bool) -> None:
        if self._made and not keep:
            with suppress(OSError):
                self._out.rmdir()


class MoreThanOne(Refused):
    """What is masked is no single document, and a .json holds one: nothing is written."""

    code = "one-document"

    def __init__(self, message: str) -> None:
        super().__init__(message, advice="Give --out a folder or a name that ends in .zip.")


class _OneFile(Output):
    """For one report."""

    def __init__(self, out: Path) -> None:
        self._written = False
        super().__init__(out, _folder_sink(out.parent))

    def document(self, masks: Masker, document: Document) -> str:
        if self._written:
            raise MoreThanOne(f"{self._out} holds one document, and there are more")
        with self._sink(self._out.name) as file:
            self._written = True
            file.write(encode(masks.document(document)))
        return str(self._out)

    def bundle(self, masks: Masker, files: Files, alone: bool) -> tuple[str, MaskedBundle]:  # noqa: ARG002 - same form
        raise MoreThanOne("a bundle is several files")

    def close(self, *, keep: bool) -> None:
        if self._written and not keep:
            self._out.unlink()


def open_output(out: Path) -> Output:
    """Raises Refused where something is there already, or the folder it would lie in is not."""
    suffix = out.suffix.lower()
    taken = any(out.iterdir()) if out.is_dir() else out.exists()
    if taken or (out.is_dir() and suffix in (".json", ".zip")):
        code, what = ("folder-not-empty", "is not empty") if out.is_dir() else ("file-exists", "is there already")
        raise Refused(f"{out} {what}", code=code, advice="Give --out a new name; nothing is overwritten.")
    try:
        if suffix in (".json", ".zip"):
            out.parent.mkdir(parents=True, exist_ok=True)
            return _Zip(out) if suffix == ".zip" else _OneFile(out)
        return _Folder(out)
    except OSError as fault:
        raise Refused(f"{out}: {fault.strerror}", code="cannot-write", advice="Give --out another place.") from fault


def _folder_sink(folder: Path) -> Sink:
    @contextmanager
    def open_file(path: str) -> Iterator[BinaryIO]:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            yield file

    return open_file
