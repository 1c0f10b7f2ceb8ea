"""Hostile names in a short run, and the faults the run would find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from robustness.hostile_names import data_is_plain, exact_statements, pages_are_alike, run, same_deeds
from segtier.model.plan import Plan
from segtier.plan.write_plan import write_plan
from tests.sqlplus_reader import Surprise
from tests.unit.plan.inventories import KINDS, KNOWN, known_request, of
from tests.unit.plan.requests import a_request, a_segment

REQUEST = a_request(move=(a_segment("O'HARE"), a_segment()))
PLAN = write_plan(REQUEST)


def test_three_hundred_names() -> None:
    outcome = run(300, seed=1)
    assert outcome.faults == []
    assert outcome.names >= 300
    assert min(outcome.carried, outcome.refused) > 10


def changed(path: str, old: str, new: str) -> Plan:
    """With another text in the files of that path's end; something must be there to change."""
    files = [replace(one, text=one.text.replace(old, new)) if one.path.endswith(path) else one for one in PLAN.files]
    if tuple(files) == PLAN.files:
        pytest.fail(f"nothing to change in {path}")
    return replace(PLAN, files=tuple(files))


FAULTS: list[tuple[str, Callable[[], object]]] = [
    ("a name breaks out", lambda: same_deeds(changed(".sql", "UNISTR('O\\0027HARE')", "'O'HARE'"), PLAN)),
    ("a statement more", lambda: same_deeds(changed("list_segments.sql", "BEGIN\n", "BEGIN\n  run_ddl('x');\n"), PLAN)),
    ("a command more", lambda: same_deeds(changed("list_segments.sql", "BEGIN\n", "SPOOL x\nBEGIN\n"), PLAN)),
    ("a name is changed", lambda: exact_statements(changed("list_segments.sql", "O\\0027HARE", "OHARE"))),
    ("the way back changed", lambda: exact_statements(changed("_back.sql", "O\\0027HARE", "OHARE"))),
    ("no ASCII", lambda: data_is_plain(changed("request.json", "O'HARE", "\u00c4"), REQUEST)),
    ("another request", lambda: data_is_plain(changed("request.json", "O'HARE", "OHARE"), REQUEST)),
    ("markup", lambda: pages_are_alike(changed("plan.html", "<footer>", "<b>x</b><footer>"), PLAN)),
    ("a direction character", lambda: pages_are_alike(changed("plan.md", "Database", "\u202eDatabase"), PLAN)),
]


@pytest.mark.parametrize("look", [row[1] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_it_is_noticed_when(look: Callable[[], object]) -> None:
    with pytest.raises((AssertionError, Surprise, StopIteration)):
        look()


def test_an_index_that_no_script_may_name_is_left_to_the_script() -> None:
    """It stands in no list; then the inventory's list is not all there is."""
    index = replace(KINDS["index"], name="IX\tX", **of("ORDERS"))
    plans = [
        write_plan(known_request(known={"dependents": more}, move=(KINDS["heap table"],)))
        for more in (KNOWN.dependents, (*(KNOWN.dependents or ()), index))
    ]
    assert plans[0].operations == plans[1].operations
    lists, libraries = (
        [next(one.text for one in plan.files if one.path.endswith(name)) for plan in plans]
        for name in ("list_segments.sql", "lib_move.sql")
    )
    assert lists[1] == lists[0]
    assert ["is_listed(" in text for text in libraries] == [True, False]


def test_lines_stay_within_what_sqlplus_takes() -> None:
    """Each character of three names of 128 bytes takes five in a script."""
    name = "'" * 128
    plan = write_plan(
        a_request(move=(a_segment(name, "TABLE PARTITION", owner=name, subobject=name, tablespace=name[:30]),))
    )
    longest = max(len(line) for file in plan.files if file.path.endswith(".sql") for line in file.text.splitlines())
    assert 640 < longest < 2400
