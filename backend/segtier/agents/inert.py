"""Names from reports stay data: control characters are written out, and in sentences a name stands in backquotes.

A report may come from anybody, and whoever reads an answer may be a program that follows sentences.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from segtier.dataclass import dataclass
from segtier.masking.printed import PLAIN

LONGEST = 4_000
"""Characters of one text; what is longer is cut, and says so."""
_PROSE = frozenset(
    "text headline next_step would_change state_text limited_by_text users_text notes worth_text message reason "
    "reasons reason_beside meaning verdict forecast why_not outage_text gate risk warnings who what outage cost "
    "back title label "
    "made_by source what_to_do error".split()
)
"""Fields that hold sentences."""
_WORD = re.compile(r"[\w$#]+")
_SHORTEST_PART = 16
"""Characters of a name that is cut in a sentence and still found."""


@dataclass(frozen=True, slots=True)
class Names:
    """Of the reports: `plain` ones are one word, `wild` ones could be a sentence."""

    plain: frozenset[str] = frozenset()
    wild: tuple[str, ...] = field(default=())

    @classmethod
    def among(cls, texts: Iterable[str]) -> Names:
        """Those that `segtier.masking.printed` found."""
        known = frozenset(texts)
        wild = sorted((text for text in known if not PLAIN.match(text) and len(text) > 3), key=len, reverse=True)
        return cls(frozenset(text for text in known if PLAIN.match(text) and not text.isdecimal()), tuple(wild))

    def quoted(self, sentence: str) -> str:
        """The sentence with each name in backquotes."""
        pieces = [(False, sentence)]
        whole = ((name, name) for name in self.wild)
        begun = ((name, name[:_SHORTEST_PART]) for name in self.wild)
        for name, part in (*whole, *begun):
            if part in sentence:
                pieces = [new for piece in pieces for new in _apart(piece, name, part)]
        return "".join(f"`{written_out(text)}`" if code else self._words(text) for code, text in pieces)

    def _words(self, text: str) -> str:
        """Backquotes that stand in it already become quotes, so that all there are enclose a name."""
        harmless = written_out(text.replace("`", "'"))
        return _WORD.sub(lambda found: f"`{found[0]}`" if found[0] in self.plain else found[0], harmless)


def inert(value: Any, names: Names, key: str = "") -> Any:
    """The same JSON with every text made harmless."""
    match value:
        case str():
            return names.quoted(value) if key in _PROSE else written_out(value)
        case Mapping():
            return {written_out(name): inert(one, names, name) for name, one in value.items()}
        case list() | tuple():
            return [inert(one, names, key) for one in value]
        case _:
            return value


def written_out(text: str) -> str:
    """Control, format and unassigned characters, and the backquote, as \\uXXXX; at most LONGEST characters."""
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}... ({len(text):,} characters)"
    if text.isascii() and text.isprintable() and "`" not in text:
        return text
    return "".join(_escape(one) if one == "`" or _invisible(one) else one for one in text)


def _invisible(one: str) -> bool:
    return unicodedata.category(one) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(one: str) -> str:
    return f"\\u{ord(one):04x}" if ord(one) < 0x10000 else f"\\U{ord(one):08x}"


def _apart(piece: tuple[bool, str], name: str, part: str) -> Iterable[tuple[bool, str]]:
    """A piece of a sentence, cut around each place where it has that part of the name, and as much more of it as there is."""
    code, text = piece
    start = -1 if code else text.find(part)
    if start < 0:
        return (piece,)
    end = start + len(part)
    while end < len(text) and end - start < len(name) and text[end] == name[end - start]:
        end += 1
    return ((False, text[:start]), (True, text[start:end]), *_apart((False, text[end:]), name, part))
