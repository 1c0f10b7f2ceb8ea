"""One container without an engine: an image's files under a layer of its own, in namespaces of its own, as its service asks.

Read-only roots, memory file systems, dropped capabilities, users, mounts and the network are real. Limits of memory, restarts and
seccomp are not. Needs root.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.team import network
from tests.team.compose_file import Service
from tests.team.images import Image

_DOCKERS_CAPABILITIES = [
    *"chown dac_override fowner fsetid kill setgid setuid setpcap".split(),
    *"net_bind_service net_raw sys_chroot mknod audit_write setfcap".split(),
]
_DEVICES = "null zero full random urandom tty"
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def words_of(service: Service, image: Image, command: Sequence[str] | None) -> list[str]:
    """What is run: a command of its own replaces the image's, an entrypoint of its own replaces both."""
    own = command or service.given.get("command")
    if "entrypoint" in service.given:
        return [*service.given["entrypoint"], *(own or ())]
    return [*image.entrypoint, *(own or image.command)]


def start(
    name: str, service: Service, image: Image, namespace: str, state: Path, words: Sequence[str], **streams: Any
) -> subprocess.Popen[bytes]:
    """Its first process, in the foreground of nobody. `state` is the folder of all containers."""
    own = state / "containers" / name
    for part in ("upper", "work", "root"):
        (own / part).mkdir(parents=True, exist_ok=True)
    (own / "hosts").write_text(f"127.0.0.1 localhost\n127.0.0.1 {name}\n")
    (own / "resolv.conf").write_text("nameserver 127.0.0.11\noptions ndots:0\n")
    script = _script(name, service, image, own, state, words)
    unshared = ["unshare", "--mount", "--uts", "--ipc", "--pid", "--fork", "--kill-child", "sh", "-c", script]
    return subprocess.Popen(network.in_namespace(namespace, *unshared), start_new_session=True, **streams)


def _script(name: str, service: Service, image: Image, own: Path, state: Path, words: Sequence[str]) -> str:
    root = own / "root"
    layers = f"lowerdir={image.root},upperdir={own}/upper,workdir={own}/work"
    lines = [
        "set -eu",
        "mount --make-rprivate /",
        f"mount -t overlay overlay -o {layers} {root}",
        f"cd {root}",
        "mkdir -p proc dev tmp run etc",
        "mount -t proc proc proc",
        "mount -t tmpfs -o mode=755 tmpfs dev",
        f"for one in {_DEVICES}; do touch dev/$one; mount --bind /dev/$one dev/$one; done",
        "mkdir dev/shm && mount -t tmpfs -o mode=1777,size=64m tmpfs dev/shm",
        "ln -s /proc/self/fd dev/fd && for one in in:0 out:1 err:2; do ln -s /proc/self/fd/${one#*:} dev/std${one%:*}; done",
        *_bind(own / "hosts", "/etc/hosts", writes=True),
        *_bind(own / "resolv.conf", "/etc/resolv.conf", writes=True),
    ]
    for target in service.given.get("tmpfs", []):
        lines += [f"mkdir -p .{target}", f"mount -t tmpfs -o mode=1777 tmpfs .{target}"]
    for source, target, writes in service.mounts:
        lines += _bind(
            Path(source) if source.startswith("/") else _volume(state, source, image, target), target, writes
        )
    if service.given.get("read_only"):
        lines.append("mount -o remount,ro,bind .")
    lines += [f"hostname {name}", "pivot_root . . && umount -l . && cd /"]
    return "\n".join([*lines, f"exec {shlex.join(as_its_user(service, image, words))}"])


def _bind(source: Path, target: str, writes: bool) -> list[str]:
    make = f"mkdir -p .{target}" if source.is_dir() else f"mkdir -p .{Path(target).parent} && touch .{target}"
    lines = [make, f"mount --bind {shlex.quote(str(source))} .{target}"]
    return lines if writes else [*lines, f"mount -o remount,ro,bind .{target}"]


def _volume(state: Path, name: str, image: Image, target: str) -> Path:
    """A named one; the first container that has it gives it what its image has there, with its owner."""
    volume = state / "volumes" / name
    if not volume.exists():
        volume.parent.mkdir(exist_ok=True)
        there = image.root / target.lstrip("/")
        if there.is_dir():
            subprocess.run(["cp", "-a", str(there), str(volume)], check=True)
        else:
            volume.mkdir()
    return volume


def as_its_user(service: Service, image: Image, words: Sequence[str]) -> list[str]:
    """The command with the environment, the user and the rights of its service."""
    uid, gid, home = _user(image, str(service.given.get("user", image.user)))
    environment = {"PATH": _PATH, "HOME": home, **image.environment, **service.environment}
    kept = "" if service.given.get("cap_drop") == ["ALL"] else "".join(f",+{one}" for one in _DOCKERS_CAPABILITIES)
    rights = [f"--reuid={uid}", f"--regid={gid}", "--clear-groups", f"--bounding-set=-all{kept}", "--inh-caps=-all"]
    if "no-new-privileges:true" in service.given.get("security_opt", []):
        rights.append("--no-new-privs")
    return [
        "env",
        "--chdir=/",
        "-i",
        *(f"{key}={value}" for key, value in environment.items()),
        "setpriv",
        *rights,
        "--",
        *words,
    ]


def _user(image: Image, name: str) -> tuple[int, int, str]:
    """Its numbers and its home."""
    for line in (image.root / "etc" / "passwd").read_text().splitlines():
        login, _, uid, gid, _, home, _ = line.split(":")
        if name in (login, uid):
            return int(uid), int(gid), home
    raise KeyError(f"the image has no user {name}")


def inside(pid: int, service: Service, image: Image, words: Sequence[str]) -> list[str]:
    """The command that runs another one in a running container."""
    spaces = ["--mount", "--uts", "--ipc", "--net", "--pid", "--root"]
    return ["nsenter", f"--target={first_process(pid)}", *spaces, *as_its_user(service, image, words)]


def first_process(pid: int) -> int:
    """The process that is 1 in the container of this `unshare`."""
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])


def lives(pid: int) -> bool:
    try:
        first_process(pid)
    except (OSError, IndexError):
        return False
    return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()


def stop(pid: int, grace_s: float, how: signal.Signals) -> float | None:
    """Seconds it took to end by itself; None where it had to be killed."""
    if not lives(pid):
        return 0.0
    begin_s = time.monotonic()
    first = first_process(pid)
    os.kill(first, how)
    while lives(pid):
        if time.monotonic() - begin_s > grace_s:
            os.kill(first, signal.SIGKILL)
            return None
        time.sleep(0.05)
    return time.monotonic() - begin_s


def remove(name: str, state: Path) -> None:
    """Its own layer; volumes stay."""
    shutil.rmtree(state / "containers" / name, ignore_errors=True)
