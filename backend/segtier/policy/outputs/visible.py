"""Names of objects and files come from anywhere: what cannot be seen, or no file may hold, is made visible."""

from __future__ import annotations


def visible(text: str) -> str:
    """On one line; control characters, also those that turn the text round, as Python would write them (`\\x1b`)."""
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
