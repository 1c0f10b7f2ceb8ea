"""The description of a table: XML that is cut at its tags, never given to a parser that knows entities."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from segtier.dataclass import dataclass
from segtier.reports.dump.refusals import TableFault

_TAG = re.compile(r"<([A-Z_0-9]{1,40})>([^<]{0,4000})</")
_ESCAPE = re.compile(r"&(lt|gt|quot|apos|amp);")
_ESCAPED = {"lt": "<", "gt": ">", "quot": '"', "apos": "'", "amp": "&"}
_ITEM, _ITEM_END, _NESTED = "<COL_LIST_ITEM>", "</COL_LIST_ITEM>", "<TYPEMD>"
_MOST_COLUMNS = 4096
_LONG_TYPES = frozenset({8, 24, 112, 113, 114, 119, 127})
"""LONG, LOBs, JSON, vectors: they follow all other columns, in pieces."""
_NATIONAL = 2
Kind = Literal["number", "text", "time", "other"]
"""What the cells of a column are."""
NO_KINDS: Mapping[str, Kind] = {}
_KINDS: Mapping[int, Kind] = {
    2: "number",
    **dict.fromkeys((1, 96), "text"),
    **dict.fromkeys((12, 180, 181, 231), "time"),
}


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    type: int
    """Oracle's internal number of its type."""
    charset: str

    @property
    def is_long(self) -> bool:
        return self.type in _LONG_TYPES

    @property
    def kind(self) -> Kind:
        return _KINDS.get(self.type, "other")


@dataclass(frozen=True, slots=True)
class Description:
    owner: str
    name: str
    columns: tuple[Column, ...]


def name_in(start: bytes) -> tuple[str, str]:
    """(owner, name) of a table, by the beginning of its description; empty where they are not there."""
    tags = _tags(start.decode("utf-8", "replace").partition("<COL_LIST>")[0])
    return tags.get("OWNER_NAME", ""), tags.get("NAME", "")


def read_description(xml: bytes) -> Description:
    """Raises TableFault."""
    head, _, columns = xml.decode("utf-8", "replace").partition("<COL_LIST>")
    tags = _tags(head)
    charsets = tags.get("CHARSET", "AL32UTF8"), tags.get("NCHARSET", "AL16UTF16")
    items = columns.split(_ITEM, _MOST_COLUMNS + 1)[1:]
    if not items:
        raise TableFault("its description has no columns")
    if len(items) > _MOST_COLUMNS:
        raise TableFault("it has more columns than Oracle allows")
    return Description(tags.get("OWNER_NAME", ""), tags.get("NAME", ""), tuple(_column(one, charsets) for one in items))


def _column(item: str, charsets: tuple[str, str]) -> Column:
    tags = _tags(item.partition(_ITEM_END)[0].partition(_NESTED)[0])
    try:
        national = int(tags.get("CHARSETFORM") or 0) == _NATIONAL
        return Column(tags["NAME"], int(tags["TYPE_NUM"]), charsets[national])
    except (KeyError, ValueError):
        raise TableFault("the description of a column cannot be read") from None


def _tags(xml: str) -> dict[str, str]:
    return {name: _ESCAPE.sub(lambda found: _ESCAPED[found[1]], value) for name, value in _TAG.findall(xml)}
