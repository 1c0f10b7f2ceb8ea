"""Characters that cannot be seen, or make a text show something else than it holds.

By property, so that none is missed: control and format characters, those that Unicode says may be ignored when they are shown
(Default_Ignorable_Code_Point, which Python does not know: the table below is checked by a test), and letters that are blank.
"""

from __future__ import annotations

import unicodedata

IGNORABLE = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""Default_Ignorable_Code_Point of Unicode 17: first and last of each range."""
_BLANK = frozenset("\u2800\ufffc\U00016fe4\U0001d159")
"""Drawn as nothing, though nothing in Unicode says so."""
PREPENDED = frozenset(map(chr, (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD)))
"""Format characters that are drawn, round the digits after them (Prepended_Concatenation_Mark)."""
_LAYOUT = frozenset("\t\n\r")
_NOT_SEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
MOST_MARKS = 4
"""Combining marks on one letter: more than any language writes reach into the lines above and below."""
_JOINER, _NON_JOINER, _LOOKS = "\u200d", "\u200c", "\ufe0e\ufe0f"
_KEYCAPS = frozenset("0123456789#*")
_VIRAMA = 9
"""Canonical combining class of the sign that joins letters in scripts of India."""


def unseen(text: str) -> str | None:
    """The first character of a text for others to read that they would not see; None where there is none.

    What writes emoji, Persian or Hindi may stand where it does so: joiners between symbols, between letters that join, and after
    a sign that joins; the choice of how a symbol looks.
    """
    marks = 0
    for place, one in enumerate(text):
        marks = marks + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (is_unseen(one) and not _is_in_place(text, place)):
            return one
    return None


def is_unseen(one: str) -> bool:
    """Of one character, wherever it stands. Tabs and line ends are layout."""
    if one.isascii():
        return one not in _LAYOUT and not one.isprintable()
    if one in _BLANK or any(first <= ord(one) <= last for first, last in IGNORABLE):
        return True
    return unicodedata.category(one) in _NOT_SEEN and one not in PREPENDED


def _is_in_place(text: str, place: int) -> bool:
    if place == 0:
        return False
    one, before, after = text[place], text[place - 1], text[place + 1 : place + 2]
    if one in _LOOKS:
        return _is_symbol(before) or before in _KEYCAPS
    if one == _JOINER and (_is_symbol(before) or before in _LOOKS):
        return _is_symbol(after)
    if one in (_JOINER, _NON_JOINER):
        return unicodedata.combining(before) == _VIRAMA or (_joins(before) and _joins(after))
    return False


def _is_symbol(one: str) -> bool:
    return bool(one) and unicodedata.category(one) in ("So", "Sk", "Sm") and not one.isascii()


def _joins(one: str) -> bool:
    """A letter of Arabic script, as Persian and Urdu write it."""
    return bool(one) and unicodedata.bidirectional(one) == "AL"
