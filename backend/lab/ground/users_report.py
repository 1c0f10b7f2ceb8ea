"""Users at a response time, forecast and found, as a section of the page of figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from lab.ground.comparison import REPEATS, error_of, in_percent, is_inside
from lab.ground.foretell import Teller, seal
from lab.ground.rows import AtLimit, Thrown
from lab.ground.users import found
from segtier.backtest.table_text import number, table
from segtier.model.forecast import Range


class Held(NamedTuple):
    """A row against the forecast as it is now."""

    row: AtLimit
    told: Range
    most: float | None
    """What the product says, with "at most"."""
    users: float
    """Found by runs."""
    sealed: bool
    """The forecast's SHA-256 from before the move is given again."""

    @property
    def error(self) -> float:
        return error_of(self.told, self.users)

    @property
    def inside(self) -> bool:
        return is_inside(self.told, self.users)


def held(rows: Iterable[AtLimit]) -> list[Held]:
    """Rows whose users were found: all that were kept."""
    figures = []
    for row in rows:
        teller = Teller(row.configuration, row.before, row.cpus)
        users = found(row.runs, row.limit_s)
        if users is not None:
            told = teller.users(row.move, row.before.response_s)
            most = teller.most_users(row.move, row.before.response_s)
            sealed = seal(teller.workload, row.move, row.forecast)[1] == row.sha256
            figures.append(Held(row, told, most, users, sealed))
    return figures


def users_section(rows: Sequence[AtLimit | Thrown]) -> str:
    """Empty where nothing was measured."""
    figures = held(one for one in rows if isinstance(one, AtLimit))
    if not figures:
        return ""
    thrown = [(str(one.seed), reason) for one in rows if isinstance(one, Thrown) for reason in one.thrown]
    columns = [
        "Seed",
        "Load",
        "Device",
        "Moved",
        "Limit, ms",
        "Users before",
        "Forecast",
        "P10-P90",
        "At most",
        "Found",
    ]
    parts = [
        "\n## Users at a response time\n\nThe limit is the response time of the base: how many users may there be after the "
        'move, so that the mean response is no longer than before? "At most" is what the answer says. Found by runs with more '
        "and fewer users, from `lab-users.ndjson`.\n",
        table(["", ""], _sums(figures, len(rows) - len(figures))),
        "",
        table([*columns, "Error"], map(_line, sorted(figures, key=lambda one: -abs(one.error)))),
    ]
    if thrown:
        parts += ["", table(["Seed left out", "Why"], thrown)]
    return "\n".join(parts)


def _sums(figures: Sequence[Held], thrown: int) -> list[tuple[str, str]]:
    errors, said = [one.error for one in figures], [one for one in figures if one.most]
    kept = sum(one.users <= (one.most or 0) * (1 + REPEATS) for one in said)
    return [
        ("Kept, left out", f"{len(figures)}, {thrown}"),
        ("Inside P10 to P90", f"{sum(one.inside for one in figures)} of {len(figures)}"),
        ("Median error, its median size", f"{in_percent(median(errors))}, {in_percent(median(map(abs, errors)))}"),
        ("Forecast too high, too low", f"{sum(one > 0 for one in errors)}, {sum(one < 0 for one in errors)}"),
        ('Found no more than "at most"', f"{kept} of {len(said)}"),
        ("SHA-256 given again", f"{sum(one.sealed for one in figures)} of {len(figures)}"),
    ]


def _line(one: Held) -> list[str]:
    row, told = one.row, one.told
    return [
        str(row.seed),
        row.configuration.family,
        row.configuration.disks,
        row.move.kind,
        f"{row.limit_s * 1e3:.0f}",
        str(row.configuration.users),
        number(told.expected),
        f"{number(told.low)} to {number(told.high)}",
        number(one.most) if one.most else "not said",
        number(one.users),
        in_percent(one.error),
    ]
