"""A flat table read off the text says what the HTML parser says of it; where that is in doubt nothing is taken out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from segtier.reports.tables import html, html_flat
from segtier.reports.tables.html import read_grouped_page, read_page

_FLAT = "<table border='1'><tr><th>Name</th><th>Total</th></tr>\n<tr><td class='x'>a&amp;b</td><td>1</td></tr></table>"
CELLS = (
    "1,234.5",
    "",
    "&#160;",
    "a &lt;b&gt; &amp;amp; &quot;c&quot;",
    "x <8us y",
    '<a class="awr" href="#x">49wmcd9h21j2t</a>',
    '<div class="hidden">Freeable</div> > 1 &nbsp;',
    "two\r\nlines<br/>and one",
    "<span>not closed as <b>it is</span>",
    "&eacute; &unknown;",
    "<i>strange</i>",
    "<!-- remark -->",
    "<table><tr><td>within</td></tr></table>",
)
AROUND = (
    "",
    "<h3>Load Profile</h3><ul><li>Note</ul>",
    "<a name='x'>open <b>bold",
    '<p title="no end>',
    "<style>p {color: red}</style>",
    "<style>p > <b> {}</style>",
    "<script>a<b</script>",
    "<title>cut",
    "<select><option>",
    "<!-- comment",
    "<textarea>",
    "<table><tr>",
    "<table><tr><td>",
    "<br a= 'x",
    "<br =\"q b='>",
    "a < b << c <",
)


def _read(text: str) -> list[object]:
    page = read_page(text)
    return [
        [(one.text, one.level, one.says_no_data()) for one in page.headings],
        [(one.index, one.title, one.notes, one.columns, list(one.rows())) for one in page.tables],
        page.truncated,
    ]


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    with monkeypatch.context() as patch:
        yield patch


def _same_as_parsed(text: str, parsed: pytest.MonkeyPatch) -> None:
    read = _read(text)
    parsed.setattr(html, "lift", lambda text: (text, []))
    assert read == _read(text)


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("span", ["", ' colspan="2"', " colspan=2 align=left", " class='x' colspan='2'"])
def test_a_cell_says_what_the_parser_says(cell: str, span: str, parsed: pytest.MonkeyPatch) -> None:
    row = f"<tr><td{span}>{cell}</td><td>2</td></tr>"
    _same_as_parsed(f"<h3>Top</h3>{_FLAT.replace('</table>', row + '</table>')}<h3>Next</h3>{_FLAT}", parsed)


@pytest.mark.parametrize("around", AROUND)
def test_the_page_around_stays_as_it_is(around: str, parsed: pytest.MonkeyPatch) -> None:
    _same_as_parsed(f"<h3>Top</h3>{_FLAT}{around}<h3>'Next'</h3>{_FLAT}</style>\"'--><h3>Last</h3>{_FLAT}", parsed)


def test_ordinary_tables_never_meet_the_parser() -> None:
    around, tables = html_flat.lift(f"<h3>Top</h3>{_FLAT}<p>{_FLAT}")

    assert tables == [_FLAT, _FLAT]
    assert "Total" not in around


def test_a_number_that_stands_in_the_page_is_nobodys() -> None:
    page = read_grouped_page(f"<table _=0></table>{_FLAT}")

    assert [list(one.rows()) for one in page.tables] == [[], [["a&b", "1"]]]
