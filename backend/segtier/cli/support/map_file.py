"""The map of a masking on disk: readable by its owner only, replaced whole, made with the first run."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from segtier.errors import Refused, UnreadableInput
from segtier.masking.map import LEAST_KEY_BYTES, MaskMap, read_map, read_names
from segtier.masking.unmask import Names

_OWN_KEY_BYTES = 32


def open_map(path: Path, key_file: Path | None, out: Path) -> MaskMap:
    """The map to add to, or a new one. Raises Refused where it would lie in the folder that is sent away."""
    if path.resolve().is_relative_to(out.resolve()):  # the same file as a .json or .zip counts too
        raise Refused(
            f"the map {path} would be in {out}, the folder that you send",
            code="map-in-output",
            advice="Name a place of your own: with the map everybody can read the masked documents.",
        )
    key = None if key_file is None else _key(key_file)
    if path.exists():
        return read_map(_bytes(path), key)
    return MaskMap(key or secrets.token_bytes(_OWN_KEY_BYTES), own_key=key is None)


def save_map(path: Path, names: MaskMap) -> None:
    """Written beside and put in place: what was there survives a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(names.encode())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def load_names(path: Path) -> Names:
    """The names of a map, for the way back."""
    return read_names(_bytes(path))


def _key(path: Path) -> bytes:
    key = _bytes(path).strip()
    if len(key) < LEAST_KEY_BYTES:
        raise Refused(
            f"{path} holds {len(key)} bytes; a key has {LEAST_KEY_BYTES} or more",
            code="short-key",
            advice="Make one: openssl rand -base64 32 > key.txt",
        )
    return key


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise UnreadableInput(f"{path}: {fault.strerror}", code="cannot-open") from fault
