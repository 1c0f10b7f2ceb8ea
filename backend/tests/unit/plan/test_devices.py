"""The disks below a plan: only ours or empty ones are touched, by names that stay, and never an array of two nodes.

10_os_setup.sh runs with stand-ins for the commands that ask or change the machine; what they were told to change is written down.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from segtier.errors import Refused
from segtier.model.plan import Targets
from segtier.plan import write_plan
from tests.unit.plan.requests import TIER, a_request, paths, text_of

ID = "eui.0025385a91b00001"
STUBS = {
    "uname": "echo Linux",
    "id": "echo 0",
    "lsblk": 'case "$*" in *MOUNTPOINT*) echo "$MOUNTED" ;; *SIZE*) echo 1G ;; *) printf "%b\\n" "$NAMES" ;; esac',
    "wipefs": 'echo "$MARKS"',
    "dd": 'printf "%s" "$HEAD"',
    "udevadm": f'case "$1" in info) echo ID_WWN={ID} ;; *) echo "udevadm $*" >> "$DONE" ;; esac',
    "ls": 'echo "ls $*" >> "$DONE"',
}
EMPTY = {"MOUNTED": "", "NAMES": "nvme9n1", "MARKS": "", "HEAD": ""}


def run(folder: Path, found: dict[str, str], *, ours: bool = False, **changes: Any) -> tuple[int, str, list[str], str]:
    """Exit code, what it said, what it did to the machine, and the rules it wrote; the disk with the id is /dev/nvme9n1."""
    dev, tools, rules = folder / "dev", folder / "tools", folder / "rules"
    for one in (dev / "disk" / "by-id", dev / "segtier" / "ssddata", tools, rules):
        one.mkdir(parents=True)
    (dev / "nvme9n1").write_text("")
    (dev / "disk" / "by-id" / f"nvme-{ID}").symlink_to(dev / "nvme9n1")
    if ours:
        (dev / "segtier" / "ssddata" / "d0").symlink_to(dev / "nvme9n1")
    for name, body in STUBS.items():
        (tools / name).write_text(f"#!/bin/sh\n{body}\n")
        (tools / name).chmod(0o755)
    script = text_of(
        write_plan(a_request(on_asm=True, tier=replace(TIER, mirrored=False), **changes)), "10_os_setup.sh"
    )
    # The files of a test are no block devices, and its folder stands for the root.
    script = (
        script.replace('[ -b "$path" ]', '[ -e "$path" ]')
        .replace("/dev/", f"{dev}/")
        .replace(f"{dev}/null", "/dev/null")
    )
    (folder / "10_os_setup.sh").write_text(script.replace("/etc/udev/rules.d/", f"{rules}/"))
    (folder / "segtier.env").write_text(f"DISKS={ID}\nGRID_OWNER=root\nGRID_GROUP=root\n")
    done = subprocess.run(
        ["bash", "10_os_setup.sh", "--apply"],
        cwd=folder,
        env={"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "DONE": str(folder / "done"), **EMPTY, **found},
        capture_output=True,
        text=True,
        check=False,
    )
    did = (folder / "done").read_text().splitlines() if (folder / "done").exists() else []
    written = "".join(file.read_text() for file in sorted(rules.iterdir()))
    return done.returncode, done.stdout + done.stderr, did, written


def test_an_empty_disk_gets_its_name_and_no_other_device_an_event(tmp_path: Path) -> None:
    code, said, did, rules = run(tmp_path, EMPTY)
    assert code == 0, said
    assert f'ENV{{ID_WWN}}=="{ID}", SYMLINK+="segtier/ssddata/d0", OWNER="root"' in rules
    triggers = [line for line in did if "trigger" in line]
    assert triggers == ["udevadm trigger --action=change --subsystem-match=block --sysname-match=nvme9n1"]


NOT_EMPTY = [
    ("mounted", {"MOUNTED": "/u01"}, "is mounted"),
    ("with a partition table", {"NAMES": "nvme9n1\\nnvme9n1p1"}, "has partitions or holders"),
    ("with a signature", {"MARKS": "0x438 ext4"}, "carries a signature"),
    ("of ASM already", {"HEAD": "xxxxORCLDISKDATA1"}, "is an ASM disk already"),
]


@pytest.mark.parametrize(("found", "said"), [case[1:] for case in NOT_EMPTY], ids=[case[0] for case in NOT_EMPTY])
def test_a_disk_that_holds_something_is_not_touched(found: dict[str, str], said: str, tmp_path: Path) -> None:
    code, words, did, rules = run(tmp_path, found)
    assert (code, did, rules) == (1, [], "")
    assert said in words


def test_a_disk_with_our_name_is_ours_on_a_second_run(tmp_path: Path) -> None:
    code, said, _, rules = run(tmp_path, {"HEAD": "ORCLDISK"}, ours=True)
    assert code == 0, said
    assert "segtier/ssddata/d0" in rules


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
        write_plan(a_request("flash-cache", targets=Targets(flash_diskgroup=name)))


def test_files_of_the_database_go_to_no_device() -> None:
    with pytest.raises(Refused, match="/dev/segtier/flash is a device"):
        write_plan(a_request(targets=Targets(data_diskgroup="/dev/segtier/flash")))


def test_a_kernel_name_typed_into_settings_stops_every_script() -> None:
    text = text_of(write_plan(a_request(on_asm=False)), "40_move_tables.sql")
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


def test_no_group_s_names_begin_those_of_another() -> None:
    texts = [
        text_of(write_plan(a_request(on_asm=True, targets=Targets(data_diskgroup=name))), "20_asm_diskgroups.sql")
        for name in ("SSD", "SSD_DATA")
    ]
    first, second = (re.findall(r"DISK '([^']+)\*'", text)[0] for text in texts)
    assert (first, second) == ("/dev/segtier/ssd/d", "/dev/segtier/ssd_data/d")
    assert not second.startswith(first)
