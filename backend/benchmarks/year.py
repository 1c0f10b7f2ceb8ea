"""A year of 100 databases at 1,488 half hours a month: what it would take by what was measured at smaller sizes, and what
breaks first.

    .venv/bin/python -m benchmarks.year [--of CHECKOUT ...]

Each checkout measures itself in processes of their own, in turn with the others, with this one's Python. A line in logarithms is
laid through what was measured and drawn on to the year: a forecast of what no one has run. A limit is that of the settings, or
what people put up with. Smaller sizes for a first look: `--half-hours 24,96,384`.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from benchmarks.growth import exponent

_HERE = Path(__file__).resolve().parents[2]
_MEASURES = Path(__file__).resolve().with_name("year_measured.py")
MONTH, MONTHS, DATABASES = 1_488, 12, 100


class Row(NamedTuple):
    what: str
    name: str
    """Of what is measured."""
    per: str
    """half-hours: grows with those of one database; documents: with all there are; databases: with those."""
    limit: float
    unit: str
    why: str


ROWS = (
    Row("first answer", "first_s", "half-hours", 60, "s", "processor time an answer may take, by the settings"),
    Row("another amount of SSD", "again_s", "half-hours", 60, "s", "the same"),
    Row("average of all", "average_s", "half-hours", 60, "s", "the same"),
    Row("memory of an adviser", "held_mb", "half-hours", 2_147, "MB", "memory of an adviser, by the settings"),
    Row("linking a report, in one database", "link_s", "half-hours", 1, "s", "nobody else writes meanwhile"),
    Row("rows in the database", "stored_mb", "documents", 1_000_000, "MB", "a terabyte"),
    Row("all databases' answers", "fleet_s", "databases", 600, "s", "processor time until the home page is complete"),
)


def measured_in(checkout: Path, half_hours: str) -> dict[str, list[tuple[int, float]]]:
    with tempfile.TemporaryDirectory() as folder:
        backend = checkout.resolve() / "backend"
        ran = subprocess.run(
            [sys.executable, str(_MEASURES), *half_hours.split(",")],
            cwd=backend,
            env={**os.environ, "PYTHONPATH": str(backend), "SEGTIER_DATA_DIR": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    return json.loads(ran.stdout.splitlines()[-1])  # type: ignore[no-any-return]


def drawn_on(row: Row, points: list[tuple[int, float]]) -> str:
    """The power, what the year comes to, and when the limit is reached."""
    sizes, values = zip(*points, strict=True)
    power = max(exponent(sizes, values), 0.0)
    scale = math.exp(sum(math.log(v) - power * math.log(s) for s, v in points) / len(points))
    month = {"half-hours": MONTH, "documents": MONTH * DATABASES, "databases": 0}[row.per]
    year = month * MONTHS or DATABASES
    at_year = scale * year**power
    if at_year < row.limit or not month:
        verdict = "within" if at_year < row.limit else "beyond"
    else:
        months = (row.limit / scale) ** (1 / power) / month
        verdict = f"beyond after {months:.1f} months"
    return f"{values[-1]:.3g} at {sizes[-1]:,}, power {power:.2f}: {at_year:,.3g} {row.unit}, {verdict}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--of", nargs="+", type=Path, default=[_HERE])
    options.add_argument("--half-hours", default="96,384,1488")
    given = options.parse_args()
    found = {checkout: measured_in(checkout, given.half_hours) for checkout in given.of}
    for row in ROWS:
        print(f"{row.what} (limit {row.limit:,} {row.unit}: {row.why})")
        for checkout, values in found.items():
            print(
                f"    {'this' if checkout.resolve() == _HERE else str(checkout):20} {drawn_on(row, values[row.name])}",
                flush=True,
            )


if __name__ == "__main__":
    main()
