"""What every script calls first: it asks where nobody approved the bundle, once, and goes on where somebody did."""

from __future__ import annotations

import hashlib
import os
import pty
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from segtier.model.plan import BundleFile, Plan, PlanRequest
from segtier.plan.bundle.reviewed import confirmation, core_digest, review_files, unreviewed_files
from segtier.plan.write_plan import write_plan
from segtier.review import standing_text, unapproved_word
from tests.collecting.sqlplus_emulator import OracleError, SqlPlus
from tests.sentences import in_shell, worded
from tests.unit.plan.rds_requests import VARIANTS as RDS
from tests.unit.plan.requests import lay
from tests.unit.plan.test_bundle import VARIANTS

DIGEST = "442b1c2d3e4f" + "0" * 52
ASKED = confirmation("unreviewed", DIGEST)
TOLD = ("Plan pln_1, revision 3", worded("review/unreviewed-nobody-approved"))
CALL = re.compile(r"^@((?:\.\./)?review)/review\.sql \1$", re.MULTILINE)


@pytest.fixture
def unreviewed(tmp_path: Path) -> Path:
    return lay(review_files(TOLD, DIGEST, "unreviewed"), tmp_path)


@pytest.fixture
def approved(tmp_path: Path) -> Path:
    told = ("Plan pln_1, revision 3", "Approved.", "approved by Ann O'Hara & $(id) at 2026-11-25T14:00:00Z")
    return lay(review_files(told, DIGEST, None), tmp_path)


# --- the bundles -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("request_", [row[1] for row in (*VARIANTS, *RDS)], ids=[row[0] for row in (*VARIANTS, *RDS)])
def test_every_script_calls_it_before_anything_else(request_: PlanRequest) -> None:
    plan = write_plan(request_)
    assert calls_first(plan) == {file.path for file in plan.files if re.search(r"(^|/)[0-9]{2}_[^/]*\.sql$", file.path)}
    for file in plan.files:
        if file.executable:
            lines = [line for line in file.text.splitlines() if line and not line.startswith("#")]
            at = next(
                index for index, line in enumerate(lines) if re.fullmatch(r"bash (\.\./)?review/review\.sh", line)
            )
            assert set(lines[:at]) <= {"set -euo pipefail", "export LC_ALL=C", 'cd "$(dirname "$0")/.."'}, file.path


def calls_first(plan: Plan) -> set[str]:
    found = set()
    for file in plan.files:
        lines = [line for line in file.text.splitlines() if line and not line.startswith(("--", "WHENEVER "))]
        if lines and CALL.fullmatch(lines[0]):
            found.add(file.path)
    return found


def test_the_signed_core_is_the_same_before_and_after_its_review() -> None:
    plan = write_plan(VARIANTS[0][1])
    core = {file.path for file in plan.files if file.signed}
    before = unreviewed_files(plan)
    sums = next(file.text for file in plan.files if file.path == "SHA256SUMS")
    after = review_files(("Approved.",), core_digest(sums), None)
    for file in (*before, *after):
        assert not file.signed
        assert file.path not in core
        assert file.path not in sums
    digest = hashlib.sha256(sums.encode()).hexdigest()
    assert all(digest in said_in(files, "REVIEW.txt") for files in (before, after))
    assert f"UNREVIEWED {digest[:12]}" in said_in(before, "REVIEW.txt")


def said_in(files: Sequence[BundleFile], path: str) -> str:
    return next(file.text for file in files if file.path == path)


@pytest.mark.parametrize(
    ("state", "typed"),
    [
        ("draft", "UNREVIEWED 442b1c2d3e4f"),
        ("in-review", "UNREVIEWED 442b1c2d3e4f"),
        ("rejected", "REJECTED 442b1c2d3e4f"),
        ("withdrawn", "WITHDRAWN 442b1c2d3e4f"),
        ("stale", "STALE 442b1c2d3e4f"),
        ("superseded", "SUPERSEDED 442b1c2d3e4f"),
        (None, "OUTDATED 442b1c2d3e4f"),
        ("approved", None),
        ("applied", None),
        ("measured", None),
    ],
)
def test_what_is_not_approved_is_asked_for_by_its_name(state: Any, typed: str | None) -> None:
    files = review_files(standing_text("pln_1", 3, state, None), DIGEST, unapproved_word(state))
    asks = any(file.path == "review/ask.sql" for file in files)
    assert asks == (typed is not None)
    if typed:
        assert all(typed in said_in(files, path) for path in ("REVIEW.txt", "review/review.sh", "review/review.sql"))


