"""The disks below a plan: only ours or empty ones are touched, by names that stay, and never an array of two nodes.

10_os_setup.sh really runs, in a root of its own (`machine.py`); every file it writes and every change it asks for is compared.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from segtier.errors import Refused
from segtier.model.plan import Destination
from segtier.plan.write_plan import write_plan
from tests.sentences import in_shell, worded
from tests.unit.plan.machine import (
    ACT,
    ASM,
    ENV,
    FLASH,
    HEALTHY,
    ID,
    TOLD,
    Disk,
    Machine,
    apply,
    isolated,
    prints,
    unmirrored,
)
from tests.unit.plan.requests import TIER, a_request, paths, text_of

RULE = (
    f'KERNEL=="sd*|nvme*n*", ENV{{DEVTYPE}}=="disk", ENV{{ID_WWN}}=="{ID}", SYMLINK+="segtier/ssddata/d0",'
    ' OWNER="grid", GROUP="asmadmin", MODE="0660"\n\n'
)
RULES = "etc/udev/rules.d/97-segtier-ssddata.rules"


@isolated
def test_an_empty_disk_gets_its_name_and_no_other_device_an_event(tmp_path: Path) -> None:
    ran = apply(tmp_path, Disk())
    assert (ran.code, ran.did) == (0, TOLD), ran.said
    assert ran.written == {RULES: RULE, "dev/segtier/ssddata/d0": "-> /dev/nvme9n1"}
    assert (
        f"PASS         {in_shell('plan/health-device-endurance', device='/dev/nvme9n1', worn=8, media=0)}\n" in ran.said
    )
    assert "sectors of /dev/nvme9n1: 512 bytes logical, 4096 physical\n" in ran.said


SERIAL = "8a7f0c1e-52d4-4b0e-9"
EBS = "nvme.1d0f-766f6c3032396666373939346530323731306436-416d617a6f6e20456c617374696320426c6f636b2053746f7265-00000001"
MANY = "nvme.1414-534e3a20303030303031-4d534654204e564d6520416363656c657261746f722076312e30-0000000"
LASTING = [
    ("virtio by its serial", "vdb", f"virtio-{SERIAL}", f"ID_SERIAL={SERIAL}", SERIAL, f'ENV{{ID_SERIAL}}=="{SERIAL}"'),
    (
        "virtio- and all",
        "vdb",
        f"virtio-{SERIAL}",
        f"ID_SERIAL={SERIAL}",
        f"virtio-{SERIAL}",
        f'"vd*"|"{SERIAL}"',
    ),
    (
        "a whole path",
        "nvme9n1",
        f"nvme-{ID}",
        f"ID_WWN={ID}",
        f"/dev/disk/by-id/nvme-{ID}",
        f'ENV{{ID_WWN}}=="{ID}"',
    ),
    (
        "EBS",
        "nvme9n1",
        "nvme-Amazon_Elastic_Block_Store_vol029ff7994e02710d6",
        f"ID_SERIAL=Amazon_Elastic_Block_Store_vol029ff7994e02710d6_1\nID_WWN={EBS}",
        "nvme-Amazon_Elastic_Block_Store_vol029ff7994e02710d6",
        f'ENV{{ID_WWN}}=="{EBS}"',
    ),
    (
        "Google on NVMe",
        "nvme9n1",
        "google-ssd-1",
        "ID_WWN=nvme.1ae0-6e766d655f636172642d7064-6e766d655f636172642d7064-00000002\nID_SERIAL_SHORT=ssd-1",
        "google-ssd-1",
        'ENV{ID_SERIAL_SHORT}=="ssd-1"',
    ),
    (
        "OCI",
        "sdb",
        "/dev/oracleoci/oraclevdb",
        "ID_WWN=0x60cb1a2b3c4d5e6f\nID_WWN_WITH_EXTENSION=0x60cb1a2b3c4d5e6f0011223344556677",
        "/dev/oracleoci/oraclevdb",
        'ENV{ID_WWN_WITH_EXTENSION}=="0x60cb1a2b3c4d5e6f0011223344556677"',
    ),
    (
        "Azure, SCSI",
        "sdc",
        "/dev/disk/azure/scsi1/lun10",
        "ID_WWN=0x6002248012345678\nID_WWN_WITH_EXTENSION=0x6002248012345678aabbccddeeff0011\nAZURE_DISK_LUN=10",
        "/dev/disk/azure/scsi1/lun10",
        'ENV{ID_WWN_WITH_EXTENSION}=="0x6002248012345678aabbccddeeff0011"',
    ),
    (
        "Azure, NVMe",
        "nvme9n4",
        "/dev/disk/azure/data/by-lun/2",
        f"ID_WWN={MANY}4\nAZURE_DISK_TYPE=data\nAZURE_DISK_LUN=2",
        "/dev/disk/azure/data/by-lun/2",
        'ENV{DEVTYPE}=="disk", ENV{AZURE_DISK_TYPE}=="data", ENV{AZURE_DISK_LUN}=="2"',
    ),
]


@isolated
@pytest.mark.parametrize(
    ("name", "link", "udev", "given", "asked"), [row[1:] for row in LASTING], ids=[row[0] for row in LASTING]
)
def test_a_disk_of_a_cloud_gets_its_name_by_what_stays_with_it(
    name: str, link: str, udev: str, given: str, asked: str, tmp_path: Path
) -> None:
    """Such disks were refused: by their links nobody could name them."""
    disk = Disk(name=name, link=link, udev=udev)
    ran = Machine(tmp_path, unmirrored(), disk).run(f"DISKS={given}\nUNREAD_HEALTH_OK=YES\n", "--apply")
    assert ran.code == 0, ran.said
    assert all(part in ran.written[RULES] for part in asked.split("|")), ran.written[RULES]
    assert ran.written["dev/segtier/ssddata/d0"] == f"-> /dev/{name}"


@isolated
def test_what_two_disks_answer_to_names_neither(tmp_path: Path) -> None:
    """The rule gave the name, and the owner, to whichever came last."""
    path = Disk(name="sdc", link="scsi-path2", udev="ID_WWN=0x5000c500a1b2c3d4")
    disk = Disk(name="sdb", link="wwn-0x5000c500a1b2c3d4", udev="ID_WWN=0x5000c500a1b2c3d4")
    ran = Machine(tmp_path, unmirrored(), disk, path).run("DISKS=0x5000c500a1b2c3d4\nUNREAD_HEALTH_OK=YES\n", "--apply")
    assert (ran.code, ran.did, ran.written) == (1, [], {}), ran.said
    assert "/dev/sdb and /dev/sdc alike" in ran.said


@isolated
def test_a_look_changes_nothing_and_shows_the_rules(tmp_path: Path) -> None:
    ran = Machine(tmp_path, unmirrored(), Disk(), nvme=prints(HEALTHY)).run(ENV)
    assert (ran.code, ran.did, ran.written) == (0, [], {}), ran.said
    assert RULE.strip() in ran.said


@isolated
def test_a_disk_with_our_name_is_ours_on_a_second_run(tmp_path: Path) -> None:
    """By then it holds an ASM header."""
    machine = Machine(tmp_path, unmirrored(), Disk(start=ASM), nvme=prints(HEALTHY))
    machine.write(RULES, RULE)
    (tmp_path / "dev" / "segtier" / "ssddata").mkdir(parents=True)
    (tmp_path / "dev" / "segtier" / "ssddata" / "d0").symlink_to("/dev/nvme9n1")
    ran = machine.run(ENV, "--apply")
    assert (ran.code, ran.did, ran.written) == (0, TOLD, {}), ran.said


@isolated
@pytest.mark.parametrize(("release", "code"), [("etc/oracle-release", 0), ("etc/redhat-release", 1)])
def test_the_cache_device_belongs_to_the_database_on_oracle_linux(release: str, code: int, tmp_path: Path) -> None:
    """Elsewhere the instance would not start: ORA-00439."""
    one = write_plan(a_request("flash-cache", on_asm=False, tier=replace(TIER, count=1)))
    machine = Machine(tmp_path, one, Disk(), nvme=prints(HEALTHY))
    machine.write(release, "8.10\n")
    ran = machine.run(ENV, "--apply")
    assert (ran.code, bool(ran.did), bool(ran.written)) == (code, not code, not code), ran.said
    if code == 0:
        assert (
            'SYMLINK+="segtier/flash_cache", OWNER="oracle", GROUP="dba"'
            in ran.written["etc/udev/rules.d/97-segtier-flash_cache.rules"]
        )


TWO_IDS = f"DISKS={ID} eui.0025385a91b00002\n"


@isolated
@pytest.mark.parametrize(("env", "code"), [(TWO_IDS, 0), (ENV, 1)], ids=["two ids", "one id"])
def test_each_device_of_a_cache_gets_its_own_name(env: str, code: int, tmp_path: Path) -> None:
    second = Disk(name="nvme8n1", link="nvme-eui.0025385a91b00002", udev="ID_WWN=eui.0025385a91b00002")
    two = write_plan(a_request("flash-cache", on_asm=False))
    machine = Machine(tmp_path, two, Disk(), second, nvme=prints(HEALTHY))
    machine.write("etc/oracle-release", "8.10\n")
    ran = machine.run(env, "--apply")
    assert (ran.code, bool(ran.written)) == (code, not code), ran.said
    if code:
        assert f"STOP: {in_shell('plan/flash-cache-takes-device', links=2, ids=1)}" in ran.said
        return
    rules = ran.written["etc/udev/rules.d/97-segtier-flash_cache.rules"]
    named = re.findall(r'ENV\{ID_WWN\}=="(\S+)", SYMLINK\+="(\S+)", OWNER="oracle", GROUP="dba"', rules)
    assert named == [(ID, "segtier/fc0"), ("eui.0025385a91b00002", "segtier/fc1")]


EXT4, GPT = ((1080, b"\x53\xef"),), ((510, b"\x55\xaa"), (450, b"\xee"), (512, b"EFI PART"))
REFUSED: list[tuple[str, Disk, str, str]] = [
    ("mounted", Disk(mounted="/u01"), ENV, "is mounted"),
    ("a partition", Disk(parts=("nvme9n1p1",)), ENV, in_shell("plan/device-partitions-holders", device="/dev/nvme9n1")),
    ("an empty partition table", Disk(start=GPT), ENV, "carries a signature"),
    ("a file system", Disk(start=EXT4), ENV, "carries a signature"),
    ("an ASM header", Disk(start=ASM), ENV, "an ASM disk"),
    ("a header of ASMLib", Disk(start=((32, b"ORCLDISKVOL1"),)), ENV, "an ASM disk"),
    (
        "data nobody knows",
        Disk(start=((700_000, b"x"),)),
        ENV,
        in_shell("plan/device-holds-data", device="/dev/nvme9n1"),
    ),
    ("a partition by its id", Disk(type="part"), ENV, in_shell("plan/id-no-whole", id=ID)),
    ("a path of the kernel", Disk(), "DISKS=/dev/nvme9n1\n", worded("plan/segtier-env-disks-holds-path")),
    ("a path out of by-id", Disk(), "DISKS=/dev/disk/by-id/../nvme9n1\n", worded("plan/segtier-env-disks-holds-path")),
    (
        "a path of the bus",
        Disk(),
        "DISKS=/dev/disk/by-path/pci-0000:00:04.0-nvme-1\n",
        worded("plan/segtier-env-disks-holds-path"),
    ),
    ("a kernel's name", Disk(), "DISKS=nvme9n1\n", worded("plan/segtier-env-disks")),
    ("the same disk twice", Disk(), f"DISKS={ID} {ID}\n", "is named twice"),
    ("a node where our links are", Disk(name="segtier/ssddata/d0", start=ASM), ENV, "an ASM disk"),
    ("nobody's id", Disk(), "DISKS=eui.ffff\n", in_shell("plan/no-disk-here", id="eui.ffff")),
    ("not the disk's own id", Disk(udev="ID_WWN=eui.else"), ENV, "udev has"),
    ("a rotating disk", Disk(queue={**FLASH, "rotational": "1"}), ENV, "FAIL         /dev/nvme9n1 rotates"),
]


@isolated
@pytest.mark.parametrize(("disk", "env", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_disk_that_is_not_empty_or_not_named_right_is_not_touched(
    disk: Disk, env: str, said: str, tmp_path: Path
) -> None:
    ran = apply(tmp_path, disk, env)
    assert (ran.code, ran.did, ran.written) == (1, [], {}), ran.said
    assert said in ran.said


TWO = (
    Disk(),
    Disk(name="nvme8n1", link="nvme-eui.0025385a91b00002", udev="ID_WWN=eui.0025385a91b00002"),
)


LABELS = [
    ("asmlib", ["oracleasm createdisk SSDDATA0 /dev/nvme9n1", "oracleasm createdisk SSDDATA1 /dev/nvme8n1"], "ORCL:"),
    ("afd", ["asmcmd afd_label SSDDATA0 /dev/nvme9n1", "asmcmd afd_label SSDDATA1 /dev/nvme8n1"], "AFD:"),
]


@isolated
@pytest.mark.parametrize("driver", ["there", "labelled", "missing"])
@pytest.mark.parametrize(("labels", "did", "string"), LABELS)
def test_a_driver_of_asm_labels_empty_disks_and_the_group_is_made_of_the_labels(
    labels: str, did: list[str], string: str, driver: str, tmp_path: Path
) -> None:
    plan = write_plan(a_request(on_asm=True))
    disks = tuple(replace(disk, start=ASM) for disk in TWO) if driver == "labelled" else TWO
    machine = Machine(tmp_path, plan, *disks, nvme=prints(HEALTHY))
    if driver != "missing":
        machine.program("oracleasm", ACT)
        machine.program("asmcmd", ACT)
        (tmp_path / "grid" / "bin").mkdir(parents=True)
        (tmp_path / "grid" / "bin" / "asmcmd").symlink_to("/stubs/asmcmd")
        machine.write("etc/oracle/olr.loc", "olrconfig_loc=/grid/cdata/localhost.olr\ncrs_home=/grid\n")
    for number in (0, 1) if driver == "labelled" else ():
        machine.write(f"dev/oracle{'asm' if labels == 'asmlib' else 'afd'}/disks/SSDDATA{number}", "")
    ran = machine.run(f"{ENV.strip()} eui.0025385a91b00002\nLABELS={labels}\n", "--apply")
    assert (ran.code, ran.did, ran.written) == (int(driver == "missing"), did if driver == "there" else [], {}), (
        ran.said
    )
    text = text_of(plan, f"20_asm_diskgroups_{labels}.sql")
    assert f"DISK '{string}SSDDATA0', '{string}SSDDATA1'" in text
    assert ">= 2\n" in text


def test_before_12_1_there_is_no_filter_driver() -> None:
    assert "20_asm_diskgroups_afd.sql" not in paths(write_plan(a_request(on_asm=True, release="11.2.0.4.0")))


DRIVERS = [
    ((), "PASS         " + worded("plan/neither-asmlib-nor")),
    (("dev/oracleasm/disks/VOL1",), "NOT CHECKED  ASMLib is here"),
    (("dev/oracleafd/admin",), "NOT CHECKED  ASMFD is here"),
    (("proc/modules",), "NOT CHECKED  ASMFD is here"),
    (("proc/modules", "dev/oracleasm/disks/VOL1"), "NOT CHECKED  both ASMLib and ASMFD"),
]


@isolated
@pytest.mark.parametrize(("there", "said"), DRIVERS)
def test_what_finds_the_disks_of_asm_is_told(there: tuple[str, ...], said: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, unmirrored(), Disk(), nvme=prints(HEALTHY))
    for path in there:
        machine.write(path, "oracleafd 204800 1 - Live 0x0 (POE)\n")
    ran = machine.run(ENV)
    assert (ran.code, said in ran.said, ran.written) == (0, True, {}), ran.said


@isolated
@pytest.mark.parametrize("second", [TWO[1], replace(TWO[1], start=ASM)], ids=["both empty", "the second is not"])
def test_an_array_is_made_of_empty_disks_only(second: Disk, tmp_path: Path) -> None:
    machine = Machine(tmp_path, write_plan(a_request("redo", on_asm=True)), TWO[0], second, nvme=prints(HEALTHY))
    ran = machine.run(f"{ENV.strip()} eui.0025385a91b00002\nMIRROR=md\n", "--apply")
    made = [line for line in ran.did if line.startswith("mdadm --create")]
    if second.start:
        assert (ran.code, ran.did, ran.written) == (1, [], {}), ran.said
    else:
        assert made == [
            "mdadm --create /dev/md/ssdredo_md0 --name=ssdredo_md0 --level=1 --raid-devices=2 --metadata=1.2 --run"
            " /dev/nvme9n1 /dev/nvme8n1"
        ]
        assert (
            'ENV{MD_NAME}=="*ssdredo_md0", SYMLINK+="segtier/ssdredo/md0"'
            in ran.written["etc/udev/rules.d/97-segtier-ssdredo.rules"]
        )


RAW = [
    "/dev/nvme0n1",
    "/dev/sdb",
    "/dev",
    "/dev/mapper/mpatha",
    "/dev/disk/by-id/x",
    "/dev/segtier/../sdb",
    "/dev/segtier",
]


@pytest.mark.parametrize("name", RAW)
def test_a_name_of_the_kernel_is_no_place_for_the_flash_cache(name: str) -> None:
    """Its glob would have made the raw disk ours, so that nothing looked whether it was empty."""
    with pytest.raises(Refused, match="cannot be used"):
        write_plan(a_request("flash-cache", targets=Destination(flash_diskgroup=name)))


def test_files_of_the_database_go_to_no_device() -> None:
    with pytest.raises(Refused, match="/dev/segtier/flash is a device"):
        write_plan(a_request(targets=Destination(data_diskgroup="/dev/segtier/flash")))


def test_a_kernel_name_typed_into_settings_stops_every_script() -> None:
    text = text_of(write_plan(a_request(on_asm=False)), "40_move_segments.sql")
    assert "LIKE '/dev/%' AND NOT REGEXP_LIKE(:s_flash_place, '^/dev/segtier/[a-z][a-z0-9_]{0,29}$')" in text


MIRRORS = [
    ("a single node", False, False, True, True),
    ("a cluster", True, True, True, False),
    ("perhaps a cluster", None, False, True, False),
    ("seen by others", False, True, True, False),
    ("not mirrored", False, False, False, False),
]


@pytest.mark.parametrize(
    ("rac", "shared", "mirrored", "offered"), [case[1:] for case in MIRRORS], ids=[case[0] for case in MIRRORS]
)
def test_md_arrays_are_offered_to_a_single_node_only(
    rac: bool | None, shared: bool, mirrored: bool, offered: bool
) -> None:
    tier = replace(TIER, shared=shared, mirrored=mirrored)
    plan = write_plan(a_request("redo", on_asm=True, rac=rac, tier=tier))
    assert ("20_asm_diskgroups_md.sql" in paths(plan)) is offered
    assert ("mdadm --create" in text_of(plan, "10_os_setup.sh")) is offered
    assert offered or not any("_md.sql" in file.text for file in plan.files)
    assert ("become RAID 1 arrays" in text_of(plan, "segtier.env")) is offered


COMPATIBLE = [
    ("12.1.0.2.0", "19.0.0.0.0", "12.1", "19.0"),
    ("19.0.0", "19.0.0.0.0", "19.0", "19.0"),
    ("12.2.0", "12.2.0.1.0", "12.2", "12.2"),
    (None, "19.0.0.0.0", "11.2", "19.0"),
    ("11.1.0", "11.2.0.4.0", "11.2", "11.2"),
    ("nonsense", "19.0.0.0.0", "11.2", "19.0"),
]


@pytest.mark.parametrize(("compatible", "release", "rdbms", "asm"), COMPATIBLE)
def test_a_disk_group_asks_for_no_more_than_compatible(
    compatible: str | None, release: str, rdbms: str, asm: str
) -> None:
    """The attribute can be raised later and never lowered."""
    text = text_of(write_plan(a_request(on_asm=True, compatible=compatible, release=release)), "20_asm_diskgroups.sql")
    assert f"'compatible.asm' = '{asm}', 'compatible.rdbms' = '{rdbms}'" in text


LEAST = [
    ("ASM mirrors", True, "20_asm_diskgroups.sql", 2),
    ("md mirrors", True, "20_asm_diskgroups_md.sql", 1),
    ("nothing mirrors", False, "20_asm_diskgroups.sql", 1),
]


@pytest.mark.parametrize(("mirrored", "path", "least"), [row[1:] for row in LEAST], ids=[row[0] for row in LEAST])
def test_a_disk_group_is_made_of_as_many_disks_as_copies(mirrored: bool, path: str, least: int) -> None:
    text = text_of(write_plan(a_request(on_asm=True, tier=replace(TIER, mirrored=mirrored))), path)
    assert f"fewer than {least} unused disks match" in text
    assert f"('CANDIDATE', 'PROVISIONED', 'FORMER')) >= {least}\n" in text


def test_no_group_s_names_begin_those_of_another() -> None:
    texts = [
        text_of(write_plan(a_request(on_asm=True, targets=Destination(data_diskgroup=name))), "20_asm_diskgroups.sql")
        for name in ("SSD", "SSD_DATA")
    ]
    first, second = (re.findall(r"DISK '([^']+)\*'", text)[0] for text in texts)
    assert (first, second) == ("/dev/segtier/ssd/d", "/dev/segtier/ssd_data/d")
    assert not second.startswith(first)


@pytest.mark.parametrize(
    ("option", "on_asm"), [("segments", True), ("redo", True), ("temp", True), ("flash-cache", False), ("all", True)]
)
def test_going_back_takes_away_the_rules_this_plan_writes_and_no_others(option: str, on_asm: bool) -> None:
    """A pattern took away those of other groups too: their disks had no name after the next boot."""
    plan = write_plan(a_request(option, on_asm=on_asm))
    written = set(re.findall(r"/etc/udev/rules\.d/\S+\.rules", text_of(plan, "10_os_setup.sh")))
    back = next(line for line in text_of(plan, "plan.md").splitlines() if "udevadm control --reload" in line)
    assert set(re.findall(r"/etc/udev/rules\.d/\S+\.rules", back)) == written
    assert len(written) == 1
    assert "*" not in back.split("rm ")[1]
