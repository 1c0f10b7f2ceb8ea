"""Which tests run for a fault."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass, field
from pathlib import Path

from coverage import CoverageData

from mutation.choice import chosen, within
from mutation.copies import BACKEND
from mutation.faults import Fault, Place
from mutation.reach import Reach
from mutation.sample import Sampled

FILE = "segtier/plan/sqlplus/quoting.py"
BODY = next(
    range(one.body[0].lineno, one.end_lineno or 0)
    for one in ast.parse((BACKEND / FILE).read_text()).body
    if isinstance(one, ast.FunctionDef)
)
OWN, OTHER = "tests/unit/plan/test_a.py", "tests/unit/cli/test_b.py"


@dataclass
class Recording:
    """Test files as the recorder would have left them; what runs on import has no test's name."""

    folder: Path
    found: dict[str, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.add("tests/unit/cli/test_rest.py", {"all else": 400.0}, {})

    def add(self, name: str, seconds: dict[str, float], lines: dict[str, list[int]]) -> None:
        path = self.folder / f"{len(self.found)}.reach"
        data = CoverageData(path)
        for test, own in lines.items():
            data.set_context(test and f"{name}::{test}")
            data.add_lines({FILE: own})
        data.write()
        kept = {"seconds": {f"{name}::{test}": took for test, took in seconds.items()}, "sources": {}}
        path.with_suffix(".json").write_text(json.dumps(kept))
        self.found[name] = path


def a_fault(line: int, *, in_function: bool = True) -> Sampled:
    return Sampled("plan", FILE, Fault(Place(line, 0, (line, line), in_function), "AddNot", 0), "", "")


def test_own_unit_tests_first_and_the_fastest_first(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    recording.add(OTHER, {"quick": 0.1}, {"quick": [7]})
    recording.add(OWN, {"slow": 3.0, "quick": 1.0, "beside": 0.5}, {"slow": [7], "quick": [7], "beside": [8]})
    portions = chosen(a_fault(7), Reach(recording.found))
    assert portions == [[f"{OWN}::quick", f"{OWN}::slow", f"{OWN}::beside"], [f"{OTHER}::quick"]]


def test_tests_named_after_the_module_come_before_faster_ones(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    named = "tests/unit/plan/test_quoting.py"
    recording.add(OWN, {"quick": 0.1}, {"quick": [7]})
    recording.add(named, {"slow": 3.0}, {"slow": [7]})
    assert chosen(a_fault(7), Reach(recording.found)) == [[f"{named}::slow", f"{OWN}::quick"]]


def test_each_portion_has_its_part_of_the_time_of_all(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    recording.add(OTHER, {"quick": 4.0, "slow": 7.0}, {"quick": [7], "slow": [7]})
    recording.add(OWN, {"quick": 3.0, "slow": 8.0}, {"quick": [7], "slow": [7]})
    assert chosen(a_fault(7), Reach(recording.found)) == [[f"{OWN}::quick"], [f"{OTHER}::quick"]]


def test_a_file_no_test_uses_has_no_tests(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    recording.add(OWN, {"quick": 1.0}, {"": [1]})
    assert chosen(a_fault(1, in_function=False), Reach(recording.found)) == []


def test_a_function_called_on_import_only_is_used_by_all_who_call_the_file(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    first, second, *_ = BODY
    recording.add(OWN, {"quick": 1.0, "importer": 0.1}, {"quick": [first], "": [second]})
    assert chosen(a_fault(second), Reach(recording.found))[0][0] == f"{OWN}::quick"


def test_what_runs_on_import_is_used_by_all_who_call_the_file(tmp_path: Path) -> None:
    """Line 1 runs on import: for the first test of a process that imports late, or for none."""
    called = BODY.start
    recording = Recording(tmp_path)
    recording.add(OWN, {"quick": 1.0, "importer": 0.1}, {"quick": [called], "importer": [1], "": [1]})
    assert chosen(a_fault(1, in_function=False), Reach(recording.found))[0][0] == f"{OWN}::quick"


def test_a_test_that_does_not_pass_without_a_fault_tells_nothing(tmp_path: Path) -> None:
    recording = Recording(tmp_path)
    recording.add(OWN, {"quick": 1.0}, {"quick": [7], "broken": [7]})
    assert chosen(a_fault(7), Reach(recording.found)) == [[f"{OWN}::quick"]]


def test_tests_are_run_until_their_time_is_used_up() -> None:
    assert list(within(["a", "b", "c"], {"a": 1.0, "b": 2.0, "c": 0.5}, 3.0)) == ["a", "b"]
