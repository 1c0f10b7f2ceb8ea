"""JUnit, SARIF and Markdown read again by other parsers: the same outcomes, whatever names hold."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from lxml import etree
from markdown_it import MarkdownIt
from markdown_it.token import Token

from segtier.documents import encode
from segtier.policy import Checked, Outcome
from segtier.policy.outcome import Place
from segtier.policy.outputs import as_junit, as_markdown, as_sarif
from segtier.policy.outputs.visible import visible

HOSTILE = (
    "a | b || c",
    "\\| \\",
    "<script>alert(1)</script>",
    "<!-- --> ]]> </testcase> &amp; &#60;",
    "![x](http://example.test/x.png) [y](javascript:alert(1))",
    "`code` ``more``",
    "**bold** _em_ ~~gone~~",
    "line\nbreak\r\n\n# head\n| x |",
    "\x00\x1b[31mred\x07",
    "\u202eturned\u2066",
    "\ud800half",
    "{0} {{x}} ${{ secrets }}",
    "::error file=x::y",
    "www.example.test https://example.test me@example.test",
    'O\'Neil "quoted" ä 表 😀',
    "\uffff\ufffe",
)
STATES = [
    ("held", "pass"),
    ("broken", "fail"),
    ("broken", "warn"),
    *(("unknown", one) for one in ("fail", "warn", "pass")),
]


def an_outcome(number: int, name: str, state: str, counts: str) -> Outcome:
    value = {"held": 1.5, "broken": name, "unknown": None}[state]
    places = (Place(name, name, 0, 4), Place(f"/{name}"), Place(None, name, 0, 0))
    severity = "warning" if counts == "warn" else "error"
    return Outcome(
        f"{number} {visible(name)}", "share", severity, name, number + 1, state, counts,
        value, "% of DB time", f"at most 3 {name}", name, places,
    )  # type: ignore[arg-type]  # fmt: skip


def all_of() -> Checked:
    pairs = [(name, *state) for name in HOSTILE for state in STATES]
    rows = tuple(an_outcome(number, *pair) for number, pair in enumerate(pairs))
    count = {which: sum(one.counts == which for one in rows) for which in ("fail", "warn", "pass")}
    return Checked(HOSTILE[2], "ci/po [l]icy.yaml", HOSTILE[0], count["fail"], count["warn"], count["pass"], rows, "1")


def test_junit_says_the_same_outcomes() -> None:
    found = all_of()
    suites = etree.fromstring(as_junit(found), etree.XMLParser(resolve_entities=False))
    (suite,) = suites
    cases = list(suite)
    assert [case.get("name") for case in cases] == [one.rule for one in found.outcomes]
    counts = {key: int(suite.get(key)) for key in ("tests", "failures", "skipped", "errors")}
    kinds = [next((child.tag for child in case if child.tag != "properties"), None) for case in cases]
    assert counts == {
        "tests": len(cases), "failures": kinds.count("failure"), "skipped": kinds.count("skipped"), "errors": 0,
    }  # fmt: skip
    assert counts["failures"] == found.failed
    for case, kind, one in zip(cases, kinds, found.outcomes, strict=True):
        told = {row.get("name"): row.get("value") for row in case.find("properties")}
        assert (told["outcome"], told["counts"]) == (one.state, one.counts)
        assert told["measured"] == visible(one.measured)
        assert kind == {
            ("held", "pass"): None, ("broken", "fail"): "failure", ("broken", "warn"): "system-out",
            ("unknown", "fail"): "failure", ("unknown", "warn"): "skipped", ("unknown", "pass"): "skipped",
        }[one.state, one.counts]  # fmt: skip
        if kind == "failure":
            assert case.find("failure").get("type") == one.state


REQUIRED: dict[str, dict[str, type]] = {
    "log": {"version": str, "runs": list, "$schema": str},
    "run": {"tool": dict, "results": list, "columnKind": str},
    "driver": {"name": str, "version": str, "rules": list},
    "rule": {"id": str, "name": str, "shortDescription": dict, "defaultConfiguration": dict},
    "result": {
        "ruleId": str, "ruleIndex": int, "kind": str, "level": str, "message": dict, "locations": list,
        "relatedLocations": list, "properties": dict,
    },
    "physicalLocation": {"artifactLocation": dict, "region": dict},
}  # fmt: skip
"""Written by hand from SARIF 2.1.0, sections 3.13 to 3.49: what must be there of what is written, and no more than that.

