"""10_os_setup.sh on Solaris, run with stand-ins for its commands: only an empty slice gets its owner."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from segtier.plan.write_plan import write_plan
from tests.sentences import in_shell
from tests.unit.plan.machine import Machine, isolated
from tests.unit.plan.requests import TIER, a_request, text_of

SOLARIS = "Solaris[tm] OE (64-bit)"
DISK = "c0t5000CCA01234ABCDd0"
SLICE = f"{DISK}s6"
LABEL = """* /dev/rdsk/{disk}s0 partition map
* Partition  Tag  Flags    Sector     Count    Sector  Mount Directory
       2      5    01          0 1165963136 1165963135
       6      4    00 {first} 1165945344 1165963135{mount}
"""
GONE = "exit 1"
NOT_THERE = dict.fromkeys(("swap", "zpool", "metastat", "metadb", "fstyp"), GONE)


def a_machine(folder: Path, content: bytes = b"", first: int = 17792, mount: str = "", **tools: str) -> Machine:
    plan = write_plan(a_request(platform=SOLARIS, on_asm=True, tier=replace(TIER, mirrored=False)))
    label = LABEL.format(disk=DISK, first=first, mount=mount)
    chown = 'echo "chown $*" >> /log'
    machine = Machine(
        folder, plan, uname="echo SunOS", prtvtoc=f"cat <<'TEXT'\n{label}TEXT", chown=chown, **{**NOT_THERE, **tools}
    )
    for path in ("etc/mnttab", "etc/vfstab"):
        machine.write(path, "/dev/dsk/c9d0s0 / ufs rw 0\n")
    (folder / "dev" / "rdsk").mkdir()
    (folder / "dev" / "rdsk" / SLICE).write_bytes(content.ljust(2 * 2**20, b"\0"))
    return machine


@isolated
def test_an_empty_slice_gets_its_owner(tmp_path: Path) -> None:
    machine = a_machine(tmp_path)
    look = machine.run(f"DISKS={SLICE}\n")
    assert (look.code, look.did) == (0, []), look.said
    ran = machine.run(f"DISKS={SLICE}\n", "--apply")
    assert (ran.code, ran.did) == (0, [f"chown grid:asmadmin /dev/rdsk/{SLICE}"]), ran.said
    assert (tmp_path / "dev" / "rdsk" / SLICE).stat().st_mode & 0o777 == 0o660
    assert f"put /dev/rdsk/{SLICE} in place of CHANGE_THIS_1" in ran.said


@isolated
@pytest.mark.parametrize(("owner", "code"), [("grid     asmadmin", 0), ("oracle   dba", 1)])
def test_a_slice_of_the_owner_is_ours_on_a_second_run(owner: str, code: int, tmp_path: Path) -> None:
    machine = a_machine(
        tmp_path, content=b"\0" * 32 + b"ORCLDISK", ls=f"echo 'crw-rw----   1 {owner} 118, 6 Nov  1 12:00 x'"
    )
    assert machine.run(f"DISKS={SLICE}\n").code == code


REFUSED: list[tuple[str, dict[str, object], str, str]] = [
    ("at the label", {"first": 0}, SLICE, "begins at sector 0"),
    ("mounted", {"mount": "   /u01"}, SLICE, "is mounted on /u01"),
    ("an ASM disk", {"content": b"\0" * 32 + b"ORCLDISK"}, SLICE, in_shell("plan/slice-asm-disk", slice=SLICE)),
    ("a file system", {"fstyp": "echo ufs"}, SLICE, "file system: ufs"),
    ("data nobody knows", {"content": b"\0" * 9000 + b"x"}, SLICE, in_shell("plan/slice-holds-data", slice=SLICE)),
    ("a disk of a pool", {"zpool": f"echo '  {DISK}  ONLINE 0 0 0'"}, SLICE, "is in use: zpool status"),
    ("swap", {"swap": f"echo /dev/dsk/{SLICE} 1,1 16 100 100"}, SLICE, "is swap"),
    ("no label", {"prtvtoc": GONE}, SLICE, "has no label"),
    ("not in its label", {}, f"{DISK}s5", in_shell("plan/no-disk-here-slice", slice=f"{DISK}s5")),
    ("the whole disk", {}, f"{DISK}s2", in_shell("plan/slice-whole-disk", slice=f"{DISK}s2")),
    ("no slice", {}, "sdb", "changes between boots"),
    ("twice", {}, f"{SLICE} {SLICE}", "is named twice"),
]


@isolated
@pytest.mark.parametrize(("found", "disks", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_a_slice_that_is_used_is_not_touched(found: dict[str, object], disks: str, said: str, tmp_path: Path) -> None:
    tools = dict(found)
    label = tools.pop("prtvtoc", None)
    machine = a_machine(tmp_path, **tools)  # type: ignore[arg-type]
    if label is not None:
        machine.program("prtvtoc", str(label))
    ran = machine.run(f"DISKS={disks}\n", "--apply")
    assert (ran.code, ran.did, ran.written) == (1, [], {}), ran.said
    assert said in ran.said


@pytest.mark.parametrize(
    ("option", "on_asm"), [("segments", True), ("segments", False), ("segments", None), ("flash-cache", False)]
)
def test_its_script_is_clean(option: str, on_asm: bool | None, tmp_path: Path) -> None:
    plan = write_plan(a_request(option, platform=SOLARIS, on_asm=on_asm))
    script = text_of(plan, "10_os_setup.sh")
    assert "udev" not in script
    assert ("/dev/rdsk" in script) is (on_asm is not False or option == "flash-cache")
    (tmp_path / "10_os_setup.sh").write_text(script)
    subprocess.run(["bash", "-n", "10_os_setup.sh"], cwd=tmp_path, check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    subprocess.run(["shellcheck", "10_os_setup.sh"], cwd=tmp_path, check=True)
