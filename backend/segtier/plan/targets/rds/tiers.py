"""Several tiers on RDS: an additional storage volume for each new one; a tier of today is a volume that is there.

Source: Amazon RDS User Guide, Working with storage in RDS for Oracle (up to three additional volumes, rdsdbdata2 to 4, gp3 or io2
each) and its use case of frequently and seldom read data on volumes of different kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import cast, get_args

from segtier.errors import Infeasible, Refused
from segtier.model.device import NO_LIMIT
from segtier.model.plan import MAIN_VOLUME, PlanTier, Rds, VolumeName, VolumeType
from segtier.plan.contract import TargetedRequest
from segtier.plan.targets.rds.volume import sold_as

ADDITIONAL: tuple[VolumeName, ...] = get_args(VolumeName)
_VOLUME = re.compile(r"/?(rdsdbdata[2-4]?)(?:/.*)?", re.ASCII)


def placed(request: TargetedRequest) -> tuple[PlanTier, ...]:
    """Each tier with its volume: as said, where an inventory has its tablespaces, else the next that nobody has.

    Raises Refused for a place that is no volume, and Infeasible for more volumes than there are.
    """
    rds = request.targets.rds
    if rds.iops is not None or rds.volume_gib is not None:
        raise Refused(
            "IOPS and GiB are given for one volume, and there are several tiers",
            code="of-one-volume",
            advice="Leave them out: each volume is as large as its tier, and gets the reads a second that its tier states.",
        )
    files = (request.known.datafiles if request.known else None) or ()
    there = {name for file in files if (name := _volume(file.name))}
    volumes: dict[str, str] = {}
    for one in request.tiers:
        if one.place:
            volumes[one.name] = _said(one)
        elif one.today:
            volumes[one.name] = _today(one, {_volume(file.name) for file in files if _holds(one, file.tablespace)})
    _each_its_own(volumes)
    free = [name for name in _from(rds.volume) if name not in there | set(volumes.values())]
    for one in request.tiers:
        if one.name not in volumes:
            if not free:
                raise Infeasible(
                    f"an instance of RDS has three additional volumes, and none is left for {one.name}",
                    code="too-many-volumes",
                    advice="Ask with fewer new tiers.",
                )
            volumes[one.name] = free.pop(0)
    return tuple(replace(one, place=f"/{volumes[one.name]}/db") for one in request.tiers)


def volume_of(tier: PlanTier, rds: Rds) -> Rds:
    """The kind is the one that reads as fast as its tier is said to; its requests are those that the tier states."""
    kind: VolumeType = "gp3" if tier.device.read_us >= sold_as("gp3").read_us else "io2"
    sold, stated = sold_as(kind), tier.device.read_iops
    # More than is sold is refused where the volume is looked at.
    least = max(sold.least_requests_per_s, sold.free_requests_per_s)
    iops = None if tier.today or stated >= NO_LIMIT else int(max(stated, least))
    volume = cast("VolumeName", _volume(tier.place))
    return replace(rds, volume=volume, volume_type=kind, volume_gib=None, iops=iops)


def _volume(place: str) -> str | None:
    found = _VOLUME.fullmatch(place)
    return found[1] if found else None


def _holds(tier: PlanTier, tablespace: str | None) -> bool:
    return (tablespace or "").upper() in tier.tablespaces


def _said(tier: PlanTier) -> str:
    volume = _volume(tier.place)
    if volume is None or (volume == MAIN_VOLUME and not tier.today):
        raise Refused(
            f"{tier.name}: {tier.place[:60]} is not an RDS volume that takes new files",
            code="bad-volume",
            advice="Leave the place out, or name a volume: place=/rdsdbdata2/db; the main one, /rdsdbdata/db, only with the"
            " tablespaces that lie there.",
        )
    return volume


def _today(tier: PlanTier, found: set[str | None]) -> str:
    volume = found.pop() if len(found) == 1 else None
    if volume is None:
        raise Refused(
            f"the inputs do not say which volume the tablespaces of {tier.name} are on",
            code="tier-place-needed",
            advice="Give the tier its place: place=/rdsdbdata/db for the main volume; or add a bundle of the collector.",
        )
    return volume


def _each_its_own(volumes: dict[str, str]) -> None:
    names = list(volumes.values())
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise Refused(
            f"two tiers are on the volume {twice[0]}",
            code="tier-twice",
            advice="Give each its own, or make them one tier.",
        )


def _from(first: str) -> Iterable[str]:
    """The additional volumes, the one that was asked for before the others."""
    return sorted(ADDITIONAL, key=lambda name: (name != first, name))