None of the packages looked at (sarif-om, sarif-tools, sarif-pydantic) ships the JSON schema."""
KINDS = {"pass", "open", "informational", "notApplicable", "review", "fail"}
LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"(file://)?[A-Za-z0-9/._~%-]+")


def conforms(what: str, value: dict[str, Any]) -> None:
    assert {key: type(one) for key, one in value.items()} == REQUIRED[what]


def plain(message: dict[str, str]) -> str:
    """As a viewer shows it: no link, no argument."""
    text = message["text"]
    assert not re.search(r"(?<!\\)(\\\\)*[\[\]]", text)
    assert "{" not in text.replace("{{", "")
    return re.sub(r"\\(.)", r"\1", text).replace("{{", "{").replace("}}", "}")


def test_sarif_says_the_same_outcomes() -> None:
    found = all_of()
    log = json.loads(as_sarif(found))
    conforms("log", log)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    conforms("run", run)
    driver = run["tool"]["driver"]
    conforms("driver", driver)
    for rule, one in zip(driver["rules"], found.outcomes, strict=True):
        conforms("rule", rule)
        assert (rule["id"], rule["defaultConfiguration"]["level"]) == (one.rule, one.severity)
        plain(rule["shortDescription"])
    assert len({rule["id"] for rule in driver["rules"]}) == len(found.outcomes)
    results = {result["ruleIndex"]: result for result in run["results"]}
    assert len(results) == len(run["results"])
    for number, one in enumerate(found.outcomes):
        assert (number in results) == (one.state != "held")
        if number in results:
            the_same(results[number], one)


def the_same(result: dict[str, Any], one: Outcome) -> None:
    conforms("result", result)
    assert result["ruleId"] == one.rule
    assert (result["properties"]["outcome"], result["properties"]["counts"]) == (one.state, one.counts)
    assert result["kind"] in KINDS
    assert result["level"] in LEVELS
    assert (result["level"] == "none") == (result["kind"] != "fail")
    assert result["level"] == {"fail": "error", "warn": "warning", "pass": "none"}[one.counts]
    assert plain(result["message"]) == visible(one.sentence)
    (location,) = result["locations"]
    conforms("physicalLocation", location["physicalLocation"])
    assert location["physicalLocation"]["region"] == {"startLine": one.line}
    places = [location, *result["relatedLocations"]]
    uris = [row["physicalLocation"]["artifactLocation"]["uri"] for row in places if "physicalLocation" in row]
    assert uris[0] == "ci/po%20%5Bl%5Dicy.yaml"
    assert len(uris) == 3
    assert all(URI.fullmatch(uri) for uri in uris)
    assert [row["id"] for row in result["relatedLocations"]] == [1, 2, 3]


@pytest.mark.parametrize("preset", ["commonmark", "gfm-like"])
def test_markdown_says_the_same_outcomes_and_nothing_else(preset: str) -> None:
    found = all_of()
    # The linkifier would need a package of its own: that links are not written is seen in the text.
    tokens = MarkdownIt(preset, {"linkify": False, "html": True}).enable("table").parse(as_markdown(found).decode())
    kinds = {token.type for token in tokens} | {child.type for token in tokens for child in token.children or ()}
    assert kinds <= {
        *(f"{tag}_{end}" for tag in ("heading", "paragraph", "table", "thead", "tbody", "tr", "th", "td", "strong")
          for end in ("open", "close")),
        "inline", "text", "text_special",
    }  # fmt: skip
    texts = [cell(token) for token in tokens if token.type == "inline"]
    head, database, *cells = texts
    assert head == f"{found.policy}: {found.words}"
    assert database == f"Database {found.database}."
    rows = [cells[at : at + 6] for at in range(0, len(cells), 6)]
    assert rows[0] == ["", "rule", "measured", "allowed", "why", "from"]
    for row, one in zip(rows[1:], found.outcomes, strict=True):
        assert row[0] == (one.state if one.counts == "pass" else f"{one.state}, {one.counts}")
        assert row[1:] == [
            squeezed(text) for text in (one.rule, one.measured, one.limit, f"{one.why} {one.text}", one.places[0].words)
        ]


def cell(token: Token) -> str:
    return "".join(child.content for child in token.children or ())


def squeezed(text: str) -> str:
    """A cell begins and ends with its text."""
    return visible(text).strip()


@pytest.mark.parametrize("name", [name for name in HOSTILE if "://" in name or "www." in name])
def test_no_address_in_markdown_becomes_a_link_by_itself(name: str) -> None:
    found = Checked("p", "p", name, 0, 0, 0, ())
    assert not re.search(r"www\.|://", as_markdown(found).decode())


def test_json_says_the_same_outcomes() -> None:
    found = Checked("p", "p.yaml", None, 0, 0, 1, (an_outcome(1, "a", "held", "pass"),), "1")
    told = json.loads(encode(found))
    assert told["schema"] == "segtier.check/1"
    (one,) = told["outcomes"]
    assert (one["state"], one["counts"], one["value"], one["unit"]) == ("held", "pass", 1.5, "% of DB time")
    assert one["places"][0] == {"file": "a", "section": "a", "occurrence": 0, "row": 4}
