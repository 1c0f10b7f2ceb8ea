"""A directory of the flash: a file system is made on one empty disk when asked to, and on nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from segtier.model.plan import Destination
from segtier.plan.write_plan import write_plan
from tests.sentences import in_shell, worded
from tests.unit.plan.machine import ASM, ENV, FLASH, HEALTHY, UUID, Disk, Machine, isolated, prints
from tests.unit.plan.requests import OPTIONS, a_request, text_of

PLAN = write_plan(a_request("redo", targets=Destination(redo_diskgroup="/u02/ssd")))
MADE = [
    "parted -s -a optimal /dev/nvme9n1 mklabel gpt mkpart segtier xfs 1MiB 100%",
    "udevadm settle",
    "mkfs.xfs -q /dev/nvme9n1p1",
    "udevadm settle",
    "chown root:root /u02/ssd",
    "systemctl daemon-reload",
    "mount /u02/ssd",
    "chown oracle:dba /u02/ssd",
]
FSTAB = "UUID=aaaa / xfs defaults 0 0\n"
LINE = f"UUID={UUID} /u02/ssd xfs noatime,nofail 0 0\n"


def a_machine(folder: Path, *disks: Disk, **tools: str) -> Machine:
    return Machine(folder, PLAN, *disks, **({"nvme": prints(HEALTHY)} | tools))


@isolated
def test_an_empty_disk_becomes_a_file_system_once(tmp_path: Path) -> None:
    machine = a_machine(tmp_path, Disk())
    look = machine.run(ENV)
    assert (look.code, look.did, look.written) == (0, [], {}), look.said
    assert in_shell("plan/file-system-xfs", device="/dev/nvme9n1", DIRECTORY="/u02/ssd", DB_OWNER="oracle") in look.said
    ran = machine.run(ENV, "--apply")
    assert (ran.code, ran.did) == (0, MADE), ran.said
    assert ran.written == {"etc/fstab": FSTAB + LINE, "etc/fstab.before_segtier": FSTAB, "dev/nvme9n1p1": ""}
    assert "PASS         " + in_shell("plan/source-no-rotating", source="/dev/nvme9n1p1") in ran.said
    again = machine.run(ENV, "--apply")
    assert (again.code, again.did, again.written) == (0, [], {}), again.said
    assert in_shell("plan/directory-file-system", DIRECTORY="/u02/ssd") in again.said


@isolated
def test_an_array_takes_the_file_system_whole(tmp_path: Path) -> None:
    id_ = "md-uuid-11aa:22bb:33cc:44dd"
    machine = a_machine(tmp_path, Disk(name="md127", link=id_, type="raid1"))
    ran = machine.run(f"DISKS={id_}\nUNREAD_HEALTH_OK=YES\n", "--apply")
    assert (ran.code, ran.did) == (0, ["mkfs.xfs -q /dev/md127", *MADE[3:]]), ran.said
    assert "NOT CHECKED  health of /dev/md127: " + in_shell("plan/look-every-member", "/dev/md127") in ran.said


NOT_EMPTY = in_shell("plan/directory-not-empty", DIRECTORY="/u02/ssd")
TWO = (Disk(), Disk(name="nvme8n1", link="nvme-eui.2", udev="ID_WWN=eui.2"))
REFUSED: list[tuple[str, tuple[Disk, ...], str, dict[str, str], dict[str, str], str]] = [
    (
        "no disk named",
        (Disk(),),
        "DISKS=\n",
        {},
        {},
        in_shell("plan/directory-lies-root", DIRECTORY="/u02/ssd", FLASH="the SSD"),
    ),
    ("a file system", (Disk(start=((1080, b"\x53\xef"),)),), ENV, {}, {}, "carries a signature"),
    ("an ASM disk", (Disk(start=ASM),), ENV, {}, {}, "an ASM disk"),
    ("mounted", (Disk(mounted="/u01"),), ENV, {}, {}, "is mounted"),
    ("two disks", TWO, f"{ENV.strip()} eui.2\n", {}, {}, worded("plan/file-system-takes")),
    (
        "files below the mount",
        (Disk(),),
        ENV,
        {"u02/ssd/old.dbf": "x"},
        {},
        NOT_EMPTY,
    ),
    ("a line in fstab", (Disk(),), ENV, {"etc/fstab": FSTAB + LINE}, {}, "/etc/fstab has /u02/ssd already"),
    (
        "failing",
        (Disk(),),
        ENV,
        {},
        {"nvme": prints(HEALTHY.replace("warning\t\t\t: 0", "warning\t\t\t: 0x8"))},
        "FAIL",
    ),
    ("health not read", (Disk(),), ENV, {}, {"nvme": "exit 1"}, "NOT CHECKED  health"),
    ("rotating", (Disk(queue={**FLASH, "rotational": "1"}),), ENV, {}, {}, "rotates"),
]


@isolated
@pytest.mark.parametrize(
    ("disks", "env", "files", "tools", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_nothing_else_becomes_one(
    disks: tuple[Disk, ...], env: str, files: dict[str, str], tools: dict[str, str], said: str, tmp_path: Path
) -> None:
    machine = a_machine(tmp_path, *disks, **tools)
    for path, text in files.items():
        machine.write(path, text)
    ran = machine.run(env, "--apply")
    assert (ran.code, ran.did, ran.written) == (1, [], {}), ran.said
    assert said in ran.said


@isolated
@pytest.mark.parametrize(("rotates", "code"), [("0", 0), ("1", 1), ("", 0)])
def test_a_directory_on_rotating_disks_is_no_place_for_the_files(rotates: str, code: int, tmp_path: Path) -> None:
    machine = a_machine(tmp_path)
    machine.write("state/mounts", "/u02/ssd\n")
    machine.write("facts/nvme9n1p1.ROTA", f"{rotates}\n")
    ran = machine.run("DISKS=\n")
    verdict = {"0": "PASS         /dev/nvme9n1p1 is no", "1": "FAIL         /dev/nvme9n1p1 rotates"}
    assert (ran.code, verdict.get(rotates, "NOT CHECKED  whether /dev/nvme9n1p1 rotates") in ran.said) == (code, True)


DIRECT_IO = [
    ("a directory", "/u02/ssd", True, True),
    ("a disk group", "SSDREDO", True, False),
    ("whatever is filled in", "SSDREDO", None, True),
]


@pytest.mark.parametrize(("place", "on_asm", "asked"), [case[1:] for case in DIRECT_IO], ids=[c[0] for c in DIRECT_IO])
def test_files_of_a_file_system_are_read_past_its_cache(place: str, on_asm: bool | None, asked: bool) -> None:
    text = text_of(
        write_plan(a_request("redo", targets=Destination(redo_diskgroup=place), on_asm=on_asm)), "00_precheck.sql"
    )
    assert ("ALTER SYSTEM SET filesystemio_options = SETALL" in text) is asked


@pytest.mark.parametrize("option", OPTIONS)
def test_a_flash_cache_is_no_file_of_the_data(option: str) -> None:
    text = text_of(write_plan(a_request(option, on_asm=False)), "00_precheck.sql")
    assert ("filesystemio_options" in text) is (option != "flash-cache")
