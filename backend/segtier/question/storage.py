"""Today's storage as a YAML file or as JSON: groups with media, spindles, RAID and what they hold."""

from __future__ import annotations

from typing import Annotated

import msgspec

from segtier.errors import UnreadableInput
from segtier.model.device import Held, Media, Raid, StorageGroup, StorageToday
from segtier.typed import learned


class _Group(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    holds: list[Held] = msgspec.field(default_factory=lambda: ["data", "temp", "redo"])
    media: Media = "unknown"
    spindles: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    raid: Raid | None = None
    tablespaces: list[str] = []


class _File(msgspec.Struct, forbid_unknown_fields=True):
    groups: list[_Group]


def read_storage(text: bytes, name: str, *, is_yaml: bool = False) -> StorageToday:
    """The groups, as stated by the user. Raises UnreadableInput with the name of the text and the faulty field."""
    try:
        groups = (msgspec.yaml if is_yaml else msgspec.json).decode(text, type=learned(_File)).groups
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UnreadableInput(
            f"{name}: {fault}",
            code="bad-storage",
            advice="groups: a list of {name, holds, media, spindles, raid, tablespaces}; see docs/how-advice-works.md.",
        ) from fault
    for group in groups:
        if group.tablespaces and "data" not in group.holds:
            raise UnreadableInput(
                f"{name}: group {group.name[:60]!r} names tablespaces and does not hold data",
                code="bad-storage",
                advice="Tablespaces are of data: add data to holds, or leave them out.",
            )
    return StorageToday(
        tuple(
            StorageGroup(g.name, tuple(g.holds), g.media, g.spindles, g.raid, tuple(g.tablespaces), inferred=False)
            for g in groups
        )
    )


def storage_text(storage: StorageToday) -> str:
    """The JSON that `read_storage` reads as these groups."""
    groups = [_Group(g.name, list(g.holds), g.media, g.spindles, g.raid, list(g.tablespaces)) for g in storage.groups]
    return msgspec.json.encode(_File(groups)).decode()
