"""deploy/upgrade.sh: in which order, and what it does where a step fails. A `docker` on the path writes down what it is asked."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.team.compose_file import ROOT

BUILD, STOP, BACKUP = (
    "compose build",
    "compose stop proxy api worker",
    "compose exec -T backup segtier backup /backups/…",
)
UP, SAY, BACK = "compose up -d --wait", "compose exec -T api segtier --version", "compose start api worker proxy"
CASES = (  # what fails, with which code; what is asked; how it ends
    ("nothing", 0, [BUILD, STOP, BACKUP, UP, SAY], 0),
    ("compose build", 1, [BUILD], 1),
    ("segtier backup", 5, [BUILD, STOP, BACKUP, BACK], 1),
    ("segtier backup", 3, [BUILD, STOP, BACKUP, BACK], 1),  # files are missing: somebody has to look first
    ("compose up", 1, [BUILD, STOP, BACKUP, UP], 1),
)


@pytest.mark.parametrize(("fails", "code", "asked", "ends"), CASES)
def test_the_old_version_goes_on_where_the_backup_fails(
    tmp_path: Path, fails: str, code: int, asked: list[str], ends: int
) -> None:
    docker = tmp_path / "docker"
    docker.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\ncase "$*" in *"{fails}"*) exit {code} ;; esac\n')
    docker.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([str(ROOT / "deploy" / "upgrade.sh")], env=env, capture_output=True, text=True, check=False)
    seen = re.sub(r"/backups/before-upgrade-[\dTZ-]+", "/backups/…", (tmp_path / "asked").read_text()).splitlines()
    assert (seen, done.returncode) == (asked, ends), done.stderr
