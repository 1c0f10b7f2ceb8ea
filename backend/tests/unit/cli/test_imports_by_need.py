"""What a command does without, it does not import: nobody waits for what another command, or another kind of file, needs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from segtier.samples import oltp_sample
from tests.unit.reports import text_pages

PROGRAM = (sys.executable, "-X", "importtime", "-c", "from segtier.cli.entry import main; main()")
SERVER = {"alembic", "celery", "fastapi", "httpcore2", "pydantic", "sqlalchemy", "uvicorn"}
NUMBERS = {"numpy", "scipy"}
PACKED = {"gzip", "tarfile", "zipfile", "segtier.reports.archives", "segtier.reports.bundle"}
ROWS = {"csv", "xml.parsers.expat", "segtier.reports.exported_rows", "segtier.reports.json_document"}
ANSWERS = {"segtier.advisor", "segtier.analysis.merge", "segtier.forecast", "segtier.plan", "segtier.question"}
ONLY_NAMED = {"yaml", "segtier.measured", "segtier.reports.bundle.read", "segtier.reports.locate", "html.parser"}
"""Files that options name, and figures that are looked up in a file."""
READING = SERVER | NUMBERS | PACKED | ROWS | ANSWERS | ONLY_NAMED | {"rich", "statistics"}
HTML = {"selectolax", "segtier.reports.tables.html"}
TEXT = {"segtier.reports.statspack", "segtier.reports.tables.text", "segtier.reports.tables.text_grouped"}
ADVISING = SERVER | PACKED | ROWS | TEXT | ONLY_NAMED | {"scipy", "numpy.ma", "numpy.polynomial", "statistics"}
ADVISING |= {"markdown_it", "segtier.plan.write_plan", "segtier.advisor.comparison", "segtier.advisor.plan_option"}

CASES: Mapping[str, tuple[str, str, set[str]]] = {
    "--version": (
        "--version",
        "segtier.cli.entry",
        {"click", "dataclasses", "json", "re", "segtier.cli.main", "typing"},
    ),
    "--help": ("--help", "click", READING | HTML | TEXT | {"msgspec", "segtier.model", "segtier.reports"}),
    "parse of HTML": ("parse report.html", "segtier.reports.awr", READING | TEXT | {"segtier.reports.rac_global"}),
    "parse of text": ("parse report.txt", "segtier.reports.awr_text", READING | HTML | {"segtier.reports.statspack"}),
    "advise": ("advise report.html", "segtier.cli.support.answer_screen", ADVISING | {"rich"}),
    "advise in detail": ("advise --detail report.html", "rich.table", ADVISING),
    "advise as JSON": ("advise --format json report.html", "segtier.advisor", ADVISING | {"rich"}),
}
"""Words, a module that shows that the command did its work, and those it goes without."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("reports")
    made.joinpath("report.html").write_bytes(next(one.data for one in oltp_sample() if one.name.endswith(".html")))
    made.joinpath("report.txt").write_bytes(text_pages.report())
    return made


@pytest.mark.parametrize(("words", "with_", "without"), CASES.values(), ids=CASES)
def test_it_imports_what_it_needs(words: str, with_: str, without: set[str], folder: Path) -> None:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("COVERAGE_", "SETUPTOOLS_"))}
    done = subprocess.run(
        [*PROGRAM, *words.split()], cwd=folder, env=plain, capture_output=True, text=True, check=False
    )
    told = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    imported = {line.rpartition("|")[2].strip() for line in told}
    assert done.returncode == 0, done.stderr[-2000:]
    assert with_ in imported
    assert without & imported == set()


def test_readers_and_advisers_do_without_what_a_server_needs() -> None:
    """The process they are forks of keeps what it has imported: SQLAlchemy alone takes 13 MB."""
    both = "import sys, segtier.reading.fork_server, segtier.reading.answering; print(*sys.modules)"
    imported = set(
        subprocess.run([sys.executable, "-c", both], capture_output=True, text=True, check=True).stdout.split()
    )
    assert "segtier.advisor.advise" in imported
    assert (SERVER | {"asyncio", "ssl"}) & imported == set()


@pytest.mark.parametrize("name", sorted(set().union(*(without for _, _, without in CASES.values()))))
def test_what_is_not_imported_could_be(name: str) -> None:
    assert find_spec(name) is not None
