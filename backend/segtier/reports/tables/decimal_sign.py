"""Whether a report prints its figures as `1,234.5` or, in a session with decimal comma, as `1.234,5`."""

from __future__ import annotations

import re

_LOOK_AT = 200_000
_COUNT_IN = 60_000
_MINUTES = "(mins)"
_STATED = re.compile(r"\d([.,])\d{2}\s*\Z")
_INTERVAL_WIDTH = 80
_COMMA_END = re.compile(r",\d{1,2}[<\s]")
_COMMA = re.compile(r"[>\s](?:\d{1,3}(?:\.\d{3})*)?,\d{1,2}(?=[<\s])")
_POINT = re.compile(r"[>\s](?:\d{1,3}(?:,\d{3})*)?\.\d{1,2}(?=[<\s])")
"""Figures with one or two decimals: no group of thousands is as short."""


_MOSTLY, _MANY = 9, 20
"""Times as many figures of one sign, of so many at least, say more than the length of the interval."""


def has_decimal_comma(text: str) -> bool:
    """As nearly all figures of the first pages have it; else as the length of the interval says, else as most of them."""
    front = text[:_COUNT_IN]
    ends = len(_COMMA_END.findall(front))
    if ends >= _MANY and _outnumber(front, _MANY, _MOSTLY):
        return True
    looked_at = text[:_LOOK_AT]
    at = looked_at.find(_MINUTES)
    while at >= 0:
        stated = _STATED.search(looked_at[max(0, at - _INTERVAL_WIDTH) : at])
        if stated is not None:
            return stated[1] == ","
        at = looked_at.find(_MINUTES, at + 1)
    return ends > 0 and _outnumber(front, 1, 1)


def _outnumber(front: str, least: int, times: int) -> bool:
    """There are so many decimal commas at least, and more than so many times the points. Seldom asked: counting takes long."""
    commas = len(_COMMA.findall(front))
    return commas >= least and commas > times * len(_POINT.findall(front))
