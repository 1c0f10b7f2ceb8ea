"""Check everything: format, lint, types, import borders, tests of every kind, on both set-ups.

Installs what is missing first. Goes on after a failure so that one run shows all of them, and ends with one line
`N passed, N failed`: tests of every runner counted together, and each format, lint, type or build check as one.
Two checks run at a time, because the integration tests mostly wait; the output of each is printed when it ends.
Standard library only. `make test` runs this; names given as arguments run only the checks whose name contains one.
`--changed` (`make check`) leaves out all tests but those that know of what was changed: see `changed.py`.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import changed
import set_up

ROOT = set_up.ROOT
BACKEND, FRONTEND, E2E = ROOT / "backend", ROOT / "frontend", ROOT / "e2e"
GRAMMAR = BACKEND / "tests" / "ddl_grammar"
RESULTS = ROOT / "build" / "test-results"
BIN = set_up.VENV / "bin"
CHANGED = "--changed"
BUILD = "frontend build"
AT_A_TIME = 2
E2E_CHECKS = (("format", "format:check"), ("lint", "lint"), ("types", "types"))
APT_PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "chromium": "chromium",
    "shellcheck": "shellcheck",
    "jq": "jq",
    "nginx": "nginx-light",
}


@dataclass(frozen=True)
class Check:
    """One command. With `junit` its tests are counted from that file, else the command is one test."""

    name: str
    command: list[str]
    folder: Path
    junit: Path | None = None
    env: dict[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        """What it says while it runs."""
        return results_file(self.name, "log")


@dataclass(frozen=True)
class Outcome:
    check: Check
    passed: int
    failed: int
    skipped: int
    took_s: float


def main() -> int:
    set_up.check_programs()
    install_system_packages()
    install_dependencies()
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    wanted = quick_checks() if CHANGED in sys.argv else [check for check in checks() if is_wanted(check.name)]
    return report(run_all(wanted))


def is_wanted(name: str) -> bool:
    return not sys.argv[1:] or any(part in name for part in sys.argv[1:])


def quick_checks() -> list[Check]:
    """Format, lint, types, borders, and the tests that know of what was changed."""
    files = changed.changed_files()
    static = [check for check in [*backend_checks(), *frontend_checks()] if check.junit is None]
    tests, pages = changed.python_tests(files), changed.page_files(files)
    quick = [check for check in static if check.name != BUILD]
    if tests:
        quick.append(
            a_pytest(
                "tests that know of the change",
                [*tests, "--numprocesses=2", "--dist=loadfile"],
            )
        )
    if pages:
        command = [
            "npx",
            "--no-install",
            "vitest",
            "related",
            "--run",
            "--passWithNoTests",
            *pages,
        ]
        quick.append(Check("pages that know of the change", command, FRONTEND))
    return quick


def checks() -> list[Check]:
    """What takes long and waits comes first, so that all else runs beside it."""
    return [integration_tests(), *backend_checks(), *frontend_checks(), *end_to_end_checks()]


def backend_checks() -> list[Check]:
    python = str(BIN / "python")
    sources = [
        "segtier",
        "tests",
        "benchmarks",
        "robustness",
        "simulation",
        "mutation",
        "clients",
        "../migrations",
        "../scripts",
    ]
    present = [folder for folder in sources if (BACKEND / folder).is_dir()]
    unit = [
        "tests",
        "--ignore=tests/integration",
        "--numprocesses=2",
        "--dist=loadfile",
        "--no-loadscope-reorder",  # else files of few tests come last, the dear ones among them: a process has no more to do
    ]
    return [
        Check(
            "backend format",
            [str(BIN / "ruff"), "format", "--check", *present],
            BACKEND,
        ),
        Check("backend lint", [str(BIN / "ruff"), "check", *present], BACKEND),
        Check("backend types", [str(BIN / "mypy")], BACKEND),
        Check("types of the scripts", [str(BIN / "mypy"), "../scripts"], BACKEND),
        Check("import borders", [str(BIN / "lint-imports"), "--no-cache"], BACKEND),
        a_pytest("backend unit and property tests", unit),
        Check(
            "OpenAPI document is current",
            [python, str(ROOT / "scripts" / "check_openapi.py")],
            ROOT,
        ),
        Check(
            "types of the Python client are current",
            [python, str(ROOT / "scripts" / "client_types.py"), "--check"],
            ROOT,
        ),
    ]


def integration_tests() -> Check:
    """Each of the two processes starts a product on its own database; much of the time they wait for one."""
    return a_pytest("integration tests", ["tests/integration", "--numprocesses=2", "--dist=loadgroup"])


def a_pytest(name: str, arguments: list[str]) -> Check:
    file = results_file(name, "xml")
    command = [
        str(BIN / "python"),
        "-m",
        "pytest",
        f"--junitxml={file}",
        "-rs",
        *arguments,
    ]
    return Check(name, command, BACKEND, junit=file)


def frontend_checks() -> list[Check]:
    vitest = RESULTS / "vitest.xml"
    reporters = [
        "--",
        "--reporter=default",
        "--reporter=junit",
        f"--outputFile.junit={vitest}",
    ]
    return [
        Check("API types are current", npm("api:check"), FRONTEND),
        Check("frontend format", npm("format:check"), FRONTEND),
        Check("frontend lint", npm("lint"), FRONTEND),
        Check("frontend types", npm("types"), FRONTEND),
        Check("frontend unit tests", [*npm("test"), *reporters], FRONTEND, junit=vitest),
        Check(
            BUILD,
            [sys.executable, str(ROOT / "scripts" / "set_up.py")],
            ROOT,
        ),
    ]


def end_to_end_checks() -> list[Check]:
    if not (E2E / "package.json").is_file():
        return []
    checks = [Check(f"end-to-end {name}", npm(script), E2E) for name, script in E2E_CHECKS]
    return [*checks, end_to_end()]


def end_to_end() -> Check:
    """Playwright in real Chromium against products it starts, on SQLite with files, then on PostgreSQL, Redis, prefork."""
    file = RESULTS / "e2e.xml"
    command = ["npx", "--no-install", "playwright", "test", "--reporter=list,junit"]
    return Check(
        "end-to-end tests", command, E2E, junit=file, env={"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(file), "CI": "1"}
    )


def npm(script: str) -> list[str]:
    return ["npm", "run", "--silent", script]


def run_all(wanted: list[Check]) -> list[Outcome]:
    """The pages are built first: products of the tests serve them. Then two at a time, in the order given."""
    build = [check for check in wanted if check.name == BUILD]
    others = [check for check in wanted if check.name != BUILD]
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        return [*map(run, build), *pool.map(run, others)]


def run(check: Check) -> Outcome:
    """Run one check and print what it said; a runner that dies without counting is one failure."""
    print(f"=== {check.name}: started", flush=True)
    begin_s = time.monotonic()
    with check.log.open("w") as log:
        env = {**environment(), **check.env}
        code = subprocess.run(check.command, cwd=check.folder, env=env, stdout=log, stderr=log, check=False).returncode
    took_s = time.monotonic() - begin_s
    said = check.log.read_text(errors="replace").rstrip("\n")
    print(f"\n=== {check.name}: {took_s:.0f} s\n{said}", flush=True)
    passed, failed, skipped = counted(check.junit) if check.junit else (int(code == 0), int(code != 0), 0)
    if code != 0 and failed == 0:
        failed = 1
    if code == 0 and check.junit and passed == 0:
        print(f"{check.name}: no test ran")
        failed = 1
    return Outcome(check, passed, failed, skipped, took_s)


def results_file(name: str, ending: str) -> Path:
    return RESULTS / f"{name.replace(' ', '-')}.{ending}"


def environment() -> dict[str, str]:
    """What Python has compiled is kept, whatever this machine's environment says, as in the Makefile."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def counted(junit: Path) -> tuple[int, int, int]:
    """(passed, failed, skipped) of a JUnit file; nothing where the runner did not write one."""
    if not junit.is_file():
        return 0, 0, 0
    cases = list(ET.parse(junit).getroot().iter("testcase"))
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - failed - skipped, failed, skipped