# --- the shell -------------------------------------------------------------------------------------------------------

TERMINAL = {"PATH": os.environ["PATH"], "TERM": "dumb"}


def at_a_terminal(folder: Path, typed: str) -> tuple[int, str]:
    """review.sh with a real terminal, at which somebody types one line."""
    mine, its = pty.openpty()
    os.write(mine, typed.encode() + b"\n")
    try:
        done = subprocess.run(
            ["bash", "review/review.sh"],
            stdin=its, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, env=TERMINAL, text=True, check=False,
        )  # fmt: skip
    finally:
        os.close(mine)
        os.close(its)
    return done.returncode, done.stdout


def without_a_terminal(folder: Path, confirmed: str | None = None, typed: str = "") -> tuple[int, str]:
    named = {} if confirmed is None else {"SEGTIER_CONFIRMED": confirmed}
    done = subprocess.run(
        ["bash", "review/review.sh"],
        input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder, env=TERMINAL | named, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def test_typed_once_it_holds_for_what_follows(unreviewed: Path) -> None:
    code, said = at_a_terminal(unreviewed, ASKED)
    assert (code, TOLD[1] in said, DIGEST in said, f"Confirmed: {ASKED}" in said) == (0, True, True, True)
    code, said = without_a_terminal(unreviewed)
    assert (code, f"Confirmed: {ASKED}" in said, "Type " in said) == (0, True, False)
    plus = sqlplus(unreviewed)
    assert (plus.exited, plus.screen[-1]) == ("", f"Confirmed: {ASKED}")


@pytest.mark.parametrize("typed", ["", "yes", "UNREVIEWED", ASKED.lower(), "REJECTED 442b1c2d3e4f", "$(id)"])
def test_anything_else_is_refused(unreviewed: Path, typed: str) -> None:
    for code, said in (at_a_terminal(unreviewed, typed), without_a_terminal(unreviewed, typed)):
        assert code == 1
        assert "STOP: " in said.splitlines()[-1]
        assert "has done nothing" in said
        assert ASKED not in (unreviewed / "review/confirmed.sql").read_text()


def test_without_a_terminal_it_must_be_named(unreviewed: Path) -> None:
    code, said = without_a_terminal(unreviewed, typed=f"{ASKED}\n")
    assert code == 1
    assert said.splitlines()[-1] == (
        in_shell("plan/stop-script-done", in_shell("plan/no-terminal-ask", wanted=ASKED)).removesuffix("\\n")
    )
    assert without_a_terminal(unreviewed, ASKED)[0] == 0
    assert without_a_terminal(unreviewed)[0] == 0


def test_a_confirmation_of_another_bundle_is_none(unreviewed: Path) -> None:
    (unreviewed / "review/confirmed.sql").write_text("DEFINE segtier_confirmed = 'UNREVIEWED 000000000000'\n")
    assert without_a_terminal(unreviewed)[0] == 1
    assert sqlplus(unreviewed).exited == "FAILURE"


def test_an_approved_bundle_says_who_approved_it_and_goes_on(approved: Path) -> None:
    code, said = without_a_terminal(approved)
    assert code == 0
    assert said.splitlines() == [
        "Plan pln_1, revision 3", "Approved.", "approved by Ann O'Hara ? $(id) at 2026-11-25T14:00:00Z", f"digest {DIGEST}",
    ]  # fmt: skip
    plus = sqlplus(approved)
    assert (plus.exited, plus.screen, plus.statements) == ("", said.splitlines(), [])
    assert not (approved / "review/confirmed.sql").exists()


def test_the_shell_is_clean(unreviewed: Path) -> None:
    lay(review_files(("Approved.",), DIGEST, None), unreviewed / "approved")
    paths = ["review/review.sh", "approved/review/review.sh"]
    for path in paths:
        subprocess.run(["bash", "-n", path], cwd=unreviewed, check=True)
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not installed")
    subprocess.run(["shellcheck", *paths], cwd=unreviewed, check=True)


def test_a_script_stops_where_it_is_not_confirmed(tmp_path: Path) -> None:
    """The bundle as `segtier script` writes it; with the confirmation the script goes on to its own first refusal."""
    plan = write_plan(VARIANTS[0][1])
    files = unreviewed_files(plan)
    lay((*plan.files, *files), tmp_path)
    typed = re.search(r"asks for: (.+)", said_in(files, "REVIEW.txt"))
    assert typed is not None

    def run(**named: str) -> str:
        done = subprocess.run(
            ["bash", "os/10_os_setup.sh", "--not-a-word"],
            stdin=subprocess.DEVNULL, capture_output=True, cwd=tmp_path, env=TERMINAL | named, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        return done.stderr

    assert "no terminal to" in run()
    assert "usage: bash os/10_os_setup.sh" in run(SEGTIER_CONFIRMED=typed[1])
    assert "usage: bash os/10_os_setup.sh" in run()


# --- SQL*Plus --------------------------------------------------------------------------------------------------------


def sqlplus(folder: Path, *typed: str, at: str = ".", defined: dict[str, str] | None = None) -> SqlPlus:
    """review.sql as a script calls it, run from the folder `at`, by the small SQL*Plus of the tests."""
    plus = SqlPlus(answer, folder / at, typed=list(typed), defined=dict(defined or {}))
    review = os.path.relpath(folder / "review", folder / at)
    plus.run(f"WHENEVER SQLERROR EXIT FAILURE ROLLBACK\n@{review}/review.sql {review}\nSET DEFINE OFF\n")
    return plus


_CASE = re.compile(r"SELECT CASE '(.*)' WHEN '([^']*)' THEN '([^']*)' ELSE '([^']*)' END AS (\w+) FROM dual")


def answer(statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    if statement == "SELECT '' AS segtier_confirmed FROM dual WHERE 1 = 0":
        return ["SEGTIER_CONFIRMED"], []
    match = _CASE.fullmatch(statement)
    assert match is not None, statement
    said, wanted, then, other, name = match.groups()
    if "'" in said:
        raise OracleError("ORA-01756: quoted string not properly terminated")
    return [name.upper()], [(then if said == wanted else other,)]


def test_sqlplus_asks_once(unreviewed: Path) -> None:
    first = sqlplus(unreviewed, ASKED)
    assert (first.exited, first.screen[0], first.screen[-1]) == ("", TOLD[0], f"Confirmed: {ASKED}")
    assert f"{worded('plan/type-run-all', ASKED)} " in first.screen
    second = sqlplus(unreviewed)
    assert second.exited == ""
    assert not any(line.startswith("Type ") for line in second.screen)
    assert without_a_terminal(unreviewed)[0] == 0, "the shell asks no more either"


@pytest.mark.parametrize("typed", [[], [""], ["yes"], ["UNREVIEWED"], [ASKED.lower()]])
def test_sqlplus_refuses_anything_else(unreviewed: Path, typed: list[str]) -> None:
    plus = sqlplus(unreviewed, *typed)
    assert plus.exited == "FAILURE"
    assert worded("plan/stop-not-typed", ASKED) in plus.screen
    assert ASKED not in (unreviewed / "review/confirmed.sql").read_text()


def test_sqlplus_takes_a_definition_where_nobody_can_type(unreviewed: Path) -> None:
    assert sqlplus(unreviewed, defined={"segtier_confirmed": ASKED}).exited == ""
    assert sqlplus(unreviewed, defined={"segtier_confirmed": "UNREVIEWED 1"}).exited == "FAILURE"


def test_a_part_asks_in_the_folder_above(unreviewed: Path) -> None:
    (unreviewed / "1_redo").mkdir()
    assert sqlplus(unreviewed, ASKED, at="1_redo").exited == ""
    assert sqlplus(unreviewed).exited == ""
