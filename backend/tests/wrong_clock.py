"""A wall clock that is wrong, while seconds go by as they do: this machine's, and that of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from sqlalchemy import event

from segtier.services import trusted_clock
from segtier.store import engine
from segtier.store.engine import Store

_ASKED = "clock_timestamp()"


@dataclass
class WrongClock:
    """`ahead`: by how much both are wrong now; `here_ahead`: this machine's beside that. `lived_s` is what a process counts."""

    ahead: timedelta = timedelta()
    here_ahead: timedelta = timedelta()
    went_by: timedelta = field(default=timedelta())
    """Time that really went by since: every clock shows it."""

    def lived_s(self) -> float:
        return trusted_clock.lived_s() + self.went_by.total_seconds()

    def shift(self) -> timedelta:
        return self.ahead + self.went_by


@contextmanager
def wrong_clock(store: Store) -> Iterator[WrongClock]:
    """What the store calls now follows the clock that is given."""
    clock = WrongClock()

    def moved(by: Any) -> type[datetime]:
        class Moved(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:
                return datetime.now(tz) + by()

        return Moved

    def ask(_c: Any, _cursor: Any, statement: str, parameters: Any, _x: Any, _many: bool) -> tuple[str, Any]:
        shifted = f"({_ASKED} + interval '{clock.shift().total_seconds()} seconds')"
        return statement.replace(_ASKED, shifted), parameters

    event.listen(store.engine, "before_cursor_execute", ask, retval=True)
    try:
        with (
            patch.object(engine, "datetime", moved(clock.shift)),
            patch.object(trusted_clock, "datetime", moved(lambda: clock.shift() + clock.here_ahead)),
        ):
            yield clock
    finally:
        event.remove(store.engine, "before_cursor_execute", ask)
