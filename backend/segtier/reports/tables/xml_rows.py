"""Rows in XML: SQL Developer's and SQLcl's `<RESULTS><ROW><COLUMN NAME="...">`, and `<ROWSET><ROW><NAME>` of DBMS_XMLGEN.

Read with expat as a stream. A document type declaration, and with it every entity of its own, is refused; nothing is
ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers import expat

from segtier.errors import UnreadableInput
from segtier.reports.tables.rows import LONGEST_CELL, LONGEST_TAG, Line, RowTable, unpadded

_ROOT = re.compile(r"<(?:RESULTS|ROWSET|ROWDATA)\b", re.IGNORECASE)
_LOOK_AT = 4_000
_CHUNK = 1 << 16
_ROW_DEPTH, _CELL_DEPTH = 2, 3
_MOST_COLUMNS = 2_000
_ADVICE = "Export the query again as XML, or as CSV."


class XmlRows(RowTable):
    """Rows of an XML export."""

    form = "XML"

    def __init__(self, text: str, columns: tuple[str, ...]) -> None:
        super().__init__(columns, 1)
        self.text = text

    def rows(self) -> Iterator[Line]:
        for number, values in _rows(self.text):
            yield Line(number, [unpadded(values.get(name, "")) for name in self.columns])

    def place(self, line: Line, column: int) -> tuple[int | None, int | None]:
        at = 0
        for _ in range(line.number - 1):
            at = self.text.find("\n", at) + 1
        name = re.escape(self.columns[column])
        tag = re.compile(rf"<(?:\w+\s+NAME\s*=\s*[\"']{name}[\"']|{name})\s*>(?:<!\[CDATA\[)?\s*", re.IGNORECASE)
        match = tag.search(self.text, at)
        if match is None:
            return line.number, None
        return self.text.count("\n", 0, match.end()) + 1, match.end() - self.text.rfind("\n", 0, match.end())


def is_xml_rows(text: str) -> bool:
    """Whether a text begins as such an export."""
    head = text[:_LOOK_AT].lstrip()
    return head.startswith("<") and _ROOT.search(head) is not None


def xml_table(text: str) -> XmlRows | None:
    """The rows of an XML export; None where it has none. Raises UnreadableInput where it is not well-formed."""
    names: dict[str, None] = {}
    for _, values in _rows(text):
        names.update(dict.fromkeys(values))
        if len(names) > _MOST_COLUMNS:
            raise UnreadableInput(f"the XML has more than {_MOST_COLUMNS} columns", code="too-many-columns")
    return XmlRows(text, tuple(names)) if names else None


class _Reader:
    """Expat's handlers: gathers the cells of one row at a time."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._refuse
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.done: list[tuple[int, dict[str, str]]] = []
        self.fed = 0
        """Bytes given to the parser."""
        self._depth = 0
        self._row: dict[str, str] = {}
        self._line = 0
        self._name: str | None = None
        self._pieces: list[str] = []
        self._length = 0

    def _refuse(self, *_: object) -> None:
        raise UnreadableInput(
            "the XML declares a document type; exports of Oracle's clients have none",
            code="xml-doctype",
            line=self.parser.CurrentLineNumber,
            advice=_ADVICE,
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth == _ROW_DEPTH:
            self._row, self._line = {}, self.parser.CurrentLineNumber
        elif self._depth == _CELL_DEPTH:
            named = {key.upper(): value for key, value in attributes.items()}
            self._name = named.get("NAME", tag)
            self._pieces, self._length = [], 0
        elif self._depth > _CELL_DEPTH:
            line = self.parser.CurrentLineNumber
            raise UnreadableInput(f"the XML nests <{tag[:40]}> in a column", code="bad-xml", line=line, advice=_ADVICE)

    def _text(self, text: str) -> None:
        if self._name is not None and self._depth == _CELL_DEPTH:
            self._pieces.append(text)
            self._length += len(text)
            if self._length > LONGEST_CELL:
                line = self.parser.CurrentLineNumber
                raise UnreadableInput("the XML has a value without end", code="bad-xml", line=line, advice=_ADVICE)

    def _end(self, _: str) -> None:
        if self._depth == _ROW_DEPTH and self._row:
            self.done.append((self._line, self._row))
        elif self._depth == _CELL_DEPTH and self._name is not None:
            self._row[self._name] = "".join(self._pieces)
            self._name = None
        self._depth -= 1


def _rows(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """(line, values by name) of each row."""
    reader = _Reader()
    begin, end = _bounds(text)
    for start in range(begin, end, _CHUNK):
        _feed(reader, text[start : min(start + _CHUNK, end)], last=start + _CHUNK >= end)
        yield from reader.done
        reader.done.clear()


def _bounds(text: str) -> tuple[int, int]:
    """Begin and end of the XML: a spool may print how many rows it selected behind it."""
    root = _ROOT.search(text[:_LOOK_AT])
    close = -1 if root is None else text.rfind(f"</{root[0][1:]}>")
    return len(text) - len(text.lstrip()), len(text) if close < 0 else text.find(">", close) + 1


def _feed(reader: _Reader, part: str, last: bool) -> None:
    data = part.encode("utf-8", "replace")
    try:
        reader.parser.Parse(data, last)
        reader.fed += len(data)
        if reader.fed - reader.parser.CurrentByteIndex > LONGEST_TAG:
            line = reader.parser.CurrentLineNumber
            raise UnreadableInput("the XML has a tag without end", code="bad-xml", line=line, advice=_ADVICE)
    except expat.ExpatError as fault:
        raise UnreadableInput(
            f"the XML is not well-formed: {expat.ErrorString(fault.code)}",
            code="bad-xml",
            line=fault.lineno,
            column=fault.offset + 1,
            advice=_ADVICE,
        ) from fault
