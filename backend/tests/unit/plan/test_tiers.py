"""A bundle over several tiers: a folder for each phase, each with its place, its tablespaces, its checks and its way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segtier.documents import decode, encode
from segtier.errors import Refused
from segtier.model.inventory import DatabaseFile
from segtier.model.plan import Destination, Known, Plan, PlanRequest, PlanTier
from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan
from tests.unit.plan.requests import GIB, TIER, a_request, a_segment

HOT, PK = a_segment("HOT", size_bytes=4 * GIB), a_segment("HOT_PK", "INDEX", tablespace="INDX")
WARM = a_segment("WARM", size_bytes=3 * GIB)
COLD = a_segment("COLD", tablespace="FAST2", size_bytes=4 * GIB, reason="It costs 9 s of DB time an hour.")


def a_tier(name: str, size: int, free: int | None, **changes: Any) -> PlanTier:
    device = replace(TIER, usable_bytes=size * GIB, read_us=changes.pop("read_us", 280.0))
    names = {"data_tablespace": f"{name}_DATA", "index_tablespace": f"{name}_INDX"}
    return PlanTier(name, device, None if free is None else free * GIB, **{**names, **changes})


NVME = a_tier("NVME", 10, 10, place="+NVME", move=(HOT, PK))
SAS = a_tier("SAS", 8, 1, place="+SAS", tablespaces=("FAST1", "FAST2"), move=(WARM,), read_us=500.0)
DISKS = a_tier("DISKS", 600, 50, place="/u03/disks", move=(COLD,), read_us=8000.0)


def planned(*tiers: PlanTier, **changes: Any) -> Plan:
    return write_plan(a_request(tiers=tiers or (NVME, SAS, DISKS), move=(), **changes))


def text(plan: Plan, path: str) -> str:
    return next(file.text for file in plan.files if file.path == path)


def test_a_folder_for_each_phase() -> None:
    """WARM fits on SAS only where COLD has left FAST2, so it goes into FAST2."""
    plan = planned()
    assert [(one.folder, one.tier, one.place) for one in plan.parts] == [
        ("1_disks", "DISKS", "/u03/disks"), ("2_nvme", "NVME", "+NVME"), ("3_sas", "SAS", "+SAS"),
    ]  # fmt: skip
    assert [(one.id, one.file.partition("/")[0], one.target) for one in plan.operations] == [
        ("O001", "1_disks", "DISKS_DATA"), ("O002", "2_nvme", "NVME_DATA"), ("O003", "2_nvme", "NVME_INDX"),
        ("O004", "3_sas", "FAST2"),
    ]  # fmt: skip
    for part in plan.parts:
        assert f":s_flash_place := '{part.place}'" in text(plan, f"{part.folder}/settings.sql")
        assert f"{part.folder}/rollback/90_rollback.sql" in {file.path for file in plan.files}


def test_what_is_there_is_not_made() -> None:
    """A tier of today is neither prepared nor given tablespaces; its checks look whether they are there."""
    plan = planned()
    paths = {file.path for file in plan.files}
    assert {"2_nvme/os/10_os_setup.sh", "2_nvme/steps/20_asm_diskgroups.sql", "1_disks/os/10_os_setup.sh"} <= paths
    assert not {path for path in paths if path.startswith(("3_sas/os", "3_sas/steps/20"))}
    made = text(plan, "3_sas/steps/30_tablespaces.sql")
    assert "must_be_there('FAST2')" in made
    assert "create_missing('" not in made
    assert "there_verdict('FAST2')" in text(plan, "3_sas/steps/00_precheck.sql")
    assert "create_missing('NVME_DATA'" in text(plan, "2_nvme/steps/30_tablespaces.sql")
    assert [part.needed_bytes for part in plan.parts][2] == 0


def test_the_page_tells_the_room_after_each_folder() -> None:
    page = text(planned(), "plan.md")
    rows = [line for line in page.splitlines() if line.startswith(("| before", "| after"))]
    assert rows == [
        "| before | 10 GiB | 1 GiB | 50 GiB |",
        "| after `1_disks/` | 10 GiB | 5 GiB | 46 GiB |",
        "| after `2_nvme/` | 4 GiB | 5 GiB | 46 GiB |",
        "| after `3_sas/` | 4 GiB | 2 GiB | 46 GiB |",
    ]
    assert "`SOE.COLD` (4 GiB) from SAS to DISKS: It costs 9 s" in page


def test_without_a_swap_nothing_is_said_of_one() -> None:
    swapped, plain = (
        text(plan, "plan.md") for plan in (planned(), planned(NVME, replace(SAS, tablespaces=(), free_bytes=8 * GIB)))
    )
    assert "Keep to the order" in swapped
    assert "Keep to the order" not in plain
    assert "slower tier" not in plain


def test_the_same_request_gives_the_same_bundle() -> None:
    plan = planned()
    assert write_plan(decode(encode(plan.request), PlanRequest)).files == plan.files


def test_the_plan_as_data_tells_tiers() -> None:
    document = plan_document(planned())
    assert document.places == ("/u03/disks", "+NVME", "+SAS")
    assert [(one.tier, one.tablespace) for one in document.targets] == [
        ("DISKS", "DISKS_DATA"), ("NVME", "NVME_DATA"), ("NVME", "NVME_INDX"), ("SAS", "FAST2"),
    ]  # fmt: skip
    assert [(one.tier, one.operations) for one in document.parts] == [
        ("DISKS", ("O001",)), ("NVME", ("O002", "O003")), ("SAS", ("O004",)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("files", "place"),
    [
        (("+SAS/DB/f1.dbf", "+SAS/DB/f2.dbf"), "+SAS"),
        (("/u02/sas/f1.dbf",), "/u02/sas"),
        (("+SAS/DB/f1.dbf", "+DATA/DB/f2.dbf"), None),
        ((), None),
    ],
)
def test_a_tier_of_today_is_where_its_files_are(files: tuple[str, ...], place: str | None) -> None:
    known = Known(datafiles=tuple(DatabaseFile(name=name, tablespace="FAST2") for name in files))
    tiers = (NVME, replace(SAS, place=""), DISKS)
    if place is None:
        with pytest.raises(Refused) as refused:
            planned(*tiers, known=known)
        assert refused.value.code == "tier-place-needed"
    else:
        assert planned(*tiers, known=known).parts[2].place == place


def test_an_index_that_an_earlier_folder_moved_is_where_it_is_then() -> None:
    index = a_segment("WARM_IX", "INDEX", tablespace="INDX", parent_owner="SOE", parent_name="WARM")
    known = Known(dependents=(index,), dependents_complete=True)
    plan = planned(replace(NVME, move=(HOT, index)), SAS, DISKS, known=known, release="11.2.0.4.0")
    (moved,) = [one for one in plan.operations if one.table == "WARM" and one.index is None]
    assert [(row.name, row.home, row.target) for row in moved.rewrites if row.role == "rebuilt"] == [
        ("WARM_IX", "NVME_INDX", "NVME_INDX")
    ]


@pytest.mark.parametrize(
    ("tiers", "changes", "code"),
    [
        ((NVME, replace(DISKS, place="")), {}, "tier-place-needed"),
        ((NVME, SAS, DISKS), {"targets": Destination(target="rds")}, "tiers-not-on-rds"),
        ((NVME, SAS), {"option": "indexes"}, "not-on-tiers"),
        ((replace(NVME, free_bytes=GIB), DISKS), {}, "does-not-fit"),
        ((replace(NVME, move=()), replace(DISKS, move=())), {}, "nothing-to-move"),
    ],
)
def test_what_cannot_be_planned(tiers: tuple[PlanTier, ...], changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        planned(*tiers, **changes)
    assert refused.value.code == code
