"""A count with its noun, the same everywhere a sentence is made with one."""

from __future__ import annotations


def plural(count: int, one: str, several: str | None = None) -> str:
    """`1 segment`, `3 segments`. The verb goes along where it follows: `plural(n, "file is", "files are")`."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
