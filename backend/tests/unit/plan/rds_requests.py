"""Plan requests for Amazon RDS: each option on both editions and three releases, with and without an inventory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from segtier.model.plan import Destination, PlanRequest, PlanTier, Rds
from tests.unit.plan.inventories import known_request
from tests.unit.plan.requests import EVERY_KIND, GIB, TIER, a_request, a_segment

NAMED = Rds(instance="orcl-prod", parameter_group="orcl-prod-19", iops=20_000)
ON_RDS = Destination(target="rds", rds=NAMED)
RELEASES = ("12.1.0.2.0", "19.0.0.0.0", "21.0.0.0.0")
EDITIONS = ("EE", "SE2")
PUBLISHED = ("temp", "segments", "flash-cache")
"""Flash cache and temp on the instance store, hot segments on an io2 volume."""


def on_rds(option: str = "segments", rds: Rds = NAMED, **changes: Any) -> PlanRequest:
    base: dict[str, Any] = {
        "edition": "EE",
        "rac": False,
        "on_asm": False,
        "targets": Destination(target="rds", rds=rds),
    }
    return a_request(option, **{**base, **changes})


def known_on_rds(option: str = "segments", **changes: Any) -> PlanRequest:
    base: dict[str, Any] = {"edition": "EE", "rac": False, "on_asm": False, "targets": ON_RDS, "compatible": "19.0.0"}
    return known_request(option, **{**base, **changes})


def a_tier(name: str, read_us: float, **changes: Any) -> PlanTier:
    device = replace(TIER, usable_bytes=500 * GIB, read_us=read_us, read_iops=changes.pop("read_iops", TIER.read_iops))
    names = {"data_tablespace": f"{name}_DATA", "index_tablespace": f"{name}_INDX"}
    return PlanTier(name, device, 500 * GIB, **{**names, **changes})


FAST = a_tier("FAST", 300, move=(a_segment("HOT"), a_segment("HOT_PK", "INDEX", tablespace="INDX")), read_iops=30_000)
MAIN = a_tier("MAIN", 2_000, place="/rdsdbdata/db", tablespaces=("USERS",), move=(a_segment("WARM", tablespace="OLD"),))
COLD = a_tier("COLD", 4_000, move=(a_segment("COLD"),), read_iops=1e12)


def tiers_on_rds(*tiers: PlanTier, **changes: Any) -> PlanRequest:
    return on_rds(rds=replace(NAMED, iops=None), tiers=tiers, move=(), **changes)


VARIANTS: list[tuple[str, PlanRequest]] = [
    *[
        (f"{option}, {edition}, {release}", on_rds(option, edition=edition, release=release))
        for option in ("segments", "indexes", "temp")
        for edition in EDITIONS
        for release in RELEASES
    ],
    *[(f"{option}, EE, {release}", on_rds(option, release=release)) for option in ("all", "flash-cache") for release in RELEASES],
    *[(f"{option}, inventory", known_on_rds(option)) for option in ("segments", "indexes", "all", "temp", "flash-cache")],
    ("edition not known", on_rds("temp", edition=None)),
    ("files of two tablespaces", on_rds("all", tablespaces=("users", "INDX"))),
    ("the cache keeps some", on_rds("flash-cache", flash_keep=EVERY_KIND, flash_none=(a_segment("STOCK"),))),
    ("a tenant database", on_rds(move=tuple(a_segment(f"T{n}", pdb="PDB1") for n in (1, 2)), cdb=True)),
]  # fmt: skip
COMBINED: list[tuple[str, PlanRequest]] = [
    ("published", on_rds("combination", parts=PUBLISHED)),
    ("on Standard Edition 2", on_rds("combination", parts=("temp", "segments"), edition="SE2")),
    ("several tiers", tiers_on_rds(FAST, MAIN, COLD)),
    ("nothing named", on_rds("combination", Rds(volume="rdsdbdata4", volume_type="gp3"), parts=PUBLISHED)),
]
