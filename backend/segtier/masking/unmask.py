"""The way back: names in the place of tokens, in the document and not in any script."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from segtier.errors import Refused
from segtier.masking.map import Name
from segtier.masking.tokens import TOKEN
from segtier.masking.walk import change_names
from segtier.model.inventory import Inventory
from segtier.model.names import Kind
from segtier.model.pair import Pair
from segtier.model.plan import PlanRequest
from segtier.model.workload import Workload

D = TypeVar("D", bound=Workload | Inventory | Pair | PlanRequest)

Names = Mapping[str, Name]
"""What each token stands for."""

_IN_TEXT = re.compile(
    rf"(?:[A-Z*]{{1,128}}[$_]?)?(?:\+|/dev/|/|[A-Za-z]:[\\/])?(?:{TOKEN.pattern}[\\/]){{0,255}}{TOKEN.pattern}"
)


def unmask(value: D, names: Names) -> D:
    """The value with its own names again. Names that were never masked stay as they are.

    Raises Refused (`wrong-map`) where a token is not in the map.
    """

    def change(kind: Kind, text: str, _holder: Any, _field: str) -> str:
        name = names.get(text)
        if name is not None:
            return name.original
        if kind is Kind.FILE and (token := TOKEN.match(text)) and token[0] in names:
            return names[token[0]].original  # it got an ending when it was stored
        if kind is Kind.TEXT:
            return _IN_TEXT.sub(lambda found: _in_sentence(found[0], names), text)
        if TOKEN.search(text):
            raise _wrong_map(text)
        return text

    changed: D = change_names(value, change)
    return changed


def _in_sentence(masked: str, names: Names) -> str:
    whole = names.get(masked)
    if whole is not None:
        return whole.original
    return TOKEN.sub(lambda found: _original(found[0], names), masked)


def _original(token: str, names: Names) -> str:
    if token not in names:
        raise _wrong_map(token)
    return names[token].original


def _wrong_map(masked: str) -> Refused:
    return Refused(
        f"the map does not know {masked[:60]!r}",
        code="wrong-map",
        advice="Give the map that was written when these files were masked; files masked with several maps cannot be joined.",
    )
