"""Damages of a file, each fixed by its place and a seed: cut, bytes flipped, sections removed, swapped, doubled, unheaded.

Sections are found here by their marks alone, without the readers: headings and, above the first of them, tables of a
page; titles of a text report; blocks of an AWR Miner file; lines of anything else.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

Span = tuple[int, int]
_HEADING = re.compile(rb"<h[2-4][\s>]", re.IGNORECASE)
_PAGE = re.compile(rb"<\s*(?:html|table|body|h1|h3)\b", re.IGNORECASE)
_MAIN = re.compile(rb"<h2[\s>]", re.IGNORECASE)
_TABLE_END = re.compile(rb"</table\s*>", re.IGNORECASE)
_TABLE = re.compile(rb"<table\b.*?</table\s*>", re.IGNORECASE | re.DOTALL)
_TITLE = re.compile(rb"^\f?(\S[^\n]{0,120}?)\s+(?:DB/Inst:|(?:for\s+)?DB: \S)", re.MULTILINE)
_BLOCK = re.compile(rb"^~~BEGIN-[^\n]*\n.*?^~~END-[^\n]*\n?", re.MULTILINE | re.DOTALL)
_LAST = re.compile(rb"End\s+of\s+Report", re.IGNORECASE)
_MANY = 30
"""Bytes of a damage in many places."""


@dataclass(frozen=True, slots=True)
class Damage:
    """One damaged copy."""

    kind: str
    place: int
    """Byte of the whole file the damage was asked for."""
    data: bytes
    flipped: tuple[int, ...] = ()
    sections: tuple[Span, ...] = ()
    """Spans of the whole file that were removed, swapped, doubled or lost their heading."""

    def __str__(self) -> str:
        return f"{self.kind} at byte {self.place}"


def sections_of(data: bytes) -> list[Span]:
    """Where each section begins and ends. The file's head and last words are none."""
    if b"~~BEGIN-" in data[:4096]:
        return [match.span() for match in _BLOCK.finditer(data)]
    if _PAGE.search(data, 0, 65_536):
        return _between(_page_marks(data), _end(data))
    marks = _title_marks(data)
    return _between(marks, _end(data)) if marks else _lines(data)


def _end(data: bytes) -> int:
    last = _LAST.search(data)
    return len(data) if last is None else data.rfind(b"\n", 0, last.start()) + 1


def _page_marks(data: bytes) -> list[int]:
    main = _MAIN.search(data)
    front = main.start() if main else 0
    marks = {match.end() for match in _TABLE_END.finditer(data, 0, front)}
    return sorted(marks | {match.start() for match in _HEADING.finditer(data)})


def _title_marks(data: bytes) -> list[int]:
    """The first page of each titled section; a title again at the top of the next page goes on."""
    marks: list[int] = []
    title = b""
    for match in _TITLE.finditer(data):
        if match[1] != title:
            marks.append(match.start())
        title = match[1]
    return marks


def _lines(data: bytes) -> list[Span]:
    ends = [match.end() for match in re.finditer(rb"\n", data)]
    return _between([0, *ends], len(data))


def _between(marks: list[int], end: int) -> list[Span]:
    marks = [mark for mark in marks if mark < end]
    return [(start, stop) for start, stop in zip(marks, [*marks[1:], end], strict=True) if start < stop]


@dataclass(frozen=True, slots=True)
class Target:
    """A file and its sections, found once for all its damages."""

    data: bytes
    sections: tuple[Span, ...]

    def section_at(self, place: int) -> Span | None:
        """The section that holds a byte, else the next one."""
        if not self.sections:
            return None
        index = max(bisect_right(self.sections, place, key=lambda span: span[0]) - 1, 0)
        return self.sections[index]


def cut(target: Target, place: int, _: random.Random) -> Damage:
    return Damage("cut", place, target.data[:place])


def _flip(count: int, target: Target, place: int, chance: random.Random) -> Damage:
    """The byte at the place and `count - 1` others; a digit becomes another digit every second time."""
    data = bytearray(target.data)
    places = (place, *(chance.randrange(len(data)) for _ in range(count - 1)))
    for one in places:
        digit = chr(data[one]).isdigit() and chance.random() < 0.5
        others = [b for b in (b"0123456789" if digit else range(256)) if b != data[one]]
        data[one] = chance.choice(others)
    return Damage("flipped byte" if count == 1 else "flipped bytes", place, bytes(data), flipped=places)


def removed(target: Target, place: int, _: random.Random) -> Damage | None:
    span = target.section_at(place)
    return None if span is None else _spliced("section removed", target, place, (span,), b"")


def table_removed(target: Target, place: int, _: random.Random) -> Damage | None:
    """A section that keeps its heading and loses its table."""
    span = target.section_at(place)
    table = None if span is None else _TABLE.search(target.data, *span)
    if span is None or table is None:
        return None
    rest = target.data[span[0] : table.start()] + target.data[table.end() : span[1]]
    return _spliced("table removed", target, place, (span,), rest)


def unheaded(target: Target, place: int, _: random.Random) -> Damage | None:
    """A section that loses its heading (or its first line) and keeps its table."""
    span = target.section_at(place)
    if span is None:
        return None
    whole = target.data[slice(*span)]
    match = re.match(rb"<h([2-4])\b.*?</h\1\s*>|[^\n]*\n", whole, re.IGNORECASE | re.DOTALL)
    return _spliced("heading removed", target, place, (span,), whole[match.end() :]) if match else None


def doubled(target: Target, place: int, chance: random.Random) -> Damage | None:
    """A section's copy behind it, or behind any later one."""
    span = target.section_at(place)
    if span is None:
        return None
    later = [one[1] for one in target.sections if one[1] >= span[1]]
    at = span[1] if chance.random() < 0.5 else chance.choice(later)
    data = target.data
    return Damage("section doubled", place, data[:at] + data[slice(*span)] + data[at:], sections=(span,))


def swapped(target: Target, place: int, chance: random.Random) -> Damage | None:
    """Two sections in each other's place: any, or neighbours."""
    if len(target.sections) < 2:
        return None
    one = target.sections.index(target.section_at(place) or target.sections[0])
    near = min(one + 1, len(target.sections) - 1)
    other = near if chance.random() < 0.5 else chance.randrange(len(target.sections))
    (a, b), (c, d) = (target.sections[at] for at in sorted((one, other)))
    data = target.data
    if b > c:
        return None
    mixed = data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]
    return Damage("sections swapped", place, mixed, sections=((a, b), (c, d)))


def _spliced(kind: str, target: Target, place: int, spans: tuple[Span, ...], rest: bytes) -> Damage:
    start, end = spans[0]
    return Damage(kind, place, target.data[:start] + rest + target.data[end:], sections=spans)


Make = Callable[[Target, int, random.Random], Damage | None]
KINDS: tuple[Make, ...] = (
    cut, partial(_flip, 1), removed, swapped, doubled, unheaded, table_removed, partial(_flip, _MANY),
)  # fmt: skip


def damages(data: bytes, positions: int, seed: int) -> Iterator[Damage]:
    """As many damaged copies as `positions`, their places spread evenly over the file, every kind in turn.

    A kind that does not suit the file (no sections, no table) gives way to a flipped byte.
    """
    chance = random.Random(seed)
    target = Target(data, tuple(sections_of(data)))
    step = len(data) / positions
    for number in range(positions):
        place = min(int((number + chance.random()) * step), len(data) - 1)
        yield KINDS[number % len(KINDS)](target, place, chance) or _flip(1, target, place, chance)
