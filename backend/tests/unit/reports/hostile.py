"""Files made to take long: one per shape and kind, about as many bytes as asked for."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.reports import pages, text_pages

_HEADER = b"OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE\n"
_WAITS = ["Event", "Waits", "Total Wait Time (s)", "Avg wait (ms)", "% DB time"]

_TEXT_WAITS = """
                                                             Avg
                                        %Time Total Wait    wait    Waits   % DB
Event                             Waits -outs   Time (s)    (ms)     /txn   time
-------------------------- ------------ ----- ---------- ------- -------- ------
a                                 1,234     0         10       8      1.0   50.0
"""


_MINER = b"""~~BEGIN-OS-INFORMATION~~

STAT_NAME  STAT_VALUE
---------- ----------
VERSION    11.2.0.3.0

~~END-OS-INFORMATION~~
"""


def _times(piece: bytes, count: int) -> bytes:
    return piece * max(count // len(piece), 1)


def _attributes(one: bytes, count: int) -> bytes:
    return b"".join(one % number for number in range(count // len(one % 0xFFF)))


def _in_page(middle: bytes) -> bytes:
    """Right behind a section's heading, where its table should stand, and before a whole report's rest."""
    page = pages.report(pages.section("Foreground Wait Events", _WAITS, [["a", "1", "1", "1", "1"]]))
    at = page.index(b"<h3", page.index(b"Report Summary")) + len(b'<h3 class="awr">Foreground Wait Events</h3>')
    return page[:at] + middle + page[at:]


def _in_text(kind: str, title: str) -> Callable[[bytes], bytes]:
    """Behind a whole section, before the report's last words."""
    page = text_pages.report(text_pages.section(title, _TEXT_WAITS, kind), kind=kind)
    return lambda middle: page.replace(b"End of Report", middle + b"\nEnd of Report")


