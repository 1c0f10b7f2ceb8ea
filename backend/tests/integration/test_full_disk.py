"""A disk that is really full is said to be, refuses politely, and what waited for room is read once there is some."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from robustness import full_disk
from tests.stack import SETUPS


@pytest.mark.parametrize("name", SETUPS)
def test_a_full_disk(name: str) -> None:
    command = [sys.executable, str(Path(full_disk.__file__)), "--setup", name]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode == full_disk.SKIPPED:
        pytest.skip(ended.stdout.strip())
    print(f"\n{ended.stdout}")
    assert (ended.returncode, "FAULT" in ended.stdout) == (0, False)
