"""The map: which token stands for which name. It stays with the user; whoever has it can read the masked documents."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import field

from segtier.dataclass import dataclass
from segtier.documents import decode, encode
from segtier.errors import Refused, UnreadableInput
from segtier.masking.tokens import key_check
from segtier.model.names import Kind

FORMAT = "segtier.map/1"
KEEP = "Keep this file, and keep it to yourself: without it the names cannot be put back, with it everybody can."
LEAST_KEY_BYTES = 16
_GIVE = "Give the map that was written when the files were masked."


@dataclass(frozen=True, slots=True)
class Name:
    kind: Kind
    original: str


@dataclass(frozen=True, slots=True)
class _File:
    format: str
    key_check: str
    note: str = KEEP
    key: str | None = None
    """Base64; None where the user keeps the key."""
    names: dict[str, Name] = field(default_factory=dict)


class MaskMap:
    """Tokens and names, both ways. `own_key` says that the key was made for this map and is kept in it."""

    def __init__(self, key: bytes, *, own_key: bool, names: dict[str, Name] | None = None) -> None:
        if len(key) < LEAST_KEY_BYTES:
            raise Refused(
                f"the key has {len(key)} bytes, fewer than {LEAST_KEY_BYTES}",
                code="short-key",
                advice="Names can be guessed where the key can: make one with `openssl rand -base64 32`.",
            )
        self.key = key
        self._own_key = own_key
        self._names = dict(names or {})
        self._masked = {(name.kind, name.original): masked for masked, name in self._names.items()}

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[tuple[str, Name]]:
        return iter(self._names.items())

    def masked(self, kind: Kind, original: str) -> str | None:
        return self._masked.get((kind, original))

    def name(self, masked: str) -> Name | None:
        return self._names.get(masked)

    def add(self, masked: str, kind: Kind, original: str) -> str:
        """Raises Refused where two names would share a token: nothing could tell them apart again."""
        if self._names.setdefault(masked, Name(kind, original)).original != original:
            raise Refused(
                f"two names of kind {kind.value} have the same token", code="token-collision", advice="Use another key."
            )
        self._masked[kind, original] = masked
        return masked

    def encode(self) -> bytes:
        key = base64.b64encode(self.key).decode() if self._own_key else None
        return encode(_File(FORMAT, key_check(self.key), KEEP, key, self._names), indent=1)


def read_map(data: bytes, key: bytes | None = None) -> MaskMap:
    """The map in a file. Raises UnreadableInput for anything else, Refused where `key` is not the one it was made with.

    A map that holds no key needs none for the way back; to mask with it again the key is asked for (`needs-key`).
    """
    file = _read(data)
    found = key if key is not None else _stored(file)
    if found is None:
        raise Refused(
            "the map does not hold its key",
            code="needs-key",
            advice="Give a map that holds it, or on the command line the key it was made with (--key-file).",
        )
    if key_check(found) != file.key_check:
        raise Refused("the map was made with another key", code="wrong-key", advice="Give the same key, or a new map.")
    return MaskMap(found, own_key=file.key is not None, names=file.names)


def read_names(data: bytes) -> dict[str, Name]:
    """The names of a map for the way back, which needs no key."""
    return _read(data).names


def _read(data: bytes) -> _File:
    try:
        file = decode(data, _File, "the map")
    except UnreadableInput as fault:
        raise UnreadableInput(fault.message, code="bad-map", advice=_GIVE) from fault
    if file.format != FORMAT:
        raise UnreadableInput(f"this is no map but {file.format[:40]!r}", code="bad-map", advice=_GIVE)
    return file


def _stored(file: _File) -> bytes | None:
    try:
        return None if file.key is None else base64.b64decode(file.key, validate=True)
    except binascii.Error as fault:
        raise UnreadableInput("the key in the map is damaged", code="bad-map") from fault
