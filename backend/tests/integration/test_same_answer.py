"""On either set-up the running product says what the command line says: every piece of an answer, and the plan."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.client import Client
from tests.stack import MODULE

PIECES = {"summary": "", "options": "/options", "frontier": "/frontier"}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample")
    subprocess.run([*MODULE, "sample", "--out", folder], check=True, capture_output=True)
    return folder / "before"


@cache
def said(*arguments: str | Path) -> Any:
    run = subprocess.run([*MODULE, *arguments], capture_output=True, check=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_is_that_of_the_command_line(sampled: Client, sample: str, reports: Path, piece: str) -> None:
    served = sampled.get(f"{sample}/advice{PIECES[piece]}", ssd="300GB")
    own = {"before_upload": None} if piece == "summary" else {}
    assert served == own | said("advise", reports, "--ssd", "300GB", "--format", "json", "--piece", piece)


def test_the_plan_is_that_of_the_command_line(sampled: Client, sample: str, reports: Path) -> None:
    served = sampled.get(f"{sample}/plan", option="segments", ssd="300GB")
    told = said("script", reports, "--option", "segments", "--ssd", "300GB", "--format", "json")
    assert isinstance(told, dict)
    assert served["operations"] == told["operations"]
    assert served["files"] == told["files"]
