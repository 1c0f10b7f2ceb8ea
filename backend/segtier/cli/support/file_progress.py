"""How many files are read: one line on stderr while it is a terminal, gone when anything else is said."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from segtier.cli.support.terminal import say_over

T = TypeVar("T")


def counted(read: Iterable[T], count: Callable[[], int | None]) -> Iterator[T]:
    """What is read, one after the other; `count` says how many there will be, None where only the end tells."""
    if not sys.stderr.isatty():
        yield from read
        return
    total = count()
    of = "" if total is None else f" of {total}"
    try:
        for number, one in enumerate(read, 1):
            say_over("")
            yield one
            say_over(f"{number}{of} files")
    finally:
        say_over("")
