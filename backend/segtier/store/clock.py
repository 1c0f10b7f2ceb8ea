"""How far the clock is believed: one row, looked at by every worker (`services/trusted_clock.py`)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from segtier.dataclass import dataclass
from segtier.store.convert import columns_of, record_of
from segtier.store.engine import insert_new
from segtier.store.tables import ClockRow

_ROW = 1


@dataclass(frozen=True, slots=True)
class Belief:
    """`seen_at`: what the clock said at the last look."""

    seen_at: datetime
    ahead_s: float = 0.0
    """By so much it is ahead of the time that went by, as far as Segtier knows; below 0 behind; 0: it is believed."""
    since: datetime | None = None
    """When it leapt last, by itself; None where it is believed."""


@dataclass(frozen=True, slots=True)
class Believed:
    """A moment of a clock that is believed. Only a `TrustedClock` gives one, and whatever deletes by age takes one."""

    at: datetime

    def before(self, lasts: timedelta) -> datetime:
        """What came before has lasted for longer."""
        return self.at - lasts


def read(session: Session) -> Belief | None:
    """None before the first look."""
    row = session.get(ClockRow, _ROW)
    return None if row is None else record_of(Belief, row)


def hold(session: Session, at: datetime) -> Belief:
    """The same, which nobody else changes until the transaction ends; at the first look the clock is believed."""
    insert_new(session, ClockRow.__table__, id=_ROW, seen_at=at, ahead_s=0.0)  # type: ignore[arg-type]
    held = select(ClockRow).where(ClockRow.id == _ROW).with_for_update().execution_options(populate_existing=True)
    return record_of(Belief, session.scalars(held).one())


def keep(session: Session, belief: Belief) -> None:
    row = session.get_one(ClockRow, _ROW)
    for name, value in columns_of(belief).items():
        setattr(row, name, value)
    session.flush()
