"""The image of backend/Dockerfile, built by docker or podman, else by buildah without an engine and without a registry.

`make image` runs this. With buildah, base images are made from Debian packages under the names that the Dockerfile asks for, and
stand in for PostgreSQL, Redis and nginx of docker-compose.yml. A stand-in of another version of Python or Node is refused.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.team.compose_file import FILE, ROOT

WORK = ROOT / "build" / "image"
HERE = Path(__file__).parent
TAG = re.findall(r"^  image: (segtier:\S+)", FILE.read_text("utf-8"), re.MULTILINE)[0]
_BASE = "localhost/segtier-debian:12"
_CERTIFICATES = ("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")
_INSTALL = (
    "RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends {} && rm -rf /var/lib/apt/lists/*\n"
)
SERVERS: Mapping[str, str] = MappingProxyType(
    {
        "postgres": _INSTALL.format("postgresql-15")
        + "ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data\n"
        "RUN install -d -m 700 -o postgres -g postgres /var/lib/postgresql/data\n"
        "COPY postgres_entry.sh /usr/local/bin/entry\n"
        'ENTRYPOINT ["sh", "/usr/local/bin/entry"]\nCMD ["postgres"]\n',
        "redis": _INSTALL.format("redis-server") + "RUN install -d -o redis -g redis /data\nWORKDIR /data\n",
        "nginx-unprivileged": _INSTALL.format("nginx-light curl")
        + "RUN useradd --uid 101 --non-unique nginx && ln -sf /dev/stderr /var/log/nginx/error.log\nUSER 101\n",
    }
)
"""By the name of the image: what makes a stand-in of it. Each runs what the image of that name runs."""


@dataclass(frozen=True)
class Image:
    """What a container starts from. `root` is its file system, which stays as it is."""

    id: str
    root: Path
    environment: Mapping[str, str]
    user: str
    entrypoint: tuple[str, ...]
    command: tuple[str, ...]
    mounted: str
    """What buildah calls the mount of `root`."""

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Image:
        """As JSON kept it."""
        return cls(**{**kept, "root": Path(kept["root"])})

    @property
    def bytes(self) -> int:
        done = subprocess.run(["du", "-sxb", str(self.root)], capture_output=True, text=True, check=True)
        return int(done.stdout.split()[0])


def engine() -> str | None:
    """The program of a container engine that answers."""
    for name in ("docker", "podman"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            return name
    return None


def build(checkout: Path = ROOT, tag: str = TAG) -> float:
    """Build the image of a checkout; seconds it took, without the base images. Raises CalledProcessError with its log's end."""
    command = ["-f", str(checkout / "backend" / "Dockerfile"), "-t", tag, str(checkout)]
    if (program := engine()) is None:
        need_tools()
        for base in sorted(
            set(re.findall(r"^FROM (\S+:\S+)", (checkout / "backend/Dockerfile").read_text(), re.MULTILINE))
        ):
            _make_base(base)
        begin_s = time.monotonic()
        _bud(*_as_this_machine(), *command, log="build")
    else:
        begin_s = time.monotonic()
        subprocess.run([program, "build", *command], check=True)
    return time.monotonic() - begin_s


def load(name: str) -> Image:
    """The image that docker-compose.yml names, or its stand-in."""
    server = name.partition("@")[0].rpartition("/")[2].partition(":")[0]
    if server in SERVERS:
        name = f"localhost/segtier-stand-in-{server}"
        if not _is_there(name):
            _make_debian()
            context = WORK / server
            shutil.rmtree(context, ignore_errors=True)
            shutil.copytree(HERE, context, ignore=lambda _, names: [one for one in names if not one.endswith(".sh")])
            (context / "Dockerfile").write_text(f"FROM {_BASE}\n{SERVERS[server]}")
            _bud("-t", name, str(context), log=server)
    else:
        name = f"localhost/{name}"
    container = _said("from", "--pull-never", name)
    root = Path(_said("mount", container))
    told = json.loads(_said("inspect", "--type", "image", name))
    config = told["OCIv1"]["config"]
    return Image(
        told["FromImageID"],
        root,
        dict(one.split("=", 1) for one in config.get("Env") or []),
        config.get("User") or "root",
        tuple(config.get("Entrypoint") or ()),
        tuple(config.get("Cmd") or ()),
        container,
    )


def tag(old: str, new: str) -> None:
    _said("tag", f"localhost/{old}", f"localhost/{new}")


def forget(mounts: Iterable[str]) -> None:
    """Take back what `load` mounted, once nothing runs on it."""
    for one in mounts:
        _said("rm", one)


