"""Inputs of the forecast as people state them: `flash_read_us=150`, `disk_utilisation=0.6`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from segtier.alike import did_you_mean
from segtier.errors import Refused, UnreadableInput
from segtier.model.assumption import KINDS, STATABLE

PATTERN = r"(?P<name>\w{1,40})\s{0,9}=\s{0,9}(?P<value>-?\d{1,18}(?:\.\d{1,18})?)"
_TEXT = re.compile(PATTERN)
NO_INPUT = "{given} states no input of the forecast"
_FORM = "NAME=VALUE, a latency in microseconds: flash_read_us=150."
ADVICE = f"{_FORM} Names: {', '.join(STATABLE)}."
"""For a field of the page, before anything is sent."""


def read_assumed(texts: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Name and value of each. Raises UnreadableInput for another form or name, Refused beyond the ends and for a name twice."""
    found: dict[str, float] = {}
    for text in texts:
        name, value = _read(text)
        if name in found:
            raise Refused(f"{name} is stated twice", code="assumption-twice", advice="State each input once.")
        found[name] = value
    return tuple(found.items())


def _read(text: str) -> tuple[str, float]:
    match = _TEXT.fullmatch(text.strip())
    if match is None or match["name"] not in STATABLE:
        name = match["name"] if match else text.partition("=")[0].strip()
        near = "" if name in STATABLE else f" {did_you_mean(name, STATABLE)}"
        raise UnreadableInput(NO_INPUT.format(given=repr(text[:80])), code="bad-assumption", advice=f"{_FORM}{near}")
    name, value = match["name"], float(match["value"])
    least, most = KINDS[name].least, KINDS[name].most
    assert least is not None
    assert most is not None
    if not least <= value <= most:
        raise Refused(
            f"{name} lies between {least:,.6g} and {most:,.6g}, not at {value:,.6g}",
            code="impossible-assumption",
            advice=f"{KINDS[name].title}. State a value between these ends.",
        )
    return name, value
