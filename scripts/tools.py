"""Install what the tests need beside what Segtier needs: programs, Python and Node packages. Standard library only."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess

import set_up

APT_PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "chromium": "chromium",
    "shellcheck": "shellcheck",
    "jq": "jq",
    "nginx": "nginx-light",
    "cc": "gcc libc6-dev",
}


def install_system_packages() -> None:
    """Install PostgreSQL, Redis, Chromium, nginx, ShellCheck and a C compiler through apt where absent; stop where that is
    not allowed.
    """
    absent = [packages for program, packages in APT_PACKAGES.items() if not is_installed(program)]
    missing = " ".join(absent).split()
    if not missing:
        return
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    allowed = not as_root or (
        shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], check=False).returncode == 0
    )
    if shutil.which("apt-get") is None or not allowed:
        set_up.stop(f"The tests need: {', '.join(missing)}. Install them and run make test again.")
    set_up.say(f"Installing {', '.join(missing)}")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*as_root, "apt-get", "update", "-qq"], env=quiet, check=False)
    install = [*as_root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
    if subprocess.run(install, env=quiet, check=False).returncode != 0:
        set_up.stop(f"apt-get could not install: {', '.join(missing)}. Install them and run make test again.")


def is_installed(program: str) -> bool:
    if shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        return True
    return program == "postgres" and bool(glob.glob("/usr/lib/postgresql/*/bin/postgres"))


def install_dependencies(*, everything: bool) -> None:
    """`everything`: also what only `make prove` needs."""
    set_up.install_python("runtime.txt")
    set_up.install_python("dev.txt")
    if everything:
        set_up.install_python("schemathesis.txt")
    for folder in (set_up.FRONTEND, set_up.ROOT / "e2e", set_up.BACKEND / "tests" / "ddl_grammar"):
        if (folder / "package-lock.json").is_file():
            set_up.install_node(folder)
