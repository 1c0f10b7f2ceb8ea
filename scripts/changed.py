"""What was changed since the last commit (in it, where nothing is uncommitted), and the tests that know of it.

A test file knows of a module that it imports, or that it is called after. This is for a quick look while working: only
`make test` runs what knows of a change indirectly. Standard library only.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BACKEND = ROOT / "backend"
TESTS = [BACKEND / "tests" / "unit", BACKEND / "tests" / "property"]
SLOW = ("test_grammar.py",)
"""Reads every statement of every plan: only where it was itself changed."""


def changed_files() -> list[Path]:
    """Files that are there, below the root."""
    names = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    names = names or _git("show", "--name-only", "--format=", "HEAD")
    return sorted({ROOT / name for name in names if (ROOT / name).is_file()})


def python_tests(changed: list[Path]) -> list[str]:
    """Test files to run, relative to the back end; those that were changed are among them."""
    modules = [path for path in changed if path.suffix == ".py" and BACKEND / "segtier" in path.parents]
    wanted = {path for path in changed if path.name.startswith("test_") and any(one in path.parents for one in TESTS)}
    if modules:
        knows = re.compile("|".join(_imported(module) for module in modules))
        names = {f"test_{module.stem}.py" for module in modules}
        for path in (path for folder in TESTS for path in folder.rglob("test_*.py")):
            if path.name not in SLOW and (path.name in names or knows.search(path.read_text("utf-8"))):
                wanted.add(path)
    return [str(path.relative_to(BACKEND)) for path in sorted(wanted)]


def page_files(changed: list[Path]) -> list[str]:
    """Changed files of the pages, relative to the front end."""
    folder = ROOT / "frontend"
    return [str(path.relative_to(folder)) for path in changed if folder / "src" in path.parents]


def _imported(module: Path) -> str:
    """How an import of it reads."""
    parts = module.relative_to(BACKEND).with_suffix("").parts
    if parts[-1] == "__init__":
        return rf"(?:from|import) {re.escape('.'.join(parts[:-1]))} "
    package, name = re.escape(".".join(parts[:-1])), re.escape(parts[-1])
    return rf"{package}\.{name}\b|from {package} import [^\n]*\b{name}\b"


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if line]
