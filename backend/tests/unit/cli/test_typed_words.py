"""What was typed wrong is answered in words for people: a day, and the name of a setting."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from segtier.cli.support.day import Day
from segtier.cli.support.own_settings import own_settings


@pytest.mark.parametrize("text", ["yesterday", "29.11.2026", "2026-13-01", ""])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        Day().convert(text, None, None)
    assert "%" not in caught.value.message


def test_a_day() -> None:
    assert f"{Day().convert('2026-11-29', None, None):%d %m %Y}" == "29 11 2026"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SEGTIER_PROT", "SEGTIER_PORT?"),
        ("SEGTIER_DATABASE_URI", "SEGTIER_DATABASE_URL?"),
        ("SEGTIER_SECRETFILE", "SEGTIER_SECRET_FILE?"),
        ("SEGTIER_COLOUR", None),
    ],
)
def test_a_setting_that_there_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, meant: str | None
) -> None:
    monkeypatch.setenv("SEGTIER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv(name, "1")
    own_settings()
    (line,) = capsys.readouterr().err.splitlines()
    assert name in line
    assert line.endswith(meant) if meant else "?" not in line
