"""The parts of a workbook (Office Open XML), each read with expat as a stream: no tree of any part is ever in memory.

So a part costs what is kept of it, whatever its name and role: of the strings their characters, of the styles which of them
are dates, of a sheet the row at hand. A document type declaration, and with it every entity of its own, is refused.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from xml.parsers import expat

from segtier.dataclass import dataclass
from segtier.errors import UnreadableInput
from segtier.reports.tables.rows import LONGEST_TAG, unpadded
from segtier.reports.zip_safety import BROKEN
from segtier.units import counted

WORKBOOK = "xl/workbook.xml"
ADVICE = "Save the sheet as CSV and upload that."
_RELATIONS = "xl/_rels/workbook.xml.rels"
_CHUNK = 1 << 16
_MOST_TEXT_BYTES = 192 << 20
_STRING_BYTES = 64
"""What Python holds for a string beside its characters."""
_MOST_SHEETS, _MOST_STYLES = 256, 65_536
"""Excel knows no more cell formats."""
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


def unescaped(text: str) -> str:
    """A text as it was before Office wrote what XML cannot hold as `_x000D_` (ECMA-376 part 1, 22.9.2.19, ST_Xstring)."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


class Handler:
    """What is done with the elements of a part; tags and attributes without their namespaces."""

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...

    def end(self, tag: str) -> None: ...

    def text(self, text: str) -> None: ...


def too_large(what: str, line: int | None = None) -> UnreadableInput:
    return UnreadableInput(f"the workbook {what}", code="too-large", line=line, advice=ADVICE)


def broken(fault: BaseException) -> UnreadableInput:
    reason = expat.ErrorString(fault.code) if isinstance(fault, expat.ExpatError) else str(fault)[:120]
    return UnreadableInput(f"the workbook is damaged: {reason}", code="bad-workbook", advice=ADVICE)


def pieces(parts: zipfile.ZipFile, name: str, handler: Handler) -> Iterator[None]:
    """Give a part to its handler; stops after each piece of it. Raises UnreadableInput."""
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = lambda tag, attributes: handler.start(_local(tag), _named(attributes))
    parser.EndElementHandler = lambda tag: handler.end(_local(tag))
    parser.CharacterDataHandler = handler.text
    fed = 0
    try:
        with parts.open(name) as stream:
            while piece := stream.read(_CHUNK):
                parser.Parse(piece, False)
                fed += len(piece)
                if fed - parser.CurrentByteIndex > LONGEST_TAG:
                    raise too_large(f"has a tag of more than {LONGEST_TAG:,} bytes")
                yield
        parser.Parse(b"", True)
    except UnreadableInput:
        raise
    except (expat.ExpatError, KeyError, *BROKEN) as fault:
        raise broken(fault) from fault


def _read(parts: zipfile.ZipFile, name: str | None, handler: Handler) -> None:
    if name is not None:
        for _ in pieces(parts, name, handler):
            pass


def _refuse(*_: object) -> None:
    raise UnreadableInput("the workbook declares a document type; none does", code="bad-workbook", advice=ADVICE)


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _named(attributes: dict[str, str]) -> dict[str, str]:
    return {_local(name): value for name, value in attributes.items()} if attributes else attributes


@dataclass(frozen=True, slots=True)
class Sheet:
    title: str
    path: str


class Contents(Handler):
    """Sheets in their order, and which parts hold strings and styles."""

    def __init__(self, parts: zipfile.ZipFile) -> None:
        self.from_1904 = False
        self._named: list[tuple[str, str]] = []
        self._targets: dict[str, tuple[str, str]] = {}
        _read(parts, _RELATIONS, self)
        _read(parts, WORKBOOK, self)
        there = set(parts.namelist())
        places = [(title, self._targets.get(relation, ("", ""))) for title, relation in self._named]
        self.sheets = [Sheet(title, path) for title, (kind, path) in places if kind == "worksheet" and path in there]
        paths = {kind: path for kind, path in self._targets.values() if path in there}
        self.strings, self.styles = paths.get("sharedStrings"), paths.get("styles")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "Relationship":
            target = attributes.get("Target", "")
            path = target[1:] if target.startswith("/") else posixpath.normpath(posixpath.join("xl", target))
            self._targets[attributes.get("Id", "")] = (attributes.get("Type", "").rpartition("/")[2], path)
        elif tag == "sheet":
            self._named.append((attributes.get("name", ""), attributes.get("id", "")))
        elif tag == "workbookPr":
            self.from_1904 = attributes.get("date1904") in ("1", "true")
        if len(self._named) > _MOST_SHEETS or len(self._targets) > _MOST_STYLES:
            raise too_large(f"has more than {_MOST_SHEETS} sheets")


class Strings(Handler):
    """The texts that cells refer to by number."""

    def __init__(self, parts: zipfile.ZipFile, name: str | None) -> None:
        self.texts: list[str] = []
        self._bytes = 0
        self._pieces: list[str] = []
        self._inside = 0
        _read(parts, name, self)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        del attributes
        if tag == "rPh" or (tag == "t" and self._inside >= 0):  # how a text is pronounced is no part of it
            self._inside = 1 if tag == "t" else -1

    def end(self, tag: str) -> None:
        if tag == "si":
            self.texts.append(unpadded(unescaped("".join(self._pieces))))
            self._take(_STRING_BYTES)
            self._pieces.clear()
        if tag == "rPh" or (tag == "t" and self._inside > 0):
            self._inside = 0

    def text(self, text: str) -> None:
        if self._inside > 0:
            self._take(len(text))
            self._pieces.append(text)

    def _take(self, count: int) -> None:
        self._bytes += count
        if self._bytes > _MOST_TEXT_BYTES:
            raise too_large(f"holds more than {_MOST_TEXT_BYTES >> 20} MiB of text")


class DateStyles(Handler):
    """Which cell formats show a number as a time (`dates`) or as a length of time (`spans`)."""

    def __init__(self, parts: zipfile.ZipFile, name: str | None) -> None:
        self.dates: set[int] = set()
        self.spans: set[int] = set()
        self._codes: dict[str, str] = {}
        self._formats = -1
        """Counts the formats of cells; below 0 outside their list."""
        _read(parts, name, self)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "numFmt":
            self._codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif tag == "cellXfs":
            self._formats = 0
        elif tag == "xf" and self._formats >= 0:
            self._note(self._formats, attributes.get("numFmtId", "0"))
            self._formats += 1
        if max(self._formats, len(self._codes)) > _MOST_STYLES:
            raise too_large(f"has more than {_MOST_STYLES} cell formats")

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._formats = -1

    def _note(self, number: int, printed: str) -> None:
        from openpyxl.styles import numbers  # noqa: PLC0415 - takes 0.2 s, which reports need not wait for

        known = numbers.BUILTIN_FORMATS.get(counted(printed, 8))
        code = self._codes.get(printed, known)
        if code is not None and len(code) < _CHUNK and numbers.is_date_format(code):
            self.dates.add(number)
            if numbers.is_timedelta_format(code):
                self.spans.add(number)
