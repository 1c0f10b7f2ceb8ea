"""How often Python looks for garbage in a process that reads reports."""

from __future__ import annotations

import gc

_YOUNG_OBJECTS = 100_000
"""By default it looks each 700 new objects; a report makes a million, nearly all of which stay to its end."""


def look_seldom() -> None:
    """From now on; what is loaded already stays, so nobody need look for garbage in it."""
    gc.set_threshold(_YOUNG_OBJECTS, 50, 100)
    gc.freeze()
