"""JUnit XML: a case for each rule. What fails is a failure, what is unknown and does not fail is skipped.

JUnit has no warnings: a rule that only warns passes, says so in its output, and has its outcome among its properties.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from segtier.policy.outcome import Checked, Outcome
from segtier.policy.outputs.visible import visible


def as_junit(found: Checked) -> bytes:
    skipped = sum(_is_skipped(one) for one in found.outcomes)
    counts = {"tests": len(found.outcomes), "failures": found.failed, "errors": 0, "skipped": skipped}
    suites = ET.Element("testsuites", _text(counts))
    suite = ET.SubElement(suites, "testsuite", {"name": visible(found.policy), **_text(counts)})
    for one in found.outcomes:
        _add_case(suite, one)
    ET.indent(suites)
    document: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _add_case(suite: ET.Element, one: Outcome) -> None:
    case = ET.SubElement(suite, "testcase", {"classname": f"segtier.check.{one.kind}", "name": visible(one.rule)})
    properties = ET.SubElement(case, "properties")
    told = {"outcome": one.state, "counts": one.counts, "measured": one.measured, "limit": one.limit}
    for name, value in told.items():
        ET.SubElement(properties, "property", {"name": name, "value": visible(value)})
    message = visible(one.sentence)
    lines = "\n".join((message, *(visible(place.words) for place in one.places[1:])))
    if one.counts == "fail":
        ET.SubElement(case, "failure", {"type": one.state, "message": message}).text = lines
    elif _is_skipped(one):
        ET.SubElement(case, "skipped", {"message": message})
    elif one.counts == "warn":
        ET.SubElement(case, "system-out").text = f"Warning: {lines}"


def _is_skipped(one: Outcome) -> bool:
    return one.state == "unknown" and one.counts != "fail"


def _text(counts: dict[str, int]) -> dict[str, str]:
    return {name: str(count) for name, count in counts.items()}
