"""What a scenario may be called."""

from __future__ import annotations

import unicodedata

from segtier.errors import UnreadableInput

_MOST_CHARACTERS = 120


def plain_name(text: str) -> str:
    """On one line, composed (NFC), without what cannot be seen. Raises UnreadableInput where nothing is left, or too much."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    name = "".join(character for character in line if character.isprintable()).strip()
    if not 0 < len(name) <= _MOST_CHARACTERS:
        raise UnreadableInput(
            "a scenario needs a name" if not name else f"the name {name[:40]!r}... is {len(name)} characters long",
            code="bad-scenario-name",
            advice=f"Give a name of at most {_MOST_CHARACTERS} characters, for example: 2 TB SAN.",
        )
    return name
