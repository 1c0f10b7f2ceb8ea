"""Which cases run, what is remembered, and what is refused: pytest itself, on a small suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proving.choice import TESTS_S
from tests.proving.ledger import NEVER, Proof, read_ledger, write_ledger
from tests.proving.pieces import read_where

pytest_plugins = ["pytester"]

SUITE = {
    "tests/unit/test_quick.py": "def test_quick(): pass",
    "tests/unit/test_dear.py": "def test_dear(): pass\ndef test_cheap(): pass",
    "tests/integration/test_both.py": """
import pytest
@pytest.mark.parametrize("setup", ["sqlite", "postgresql"])
def test_one(setup): pass
@pytest.mark.parametrize("setup", ["sqlite", "postgresql"])
def test_other(setup): pass
""",
    "tests/unit/test_table.py": """
import pytest
@pytest.mark.parametrize("row", range(6))
def test_row(row): pass
""",
    "tests/integration/test_kills.py": "def test_kills(): pass\ndef test_more(): pass",
}
WHERE = """
apart = []
journeys = []
[[prove]]
why = "kills"
where = ["integration/test_kills.py", "unit/test_dear.py::test_dear"]
[[a_few]]
why = "a table"
where = ["unit/test_table.py::test_row"]
[[on_both]]
why = "differs"
where = ["integration/test_both.py::test_other"]
"""
ALWAYS = {
    *("test_quick", "test_cheap", "test_one[sqlite]", "test_other[sqlite]", "test_other[postgresql]"),
    *("test_row[0]", "test_row[2]", "test_row[5]"),
}
ROWS = {"test_row[1]", "test_row[3]", "test_row[4]"}
KILLS, DEAR, ON_TEAM, TABLE = (
    "integration/test_kills.py",
    "unit/test_dear.py::test_dear",
    "integration/test_both.py@postgresql",
    "unit/test_table.py::test_row",
)
SLOW = """
import time
def test_slow():
    begin = time.process_time()
    while time.process_time() - begin < 0.3: pass
