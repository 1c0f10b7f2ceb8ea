"""Further tiers beside the SSD: what each is made of, or what it carries."""

from __future__ import annotations

import re
from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.device import NO_LIMIT, Raid, Tier
from segtier.model.storage_tier import FLASH, FurtherTier, StorageTier
from segtier.oracle.devices import find_device, tier
from segtier.oracle.raid import raid_tier
from segtier.question.forms import CAPACITY, DEVICE, PLACE, RATE, TIER_NAME
from segtier.question.row import asked
from segtier.units import parse_capacity_bytes, parse_rate_bytes_per_s

MOST_TIERS = 8
_NAME = re.compile(TIER_NAME.pattern or "", re.ASCII)
MIRRORS = ("raid1", "raid10")
PARITIES = ("raid5", "raid6")
RAIDS = {"raid0": "None", "raid1": "Mirrored", "raid10": "RAID 10", "raid5": "RAID 5", "raid6": "RAID 6"}


@dataclass(frozen=True, slots=True)
class AskedTier:
    """By a device of the catalogue, or by its size and how long a read takes; what is stated goes before."""

    name: str = asked(
        label="Name", help="What you call it; its tablespaces begin with this name.", longest=20, form=TIER_NAME
    )
    place: str | None = asked(
        None, label="Place", help="Where its files go: +GROUP or a directory.", longest=400, form=PLACE
    )
    device: str | None = asked(
        None, label="Device", help="A device from the catalogue; add how many, and how they are combined.",
        longest=80, form=DEVICE,
    )  # fmt: skip
    count: int = asked(1, label="How many", help="How many of that device.", least=1, most=1000)
    raid: Raid = asked("raid0", label="RAID", help="How the devices are combined.", choices=RAIDS)
    shared: bool | None = asked(
        None,
        label="Seen by every node",
        help="Every node of the cluster sees it; what holds tablespaces today is seen by all.",
    )
    years: float = asked(
        5.0, label="Years it must last", help="How long the cells must bear the writes.", above=0, most=50
    )
    size: str | None = asked(None, label="Usable size", help="Usable after mirroring: 2TB.", longest=40, form=CAPACITY)
    read_us: float | None = asked(
        None, label="Read, µs", help="How long the database waits for one block.", above=0, most=1e6
    )
    write_us: float | None = asked(
        None, label="Write, µs", help="How long a one-block write takes; default: as a read.", above=0, most=1e6
    )
    reads_per_s: float | None = asked(None, label="Reads/s", help="Reads a second it takes.", above=0, most=1e9)
    writes_per_s: float | None = asked(
        None, label="Writes/s", help="Writes a second it takes, in the steady state.", above=0, most=1e9
    )
    read_rate: str | None = asked(
        None, label="Bytes read/s", help="Bytes it reads a second: 2GB/s.", longest=40, form=RATE
    )
    write_rate: str | None = asked(
        None,
        label="Bytes written/s",
        help="Bytes it writes a second, in the steady state: 800MB/s.",
        longest=40,
        form=RATE,
    )
    written_a_day: str | None = asked(
        None, label="Written a day", help="Bytes its cells bear a day: 3TB.", longest=40, form=CAPACITY
    )
    tablespaces: tuple[str, ...] = asked(
        (), label="Tablespaces", help="What lies there today; none: it is new.", longest=400, times=1000
    )
    price: float | None = asked(None, label="Price", help="Price of the whole tier.", above=0, most=1e12)


def compose_tier(one: AskedTier) -> FurtherTier:
    """Raises Refused, UnreadableInput and NotFound for what cannot be meant."""
    if not _NAME.fullmatch(one.name):
        raise Refused(TIER_NAME.wrong.format(given=repr(one.name[:60])), code="bad-name", advice=TIER_NAME.advice)
    if one.name.upper() == FLASH:
        raise Refused(
            f"{FLASH} is the SSD of the question itself, and no further tier",
            code="tier-twice",
            advice="Call the tier something else.",
        )
    return _of_device(one) if one.device is not None else _as_stated(one)


