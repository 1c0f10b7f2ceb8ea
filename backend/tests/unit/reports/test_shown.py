"""A file as a page: the row and the cell an evidence names are marked, nothing acts, statements stay in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from segtier.errors import NotFound
from segtier.model.evidence import Evidence, Place
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.locate import locate
from segtier.reports.segment_export import SECTION
from segtier.reports.shown import show_place
from segtier.reports.shown.frame import HERE, MOST_CHARACTERS
from segtier.reports.shown.lines import marked_text
from tests.bundles import make_bundle
from tests.client_formats import FORMATS
from tests.integration.packed import a_zip
from tests.packed_bundles import files_of
from tests.sentences import worded
from tests.unit.reports import pages, text_pages
from tests.unit.reports.test_client_formats import LONG, LONG_ROWS
from tests.unit.reports.test_locate import EVENTS, PAGE
from tests.unit.reports.test_text_locate import PAGE as TEXT

WAITS = Evidence("Foreground Wait Events", 0, 0)
STATEMENT = "select card_number from customers where name = 'Smith'"
SQL = ["Physical Reads", "Executions", "Reads per Exec", "%Total", "Elapsed Time (s)", "%CPU", "%IO", "SQL Id",
       "SQL Module", "SQL Text"]  # fmt: skip
SQL_ROW = ["1,000", "10", "100.0", "50.0", "1.0", "1.0", "99.0", "abcdefghijkm1", "", STATEMENT]
TEXT_SQL = """
   Physical              Reads              Elapsed
      Reads  Executions per Exec   %Total   Time (s)    SQL Id
----------- ----------- ---------- ------ ---------- -------------
      1,000          10      100.0   50.0        1.0 abcdefghijkm1
Module: JDBC Thin Client
select card_number from customers
 where name = 'Smith'

