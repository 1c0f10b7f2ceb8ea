"""What Oracle says is said once: the advisor and the plan agree on every owner, name, tablespace, release and edition."""

from __future__ import annotations

from typing import Any

import pytest

from segtier.advisor import advise
from segtier.analysis.movable import unmovable_reason
from segtier.errors import Infeasible
from segtier.model.workload import Database
from segtier.oracle.gates import flash_cache_refusals, is_enterprise
from segtier.oracle.names import HELPERS
from segtier.oracle.owners import OWNERS
from segtier.oracle.releases import release_of
from segtier.plan.checks.screening import refusal
from segtier.plan.write_plan import write_plan
from tests.builders import a_request, a_workload
from tests.unit.plan.requests import a_request as a_plan_request
from tests.unit.plan.requests import a_segment

NEVER_MOVED = [
    *[(owner, "ORDERS", "USERS") for owner in (*OWNERS, "sysrac", "APEX_190100", "APEX_PUBLIC_USER", "apex_040200")],
    *[("SHOP", f"{start}X", "USERS") for start in HELPERS],
    *[("SHOP", "ORDERS", tablespace) for tablespace in ("SYSTEM", "SYSAUX")],
]
MOVED = [
    ("SHOP", "ORDERS", "USERS"),
    ("APEXAPP", "ORDERS", "USERS"),
    ("APEX_SHOP", "ORDERS", "USERS"),
    ("APEX_19010", "ORDERS", "USERS"),
    ("SYSTEMS", "WRHX", None),
    ("SHOP", "BIN", "USERS"),
]


@pytest.mark.parametrize(("owner", "name", "tablespace"), NEVER_MOVED)
def test_what_oracle_maintains_stays(owner: str, name: str, tablespace: str) -> None:
    assert unmovable_reason(owner, name, "TABLE", tablespace)
    assert refusal(a_segment(name, owner=owner, tablespace=tablespace), 128)


@pytest.mark.parametrize(("owner", "name", "tablespace"), MOVED)
def test_what_is_somebodys_may_move(owner: str, name: str, tablespace: str | None) -> None:
    assert unmovable_reason(owner, name, "TABLE", tablespace) is None
    assert refusal(a_segment(name, owner=owner, tablespace=tablespace), 128) is None


@pytest.mark.parametrize("owner", ["SYSRAC", "DMSYS", "GSMUSER", "DIP"])
def test_the_scripts_know_the_same_owners(owner: str) -> None:
    plan = write_plan(a_plan_request())
    assert any(f"'{owner}'" in file.text for file in plan.files if file.path == "lib/lib_move.sql")


@pytest.mark.parametrize("option", ["segments", "indexes", "all", "redo", "temp", "flash-cache"])
@pytest.mark.parametrize("kind", ["exadata", "oda", "autonomous"])
def test_engineered_storage_rules_out_every_option_on_flash(option: str, kind: str) -> None:
    advice = advise([a_workload(database=Database(release="19.0.0.0.0", rac=False, engineered=kind))], [], a_request())
    blocked = next([stop.text for stop in one.blocked_by] for one in advice.options if one.option == option)
    with pytest.raises(Infeasible) as caught:
        write_plan(a_plan_request(option, engineered=kind))
    assert caught.value.message in blocked


FLASH_CACHE: list[tuple[str, dict[str, Any]]] = [
    ("a standard edition by its long name", {"edition": "Standard2"}),
    ("a standard edition", {"edition": "SE2"}),
    ("an old release", {"release": "11.2.0.1.0"}),
    ("another platform", {"platform": "AIX-Based Systems (64-bit)"}),
]


@pytest.mark.parametrize("changes", [row[1] for row in FLASH_CACHE], ids=[row[0] for row in FLASH_CACHE])
def test_the_flash_cache_is_ruled_out_alike(changes: dict[str, Any]) -> None:
    database = Database(**{"release": "19.0.0.0.0", "rac": False, "platform": "Linux x86 64-bit", **changes})
    (reason,) = flash_cache_refusals(database)
    advice = advise([a_workload(database=database)], [], a_request())
    assert reason in next(
        [stop.text for stop in one.blocked_by] for one in advice.options if one.option == "flash-cache"
    )
    with pytest.raises(Infeasible) as caught:
        write_plan(a_plan_request("flash-cache", **changes))
    assert caught.value.message == reason


@pytest.mark.parametrize(
    ("edition", "enterprise"),
    [
        ("EE", True),
        ("Enterprise Edition", True),
        ("SE2", False),
        ("Standard2", False),
        ("XE", False),
        (None, None),
        ("?", None),
    ],
)
def test_editions(edition: str | None, enterprise: bool | None) -> None:
    assert is_enterprise(Database(edition=edition)) is enterprise


@pytest.mark.parametrize(
    ("release", "numbers"),
    [
        ("19.0.0.0.0", (19, 0, 0, 0, 0)),
        ("11.2", (11, 2)),
        ("23.26.1.0.0", (23, 26, 1, 0, 0)),
        ("18c", (18,)),
        ("21c", (21,)),
        ("23ai", (23,)),
        ("Oracle AI Database 26ai Enterprise Edition", (26,)),
        ("Oracle Database 23ai Free Release 23.0.0.0.0", (23, 0, 0, 0, 0)),
        (None, None),
        ("", None),
        ("12c", None),
        ("11g", None),
        ("9" * 5000, None),
    ],
)
def test_releases(release: str | None, numbers: tuple[int, ...] | None) -> None:
    assert release_of(Database(release=release)) == numbers
