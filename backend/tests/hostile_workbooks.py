"""Workbooks made to hurt: rows far away, parts under other names, styles and strings without end."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

from tests.client_formats import xlsx

_LONG = ("OWNER", "OBJECT_NAME", "STATISTIC_NAME", "VALUE")
_SHEET, _STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def _book(changes: dict[str, Callable[[str], str]], **added: str) -> bytes:
    """A good export with some of its parts changed, and parts added."""
    out = io.BytesIO()
    good = xlsx(_LONG, [("SHOP", "T1", "physical reads", 7), ("SHOP", "T2", "physical reads", 8)])
    with zipfile.ZipFile(io.BytesIO(good)) as parts, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for part in parts.infolist():
            made.writestr(part.filename, changes.get(part.filename, str)(parts.read(part).decode()))
        for name, text in added.items():
            made.writestr(f"xl/{name}.xml", text)
    return out.getvalue()


def _noise(number: int) -> str:
    """Figures that no packing shrinks to nothing: a file that swells beyond measure is refused before."""
    return f"{number * 2654435761 % 2**32:x}"


def far_row(_: int = 0) -> bytes:
    """The last row says that it is the two-thousand-millionth."""
    return _book({_SHEET: lambda text: re.sub(r'r="(\w?)3"', r'r="\g<1>2000000000"', text)})


def many_strings(size: int) -> bytes:
    """Shared strings, in a part that is not called so."""
    strings = "".join(f"<si><t>{_noise(number)}</t></si>" for number in range(size // 24))
    relation = f'<Relationship Id="rId99" Type="{_RELATIONS}/sharedStrings" Target="other.xml"/></Relationships>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    changes = {
        "xl/_rels/workbook.xml.rels": lambda text: text.replace("</Relationships>", relation),
        "[Content_Types].xml": lambda text: text.replace(
            "</Types>", f'<Override PartName="/xl/other.xml" ContentType="{kind}"/></Types>'
        ),
    }
    return _book(changes, other=f'<sst xmlns="{_MAIN}">{strings}</sst>')


def many_styles(size: int) -> bytes:
    fonts = "".join(f'<font><sz val="{_noise(number)}"/></font>' for number in range(size // 35))
    return _book({_STYLES: lambda text: text.replace("<fonts", f"<fonts>{fonts}</fonts><fonts", 1)})


def many_formats(size: int) -> bytes:
    formats = "".join(f'<xf numFmtId="{_noise(number)}"/>' for number in range(size // 25))
    return _book({_STYLES: lambda text: text.replace("</cellXfs>", formats + "</cellXfs>")})


def empty_rows(size: int) -> bytes:
    rows = "".join(f'<row x="{_noise(number)}"/>' for number in range(size // 22))
    return _book({_SHEET: lambda text: text.replace("</sheetData>", rows + "</sheetData>")})


def deep(size: int) -> bytes:
    return _book(
        {_SHEET: lambda text: text.replace("</sheetData>", "".join(f"<a{_noise(n)}>" for n in range(size // 10)))}
    )


def long_tag(size: int) -> bytes:
    blanks = "".join(_noise(number) for number in range(size // 8))
    return _book({_SHEET: lambda text: text.replace("<sheetData>", f'<sheetData x="{blanks}">')})


def many_sheets(size: int) -> bytes:
    sheets = "".join(f'<sheet name="{_noise(number)}" sheetId="1" r:id="rId1"/>' for number in range(size // 45))
    return _book({"xl/workbook.xml": lambda text: text.replace("</sheets>", sheets + "</sheets>").replace(
        "<workbook ", f'<workbook xmlns:r="{_RELATIONS}" ', 1)})  # fmt: skip


SHAPES: dict[str, Callable[[int], bytes]] = {
    "xlsx, far row": far_row,
    "xlsx, strings under another name": many_strings,
    "xlsx, styles": many_styles,
    "xlsx, formats": many_formats,
    "xlsx, empty rows": empty_rows,
    "xlsx, deep nesting": deep,
    "xlsx, long tag": long_tag,
    "xlsx, sheets": many_sheets,
}
"""By name; made of about as many bytes, unpacked, as asked for."""
