"""Files made to take long are read, or refused with a code, the section where there is one, and a line."""

from __future__ import annotations

import io
import zipfile

import pytest

from segtier.errors import UnreadableInput
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.archives import archive_kind, read_archive
from segtier.reports.tables.nesting import MOST_DEEP
from segtier.reports.tables.rows import LONGEST_TAG
from segtier.reports.tables.wide_tags import MOST_ATTRIBUTES, refuse_wide
from tests.unit.reports import hostile, pages
from tests.unit.reports.test_archives import zipped

SIZE = 60_000
SECTION = "Foreground Wait Events"
REFUSED = {
    "html, deep nesting": ("too-deep", SECTION, 15),
    "html, nested tables": ("too-deep", SECTION, 15),
    "html, unclosed tags": ("too-deep", SECTION, 15),
    "html, quotes": ("too-wide", SECTION, 15),
    "html, attributes": ("too-wide", SECTION, 15),
    "html, attributes behind values": ("too-wide", SECTION, 15),
    "html, attributes in a value": ("too-wide", SECTION, 15),
    "csv, one huge line": ("bad-rows", None, 2),
    "csv, columns": ("unknown-document", None, 1),
    "csv, quotes": ("bad-rows", None, 2),
    "csv, half rows": ("bad-rows", None, 2),
    "spool, columns": ("missing-columns", None, 1),
    "spool, dashes": ("unknown-document", None, 1),
    "json, columns": ("too-many-columns", None, None),
    "json, deep nesting": ("bad-json", None, 1),
    "json, one huge line": ("bad-json", None, 1),
    "xml, deep nesting": ("bad-xml", None, 1),
    "xml, attributes": ("no-header", None, 1),
    "xml, entities": ("unknown-document", None, 1),
    "awr miner, blocks": ("empty-report", None, 1),
}
HIDING = {"html, many headings", "html, open comments"}
"""Shapes that take what follows them out of the page, or under another heading."""


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_file_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        read_document(hostile.SHAPES[name](SIZE), "hostile")

    assert (refusal.value.code, refusal.value.section, refusal.value.line) == REFUSED[name]


@pytest.mark.parametrize("name", [name for name in hostile.SHAPES if name not in REFUSED])
def test_a_hostile_part_leaves_the_others_alone(name: str) -> None:
    workload = read_document(hostile.SHAPES[name](SIZE), "hostile")
    assert isinstance(workload, Workload)
    states = {section.name: section.state for section in workload.sections}

    assert states[SECTION] == ("missing" if name in HIDING else "found")
    assert workload.interval.begin_snap == 10


@pytest.mark.parametrize(("depth", "refused"), [(MOST_DEEP - 50, False), (MOST_DEEP + 50, True)])
def test_depth_counts_and_not_the_number_of_tags(depth: int, refused: bool) -> None:
    """Closed again, and many times over: the depth is what costs."""
    middle = "<div>" * depth + "x" + "</div>" * depth
    page = pages.report(*(middle + "<p><li>" * 3000 for _ in range(3)))
    if not refused:
        read_document(page, "deep")
        return
    with pytest.raises(UnreadableInput, match="deep"):
        read_document(page, "deep")


_MANY = " ".join(f"a{number}=''" for number in range(MOST_ATTRIBUTES + 1))
WIDE = {
    "plain": f"<i {_MANY}>",
    "by slashes": f"<i/{_MANY.replace(' ', '/')}>",
    "glued": f"<i {_MANY.replace(' ', '')}>",
    "names of signs": "<i " + " ".join(f"{number:b}".translate({48: '"', 49: "="}) for number in range(600)) + ">",
    "values that hold ends": "<i " + _MANY.replace("''", "'<b>'") + ">",
    "after a value that holds an end": f"<i x='>' {_MANY}>",
    "in what is no value": f'<p a=b="><i {_MANY}>">',
    "in what is a name": f'<p ="><i {_MANY}>">',
    "behind a script": f'<script>x<a b="</script><i x=">" {_MANY}>"',
    "behind a comment": f'<!-- <a b=" --><i {_MANY}>"',
    "bytes": "<i a='" + "x" * LONGEST_TAG + "'>",
    "bytes behind an end": "<i a='>" + "x" * LONGEST_TAG + "'>",
    "without an end": f"<i {_MANY}",
}
NARROW = {
    "just so many": "<i " + _MANY.rpartition(" ")[0] + ">",
    "words in a value": "<i a='" + "x " * 5_000 + "'>",
    "words in a value that holds an end": "<i a='>" + "x " * 5_000 + "'>",
    "an end tag": f"</i {_MANY}>",
    "many tags": "<i a='>' b>" * 5_000,
    "words": "a < b " * 5_000,
}


@pytest.mark.parametrize("name", [*WIDE, *NARROW])
def test_attributes_and_bytes_of_a_tag_are_counted_before_it_is_parsed(name: str) -> None:
    if name in NARROW:
        refuse_wide(NARROW[name])
        return
    with pytest.raises(UnreadableInput) as refused:
        refuse_wide("<h3>SQL</h3>\n" + WIDE[name])
    assert (refused.value.code, refused.value.section, refused.value.line) == ("too-wide", "SQL", 2)


def test_a_member_without_a_name_is_no_crash() -> None:
    """Found by the fuzzer: a zip's directory may name a file with no letter at all."""
    nameless = zipfile.ZipInfo("n")
    nameless.filename = ""
    members = list(read_archive(io.BytesIO(zipped((nameless, b"x"), ("good.html", b"G"))), "a.zip"))

    assert [member.data for member in members] == [b"x", b"G"]


def test_a_text_is_no_archive_by_one_word() -> None:
    """Found by the fuzzer: `ustar` where a tar has it; the figures of such a text were not found again."""
    assert archive_kind(io.BytesIO(b"x" * 257 + b"ustar" + b"x" * 300)) is None
