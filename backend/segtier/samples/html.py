"""The markup awrrpt writes: anchored headings, note lists, tables with alternating rows, links back to the top."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from segtier.dataclass import dataclass
from segtier.samples.printed import BLANK

Row = Sequence[str]
_STYLE = """
body.awr { font: 10pt sans-serif; color: #222; background: #fff }
h1.awr, h2.awr, h3.awr { color: #2b4c6f; font-weight: 600 }
li.awr, td.awrc, td.awrnc { font-size: 8pt }
th.awrbg { font-size: 8pt; color: #fff; background: #2b4c6f; padding: 0 4px }
td.awrc { background: #f3f1e4 }
table.tdiff { border-collapse: collapse }
"""
NO_DATA = "<p />\n                  No data exists for this section of the report.\n<p />"


@dataclass(frozen=True, slots=True)
class Section:
    anchor: str
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Chapter:
    anchor: str
    title: str
    sections: tuple[Section, ...]


def section(anchor: str, title: str, body: str = NO_DATA, notes: Sequence[str] = ()) -> Section:
    """A titled part of a chapter; without a body it says that there is no data, as Oracle does."""
    items = "\n".join(f'<li class="awr"> {escape(note)}</li>' for note in notes)
    return Section(anchor, title, f"<ul>\n{items}\n</ul>\n{body}" if notes else body)


def table(
    summary: str, headings: Row, rows: Sequence[Row], left: Sequence[int] = (0,), width: int | None = None
) -> str:
    """A table whose columns in `left` hold text; the others are right-aligned numbers."""
    size = f' width="{width}"' if width else ""
    head = "".join(_heading(text) for text in headings)
    start = f'<table border="0"{size} class="tdiff" summary="{escape(summary)}">'
    first = f"<tr>{head}</tr>\n" if headings else ""
    return start + first + "\n".join(_row(row, i, left) for i, row in enumerate(rows)) + "\n</table>"


def histogram_table(summary: str, first: Row, buckets: Row, rows: Sequence[Row]) -> str:
    """A wait event histogram: one spanning heading over the buckets, then the headings proper."""
    span = f'<th class="awrbg" colspan=" {len(buckets)}" id="%ofTotalWaits">% of Total Waits</th>'
    named = "".join(f'<th class="awrbg" scope="col" id="{escape(b)}">{escape(b)}</th>' for b in buckets)
    head = f"<tr>\n<td>&#160;</td><td>&#160;</td>{span}\n</tr><tr>\n{''.join(map(_heading, first))}{named}</tr>\n"
    body = "\n".join(_row(row, i, (0,)) for i, row in enumerate(rows))
    return f'<table border="0" class="tdiff" summary="{escape(summary)}">{head}{body}\n</table>'


def page(title: str, front: str, chapters: Sequence[Chapter]) -> bytes:
    """The whole report in UTF-8."""
    contents = "\n".join(
        f'<li class="awr"><a class="awr" href="#{c.anchor}">{escape(c.title)}</a></li>' for c in chapters
    )
    parts = [
        f'\n<html lang="en"><head><title>{escape(title)}</title>\n<style type="text/css">{_STYLE}</style></head>',
        f'<body class="awr">\n{front}\n<a class="awr" name="top"></a>\n<h2 class="awr">\nMain Report\n</h2>',
        f"<ul>\n{contents}\n</ul>\n{_TO_TOP}",
        *(_chapter(chapter) for chapter in chapters),
        "<p />\nEnd of Report\n</body></html>\n",
    ]
    return "\n".join(parts).encode()


_TO_TOP = '<a class="awr" href="#top">Back to Top</a><p />'


def _chapter(chapter: Chapter) -> str:
    contents = "\n".join(
        f'<li class="awr"><a class="awr" href="#{s.anchor}">{escape(s.title)}</a></li>' for s in chapter.sections
    )
    name = f'<a class="awr" name="{chapter.anchor}"></a>\n<h2 class="awr">\n{escape(chapter.title)}\n</h2>'
    back = f'<a class="awr" href="#{chapter.anchor}">Back to {escape(chapter.title)}</a>\n<br />{_TO_TOP}'
    sections = "\n".join(
        f'<a class="awr" name="{s.anchor}"></a>\n<h3 class="awr">{escape(s.title)}</h3>\n{s.body}<p />\n'
        f'<hr align="left" width="20%" /><p />\n{back}'
        for s in chapter.sections
    )
    return f"<p />\n{name}\n<ul>\n{contents}\n</ul>\n{_TO_TOP}\n{sections}"


def _heading(text: str) -> str:
    return f'<th class="{"awrbg" if text else "awrnobg"}" scope="col">{escape(text)}</th>'


def _row(row: Row, index: int, left: Sequence[int]) -> str:
    shade = "awrnc" if index % 2 else "awrc"
    return "<tr>" + "".join(_cell(text, i, shade, i in left) for i, text in enumerate(row)) + "</tr>"


def _cell(text: str, index: int, shade: str, is_left: bool) -> str:
    align = "" if is_left else ' align="right"'
    scope = ' scope="row"' if index == 0 else ""
    shown = escape(text).replace(BLANK, "&#160;") if text else "&#160;"
    return f"<td{scope}{align} class='{shade}'>{shown}</td>"
