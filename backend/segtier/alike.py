"""Of known names the one that is meant by a mistyped one."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

_ALIKE = 0.6


def alike(word: str, known: Collection[str], cutoff: float = _ALIKE) -> str | None:
    """Capitals count for nothing; None where no name is near enough."""
    folded = {one.casefold(): one for one in known}
    found = get_close_matches(word[:100].casefold(), folded, 1, cutoff)
    return folded[found[0]] if found else None


def did_you_mean(word: str, known: Collection[str]) -> str:
    """A sentence of advice: the nearest name, or all there are."""
    near = alike(word, known)
    return f"Did you mean {near}?" if near else f"There are: {', '.join(known)}."
