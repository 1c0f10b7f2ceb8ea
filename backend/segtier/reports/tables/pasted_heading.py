"""What the heading of a pasted table says: which figures stand below it, in which order, and in which units.

A unit stands behind the name of its column (`Time (ms)`, `Avg wait [us]`, `TIME_WAITED_MICRO`, `Time in ms`), or alone below it
where the name is broken over lines. Without one a time is in seconds and an average in milliseconds, as Oracle prints them.
A unit nobody knows is kept as printed: the figures below it are never taken to be in another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from segtier.dataclass import dataclass

WAITS, TIME, AVERAGE, SHARE, CALLS, CLASS, EVENT, OTHER = (
    "waits",
    "time",
    "average",
    "share",
    "calls",
    "class",
    "event",
    "",
)
USUAL = {WAITS: "", TIME: "s", AVERAGE: "ms"}
_TIMES = {
    name: unit
    for unit, names in {
        "s": "s sec secs second seconds sek sekunden",
        "cs": "cs csec csecs centisecond centiseconds hsec hsecs 1/100s 1/100sec",
        "ms": "ms msec msecs millisecond milliseconds millis milli",
        "us": "us \u00b5s \u03bcs usec usecs microsec microsecs microsecond microseconds micros micro",
        "ns": "ns nsec nanosecond nanoseconds",
        "min": "m min mins minute minutes",
        "h": "h hr hrs hour hours std",
    }.items()
    for name in names.split()
}
_COUNTS = {"k": "K", "thousand": "K", "thousands": "K", "m": "M", "mio": "M", "million": "M", "millions": "M"}
_OWN = re.compile(r"(?:[nmuc]?s|min|[mh%])$", re.ASCII)
_BARE = "|".join(sorted((re.escape(name) for name in _TIMES if len(name) > 1), key=len, reverse=True))
_UNIT = re.compile(
    rf"[(\[]\s{{0,3}}([^()\[\]\n]{{1,24}}?)\s{{0,3}}[)\]]|(?<=[a-z])(?:[_ ,]|, | in )({_BARE})\b", re.IGNORECASE
)
_AVERAGE = re.compile(r"avg|average|mean|latency", re.IGNORECASE)
_TIME = re.compile(r"time(?![ _-]?-?outs?)", re.IGNORECASE)
_PART = re.compile(r"%|(?<![a-z])pct(?![a-z])|(?<![a-z])percent", re.IGNORECASE)
_WAITS = re.compile(r"waits\b", re.IGNORECASE)
_NEAR = 1
"""Blanks between the name of a column and its unit."""


@dataclass(frozen=True, slots=True)
class Said:
    """Units that are not the usual ones, and those nobody knows, as printed; each by what it is of."""

    units: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    """What each column is of, where signs part them and each is known."""
    average_first: bool = False
    timed_average: bool = False
    """Averages alone: no column holds the times."""

    def suffix(self, column: int) -> str:
        """The unit that is put behind the figures of a column (1 waits, 2 times, 3 averages), where it is not the usual one."""
        return self.units.get((EVENT, WAITS, TIME, AVERAGE)[column], "") if column < 4 else ""

    def with_unit(self, column: int, figure: str) -> str:
        """The figure with its unit; nothing where nobody knows that. One that says its own unit is in that."""
        if (EVENT, WAITS, TIME, AVERAGE)[column] in self.unknown:
            return ""
        return figure + self.suffix(column) if figure and not _OWN.search(figure) else figure


def said_by(heading: str, around: Sequence[str] = ()) -> Said:
    """`around`: lines above and below that belong to the heading."""
    units, unknown, found = dict[str, str](), dict[str, str](), list[str]()
    for kind, printed in _told([heading, *around]):
        if kind in found:
            continue
        found.append(kind)
        unit = (_COUNTS if kind == WAITS else _TIMES).get("".join(printed.lower().split()).rstrip("."))
        if unit is None:
            unknown[kind] = printed
        elif unit != USUAL[kind]:
            units[kind] = unit
    order = _order(heading) if not any(re.search(r"[^\W\d_]", line) for line in around) else ()
    both = order or tuple(found)
    swapped = TIME in both and AVERAGE in both and both.index(AVERAGE) < both.index(TIME)
    text = " ".join((*around, heading))
    averages = TIME not in order if order else not _has_time(text)
    return Said(units, unknown, order, swapped and not order, averages and _AVERAGE.search(text) is not None)


_NO_TIME = re.compile(
    r"(?:avg|average|mean)\.?\s{0,9}(?:wait\s{0,9})?time|(?:%|pct)\s{0,9}(?:total\s{0,9})?(?:db|call|ela)?\s{0,9}time",
    re.I,
)
"""`Avg wait time (us)` is an average, `% DB time` a share."""


def _has_time(text: str) -> bool:
    return _TIME.search(_NO_TIME.sub("", text)) is not None


def _told(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(what a unit is of, as printed), in order; those that stand alone last: the time's comes first."""
    alone: list[str] = []
    named = set[str]()
    for line in lines:
        end = 0
        for match in _UNIT.finditer(line):
            printed = match[1] or match[2]
            before = re.split(r"[\t|]", line[end : match.start()])[-1]
            end = match.end()
            kind = _of(before, printed, attached=match[2] is not None)
            if kind is None:
                alone.append(printed)
            elif kind:
                named.add(kind)
                yield kind, printed
    open_ = [kind for kind in (TIME, AVERAGE) if kind not in named]
    if len(alone) < len(open_) and any(map(_AVERAGE.search, lines)):
        open_ = open_[-len(alone) :] if alone else []
    yield from zip(open_, alone, strict=False)


def _of(before: str, printed: str, *, attached: bool) -> str | None:
    """What the words before a unit name; "" for what needs none, None where it stands alone."""
    near = attached or len(before) - len(before.rstrip()) <= _NEAR
    waits = list(_WAITS.finditer(before))
    behind = before[waits[-1].end() :] if waits else before
    part = _PART.search(behind)
    if part is not None or printed.strip() == "%":
        return ""
    if near and behind.strip():
        if _AVERAGE.search(behind):
            return AVERAGE
        if _TIME.search(behind):
            return TIME
        return ""
    return WAITS if waits and near and printed.lower() not in _TIMES else None


def _order(heading: str) -> tuple[str, ...]:
    cells = re.split(r"[\t|]", heading.strip(" |"))
    kinds = tuple(map(_kind, cells))
    told = [kind for kind in kinds if kind]
    if len(cells) < 3 or kinds[0] != EVENT or len(set(told)) < len(told) or not {WAITS, EVENT} <= set(told):
        return ()
    return kinds if {TIME, AVERAGE} & set(told) else ()


def _kind(cell: str) -> str:
    text = cell.lower()
    if "/" in text and re.search(r"/ ?(?:txn|s|sec|exec|call)\b", text):
        return OTHER
    if _PART.search(text):
        return SHARE if "db" in text else CALLS if re.search(r"call|ela", text) else OTHER
    forms = (
        (AVERAGE, _AVERAGE),
        (CLASS, re.compile("class")),
        (EVENT, re.compile("event")),
        (TIME, _TIME),
        (WAITS, _WAITS),
    )
    return next((kind for kind, form in forms if form.search(text)), OTHER)
