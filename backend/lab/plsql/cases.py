"""A random database with a plan that was made from it, and the answers in its settings.sql."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lab.plsql.collected import a_database as told
from lab.plsql.collected import an_inventory
from lab.plsql.database import GIB, Emulated
from lab.plsql.databases import Dice, a_database
from lab.plsql.sqlplus import ROOT, Session
from segtier.advisor.today.known import with_known
from segtier.errors import Infeasible
from segtier.model.inventory import InventorySegment
from segtier.model.option import OptionName
from segtier.model.plan import Plan, PlanRequest, PlanSegment
from segtier.oracle.moving import KINDS
from segtier.plan.write_plan import write_plan
from tests.unit.plan.requests import TIER

PLACES = {"segments": "+SSDDATA", "all": "+SSDDATA", "redo": "+SSDREDO", "temp": "+SSDTEMP"}


@dataclass
class Case:
    seed: int
    database: Emulated
    plan: Plan
    settings: Mapping[str, Any]
    informed: bool
    """The plan was made with the collector's bundle."""

    def session(self, database: Emulated, files: Mapping[str, str] | None = None) -> Session:
        database.place = PLACES[self.plan.option]
        session = Session(files or {file.path: file.text for file in self.plan.files}, database, **self.settings)
        entered = self.plan.request.database.pdb is not None or self.plan.option in ("segments", "redo")
        session.connected = ROOT if database.pdb and entered else database.pdb
        return session


def a_case(seed: int, option: OptionName = "segments") -> Case | None:
    """None where nothing can be planned: the planner says why, and no script is written."""
    database, dice = a_database(seed)
    informed = dice.random.random() < 0.7
    pdb = database.pdb if dice.either() else None
    request = PlanRequest(
        option=option,
        database=told(database, pdb),
        tier=TIER,
        move=tuple(_moving(database, dice, informed=informed)),
        on_asm=True,
        compatible=(database.compatible or database.release) if informed or dice.either() else None,
        temp_peak_bytes=4 * GIB if dice.either() else None,
    )
    if informed:
        request = with_known(request, [an_inventory(database)])
    try:
        plan = write_plan(request)
    except Infeasible:
        return None
    settings = {
        "allow_offline": "YES" if dice.random.random() < 0.8 else "NO",
        "new_partitions_ok": "YES" if dice.either() else "NO",
        "one_member_ok": "YES" if dice.either() else "NO",
        "unmirrored_ok": "YES" if dice.random.random() < 0.7 else "NO",
        "move_temp_users": "YES" if dice.either() else "NO",
        "lock_wait_s": 10,
        "gather_statistics": "YES",
        "flash_place": PLACES[option],
    }
    return Case(seed, database, plan, settings, informed)


def _moving(database: Emulated, dice: Dice, *, informed: bool) -> list[PlanSegment]:
    """Some of what there is; without a bundle, segments that a report names, now and then without type, place or size."""
    listed = [one for one in an_inventory(database).segments if not (one.type or "").startswith("LOBINDEX")]
    chosen = [one for one in listed if dice.random.random() < 0.6] or listed[:1]
    found = [_segment(one) for one in chosen if informed or one.type in KINDS]
    if informed:
        return found
    return [
        replace(
            one,
            type=None if dice.rarely(8) else one.type,
            tablespace=None if dice.rarely(4) else one.tablespace,
            size_bytes=None if dice.rarely(4) else one.size_bytes,
        )
        for one in found
    ]


def _segment(one: InventorySegment) -> PlanSegment:
    return PlanSegment(
        one.owner, one.name, one.subobject, one.pdb, one.type, one.tablespace, one.size_bytes, "read much"
    )
