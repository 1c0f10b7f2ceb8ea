"""Today's storage from a YAML file: groups with media, spindles, RAID and what they hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from segtier.errors import UnreadableInput
from segtier.model.device import StorageGroup, StorageToday

_HOLDS = ("data", "temp", "redo")
_MEDIA = ("hdd", "flash", "cached-array", "unknown")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    groups: list[StorageGroup]


def read_storage(path: Path) -> StorageToday:
    """The groups of one file; each is a statement of the user's, not inferred. Raises UnreadableInput with the reason."""
    try:
        groups = msgspec.yaml.decode(path.read_bytes(), type=_File).groups
    except (msgspec.ValidationError, msgspec.DecodeError) as fault:
        raise UnreadableInput(f"{path.name}: {fault}", code="bad-storage-file") from fault
    for group in groups:
        unknown = [what for what in group.holds if what not in _HOLDS]
        if unknown or group.media not in _MEDIA or (group.spindles is not None and group.spindles < 1):
            raise UnreadableInput(
                f"{path.name}: group {group.name!r} has holds {list(group.holds)}, media {group.media!r}, "
                f"spindles {group.spindles}",
                code="bad-storage-file",
                advice=f"holds: any of {', '.join(_HOLDS)}; media: one of {', '.join(_MEDIA)}; spindles: 1 or more.",
            )
    return StorageToday(tuple(replace(group, inferred=False) for group in groups))
