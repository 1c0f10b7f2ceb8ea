"""Sentences of Segtier's own in a document: their words stay, and names in them do not.

`own_sentences.txt` has those that stand in documents, a field as {}, and words that fields have. `make sentences` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files

_FILE, FIELD = "own_sentences.txt", "{}"
_LONGEST = 4_000
"""Characters: a sentence of ours is shorter."""
_WORD = re.compile(r"(?<![A-Za-z])(?:a|[a-z][a-z'-]{1,40})(?![A-Za-z])")
_BETWEEN = re.compile(r"(: |; |\. )")
"""Between sentences that are said together."""
_PIECE = re.compile(r"[^\s()\[\],;:]+")
_TELLS_NOTHING = re.compile(r"[\d.,:+%/-]+|WR[HIM]\$_[A-Z0-9_$]{1,40}|ORA-\d{1,5}|DB|CPU|SQL|AWR|PDB|[KMGT]i?B")
"""Figures, times, Oracle's words."""


def in_own_words(text: str, mask: Callable[[str], str]) -> str | None:
    """The sentence with what may be a name in it masked; None where it is none of ours."""
    if len(text) > _LONGEST:
        return None
    whole = _by_template(text, mask)
    if whole is not None:
        return whole
    parts = _BETWEEN.split(text)
    own = {at: said for at, part in enumerate(parts) if (said := _by_template(part, mask)) is not None}
    return "".join(own.get(at) or _kept(part, mask) for at, part in enumerate(parts)) if own else None


def _by_template(text: str, mask: Callable[[str], str]) -> str | None:
    for parts in _templates():
        fields = _fields(text, parts)
        if fields is not None:
            kept = [_kept(field, mask) for field in fields]
            return "".join(said for pair in zip(parts, [*kept, ""], strict=True) for said in pair)
    return None


def _kept(field: str, mask: Callable[[str], str]) -> str:
    """A field is kept whole or masked whole; a sentence in it is one more of ours."""
    words = _words()
    if _BETWEEN.fullmatch(field) or all(
        piece in words or _TELLS_NOTHING.fullmatch(piece) for piece in _PIECE.findall(field)
    ):
        return field
    return _by_template(field, mask) or mask(field)


def _fields(text: str, parts: Sequence[str]) -> list[str] | None:
    """What stands between these words, each where it first comes; None where they do not all come."""
    first, last = parts[0], parts[-1]
    if len(parts) == 1:
        return [] if text == first else None
    if len(text) < len(first) + len(last) or not text.startswith(first) or not text.endswith(last):
        return None
    at, end = len(first), len(text) - len(last)
    fields = []
    for part in parts[1:-1]:
        found = text.find(part, at, end)
        if found < 0:
            return None
        fields.append(text[at:found])
        at = found + len(part)
    return [*fields, text[at:end]]


@cache
def _templates() -> tuple[tuple[str, ...], ...]:
    """Words of each sentence between its fields; those that say most come first."""
    lines = files(__package__).joinpath(_FILE).read_text("utf-8").splitlines()
    return tuple(sorted((tuple(line.split(FIELD)) for line in lines), key=lambda parts: -sum(map(len, parts))))


@cache
def _words() -> frozenset[str]:
    return frozenset(word for parts in _templates() for part in parts for word in _WORD.findall(part))
