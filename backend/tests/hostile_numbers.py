"""Numbers no database has, put into good documents of every kind: one figure at a time, then all figures of a file."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from itertools import islice

NUMBERS = {
    "20 digits": "99999999999999999999",
    "30 digits": "9" * 30,
    "400 digits": "9" * 400,
    "5,000 digits": "9" * 5_000,
    "2 to the 63rd": str(2**63),
    "2 to the 64th": str(2**64),
    "below zero": "-5",
    "far below zero": f"-{2**64}",
    "beyond a float": "1e400",
    "an endless exponent": "1E" + "9" * 400,
    "not a number": "NaN",
    "infinite": "inf",
    "of another script": "²٣",
    "a fraction without end": "0." + "0" * 400 + "1",
    "a large suffix": "999999999999P",
    "grouped": "999," * 50 + "999",
}
_FIGURE = re.compile(r"(?<![\w.,#&/:-])\d[\d.,]*(?![\w;:/-])")
_JSON_FIGURE = re.compile(r"(?<=[:\[,])\s*-?\d+(?:\.\d+)?(?=\s*[,}\]])")


def with_number(data: bytes, number: str, most: int = 60) -> Iterator[bytes]:
    """The file with one of its figures replaced, for each of the first and last of them, and with all of them."""
    text, codec = _text(data)
    pattern = _JSON_FIGURE if text.lstrip()[:1] in ("{", "[") else _FIGURE
    places = [match.span() for match in pattern.finditer(text)]
    step = max(1, len(places) // most)
    for start, end in islice(places, 0, None, step):
        yield (text[:start] + number + text[end:]).encode(codec)
    yield pattern.sub(lambda _: number, text).encode(codec)


def with_number_in_workbook(data: bytes, number: str) -> bytes:
    """All figures of a sheet."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as parts, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for part in parts.infolist():
            content = parts.read(part).decode()
            if part.filename.startswith("xl/worksheets/"):
                content = re.sub(r"<v>[\d.]+</v>", f"<v>{number}</v>", content)
            made.writestr(part.filename, content)
    return out.getvalue()


def _text(data: bytes) -> tuple[str, str]:
    codec = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    return data.decode(codec), codec
