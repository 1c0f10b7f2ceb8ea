"""Reports as browsers, mails and chats re-type them: each figure is the original's, or it is not known. None is another.

A report in HTML is copied from a browser (tabs between cells), written as Markdown tables, and collapsed to single blanks;
one in text is quoted, indented with no-break spaces, given the quotes and dashes of a word processor, collapsed, broken at 72
characters, and cut at its gaps by tabs or bars. Then each document is compared with the original's, row by row and figure by
figure.

Run: `python robustness/retyped.py [part of a name] [--write]`. Prints each wrong figure, and a table of the forms: in how many
reports all is the same, something is not known (wider), the file is refused with its reason, a figure is wrong. Exits with 1
where one is.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robustness.report import table, write_block
from segtier.dataclass import dataclass
from segtier.errors import SegtierError
from segtier.model.pair import Pair
from segtier.model.workload import WaitClass, Workload
from segtier.reports import read_document
from segtier.reports.gathering import Gathering
from segtier.reports.kinds import REPORTS
from segtier.reports.names import EVENTS, WAIT_CLASSES, whole
from segtier.reports.repair import repair
from segtier.reports.sections.wait_events import TOP_EVENTS
from tests.corpus import files

KINDS = ("awr-html", "awr-rac-", "awr-diff-", "awr-text-", "statspack-")
"""Of files of the corpus: those that people copy out of a browser or a terminal."""
_WIDTH = 72
_BLOCKS = frozenset({"h1", "h2", "h3", "h4", "p", "ul", "div", "pre"})
_ABOUT_THE_FILE = frozenset({"source", "evidence", "sections", "warnings", "parts"})
_ROUNDED = 0.01
_PRINTED = ("avg_wait_us", "elapsed_s", "db_time_s", "db_cpu_s")
"""What one list prints rounded and another to the hundredth: averages, minutes, CPU among events."""

Form = Callable[[str], str]


def _lines(page: str, cells: Callable[[list[str], bool], str], bullet: str) -> str:
    """What a browser puts on the clipboard: blocks between blank lines, a line for each row and item."""
    parser = LexborHTMLParser(page)
    parser.strip_tags(["style", "script", "title"])
    out: list[str] = []
    _write(parser.body, out, cells, bullet)
    return re.sub(r"\n{3,}", "\n\n", "".join(out))


def _write(node: LexborNode | None, out: list[str], cells: Callable[[list[str], bool], str], bullet: str) -> None:
    for child in node.iter(include_text=True) if node is not None else ():
        tag = child.tag
        if tag == "table":
            rows = child.css("tr")
            texts = [[_flat(cell.text()) for cell in row.iter()] for row in rows]
            out.append("\n" + "\n".join(cells(row, at == 0) for at, row in enumerate(texts)) + "\n")
        elif tag == "li":
            out.append(f"{bullet}{_flat(child.text())}\n")
        elif tag == "-text":
            out.append(_flat(child.text()))
        elif tag == "br":
            out.append("\n")
        else:
            out.append("\n\n" if tag in _BLOCKS else "")
            if tag and re.fullmatch("h[1-4]", tag) and bullet == "- ":
                out.append("#" * int(tag[1]) + " ")
            _write(child, out, cells, bullet)
            out.append("\n\n" if tag in _BLOCKS else "")


def _flat(text: str) -> str:
    return " ".join(re.sub(r"[ \t\r\n]+", " ", text).split(" ")).strip(" ")


def _tabs(row: list[str], first: bool) -> str:
    del first
    return "\t".join(row)


def _bars(row: list[str], first: bool) -> str:
    line = "| " + " | ".join(row) + " |"
    return f"{line}\n|{'---|' * len(row)}" if first else line


def _each_line(change: Callable[[str], str]) -> Form:
    return lambda text: "\n".join(map(change, text.replace("\r", "").split("\n")))


def _one_blank(line: str) -> str:
    return " ".join(line.split())


def _gaps(sign: str) -> Form:
    return _each_line(lambda line: re.sub(r" {2,}", sign, line.strip()))


def _smart(text: str) -> str:
    """As a word processor corrects while typing: quotes turn, two dashes become one long one, three points a sign."""
    text = re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text).replace("'", "\u2019")
    return text.replace("--", "\u2014").replace("...", "\u2026")


def _at_words(line: str) -> str:
    return "\n".join(_wrapped(line, at_words=True))


def _hard(line: str) -> str:
    return "\n".join(_wrapped(line, at_words=False))


def _wrapped(line: str, *, at_words: bool) -> Iterator[str]:
    while len(line) > _WIDTH:
        gap = line.rfind(" ", 0, _WIDTH + 1) if at_words else -1
        end = gap if gap > 0 else _WIDTH
        yield line[:end]
        line = line[end + 1 if gap > 0 else end :]
    yield line


def _no_break(text: str) -> str:
    return text.replace("  ", "\u00a0 ")


def _copied(text: str) -> str:
    return _lines(text, _tabs, "    \u2022 ")


HTML: dict[str, Form] = {
    "copied from a browser": _copied,
    "copied, no bullets": lambda text: _lines(text, _tabs, ""),
    "copied and quoted": lambda text: _each_line(lambda line: f"> {line}")(_copied(text)),
    "copied, blanks for tabs": lambda text: _each_line(_one_blank)(_copied(text)),
    "Markdown tables": lambda text: _lines(text, _bars, "- "),
}
TEXT: dict[str, Form] = {
    "quoted": _each_line(lambda line: f"> {line}"),
    "in a code fence": lambda text: f"```\n{text}\n```\n",
    "no-break spaces": _no_break,
    "smart quotes and dashes": _smart,
    "single blanks": _each_line(_one_blank),
    "tabs for gaps": _gaps("\t"),
    "bars for gaps": _gaps(" | "),
    "broken at 72, anywhere": _each_line(_hard),
    "broken at 72, at words": _each_line(_at_words),
}


@dataclass(frozen=True, slots=True)
class Compared:
    """`refused`: the reason; `wrong`: figures that the original does not have; `lost`: how many are not known."""

    form: str
    file: str
    refused: str | None = None
    wrong: tuple[str, ...] = ()
    lost: int = 0
    kept: int = 0

    @property
    def outcome(self) -> str:
        if self.wrong:
            return "wrong"
        return "refused" if self.refused else "wider" if self.lost else "same"


def compare(form: str, file: str, original: Any, top: Workload, data: bytes) -> Compared:
    """`top`: what the report's own table of top events says, for a form of which only that table can be told apart.

    What stands in for DB time says so, and is not compared with it.
    """
    try:
        found = read_document(data, "retyped")
    except SegtierError as fault:
        return Compared(form, file, refused=fault.code + ": " + fault.message)
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    if isinstance(found, Workload) and any(warn.code == "call-time" for warn in found.warnings):
        found = replace(found, interval=replace(found.interval, db_time_s=None, db_cpu_s=None))
    quick = isinstance(found, Workload) and found.source.kind == "pasted-events"
    for one, other in zip(_workloads(top if quick else original), _workloads(found), strict=False):
        _differences("", one, other, wrong, counts)
    return Compared(form, file, None, tuple(wrong), counts["lost"], counts["kept"])


def _workloads(document: Any) -> tuple[Any, ...]:
    return (document.first, document.second) if isinstance(document, Pair) else (document,)


def _differences(where: str, one: Any, other: Any, wrong: list[str], counts: Counter[str]) -> None:
    if other is None or (isinstance(one, (tuple, dict)) and not other):
        counts["lost"] += bool(one)
    elif is_dataclass(one):
        for field in fields(one):
            if field.name not in _ABOUT_THE_FILE:
                _differences(
                    f"{where}.{field.name}", getattr(one, field.name), getattr(other, field.name), wrong, counts
                )
    elif isinstance(other, tuple) and is_dataclass(other[0]):
        _rows(where, one, other, wrong, counts)
    elif isinstance(other, dict) and isinstance(one, dict):
        for name in one.keys() | other.keys():
            _differences(f"{where}[{name}]", one.get(name), other.get(name), wrong, counts)
    elif one == other or (where.endswith(_PRINTED) and _near(one, other)):
        counts["kept"] += 1
    else:
        wrong.append(f"{where}: {one!r} became {other!r}")


def _near(one: Any, other: Any) -> bool:
    return isinstance(one, float) and isinstance(other, float) and abs(one - other) <= _ROUNDED * max(one, 60)


def _rows(where: str, one: tuple[Any, ...], other: tuple[Any, ...], wrong: list[str], counts: Counter[str]) -> None:
    """Names may repeat, where they are cut: then any of them will do."""
    there: dict[object, list[Any]] = {}
    for row in one:
        there.setdefault(_key(row), []).append(row)
    for row in other:
        tried: list[Any] = []
        for candidate in there.get(_key(row), ()):
            faults: list[str] = []
            found: Counter[str] = Counter()
            _differences(f"{where}[{_key(row)}]", candidate, row, faults, found)
            tried.append((len(faults), found["lost"], len(tried), candidate, faults, found))
        if not tried:
            wrong.append(f"{where}: {row!r:.150} is not in the original")
            continue
        *_, candidate, faults, found = min(tried, key=lambda each: each[:3])
        there[_key(row)].remove(candidate)
        wrong.extend(faults)
        counts.update(found)
    counts["lost"] += sum(map(len, there.values()))


def _key(row: Any) -> object:
    if not is_dataclass(row):
        return repr(row)
    if isinstance(row, WaitClass):
        return row.wait_class
    named = [name for name in _NAMES if hasattr(row, name)]
    return tuple(getattr(row, name) for name in named) if named else repr(row)


_NAMES = (
    *("name", "metric", "event", "foreground", "function", "filetype", "tablespace", "path", "pool"),
    *("owner", "subobject", "pdb", "type", "size_factor", "sql_id", "instance", "number", "from_us", "file"),
)


def compared(path: Path) -> list[Compared]:
    data = path.read_bytes()
    original = read_document(data, path.name)
    text = data.decode("latin-1" if b"\xa0" in data or not _is_utf8(data) else "utf-8").replace("\r\n", "\n")
    forms = HTML if "-html-" in path.name else TEXT
    top = Workload() if not isinstance(original, Workload) else _top(original, text)
    return [compare(name, path.name, original, top, form(text).encode()) for name, form in forms.items()]


def _top(original: Workload, text: str) -> Workload:
    reading = Gathering(REPORTS[original.source.kind].reader().page(repair(text).text), (TOP_EVENTS,)).read(TOP_EVENTS)
    named = (
        replace(row, event=whole(row.event, EVENTS), wait_class=row.wait_class and whole(row.wait_class, WAIT_CLASSES))
        for row in reading.items
    )
    return Workload(interval=original.interval, wait_events=tuple(named))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def main() -> int:
    parts = [word for word in sys.argv[1:] if word != "--write"]
    part = parts[0] if parts else ""
    paths = [path for kind in KINDS for path in files(kind) if part in path.name]
    with ProcessPoolExecutor(2) as pool:
        found = [one for some in pool.map(compared, paths) for one in some]
    for one in found:
        for text in one.wrong[:3]:
            print(f"{one.file}, {one.form}: {text}")
    reasons = Counter((one.form, one.refused) for one in found if one.refused)
    for (form, reason), count in reasons.items():
        print(f"{form}: {count} refused: {reason}")
    print(_table(found))
    if "--write" in sys.argv:
        write_block("retyped", f"`python robustness/retyped.py`:\n\n{_table(found)}")
    return 1 if any(one.wrong for one in found) else 0


def _table(found: list[Compared]) -> str:
    rows = []
    for form in (*HTML, *TEXT):
        of_form = [one for one in found if one.form == form]
        outcomes = Counter(one.outcome for one in of_form)
        kept, lost = sum(one.kept for one in of_form), sum(one.lost for one in of_form)
        figures = [f"{outcomes[name]}" for name in ("same", "wider", "refused", "wrong")]
        rows.append([form, str(len(of_form)), *figures, f"{kept:,}", f"{lost:,}"])
    return table(["form", "reports", "same", "wider", "refused", "wrong", "figures kept", "lost"], rows)


if __name__ == "__main__":
    sys.exit(main())
