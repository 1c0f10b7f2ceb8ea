"""Sheets as other programs write them: cells without references, formulas, readings of texts, times."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

import pytest

from segtier.errors import UnreadableInput
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.tables.rows import LONGEST_CELL
from segtier.reports.tables.workbook import workbook_tables
from segtier.reports.tables.workbook_parts import Handler, pieces
from segtier.reports.tables.workbook_rows import Book
from tests.client_formats import xlsx

PARTS = {
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": """<Relationships>
        <Relationship Id="r1" Type="x/worksheet" Target="sheet.xml"/>
        <Relationship Id="r2" Type="x/sharedStrings" Target="strings.xml"/>
    </Relationships>""",
}


def rows(sheet: str, strings: str = "<sst/>") -> list[list[str]]:
    """The cells of a sheet's rows."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, text in {**PARTS, "xl/strings.xml": strings, "xl/sheet.xml": f"<sheet>{sheet}</sheet>"}.items():
            made.writestr(name, text)
    with zipfile.ZipFile(out) as parts:
        book = Book(parts)
        return [cells for _, cells in book.rows(book.sheets[0])]


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        ("<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>", ["1", "2", "3"]),
        ('<row><c r="A1"><v>1</v></c><c r="D1"><v>4</v></c></row>', ["1", "", "", "4"]),
        ('<row><c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f><v>2</v></c></row>', ["1", "2"]),
        ('<row><c r="A1" t="inlineStr"><is><t>a</t>, <t>b</t></is></c></row>', ["ab"]),
        (
            "<row>"
            + "".join(f"<c><v>{one}</v></c>" for one in ("1.0", "2.50", "1E3", "9007199254740993", "x"))
            + "</row>",
            ["1", "2.5", "1000", "9007199254740993", "x"],
        ),
    ],
    ids=["no references", "a gap", "a formula", "a text in pieces", "figures"],
)
def test_cells_of_a_row(sheet: str, wanted: list[str]) -> None:
    assert rows(sheet) == [wanted]


@pytest.mark.parametrize("reference", ["$A$1", "ABCD1", "1", "BXY1"])
def test_a_cell_that_is_nowhere_is_refused(reference: str) -> None:
    with pytest.raises(UnreadableInput, match="more than 2000 columns"):
        rows(f'<row><c r="{reference}"><v>1</v></c></row>')


def test_the_longest_cell() -> None:
    """Each cell is counted alone."""
    sheet = '<row><c t="str"><v>abc</v></c><c t="str"><v>{}</v></c></row>'
    assert [len(cell) for cell in rows(sheet.format("x" * LONGEST_CELL))[0]] == [3, LONGEST_CELL]
    with pytest.raises(UnreadableInput, match=f"more than {LONGEST_CELL} characters"):
        rows(sheet.format("x" * (LONGEST_CELL + 1)))


def test_why_a_workbook_is_damaged_is_told_in_120_characters() -> None:
    """Of them `"There is no item named '` has 25: 95 of the name are left."""
    out = io.BytesIO()
    zipfile.ZipFile(out, "w").close()
    with zipfile.ZipFile(out) as parts, pytest.raises(UnreadableInput) as refused:
        next(pieces(parts, "s" * 200, Handler()))
    assert str(refused.value).endswith(f"damaged: \"There is no item named '{'s' * 95}")


def test_how_a_text_is_pronounced_is_no_part_of_it() -> None:
    strings = "<sst><si><t>one</t><rPh><t>w</t><t>on</t></rPh></si><si><r><t>t</t></r><r><t>wo</t></r></si></sst>"
    assert rows('<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>', strings) == [["one", "two"]]
    inline = "<is><t>one</t><rPh><t>w</t></rPh><rPh><t>on</t></rPh><r><t>, two</t></r></is>"
    assert rows(f'<row><c t="inlineStr">{inline}</c><c><v>3</v></c></row>') == [["one, two", "3"]]


@pytest.mark.parametrize("kind", ["n", "s", "b", "d", "str"])
def test_a_cell_without_a_value_is_empty_of_every_kind(kind: str) -> None:
    strings = "<sst><si><t>one</t></si></sst>"
    assert rows(f'<row><c r="A1" t="{kind}"><v> </v></c><c r="B1"><v>2</v></c></row>', strings) == [["", "2"]]


@pytest.mark.parametrize(("above", "found"), [(59, True), (60, False)])
def test_column_names_stand_within_sixty_rows(above: int, found: bool) -> None:
    data = xlsx(["a remark"], [*[("x",)] * (above - 1), ("OWNER", "NAME"), ("A", "T")])
    assert [table.columns for table in workbook_tables(data)] == [("OWNER", "NAME")] * found


def test_a_time_is_known_by_its_format() -> None:
    at = datetime.fromisoformat("2026-03-02T10:30")
    columns = ("OWNER", "OBJECT_NAME", "STATISTIC_NAME", "VALUE", "EXPORT_TIME")
    export = read_document(xlsx(columns, [("SHOP", "T", "physical reads", 7, at)]), "x.xlsx")  # type: ignore[list-item]
    assert isinstance(export, Workload)
    assert export.interval.end_time == at