"""


class Suite:
    def __init__(self, pytester: pytest.Pytester) -> None:
        self._pytester = pytester
        self.ledger = pytester.path / "ledger.tsv"
        self.add({"where.toml": WHERE, **SUITE})

    def add(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            file = self._pytester.path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def run(self, *options: str) -> tuple[set[str], pytest.HookRecorder]:
        """The names of the cases that passed."""
        plugins = [
            "-p",
            "tests.proving.costs",
            "-p",
            "tests.proving.plugin",
            "-p",
            "no:hypothesispytest",
            "-p",
            "no:xdist",
        ]
        known = [
            f"--where={self._pytester.path}/where.toml",
            f"--ledger={self.ledger}",
            f"--rootdir={self._pytester.path}",
        ]
        ran = self._pytester.inline_run(*plugins, "-p", "no:cacheprovider", *known, "tests", *options)
        passed = {report.nodeid.rpartition("::")[2] for report in ran.listoutcomes()[0]}
        return passed, ran


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Suite:
    return Suite(pytester)


def aged(suite: Suite, *proofs: Proof) -> None:
    """The rest of the table is young, and dear."""
    write_ledger(dict(zip((KILLS, DEAR, ON_TEAM, TABLE), (*proofs, Proof(500, "9")), strict=True)), suite.ledger)


def test_without_a_part_all_run_and_nothing_is_remembered(suite: Suite) -> None:
    passed, _ = suite.run()
    assert passed == {*ALWAYS, *ROWS, "test_dear", "test_one[postgresql]", "test_kills", "test_more"}
    assert not suite.ledger.exists()


def test_prove_runs_all_and_remembers_what_is_left_to_it(suite: Suite) -> None:
    suite.run("--part=prove")
    assert set(read_ledger(suite.ledger)) == {KILLS, DEAR, ON_TEAM, TABLE}
    assert all(proof.proved != NEVER for proof in read_ledger(suite.ledger).values())


@pytest.mark.parametrize(
    ("proofs", "now"),
    [
        ((Proof(TESTS_S - 10, NEVER), Proof(20, "1"), Proof(5, "2")), {"test_kills", "test_more", "test_one[postgresql]"}),
        ((Proof(TESTS_S - 10, "3"), Proof(20, "1"), Proof(5, "2")), {"test_dear", "test_one[postgresql]"}),
        ((Proof(1, "3"), Proof(1, "1"), Proof(500, NEVER)), {"test_dear", "test_kills", "test_more"}),
    ],
)  # fmt: skip
def test_test_runs_what_it_always_does_and_the_oldest_pieces(
    suite: Suite, proofs: tuple[Proof, ...], now: set[str]
) -> None:
    aged(suite, *proofs)
    before = read_ledger(suite.ledger)
    passed, _ = suite.run("--part=test", f"--chosen={suite.ledger.parent}/chosen.txt")
    assert passed == ALWAYS | now
    after = read_ledger(suite.ledger)
    assert {piece for piece in after if after[piece] != before[piece]} == {
        piece for piece in after if piece in (suite.ledger.parent / "chosen.txt").read_text().splitlines()
    }
    again, _ = suite.run("--part=test", f"--pieces={suite.ledger.parent}/chosen.txt")
    assert again == now


def test_what_is_near_a_change_runs_beside_the_oldest(suite: Suite) -> None:
    aged(suite, Proof(TESTS_S - 10, "9"), Proof(TESTS_S - 10, NEVER), Proof(500, "1"))
    (suite.ledger.parent / "near.txt").write_text("integration/test_kills.py\n")
    passed, _ = suite.run("--part=test", f"--near={suite.ledger.parent}/near.txt")
    assert passed == {*ALWAYS, "test_kills", "test_more", "test_dear"}


@pytest.mark.parametrize("said", ["assert False", "import pytest; pytest.skip()"])
def test_a_piece_of_which_a_case_fails_or_is_skipped_is_not_proved(suite: Suite, said: str) -> None:
    suite.add({"tests/integration/test_kills.py": f"def test_kills(): {said}\ndef test_more(): pass"})
    suite.run("--part=prove")
    assert set(read_ledger(suite.ledger)) == {DEAR, ON_TEAM, TABLE}


def test_of_many_cases_a_few_are_tested_and_the_rest_is_a_piece(suite: Suite) -> None:
    aged(suite, *[Proof(500, "1")] * 3)
    write_ledger(read_ledger(suite.ledger) | {TABLE: Proof(1, NEVER)}, suite.ledger)
    passed, _ = suite.run("--part=test")
    assert passed == ALWAYS | ROWS
    assert read_ledger(suite.ledger)[TABLE].proved != NEVER


def test_a_slow_case_is_refused_unless_it_is_left_to_prove(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.proving.plugin.SLOW_S", 0.05)
    monkeypatch.setattr("tests.proving.plugin.slowdown", lambda: 1.0)
    suite.add({"tests/unit/test_slow.py": SLOW, "tests/integration/test_slow_too.py": SLOW.replace("slow", "slow_too")})
    _, ran = suite.run("--part=test", "--refuse-slow")
    assert [report.nodeid.rpartition("::")[2] for report in ran.listoutcomes()[2]] == ["test_slow"]
    suite.add({"where.toml": WHERE.replace('"unit/test_dear.py::test_dear"', '"unit/test_slow.py"')})
    _, ran = suite.run("--part=test", "--refuse-slow")
    assert not ran.listoutcomes()[2]


def test_the_table_names_what_there_is() -> None:
    tests = Path(__file__).resolve().parents[2]
    where = read_where()
    pieces = [piece for piece in read_ledger() if not piece.startswith("[")]
    for piece in pieces:
        name, _, setup = piece.partition("@")
        file, _, test = name.partition("::")
        assert where.piece(file, test, setup) == piece, piece
    for name in (*where.prove, *where.a_few, *where.on_both, *where.apart, *(one.partition("@")[0] for one in pieces)):
        file, _, test = name.partition("::")
        assert (tests / file).is_file(), name
        assert not test or f"def {test}(" in (tests / file).read_text("utf-8"), name
    specs = {path.name for path in (tests.parents[1] / "e2e" / "specs").iterdir()}
    assert {name.split(" › ")[1] for name in where.journeys} <= specs


def test_a_name_stands_in_the_table_once(tmp_path: Path) -> None:
    (tmp_path / "where.toml").write_text(
        WHERE.replace('"integration/test_kills.py",', '"unit/test_dear.py::test_dear",')
    )
    with pytest.raises(ValueError, match="test_dear"):
        read_where(tmp_path / "where.toml")