def need_tools() -> None:
    if os.geteuid() != 0:
        sys.exit("Without a container engine this needs root: it makes images from Debian packages.")
    missing = [name for name in ("buildah", "debootstrap") if shutil.which(name) is None]
    if missing:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], check=True)
    WORK.mkdir(parents=True, exist_ok=True)
    driver = "overlay" if "overlay" in Path("/proc/filesystems").read_text() else "vfs"
    (WORK / "storage.conf").write_text(
        f'[storage]\ndriver = "{driver}"\nrunroot = "{WORK}/run"\ngraphroot = "{WORK}/graph"\n'
    )


def _make_debian() -> None:
    if _is_there(_BASE):
        return
    root = WORK / "debian"
    if not (root / "etc" / "debian_version").exists():
        with (WORK / "debootstrap.log").open("w") as log:
            command = ["debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", str(root)]
            subprocess.run(command, check=True, stdout=log, stderr=log)
    container = _said("from", "scratch")
    _said("add", "-q", container, str(root), "/")
    _said("commit", "-q", container, _BASE)
    _said("rm", container)


def _make_base(name: str) -> None:
    full = f"docker.io/library/{name}"
    if _is_there(full):
        return
    _make_debian()
    kind, _, asked = name.partition(":")
    context = WORK / kind
    shutil.rmtree(context, ignore_errors=True)
    context.mkdir()
    if kind == "python" and asked.startswith("3.11."):
        steps = (
            _INSTALL.format("python3 python3-venv python3-pip") + "RUN ln -sf /usr/bin/python3 /usr/local/bin/python\n"
        )
    elif kind == "node" and asked.partition(".")[0] == _node().partition(".")[0]:
        npm = Path(shutil.which("npm") or "").resolve().parents[1]
        shutil.copy(Path(shutil.which("node") or "").resolve(), context / "node")
        shutil.copytree(npm, context / "npm", symlinks=True)
        links = " && ".join(
            f"ln -s ../lib/node_modules/npm/bin/{one}-cli.js /usr/local/bin/{one}" for one in ("npm", "npx")
        )
        steps = f"COPY node /usr/local/bin/node\nCOPY npm /usr/local/lib/node_modules/npm\nRUN {links}\n"
    else:
        sys.exit(
            f"There is nothing here to make {name} from: Debian 12 has Python 3.11, this machine has Node {_node()}."
        )
    (context / "Dockerfile").write_text(f"FROM {_BASE}\n{steps}")
    _bud("-t", full, str(context), log=kind)


def _node() -> str:
    program = shutil.which("node")
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True) if program else None
    return done.stdout.strip().removeprefix("v") if done else "none"


def _as_this_machine() -> list[str]:
    """Its certificates and the settings of its package clients, for the steps that install."""
    words = []
    for name in _CERTIFICATES:
        if (path := os.environ.get(name)) and Path(path).is_file():
            words += ["-v", f"{path}:{path}:ro", "--env", f"{name}={path}", "--unsetenv", name]
    npm = subprocess.run(["npm", "config", "get", "globalconfig"], capture_output=True, text=True, check=False)
    files = {
        "/etc/pip.conf": "/etc/pip.conf",
        "/root/.npmrc": "/root/.npmrc",
        npm.stdout.strip(): "/usr/local/etc/npmrc",
    }
    return words + [word for a, b in files.items() if Path(a).is_file() for word in ("-v", f"{a}:{b}:ro")]


def _bud(*words: str, log: str) -> None:
    path = WORK / f"{log}.log"
    with path.open("w") as out:
        done = subprocess.run(
            ["buildah", "bud", "--layers", "--isolation", "chroot", "--network", "host", "--pull-never", *words],
            env=_environment(), stdout=out, stderr=out, check=False,
        )  # fmt: skip
    if done.returncode != 0:
        sys.exit(f"The build failed:\n{path.read_text()[-3000:]}")


def _is_there(name: str) -> bool:
    command = ["buildah", "inspect", "--type", "image", name]
    return subprocess.run(command, env=_environment(), capture_output=True, check=False).returncode == 0


def _said(*words: str) -> str:
    done = subprocess.run(["buildah", *words], env=_environment(), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"buildah {' '.join(words)}: {done.stderr[-2000:]}")
    return done.stdout.strip()


def _environment() -> dict[str, str]:
    return {**os.environ, "CONTAINERS_STORAGE_CONF": str(WORK / "storage.conf")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkout", type=Path, default=ROOT)
    parser.add_argument("--tag", default=TAG)
    given = parser.parse_args()
    took_s = build(given.checkout, given.tag)
    print(f"{given.tag}: built in {took_s:.0f} s")
    if engine() is None:
        image = load(given.tag)
        print(f"{given.tag}: {image.bytes / 1024**2:,.0f} MiB")
        forget([image.mounted])


if __name__ == "__main__":
    main()
