"""`make test`, `make prove` and `make check`: run the checks, say what each cost, and end with `N passed, N failed`.

Installs what is missing first. Goes on after a failure, so that one run shows all of them. Two checks run at a time, because the
tests that start products mostly wait; the output of each is printed when it ends. Standard library only.

`run_checks.py [--prove | --changed] [NAME ...]`: `--prove` runs everything that is not proved of these files, what was proved
longest ago first, and writes docs/internals/proved.md after each check; `--changed` runs what a change reaches; with names, only
checks with one of them in their name.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import checks
import journeys
import proved
import proved_page
import set_up
import tools
from checks import Check

PROVE, CHANGED = "--prove", "--changed"
AT_A_TIME = 2
_ONE_WRITES = threading.Lock()


@dataclass(frozen=True)
class Outcome:
    """What came of a check, the seconds it took by the clock, and processor time of all its processes in seconds."""

    check: Check
    passed: int
    failed: int
    skipped: int
    took_s: float
    processor_s: float

    @property
    def line(self) -> str:
        state = "FAILED" if self.failed else "ok"
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        counts = f"{self.passed} passed, {self.failed} failed{skipped}"
        return f"{state:6}  {self.took_s:6.1f} s  {self.processor_s:6.1f} s of processor  {self.check.name}: {counts}"


def main() -> int:
    begin_s = time.monotonic()
    set_up.check_programs()
    if wrong := set_up.check_node():
        set_up.stop(wrong)
    tools.install_system_packages()
    tools.install_dependencies(everything=PROVE in sys.argv)
    checks.fresh_results()
    asked = checks.for_prove if PROVE in sys.argv else checks.for_check if CHANGED in sys.argv else checks.for_test
    wanted = [check for check in asked() if is_wanted(check.name)]
    outcomes = run_all(wanted)
    return report(outcomes, time.monotonic() - begin_s)


def is_wanted(name: str) -> bool:
    names = [one for one in sys.argv[1:] if not one.startswith("--")]
    return not names or any(part in name for part in names)


def run_all(wanted: list[Check]) -> list[Outcome]:
    """The pages are built first: products of the tests serve them. Then two at a time, in the order given."""
    build = [check for check in wanted if check.name == checks.BUILD]
    others = [check for check in wanted if check.name != checks.BUILD]
    if PROVE not in sys.argv:
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            return [*map(run, build), *pool.map(run, others)]
    of = proved.files()
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        return [*map(run, build), *pool.map(lambda check: run_unless_proved(check, of), proved.oldest_first(others))]


def run_unless_proved(check: Check, of: proved.Files) -> Outcome:
    """What passed of the same files is not run again."""
    if before := proved.passed_before(check, of):
        print(f"=== {check.name}: proved of these files before", flush=True)
        return Outcome(check, before.passed, 0, before.skipped, before.took_s, before.processor_s)
    found = run(check)
    with _ONE_WRITES:
        counts = (found.passed, found.failed, found.skipped)
        proved.keep(check, of, counts, failures(check) if found.failed else [], found.took_s, found.processor_s)
        proved_page.write(proved.read())
    return found


def run(check: Check) -> Outcome:
    """Run one check and print what it said; a runner that dies without counting is one failure."""
    print(f"=== {check.name}: started", flush=True)
    begin_s = time.monotonic()
    with check.log.open("w") as log:
        started = subprocess.Popen(
            check.command, cwd=check.folder, env=checks.environment(check), stdout=log, stderr=log, text=True
        )
        _, status, used = os.wait4(started.pid, 0)
        code = started.returncode = os.waitstatus_to_exitcode(status)
    took_s = time.monotonic() - begin_s
    said = check.log.read_text(errors="replace").rstrip("\n")
    print(f"\n=== {check.name}: {took_s:.0f} s\n{said}", flush=True)
    passed, failed, skipped = counted(check.junit) if check.junit else (int(code == 0), int(code != 0), 0)
    if code != 0 and failed == 0:
        failed = 1
    if code == 0 and check.junit and passed == 0:
        print(f"{check.name}: no test ran")
        failed = 1
    return Outcome(check, passed, failed, skipped, took_s, used.ru_utime + used.ru_stime)


def counted(junit: Path) -> tuple[int, int, int]:
    """(passed, failed, skipped) of a JUnit file; nothing where the runner did not write one."""
    if not junit.is_file():
        return 0, 0, 0
    cases = list(ET.parse(junit).getroot().iter("testcase"))
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - failed - skipped, failed, skipped


def report(outcomes: list[Outcome], took_s: float) -> int:
    """Print what was proved, a table and the last line; the exit code is 1 where anything failed."""
    junits = [one.check.junit for one in outcomes if one.check.name == checks.JOURNEYS]
    played = [junit for junit in junits if junit and junit.is_file()]
    proved = [piece for junit in played for piece in journeys.remember(junit)]
    if PROVE not in sys.argv and CHANGED not in sys.argv:
        print("\n=== Proved this time, beside what is tested each time")
        print(checks.CHOSEN.read_text("utf-8").rstrip("\n") if checks.CHOSEN.is_file() else "no tests of the back end")
        print("# journeys not played for longest", *proved, sep="\n")
        print("Again, in backend/: python -m pytest tests --part=test --pieces=../build/test-results/pieces.txt")
    print("\n=== Summary")
    print(*(one.line for one in outcomes), sep="\n")
    for name in (name for one in outcomes if one.failed for name in failures(one.check)):
        print(f"FAILED  {name}")
    processor_s = sum(os.times()[:4])
    print(f"{took_s:.0f} s by the clock, {processor_s:.0f} s of processor time with all that was installed")
    passed, failed = (sum(one.passed for one in outcomes), sum(one.failed for one in outcomes))
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


if __name__ == "__main__":
    raise SystemExit(main())