"""


def here(page: str) -> tuple[str, str, str]:
    """The marked element, its text, and the text of its row or of what is bold in it."""
    (node,) = LexborHTMLParser(page).css("[id]")
    assert node.attributes["id"] == "segtier-here"
    bold = node.css_first("b")
    row = node.parent.text(separator="|") if node.tag == "td" and node.parent else ""
    return node.tag or "", node.text(), bold.text() if bold else row


def test_the_cell_of_a_page_is_marked() -> None:
    tag, text, row = here(show_place(PAGE, WAITS, "waits"))
    assert (tag, text) == ("td", "10")
    assert row.startswith("a & b|10|")


def test_without_a_field_the_row_is_marked() -> None:
    tag, text, _ = here(show_place(PAGE, Evidence("Foreground Wait Events", 0, 1)))
    assert (tag, text[:2]) == ("tr", "c7")


@pytest.mark.parametrize(
    ("evidence", "field"),
    [
        (Evidence("Foreground Wait Events", 0, 2), "waits"),
        (Evidence("Tablespace IO Stats", 0, 1), "read_requests"),
        (Evidence("Snapshots", 0, 2), "time"),
        (Evidence("Database", 0, 0), "release"),
    ],
)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\n> "], ids=["unix", "dos", "mail"])
def test_the_cell_of_a_text_is_bold_in_its_line(evidence: Evidence, field: str, line_end: bytes) -> None:
    data = line_end.lstrip(b"\r\n") + TEXT.replace(b"\n", line_end)
    tag, line, cell = here(show_place(data, evidence, field))
    place = locate(data, evidence, field)
    assert (tag, cell) == ("mark", place.raw_text)
    assert all(word in line for word in place.row_cells if evidence.section != "Tablespace IO Stats")


@pytest.mark.parametrize("form", FORMATS)
def test_the_cell_of_an_export_is_marked_whatever_wrote_it(form: str) -> None:
    data = FORMATS[form](LONG, LONG_ROWS)
    workload = read_document(data, "x")
    assert isinstance(workload, Workload)
    evidence = next(one for one in workload.segments[2].evidence if one.section.endswith("physical reads"))
    raw = locate(data, evidence, "physical_reads_blocks").raw_text
    _, text, cell = here(show_place(data, evidence, "physical_reads_blocks"))
    assert raw in (text, cell)


def test_a_file_of_a_bundle_is_shown(tmp_path: Path) -> None:
    data = a_zip(files_of(make_bundle(tmp_path)))
    evidence = Evidence("segment_statistics.csv", 0, 2)
    place = locate(data, evidence, "physical_reads_blocks")
    page = show_place(data, evidence, "physical_reads_blocks")
    assert here(page)[2] == place.raw_text
    assert here(page)[1].count('"') == 2 * len(place.row_cells)
    assert "physical_reads" in page


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<b onclick='alert(1)' style='position:fixed' class=x>b</b>",
    "<style>body{display:none}</style>",
    "<iframe src='//evil.example'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<base href='//evil.example'>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<form action='//evil.example'><input name=a><button>go</button></form>",
    "<a href='javascript:alert(1)' target=_top>x</a><a href='//evil.example'>y</a>",
    "<svg><script>alert(1)</script><a xlink:href='javascript:alert(1)'><text>z</text></a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
    "<object data='//evil.example'></object><embed src='//evil.example'>",
    "<link rel=stylesheet href='//evil.example'>",
    "<p id=segtier-here>forged</p><table id=other><tr id=segtier-here><td id=segtier-here>forged</td></tr></table>",
    "<td background='//evil.example' onmouseover=alert(1)>x",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<template><img src=x onerror=alert(1)></template>",
    "<video><source onerror=alert(1)></video><details open ontoggle=alert(1)>x</details>",
]  # fmt: skip
TAGS = set("html head meta title style body main table thead tbody tfoot caption tr th td h1 h2 h3 h4".split()) | set(
    "ul ol li p pre br b strong i em hr mark".split()
)
ATTRIBUTES = {"colspan", "rowspan", "align", "scope"}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_of_a_page_acts(hostile: str) -> None:
    data = PAGE.replace(b"a &amp; b", hostile.encode()).replace(b'<h3 class="awr">Report', hostile.encode() + b"<h3>R")
    assert here(show_place(data, WAITS, "waits"))[1]
    tree = LexborHTMLParser(show_place(data, WAITS, "waits"))
    assert tree.body is not None
    for node in tree.body.traverse():
        assert node.tag in TAGS, node.html
        assert set(node.attributes) <= ATTRIBUTES | {"id"}, node.html
    assert tree.head is not None
    assert [node.tag for node in tree.head.iter()] == ["meta", "meta", "title", "style"]


@pytest.mark.parametrize("hostile", [one for one in HOSTILE if "<table" not in one])
def test_nothing_of_a_text_acts(hostile: str) -> None:
    data = TEXT.replace(b"event 3", hostile.encode().ljust(7)[:200] + b" ", 1)
    tree = LexborHTMLParser(show_place(data, Evidence("Database", 0, 0), "release"))
    assert {node.tag for node in tree.css("main *")} == {"pre", "mark", "b"}
    assert hostile[:20] in (tree.text() or "")


def test_the_text_of_statements_stays_in_the_file() -> None:
    report = pages.report(pages.section("SQL ordered by Reads", SQL, [SQL_ROW]))
    text = text_pages.report(text_pages.section("SQL ordered by Reads", TEXT_SQL))
    for data in (report, text):
        page = show_place(data, Evidence("SQL ordered by Reads", 0, 0), "physical_reads_blocks")
        assert here(page)[1].strip().startswith("1,000")
        assert "abcdefghijkm1" in page
        assert "card_number" not in page
        assert "Smith" not in page
        assert worded("reports/sql-text-not") in page
    assert "JDBC Thin Client" in page


def test_of_a_long_report_the_rows_around_the_place_are_shown() -> None:
    rows = [[f"event {number}", f"{number:,}", "", "", "", "", ""] for number in range(60_000)]
    data = pages.report(pages.section("Foreground Wait Events", EVENTS, rows))
    page = show_place(data, Evidence("Foreground Wait Events", 0, 30_000), "waits")
    assert here(page)[1] == "30,000"
    assert "rows 29,801 to 30,201 of this table" in page
    assert "<h3>Foreground Wait Events</h3>" in page
    assert len(page) < MOST_CHARACTERS


@pytest.mark.parametrize("breaks", ["\n", ""])
def test_of_a_long_text_the_lines_around_the_place_are_shown(breaks: str) -> None:
    if breaks:
        rows = (f'A,T{number},physical reads,"{number:,}"\n' for number in range(150_000))
        data = ("OWNER,OBJECT_NAME,STATISTIC_NAME,VALUE\n" + "".join(rows)).encode()
    else:
        row = '{{"owner":"A","object_name":"T{}","statistic_name":"physical reads","value":"{:,}"}}'
        data = f'{{"items":[{",".join(row.format(number, number) for number in range(50_000))}]}}'.encode()
    page = show_place(data, Evidence(f"{SECTION}physical reads", 0, 40_000), "physical_reads_blocks")
    assert here(page)[2] == "40,000"
    assert worded("reports/file-too-long") in page
    assert len(page) < MOST_CHARACTERS


@pytest.mark.parametrize(
    ("column", "raw", "shown"),
    [
        (3, "7", "a <b>7</b> b 7 c"),
        (7, "7", "a 7 b <b>7</b> c"),
        (None, "7", "a <b>7</b> b 7 c"),
        (99, "x", "a 7 b 7 c"),
        (1, "", "a 7 b 7 c"),
    ],
)
def test_of_equal_cells_in_a_line_the_one_at_the_place_is_bold(column: int | None, raw: str, shown: str) -> None:
    place = Place("a section", "a heading", 0, None, raw, 2, column)
    page, _ = marked_text("before\na 7 b 7 c\nafter", place)
    assert page == f'<pre>before\n<mark id="{HERE}">{shown}</mark>\nafter</pre>'


@pytest.mark.parametrize("data", [PAGE, TEXT, FORMATS["sqlplus csv"](LONG, LONG_ROWS)], ids=["html", "text", "csv"])
def test_a_row_that_is_not_there_is_not_found(data: bytes) -> None:
    with pytest.raises(NotFound):
        show_place(data, Evidence("Foreground Wait Events", 0, 9_999))
