"""Sets of segments as people type them: `yesterday=OWNER.NAME,OWNER.NAME`, or the names alone; words stand for what is many."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from segtier.errors import Refused
from segtier.model.option import PARTS, SPECS, OptionName
from segtier.model.segment_set import AS_MANY_AS_FIT, SegmentSet

_LONGEST_LABEL = 60
WORDS = "INDEXES, HOTTEST (as many tables as fit), HOTTEST 4, REDO, TEMP"
_ADVICE = (
    "Write label=OWNER.NAME,OWNER.NAME, each set with a label of its own; * stands for any letters, and these words for what"
    f" they say: {WORDS}."
)
HOW_TO_NAME = (
    "A set is an option only if the question defines it: give the set, label=OWNER.NAME,OWNER.NAME, with set-LABEL."
)
_HOTTEST = re.compile(r"HOTTEST(?:\s+(\d{1,4}))?")
_BESIDE: dict[str, OptionName] = {name.upper(): name for name in PARTS if SPECS[name].beside_data}


def read_set(text: str) -> SegmentSet:
    """Raises Refused where the label or the names are empty, or `HOTTEST` counts none."""
    label, equals, names = text.partition("=")
    if not equals:
        label, names = text, text
    label = " ".join(label.split())[:_LONGEST_LABEL]
    named = [name.strip() for name in re.split(r"[,\r\n]", names) if name.strip()]
    shown = text[:_LONGEST_LABEL]
    if not named:
        raise Refused(f"the set {shown!r} names no segment", code="empty-set", advice=_ADVICE)
    if not label:
        raise Refused(f"the set {shown!r} has no label", code="set-without-label", advice=_ADVICE)
    words = [name.upper() for name in named]
    hottest = [found for word in words if (found := _HOTTEST.fullmatch(word))]
    counts = {int(found[1]) if found[1] else AS_MANY_AS_FIT for found in hottest}
    if len(counts) > 1 or any(found[1] and not int(found[1]) for found in hottest):
        raise Refused(
            f"the set {shown!r} does not say how many of the hottest tables", code="unclear-set", advice=_ADVICE
        )
    return SegmentSet(
        label=label,
        names=tuple(name for name, word in zip(named, words, strict=True) if not _is_word(word)),
        indexes="INDEXES" in words,
        hottest=counts.pop() if counts else None,
        beside=tuple(name for word, name in _BESIDE.items() if word in words),
    )


def _is_word(word: str) -> bool:
    return word == "INDEXES" or word in _BESIDE or _HOTTEST.fullmatch(word) is not None


def refuse_unclear_sets(texts: Sequence[str]) -> None:
    """Raises Refused for a set that says nothing, and for two that are called the same."""
    sets = [read_set(text) for text in texts]
    option, times = next(iter(Counter(one.option for one in sets).most_common(1)), ("", 0))
    if times > 1:
        label = next(one.label for one in sets if one.option == option)
        raise Refused(f"{times} sets are called {label!r}, as the option {option}", code="set-twice", advice=_ADVICE)
