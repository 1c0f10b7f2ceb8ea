"""The figures of the proving ground as a page of Markdown."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from lab.ground import gates
from lab.ground.bootstrap import section
from lab.ground.comparison import FIGURES, REPEATS, Compared, in_percent, sealed
from lab.ground.foretell import Teller, seal
from lab.ground.moves import LARGE
from lab.ground.rows import AtLimit, Row, Thrown
from lab.ground.users_report import users_section
from segtier.backtest.table_text import number, percent, table

_HEAD = f"""# Figures of the proving ground

Written by `python -m lab.ground.hold --write` in `backend/`, from [lab-rows.ndjson](lab-rows.ndjson) and the present forecast.
What they mean, and what they do not say of Oracle, is in [lab.md](lab.md). An error is forecast over measurement, less 1; the
forecast is P50. "Strictly" is inside P10 to P90, which should hold 80% of what is measured; "inside" gives or takes the
{REPEATS:.0%} by which a figure repeats by itself, most of which the range has in it already.
"""
_NONE = "\nNo row passed the gates yet: `make lab HOURS=1` measures some.\n"
_WORST = 20
_SATURATED = 0.9
_LOADS = ((0.3, "light: below 0.3 of the users at work"), (_SATURATED, "middle"), (math.inf, "saturated: above 0.9"))
_GAINS = ((1.1, "less than a tenth better"), (2.0, "up to twice as good"), (math.inf, "more than twice as good"))
_Key = Callable[[Compared], str]


def page(found: Sequence[Row | Thrown], figures: Sequence[Compared], users: Sequence[AtLimit | Thrown] = ()) -> str:
    """The whole page, `figures` being those of the rows; the same for the same rows and the same forecast."""
    rows = [one for one in found if isinstance(one, Row)]
    parts = [_HEAD, _rows(found, rows)]
    if rows:
        stated = [one for one in figures if one.stated]
        ratios = [one for one in stated if one.figure in FIGURES[:2]]
        parts += [
            _section("By figure, disks and RAID stated", stated, "Figure", lambda one: one.figure),
            _section(
                "By figure, nothing stated", [o for o in figures if not o.stated], "Figure", lambda one: one.figure
            ),
            _before_the_move(rows),
            _section("By how much is forecast", ratios, "Forecast", _size_of_gain),
            _section("By what moved", ratios, "Moved", lambda one: f"{one.figure}: {one.move.kind}"),
            _section("By load", ratios, "Load", lambda one: f"{one.figure}: {_load(one)}"),
            _section("By family of the load", ratios, "Family", lambda one: f"{one.figure}: {one.family}"),
            _section("By device", ratios, "Device", lambda one: f"{one.figure}: {one.disks}"),
            section("With other families: 5 % to 95 % of whole families drawn again", _groups(ratios)),
            _worst([one for one in ratios if one.figure == "response"]),
        ]
    return "\n".join([*parts, users_section(users), _left_out(found)])


def _groups(ratios: Sequence[Compared]) -> dict[str, list[Compared]]:
    return {
        f"{figure}, {name}": [one for one in ratios if one.figure == figure and (one.load >= _SATURATED) == full]
        for figure in FIGURES[:2]
        for name, full in (("saturated", True), ("with think time to spare", False))
    }


def _rows(found: Sequence[Row | Thrown], rows: Sequence[Row]) -> str:
    if not rows:
        return _NONE
    repeated = [gates.repeated(row.before, row.again)[0] for row in rows]
    runs = [run for row in rows for run in (row.before, row.again, *(moved.after for moved in row.moves))]
    moves = [(row, moved) for row in rows for moved in row.moves]
    sealed = sum(
        seal(Teller(row.configuration, row.before, row.cpus).workload, m.move, m.forecast)[1] == m.sha256
        for row, m in moves
    )
    lines = [
        ("Seeds kept, thrown away", f"{len(rows)}, {len(found) - len(rows)}"),
        ("Moves kept, left out of kept seeds", f"{len(moves)}, {sum(len(row.left_out) for row in rows)}"),
        ("Large moves (all; all and redo) kept, left out of kept seeds", _large(rows)),
        (
            "CPU after a kept move, of DB time: median, most",
            _two([m.after.cpu_s / m.after.db_time_s for _, m in moves]),
        ),
        ("Engine", ", ".join(sorted({row.engine for row in rows}))),
        ("Device (digest of sources and models)", ", ".join(sorted({row.device for row in rows}))),
        ("Throughput of the base before and after the moves differs by: median, most", _two(repeated)),
        ("Sessions waited for a CPU, of DB time: median, most", _two([gates.run_queue(run) for run in runs])),
        ("Little's law is off by: median, most", _two([gates.little(run) for run in runs])),
        ("SHA-256 of before the move that the stored rows give again", f"{sealed} of {len(moves)}"),
    ]
    return "\n## Rows\n\n" + table(["", ""], lines)


def _large(rows: Sequence[Row]) -> str:
    kept = sum(moved.move.kind in LARGE for row in rows for moved in row.moves)
    left_out = sum(reason.split(":")[0] in LARGE for row in rows for reason in row.left_out)
    return f"{kept}, {left_out}"


def _before_the_move(rows: Sequence[Row]) -> str:
    """What was sealed, against who says that nothing changes."""
    found = [one for row in rows for one in sealed(row)]
    groups = {name: [one for one in found if one.figure == name] for name in FIGURES[:2]}
    lines = [
        [
            name,
            str(len(group)),
            percent(sum(one.inside for one in group) / len(group)),
            percent(sum(one.strictly_inside for one in group) / len(group)),
            percent(math.expm1(median(abs(one.error) for one in group))),
            percent(math.expm1(median(abs(math.log(one.measured)) for one in group))),
        ]
        for name, group in groups.items()
    ]
    columns = [
        "Figure",
        "Moves",
        "Inside",
        "Strictly",
        "Median size of error",
        "The same of who says that nothing changes",
    ]
    return "\n## As sealed before each move\n\nBy the forecast of that day, which knew no later row.\n\n" + table(
        columns, lines
    )


def _size_of_gain(one: Compared) -> str:
    """By the forecast, not by what came of it."""
    gain = one.foretold.expected if one.figure == "throughput" else 1 / one.foretold.expected
    return f"{one.figure}: " + next(name for limit, name in _GAINS if gain < limit)


def _two(values: Sequence[float]) -> str:
    return f"{median(values):.1%}, {max(values):.1%}"


def _section(title: str, figures: Sequence[Compared], head: str, key: _Key) -> str:
    groups: dict[str, list[Compared]] = {}
    for one in figures:
        groups.setdefault(key(one), []).append(one)
    names = sorted(groups) if head != "Figure" else [name for name in FIGURES if name in groups]
    columns = [head, "Moves", "Inside", "Strictly", "Median error", "Its median size", "Worst"]
    return f"\n## {title}\n\n" + table(columns, (_line(name, groups[name]) for name in names))


def _line(name: str, group: Sequence[Compared]) -> list[str]:
    errors = [one.error for one in group]
    return [
        name,
        str(len(group)),
        percent(sum(one.inside for one in group) / len(group)),
        percent(sum(one.strictly_inside for one in group) / len(group)),
        in_percent(median(errors)),
        percent(math.expm1(median(map(abs, errors)))),
        in_percent(max(errors, key=abs)),
    ]


def _load(one: Compared) -> str:
    return next(name for limit, name in _LOADS if one.load < limit)


def _worst(figures: Sequence[Compared]) -> str:
    most = sorted(figures, key=lambda one: (-abs(one.error), one.seed, one.move.kind))[:_WORST]
    columns = ["Seed", "Load", "Device", "Moved", "Forecast", "P10-P90", "Measured", "Error"]
    lines = (
        [
            str(one.seed),
            one.family,
            one.disks,
            one.move.kind,
            number(one.foretold.expected),
            f"{number(one.foretold.low)} to {number(one.foretold.high)}",
            number(one.measured),
            in_percent(one.error),
        ]
        for one in most
    )
    return f"\n## The {len(most)} worst response times, after / before\n\n" + table(columns, lines)


def _left_out(found: Sequence[Row | Thrown]) -> str:
    lines = [(str(one.seed), reason) for one in found for reason in _reasons(one)]
    if not lines:
        return "\n## Left out\n\nNothing.\n"
    gate: Counter[str] = Counter(_gate(reason) for _, reason in lines)
    counts = table(["Gate", "Times"], ((name, str(count)) for name, count in sorted(gate.items())))
    return f"\n## Left out\n\n{counts}\n\n" + table(["Seed", "Why"], lines) + "\n"


def _reasons(one: Row | Thrown) -> Iterable[str]:
    return one.left_out if isinstance(one, Row) else one.thrown


def _gate(reason: str) -> str:
    words = {
        "for a CPU": "sessions waited for a CPU: a busy machine, or the load itself",
        "X (Z + R)": "Little's law",
        "repeated": "the base did not repeat",
        "a transaction reads": "another cache",
        "transactions": "too few transactions",
    }
    return next((name for word, name in words.items() if word in reason), "other")
