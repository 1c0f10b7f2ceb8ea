"""What is checked: each check is one command; `make test`, `make prove` and `make check` differ in which they run.

Standard library only.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import journeys
import reach
import set_up

ROOT = set_up.ROOT
BACKEND, FRONTEND, E2E = ROOT / "backend", ROOT / "frontend", ROOT / "e2e"
RESULTS = ROOT / "build" / "test-results"
BIN = set_up.VENV / "bin"
BUILD = "frontend build"
BACKEND_TESTS, JOURNEYS = "backend tests", "journeys"
CHOSEN, NEAR = RESULTS / "pieces.txt", RESULTS / "near.txt"
LARGE_ROOMS = ("advisor", "analysis", "cli", "plan", "reports", "robustness")
"""Rooms of unit tests that are a check of their own in `make prove`."""
_FROM_THE_TOP = "--no-loadscope-reorder"
"""Else files of few tests come last, the dear ones among them: a process has no more to do."""


_ASKS_NOBODY = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""The linter looks for news of itself else."""


@dataclass(frozen=True)
class Check:
    """One command. With `junit` its tests are counted from that file, else the command is one test."""

    name: str
    command: list[str]
    folder: Path
    junit: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        """What it says while it runs."""
        return results_file(self.name, "log")


def for_test() -> list[Check]:
    """What waits comes first, so that all else runs beside it."""
    changed = reach.changed_since_proved()
    name_journeys(journeys.for_test(changed))
    NEAR.write_text("\n".join(path.relative_to(reach.TESTS).as_posix() for path in reach.near(changed)), "utf-8")
    return [
        backend_tests("--part=test", "--refuse-slow", f"--near={NEAR}", f"--chosen={CHOSEN}"),
        *static_checks(),
        vitest(),
        played(),
    ]


def for_prove() -> list[Check]:
    """Everything there is, with what each needs to run."""
    name_journeys(journeys.all_of_them())
    return to_prove()


def to_prove() -> list[Check]:
    """Everything there is, the laboratories last."""
    return [*all_backend_tests(), *static_checks(), vitest(), played(), *laboratories()]


def for_check() -> list[Check]:
    """Format, lint, types, borders, and the tests that a change reaches."""
    changed = reach.changed_files()
    tests = [str(path.relative_to(BACKEND)) for path in reach.quick_tests(changed)]
    quick = [check for check in static_checks() if check.name != BUILD]
    quick.append(a_pytest("tests that the change reaches", [*tests, "--numprocesses=2", "--dist=loadfile"]))
    if pages := reach.page_files(changed):
        command = ["npx", "--no-install", "vitest", "related", "--run", "--passWithNoTests", *pages]
        quick.append(Check("pages that know of the change", command, FRONTEND))
    return quick


def backend_tests(*part: str) -> Check:
    """Two processes; what shares a product or a file stays in one of them (`tests/conftest.py`)."""
    return a_pytest(BACKEND_TESTS, ["tests", "--numprocesses=2", "--dist=loadgroup", _FROM_THE_TOP, *part])


def all_backend_tests() -> list[Check]:
    """One check for each room of units and each letter that the slowest files begin with: a stopped run keeps what it proved."""
    options = ["--numprocesses=2", "--dist=loadgroup", _FROM_THE_TOP, "--part=prove"]
    tests = BACKEND / "tests"
    parts: dict[str, list[str]] = {}
    for one in sorted((tests / "integration").glob("test_*.py")):
        parts.setdefault(f"integration {one.name[5]}", []).append(str(one.relative_to(BACKEND)))
    for one in sorted((tests / "unit").rglob("test_*.py")):
        room = one.relative_to(tests / "unit").parts[0]
        name = room if room in LARGE_ROOMS else "others"
        parts.setdefault(f"unit {name}", []).append(str(one.relative_to(BACKEND)))
    parts |= {name: [f"tests/{name}"] for name in ("property", "security")}
    return [a_pytest(f"{BACKEND_TESTS}: {name}", [*files, *options]) for name, files in sorted(parts.items())]