def _of_device(one: AskedTier) -> FurtherTier:
    model = find_device(one.device or "")
    limits = raid_tier(one.name, model, one.count, one.raid, one.years)
    size = limits.usable_bytes or 0
    sheet = tier(usable_bytes=size, device=one.device, shared=_shared(one))
    # A small write of RAID 5 waits for the reads of what it replaces.
    write_us = sheet.write_us + (sheet.read_us if one.raid in PARITIES else 0.0)
    sheet = replace(
        sheet,
        id=one.name,
        usable_bytes=size,
        raw_bytes=model.raw_bytes * one.count,
        count=one.count,
        mirrored=one.raid in MIRRORS,
        parity=one.raid in PARITIES,
        write_us=write_us,
        write_us_high=max(sheet.write_us_high, write_us),
        read_iops=limits.reads_per_s or NO_LIMIT,
        write_iops=limits.writes_per_s or NO_LIMIT,
        read_bytes_per_s=limits.read_bytes_per_s or NO_LIMIT,
        write_bytes_per_s=limits.written_bytes_per_s or NO_LIMIT,
    )
    return _stated_over(one, sheet, limits)


def _shared(one: AskedTier) -> bool | None:
    """As stated; what the database lies on today every node sees; else None: as one SSD that nobody said it of."""
    return one.shared if one.shared is not None or not one.tablespaces else True


def _as_stated(one: AskedTier) -> FurtherTier:
    if one.size is None or one.read_us is None:
        raise Refused(
            f"tier {one.name!r} has neither a device nor its size and read time",
            code="tier-incomplete",
            advice="Give device, or size and read_us.",
        )
    size = parse_capacity_bytes(one.size)
    bare = Tier(
        id=one.name,
        model=one.name,
        attachment="san",
        shared=_shared(one) or False,
        usable_bytes=size,
        raw_bytes=size,
        count=1,
        mirrored=False,
        read_us=one.read_us,
        read_us_low=one.read_us,
        read_us_high=one.read_us,
        write_us=one.read_us,
        write_us_low=one.read_us,
        write_us_high=one.read_us,
        read_iops=NO_LIMIT,
        write_iops=NO_LIMIT,
        read_bytes_per_s=NO_LIMIT,
        write_bytes_per_s=NO_LIMIT,
        source="as stated",
    )
    return _stated_over(one, bare, StorageTier(one.name, bool(one.tablespaces), size))


def _stated_over(one: AskedTier, sheet: Tier, limits: StorageTier) -> FurtherTier:
    """What is stated in the place of what the device's data sheet says."""
    size = None if one.size is None else parse_capacity_bytes(one.size)
    read_rate = None if one.read_rate is None else parse_rate_bytes_per_s(one.read_rate)
    write_rate = None if one.write_rate is None else parse_rate_bytes_per_s(one.write_rate)
    if one.read_us is not None:
        sheet = replace(sheet, read_us=one.read_us, read_us_low=one.read_us, read_us_high=one.read_us)
    if one.write_us is not None:
        sheet = replace(sheet, write_us=one.write_us, write_us_low=one.write_us, write_us_high=one.write_us)
    sheet = replace(
        sheet,
        usable_bytes=size or sheet.usable_bytes,
        read_iops=one.reads_per_s or sheet.read_iops,
        write_iops=one.writes_per_s or sheet.write_iops,
        read_bytes_per_s=read_rate or sheet.read_bytes_per_s,
        write_bytes_per_s=write_rate or sheet.write_bytes_per_s,
    )
    limits = replace(
        limits,
        today=bool(one.tablespaces),
        usable_bytes=size or limits.usable_bytes,
        reads_per_s=one.reads_per_s or limits.reads_per_s,
        writes_per_s=one.writes_per_s or limits.writes_per_s,
        read_bytes_per_s=read_rate or limits.read_bytes_per_s,
        written_bytes_per_s=write_rate or limits.written_bytes_per_s,
        written_bytes_per_day=(
            limits.written_bytes_per_day if one.written_a_day is None else parse_capacity_bytes(one.written_a_day)
        ),
    )
    spaces = tuple(name.strip().upper() for name in one.tablespaces)
    return FurtherTier(sheet, limits, spaces, (one.place or "").strip(), one.price)


def compose_tiers(tiers: tuple[AskedTier, ...]) -> tuple[FurtherTier, ...]:
    """Raises Refused for two tiers of one name or with one tablespace, and as `compose_tier`."""
    found = tuple(map(compose_tier, tiers))
    for what, names in (
        ("name", [one.limits.name.upper() for one in found]),
        ("tablespace", [space for one in found for space in one.tablespaces]),
    ):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise Refused(
                f"two tiers have the {what} {twice[0][:60]!r}", code="tier-twice", advice="Give each its own."
            )
    return found
