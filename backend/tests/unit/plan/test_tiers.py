"""A bundle over several tiers: a folder for each phase, each with its place, its tablespaces, its checks and its way back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from segtier.documents import decode, encode
from segtier.errors import Refused
from segtier.model.device import Raid
from segtier.model.inventory import DatabaseFile, Quota
from segtier.model.plan import Known, Plan, PlanRequest, PlanTier
from segtier.oracle.move_rate import range_min
from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan
from segtier.question.tiers import AskedTier, compose_tier
from segtier.units import format_bytes
from tests.sentences import like, worded
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


CLUSTER = replace(a_request().database, rac=True)


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
        ((replace(SAS, place=""), DISKS), {}, "tier-place-needed"),
        ((NVME,), {"database": CLUSTER}, "rac-local-flash"),
        ((replace(NVME, free_bytes=GIB), DISKS), {}, "does-not-fit"),
        ((replace(NVME, move=()), replace(DISKS, move=())), {}, "nothing-to-move"),
    ],
)
def test_what_cannot_be_planned(tiers: tuple[PlanTier, ...], changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        planned(*tiers, **changes)
    assert refused.value.code == code


def test_segments_go_into_each_tablespace_that_others_leave() -> None:
    index = a_segment("OLD_IX", "INDEX", tablespace="FAST2", parent_owner="SOE", parent_name="OLD")
    cold = (a_segment("OLD", tablespace="FAST1", size_bytes=4 * GIB), index)
    come = (replace(WARM, size_bytes=4 * GIB), a_segment("WARM_IX", "INDEX", tablespace="INDX"))
    plan = planned(NVME, replace(SAS, free_bytes=GIB // 2, move=come), replace(DISKS, move=cold))
    assert [(one.statement.split('"')[3], one.target) for one in plan.operations if one.file.startswith("3_sas")] == [
        ("WARM", "FAST1"), ("WARM_IX", "FAST2"),
    ]  # fmt: skip
    assert "must_be_there('FAST1');\n  must_be_there('FAST2');" in text(plan, "3_sas/steps/30_tablespaces.sql")


@pytest.mark.parametrize("place", ["/u03/disks", "+DISKS"])
def test_a_tier_of_disks_may_rotate_and_is_held_to_its_own_time(place: str) -> None:
    """What NVMe must be, and how fast it reads, is no measure for it."""
    plan = planned(NVME, SAS, replace(DISKS, place=place))
    assert 'FAIL "$device rotates' in text(plan, "2_nvme/os/10_os_setup.sh")
    assert not re.search("FAIL .*rotates|not on flash", text(plan, "1_disks/os/10_os_setup.sh"))
    for path, said in (("1_disks", "about 8 ms for the DISKS"), ("2_nvme", "well under 1 ms for the NVME")):
        assert f"expected to be {said} ones" in text(plan, f"{path}/verify/80_verify.sql")


def test_a_folder_speaks_of_its_own_tier() -> None:
    """Disks and SAS are not "the SSD"."""
    plan = planned()
    told = [
        (file.path, line)
        for file in plan.files
        if file.path.startswith(("1_disks/", "3_sas/"))
        for line in file.text.splitlines()
        if re.search(r"\bSSDs?\b", line)
    ]
    assert told == []


def test_room_on_a_tier_of_today_is_what_its_tablespaces_have() -> None:
    """What is free at the place is none where the files may not grow."""
    plan = planned()
    check = text(plan, "3_sas/steps/00_precheck.sql")
    assert "LEAST(:s_grow_bytes, NVL(free_at_place, :s_grow_bytes))" in check
    assert "room_verdict(:s_need_bytes" not in check
    assert "room_verdict(:s_need_bytes" in text(plan, "2_nvme/steps/00_precheck.sql")


def test_quota_on_a_tier_of_today_comes_on_top_of_what_is_used_there() -> None:
    known = Known(quotas=(Quota(user="SOE", tablespace="USERS", max_bytes=3 * GIB),), taken_at=None)
    for plan in (planned(), planned(known=known)):
        made = text(plan, "3_sas/steps/30_tablespaces.sql")
        assert "grant_more('SOE', 'FAST2', 3134);" in made  # 3 GiB and 2 %
        assert "grant_quota('SOE'" not in made
        assert "CEIL(l_used / 1048576) + p_mib" in made


def test_parts_made_later_stay_where_they_are_where_parts_go_to_several_tiers() -> None:
    one, other = (a_segment("SALES", "TABLE PARTITION", subobject=name) for name in ("P2023", "P2024"))
    plan = planned(replace(NVME, move=(other,)), replace(DISKS, move=(one,)))
    assert [one.statement for one in plan.operations if "DEFAULT" in one.statement] == []
    assert like("plan/parts-go-several", "`SOE.SALES`", "").search(text(plan, "plan.md"))
    alone = planned(replace(NVME, move=(one, other)), DISKS)
    assert [one.target for one in alone.operations if "DEFAULT" in one.statement] == ["NVME_DATA"]


def test_what_is_encrypted_goes_where_a_tier_of_today_has_room() -> None:
    """No tablespace is made there, so none of another name; the scripts stop where encryption differs."""
    secret = replace(WARM, facts={"tablespace_encrypted": True})
    plan = planned(NVME, replace(SAS, move=(secret,)), DISKS)
    assert {one.target for one in plan.operations if one.table == "WARM"} == {"FAST2"}


def test_tiers_are_told_in_the_order_of_their_folders() -> None:
    known = [line for line in text(planned(), "plan.md").splitlines() if " is new: " in line]
    assert [line.split()[1] for line in known] == ["DISKS", "NVME"]


@pytest.mark.parametrize(
    ("raid", "redundancy", "disks", "told"),
    [
        ("raid0", "EXTERNAL", 4, worded("plan/ssd-not-known", "SAS")),
        ("raid10", "NORMAL", 4, "NORMAL redundancy over 4 disks"),
        ("raid5", "EXTERNAL", 1, worded("plan/counted-raid-asm", "SAS")),
    ],
)
def test_the_disk_group_protects_as_the_answer_counted(raid: Raid, redundancy: str, disks: int, told: str) -> None:
    """The size in the answer is that after RAID: what makes it, ASM or a controller, is no guess of the reader's. A controller
    shows one disk, also to ASMLib and to ASM's filter driver.
    """
    device = compose_tier(AskedTier(name="SAS", device="sas-emlc-800", count=4, raid=raid)).tier
    sas = a_tier("SAS", 8, 8, place="+SAS", move=(WARM,))
    plan = planned(NVME, replace(sas, device=replace(device, usable_bytes=8 * GIB)))
    folder = next(part.folder for part in plan.parts if part.tier == "SAS")
    assert f"CREATE DISKGROUP SAS {redundancy} REDUNDANCY" in text(plan, f"{folder}/steps/20_asm_diskgroups.sql")
    assert told in text(plan, f"{folder}/appendix.md")
    for driver in ("ORCL:", "AFD:"):
        path = f"{folder}/steps/20_asm_diskgroups_{'afd' if driver == 'AFD:' else 'asmlib'}.sql"
        (made,) = (line for line in text(plan, path).splitlines() if line.startswith("CREATE DISKGROUP"))
        assert made.count(f"'{driver}SAS") == disks
    assert f'[ "${{#devices[@]}}" = {disks} ]' in text(plan, f"{folder}/os/10_os_setup.sh")


def test_room_before_anything_moves_is_that_of_the_disk_group_that_is_made() -> None:
    """Four mirrored disks of 2 GiB: ASM keeps the room of one."""
    device = replace(TIER, usable_bytes=4 * GIB, raw_bytes=8 * GIB, count=4, mirrored=True)
    sas = PlanTier("SAS", device, 4 * GIB, "+SAS", "SAS_DATA", "SAS_INDX", move=(replace(WARM, size_bytes=GIB),))
    page = text(planned(NVME, sas), "plan.md")
    assert "| before | 10 GiB | 3 GiB |" in page


def test_who_stops_half_way_knows_what_that_leaves() -> None:
    down, plain = (
        text(plan, "plan.md") for plan in (planned(), planned(NVME, replace(SAS, tablespaces=(), free_bytes=8 * GIB)))
    )
    stopped = worded("plan/stopped-before-last")
    assert stopped in down
    assert stopped not in plain


def test_a_quota_that_30_will_grant_is_no_problem_of_the_precheck() -> None:
    """On a tier of today the tablespace is there before its quota is."""
    library = text(planned(), "3_sas/lib/lib_move.sql")
    lacking = library[library.index("IF NVL(l_quota, 0) < r(p).bytes") :].split("END IF;")[0]
    assert lacking.index(":s_mode = 'CHECK' THEN\n        say(") < lacking.index("stop(")


def test_the_way_back_of_a_directory_leaves_the_rules_of_other_tiers() -> None:
    """No rule of udev is made for a file system; a pattern would take away the names of another tier's disks."""
    plan = planned()
    assert "umount /u03/disks" in text(plan, "1_disks/plan.md")
    assert "97-segtier" not in text(plan, "1_disks/plan.md")
    assert "rm /etc/udev/rules.d/97-segtier-nvme.rules" in text(plan, "2_nvme/plan.md")


