"""A file of scenarios: what people write, what they get, and what they get wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from segtier.cli.support.scenario_file import read_scenarios
from segtier.errors import UnreadableInput
from segtier.question import Question, read_storage
from tests.sentences import like, tells, worded

GROUPS = b'{"groups": [{"name": "old", "holds": ["data"], "media": "hdd", "spindles": 24}]}'


def read(folder: Path, text: str, name: str = "scenarios.yaml") -> dict[str, Question]:
    path = folder / name
    path.write_bytes(text.encode())
    return read_scenarios(path)


def test_each_from_nothing_or_from_another(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
        - {name: "  700 GB\\tPCIe ", ssd: 700GB, price: 9000, mirror: true}
        - name: few moves
          from: pinned
          max-moves: 20
        - name: pinned
          from: 700 GB PCIe
          pin: [SHOP.LEDGER, "SHOP.L*"]
          price: null
          shared: no
        - {name: one pin, pin: SHOP.LEDGER, users: 1e2, think-time: 0}
        """,
    )
    pins = ("SHOP.LEDGER", "SHOP.L*")
    assert found == {
        "700 GB PCIe": Question(ssd="700GB", price=9000.0, mirrored=True),
        "few moves": Question(ssd="700GB", mirrored=True, shared=False, pinned=pins, most_moves=20),
        "pinned": Question(ssd="700GB", mirrored=True, shared=False, pinned=pins),
        "one pin": Question(pinned=("SHOP.LEDGER",), users=100.0, think_time_s=0.0),
    }
    assert list(found) == ["700 GB PCIe", "few moves", "pinned", "one pin"]


def test_json_is_taken_with_its_tabs(tmp_path: Path) -> None:
    text = '[\n\t{"name": "a", "ssd": "700GB", "max-moves": 3},\n\t{"name": "b", "from": "a", "max-moves": null}\n]'
    assert read(tmp_path, text, "s.json") == {"a": Question(ssd="700GB", most_moves=3), "b": Question(ssd="700GB")}


def test_storage_is_a_file_beside_this_one(tmp_path: Path) -> None:
    (tmp_path / "groups.yaml").write_bytes(GROUPS)
    assert read(tmp_path, "[{name: a, storage: groups.yaml}]") == {"a": Question(storage=read_storage(GROUPS, "x"))}


WRONG = [
    ("[]", None, worded("cli/no-list-scenarios")),
    ("", None, "not a list"),
    ("{name: a}", None, "not a list"),
    ("[" * 5000, None, ""),
    ("- name: a\n  ssd: 1TB: 2", 2, "mapping values"),
    ("- a", 1, "no scenario"),
    ("- ssd: 1TB\n  price: 3", 1, "no name"),
    ("- name: a\n- name: ' '\n", 2, "needs a name"),
    (f"- name: {'x' * 121}", 1, "121 characters"),
    ("- name: [a, b]", 1, "needs a name"),
    ("- name: a\n- name: b\n- name: 'a '", 3, worded("cli/name-given-line", "'a'", 1)),
    ("- name: a\n  max_moves: 3", 2, like("cli/there-no-known", "'max_moves'")),
    ("- name: a\n  count: 2\n  count: 3", 3, "'count' is given twice"),
    ("- name: a\n  max-moves: many", 2, "max-moves: takes a whole number from 0 to 1,000,000, not many"),
    ("- name: a\n  max-moves: true", 2, "max-moves: takes a whole number from 0 to 1,000,000, not true"),
    ("- name: a\n  max-moves: [3, 4]", 2, "max-moves: takes one value"),
    ("- name: a\n  mirror: perhaps", 2, "mirror: "),
    ("- name: a\n  window: tomorrow", 2, "window: takes one of busy, busiest, p95, average, not tomorrow"),
    ("- name: a\n  ssd: {a: 1}", 2, "'ssd' is neither"),
    ("- name: a\n  storage: none.yaml", 2, "storage: "),
    ("- name: a\n\n- name: b\n  ssd: plenty", 3, "'b': capacity 'plenty'"),
    ("- name: a\n- {name: b, device: nobodys}", 2, "'b': no device 'nobodys'"),
    ("- name: a\n  users: 3", 1, f"'a': {worded('question/number-users-think')}"),
    ("- name: a\n- {name: b, from: c}", 2, "'b' is from 'c'"),
    ("- {name: a, from: a}", 1, "'a' from 'a'"),
    (
        "- name: x\n- {name: a, from: b}\n- {name: b, from: c}\n- {name: c, from: a}",
        2,
        "'a' from 'b' from 'c' from 'a'",
    ),
    ("- {name: a, from: b}\n- {name: b, from: c}\n- {name: c, from: b}", 1, "'b' from 'c' from 'b'"),
    ("\n".join(f"- name: n{number}" for number in range(11)), None, "these are 11 scenarios; at most 10"),
]


@pytest.mark.parametrize(("text", "line", "words"), WRONG)
def test_what_is_wrong_is_said_with_its_line(
    tmp_path: Path, text: str, line: int | None, words: str | re.Pattern[str]
) -> None:
    with pytest.raises(UnreadableInput) as refused:
        read(tmp_path, text)
    error = refused.value
    assert (error.line, bool(error.advice)) == (line, True)
    assert tells(error.message, words)
    assert error.message.startswith("scenarios.yaml" if line is None else f"scenarios.yaml, line {line}: ")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(UnreadableInput):
        read_scenarios(path)
