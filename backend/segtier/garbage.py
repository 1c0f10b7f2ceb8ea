"""When Python looks for garbage: not while it imports, and seldom in a process that reads reports."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG_OBJECTS = 100_000
"""By default it looks each 700 new objects; a report makes a million, nearly all of which stay to its end."""


def look_seldom() -> None:
    """From now on; what is loaded already stays, so nobody need look for garbage in it."""
    gc.set_threshold(_YOUNG_OBJECTS, 50, 100)
    gc.freeze()


@contextmanager
def unsought() -> Iterator[None]:
    """While modules are imported: what they make stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
