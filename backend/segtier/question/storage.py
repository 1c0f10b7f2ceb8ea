"""Today's storage as a YAML file or as JSON: groups with media, spindles, RAID and what they hold."""

from __future__ import annotations

import msgspec

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.model.device import Held, Media, Raid, StorageGroup, StorageToday
from segtier.question.row import asked, rows_of
from segtier.question.structs import struct_of
from segtier.question.take import wrong_field
from segtier.typed import learned

MEDIA = {"hdd": "Disks", "flash": "SSD", "cached-array": "Array with cache"}
MOST_DISKS = 100_000
HELD = {"data": "Data", "temp": "Temp", "redo": "Redo"}
RAID = {name: name.upper() for name in ("raid0", "raid1", "raid10", "raid5", "raid6")}


@dataclass(frozen=True, slots=True)
class AskedGroup:
    """One group of disks, as it is stated."""

    name: str = asked(label="Name", help="What you call it.", longest=400)
    holds: tuple[Held, ...] = asked(("data", "temp", "redo"), label="Holds", help="What lies there.", choices=HELD)
    media: Media = asked(
        "unknown", label="Media", help="What it is made of.", choices={**MEDIA, "unknown": "Not known"}
    )
    spindles: int | None = asked(None, label="Disks", help="How many disks it has.", least=1, most=MOST_DISKS)
    raid: Raid | None = asked(None, label="RAID", help="How they are combined.", choices=RAID)
    tablespaces: tuple[str, ...] = asked(
        (),
        label="Tablespaces",
        help="For data: only these tablespaces; none: all that no other group names.",
        longest=400,
    )
    files: tuple[str, ...] = asked(
        (),
        label="Files beginning with",
        help="Data files with names that begin like this: +LEDGER, /u02.",
        longest=400,
    )
    read_us: float | None = asked(
        None,
        label="A read takes, µs",
        help="Microseconds of a single-block read there, where you know better than the reports say.",
        above=0,
        most=1e7,
    )


@dataclass(frozen=True, slots=True)
class AskedStorage:
    groups: tuple[AskedGroup, ...] = asked(label="Group", help="All groups of disks that hold the database today.")


def read_storage(text: bytes, name: str, *, is_yaml: bool = False) -> StorageToday:
    """The groups, as stated by the user. Raises UnreadableInput with the name of the text and the faulty field."""
    try:
        groups = (msgspec.yaml if is_yaml else msgspec.json).decode(text, type=learned(_File)).groups
    except (msgspec.DecodeError, RecursionError) as fault:
        raise UnreadableInput(
            f"{name}: {_wrong_group(text, is_yaml) or fault}",
            code="bad-storage",
            advice=f"groups: a list of {{{', '.join(row.name for row in rows_of(AskedGroup))}}}; see docs/use/storage-today.md.",
        ) from fault
    for group in groups:
        if (group.tablespaces or group.files) and "data" not in group.holds:
            what = "tablespaces" if group.tablespaces else "files"
            raise UnreadableInput(
                f"{name}: group {group.name[:60]!r} names {what} and does not hold data",
                code="bad-storage",
                advice="Both are of data: add data to holds, or leave them out.",
            )
    fields = [row.name for row in rows_of(AskedGroup)]
    return StorageToday(
        tuple(StorageGroup(**{field: getattr(one, field) for field in fields}, inferred=False) for one in groups)
    )


def _wrong_group(text: bytes, is_yaml: bool) -> str | None:
    """The first group with a field that cannot be, in the words of every door; None where the text has no such groups."""
    try:
        groups = (msgspec.yaml if is_yaml else msgspec.json).decode(text)["groups"]
        rows = rows_of(AskedGroup)
        for place, group in enumerate(groups, 1):
            unknown = sorted(group.keys() - {row.name for row in rows})
            if unknown:
                return f"group {place} has no field {str(unknown[0])[:60]!r}"
            if (wrong := wrong_field(rows, group)) is not None:
                return f"group {place}: {wrong.message}"
    except (msgspec.DecodeError, RecursionError, LookupError, TypeError, AttributeError):
        pass
    return None


def storage_text(storage: StorageToday) -> str:
    """The JSON that `read_storage` reads as these groups."""
    names = [row.name for row in rows_of(AskedGroup)]
    return msgspec.json.encode(
        {"groups": [{name: getattr(g, name) for name in names} for g in storage.groups]}
    ).decode()


_File = struct_of("AskedStorage", rows_of(AskedStorage))
