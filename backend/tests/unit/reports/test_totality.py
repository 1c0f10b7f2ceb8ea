"""A section or a list of the workload has all that belongs to it; what is missing is told with the file to write it into."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from segtier.analysis.merge import LATEST, RULES
from segtier.reports import sections
from segtier.reports.kinds import REPORTS
from segtier.reports.sections.mechanism import Section
from tests.same_figures import KEYS

CASES = Path(__file__).parents[2] / "cases/reports"
LISTS = {*RULES, *LATEST}
WITHOUT_A_TABLE = {"cache", "segment_waits"}
"""The first is read from several sections of the front page: `test_sections.py` and `test_text_fronts.py`. The second no report
prints: dumps have it, `awr_dump/test_figures.py`."""


def sections_in(value: object) -> Iterator[Section[Any]]:
    if isinstance(value, Section):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from sections_in(one)
    elif isinstance(value, dict):
        yield from sections_in(list(value.values()))


def test_each_section_is_one_of_a_kind_of_report() -> None:
    known = [section for report in REPORTS.values() for section in report.reader().sections]
    forgotten = {
        f"{file.name}.py: {name}"
        for file in pkgutil.iter_modules(sections.__path__)
        for name, value in vars(importlib.import_module(f"{sections.__name__}.{file.name}")).items()
        if any(section not in known for section in sections_in(value))
    }
    assert not forgotten, "reports/sections/ has what is in SECTIONS of no kind (reports/awr.py, statspack.py …)"


def test_each_list_has_a_small_page() -> None:
    files = ("sections.yaml", "text_sections.yaml")
    told = {case.get("list") for file in files for case in yaml.safe_load((CASES / file).read_text())}
    missing = LISTS - told - WITHOUT_A_TABLE
    assert not missing, f"add a case to tests/cases/reports/{files[0]}"


def test_each_list_is_looked_at_when_files_are_damaged() -> None:
    assert {*KEYS} - {"instances"} == LISTS, "tests/same_figures.py: KEYS says which fields name a row"
