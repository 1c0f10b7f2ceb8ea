"""A name that is not known is answered with the one that was meant, or with none."""

from __future__ import annotations

import pytest

from segtier.api.errors import not_here
from segtier.question import ROWS

NAMES = [row.rest for row in ROWS]


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("sdd", "ssd"),
        ("spindle", "spindles"),
        ("usr", "users"),
        ("hour_from", "hours_from"),
        ("pinned", "pin"),
        ("machine", "machine_type"),
        ("option", None),
        ("target", None),
        ("foo", None),
        ("p", None),
        ("", None),
    ],
)
def test_only_what_is_near_is_suggested(given: str, meant: str | None) -> None:
    said = not_here("parameter", given, NAMES)
    assert said.endswith(f"did you mean {meant!r}?" if meant else f"known are {', '.join(NAMES)}")
