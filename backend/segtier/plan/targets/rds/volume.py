"""The additional storage volume: when a plan needs one, how large it is.

Source: Amazon RDS User Guide, Working with storage in RDS for Oracle (up to three volumes, 200 GiB to 64 TiB each, gp3 or io2).
"""

from __future__ import annotations

from segtier.errors import Infeasible, Refused
from segtier.model.option import specs
from segtier.plan.contract import TargetedRequest
from segtier.plan.targets.rds.instance_store import parts_of
from segtier.units import GIB, format_bytes

LEAST_GIB, MOST_GIB = 200, 65_536
SPARE = 1.03
"""For the file system and headers of files."""


def uses_volume(request: TargetedRequest) -> bool:
    return any(spec.places_data for spec in specs(parts_of(request)))


def volume_gib(request: TargetedRequest) -> int:
    """As asked for, else with room for the flash of the request. Raises Infeasible and Refused."""
    needed = -(-int(request.tier.usable_bytes * SPARE) // GIB)
    if needed > MOST_GIB:
        raise Infeasible(
            f"a volume of RDS holds {MOST_GIB} GiB, the SSD of the request {format_bytes(request.tier.usable_bytes)}",
            code="does-not-fit",
        )
    asked = request.targets.rds.volume_gib
    if asked is None:
        return max(LEAST_GIB, needed)
    if not max(LEAST_GIB, needed) <= asked <= MOST_GIB:
        raise Refused(
            f"the volume has {asked} GiB; {max(LEAST_GIB, needed)} to {MOST_GIB} are possible with the SSD of the request",
            code="bad-volume",
            advice="Give less SSD (--ssd) or a larger volume.",
        )
    return asked
