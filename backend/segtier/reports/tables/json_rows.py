"""Rows in JSON: `set sqlformat json` of SQLcl, SQL Developer's export, ORDS pages, or a plain list of objects.

Figures stay as printed, rows are read one after the other, and a name that only later rows have is a column too:
SQLcl leaves a null out of its row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from segtier.errors import UnreadableInput
from segtier.reports.tables.rows import Line, RowTable, unpadded

_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_SPACE = re.compile(r"[ \t\r\n]*")
_START = re.compile(r'^\{\s*"(?:results|items)"\s*:', re.MULTILINE)
_ARRAYS = frozenset({"results", "items", "rows", "data"})
_LOOK_AT = 20_000
_MOST_COLUMNS = 2_000
_ADVICE = "Export the query again; the file is not whole."


class JsonRows(RowTable):
    """An array of objects."""

    form = "JSON"

    def __init__(self, text: str, array: int, columns: tuple[str, ...]) -> None:
        super().__init__(columns, text.count("\n", 0, array) + 1)
        self.text = text
        self._array = array

    def rows(self) -> Iterator[Line]:
        at, number = self._array, self.header_line
        for start, item in _items(self.text, self._array):
            number += self.text.count("\n", at, start)
            at = start
            yield Line(number, [_cell(item.get(name)) for name in self.columns])

    def place(self, line: Line, column: int) -> tuple[int | None, int | None]:
        start = next((start for (start, _), one in zip(_items(self.text, self._array), self.rows(), strict=False)
                      if one.number == line.number and one.cells == line.cells), None)  # fmt: skip
        key = re.compile(re.escape(json.dumps(self.columns[column], ensure_ascii=False)) + r'\s*:\s*"?')
        match = None if start is None else key.search(self.text, start)
        if match is None:
            return line.number, None
        return self.text.count("\n", 0, match.end()) + 1, match.end() - self.text.rfind("\n", 0, match.end())


def json_start(text: str) -> int | None:
    """Where JSON begins: at the first sign, or behind the prompts of a spool; None where the text is no JSON."""
    begin = _skip(text, 0)
    if text[begin : begin + 1] in ("{", "["):
        return begin
    match = _START.search(text[:_LOOK_AT])
    return match.start() if match else None


def json_table(text: str) -> JsonRows | None:
    """The rows of a JSON text; None where it holds no array of objects. Raises UnreadableInput for broken JSON."""
    start = json_start(text)
    found = None if start is None else _guarded(text, start)
    if found is None:
        return None
    array, names = found
    if names is None:
        seen: dict[str, None] = {}
        for _, item in _items(text, array):
            seen.update(dict.fromkeys(item))
            _check_width(len(seen))
        names = tuple(seen)
    return JsonRows(text, array, names) if names else None


def _guarded(text: str, start: int) -> tuple[int, tuple[str, ...] | None] | None:
    try:
        return _find_rows(text, start, 0)
    except json.JSONDecodeError as fault:
        raise _broken(text, fault.pos, fault.msg) from fault
    except (IndexError, StopIteration) as fault:
        raise _broken(text, len(text), "it ends early") from fault
    except RecursionError as fault:
        raise _broken(text, start, "it is nested too deeply") from fault


def _find_rows(text: str, at: int, depth: int) -> tuple[int, tuple[str, ...] | None] | None:
    """(offset of the array of rows, column names where the text lists them)."""
    if text[at] == "[":
        inner = _skip(text, at + 1)
        if text[inner] != "{" or depth > 3:
            return None
        return _rows_in_object(text, inner, depth) or (at, None)
    return _rows_in_object(text, at, depth) if text[at] == "{" else None


def _rows_in_object(text: str, at: int, depth: int) -> tuple[int, tuple[str, ...] | None] | None:
    columns: tuple[str, ...] | None = None
    at = _skip(text, at + 1)
    keys = 0
    while text[at] == '"':
        keys += 1
        _check_width(keys)
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] != ":":
            raise json.JSONDecodeError("':' expected", text, at)
        at = _skip(text, at + 1)
        if key in _ARRAYS and text[at] == "[":
            found = _find_rows(text, at, depth + 1)
            if found is not None:
                return found[0], found[1] or columns
        value, at = _DECODER.raw_decode(text, at)
        columns = _names(value) if key == "columns" else columns
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return None


def _names(value: Any) -> tuple[str, ...] | None:
    """Names of SQLcl's `columns`, in lower case as its rows have them."""
    if not isinstance(value, list):
        return None
    names = [one.get("name") if isinstance(one, dict) else one for one in value]
    _check_width(len(names))
    return tuple(str(name).lower() for name in names)


def _items(text: str, array: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """(offset, object) of each row. Raises UnreadableInput at the first that is none."""
    at = _skip(text, array + 1)
    while at < len(text) and text[at] != "]":
        try:
            item, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as fault:
            raise _broken(text, fault.pos, fault.msg) from fault
        except RecursionError as fault:
            raise _broken(text, at, "it is nested too deeply") from fault
        if not isinstance(item, dict):
            raise _broken(text, at, "a row is no object")
        yield at, item
        at = _skip(text, end)
        if at < len(text) and text[at] not in ",]":
            raise _broken(text, at, "',' or ']' expected")
        if at < len(text) and text[at] == ",":
            at = _skip(text, at + 1)
    if at >= len(text):
        raise _broken(text, len(text), "it ends early")


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return unpadded(value)
    if value is None:
        return ""
    return json.dumps(value) if isinstance(value, dict | list) else str(value)


def _check_width(columns: int) -> None:
    if columns > _MOST_COLUMNS:
        raise UnreadableInput(f"the JSON has more than {_MOST_COLUMNS} columns", code="too-many-columns")


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _broken(text: str, at: int, reason: str) -> UnreadableInput:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return UnreadableInput(
        f"the file is not JSON: {reason}", code="bad-json", line=line, column=column, advice=_ADVICE,
        excerpt=" ".join(text[max(at - 40, 0) : at + 40].split()),
    )  # fmt: skip
