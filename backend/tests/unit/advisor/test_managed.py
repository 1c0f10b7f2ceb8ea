"""Inputs of Amazon RDS are told from others, and a combination there goes without redo."""

from __future__ import annotations

import pytest

from segtier.advisor.plan_option import plan_option
from segtier.advisor.today.managed import is_of_rds
from segtier.analysis.setup import setup_of
from segtier.errors import Infeasible
from segtier.model.inventory import Inventory, Tablespace
from segtier.model.plan import Destination
from segtier.model.workload import Workload
from tests.sentences import worded
from tests.unit.advisor.test_combination import EVERYTHING, REDO, SIZES, SLOW_COMMITS, advised
from tests.unit.advisor.test_plan_inputs import a_report, files

INPUTS: list[tuple[str, list[Workload], list[Inventory], bool]] = [
    ("nothing", [a_report()], [], False),
    ("files of one's own", [a_report("/u01/a.dbf")], [files("+DATA/x/a.dbf")], False),
    ("a data file", [a_report()], [files("/rdsdbdata/db/ORCL_A/datafile/o1_mf_users_x_.dbf")], True),
    ("a file in the report", [a_report("/rdsdbdata2/db/ORCL_A/datafile/o1_mf_users_x_.dbf")], [], True),
    ("where files are made", [a_report(db_create_file_dest="/rdsdbdata/db")], [], True),
    ("a parameter of RDS", [a_report(**{"rds.instance_store_temp_size": "0"})], [], True),
    ("a tablespace of RDS", [a_report()], [Inventory(tablespaces=(Tablespace("RDSADMIN"),))], True),
    ("a user's tablespace", [a_report()], [Inventory(tablespaces=(Tablespace("RDSADMIN_COPY"),))], False),
]


@pytest.mark.parametrize(
    ("workloads", "inventories", "answer"), [row[1:] for row in INPUTS], ids=[row[0] for row in INPUTS]
)
def test_inputs_of_rds(workloads: list[Workload], inventories: list[Inventory], answer: bool) -> None:
    assert is_of_rds([setup_of(one) for one in workloads], inventories) is answer


@pytest.mark.parametrize(("target", "told"), [("own", True), ("rds", False)])
def test_a_plan_for_another_target_says_so(target: str, told: bool) -> None:
    known = [SIZES, Inventory(tablespaces=(Tablespace("RDSADMIN"),))]
    targets = Destination(target=target)  # type: ignore[arg-type]
    plan = plan_option(advised(EVERYTHING), [EVERYTHING], "segments", targets, True, known)
    assert ("with --target rds" in " ".join(appendix(plan.files).lower().split())) is told


def test_a_combination_goes_without_redo() -> None:
    plan = plan_option(advised(EVERYTHING, REDO), [EVERYTHING], None, Destination(target="rds"), False, [SIZES, REDO])
    steps = [step.file for step in plan.steps]
    assert {"1_temp/steps/50_temp.sql", "2_segments/steps/40_move_segments.sql"} <= {*steps}
    assert not any("redo" in step for step in steps)
    assert worded("plan/redo-not-among") in next(file.text for file in plan.files if file.path == "plan.md")


def test_what_is_left_alone_of_a_combination_is_named() -> None:
    with pytest.raises(Infeasible) as refused:
        plan_option(
            advised(SLOW_COMMITS, REDO), [SLOW_COMMITS], "combination", Destination(target="rds"), True, [SIZES, REDO]
        )
    assert refused.value.code == "redo-stays"
    assert refused.value.advice == worded("plan/get-scripts-themselves", "segments")


def appendix(files: tuple[object, ...]) -> str:
    return next(file.text for file in files if file.path == "appendix.md")  # type: ignore[attr-defined]