def test_the_page_tells_what_all_folders_need_together() -> None:
    """From the same operations as the plan of one place, and as the plan as data. Which indexes a table has nobody says."""
    plan = planned()
    assert plan.ledger is not None
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text(plan, "plan.md").splitlines()
        if "move online" in line
    ]
    assert [row[0] for row in rows] == ["`1_disks/`", "`2_nvme/`", "`3_sas/`", "all"]
    assert rows[-1][2:] == [
        format_bytes(plan.ledger.redo_bytes or 0),
        f"at least {format_bytes(plan.ledger.sort_bytes or 0)}",
        f"{plan.ledger.minutes_low} to {plan.ledger.minutes_high}",
        "{} to {}".format(*range_min(sum(part.needed_bytes or 0 for part in plan.parts))),
    ]
    assert [row[-1] != "none" for row in rows] == [True, True, False, True]  # nothing is made where SAS lies today
    for part in plan.parts:
        (steps,) = (
            line for line in text(plan, f"{part.folder}/plan.md").splitlines() if "40_move_segments.sql`" in line
        )
        assert "redo" in steps


def test_how_it_is_run_is_said_once() -> None:
    plan = planned()
    assert text(plan, "plan.md").count("sqlplus / as sysdba") == 1
    for part in plan.parts:
        page = text(plan, f"{part.folder}/plan.md")
        assert "sqlplus / as sysdba" not in page
        assert "Go into" not in page + text(plan, "plan.md")
        assert "CREATE_SNAPSHOT" not in page
    assert text(plan, "plan.md").count("CREATE_SNAPSHOT") == 1


def test_each_new_place_is_asked_whether_it_is_mirrored() -> None:
    """One agreed to be lost agrees to nothing of another; where the database lies today nobody asks again."""
    plan = planned()
    assert "unmirrored_ok" not in text(plan, "settings.sql")
    for folder, asked in (("1_disks", True), ("2_nvme", True), ("3_sas", False)):
        scripts = ("settings.sql", "steps/30_tablespaces.sql", "steps/00_precheck.sql")
        assert [":s_unmirrored_ok" in text(plan, f"{folder}/{name}") for name in scripts] == [asked] * 3
