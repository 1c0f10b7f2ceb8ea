"""Small archives, made in memory; the same files give the same bytes."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Mapping


def a_zip(files: Mapping[str, bytes], encrypted: str | None = None, link: str | None = None) -> bytes:
    """A zip; the file named `encrypted` says it is, the one named `link` is a symbolic link."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o120777 if name == link else 0o100644) << 16
            archive.writestr(entry, data)
    packed = target.getvalue()
    return packed if encrypted is None else _with_password_flag(packed, encrypted.encode())


def a_tar(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return target.getvalue()


def a_gzip(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _with_password_flag(packed: bytes, name: bytes) -> bytes:
    """Set the flag "encrypted" of one entry of the directory: nothing more is needed to be refused."""
    changed = bytearray(packed)
    at = changed.rfind(name) - 46
    assert changed[at : at + 4] == b"PK\x01\x02"
    changed[at + 8] |= 1
    return bytes(changed)
