"""Install what Segtier needs into this checkout: backend/.venv, and the built pages in frontend/dist.

Everything comes from pinned, hashed lists. What is there already and unchanged is left alone, so a second run takes
a fraction of a second. Standard library only, and in old syntax, so that an old Python can say that it is too old.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import time
from typing import NoReturn

ROOT = pathlib.Path(__file__).resolve().parents[1]
BACKEND = ROOT / "backend"
FRONTEND = ROOT / "frontend"
VENV = BACKEND / ".venv"
REQUIREMENTS = BACKEND / "requirements"
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20


def main() -> None:
    begin = time.time()
    check_programs()
    worked = [install_python("runtime.txt"), build_pages()]
    if any(worked):
        print(f"Set up in {time.time() - begin:.0f} s.", flush=True)


def check_programs() -> None:
    """Stop with one clear sentence when Python or Node is missing or too old."""
    if sys.version_info < OLDEST_PYTHON:
        oldest, this = ".".join(map(str, OLDEST_PYTHON)), sys.version.split()[0]
        stop(f"Python {oldest} or later is needed; this is {this}. Name another one: make run PYTHON=python3.12")
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        stop(f"Node {OLDEST_NODE} or later with npm is needed and was not found.")
    version = subprocess.check_output([node, "--version"]).decode().strip()
    if int(version.lstrip("v").split(".")[0]) < OLDEST_NODE:
        stop(f"Node {OLDEST_NODE} or later is needed; this is {version}.")


def install_python(requirements: str) -> bool:
    """Install a hashed list and Segtier itself into backend/.venv; True where something was to do."""
    stamp = VENV / ("installed-" + requirements)
    files = [
        REQUIREMENTS / "tools.txt",
        REQUIREMENTS / requirements,
        BACKEND / "pyproject.toml",
    ]
    wanted = digest_of(files, sys.version)
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    say(f"Installing Python packages ({requirements})")
    if not (VENV / "bin" / "python").exists():
        make_venv()
    python = str(VENV / "bin" / "python")
    tools = REQUIREMENTS / "tools.txt"
    run(
        [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
            "-r",
            tools,
        ]
    )
    uv = [str(VENV / "bin" / "uv"), "pip", "install", "--quiet", "--python", python]
    run([*uv, "--require-hashes", "-r", REQUIREMENTS / requirements])
    run([*uv, "--no-deps", "--no-build-isolation", "--editable", BACKEND])
    stamp.write_text(wanted)
    return True


def make_venv() -> None:
    try:
        run([sys.executable, "-m", "venv", VENV])
    except SystemExit:
        shutil.rmtree(str(VENV), ignore_errors=True)
        stop("Python cannot make a virtual environment. On Debian: apt-get install python3-venv")


def install_node(folder: pathlib.Path) -> bool:
    """npm ci where the lock file changed since the last time; True where something was to do."""
    stamp = folder / "node_modules" / ".installed"
    wanted = digest_of([folder / "package.json", folder / "package-lock.json"])
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    say(f"Installing Node packages in {folder.relative_to(ROOT)}")
    run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    stamp.write_text(wanted)
    return True


def build_pages() -> bool:
    """Build frontend/dist where its sources changed since the last time; True where something was to do."""
    stamp = FRONTEND / "dist" / ".built"
    wanted = digest_of(page_sources())
    if stamp.exists() and stamp.read_text() == wanted:
        return False
    install_node(FRONTEND)
    say("Building the pages")
    run(["npm", "run", "--silent", "build"], FRONTEND)
    stamp.write_text(wanted)
    return True


def page_sources() -> "list[pathlib.Path]":
    top = sorted(path for path in FRONTEND.iterdir() if path.is_file())
    below = [path for name in ("src", "public") for path in sorted((FRONTEND / name).rglob("*"))]
    return top + [path for path in below if path.is_file()]


def digest_of(files: "list[pathlib.Path]", extra: str = "") -> str:
    """One digest over names and contents."""
    digest = hashlib.sha256(extra.encode())
    for file in files:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def run(command: "list[str | pathlib.Path]", folder: pathlib.Path = ROOT) -> None:
    code = subprocess.call([str(part) for part in command], cwd=str(folder), env=quiet_environment())
    if code != 0:
        stop("Failed: {}".format(" ".join(str(part) for part in command)))


def quiet_environment() -> "dict[str, str]":
    """No chatter; and uv trusts what the machine trusts, as pip and npm do (a company's own certificate, say)."""
    return dict(os.environ, NO_UPDATE_NOTIFIER="1", UV_NO_PROGRESS="1", UV_SYSTEM_CERTS="true")


def say(text: str) -> None:
    print(f"{text} …", flush=True)


def stop(text: str) -> NoReturn:
    print(text, file=sys.stderr)
    raise SystemExit(1)


if __name__ == "__main__":
    main()
