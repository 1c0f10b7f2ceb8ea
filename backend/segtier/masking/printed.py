"""The names that documents print, to tell them apart from words of ours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from segtier.documents import as_builtins
from segtier.masking.walk import change_names
from segtier.model.names import Kind
from segtier.oracle.wait_events import known_words

PLAIN = re.compile(r"[\w$#]+\Z", re.ASCII)
"""A name that is one word."""
_PRINTED = frozenset("event wait_class release edition role platform type".split())
"""Words of a report that sentences repeat; where they are Oracle's own they stay as they are."""


def printed_names(documents: Iterable[Any]) -> frozenset[str]:
    """Every name in workloads and inventories, and each text that could be a sentence of theirs."""
    found: set[str] = set()

    def note(kind: Kind, text: str, _holder: Any, _field: str) -> str:
        if kind not in (Kind.TEXT, Kind.TIME) and not (kind is Kind.PARAMETER and PLAIN.match(text)):
            found.add(text)
        return text

    for one in documents:
        change_names(one, note)
        found.update(text for text in _printed(as_builtins(one)) if not PLAIN.match(text))
    return frozenset(found - known_words())


def _printed(value: Any, key: str = "") -> Iterable[str]:
    """The texts of a document that are under the keys of `_PRINTED`."""
    match value:
        case str():
            if key in _PRINTED:
                yield value
        case Mapping():
            for name, one in value.items():
                yield from _printed(one, name)
        case list() | tuple():
            for one in value:
                yield from _printed(one, key)
        case _:
            return
