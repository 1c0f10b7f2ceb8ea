"""The law of evidence, tried on real reports: taking evidence away may widen an answer, never produce another certain one.

Of every report, each of: cut at 2 to 90 %; each table taken out, its headings made unknown, cut to its first row; all headings,
all titles with them and all words of a page in another language; each list of the document emptied or cut to its first row;
figures of the longest wait and of segments made unreadable; read times of files, of one tablespace, and samples of sessions;
requests of segments, so that blocks alone tell what they read; DB time taken out; all
waits taken out, and all totals of reads and writes. Then no move is advised of what was no sure gain; what the whole report
expects of an option lies in its range, or in what is not known of it; no ceiling lies below what the whole report gains; no
finding says what the whole report contradicts; a report that breaks off moves nothing; no table reads as absent for its headings;
and who knows less of how reads are shared, or how long they take, is no surer of what they save at either end.

Run: `python robustness/less_evidence.py [part of a name]`. Prints each break, the pairs and the breaks; exits with 1 where there
is one.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.advisor import advise
from segtier.analysis.events import foreground_rows
from segtier.dataclass import dataclass
from segtier.errors import SegtierError
from segtier.model.advice import Advice, OptionAdvice
from segtier.model.forecast import Range
from segtier.model.inventory import Inventory
from segtier.model.option import SPECS
from segtier.model.workload import Segment, Workload
from segtier.reports import read_document
from tests.builders import a_request
from tests.corpus import FOLDER, files

CUTS_PCT = (2, 10, 30, 60, 90)
KINDS = ("awr-", "statspack-")
"""Of files of the corpus: those that hold intervals."""
DRAWS = 400
WITHIN = 0.01
"""Of today's DB time: what drawing alone may move a figure by."""
_PCT = 100 * WITHIN
_CUT, _UNKNOWN, _READ_TIMES, _REQUESTS = "cut at ", "unknown headings", "no read times", "no requests by segment"
_NO_LISTS = frozenset({"parts", "sections", "warnings", "instances"})
SPACES = 3
"""Whose read times are taken out one by one."""
LISTS = [
    field.name for field in fields(Workload) if field.name not in _NO_LISTS and getattr(Workload(), field.name) == ()
]
_FIGURES = [name for name in (field.name for field in fields(Segment)) if name.endswith(("_blocks", "_requests"))]
_CACHES = ("flash-cache", "buffer-cache")
_COUNTED = ("physical_read_requests", "physical_write_requests")
CONTRADICTS: dict[str, frozenset[str]] = {
    "unexplained-time": frozenset(
        {"reads-already-fast", "scans", "temp-spill", "commits-wait", "row-locks", "write-stalls"}
    ),
}
"""A finding, and the findings of the whole report that rule it out."""

Read = Callable[[bytes], Workload | None]


