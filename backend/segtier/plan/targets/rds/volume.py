"""The additional storage volume: when a plan needs one, how large it is, how many requests a second it may be given.

What is sold of each type the catalogue of volumes says (`rds-gp3`, `rds-io2`).
"""

from __future__ import annotations

import math

from segtier.errors import Infeasible, Refused, named
from segtier.model.option import specs
from segtier.model.plan import Rds, VolumeType
from segtier.model.volume import VolumeModel
from segtier.oracle.volumes import find_volume, volume_models
from segtier.plan.contract import TargetedRequest
from segtier.plan.targets.rds.instance_store import parts_of
from segtier.units import GIB, format_bytes

SPARE = 1.03
"""For the file system and headers of files."""


def uses_volume(request: TargetedRequest) -> bool:
    return any(spec.places_data for spec in specs(parts_of(request)))


def sold_as(kind: VolumeType) -> VolumeModel:
    return find_volume(f"rds-{kind}", volume_models())


def volume_gib(request: TargetedRequest) -> int:
    """As asked for, else with room for the flash of the request. Raises Infeasible and Refused."""
    sold, asked = sold_as(request.targets.rds.volume_type), request.targets.rds.volume_gib
    least, most = sold.least_bytes // GIB, math.inf if sold.most_bytes is None else sold.most_bytes // GIB
    needed = -(-int(request.tier.usable_bytes * SPARE) // GIB)
    if needed > most:
        raise Infeasible(
            f"a volume of RDS holds {most} GiB, the SSD of the request {format_bytes(request.tier.usable_bytes)}",
            code="does-not-fit",
        )
    if asked is None:
        return max(least, needed)
    if not max(least, needed) <= asked <= most:
        raise Refused(
            f"the volume has {asked} GiB; {max(least, needed)} to {most} are possible with the SSD of the request",
            code="bad-volume",
            advice=f"Give less SSD ({named('ssd')}) or a larger volume.",
        )
    return asked


def refuse_bad_iops(rds: Rds) -> None:
    """Raises Refused for more or fewer than are sold: what is included is the least."""
    sold = sold_as(rds.volume_type)
    least = max(sold.least_requests_per_s, sold.free_requests_per_s)
    most = math.inf if sold.most_requests_per_s is None else sold.most_requests_per_s
    if rds.iops is not None and not least <= rds.iops <= most:
        raise Refused(f"IOPS of {rds.volume_type} are {least:.0f} to {most:.0f}, not {rds.iops}", code="bad-iops")
