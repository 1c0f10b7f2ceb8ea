"""Every threat has tests that exist, or a reason in words; the page says what the register says."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[3]
THREATS: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "threats.yaml").read_text("utf-8"))
NAMED = [(threat, test) for threat, told in THREATS.items() for test in told.get("tests", ())]


def test_the_list_is_whole() -> None:
    assert list(THREATS) == [f"T{number}" for number in range(1, len(THREATS) + 1)]
    for threat, told in THREATS.items():
        assert set(told) <= {"attack", "answer", "tests", "left"}, threat
        assert told["attack"], threat
        assert told["answer"], threat
        assert told.get("tests") or told.get("left"), f"{threat} has neither a test nor a reason"


@pytest.mark.parametrize(("threat", "test"), NAMED)
def test_what_it_names_is_there(threat: str, test: str) -> None:
    file, _, name = test.partition("::")
    if file.endswith(".py"):
        assert name in _tests_of(ROOT / "backend" / "tests" / file), f"{threat}: {test}"
    else:
        assert name in (ROOT / file).read_text("utf-8"), f"{threat}: {test}"


@cache
def _tests_of(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text("utf-8"))
    named = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in named if name.startswith("test_"))


def test_the_page_says_the_same() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "security_page.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}: run make security"
