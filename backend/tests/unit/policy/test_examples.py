"""The page's policy and the commands of the pipelines' examples, as far as they can be run here: on the sample."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from segtier.cli.main import cli
from segtier.policy import read_policy
from segtier.policy.rules import KINDS
from segtier.samples import oltp_sample
from tests.patience import PATIENCE_S
from tests.stack import MODULE

DOCS = Path(__file__).parents[4] / "docs"
EXAMPLES = DOCS / "examples"
POLICY = (EXAMPLES / "policy.yaml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of a pipeline: the policy, reports and those of before, and `segtier` on the PATH."""
    root = tmp_path_factory.mktemp("pipeline")
    for file in oltp_sample():
        path = root / {"before": "baseline", "after": "reports"}[file.period] / file.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(file.data)
    (root / "policy.yaml").write_text(POLICY, encoding="utf-8")
    (root / "bin").mkdir()
    program = root / "bin" / "segtier"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(MODULE)} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return root


def sh(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """As a runner does it: in the checkout, by a shell that stops at the first fault."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    places = {"PATH": path, "GITHUB_STEP_SUMMARY": str(folder / "step.md"), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        ["sh", "-ec", line],
        cwd=folder, env={**os.environ, **places}, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


def commands(name: str) -> list[str]:
    """The lines of an example that call segtier."""

    def lines(value: Any) -> list[str]:
        if isinstance(value, dict):
            found = [line for key in ("run", "script") for line in lines(value.get(key))]
            return [
                *found,
                *(line for key, one in value.items() if key not in ("run", "script") for line in lines(one)),
            ]
        if isinstance(value, list):
            return [line for one in value for line in lines(one)]
        return [value] if isinstance(value, str) and value.startswith("segtier ") else []

    return lines(yaml.safe_load((EXAMPLES / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize(("name", "written"), [
    ("github-actions.yml", ("junit.xml", "segtier.sarif", "step.md")), ("gitlab-ci.yml", ("junit.xml", "summary.md")),
])  # fmt: skip
def test_the_commands_of_an_example_run(folder: Path, name: str, written: tuple[str, ...]) -> None:
    (line,) = commands(name)
    for file in written:
        (folder / file).unlink(missing_ok=True)
    done = sh(folder, line)
    assert done.returncode == 0, done.stderr
    assert "0 failed, 1 warned, 10 passed; 2 of them unknown" in done.stdout
    cases = etree.fromstring((folder / "junit.xml").read_bytes()).findall(".//testcase")
    assert [case.get("name") for case in cases] == [rule.name for rule in read_policy(POLICY.encode(), "p").rules]
    for file in written:
        assert (folder / file).stat().st_size > 100


def test_a_broken_rule_ends_a_real_process_with_1_and_every_output_says_so(folder: Path) -> None:
    line = "segtier check policy.yaml baseline --ssd 700GB --format json --junit j.xml --sarif s.json --summary m.md"
    done = sh(folder, line)
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    fails = [one["rule"] for one in found["outcomes"] if one["counts"] == "fail"]
    assert len(fails) == found["failed"]
    assert {"reads", "DB time", "sessions", "the forecast came true"} <= set(fails)
    failures = etree.fromstring((folder / "j.xml").read_bytes()).findall(".//testcase[failure]")
    assert [case.get("name") for case in failures] == fails
    (run,) = json.loads((folder / "s.json").read_bytes())["runs"]
    assert [one["ruleId"] for one in run["results"] if one["level"] == "error"] == fails
    lines = POLICY.splitlines()
    for one in run["results"]:
        at = one["locations"][0]["physicalLocation"]["region"]["startLine"]
        assert lines[at - 1].strip() == f"- name: {one['ruleId']}"
    assert (folder / "m.md").read_text(encoding="utf-8").count(", fail |") == len(fails)
    reads = next(one for one in found["outcomes"] if one["rule"] == "reads")
    assert reads["places"][0]["section"] == "Foreground Wait Events"


@pytest.mark.parametrize(("line", "code", "said"), [
    ("segtier check bad.yaml reports --ssd 700GB", 2, "bad.yaml, line 2"),
    ("segtier check policy.yaml reports --ssd 700GB --option redo", 2, "--before"),
    ("segtier check policy.yaml none --ssd 700GB", 2, "none"),
    ("segtier check policy.yaml bad.yaml --ssd 700GB", 4, "nothing-readable"),
    ("segtier check few.yaml reports bad.yaml --ssd 700GB", 3, "bad.yaml"),
    ("segtier check few.yaml reports --ssd 700GB --junit nowhere/j.xml", 5, "cannot-write"),
    ("segtier check few.yaml reports --ssd 700GB", 0, ""),
])  # fmt: skip
def test_exit_codes(folder: Path, line: str, code: int, said: str) -> None:
    (folder / "bad.yaml").write_text("rules:\n- {name: a, kind: sesions}\n", encoding="utf-8")
    (folder / "few.yaml").write_text("rules:\n- {name: a, kind: sessions, at-most: 6}\n", encoding="utf-8")
    done = sh(folder, line)
    assert (done.returncode, said in done.stderr) == (code, True), done.stderr


def test_the_page_shows_the_example_and_every_kind() -> None:
    page = (DOCS / "integrate" / "check.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert shown == POLICY
    kinds = [kind.name for kind in KINDS]
    assert list(dict.fromkeys(rule.kind for rule in read_policy(POLICY.encode(), "p").rules)) == kinds
    assert re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE) == kinds
    command = cli.get_command(None, "check")  # type: ignore[arg-type]
    assert command is not None
    known = {flag for option in command.params for flag in option.opts}
    assert set(re.findall(r"--[a-z]+", page)) <= known
