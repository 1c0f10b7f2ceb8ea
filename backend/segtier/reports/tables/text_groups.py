"""Columns of a text table under a heading of their group, named as the HTML reader names them: `Wait Time: Total(s)`.

Oracle prints a group in one of two ways: `------ Wait Time ------` above the column headings, or its words above a run of
dashes of its own, with the column headings between that and the table's ruler.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from segtier.reports.tables.text_cutting import Span, heading_cells
from segtier.reports.tables.text_lines import LONGEST_ROW, Line
from segtier.reports.tables.text_rows import Level

_SPANNER = re.compile(r"(?<!-)-{2,}+ {0,40}+([^\s-](?:.{0,80}?[^\s-])??) {0,40}-{2,}+")


def grouped_level(spans: Sequence[Span], heads: Sequence[Line]) -> Level:
    """The columns under a ruler, each with the group whose dashes reach over its middle."""
    groups = [""] * len(spans)
    plain: list[Line] = []
    for line in heads:
        text = line.text.replace("|", " ") if len(line.text) <= LONGEST_ROW else ""
        for match in _SPANNER.finditer(text):
            for index in _under(match.span(), spans):
                groups[index] = _joined(groups[index], " ".join(match[1].split()))
        plain.append(Line(line.number, _SPANNER.sub(lambda match: " " * len(match[0]), text), line.kind))
    return Level(tuple(spans), _named(groups, heading_cells(spans, plain)))


def under_groups(outer: Level, inner: Level) -> Level | None:
    """The lower columns named after the dashes above them; None where those are the first line of a row of two lines.

    A group's dashes begin with its first column and end with its last one, and one group at least has two columns.
    """
    groups = [""] * len(inner.spans)
    most = 0
    for (start, end), words in zip(outer.spans, outer.headings, strict=True):
        members = [index for index, span in enumerate(inner.spans) if span[0] < end and span[1] > start]
        if not members or inner.spans[members[0]][0] != start or inner.spans[members[-1]][1] != end:
            return None
        most = max(most, len(members))
        for index in members:
            groups[index] = words
    return Level(inner.spans, _named(groups, inner.headings)) if most > 1 else None


def _under(group: Span, spans: Sequence[Span]) -> list[int]:
    return [index for index, (start, end) in enumerate(spans) if group[0] <= (start + end) / 2 <= group[1]]


def _joined(group: str, words: str) -> str:
    return f"{group} {words}" if group else words


def _named(groups: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{group}: {name}" if group else name for group, name in zip(groups, names, strict=True))
