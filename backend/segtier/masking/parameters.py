"""Values of initialization parameters: figures and switches are kept, everything else is masked."""

from __future__ import annotations

import re
from collections.abc import Callable

_FIGURE = re.compile(r"-?\d+(\.\d+)?[KMGT]?", re.IGNORECASE)
_RELEASE = re.compile(r"\d+(\.\d+){1,4}")
_OF_RELEASE = frozenset({"compatible", "optimizer_features_enable"})
_SWITCHES = frozenset(
    "TRUE FALSE YES NO ON OFF NONE AUTO MANUAL ALL BASIC TYPICAL FULL ENABLE DISABLE ENABLED DISABLED EXCLUSIVE SHARED"
    " FORCE EXACT SIMILAR ASYNCH DIRECTIO SETALL CHOOSE ALL_ROWS FIRST_ROWS PARTIAL LIMITED ADAPTIVE DEFERRED IMMEDIATE"
    " DIAGNOSTIC+TUNING DIAGNOSTIC DEFER OS DB XML EXTENDED STANDARD PERMITTED ALWAYS PREFERRED BINARY MEMORY".split()
)
TABLESPACE_PARAMETERS = frozenset({"undo_tablespace"})
"""They name a tablespace, and nothing else."""
_NAMING = re.compile(r"_names?$|domain|listener|interconnect|dispatchers|_dest|fal_", re.IGNORECASE)
_PATH = re.compile(r"['\" ]*(\+|/|[A-Za-z]:[\\/])")


def is_plain(name: str | None, value: str) -> bool:
    """Whether a value tells no name. What a parameter of names and places holds does, even where it looks like a figure."""
    text = value.strip()
    if not text:
        return True
    if name in _OF_RELEASE:
        return _RELEASE.fullmatch(text) is not None
    if text.upper() in ("TRUE", "FALSE"):
        return True
    if name is None or _NAMING.search(name):
        return False
    return _FIGURE.fullmatch(text) is not None or text.upper() in _SWITCHES


def mask_value(value: str, whole: str, path: Callable[[str], str]) -> str:
    """A list of paths keeps its paths' forms; any other value becomes its token."""
    parts = value.split(",")
    if all(_PATH.match(part) for part in parts):
        return ",".join(part.replace(part.strip(), path(part.strip())) for part in parts)
    return whole
