"""An option of an advice by its name."""

from __future__ import annotations

from collections.abc import Iterable

from segtier.errors import NotFound, named
from segtier.model.advice import OptionAdvice
from segtier.model.option import TIERS, is_set
from segtier.question.sets import HOW_TO_NAME

_HOW_TO_ASK = f"Ask for several tiers with {named('tiers')}; a single one is the SSD of the other options."


def option_called(name: str, options: Iterable[OptionAdvice]) -> OptionAdvice:
    """Raises NotFound, with the names there are; a set is one only while the question names it."""
    known = {row.option: row for row in options}
    if name in known:
        return known[name]
    raise NotFound(
        f"no option {name[:40]!r}; the options are {', '.join(known)}",
        code="unknown-option",
        advice=HOW_TO_NAME if is_set(name) else _HOW_TO_ASK if name == TIERS else None,
    )