def _columns(count: int) -> bytes:
    number = max(count // 20, 1)
    return b"<table><tr>" + b"<th>C</th>" * number + b"</tr><tr>" + b"<td>1</td>" * number + b"</tr></table>"


def _wide_csv(count: int) -> bytes:
    number = max(count // 10, 1)
    names = ",".join(f"C{n}" for n in range(number))
    return (f"OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE,{names}\n" + "1," * number).encode()


def _ruled(count: int) -> bytes:
    number = max(count // 8, 1)
    return b"OWNER NAME\n" + b"----- " * number + b"\n" + b"A 1 " * (number // 2)


_TEXTS: dict[str, Callable[[int], bytes]] = {
    "one huge line": lambda count: b"x" * count,
    "one line of words": lambda count: _times(b"word 1 ", count),
    "columns": lambda count: b"Event " * (count // 12) + b"\n" + b"----- " * (count // 12) + b"\n",
    "rulers": lambda count: _times(b"Event Waits\n----- -----\n", count),
    "titles": lambda count: _times(b"Some Section  DB/Inst: M/m  Snaps: 1-2\n", count),
    "blanks": lambda count: b"x" + b" " * count + b"y",
    "pairs": lambda count: _times(b"a: ", count),
    "dashes": lambda count: b"-" * count + b"x",
    "rulers without words": lambda count: _times(b"- ", count),
    "tildes": lambda count: _times(b"~~~~ ", count),
    "lines of words": lambda count: _times(b"words without any dashes\n", count),
    "headings of a PDB": lambda count: _times(b"   PDB: X\n", count),
}
_PAGES: dict[str, Callable[[int], bytes]] = {
    "one huge line": lambda count: b"x" * count,
    "columns": _columns,
    "deep nesting": lambda count: _times(b"<div>", count),
    "nested tables": lambda count: _times(b"<table><tr><td>", count),
    "unclosed tags": lambda count: _times(b"<b><i><a href=x>", count),
    "many tables": lambda count: _times(b"<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", count),
    "many headings": lambda count: _times(b"<h3>Wait Events</h3>", count),
    "entities": lambda count: b"<p>" + _times(b"&amp;&#160;", count) + b"</p>",
    "quotes": lambda count: _times(b'<td a="', count),
    "doubled quotes": lambda count: _times(b'<p a=""b"">', count),
    "open comments": lambda count: _times(b"<!--<", count),
    "attributes": lambda count: b"<p " + _attributes(b"a%x='' ", count) + b">",
    "attributes behind values": lambda count: b"<p x='>' " + _attributes(b'a%x=">"', count) + b">",
    "attributes in a value": lambda count: b'<p a=b="><i ' + _attributes(b"a%x ", count) + b'>">',
}
_IN_AWR = _in_text("awr-text", "Foreground Wait Events")
_IN_STATSPACK = _in_text("statspack", "Foreground Wait Events")
SHAPES: dict[str, Callable[[int], bytes]] = {
    **{f"html, {name}": lambda count, make=make: _in_page(make(count)) for name, make in _PAGES.items()},
    **{f"text, {name}": lambda count, make=make: _IN_AWR(make(count)) for name, make in _TEXTS.items()},
    **{f"statspack, {name}": lambda count, make=make: _IN_STATSPACK(make(count)) for name, make in _TEXTS.items()},
    "csv, one huge line": lambda count: _HEADER + b"x" * count,
    "csv, columns": _wide_csv,
    "csv, quotes": lambda count: _HEADER + b'"' * count,
    "csv, half rows": lambda count: _HEADER + _times(b"A\n", count),
    "spool, columns": _ruled,
    "spool, dashes": lambda count: b"OWNER NAME\n" + _times(b"- ", count) + b"-\n",
    "json, columns": lambda count: b"[{" + b",".join(b'"C%d":1' % n for n in range(count // 8)) + b"}]",
    "json, deep nesting": lambda count: b'[{"OWNER": ' + b"[" * count,
    "json, one huge line": lambda count: b"[" + _times(b'{"OWNER":"A","x":1},', count),
    "xml, deep nesting": lambda count: b"<RESULTS>" + _times(b"<ROW>", count),
    "xml, attributes": lambda count: b"<RESULTS><ROW " + _attributes(b"a%x='' ", count) + b"/></RESULTS>",
    "xml, entities": lambda count: b"<!DOCTYPE x [" + _times(b'<!ENTITY a "&b;">', count) + b"]><RESULTS/>",
    "awr miner, blocks": lambda count: _times(b"~~BEGIN-OS-INFORMATION~~\n", count),
}  # fmt: skip
"""By kind and shape."""


def _wide_rows(count: int) -> bytes:
    return b"<table><tr><th>a</th></tr>" + _times(b"<tr><td>1<td>2<td>3<td>4</tr>\n", count) + b"</table>"


_JSON_ROW = b'{"OWNER":"A","OBJECT_NAME":"T%d","STATISTIC_NAME":"physical reads","VALUE":5}'
_XML_ROW = (
    b"<ROW><OWNER>A</OWNER><OBJECT_NAME>T%d</OBJECT_NAME>"
    b"<STATISTIC_NAME>physical reads</STATISTIC_NAME><VALUE>5</VALUE></ROW>"
)


def _filled(row: bytes, count: int) -> list[bytes]:
    """So many bytes of rows, each of another segment."""
    return [row % number for number in range(max(count // len(row), 1))]


LARGE: dict[str, Callable[[int], bytes]] = {
    "html, newlines": lambda count: _in_page(b"\n" * count),
    "html, paragraphs": lambda count: _in_page(_times(b"<p>", count)),
    "html, rows": lambda count: _in_page(_wide_rows(count)),
    "text, newlines": lambda count: _IN_AWR(b"\n" * count),
    "text, short lines": lambda count: _IN_AWR(_times(b"a\n", count)),
    "text, tabs": lambda count: _IN_AWR(_times(b"\ta\n", count)),
    "statspack, newlines": lambda count: _IN_STATSPACK(b"\n" * count),
    "csv, rows": lambda count: _HEADER + b"".join(b"A,T%d,physical reads,5\n" % n for n in range(count // 25)),
    "csv, blank lines": lambda count: _HEADER + b"A,T,physical reads,5\n" + b"\n" * count,
    "json, rows": lambda count: b"[" + b",".join(_filled(_JSON_ROW, count)) + b"]",
    "xml, rows": lambda count: b"<ROWSET>" + b"".join(_filled(_XML_ROW, count)) + b"</ROWSET>",
    "awr miner, newlines": lambda count: _MINER + b"\n" * count,
    "awr miner, short rows": lambda count: _MINER.replace(b"VERSION", _times(b"a 1\n", count) + b"VERSION"),
}  # fmt: skip
"""Shapes that take memory rather than time."""