def report(outcomes: list[Outcome]) -> int:
    """Print a table and the last line; the exit code is 1 where anything failed."""
    print("\n=== Summary")
    for one in outcomes:
        state = "FAILED" if one.failed else "ok"
        skipped = f", {one.skipped} skipped" if one.skipped else ""
        print(f"{state:6}  {one.took_s:6.1f} s  {one.check.name}: {one.passed} passed, {one.failed} failed{skipped}")
    for name in (name for one in outcomes if one.failed for name in failures(one.check)):
        print(f"FAILED  {name}")
    passed, failed = (
        sum(one.passed for one in outcomes),
        sum(one.failed for one in outcomes),
    )
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def failures(check: Check) -> list[str]:
    """Each failed test with the first line of what it said: of a long log often only the end is kept."""
    if check.junit is None or not check.junit.is_file():
        return [check.name]
    failed = [
        (case, problem)
        for case in ET.parse(check.junit).getroot().iter("testcase")
        for problem in (*case.findall("failure"), *case.findall("error"))
    ]
    return [
        f"{case.get('classname')} {case.get('name')}: {next(iter((problem.text or '').strip().splitlines()), '')[:200]}"
        for case, problem in failed
    ]


def install_system_packages() -> None:
    """Install PostgreSQL, Redis, Chromium, nginx and ShellCheck through apt where absent; stop where that is not allowed."""
    missing = [package for program, package in APT_PACKAGES.items() if not is_installed(program)]
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
    install = [
        *as_root,
        "apt-get",
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        *missing,
    ]
    if subprocess.run(install, env=quiet, check=False).returncode != 0:
        set_up.stop(f"apt-get could not install: {', '.join(missing)}. Install them and run make test again.")


def is_installed(program: str) -> bool:
    if shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        return True
    return program == "postgres" and bool(glob.glob("/usr/lib/postgresql/*/bin/postgres"))


def install_dependencies() -> None:
    set_up.install_python("runtime.txt")
    set_up.install_python("dev.txt")
    for folder in (FRONTEND, E2E, GRAMMAR):
        if (folder / "package-lock.json").is_file():
            set_up.install_node(folder)


if __name__ == "__main__":
    raise SystemExit(main())
