"""SARIF 2.1.0: every rule of the policy is a rule, everything but what held is a result.

A result lies at its rule's line in the policy, which is in the repository; the reports it is from are related locations.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from segtier.documents import encode
from segtier.policy.outcome import Checked, Outcome, Place
from segtier.policy.outputs.visible import visible

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"fail": "error", "warn": "warning", "pass": "none"}


def as_sarif(found: Checked) -> bytes:
    rules = [
        {
            "id": visible(one.rule),
            "name": one.kind,
            "shortDescription": _message(f"{one.rule}: {one.limit}"),
            "defaultConfiguration": {"level": one.severity},
        }
        for one in found.outcomes
    ]
    driver = {"name": "Segtier", "version": found.engine_version, "rules": rules}
    results = [_result(number, one, found.file) for number, one in enumerate(found.outcomes) if one.state != "held"]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return encode({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + b"\n"


def _result(number: int, one: Outcome, policy: str) -> dict[str, Any]:
    """`kind` is open where an unknown counts as passed: only what fails may have a level."""
    place = {"artifactLocation": {"uri": _uri(policy)}, "region": {"startLine": one.line}}
    return {
        "ruleId": visible(one.rule),
        "ruleIndex": number,
        "kind": "open" if one.counts == "pass" else "fail",
        "level": _LEVELS[one.counts],
        "message": _message(one.sentence),
        "locations": [{"physicalLocation": place}],
        "relatedLocations": [_related(id_, where) for id_, where in enumerate(one.places, 1)],
        "properties": {
            "outcome": one.state,
            "counts": one.counts,
            "measured": visible(one.measured),
            "limit": visible(one.limit),
        },
    }


def _related(id_: int, where: Place) -> dict[str, Any]:
    found: dict[str, Any] = {"id": id_, "message": _message(where.words or "not named")}
    if where.file:
        found["physicalLocation"] = {"artifactLocation": {"uri": _uri(where.file)}}
    return found


def _message(text: str) -> dict[str, str]:
    """Plain: brackets would make links and braces take arguments."""
    plain = visible(text).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return {"text": plain.replace("{", "{{").replace("}", "}}")}


def _uri(file: str) -> str:
    """A relative reference, or a file's where the path begins at the root."""
    path = quote(file.replace("\\", "/").encode("utf-8", "surrogatepass"))
    return f"file://{path}" if path.startswith("/") else path
