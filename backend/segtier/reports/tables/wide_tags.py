"""How many attributes a page's tags have: an HTML5 parser holds each against all those before it in its tag.

A tag of a report has a few. Quick looks clear every ordinary page: one at tags longer than so many attributes could be, one
for values that hold a `>`. Only where there are such values is the page walked through; what stands in scripts and comments
counts as tags there too, since nothing but a whole parser knows where these begin.
"""

from __future__ import annotations

import re

from segtier.errors import UnreadableInput
from segtier.reports.tables.nesting import misshapen
from segtier.reports.tables.rows import LONGEST_TAG

MOST_ATTRIBUTES = 256
_LONG = re.compile(rf"<[a-zA-Z][^>]{{{2 * MOST_ATTRIBUTES}}}")
"""Each takes two characters: its name, and what parts it from the one before."""
_NAME = re.compile(r"<[a-zA-Z][^\t\n\f\r />]*+")
_ATTRIBUTE = re.compile(
    r"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    r"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\">]*+\"?+|'[^'>]*+'?+|[^\t\n\f\r >\"'][^\t\n\f\r >]*+)?+)?+"
)
_HIDING_VALUE = r"=[\t\n\f\r ]*(?:\"[^\">]*>|'[^'>]*>)"
_ANY_HIDING = re.compile(_HIDING_VALUE)
"""Outside tags too: most pages have none, which is told in a third of the time."""
_HIDDEN_END = re.compile(rf"<[^<>]*{_HIDING_VALUE}")
"""A value that holds a `>`, and so a tag that does not end there: the first such value of a tag is always found."""
_STEP = re.compile(r"<[a-zA-Z]|>|=[\t\n\f\r ]*+[\"']|[\"']|[\t\n\f\r /]++")
_PARTS = "\t\n\f\r />"


def refuse_wide(text: str) -> None:
    """Raises UnreadableInput, with section and line, where a tag has more than 256 attributes or 1 MiB."""
    at = 0
    while long := _LONG.search(text, at):
        end = text.find(">", long.end())
        at = len(text) if end < 0 else end
        if at - long.start() > LONGEST_TAG or _has_many(text, long.start(), at):
            raise _too_wide(text, long.start())
    if _ANY_HIDING.search(text) and _HIDDEN_END.search(text):
        _walk(text)


def _has_many(text: str, start: int, end: int) -> bool:
    """Of a tag without any `>` before its end."""
    name = _NAME.match(text, start, end)
    at, count = name.end() if name else end, 0
    while count <= MOST_ATTRIBUTES and (one := _ATTRIBUTE.match(text, at, end)):
        at, count = one.end(), count + 1
    return count > MOST_ATTRIBUTES


def _walk(text: str) -> None:
    """As if a tag began at every `<`: the most attributes that the one around each place can have by then.

    It is in the tag itself (`open_tag`), in values (`within`, by their quote), or in none (-1): as many of these at once as
    can be meant.
    """
    open_tag, begin = -1, 0
    within, begins = {'"': -1, "'": -1}, {'"': 0, "'": 0}
    for step in _STEP.finditer(text):
        sign = step[0][-1]
        if sign == ">":
            open_tag = -1
        elif sign in within:
            closed, opens = within[sign], len(step[0]) > 1
            within[sign], begins_here = (open_tag, begin) if opens else (-1, 0)
            if closed >= 0:
                glued = text[step.end() : step.end() + 1] not in _PARTS
                if closed + glued > open_tag:
                    open_tag, begin = closed + glued, begins[sign]
            begins[sign] = begins_here
        elif sign in _PARTS:
            open_tag += open_tag >= 0
        elif open_tag < 0:
            open_tag, begin = 0, step.start()
        if open_tag > MOST_ATTRIBUTES or (open_tag >= 0 and step.end() - begin > LONGEST_TAG):
            raise _too_wide(text, begin)


def _too_wide(text: str, offset: int) -> UnreadableInput:
    return misshapen(
        text,
        offset,
        f"a tag has more than {MOST_ATTRIBUTES} attributes, or {LONGEST_TAG:,} bytes; no report is written so",
        "too-wide",
    )
