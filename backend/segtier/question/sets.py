"""Sets of segments as people type them: `yesterday=OWNER.NAME,OWNER.NAME`, or the names alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from segtier.errors import Refused

_LONGEST_LABEL = 60
_ADVICE = "Write label=OWNER.NAME,OWNER.NAME, each set with a label of its own; * stands for any letters."


def read_set(text: str) -> tuple[str, list[str]]:
    """The label and the names. Raises Refused where one of them is empty."""
    label, equals, names = text.partition("=")
    if not equals:
        label, names = text, text
    label = label.strip()[:_LONGEST_LABEL]
    patterns = [name.strip() for name in names.split(",") if name.strip()]
    shown = text[:_LONGEST_LABEL]
    if not patterns:
        raise Refused(f"the set {shown!r} names no segment", code="empty-set", advice=_ADVICE)
    if not label:
        raise Refused(f"the set {shown!r} has no label", code="set-without-label", advice=_ADVICE)
    return label, patterns


def refuse_unclear_sets(texts: Sequence[str]) -> None:
    """Raises Refused for a set that says nothing, and for two that are called the same."""
    label, times = next(iter(Counter(read_set(text)[0] for text in texts).most_common(1)), ("", 0))
    if times > 1:
        raise Refused(f"{times} sets are called {label!r}", code="set-twice", advice=_ADVICE)
