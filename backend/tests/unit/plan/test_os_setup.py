"""10_os_setup.sh in a directory, run with stand-ins for the commands that ask the machine; and its words."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from segtier.model.plan import Destination
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.unit.plan.requests import APPROVED, GIB, OPTIONS, a_request, lay, text_of

STUBS = {
    "findmnt": 'case "$*" in *TARGET*) echo /u02 ;; *) echo /dev/nvme0n1 ;; esac',
    "stat": "echo oracle",
    "df": 'echo Avail; echo "$FREE"',
    "id": "echo 0",
    "uname": "echo Linux",
}


def run(
    folder: Path, option: str, free: int, env: str | None = None, **changes: Any
) -> subprocess.CompletedProcess[str]:
    flash, tools = folder / "ssd", folder / "tools"
    flash.mkdir()
    tools.mkdir()
    for name, body in STUBS.items():
        (tools / name).write_text(f"#!/bin/sh\n{body}\n")
        (tools / name).chmod(0o755)
    plan = write_plan(a_request(option, **changes))
    (lay(APPROVED, folder) / "os").mkdir()
    (folder / "os" / "10_os_setup.sh").write_text(text_of(plan, "10_os_setup.sh").replace("/u02/ssd", str(flash)))
    lines = text_of(plan, "segtier.env") if env is None else env.replace("/u02/ssd", str(flash))
    (folder / "segtier.env").write_text(lines)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "os/10_os_setup.sh"],
        cwd=folder,
        env={"PATH": path, "FREE": str(free)},
        capture_output=True,
        text=True,
        check=False,
    )


GIVEN = {"targets": Destination(data_diskgroup="/u02/ssd", temp_diskgroup="/u02/ssd")}
NO_PATH = worded("plan/segtier-env-directory")
ROOM: list[tuple[str, str, int, str | None, dict[str, Any], int, str]] = [
    ("temp fits", "temp", 30 * GIB, None, GIVEN, 0, "PASS "),
    ("temp does not", "temp", 20 * GIB, None, GIVEN, 1, "FAIL "),
    ("segments fit", "segments", 20 * GIB, None, GIVEN, 0, "PASS "),
    ("how much is not known", "all", 20 * GIB, None, GIVEN, 0, "NOT CHECKED "),
    ("asked and not told", "segments", 20 * GIB, None, {"on_asm": False}, 1, "fill in DIRECTORY"),
    ("asked and told", "segments", 20 * GIB, "DIRECTORY=/u02/ssd\n", {"on_asm": False}, 0, "PASS "),
    ("either, a directory", "segments", 20 * GIB, "DIRECTORY=/u02/ssd\n", {"on_asm": None}, 0, "PASS "),
    ("either, nothing", "segments", 20 * GIB, None, {"on_asm": None}, 1, "fill in DISKS"),
    ("a path that climbs", "segments", 20 * GIB, "DIRECTORY=/u02/../etc\n", {"on_asm": False}, 1, NO_PATH),
    ("a path with a command", "segments", 0, "DIRECTORY=/u02/$(touch owned)\n", {"on_asm": False}, 1, NO_PATH),
]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "free", "env", "changes", "code", "words"), [row[1:] for row in ROOM], ids=[row[0] for row in ROOM]
)
def test_room_in_a_directory(
    option: str, free: int, env: str | None, changes: dict[str, Any], code: int, words: str, tmp_path: Path
) -> None:
    done = run(tmp_path, option, free, env, **changes)
    assert (done.returncode, words in done.stdout + done.stderr) == (code, True), done
    assert not (tmp_path / "owned").exists()


NODES = [(False, False), (True, True), (None, True)]


@pytest.mark.parametrize(("rac", "several"), NODES, ids=["single instance", "cluster", "not known"])
@pytest.mark.parametrize("option", OPTIONS)
def test_a_single_instance_has_no_other_nodes(option: str, rac: bool | None, several: bool) -> None:
    if rac and option != "flash-cache":
        pytest.skip("refused: SSD in one server of a cluster")
    plan = write_plan(a_request(option, rac=rac))
    words = "".join(text_of(plan, path) for path in ("10_os_setup.sh", "segtier.env", "settings.sql"))
    assert bool(re.search(r"every (other )?node", words)) is several


SCSI = "ID_WWN=0x600a098000abcdef\nID_WWN_WITH_EXTENSION=0x600a098000abcdef0000016e5f3c1d2b"
RULES: list[tuple[str, str, str, str | None]] = [
    ("SCSI with an extension", "0x600a098000abcdef0000016e5f3c1d2b", SCSI, "ID_WWN_WITH_EXTENSION"),
    ("SAS without one", "0x5000c500a1b2c3d4",
     "ID_WWN=0x5000c500a1b2c3d4\nID_WWN_WITH_EXTENSION=0x5000c500a1b2c3d4", "ID_WWN_WITH_EXTENSION"),
    ("an old udev", "0x5000c500a1b2c3d4", "ID_WWN=0x5000c500a1b2c3d4", "ID_WWN"),
    ("NVMe", "eui.0025385a91b00001", "DEVTYPE=disk\nID_WWN=eui.0025385a91b00001", "ID_WWN"),
    ("multipath", "mpath-3600a098000abcdef", "DM_UUID=mpath-3600a098000abcdef\nDM_NAME=mpatha", "DM_UUID"),
    ("virtio, the disk of a cloud machine", "8a7f0c1e-52d4-4b0e-9", "ID_SERIAL=8a7f0c1e-52d4-4b0e-9", "ID_SERIAL"),
    ("a name of model and serial", "ACME_SSD_1", "ID_SERIAL=ACME_SSD_1\nID_WWN=eui.0025385a91b00001", None),
    ("the start of an id", "0x600a098000abcdef0000016e", SCSI, None),
]  # fmt: skip


@pytest.mark.parametrize(("id_", "udev", "property_"), [row[1:] for row in RULES], ids=[row[0] for row in RULES])
def test_the_rule_matches_what_udev_says_of_the_disk(
    id_: str, udev: str, property_: str | None, tmp_path: Path
) -> None:
    """systemd, rules.d/60-persistent-storage.rules: wwn- names carry ID_WWN_WITH_EXTENSION, nvme- names ID_WWN."""
    script = text_of(write_plan(a_request()), "10_os_setup.sh")
    functions = re.findall(
        r"^(?:(?:stop|known_as)\(\) .*|(?:property_of|only_one|rule_for|finish_rule)\(\) \{\n(?:.*\n)*?\})$",
        script,
        re.MULTILINE,
    )
    assert len(functions) == 6
    disk = "/dev/vdq" if property_ == "ID_SERIAL" else "/dev/sdq"
    stand_in = f"udevadm() {{ [ \"$*\" = 'info --query=property --name={disk}' ] && printf '%s\\n' '{udev}'; }}"
    run_it = "\n".join(
        ["set -euo pipefail", "GRID_OWNER=grid GRID_GROUP=asmadmin", stand_in, *functions,
         f"text=''; text+=$(rule_for '{id_}' {disk} segtier/ssddata/d0)$'\\n'; printf '%s' \"$text\""]
    )  # fmt: skip
    done = subprocess.run(["bash", "-c", run_it], cwd=tmp_path, capture_output=True, text=True, check=False)
    if property_ is None:
        assert (done.returncode, done.stdout) == (1, "")
        assert f"udev has {id_} neither" in done.stderr
        return
    kernel = {"DM_UUID": "dm-*", "ID_SERIAL": "vd*"}.get(property_, "sd*|nvme*n*")
    match = f'KERNEL=="{kernel}", ENV{{DEVTYPE}}=="disk", ENV{{{property_}}}=="{id_}"'
    assert done.stdout == f'{match}, SYMLINK+="segtier/ssddata/d0", OWNER="grid", GROUP="asmadmin", MODE="0660"\n'
