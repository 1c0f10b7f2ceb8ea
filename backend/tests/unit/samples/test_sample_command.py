from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from segtier.cli.commands.sample import command
from segtier.samples import oltp_sample


def test_writes_every_file_by_period(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--out", str(tmp_path / "new" / "folder")])
    assert result.exit_code == 0
    written = [Path(line) for line in result.stdout.split()]
    assert [(path.parent.name, path.name, path.read_bytes()) for path in written] == [
        (file.period, file.name, file.data) for file in oltp_sample()
    ]


def test_needs_a_folder() -> None:
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 2
    assert "--out" in result.output
