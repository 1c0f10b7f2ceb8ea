"""Several tiers on Amazon RDS: a volume for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.errors import Refused
from segtier.model.inventory import DatabaseFile
from segtier.model.plan import Destination, Known, PlanTier
from segtier.plan.write_plan import write_plan
from tests.unit.plan.rds_requests import COLD, FAST, MAIN, NAMED, a_segment, tiers_on_rds
from tests.unit.plan.requests import as_run


def test_each_new_tier_has_a_volume_of_the_kind_that_reads_as_fast() -> None:
    """What frees room comes first; the main volume is there, so nothing is added for it."""
    plan = write_plan(tiers_on_rds(FAST, MAIN, COLD))
    files = {file.path: file.text for file in as_run(plan.files)}
    assert {part.tier: part.place for part in plan.parts} == {
        "FAST": "/rdsdbdata2/db", "MAIN": "/rdsdbdata/db", "COLD": "/rdsdbdata3/db",
    }  # fmt: skip
    folder = {part.tier: part.folder for part in plan.parts}
    assert "volume=rdsdbdata2 type=io2 gib=515" in files[f"{folder['FAST']}/os/10_volume.sh"]
    assert "IOPS=30000" in files[f"{folder['FAST']}/rds.env"]
    assert "volume=rdsdbdata3 type=gp3 gib=515" in files[f"{folder['COLD']}/os/10_volume.sh"]
    assert "IOPS=\n" in files[f"{folder['COLD']}/rds.env"]
    main = {path for path in files if path.startswith(folder["MAIN"])}
    assert not [path for path in main if path.endswith((".sh", ".env"))]
    assert "'^/rdsdbdata[2-4]?/db$'" in files[f"{folder['MAIN']}/steps/30_tablespaces.sql"]
    assert "'^/rdsdbdata[2-4]/db$'" in files[f"{folder['FAST']}/steps/30_tablespaces.sql"]


def test_an_inventory_says_which_volumes_are_taken() -> None:
    files = (
        DatabaseFile("/rdsdbdata/db/ORCL_A/datafile/o1_mf_users.dbf", tablespace="USERS"),
        DatabaseFile("/rdsdbdata2/db/ORCL_A/datafile/o1_mf_other.dbf", tablespace="OTHER"),
    )
    plan = write_plan(tiers_on_rds(FAST, replace(MAIN, place=""), known=Known(datafiles=files)))
    assert {part.tier: part.place for part in plan.parts} == {"FAST": "/rdsdbdata3/db", "MAIN": "/rdsdbdata/db"}


def test_one_tenant_database_for_all_folders() -> None:
    tiers = tuple(replace(one, move=tuple(replace(row, pdb="PDB1") for row in one.move)) for one in (FAST, COLD))
    plan = write_plan(tiers_on_rds(*tiers, cdb=True))
    assert {one.pdb for one in plan.operations} == {None}
    other = replace(COLD, move=(a_segment("COLD", pdb="PDB2"),))
    with pytest.raises(Refused) as refused:
        write_plan(tiers_on_rds(tiers[0], other, cdb=True))
    assert refused.value.code == "several-containers"


@pytest.mark.parametrize(
    ("tiers", "changes", "code"),
    [
        ((FAST, replace(COLD, place="+SAS")), {}, "bad-volume"),
        ((FAST, replace(COLD, place="/rdsdbdata/db")), {}, "bad-volume"),
        ((replace(FAST, place="rdsdbdata3"), replace(COLD, place="/rdsdbdata3/db")), {}, "tier-twice"),
        ((FAST, replace(MAIN, place="")), {}, "tier-place-needed"),
        ((FAST, COLD), {"targets": Destination(target="rds", rds=NAMED)}, "of-one-volume"),
        ((FAST, replace(COLD, device=replace(COLD.device, read_iops=9e5))), {}, "bad-iops"),
        ((FAST, COLD, replace(COLD, name="C"), replace(COLD, name="D")), {}, "too-many-volumes"),
    ],
)
def test_what_cannot_be_planned(tiers: tuple[PlanTier, ...], changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        write_plan(replace(tiers_on_rds(*tiers), **changes))
    assert refused.value.code == code
