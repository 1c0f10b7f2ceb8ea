"""Questions under a name. Whoever writes one began the transaction with `one_at_a_time`."""

from __future__ import annotations

from itertools import chain, count
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from segtier.errors import NotFound
from segtier.store.convert import record_of
from segtier.store.engine import now
from segtier.store.ids import Id, new_id
from segtier.store.records import ScenarioRecord
from segtier.store.tables import ScenarioRow


class Place(NamedTuple):
    """Of a scenario among those of its database."""

    id: Id


def of_database(session: Session, database_id: str) -> list[ScenarioRecord]:
    """In the order they were made."""
    return [record_of(ScenarioRecord, row) for row in _rows(session, database_id)]


def get(session: Session, database_id: str, scenario_id: str) -> ScenarioRecord:
    row = session.get(ScenarioRow, scenario_id, populate_existing=True)
    if row is None or row.database_id != database_id:
        raise NotFound(f"no scenario {scenario_id[:40]!r} of this database")
    return record_of(ScenarioRecord, row)


def count_of(session: Session, database_id: str) -> int:
    return session.scalar(select(func.count()).where(ScenarioRow.database_id == database_id)) or 0


def named(session: Session, database_id: str, name: str) -> str | None:
    """The identifier of the scenario with that name."""
    return session.scalar(
        select(ScenarioRow.id).where(ScenarioRow.database_id == database_id, ScenarioRow.name == name)
    )


def add(
    session: Session, database_id: str, name: str, question: dict[str, Any], digest: str, forked_from: str | None
) -> ScenarioRecord:
    row = ScenarioRow(
        id=new_id("scn"),
        database_id=database_id,
        name=name,
        question=question,
        question_digest=digest,
        created_at=now(session),
        forked_from=forked_from,
    )
    session.add(row)
    session.flush()
    return record_of(ScenarioRecord, row)


def change(session: Session, scenario_id: str, **said: Any) -> None:
    """Set any of its columns."""
    row = session.get_one(ScenarioRow, scenario_id)
    for field, value in said.items():
        setattr(row, field, value)
    session.flush()


def note_answer(session: Session, scenario_id: str, engine_version: str, inputs_digest: str) -> None:
    """What the first answer followed from."""
    change(session, scenario_id, used_at=now(session), engine_version=engine_version, inputs_digest=inputs_digest)


def delete(session: Session, scenario_id: str) -> None:
    session.delete(session.get_one(ScenarioRow, scenario_id))
    session.flush()


def move(session: Session, database_id: str, home: str) -> None:
    """All of one database to another; a name that is taken there is numbered."""
    taken = {row.name for row in _rows(session, home)}
    for row in _rows(session, database_id):
        names = chain((row.name,), (f"{row.name} ({number})" for number in count(2)))
        row.name = next(name for name in names if name not in taken)
        row.database_id = home
        taken.add(row.name)
    session.flush()


def _rows(session: Session, database_id: str) -> list[ScenarioRow]:
    return list(
        session.scalars(select(ScenarioRow).where(ScenarioRow.database_id == database_id).order_by(ScenarioRow.id))
    )
