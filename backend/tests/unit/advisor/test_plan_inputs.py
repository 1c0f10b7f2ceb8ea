"""What a plan learns from the inputs beside the advice: where files lie, how much temp is used, what is kept free."""

from __future__ import annotations

from dataclasses import replace

import pytest

from segtier.advisor import advise
from segtier.advisor.options import OPTIONS
from segtier.advisor.plan_option import plan_option
from segtier.advisor.today.files import on_asm
from segtier.analysis.setup import setup_of
from segtier.errors import Refused
from segtier.model.inventory import DatabaseFile, Inventory, RedoGroup
from segtier.model.plan import Destination
from segtier.model.workload import FileIo, Parameter, Workload
from segtier.units import GIB
from tests.builders import a_request, a_segment, a_workload, some_sizes
from tests.sentences import worded


def files(*names: str) -> Inventory:
    return Inventory(datafiles=tuple(DatabaseFile(name) for name in names))


def a_report(*names: str, **parameters: str) -> Workload:
    rows = tuple(Parameter(name, begin=value) for name, value in parameters.items())
    return replace(a_workload(), file_io=tuple(FileIo("USERS", name) for name in names), parameters=rows)


REDO = Inventory(redo_groups=(RedoGroup(1, members=("/u01/redo1.log",)),), datafiles=(DatabaseFile("+DATA/a.dbf"),))
TEMP = Inventory(temp_files=(DatabaseFile("/u01/temp.dbf"),), datafiles=(DatabaseFile("+DATA/a.dbf"),))
WHERE: list[tuple[str, str, list[Workload], list[Inventory], bool | None]] = [
    ("nothing", "all", [a_report()], [], None),
    ("inventory, ASM", "all", [a_report()], [files("+DATA/x/a.dbf", "+DATA/x/b.dbf")], True),
    ("inventory, file system", "all", [a_report()], [files("/u01/a.dbf")], False),
    ("a mixture", "all", [a_report()], [files("/u01/a.dbf", "+DATA/b.dbf")], None),
    ("inventory before report", "all", [a_report("+DATA/a.dbf")], [files("/u01/a.dbf")], False),
    ("report's files", "segments", [a_report("+DATA/a.dbf")], [], True),
    ("a drive letter", "segments", [a_report("D:\\ORADATA\\A.DBF")], [], False),
    ("masked names", "segments", [a_report("******")], [], None),
    ("parameter", "redo", [a_report(db_create_file_dest="+DATA")], [], True),
    ("control files", "temp", [a_report(control_files="/u01/c1.ctl, /u02/c2.ctl")], [], False),
    ("control files apart", "temp", [a_report(control_files="/u01/c1.ctl, +FRA/c2.ctl")], [], None),
    ("redo has its own place", "redo", [a_report()], [REDO], False),
    ("which is not the data files'", "segments", [a_report()], [REDO], True),
    ("temp has its own place", "temp", [a_report()], [TEMP], False),
]


@pytest.mark.parametrize(
    ("option", "workloads", "inventories", "answer"), [row[1:] for row in WHERE], ids=[row[0] for row in WHERE]
)
def test_where_the_files_lie(
    option: str, workloads: list[Workload], inventories: list[Inventory], answer: bool | None
) -> None:
    assert on_asm(OPTIONS[option].files_today, [setup_of(one) for one in workloads], inventories) is answer


HOT = (a_segment("ORDERS", 1_500_000, 200_000),)
SIZES = some_sizes(("ORDERS", 40))


def readme_of(option: str, inventory: Inventory) -> str:
    report = a_workload(segments=HOT)
    advice = advise([report], [SIZES, inventory], a_request())
    plan = plan_option(advice, [report], option, Destination(), True, inventories=[SIZES, inventory])
    return "".join(file.text for file in plan.files if file.path.endswith(".md"))


def test_temp_is_sized_by_its_peak_where_it_is_known() -> None:
    assert "temporary tablespace: 50 GiB" in readme_of("temp", Inventory(temp_peak_bytes=40 * GIB))
    assert worded("plan/big-present-default") in readme_of("temp", Inventory())


@pytest.mark.parametrize("option", ["segments", "indexes", "all", "none", "redo", "temp", "flash-cache"])
def test_the_share_kept_free_is_an_assumption(option: str) -> None:
    advice = advise([a_workload(segments=HOT)], [SIZES], a_request(headroom_pct=15.0))
    stated = [
        each for row in advice.options if row.option == option for each in row.assumptions if each.name == "headroom"
    ]
    assert [each.value for each in stated] == ([15.0] if option in ("segments", "indexes", "all") else [])


def test_whole_tablespaces_move_with_the_option_all_only() -> None:
    report = a_workload(segments=HOT)
    advice = advise([report], [SIZES], a_request())
    plan = plan_option(advice, [report], "all", Destination(), True, tablespaces=("USERS",))
    assert any("IN ('USERS')" in file.text for file in plan.files)
    with pytest.raises(Refused) as refusal:
        plan_option(advice, [report], "redo", Destination(), True, tablespaces=("USERS",))
    assert refusal.value.code == "no-tablespaces"


def test_some_data_files_are_promised_nothing_of_all() -> None:
    """P2: what the advice says of all data files is no promise of a plan for some of them."""
    report = a_workload(segments=HOT)
    advice = advise([report], [SIZES], a_request())
    advice = replace(advice, verdict=replace(advice.verdict, move_allowed=False, option="all"))
    whole = plan_option(advice, [report], "all", Destination(), True).request
    some = plan_option(advice, [report], "all", Destination(), True, tablespaces=("USERS",)).request
    assert whole.verdict_text == advice.verdict.text
    assert whole.override_reason != ""
    assert some.verdict_text == worded("advisor/all-data-files", whole.verdict_text)
    assert some.override_reason == worded("advisor/all-data-files", whole.override_reason)
    assert some.forecast_text == worded("advisor/not-forecast-advice")
