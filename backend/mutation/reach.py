"""Which tests run which lines of the package, kept per test file until it, what it helps itself with or a source it used changes.

Integration tests start servers and the grammar tests a parser of their own; neither runs for a fault. Each test file is run
alone, so that what another file has read already is read, and counted, again.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from queue import Queue
from typing import Any

from coverage import CoverageData
from grimp import build_graph

from mutation.copies import BACKEND, ROOT, Copy
from mutation.recorder import digest

KEPT = ROOT / "build" / "mutation"
LEFT_OUT = ("tests/integration/", "tests/unit/plan/test_grammar.py", "tests/unit/collect/test_statements_parse.py")


@dataclass(frozen=True)
class Reach:
    """What was recorded of each test file, by its path."""

    recorded: dict[str, Path]

    @cached_property
    def seconds(self) -> dict[str, float]:
        """Of every test that passes without a fault."""
        found: dict[str, float] = {}
        for file in self.recorded.values():
            found |= _kept(file)["seconds"]
        return found

    @cached_property
    def whole_s(self) -> float:
        """All of them one after the other."""
        return sum(self.seconds.values())

    def tests(self, file: str, lines: Iterable[int]) -> set[str]:
        """The tests that run one of the lines."""
        by_line = self._by_line(file)
        return {test for line in lines for test in by_line.get(line, ())}

    def users(self, file: str) -> set[str]:
        """The tests that call into a file; of a file that only declares, those of the files that import it."""
        found, seen, look_at = set[str](), set[str](), {file}
        while look_at and not found:
            found = {test for one in look_at for test in self.tests(one, _lines_of_functions(one))}
            seen |= look_at
            look_at = {importer for one in look_at for importer in _importers(one)} - seen
        return found

    def _by_line(self, file: str) -> dict[int, set[str]]:
        return _tests_by_line(file, tuple(self.recorded.values()))


@lru_cache(maxsize=64)
def _tests_by_line(file: str, recorded: tuple[Path, ...]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {}
    for one in recorded:
        data = CoverageData(one)
        data.read()
        for line, tests in data.contexts_by_lineno(file).items():
            found.setdefault(line, set()).update(filter(None, tests))
    return found


def _lines_of_functions(file: str) -> set[int]:
    """Without those that run on import: they belong to whichever test comes first."""
    tree = ast.parse((BACKEND / file).read_text(encoding="utf-8"))
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {line for body in bodies for line in range(body[0].lineno, (body[-1].end_lineno or 0) + 1)}


@lru_cache(maxsize=1)
def _graph():  # type: ignore[no-untyped-def]  # grimp's graph type is not public
    return build_graph("segtier", cache_dir=None)


def _importers(file: str) -> set[str]:
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    found = _graph().find_modules_that_directly_import(module)
    return {_file(importer) for importer in found}


def _file(module: str) -> str:
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (BACKEND / path).is_dir() else f"{path}.py"


def recorded(copies: Queue[Copy], pool: Executor) -> Reach:
    """What the test files of the checkout reach; those not recorded yet are run."""
    tests = BACKEND / "tests"
    names = [str(path.relative_to(tests.parent)) for path in sorted(tests.rglob("test_*.py"))]
    wanted = [name for name in names if not name.startswith(LEFT_OUT)]
    helpers = _digest(sorted(set(_files(tests)) - {tests.parent / name for name in names}))
    KEPT.mkdir(parents=True, exist_ok=True)
    files = dict(zip(wanted, pool.map(lambda name: _recorded(copies, name, helpers), wanted), strict=True))
    for name in (name for name, file in files.items() if not _holds(file)):
        print(f"left out, it cannot be run alone: {name}", file=sys.stderr)
    return Reach({name: file for name, file in files.items() if _holds(file)})


def _recorded(copies: Queue[Copy], name: str, helpers: str) -> Path:
    file = KEPT / f"{_digest([BACKEND / name], helpers)}.reach"
    if not _holds(file):
        file.unlink(missing_ok=True)
        copy = copies.get()
        try:
            copy.pytest(["-p", "mutation.recorder", "--recorded", str(file), name])
        finally:
            copies.put(copy)
    return file


def _holds(file: Path) -> bool:
    """Whether it was recorded with the sources as they are."""
    if not file.with_suffix(".json").exists():
        return False
    return all(digest(BACKEND / name) == was for name, was in _kept(file)["sources"].items())


def _kept(file: Path) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(file.with_suffix(".json").read_text())
    return found


def _files(folder: Path) -> list[Path]:
    left_out = {"__pycache__", "node_modules"}
    return [path for path in folder.rglob("*") if path.is_file() and not left_out & set(path.parts)]


def _digest(files: Iterable[Path], begin: str = "") -> str:
    """Of names and contents."""
    found = hashlib.sha256(begin.encode())
    for file in files:
        found.update(f"{file.relative_to(BACKEND)} {digest(file)}\n".encode())
    return found.hexdigest()[:32]
