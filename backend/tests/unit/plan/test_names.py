"""Which names a script may carry: by release and COMPATIBLE, and by what they name."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.unit.plan.requests import a_request, a_segment

LATER, BEFORE = {"release": "19.0.0.0.0"}, {"release": "12.1.0.2.0"}
LOWERED = {**LATER, "compatible": "12.1.0"}
RAISED = {**LATER, "compatible": "19.0.0"}
CASES: list[tuple[dict[str, Any], dict[str, Any], str | None]] = [
    (LATER, {"name": "T" * 128}, None),
    (LATER, {"name": "T" * 129}, worded("plan/name-bytes-long", 129, 128)),
    (LATER, {"name": "\u00c4" * 64}, None),
    (LATER, {"name": "\u00c4" * 65}, worded("plan/name-bytes-long", 130, 128)),
    (RAISED, {"owner": "O" * 128}, None),
    (LOWERED, {"owner": "O" * 30}, None),
    (LOWERED, {"owner": "O" * 31}, worded("plan/name-bytes-long", 31, 30)),
    (BEFORE, {"name": "T" * 30}, None),
    (BEFORE, {"name": "T" * 31}, worded("plan/name-bytes-long", 31, 30)),
    ({"release": None}, {"name": "T" * 128}, None),
    (LATER, {"tablespace": "D" * 30}, None),
    (LATER, {"tablespace": "D" * 31}, worded("plan/name-bytes-long", 31, 30)),
    (LATER, {"pdb": "P" * 30}, None),
    (LATER, {"pdb": "P" * 31}, worded("plan/name-pdb-not")),
    (LATER, {"name": 'a"b'}, worded("plan/name-holds-double")),
    (LATER, {"name": "a\0b"}, worded("plan/name-holds-control")),
    (LATER, {"name": "a\n/\nb"}, worded("plan/name-holds-control")),
    (LATER, {"name": ""}, worded("plan/name-empty")),
    (LATER, {"name": "'; DROP USER X; --"}, None),
]


@pytest.mark.parametrize(("database", "names", "reason"), CASES)
def test_names(database: dict[str, Any], names: dict[str, Any], reason: str | None) -> None:
    plan = write_plan(a_request(move=(a_segment(**names), a_segment("PLAIN")), **database))
    assert [one.reason for one in plan.refused] == ([] if reason is None else [reason])
