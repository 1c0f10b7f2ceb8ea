"""No name, path or message moves a terminal's cursor, colours it or turns its text round, whatever command prints it."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from segtier import documents
from segtier.cli import main as program
from segtier.cli.support.logs import OneLine
from segtier.cli.support.terminal import say, say_csv, say_document, say_json, say_over, shown
from segtier.model.workload import Database
from tests.builders import a_segment, a_workload, some_sizes

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eLIVE\x7f\r\t\n"
UNSEEN = re.compile(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]")
"""What no output may hold: control characters but the line break, and those that turn text round."""

TEXTS = (
    ("SHOP.ORDERS", "SHOP.ORDERS"),
    ("Ä größer Ω 表", "Ä größer Ω 表"),
    ("a\x1b[31mb", "a\\x1b[31mb"),
    ("two\nlines", "two\\nlines"),
    ("\x9b\u202e\x00", "\\x9b\\u202e\\x00"),
)


@pytest.mark.parametrize(("text", "seen"), TEXTS)
def test_what_cannot_be_seen_is_shown(text: str, seen: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(text) == seen
    say(text)
    assert capsys.readouterr().out == f"{seen}\n"


def test_json_stays_the_same_json(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    value = {"name": EVIL, "ä": ["表", 1.5]}
    say_json(json.dumps(value, ensure_ascii=False, indent=1))
    out = capfdbinary.readouterr().out
    assert json.loads(out) == value
    assert not UNSEEN.search(out)


@pytest.mark.parametrize("terminal", [True, False])
def test_a_document_is_indented_only_at_a_terminal(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    say_document(Database(name="ORCL", dbid=1))
    out = capsys.readouterr().out
    assert json.loads(out)["name"] == "ORCL"
    assert ("\n" in out.rstrip()) is terminal


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two reports, an export, a broken file: hostile in every name, those of files and folder too."""
    folder = tmp_path_factory.mktemp("hostile") / f"folder{EVIL}"
    folder.mkdir()
    database = Database(name=f"DB{EVIL}", dbid=1, release="19.0.0.0.0", platform=f"host{EVIL}")
    for number in (1, 2):
        segments = tuple(
            replace(a_segment(f"T{one}{EVIL}", reads=1_000_000), tablespace=f"TS{EVIL}") for one in range(4)
        )
        workload = a_workload(database=database, segments=segments, snaps=(number, number + 1))
        (folder / f"{number}{EVIL}.json").write_bytes(documents.encode(workload))
    sizes = some_sizes(*((f"T{one}{EVIL}", 10.0) for one in range(4)))
    (folder / f"sizes{EVIL}.json").write_bytes(documents.encode(sizes))
    (folder / f"broken{EVIL}.html").write_text(f"<html><p>{EVIL}</p></html>")
    return folder


@dataclass(frozen=True)
class Case:
    name: str
    arguments: Callable[[Path, Path], list[object]]
    """Of the hostile folder and an empty one."""
    codes: tuple[int, ...]
    json: bool = False
    tells: bytes = rb"\x1b"


def of(*words: object) -> Callable[[Path, Path], list[object]]:
    return lambda folder, _: [words[0], folder, *words[1:]]


def reports(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name[0] in "12")


def checked(*words: object) -> Callable[[Path, Path], list[object]]:
    """With a policy of which one rule is broken by a segment with a hostile name."""

    def arguments(folder: Path, out: Path) -> list[object]:
        policy = out / f"policy{EVIL}.yaml"
        tiers = [{"name": "disks", "iops": 1}]
        policy.write_text(json.dumps({"rules": [{"name": "it", "kind": "segment-iops", "tiers": tiers}]}))
        return ["check", policy, folder, *words]

    return arguments


