"""What a change reaches: tests that import what was changed, or read it, directly or through others, nearest first.

A module is reached by what imports it; any other file (YAML, SQL, shell, a template, a case) by the modules that name it or its
folder. Standard library only.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BACKEND = ROOT / "backend"
TESTS = BACKEND / "tests"
LEDGER = TESTS / "proving" / "ledger.tsv"
_SOURCES = (BACKEND / "segtier", BACKEND / "lab", BACKEND / "simulation", TESTS)
_ENOUGH = 10
"""Test files that are enough: what is farther away is then left to `make test`."""
_MOST = 40
_OF_THE_HOUSE = TESTS / "unit"
"""Tests that lie here, in no room, are of the repository as a whole: they are never far."""
_ABOUT_THIS = TESTS / "unit" / "proving"
"""Tests of this module name files that they do not read."""
_FROM = re.compile(r"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)", re.MULTILINE)
_IMPORT = re.compile(r"^[ \t]*import[ \t]+([^\n]+)", re.MULTILINE)
_NAME = re.compile(r"\b(\w+)\b(?: as \w+)?")
_DOTTED = re.compile(r"([\w.]+)(?: as \w+)?")
_IN_A_STRING = re.compile(r"[\"'](segtier(?:\.\w+)+|tests(?:\.\w+)+)")


def changed_files(since: str | None = None) -> list[Path]:
    """Files that were changed and are there; `since`: a commit. Else what is uncommitted, or the last commit where nothing is."""
    if since is not None:
        names = _git("diff", "--name-only", since) + _git("ls-files", "--others", "--exclude-standard")
    else:
        names = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
        names = names or _git("show", "--name-only", "--format=", "HEAD")
    return sorted({ROOT / name for name in names if (ROOT / name).is_file()})


def changed_since_proved() -> list[Path]:
    """Files that were changed since the ledger was committed last; none where that is not known (a checkout without history)."""
    found = _git("log", "-1", "--format=%H", "--", str(LEDGER))
    return [path for path in changed_files(found[0]) if path != LEDGER] if found else []


def near(changed: Iterable[Path]) -> list[Path]:
    """Test files that were changed, or that import or read what was changed without anything between."""
    rings = _rings(set(changed))
    return sorted({path for _, ring in zip(range(2), rings, strict=False) for path in ring if _is_test(path)})


def quick_tests(changed: list[Path]) -> list[Path]:
    """Test files to run while working, nearest first: unit and property tests, others where none of these is reached.

    Never none where a file of the back end was changed: what nothing names is held against the tests of the repository.
    """
    found: list[Path] = []
    for ring in _rings(set(changed)):
        found += sorted(path for path in ring if _is_test(path))
        if len([path for path in found if not _is_integration(path)]) >= _ENOUGH:
            break
    quick = [path for path in found if not _is_integration(path)][:_MOST]
    return quick or found[:1] or sorted(_OF_THE_HOUSE.glob("test_*.py"))


def page_files(changed: list[Path]) -> list[str]:
    """Changed files of the pages, relative to the front end."""
    folder = ROOT / "frontend"
    return [str(path.relative_to(folder)) for path in changed if folder / "src" in path.parents]


def _rings(changed: set[Path]) -> Iterable[set[Path]]:
    """What was changed, then what knows of that, then what knows of those, until nobody new does."""
    known_by = _known_by()
    others = [path for path in changed if path.suffix != ".py"]
    seen, ring = set(changed), set(changed)
    while ring:
        yield ring
        following = {user for path in ring for user in known_by[path]}
        if others:
            following |= {reader for path in others for reader in _readers(path)}
            others = []
        ring = following - seen
        seen |= ring


def _readers(path: Path) -> set[Path]:
    """Modules that name the file; where none does, those that name its folder or the kind of file beside them."""
    for name in (path.name, f"{path.parent.name}/", f'"{path.parent.name}"', f"*{path.suffix}"):
        found = {module for module, text in _texts().items() if name in text and module.parent != _ABOUT_THIS}
        if found:
            return found
    return set()


@cache
def _known_by() -> dict[Path, set[Path]]:
    """For each module, the modules that import it."""
    modules = {_name(path): path for path in _texts()}
    known_by: dict[Path, set[Path]] = defaultdict(set)
    for path, text in _texts().items():
        for name in _imports(text):
            if name in modules:
                known_by[modules[name]].add(path)
    return known_by


def _imports(text: str) -> Iterable[str]:
    """Names a module imports, wherever in it: also in functions, and by a name in a string (`-m segtier.x`)."""
    for module, names in _FROM.findall(text):
        yield module
        yield from (f"{module}.{name}" for name in _NAME.findall(names))
    for names in _IMPORT.findall(text):
        yield from _DOTTED.findall(names)
    yield from _IN_A_STRING.findall(text)


@cache
def _texts() -> dict[Path, str]:
    return {path: path.read_text("utf-8", errors="replace") for folder in _SOURCES for path in folder.rglob("*.py")}


def _name(path: Path) -> str:
    parts = path.relative_to(BACKEND).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") and TESTS in path.parents


def _is_integration(path: Path) -> bool:
    return TESTS / "integration" in path.parents


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if line]