def static_checks() -> list[Check]:
    python = str(BIN / "python")
    names = ["segtier", "tests", "benchmarks", "robustness", "simulation", "lab", "mutation", "clients"]
    sources = [*names, "../migrations", "../scripts"]
    return [
        Check(BUILD, [sys.executable, str(ROOT / "scripts" / "set_up.py")], ROOT),
        Check("backend types", [str(BIN / "mypy")], BACKEND),
        Check("frontend types", npm("types"), FRONTEND),
        Check("types of the scripts", [str(BIN / "mypy"), "../scripts"], BACKEND),
        Check("backend format", [str(BIN / "ruff"), "format", "--check", *sources], BACKEND),
        Check("backend lint", [str(BIN / "ruff"), "check", *sources], BACKEND),
        Check("import borders", [str(BIN / "lint-imports"), "--no-cache"], BACKEND),
        Check("figures of the proving ground are current", [python, "-m", "lab.ground.hold", "--check"], BACKEND),
        Check("OpenAPI document is current", [python, str(ROOT / "scripts" / "check_openapi.py")], ROOT),
        Check(
            "types of the Python client are current",
            [python, str(ROOT / "scripts" / "client_types.py"), "--check"],
            ROOT,
        ),
        Check("API types are current", npm("api:check"), FRONTEND),
        Check("OpenAPI document is well written", npm("api:lint"), FRONTEND, env=_ASKS_NOBODY),
        Check("frontend format", npm("format:check"), FRONTEND),
        Check("frontend lint", npm("lint"), FRONTEND),
        Check("end-to-end format", npm("format:check"), E2E),
        Check("end-to-end lint", npm("lint"), E2E),
        Check("end-to-end types", npm("types"), E2E),
        Check("docs as a site", [python, str(ROOT / "scripts" / "docs_site.py")], ROOT),
        Check("plain English", [python, str(ROOT / "scripts" / "plain_words.py")], ROOT),
    ]


def vitest() -> Check:
    file = RESULTS / "vitest.xml"
    reporters = ["--", "--reporter=default", "--reporter=junit", f"--outputFile.junit={file}"]
    return Check("frontend unit tests", [*npm("test"), *reporters], FRONTEND, junit=file)


def name_journeys(wanted: list[str]) -> None:
    """Those that are played."""
    results_file(JOURNEYS, "txt").write_text("\n".join(wanted) + "\n", "utf-8")


def played() -> Check:
    """Journeys in real Chromium against products they start: embedded, and as a team has it."""
    file, named = results_file(JOURNEYS, "xml"), results_file(JOURNEYS, "txt")
    command = ["npx", "--no-install", "playwright", "test", f"--test-list={named}", "--reporter=list,junit"]
    env = {"PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(file), "CI": "1"}
    return Check(JOURNEYS, command, E2E, junit=file, env=env)


def laboratories() -> list[Check]:
    """Each counts for itself and prints its figures last. Ask for longer runs by hand (docs/internals/robustness.md)."""
    python = str(BIN / "python")
    runs = {
        "other examples of the laws": "-m pytest -q tests/property --hypothesis-profile=explore",
        "less evidence": "robustness/less_evidence.py",
        "damaged reports": "robustness/sweep.py --positions 20",
        "generated requests": "robustness/api_cases.py sqlite --cases 2000",
        "requests of Schemathesis": "robustness/schema_cases.py sqlite --seconds 300",
        "hostile files": "robustness/hostile.py --files 100 --tiny 1000",
        "kills of components": "robustness/kills.py --setup both --rounds 2",
        "kills of operations": "robustness/kill_operations.py --setup both --points 2 --moments 2",
        "clocks that leap": "robustness/clocks.py --setup both",
        "scripts on emulated databases": "-m lab.plsql.run 2000",
        "how costs grow": "-m benchmarks.exponents",
        "faults put in by machine": "mutation/run.py --faults 60",
    }
    return [Check(name, [python, *command.split()], BACKEND) for name, command in runs.items()]


def a_pytest(name: str, arguments: list[str]) -> Check:
    file = results_file(name, "xml")
    command = [str(BIN / "python"), "-m", "pytest", f"--junitxml={file}", "-rs", *arguments]
    return Check(name, command, BACKEND, junit=file)


def npm(script: str) -> list[str]:
    return ["npm", "run", "--silent", script]


def results_file(name: str, ending: str) -> Path:
    return RESULTS / f"{name.replace(':', '').replace(' ', '-')}.{ending}"


def fresh_results() -> None:
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)


def environment(check: Check) -> dict[str, str]:
    """What Python has compiled is kept, whatever this machine's environment says, as in the Makefile."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **check.env}
