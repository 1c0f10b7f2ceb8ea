"""The shipped scripts, run on random databases: the laws of `lab/plsql/laws.py`, and the faults that they must find."""

from __future__ import annotations

import pytest

from lab.plsql.cases import a_case
from lab.plsql.faults import FAULTS, Fault, with_fault
from lab.plsql.laws import try_case
from lab.plsql.run import try_seed

BREAKS = 2
"""Points at which a run is broken off here; `python -m lab.plsql.run` takes all."""
FOUND_BY: dict[str, int] = {
    "a standby is not looked for": 12,
    "a rebuild is not logged": 4,
    "a rebuild leaves servers": 4,
    "nothing is rebuilt after an offline move": 4,
    "what died before its rebuild stays": 7,
    "online is not taken back for an object column": 84,
    "room at home is not asked for": 87,
    "the way back ends at the SSD": 1,
    "new partitions are not taken back": 6,
    "users of temp are not recorded": 1,
    "files at the SSD are recorded as old ones": 0,
    "old redo comes back with one member": 8,
    "locked statistics are gathered": 21,
    "what is there is moved again": 0,
    "indexes are looked for in the schema of the DBA": 40,
    "the recovery area is not asked for room": 36,
}
"""A seed whose database shows the fault; where databases are drawn otherwise, look for others."""


@pytest.mark.parametrize("seed", range(100))
def test_the_laws_hold(seed: int) -> None:
    assert try_seed(seed, BREAKS).broken == []


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_is_found(fault: Fault) -> None:
    case = a_case(FOUND_BY[fault.name], fault.option)
    assert case is not None
    files = with_fault({file.path: file.text for file in case.plan.files}, fault)
    assert files is not None, "the scripts have no such text now"
    broken = try_case(case, files, BREAKS).broken
    assert broken != []
    assert not any("NotKnown" in line for line in broken), "a fault unknown to the model finds nothing"
    assert try_case(case, None, BREAKS).broken == []
