"""How deep a page's elements lie within each other: HTML5 parsers need the square of the depth.

No report is deeper than a few dozen elements. A quick count of tags clears every ordinary page; only one that leaves
many of them open is walked through tag by tag.
"""

from __future__ import annotations

import re

from segtier.errors import UnreadableInput

MOST_DEEP = 500
_OPEN_ENOUGH_TO_LOOK = 2_000
_BLOCK = 8_192
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_NEVER_NEST = frozenset(
    "area base body br col embed hr html head img input link meta param source track wbr"
    " p li td th tr tbody thead tfoot dt dd option h1 h2 h3 h4 h5 h6".split()
)
"""Elements without an end, and those that the next of their kind ends."""
_HEADING = re.compile(r"<h[1-4]\b[^>]{0,200}>([^<]{1,200})", re.IGNORECASE)


def refuse_deep(text: str) -> None:
    """Raises UnreadableInput, with section and line, where elements lie more than 500 deep."""
    if _most_open(text) < _OPEN_ENOUGH_TO_LOOK:
        return
    depth = 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() not in _NEVER_NEST:
            depth = max(depth - 1, 0) if tag[1] else depth + 1
            if depth > MOST_DEEP:
                message = (
                    f"the page's elements lie more than {MOST_DEEP} deep within each other; no report is written so"
                )
                raise misshapen(text, tag.start(), message, "too-deep")


def _most_open(text: str) -> int:
    """At most this many more tags begin than end before any block's end, and within one block."""
    open_tags = most = 0
    for start in range(0, len(text), _BLOCK):
        begun = text.count("<", start, start + _BLOCK)
        most = max(most, open_tags + begun)
        open_tags = max(open_tags + begun - 2 * text.count("</", start, start + _BLOCK + 1), 0)
    return most


def misshapen(text: str, offset: int, message: str, code: str) -> UnreadableInput:
    """The refusal of a page for what stands at `offset`."""
    headings = _HEADING.findall(text, max(0, offset - 1_000_000), offset)
    return UnreadableInput(
        message,
        code=code,
        section=" ".join(headings[-1].split()) if headings else None,
        line=text.count("\n", 0, offset) + 1,
        column=offset - text.rfind("\n", 0, offset),
        excerpt=text[offset : offset + 40],
        advice="Create the report again and upload the file Oracle wrote.",
    )
