"""Where a comment on a line is in a later revision of its file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.plan.document import plan_document
from segtier.plan.write_plan import write_plan
from segtier.review import About, about, at_line, found_again
from tests.unit.plan.inventories import known_request

PLAN = plan_document(write_plan(known_request("segments")))
FILE = "settings.sql"
ON = about(PLAN, None, FILE)

LINES: dict[str, tuple[str, int, str, int | None]] = {
    "as it was": ("a\nb\nc\n", 2, "a\nb\nc\n", 2),
    "lines before it came": ("a\nb\nc\n", 2, "x\ny\na\nb\nc\n", 4),
    "lines before it went": ("a\nb\nc\n", 3, "c\n", 1),
    "it says something else": ("a\nb\nc\n", 2, "a\nB\nc\n", None),
    "twice, between other lines": ("a\nEND\nb\nEND\nc\n", 4, "x\ny\na\nEND\nb\nEND\nc\n", 6),
    "twice, told by the line above": ("IF 1\nEND\nIF 2\nEND\nx\n", 4, "IF 2\nEND\nIF 1\nEND\n", 2),
    "twice, told by nothing": ("a\nx\na\n", 1, "b\nb\nb\na\nb\na\n", 4),
    "without a last newline": ("a\nb", 2, "b", 1),
    "with blanks before it": ("a\n  b\n", 2, "a\nb\n", None),
    "its first 500 characters": (f"{'x' * 500}y\n", 1, f"a\n{'x' * 500}z\n", 2),
}


@pytest.mark.parametrize("case", LINES)
def test_a_line_is_found_by_what_it_says(case: str) -> None:
    before, number, after, expected = LINES[case]
    found = found_again(at_line(ON, number, before), PLAN, {FILE: after})
    assert (found.line if found else None) == expected


def test_a_line_goes_with_its_file() -> None:
    without = replace(PLAN, files=tuple(one for one in PLAN.files if one.path != FILE))
    assert found_again(at_line(ON, 1, "a\n"), without, {}) is None


def test_an_operation_is_found_by_what_it_is_of() -> None:
    second = about(PLAN, "O002", None)
    later = replace(PLAN, operations=tuple(replace(one, id=f"O9{one.id[2:]}") for one in PLAN.operations))
    assert found_again(second, later, {}) == About("O902", thing=second.thing)
    assert found_again(second, replace(later, operations=later.operations[:1]), {}) is None
