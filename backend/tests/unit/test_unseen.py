"""Nothing that cannot be seen stands in a text for others, and what people write in their languages does."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest

from segtier.api.schemas.base import SeenText
from segtier.unseen import IGNORABLE, MOST_MARKS, PREPENDED, is_unseen, unseen

TAG_SCRIPT = "ok\U000e0001\U000e0072"
REFUSED = {
    "a tag": (TAG_SCRIPT, 0xE0001),
    "tag letters of a flag": ("\U0001f3f4\U000e0067\U000e007f", 0xE0067),
    "Hangul filler": ("a\u3164b", 0x3164),
    "half-width filler": ("\uffa0", 0xFFA0),
    "Hangul fillers for syllables": ("\u115f\u1160", 0x115F),
    "blank Braille": ("a\u2800", 0x2800),
    "a null note head": ("\U0001d159", 0x1D159),
    "right-to-left override": ("a\u202eb", 0x202E),
    "zero width space": ("a\u200bb", 0x200B),
    "a joiner between letters": ("a\u200db", 0x200D),
    "a non-joiner between letters": ("a\u200cb", 0x200C),
    "a joiner at the end": ("\U0001f469\u200d", 0x200D),
    "a look after a letter": ("a\ufe0f", 0xFE0F),
    "a look at the beginning": ("\ufe0f", 0xFE0F),
    "two looks": ("\u2764\ufe0f\ufe0f", 0xFE0F),
    "a supplementary look": ("a\U000e0100", 0xE0100),
    "grapheme joiner": ("a\u034f", 0x034F),
    "3,900 accents": ("a" + "\u0301" * 3_900, 0x0301),
    "one accent too many": ("a" + "\u0301" * (MOST_MARKS + 1), 0x0301),
    "an escape": ("a\x1b[31m", 0x1B),
    "half a character": ("a\ud800", 0xD800),
}
TAKEN = [
    "",
    "Approved: 3 % of the segments,\n\tsee operation 4.\r\n",
    "Größe, Việt, ÅÄÖ, naïve, a\u0301\u0302",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian: a non-joiner between letters
    "\u0915\u094d\u200d\u0937",  # Hindi: a joiner after the sign that joins
    "\u05e9\u05c1\u05b8\u0591",  # Hebrew: three marks on a letter
    "\u2764\ufe0f \u26a0\ufe0f 1\ufe0f\u20e3 \U0001f44d\U0001f3fd",
    "\U0001f469\U0001f3fd\u200d\U0001f4bb \U0001f3f3\ufe0f\u200d\U0001f308 \U0001f468\u200d\U0001f469\u200d\U0001f467",
]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_seen_is_named(name: str) -> None:
    text, character = REFUSED[name]
    assert unseen(text) == chr(character)


@pytest.mark.parametrize("text", TAKEN)
def test_languages_and_emoji_are_taken(text: str) -> None:
    assert unseen(text) is None


def test_the_table_holds_all_that_python_knows_of() -> None:
    """By the definition of Default_Ignorable_Code_Point (UAX #44): format characters but a few, variation selectors, fillers."""
    drawn = {*PREPENDED, *map(chr, (*range(0xFFF9, 0xFFFC), *range(0x13430, 0x13440)))}
    for one in map(chr, range(sys.maxunicode + 1)):
        listed = any(first <= ord(one) <= last for first, last in IGNORABLE)
        name = unicodedata.name(one, "")
        if "VARIATION SELECTOR" in name or (name.startswith(("HANGUL", "HALFWIDTH HANGUL")) and "FILLER" in name):
            assert listed, hex(ord(one))
        if unicodedata.category(one) == "Cf":
            assert listed == (one not in drawn), hex(ord(one))


def test_the_pattern_of_the_interface_refuses_nothing_that_is_taken() -> None:
    (extra,) = [one for one in SeenText.__metadata__ if getattr(one, "json_schema_extra", None)]
    pattern = re.compile(extra.json_schema_extra["pattern"])
    for code in range(0x10000):
        if not pattern.match(chr(code)):
            assert is_unseen(chr(code)), hex(code)
    assert all(pattern.match(text) for text in TAKEN)
