"""A bundle's folder as one file to upload."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from segtier.collect.live.record import Record


def packed_path(folder: Path) -> Path:
    """Beside the folder, with its name."""
    whole = folder.resolve()
    return whole.with_name(f"{whole.name}.zip")


def pack(folder: Path, record: Record) -> Path:
    """The manifest and the files it lists as a ZIP; readable by its owner only. Replaces an older one, whole."""
    target = packed_path(folder)
    part = target.with_name(f"{target.name}.part")
    names = ["manifest.csv", *(name for name in record.files if (folder / name).is_file())]
    part.touch(mode=0o600)
    try:
        with ZipFile(part, "w", ZIP_DEFLATED) as archive:
            for name in names:
                archive.write(folder / name, f"{target.stem}/{name}")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return target
