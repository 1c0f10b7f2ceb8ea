"""The command line gives one file what the server gives it, and goes on with the next."""

from __future__ import annotations

import json
import resource
import signal
from pathlib import Path

import pytest

from segtier.cli.support import limited
from segtier.cli.support.input_files import InputFile
from segtier.errors import UnreadableInput
from segtier.reading.limits import ReadLimits
from tests import forked
from tests.integration.files import a_report
from tests.unit.reports import hostile


def endless(*_: object) -> None:
    while True:
        pass


def greedy(*_: object) -> None:
    held = bytearray(1 << 20)
    while True:
        held += bytes(held)


@pytest.mark.parametrize(
    ("does", "limits", "code"),
    [
        (endless, ReadLimits(cpu_s=0.1, cpu_s_per_mb=0), "took-too-long"),
        (greedy, ReadLimits(memory_bytes=64 << 20), "needs-memory"),
    ],
)
def test_a_file_beyond_its_limits_is_refused_and_the_next_is_read(
    monkeypatch: pytest.MonkeyPatch, does: object, limits: ReadLimits, code: str
) -> None:
    before = resource.getrlimit(resource.RLIMIT_DATA)
    with monkeypatch.context() as patch:
        patch.setattr(limited, "_limits", lambda: limits)
        patch.setattr("segtier.cli.support.input_files.read_document", does)
        with pytest.raises(UnreadableInput) as refused:
            InputFile("a", "a", data=b"x").documents()
    assert refused.value.code == code
    assert InputFile("a", "a", data=a_report()).documents()
    assert before == resource.getrlimit(resource.RLIMIT_DATA)
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_a_page_of_attributes_is_refused_by_the_command(tmp_path: Path) -> None:
    """1.5 MB of them in one tag: they took 70 s."""
    (tmp_path / "a.html").write_bytes(hostile.SHAPES["html, attributes"](1_500_000))
    (tmp_path / "b.json").write_bytes(a_report())
    ended = forked.run(["parse", str(tmp_path / "a.html"), str(tmp_path / "b.json")], {})
    assert ended.returncode == 3
    assert json.loads(ended.stderr.splitlines()[0])["code"] == "too-wide"
