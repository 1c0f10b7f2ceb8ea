"""`segtier collect` as a user runs it, with the stand-in driver, and what it wrote."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import oracledb
import pytest
from click.testing import CliRunner, Result

from segtier.cli.main import cli
from tests.collecting.collecting import Kind
from tests.collecting.fake_oracledb import Fault, Server

DSN, PASSWORD = "db01:1521/shop", "Tr0ub4dor&3"
DAY = ("--window", "2026-11-20", "2026-11-20T23:59:59")
"""The day the snapshots of the stand-in database lie in."""


def server_of(kind: Kind, faults: Sequence[Fault] = ()) -> Server:
    return Server(kind.oracle(), faults)


def collect_live(
    server: Server, monkeypatch: pytest.MonkeyPatch, folder: Path | None, *options: object, user: str = "segtier"
) -> Result:
    """Run the command. A refusal comes back as the exception; `problems` reads what was printed."""
    monkeypatch.setattr(oracledb, "connect", server.connect)
    monkeypatch.setenv("SEGTIER_DB_PASSWORD", PASSWORD)
    out = () if folder is None else ("--out", str(folder))
    return CliRunner().invoke(cli, ["collect", DSN, "--user", user, *out, *map(str, options)])


def problems(result: Result) -> list[dict[str, Any]]:
    """The problems printed as JSON, one line each."""
    return [json.loads(line) for line in result.stderr.splitlines() if line.startswith("{")]


def table_of(file: Path) -> tuple[list[str], list[tuple[str, ...]], list[str]]:
    """Header, rows, end mark."""
    with file.open(encoding="utf-8", newline="") as text:
        header, *rows, end = csv.reader(text)
    return header, [tuple(row) for row in rows], end


def manifest_of(folder: Path) -> dict[str, dict[str, str]]:
    """Files by name and the other items by theirs."""
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    assert rows[-1]["item"] == "#end"
    return {row["value"] if row["item"] == "file" else row["item"]: row for row in rows[:-1]}


def states_of(folder: Path) -> dict[str, str]:
    return {file: row["state"] for file, row in manifest_of(folder).items() if row["state"]}
