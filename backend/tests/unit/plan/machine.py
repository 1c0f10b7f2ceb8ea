"""A machine for 10_os_setup.sh: a root of its own in a mount namespace, real text tools, stand-ins for what changes disks.

A disk is a file, so that dd and wipefs really read it; udevadm makes the links its rules ask for, parted a partition,
mount a mount. Nothing of the machine the tests run on can be seen or written from in there, but programs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from segtier.model.plan import Plan
from segtier.plan.write_plan import write_plan
from tests.unit.plan.requests import APPROVED, TIER, a_request

REAL = (
    "bash env cat tr wc dd wipefs basename dirname readlink sed awk grep head tail ls ln mv cp mkdir chmod id cut sort printf"
).split()
UUID = "0f0e0d0c-1111-2222-3333-444455556666"
ACT = 'echo "$(basename "$0") $*" >> /log\n'
STUBS = {
    "uname": "echo Linux",
    "lsblk": 'for word; do :; done; cat "/facts/$(basename "$word").$2"',
    "udevadm": """case "$1" in
info) for word; do :; done; cat "/facts/${word##*/}.udev"; exit ;;
trigger) for word; do :; done; disk=${word#*match=}
  cat /etc/udev/rules.d/*.rules | while read -r line; do
    mark=$(sed -n 's/.*ENV{[A-Z_]*}=="\\([^"]*\\)", SYMLINK.*/\\1/p' <<< "$line")
    link=$(sed -n 's/.*SYMLINK+="\\([^"]*\\)".*/\\1/p' <<< "$line")
    if [ -n "$mark" ] && grep -q "=$mark\\$" "/facts/$disk.udev"; then
      mkdir -p "/dev/$(dirname "$link")"; ln -sfn "/dev/$disk" "/dev/$link"
    fi
  done ;;
esac
"""
    + ACT,
    "parted": ACT + 'cat /dev/null > "$4p1"; echo "$(basename "$4")p1 part" > "/facts/$(basename "$4").NAME,TYPE"',
    "mkfs.xfs": ACT,
    "mdadm": ACT + 'case "$1" in --create) mkdir -p /dev/md; cat /dev/null > "$2" ;; --detail) echo ARRAY "$3" ;; esac',
    "blkid": f"echo {UUID}",
    "mount": ACT + 'echo "$1" >> /state/mounts',
    "mountpoint": 'for word; do :; done; grep -qx "$word" /state/mounts',
    "findmnt": 'for word; do :; done; if grep -qx "$word" /state/mounts; then at=$word; from=$(cat /facts/source); '
    'else at=/; from=/dev/sda1; fi\ncase "$*" in *TARGET*) echo "$at" ;; *) echo "$from" ;; esac',
    "df": "echo Avail; cat /facts/free",
    "stat": "cat /facts/owner",
    "chown": ACT,
    "systemctl": ACT,
}
HEALTHY = """Smart Log for NVME device:nvme9n1 namespace-id:ffffffff
critical_warning\t\t\t: 0
available_spare\t\t\t\t: 100%
percentage_used\t\t\t\t: 8%
endurance group critical warning summary: 0
media_errors\t\t\t\t: 0
num_err_log_entries\t\t\t: 13,652
"""
"""As nvme-cli 1.x and 2.x print it."""
FLASH = {
    "rotational": "0",
    "write_cache": "write through",
    "logical_block_size": "512",
    "physical_block_size": "4096",
}


ID = "eui.0025385a91b00001"
ENV = f"DISKS={ID}\n"
ASM = ((0, b"\x01\x82\x01\x01"), (32, b"ORCLDISK"))
TOLD = [
    "udevadm control --reload",
    "udevadm trigger --action=change --subsystem-match=block --sysname-match=nvme9n1",
    "udevadm settle",
]


@cache
def namespaces_work() -> bool:
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode == 0


@dataclass
class Disk:
    """`link`: its name under by-id, or a whole path; `start`: bytes and where they are; `udev`: what udev knows of it."""

    name: str = "nvme9n1"
    link: str = "nvme-eui.0025385a91b00001"
    udev: str = "ID_WWN=eui.0025385a91b00001"
    type: str = "disk"
    mounted: str = ""
    parts: tuple[str, ...] = ()
    start: tuple[tuple[int, bytes], ...] = ()
    queue: dict[str, str] = field(default_factory=lambda: dict(FLASH))


@dataclass
class Ran:
    code: int
    said: str
    did: list[str]
    """What the stand-ins were told to change, in order."""
    written: dict[str, str]
    """Every file under /etc, /dev and /u02 that is new or other than before: its text, or `-> ` and where it leads."""


class Machine:
    """`tools`: programs that are there beside the usual ones, with their text (`nvme`, `smartctl`)."""

    def __init__(self, root: Path, plan: Plan, *disks: Disk, **tools: str) -> None:
        self.root = root
        for folder in "usr stubs facts state tmp bundle dev/disk/by-id etc/udev/rules.d proc u02/ssd sys/block".split():
            (root / folder).mkdir(parents=True)
        for name in ("bin", "sbin", "lib", "lib64"):
            if Path("/", name).is_symlink():
                (root / name).symlink_to(os.readlink(f"/{name}"))
        for name in REAL:
            found = shutil.which(name)
            assert found, name
            (root / "stubs" / name).symlink_to(Path(found).resolve())
        for name, body in {**STUBS, **tools}.items():
            self.program(name, body)
        self.write(
            "etc/passwd", "root:x:0:0::/root:/bin/sh\ngrid:x:54331:54331::/:/bin/sh\noracle:x:54321:54321::/:/bin/sh\n"
        )
        self.write("etc/fstab", "UUID=aaaa / xfs defaults 0 0\n")
        self.write("facts/owner", "oracle\n")
        self.write("facts/free", f"{900 * 2**30}\n")
        self.write("facts/source", "/dev/nvme9n1p1\n")
        self.write("facts/nvme9n1p1.ROTA", "0\n")
        for name in ("state/mounts", "log", "dev/null", "proc/modules"):
            self.write(name, "")
        for disk in disks:
            self._plug(disk)
        for file in (*plan.files, *APPROVED):
            self.write(f"bundle/{file.path}", file.text)

    def program(self, name: str, body: str) -> None:
        """Takes the place of a real program's link, never of what that leads to."""
        (self.root / "stubs" / name).unlink(missing_ok=True)
        self.write(f"stubs/{name}", f"#!/stubs/bash\n{body}\n")
        (self.root / "stubs" / name).chmod(0o755)

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def _plug(self, disk: Disk) -> None:
        known_as = disk.name.rpartition("/")[2]
        (self.root / "dev" / disk.name).parent.mkdir(parents=True, exist_ok=True)
        with (self.root / "dev" / disk.name).open("wb") as file:
            file.truncate(4 * 2**20)
            for at, bytes_ in disk.start:
                file.seek(at)
                file.write(bytes_)
        link = self.root / "dev" / "disk" / "by-id" / disk.link
        if disk.link.startswith("/"):
            link = self.root / disk.link.removeprefix("/")
            link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(f"/dev/{disk.name}")
        facts = {
            "udev": disk.udev, "TYPE": disk.type, "SIZE": "1.5T", "MOUNTPOINT": disk.mounted,
            "NAME": "\n".join((disk.name, *disk.parts)), "NAME,TYPE": f"{disk.name} disk",
        }  # fmt: skip
        for name, text in facts.items():
            self.write(f"facts/{known_as}.{name}", text + "\n")
        for name, text in disk.queue.items():
            self.write(f"sys/block/{known_as}/queue/{name}", text + "\n")

    def run(self, env: str, *words: str) -> Ran:
        """The script with this segtier.env, in the machine's own root."""
        self.write("bundle/segtier.env", env)
        self.write("log", "")
        before = self._tree()
        inside = (
            'set -e; mount --bind /usr "$0/usr"; mount --bind /dev/null "$0/dev/null"\n'
            'for name in bin sbin lib lib64; do if [ ! -e "$0/$name" ] && [ -d "/$name" ] && [ ! -L "$0/$name" ]; then\n'
            '  mkdir "$0/$name"; mount --bind "/$name" "$0/$name"; fi; done\n'
            'exec chroot "$0" /stubs/env -i PATH=/stubs /stubs/bash /bundle/os/10_os_setup.sh "$@"'
        )
        done = subprocess.run(
            ["unshare", "-rm", "bash", "-c", inside, str(self.root), *words], capture_output=True, text=True, check=False
        )  # fmt: skip
        after = self._tree()
        written = {path: text for path, text in after.items() if before.get(path) != text}
        return Ran(done.returncode, done.stdout + done.stderr, (self.root / "log").read_text().splitlines(), written)

    def _tree(self) -> dict[str, str]:
        found = {}
        for top in ("etc", "dev", "u02"):
            for path in sorted((self.root / top).rglob("*")):
                if path.is_symlink():
                    found[str(path.relative_to(self.root))] = f"-> {os.readlink(path)}"
                elif path.is_file():
                    found[str(path.relative_to(self.root))] = path.read_bytes().decode("latin-1")
        return found


isolated = pytest.mark.skipif(not namespaces_work(), reason="this machine lets nobody make a namespace of mounts")


def unmirrored() -> Plan:
    """Segments on a disk group of one bare disk."""
    return write_plan(a_request(on_asm=True, tier=replace(TIER, mirrored=False)))


def prints(text: str, code: int = 0) -> str:
    """A program that prints the text and ends with the code."""
    return f"cat <<'TEXT'\n{text}TEXT\nexit {code}"


def apply(folder: Path, disk: Disk, env: str = ENV, **tools: str) -> Ran:
    return Machine(folder, unmirrored(), disk, **({"nvme": prints(HEALTHY)} | tools)).run(env, "--apply")
