"""A report read back without Segtier: lxml, tables by the heading above them, cells as printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import lxml.html

FRONT = {
    "This table displays load profile": "Load Profile",
    "This table displays snapshot information": "Snapshots",
    "This table displays top 10 wait events by total wait time": "Top 10",
    "This table displays wait class statistics ordered by total wait time": "Wait Classes",
    "This table displays IO profile": "IO Profile",
}
_UNITS_US = {"ns": 1e-3, "us": 1.0, "ms": 1e3, "s": 1e6}
_SUFFIXES = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9}


def number(text: str) -> float:
    """A printed count or amount, K and M in thousands."""
    match = re.fullmatch(r"([\d,]*\.?\d*)([KMG]?)", text.strip())
    assert match, text
    return float(match[1].replace(",", "")) * _SUFFIXES[match[2]]


def microseconds(text: str) -> float:
    """A printed average wait with its unit."""
    match = re.fullmatch(r"([\d.]+) ?(ns|us|ms|s)", text.strip())
    assert match, text
    return float(match[1]) * _UNITS_US[match[2]]


def data_bytes(text: str) -> float:
    """A printed amount of data."""
    match = re.fullmatch(r"(\d*\.?\d+)([MG])", text)
    assert match, text
    return float(match[1]) * 2 ** {"M": 20, "G": 30}[match[2]]


@dataclass(frozen=True)
class Page:
    html: bytes

    @cached_property
    def _tables(self) -> dict[str, list[list[str]]]:
        found: dict[str, list[list[str]]] = {}
        heading = ""
        for node in lxml.html.fromstring(self.html).iter("h3", "table"):
            if node.tag == "h3":
                heading = node.text_content().strip()
                continue
            name = FRONT.get(node.get("summary"), heading)
            found.setdefault(name, [[" ".join(c.text_content().split()) for c in row] for row in node.iter("tr")])
        return found

    @cached_property
    def text(self) -> str:
        return self.html.decode()

    def rows(self, heading: str) -> list[list[str]]:
        """Data rows of the first table below a heading."""
        return self._tables[heading][1:]

    def headings(self, heading: str) -> list[str]:
        return self._tables[heading][0]

    def column(self, heading: str, column: int) -> dict[str, str]:
        """One column by the first cell of each row."""
        return {row[0]: row[column] for row in self.rows(heading) if len(row) > column}

    @cached_property
    def statistics(self) -> dict[str, float]:
        """Instance activity totals, both tables together."""
        rows = self.rows("Key Instance Activity Stats") + self.rows("Instance Activity Stats")
        return {row[0]: number(row[1]) for row in rows}

    @cached_property
    def elapsed_s(self) -> float:
        return number(self.column("Snapshots", 2)["Elapsed:"].removesuffix(" (mins)")) * 60

    @cached_property
    def db_time_s(self) -> float:
        return number(self.column("Time Model Statistics", 1)["DB time"])
