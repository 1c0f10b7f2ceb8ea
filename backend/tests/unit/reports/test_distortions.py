"""Real reports, changed as clients, browsers and sessions change them, give the document of the unchanged file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from segtier.model.evidence import Warn
from segtier.model.pair import Pair
from segtier.model.workload import Source, Workload
from segtier.reports import read_document
from segtier.reports.times import LANGUAGES, plain_letters
from tests import corpus
from tests.unit.reports.distortions import HTML, TEXT, Bend

PAGES = (
    "awr-html-11.2.0.3.0-si-SLOB-160-161.html",
    "awr-html-19.0.0.0.0-rac-xydb1-9691-9692.html",
    "awr-html-12.1.0.2.0-si-RECEIPT-173494-173496.html",
    "awr-rac-global-html-11.2.0.3.0-SLOB-160-161.html",
    "awr-diff-html-11.2.0.3.0-DBM11203-1830-1845-vs-1930-1945.html",
)
TEXTS = (
    "awr-text-11.2.0.3.0-si-DBM11203-1822-1823.txt",
    "statspack-text-11.2.0.4.0-6693-6723.txt",
    "statspack-text-10.1.0.3.0-ORA10G-multiuser_4-80-81.lst",
)
CHANGED_CELLS = {
    ("decimal comma", PAGES[4]): "cells of this file with tags in them are left with their point",
    ("decimal comma", TEXTS[0]): "figures abbreviated as 7.E+05 are left with their point",
}


def some(bends: dict[str, Bend], files: tuple[str, ...]) -> list[Any]:
    """Two files per distortion, every file with several distortions."""
    chosen = [(name, files[(order + step) % len(files)]) for order, name in enumerate(bends) for step in range(2)]
    return [
        pytest.param(bends[name], file, id=f"{name} - {file[:40]}")
        for name, file in chosen
        if (name, file) not in CHANGED_CELLS
    ]


@corpus.needs_corpus
@pytest.mark.parametrize(("bend", "file"), some(HTML, PAGES) + some(TEXT, TEXTS))
def test_a_distorted_report_gives_the_same_document(bend: Bend, file: str) -> None:
    assert comparable(bend(whole(file)), file) == unchanged(file)


def test_no_month_name_has_two_meanings() -> None:
    meanings = {
        (plain_letters(name), month) for names in LANGUAGES for month, name in enumerate(names.split(), start=1)
    }

    assert {len(names.split()) for names in LANGUAGES} == {12}
    assert len({name for name, _ in meanings}) == len(meanings)


@cache
def whole(file: str) -> str:
    return corpus.files(file)[0].read_bytes().decode().replace("\r\n", "\n")


@cache
def unchanged(file: str) -> tuple[Workload, ...]:
    return comparable(whole(file).encode(), file)


def comparable(data: bytes, file: str) -> tuple[Workload, ...]:
    """The workloads without what tells the bytes apart: digest, size, encoding and the warnings of repairs."""
    document = read_document(data, file)
    assert isinstance(document, Workload | Pair)
    parts = (document.first, document.second) if isinstance(document, Pair) else (document,)
    return tuple(replace(one, source=_plain(one.source), warnings=_unrepaired(one.warnings)) for one in parts)


def _plain(source: Source) -> Source:
    return replace(source, sha256=None, bytes=None, encoding=None)


def _unrepaired(warnings: tuple[Warn, ...]) -> tuple[Warn, ...]:
    return tuple(warning for warning in warnings if not warning.code.startswith("repaired"))
