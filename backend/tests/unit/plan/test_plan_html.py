"""plan.html: what the Markdown pages say, as a page that runs, loads and links nothing, whatever the names are."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from lxml import html

from segtier.model.plan import BundleFile, Plan, PlanRequest
from segtier.model.workload import Database
from segtier.plan.bundle.html import page_of
from segtier.plan.write_plan import write_plan
from tests.sentences import worded
from tests.unit.plan.requests import OPTIONS, a_request, a_segment, text_of

TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "footer", "div",
    "h1", "h2", "p", "ul", "ol", "li", "blockquote", "strong", "em", "code", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
"""What a page is made of: nothing that acts or loads."""
EVIL = (
    "<script>alert(1)</script>",
    "</td></table><img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "![a](https://example.com/x.png)",
    "<https://example.com>",
    "&lt;script&gt;",
    "`</code><b>`",
    "| x | y |",
    "%%BODY%%",
    "# Approved",
    "**Approved**",
    "style=right",
)


def page(plan: Plan) -> html.HtmlElement:
    return html.document_fromstring(text_of(plan, "plan.html"))


def requests() -> dict[str, PlanRequest]:
    return {
        **{option: a_request(option) for option in OPTIONS},
        "combination": a_request("combination", parts=("redo", "segments")),
    }


@pytest.mark.parametrize("request_", requests().values(), ids=requests().keys())
def test_it_says_what_the_pages_say(request_: PlanRequest) -> None:
    plan = write_plan(request_)
    pages = [file for file in plan.files if file.path.endswith(("plan.md", "appendix.md"))]
    lines = [line for file in pages for line in file.text.splitlines()]
    tree = page(plan)
    assert [one.text_content() for one in tree.iter("h1")] == [one[2:] for one in lines if one.startswith("# ")]
    assert [one.text_content() for one in tree.iter("h2")] == [one[3:] for one in lines if one.startswith("## ")]
    assert len(list(tree.iter("tr"))) == sum(one.startswith("| ") for one in lines)
    assert len(list(tree.iter("li"))) == sum(re.match(r"(\*|[0-9]+\.) ", one) is not None for one in lines)
    assert {one.tag for one in tree.iter()} <= TAGS
    assert tree.findtext(".//title") == f"{lines[0][2:]}, ORCL"


@pytest.mark.parametrize("evil", EVIL)
def test_names_and_sentences_are_text(evil: str) -> None:
    """The same tags with the same attributes as with plain words in their place."""
    shapes = [
        [(one.tag, sorted(one.attrib.items())) for one in page(write_plan(_with(text))).iter()]
        for text in (evil, "PLAIN")
    ]
    assert shapes[0] == shapes[1]


def test_no_direction_character_comes_through() -> None:
    """A segment so named is refused, and shown with its code; a sentence loses the character."""
    text = text_of(write_plan(_with("\u202egnp.exe")), "plan.html")
    assert ("\u202e" in text, "\\202Egnp" in text) == (False, True)


def _with(text: str) -> PlanRequest:
    moving = (a_segment(text, owner=text, tablespace=text[:30], pdb="PDB1"), a_segment())
    return a_request(
        move=moving,
        left_out=(a_segment(text, type_=text, reason=text),),
        database=Database(name=text, dbid=1, release="19.0.0.0.0"),
        verdict_text=text,
        forecast_text=text,
        warnings=(text,),
        overridden=True,
        override_reason=text,
        inputs=((text, text),),
        engine_version=text,
    )


def test_it_is_outside_of_what_is_signed() -> None:
    plan = write_plan(a_request())
    manifest = json.loads(text_of(plan, "manifest.json"))
    assert manifest["not_signed"] == ["plan.html", "REVIEW.txt", "review/"]
    assert [file.path for file in plan.files if not file.signed] == ["plan.html"]
    assert "plan.html" not in text_of(plan, "SHA256SUMS")
    assert "plan.html" not in {one["path"] for one in manifest["files"]}
    assert "not this page" in page(plan).findtext(".//footer")


def test_a_database_without_a_name_has_a_title() -> None:
    nameless = write_plan(a_request(database=replace(a_request().database, name=None)))
    assert page(nameless).findtext(".//title") == worded("plan/move-chosen-segments")


def test_markup_that_slipped_into_a_page_is_shown_as_it_is() -> None:
    raw = "# T\n\n<b>x</b> [a](https://b) ![c](d) <https://e>\n\n<div>\n\n[r]: https://f\n"
    made = page_of([BundleFile("plan.md", raw)], a_request())
    tree = html.document_fromstring(made.text)
    assert {one.tag for one in tree.iter()} <= TAGS
    assert "<b>x</b> [a](https://b) ![c](d) <https://e>" in tree.text_content()
