"""Install what Segtier needs into this checkout: backend/.venv, and the built pages in frontend/dist.

Everything comes from pinned, hashed lists. What is there already and unchanged is left alone, so a second run takes
a fraction of a second, and Node is asked for only where pages have to be built. Standard library only, and in old syntax, so
that an old Python can say that it is too old.
"""

import hashlib
import json
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
OLDEST_NODE = (20, 19)


def main() -> None:
    begin = time.time()
    check_programs()
    worked = [install_python("runtime.txt"), build_pages()]
    if any(worked):
        done(f"Set up in {time.time() - begin:.0f} s.")


def check_programs() -> None:
    """Stop with one clear sentence when Python is too old."""
    if sys.version_info < OLDEST_PYTHON:
        oldest, this = ".".join(map(str, OLDEST_PYTHON)), sys.version.split()[0]
        stop(f"Python {oldest} or later is needed; this is {this}. Name another one: make run PYTHON=python3.12")


def check_node() -> "str | None":
    """What is wrong with Node, in one sentence; None where it can build the pages."""
    node, oldest = shutil.which("node"), ".".join(map(str, OLDEST_NODE))
    if node is None or shutil.which("npm") is None:
        return f"Node {oldest} or later with npm is needed to build the pages and was not found."
    version = subprocess.check_output([node, "--version"]).decode().strip()
    if tuple(map(int, version.lstrip("v").split(".")[:2])) < OLDEST_NODE:
        return f"Node {oldest} or later is needed to build the pages; this is {version}."
    return None


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
    refuse_link(VENV)
    say(f"Installing Python packages ({requirements})")
    install_tools()
    python = str(VENV / "bin" / "python")
    uv = [str(VENV / "bin" / "uv"), "pip", "install", "--quiet", "--python", python]
    run([*uv, "--require-hashes", "-r", REQUIREMENTS / requirements])
    run([*uv, "--no-deps", "--no-build-isolation", "--editable", BACKEND])
    stamp.write_text(wanted)
    return True


def install_tools() -> None:
    """What installs and builds all else: uv and setuptools, in backend/.venv."""
    if not (VENV / "bin" / "python").exists():
        make_venv()
    python, tools = str(VENV / "bin" / "python"), REQUIREMENTS / "tools.txt"
    stamp, wanted = VENV / "installed-tools.txt", digest_of([tools], sys.version)
    if not stamp.exists() or stamp.read_text() != wanted:
        refuse_link(VENV)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, "--require-hashes", "-r", tools])
        stamp.write_text(wanted)


def refuse_link(folder: pathlib.Path) -> None:
    """Stop before npm empties, or pip repoints, the folder of another checkout that a link leads to."""
    if folder.is_symlink():
        place = folder.relative_to(ROOT)
        stop(
            f"{place} is a link to {os.readlink(str(folder))}, and installing would change that. Remove it: rm {place}"
        )


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
    refuse_link(folder / "node_modules")
    say(f"Installing Node packages in {folder.relative_to(ROOT)}")
    run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    stamp.write_text(wanted)
    return True


def build_pages() -> bool:
    """Build frontend/dist where its sources changed since the last time, and say why; True where something was to do.

    Without Node, pages that were built before are served as they are.
    """
    stamp = FRONTEND / "dist" / ".built"
    sources = {str(path.relative_to(ROOT)): digest_of([path]) for path in page_sources()}
    why = why_build(stamp, sources)
    if why is None:
        return False
    wrong = check_node()
    if wrong is not None:
        if not (FRONTEND / "dist" / "index.html").is_file():
            stop(wrong)
        done(f"{wrong} The pages of an earlier build are served, although {why}.")
        return False
    install_node(FRONTEND)
    say(f"Building the pages: {why}")
    run(["npm", "run", "--silent", "build"], FRONTEND)
    stamp.write_text(json.dumps(sources, indent=0))
    return True


def why_build(stamp: pathlib.Path, sources: "dict[str, str]") -> "str | None":
    """In words; None where the built pages are those of the sources."""
    if not stamp.exists():
        return "none are built"
    try:
        built = json.loads(stamp.read_text())
    except ValueError:
        built = {}
    changed = sorted(name for name in set(sources) | set(built) if sources.get(name) != built.get(name))
    if not changed:
        return None
    more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
    return f"{changed[0]}{more} changed since they were built"


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
    """What it prints is shown where it fails, only."""
    words = [str(part) for part in command]
    ended = subprocess.run(
        words, cwd=str(folder), env=quiet_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if ended.returncode != 0:
        sys.stderr.write(ended.stdout.decode(errors="replace"))
        stop("Failed: {}".format(" ".join(words)))


def quiet_environment() -> "dict[str, str]":
    """No chatter; and uv trusts what the machine trusts, as pip and npm do (a company's own certificate, say)."""
    return dict(os.environ, NO_UPDATE_NOTIFIER="1", UV_NO_PROGRESS="1", UV_SYSTEM_CERTS="true")


def say(text: str) -> None:
    """What is being done, on one line of a terminal: each in place of the one before. Else a line each."""
    if sys.stdout.isatty():
        sys.stdout.write(f"\r\x1b[2K{text} …")
        sys.stdout.flush()
    else:
        print(f"{text} …", flush=True)


def done(text: str) -> None:
    """In place of what was said last."""
    print(f"\r\x1b[2K{text}" if sys.stdout.isatty() else text, flush=True)


def stop(text: str) -> NoReturn:
    print(f"\n{text}" if sys.stdout.isatty() else text, file=sys.stderr)
    raise SystemExit(1)


if __name__ == "__main__":
    main()