def _any_of_them(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Less:
    """One way of taking something away from a report."""

    name: str
    make: Callable[[], Workload | None]
    """None where nothing is left to read."""


@dataclass(frozen=True, slots=True)
class Break:
    less: str
    text: str


@dataclass(frozen=True, slots=True)
class Tried:
    file: str
    pairs: int
    breaks: tuple[Break, ...]


def reports() -> list[Path]:
    return [path for kind in KINDS for path in files(kind)]


def tried_file(path: Path) -> Tried:
    return tried(path.name, path.read_bytes())


def tried(
    name: str, raw: bytes, part: Callable[[str], bool] = _any_of_them, sizes: tuple[Inventory, ...] = ()
) -> Tried:
    """Try each change whose name passes `part`, by default all. `sizes`: uploaded with the report."""
    read = partial(_read, name)
    whole = read(raw)
    return Tried(name, 0, ()) if whole is None else _tried(name, whole, less_of(raw, read, whole), part, sizes)


def tried_document(
    whole: Workload, part: Callable[[str], bool] = _any_of_them, sizes: tuple[Inventory, ...] = ()
) -> Tried:
    """The same of a document that no report stands behind, such as an interval of a dump."""
    return _tried(whole.source.file or "", whole, less_of_document(whole), part, sizes)


def _tried(
    name: str, whole: Workload, every: Iterable[Less], part: Callable[[str], bool], sizes: tuple[Inventory, ...]
) -> Tried:
    answer = advice_of(whole, sizes)
    if answer is None:
        return Tried(name, 0, ())
    pairs, breaks = 0, []
    for less in every:
        document = less.make() if part(less.name) else None
        if document is None or _same(document, whole):
            continue
        other = advice_of(document, sizes)
        if other is not None:
            pairs += 1
            texts = (
                *broken(answer, other),
                *_surer(less.name, answer, other),
                *_of_a_part(less.name, other),
                *_absent(less.name, whole, document),
            )
            breaks += [Break(less.name, text) for text in texts]
    return Tried(name, pairs, tuple(breaks))


def broken(whole: Advice, less: Advice) -> Iterator[str]:
    """In what the answer with less evidence is another certain one."""
    sure = {option.option for option in whole.options if option.feasible and option.worth_it}
    if less.verdict.state == "move" and whole.verdict.state != "move" and less.verdict.option not in sure:
        yield f"a: a new move: {less.verdict.headline}"
    ceiling = less.verdict.ceiling_db_time_pct
    others = {option.option: option for option in less.options}
    for option in whole.options:
        other = others.get(option.option)  # a set that no list of segments makes up any more is none
        if option.response_ratio is None or other is None:
            continue
        expected = option.response_ratio.expected
        gain = 100 * (1 - expected)
        if ceiling is not None and gain > ceiling + 100 * WITHIN:
            yield f"c: {option.option} gains {gain:.0f} %, above the ceiling of {ceiling:.0f} %"
        ratio, open_ = other.response_ratio, other.not_known
        if _chosen(other) != _chosen(option):
            continue
        if open_ is not None and not open_.least_pct - _PCT <= gain <= open_.most_pct + _PCT:
            yield f"b: {option.option} gains {gain:.0f} %, not {open_.least_pct:.0f} to {open_.most_pct:.0f} % (not known)"
        if ratio is None or open_ is not None:
            continue
        if not ratio.low - WITHIN <= expected <= ratio.high + WITHIN:
            yield f"b: {option.option} is {expected:.2f}, not in {ratio.low:.2f} to {ratio.high:.2f} ({other.state})"
    codes = {finding.code for finding in whole.findings}
    for finding in less.findings:
        if finding.code not in codes and codes & CONTRADICTS.get(finding.code, frozenset()):
            yield f"d: finding {finding.code}: {finding.text}"


def _of_a_part(less: str, advice: Advice) -> Iterator[str]:
    if less.startswith(_CUT) and advice.verdict.state == "move":
        yield f"a: a move from a report that breaks off: {advice.verdict.headline}"


def _surer(less: str, whole: Advice, advice: Advice) -> Iterator[str]:
    """Who knows less of how reads are shared, or how long they take, is no surer of what they save: neither end comes nearer.

    A cache takes reads off all files alike: what it saves goes by how they queue, which no range reaches over yet (decision 94).
    Without requests another table may be the hottest.
    """
    if less.startswith((_READ_TIMES, _REQUESTS)):
        yield from surer(whole, advice, hottest=not less.startswith(_REQUESTS))


def surer(whole: Advice, advice: Advice, *, hottest: bool = True) -> Iterator[str]:
    """`hottest`: whether the hottest table stays the hottest."""
    others = {option.option: option for option in advice.options if option.option not in _CACHES}
    if not hottest:
        others = {name: option for name, option in others.items() if "hottest" not in name}
    for option in whole.options:
        told, other = option.response_ratio, others.get(option.option)
        ratio = _between(other) if other is not None and _chosen(other) == _chosen(option) else None
        if told is None or ratio is None or (ratio.low <= told.low + WITHIN and ratio.high >= told.high - WITHIN):
            continue
        yield f"f: {option.option} is {ratio.low:.3f} to {ratio.high:.3f}, before {told.low:.3f} to {told.high:.3f}"


def _between(option: OptionAdvice) -> Range | None:
    """Its range, or between what it is where it is not known."""
    open_ = option.not_known
    if open_ is None or option.response_ratio is not None:
        return option.response_ratio
    return Range(1 - open_.most_pct / 100, 1.0, 1 - open_.least_pct / 100)


def _absent(less: str, whole: Workload, document: Workload) -> Iterator[str]:
    """Rows of figures under headings nobody knows are there."""
    if not less.startswith(_UNKNOWN):
        return
    found = {section.name for section in whole.sections if section.state == "found"}
    for section in document.sections:
        if section.name in found and section.state == "missing":
            yield f"e: {section.name} reads as absent"


def _chosen(option: OptionAdvice) -> tuple[object, ...]:
    """What it moves, where it chooses, as a set with the hottest table does: another choice is another option."""
    chooses = SPECS[option.option].chooses if option.option in SPECS else True
    return option.parts, option.moves if chooses else None


def advice_of(document: Workload, sizes: tuple[Inventory, ...] = ()) -> Advice | None:
    try:
        return advise([document], sizes, replace(a_request(), draws=DRAWS))
    except SegtierError:
        return None


def _read(name: str, raw: bytes) -> Workload | None:
    try:
        document = read_document(raw, name)
    except SegtierError:
        return None
    return document if isinstance(document, Workload) else None


def _same(document: Workload, whole: Workload) -> bool:
    """But for what names the file and its sections."""
    return replace(document, source=whole.source, sections=whole.sections, warnings=whole.warnings) == whole


def less_of(raw: bytes, read: Read, whole: Workload) -> Iterator[Less]:
    for pct in CUTS_PCT:
        yield Less(f"{_CUT}{pct} %", partial(read, raw[: len(raw) * pct // 100]))
    yield from _less_text(raw.decode("utf-8", "surrogateescape"), read, whole)
    yield from less_of_document(whole)


def less_of_document(whole: Workload) -> Iterator[Less]:
    for name in LISTS:
        rows = getattr(whole, name)
        if rows:
            yield Less(f"no {name}", partial(_with, whole, name, ()))
        if len(rows) > 1:
            yield Less(f"first of {name}", partial(_with, whole, name, rows[:1]))
    time_model = tuple(row for row in whole.time_model if row.name.lower() != "db time")
    yield Less("the longest wait without a figure", lambda: _longest(whole, waits=None))
    yield Less("the longest wait without its time", lambda: _longest(whole))
    yield Less("segments without figures", lambda: replace(whole, segments=tuple(map(_bare, whole.segments))))
    no_time = replace(whole.interval, db_time_s=None)
    yield Less(f"{_READ_TIMES}: files", lambda: replace(whole, file_io=(), tablespace_io=()))
    for name in _most_read(whole):
        yield Less(f"{_READ_TIMES}: tablespace {name}", partial(_without_space, whole, name))
        yield Less(f"{_READ_TIMES}: times of {name}", partial(_without_times, whole, name))
    yield Less(f"{_READ_TIMES}: samples", lambda: _without_samples(whole))
    yield Less(
        f"{_READ_TIMES}: files and samples", lambda: _without_samples(replace(whole, file_io=(), tablespace_io=()))
    )
    yield Less(_REQUESTS, lambda: replace(whole, segments=tuple(map(_without_requests, whole.segments))))
    for odd in (0, 1):
        yield Less(f"{_REQUESTS}: half of them", partial(_half, whole, odd))
    yield Less("no DB time", lambda: replace(whole, interval=no_time, time_model=time_model))
    yield Less("no totals of reads and writes", lambda: _without_totals(whole))
    yield Less("no waits", lambda: replace(whole, wait_events=(), wait_classes=()))
    yield Less("no waits, histograms or I/O statistics", lambda: _without_io(whole))


def _longest(whole: Workload, **changed: None) -> Workload:
    """Its time is unread in every list, as `####`."""
    rows = [row for row in foreground_rows(whole) if row.time_s]
    longest = max(rows, key=lambda row: row.time_s or 0.0, default=None)
    if longest is None:
        return whole
    unread: dict[str, Any] = {"time_s": None, "avg_wait_us": None, "db_time_pct": None, **changed}
    return replace(
        whole,
        wait_events=tuple(replace(row, **unread) if row.event == longest.event else row for row in whole.wait_events),
    )


def _bare(segment: Segment) -> Segment:
    figures: dict[str, Any] = dict.fromkeys(_FIGURES)
    return replace(segment, **figures)


def _without_requests(segment: Segment) -> Segment:
    """In blocks alone, as before 11.2."""
    unread: dict[str, Any] = dict.fromkeys(_COUNTED)
    return replace(
        segment, **unread, below={name: most for name, most in segment.below.items() if name not in _COUNTED}
    )


def _half(whole: Workload, odd: int) -> Workload:
    """Of every other segment, as where one of two lists names it."""
    rows = [_without_requests(row) if at % 2 == odd else row for at, row in enumerate(whole.segments)]
    return replace(whole, segments=tuple(rows))


def _most_read(whole: Workload) -> list[str]:
    """Names of the tablespaces that are read most, as far as rows tell."""
    reads: dict[str, float] = {}
    for row in whole.tablespace_io or whole.file_io:
        reads[row.tablespace] = reads.get(row.tablespace, 0.0) + (row.read_requests or row.read_requests_per_s or 0.0)
    return sorted(reads, key=lambda name: -reads[name])[:SPACES] if len(reads) > 1 else []


def _without_space(whole: Workload, name: str) -> Workload:
    kept: dict[str, Any] = {
        rows: tuple(row for row in getattr(whole, rows) if row.tablespace != name)
        for rows in ("tablespace_io", "file_io")
    }
    return replace(whole, **kept)


def _without_times(whole: Workload, name: str) -> Workload:
    unread: dict[str, Any] = {"avg_read_us": None, "avg_single_block_read_us": None}
    kept: dict[str, Any] = {
        rows: tuple(replace(row, **unread) if row.tablespace == name else row for row in getattr(whole, rows))
        for rows in ("tablespace_io", "file_io")
    }
    return replace(whole, **kept)


def _without_samples(whole: Workload) -> Workload:
    covered = {key: row for key, row in whole.segment_coverage.items() if key != "read_wait_s"}
    return replace(whole, segment_waits=(), segment_coverage=covered)


def _without_io(whole: Workload) -> Workload:
    less = replace(whole, wait_events=(), wait_classes=(), wait_histograms=())
    return replace(less, io_functions=(), io_filetypes=())


def _without_totals(whole: Workload) -> Workload:
    """Neither counted nor printed beside the lists: what part of all of it a segment makes nobody can tell."""
    less = replace(whole, instance_statistics=(), load_profile=(), io_functions=(), io_filetypes=())
    covered = {key: replace(row, total=None) for key, row in less.segment_coverage.items()}
    return replace(less, segment_coverage=covered)


def _with(whole: Workload, name: str, rows: tuple[object, ...]) -> Workload:
    changed: dict[str, Any] = {name: rows}
    less = replace(whole, **changed)
    if name != "segments":
        return less
    covered = {key: replace(row, listed=None) for key, row in less.segment_coverage.items()}
    return replace(less, segment_coverage=covered)


_TABLE = re.compile(r"<table\b.*?</table>", re.DOTALL | re.IGNORECASE)
_HEADING = re.compile(r"(<th\b[^>]*>)(.*?)(</th>)", re.DOTALL | re.IGNORECASE)
_TITLE = re.compile(r"(<h[2-6]\b[^>]*>)(.*?)(</h[2-6]>)", re.DOTALL | re.IGNORECASE)
_BETWEEN = re.compile(r"(?<=>)[^<>]+(?=<)")
_ROW = re.compile(r"<tr\b[^>]*>\s*(?:<th[^>]*row[^>]*>|<td).*?</tr>", re.DOTALL | re.IGNORECASE)
_SUMMARY = re.compile(r'summary="([^"]*)"', re.IGNORECASE)
_RULE = re.compile(r"^[ \t]*-{2,}(?:[ \t]+-{2,})+[ \t]*\r?$", re.MULTILINE)
_BLANK = re.compile(r"\n(?=[ \t\r\f]*\n)")
_TILDES = re.compile(r"^[ \t]*(\S.*?)(?:[ \t]{2,}.*)?\r?\n[ \t]*~{3,}", re.MULTILINE)
_LETTER = re.compile(r"[A-Za-z]")
_BEGIN = re.compile(r"~~BEGIN-(.*?)~~(.*?)~~END-\1~~", re.DOTALL)

_Change = Callable[[str], str]
_Table = tuple[int, int, str]
"""Where it begins and ends in the text, and its name."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How tables look in one kind of file."""

    tables: list[_Table]
    unknown: _Change
    first: _Change

    @property
    def changes(self) -> dict[str, _Change]:
        return {"gone": _nothing, _UNKNOWN: self.unknown, "first row": self.first}


def _less_text(text: str, read: Read, whole: Workload) -> Iterator[Less]:
    form = _form(text)
    yield Less("all headings in another language", lambda: _read_without(text, form.tables, form.unknown, read))
    if _TABLE.search(text):
        yield Less("all titles and headings in another language", lambda: read(_translated(_titles_too(text))))
        yield Less("all words in another language", lambda: read(_translated(_every_word(text))))
    for table in _read_at_all(text, form, form.tables, read, whole):
        for what, change in form.changes.items():
            yield Less(f"{what}: {table[2]}", partial(_read_without, text, [table], change, read))


def _read_at_all(text: str, form: _Form, tables: list[_Table], read: Read, whole: Workload) -> list[_Table]:
    """Those that make a difference: half by half, since most of a report's tables make none."""
    if not tables or all(_makes_none(text, tables, change, read, whole) for change in form.changes.values()):
        return []
    if len(tables) == 1:
        return tables
    half = len(tables) // 2
    return [found for part in (tables[:half], tables[half:]) for found in _read_at_all(text, form, part, read, whole)]


def _makes_none(text: str, tables: list[_Table], change: _Change, read: Read, whole: Workload) -> bool:
    document = _read_without(text, tables, change, read)
    return document is not None and _same(document, whole)


def _read_without(text: str, tables: list[_Table], change: _Change, read: Read) -> Workload | None:
    for start, end, _ in reversed(tables):
        text = text[:start] + change(text[start:end]) + text[end:]
    return read(text.encode("utf-8", "surrogateescape"))


def _form(text: str) -> _Form:
    html, sections = list(_TABLE.finditer(text)), list(_BEGIN.finditer(text))
    if html:
        return _Form([(one.start(), one.end(), _named(one[0])) for one in html], _unknown_html, _first_html)
    if sections:
        return _Form([(one.start(2), one.end(2), one[1]) for one in sections], _unknown_block, _first_block)
    return _Form(list(_blocks(text)), _unknown_block, _first_block)


def _nothing(_: str) -> str:
    return ""


def _named(table: str) -> str:
    summary = _SUMMARY.search(table)
    return summary[1][:60] if summary else ""


def _unknown_html(table: str) -> str:
    return _HEADING.sub(lambda heading: f"{heading[1]}{_other_words(heading[2])}{heading[3]}", table)


def _first_html(table: str) -> str:
    rows = list(_ROW.finditer(table))
    return table if len(rows) < 2 else table[: rows[0].end()] + table[rows[-1].end() :]


def _titles_too(text: str) -> str:
    return _TITLE.sub(lambda title: f"{title[1]}{_other_words(title[2])}{title[3]}", _unknown_html(text))


def _every_word(text: str) -> str:
    """But for the report's own title, by which it is known, and for marks and their attributes, which a browser leaves."""
    begin = text.lower().find("<table")
    return text[:begin] + _BETWEEN.sub(lambda found: _other_words(found[0]), text[begin:])


def _translated(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _other_words(words: str) -> str:
    """In letters of another language, as many of them."""
    return _LETTER.sub("\N{CYRILLIC SMALL LETTER ZHE}", words)


def _blocks(text: str) -> Iterator[_Table]:
    """Tables of a text report: the lines above a rule of dashes and those below it, from one empty line to the next."""
    ends = [blank.start() for blank in _BLANK.finditer(text)]
    done = 0
    for rule in _RULE.finditer(text):
        next_one = bisect(ends, rule.start())
        above = max(ends[next_one - 1] + 1 if next_one else 0, done)
        done = ends[next_one] + 1 if next_one < len(ends) else len(text)
        if above < rule.start():
            yield above, done, " ".join(text[above : rule.start()].split())[:60]


def _unknown_block(block: str) -> str:
    """Its headings in other letters; the title, which stands above tildes, as it is."""
    rule = _RULE.search(block)
    if rule is None:
        return block
    title = _TILDES.search(block, 0, rule.start())
    from_here = 0 if title is None else title.end(1)
    return block[:from_here] + _LETTER.sub("x", block[from_here : rule.start()]) + block[rule.start() :]


def _first_block(block: str) -> str:
    rule = _RULE.search(block)
    if rule is None:
        return block
    rows = block[rule.end() :].lstrip("\r\n").splitlines(keepends=True)
    return block[: rule.end()] + "\n" + "".join(rows[:1])


def main() -> int:
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    pairs, breaks = 0, 0
    with ProcessPoolExecutor(2) as processes:
        for one in processes.map(tried_file, [path for path in reports() if part in path.name]):
            pairs, breaks = pairs + one.pairs, breaks + len(one.breaks)
            print(f"{one.file}: {one.pairs} pairs, {len(one.breaks)} breaks", flush=True)
            for found in one.breaks:
                print(f"  {found.less} | {found.text}", flush=True)
    print(f"{pairs} pairs, {breaks} breaks, in {FOLDER.name}")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main())