CASES = (
    Case("segments", of("segments"), (3,)),
    Case("segments csv", of("segments", "--format", "csv"), (3,)),
    Case("segments json", of("segments", "--format", "json"), (3,), json=True, tells=b"\\u001b"),
    Case("advise", of("advise"), (3,), tells=b""),
    Case("advise json", of("advise", "--format", "json"), (3,), json=True, tells=b"\\u001b"),
    Case("advise an option", of("advise", "--option", EVIL), (2,), tells=b"x1b"),
    Case("parse", of("parse"), (3,), json=True, tells=b"\\u001b"),
    Case("parse one", lambda folder, _: ["parse", reports(folder)[0]], (0,), json=True, tells=b"\\u001b"),
    Case("compare", lambda folder, _: ["compare", *reports(folder)], (0,), tells=b""),
    Case("compare json", lambda folder, _: ["compare", *reports(folder), "--format", "json"], (0,), json=True, tells=b""),
    Case("check", checked(), (1,)),
    Case("check json", checked("--format", "json"), (1,), json=True, tells=b"\\u001b"),
    Case("mask", lambda folder, out: ["mask", folder, "-o", out / f"m{EVIL}.zip", "--map", out / f"map{EVIL}"], (3,)),
    Case("script", lambda folder, out: ["script", folder, "--out", out / f"b{EVIL}", "--option", "segments"], (3, 5), tells=b""),
    Case("sample", lambda _, out: ["sample", "--out", out / f"s{EVIL}"], (0,)),
    Case("no such file", lambda _, __: ["segments", f"/nowhere/{EVIL}"], (2,)),
    Case("no such command", lambda _, __: [EVIL], (2,)),
    Case("no such choice", of("segments", "--format", EVIL), (2,)),
    Case("no such option", of("segments", f"--{EVIL}"), (2,)),
    Case("no such capacity", of("segments", "--ssd", EVIL), (2,), tells=b"x1b"),
    Case("grants", lambda _, __: ["collect", "--grants", "--user", EVIL], (0, 2, 4), tells=b""),
    Case("serve on a bad address", lambda _, out: ["serve", "--host", EVIL, "--data-dir", out], (5,), tells=b"\\u001b"),
    Case("serve in a bad folder", lambda _, __: ["serve", "--data-dir", f"/dev/null/{EVIL}"], (5,), tells=b"\\u001b"),
    Case("backtest", lambda _, __: ["backtest", "--row", EVIL], (4,), tells=b"x1b"),
)  # fmt: skip


def exit_code() -> object:
    try:
        program.main()
    except SystemExit as left:
        return left.code
    return 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_commands(
    case: Case,
    hostile: Path,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["segtier", *map(str, case.arguments(hostile, tmp_path))])
    monkeypatch.setenv("SEGTIER_DATA_DIR", str(tmp_path))
    code = exit_code()
    out, err = capfdbinary.readouterr()
    assert code in case.codes, err
    for stream in (out, err):
        found = UNSEEN.search(stream)
        assert found is None, stream[max(0, found.start() - 60) : found.end() + 20]
    assert case.tells in out + err
    if case.json:
        documents_ = [out] if out.startswith(b"{\n") else out.splitlines()
        assert all(json.loads(one) for one in documents_)
        assert out


def test_log_lines_and_tracebacks(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    try:
        raise ValueError(EVIL)
    except ValueError as fault:
        event = (type(fault), fault, fault.__traceback__)
        sys.stdout.buffer.write(
            OneLine("%(message)s").format(logging.LogRecord("x", 1, "f", 1, EVIL, (), event)).encode()
        )
        program.show_crash(*event)
    out, err = capfdbinary.readouterr()
    assert not UNSEEN.search(out + err)
    assert b"ValueError: \\x1b" in err


def test_a_line_that_counts_clears_only_itself(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    say_over(f"file {EVIL}")
    say_csv("a,b\n")
    out, err = capfdbinary.readouterr()
    assert out == b"a,b\n"
    assert not UNSEEN.search(err.removeprefix(b"\r"))  # off a terminal, click takes the rest of it away


def test_nothing_else_prints() -> None:
    """Every other way to a terminal is a way round `segtier/cli/support/terminal.py`."""
    folder = Path(program.__file__).parent
    ways = re.compile(
        r"click\.(echo|secho|style)\(|(?<![\w.])print\(|(?<!\w)Text\(|Console\(|std(out|err)\.(buffer|write)"
    )
    found = {path.name for path in folder.rglob("*.py") if ways.search(path.read_text(encoding="utf-8"))}
    assert found == {"terminal.py"}
