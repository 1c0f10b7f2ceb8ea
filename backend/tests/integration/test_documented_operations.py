"""docs/operate/operations.md: its commands are run as they stand there, beside a running product; what it names is there."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from segtier.settings import Settings
from tests.client import Client
from tests.integration.files import a_report
from tests.sentences import like, tells
from tests.servers import Servers
from tests.stack import MODULE, Product, new_setup

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "operate" / "operations.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory, servers: Servers) -> tuple[str, Path]:
    """What all commands printed, and the folder they were run in."""
    folder = tmp_path_factory.mktemp("operations")
    program = folder / "bin" / "segtier"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {" ".join(MODULE)} "$@"\n')
    program.chmod(0o755)
    setup = new_setup("sqlite", folder / "data")
    del setup.env["SEGTIER_DATABASE_URL"]  # in the data folder, also of the copy
    setup.env["SEGTIER_METRICS_PORT"] = "0"
    with Product(setup, "--port", "0") as product, Client(product.url) as client:
        client.upload("shop.json", a_report())
        client.finished()
        (line,) = (line for line in product.output if line.startswith("Metrics: "))
        env = {
            **os.environ,
            **setup.env,
            "SEGTIER_METRICS_PORT": line.rpartition(":")[2].partition("/")[0],
            "BACKUPS": str(folder / "backups"),
            "COPY": str(folder / "copy"),
            "POSTGRESQL_URL": servers.postgres.new_database(),
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT / "backend"),
        }
        script = "set -euo pipefail\n" + "\n".join(blocks("bash"))
        ran = subprocess.run(["bash", "-c", script], env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout, folder


def test_the_commands_do_what_the_page_says(done: tuple[str, Path]) -> None:
    printed, folder = done
    assert {one["state"] for one in json.loads((folder / "doctor.json").read_text())} == {"ok"}
    assert sorted(path.name for path in (folder / "backups" / "nightly").iterdir()) == [
        "database",
        "files",
        "manifest.json",
    ]
    assert len(list((folder / "backups" / "schedule").glob("scheduled-*"))) == 1
    assert tells(printed, like("cli/restored-there-utc"))
    assert "           1  reports\n" in printed


def test_the_figures_it_names_are_those_there_are(done: tuple[str, Path]) -> None:
    printed, _ = done
    there = set(re.findall(r"^(segtier_\w+?)(?:_bucket|_sum|_count|_created)?(?:\{| )", printed, re.MULTILINE))
    named = set(re.findall(r"`(segtier_\w+)", PAGE)) - {"segtier_"}
    assert there - named == set()
    assert named - there <= {"segtier_jobs_failed", "segtier_answers_total"}  # nothing failed, nobody asked


def test_the_settings_it_names_are_understood() -> None:
    named = {name.removeprefix("SEGTIER_").lower() for name in re.findall(r"SEGTIER_[A-Z_]+", PAGE)}
    assert named <= Settings.model_fields.keys()
