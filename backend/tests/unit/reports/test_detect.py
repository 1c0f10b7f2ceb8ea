"""What a document is, and which words refuse it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from segtier.errors import UnreadableInput
from segtier.reports import read_document
from segtier.reports.detect import recognise
from segtier.reports.source import decode_text
from tests import corpus
from tests.sentences import like
from tests.unit.reports import pages

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases/reports/kinds.yaml").read_text())

CORPUS_REFUSALS = [
    ("ash-", "an ASH report"),
    ("other-addm", "ADDM"),
    ("other-omat", "OMAT"),
    ("other-sqlplus", like("reports/no-document-segtier")),
    ("csv-gcp-collector", "gzip"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_recognises(case: dict[str, Any]) -> None:
    if "kind" in case:
        assert recognise(case["text"]) == case["kind"]
        return
    with pytest.raises(UnreadableInput, match=case["refused"]) as refusal:
        recognise(case["text"])
    assert refusal.value.code == case.get("code", "unsupported-document")
    assert case.get("advice", "") in (refusal.value.advice or "")
    assert refusal.value.advice


@corpus.needs_corpus
@pytest.mark.parametrize(("prefix", "words"), CORPUS_REFUSALS)
def test_refuses_corpus_files_by_name(prefix: str, words: str) -> None:
    paths = corpus.files(prefix)
    assert paths
    for path in paths:
        with pytest.raises(UnreadableInput, match=words):
            read_document(path.read_bytes(), path.name)


def test_an_awr_report_that_quotes_an_ash_report_is_an_awr_report() -> None:
    assert recognise(pages.report("<p>An ASH Report, a STATSPACK report").decode()) == "awr-html"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("<h1>é".encode(), "utf-8"),
        (b"\xef\xbb\xbf<h1>x", "utf-8"),
        ("<h1>é WORKLOAD".encode("utf-16"), "utf-16"),
        ("<h1>WORKLOAD REPOSITORY".encode("utf-16-le"), "utf-16-le"),
        ("<h1>WORKLOAD REPOSITORY".encode("utf-16-be"), "utf-16-be"),
        ("<h1>Größe".encode("latin-1"), "windows-1252"),
        (b"<h1>\x81\x8d\xe9", "latin-1"),
        ('<meta charset="gb18030"><h1>报告'.encode("gb18030"), "gb18030"),
    ],
)
def test_encodings(data: bytes, encoding: str) -> None:
    text, found = decode_text(data)

    assert found == encoding
    assert "<h1>" in text


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "empty-file", "empty"),
        (b" \r\n\x00\x00", "empty-file", "empty"),
    ],
)
def test_refuses_what_is_empty(data: bytes, code: str, words: str) -> None:
    with pytest.raises(UnreadableInput, match=words) as refusal:
        read_document(data, "x")
    assert refusal.value.code == code
    assert refusal.value.advice


def test_an_excerpt_shows_no_signs_that_steer_a_terminal() -> None:
    with pytest.raises(UnreadableInput, match=like("reports/no-document-segtier")) as refusal:
        read_document(b"\x1b[31mhello " + b"there " * 40, "x")
    assert refusal.value.excerpt is not None
    assert refusal.value.excerpt.startswith("?[31mhello there")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_the_same_report_in_any_encoding(encoding: str) -> None:
    document = read_document(pages.report().decode().encode(encoding), "x.html")

    assert document.database.name == "MINE"


def test_a_page_that_only_names_a_report() -> None:
    with pytest.raises(UnreadableInput, match=like("reports/page-calls-itself")) as refusal:
        read_document(b"<html><h1>WORKLOAD REPOSITORY report for</h1></html>", "x.html")
    assert refusal.value.code == "empty-report"


def test_upper_case_copy_of_a_browser_reads_the_same() -> None:
    plain = pages.report()
    shouted = (
        plain.decode()
        .replace("<td class='awrc'>", "<TD class=awrc>")
        .replace("</td>", "</TD>")
        .replace("<table", "<TABLE")
    )

    assert read_document(shouted.encode(), "x").database == read_document(plain, "x").database


@pytest.mark.parametrize(
    "text",
    [
        "Hello, dear colleague\nour database is slow, every monday, since the release\nplease help, thanks\n",
        "Dear all, the system is slow\n",
    ],
)
def test_a_letter_with_commas_is_no_export(text: str) -> None:
    with pytest.raises(UnreadableInput) as refusal:
        recognise(text)
    assert refusal.value.code == "unknown-document"
    assert {"AWR dumps", "v$sysstat"} <= {
        word for word in ("AWR dumps", "v$sysstat") if word in (refusal.value.advice or "")
    }
