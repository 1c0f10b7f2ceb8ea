"""What whoever changes something saw of it before: asked inside the transaction that changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Expected = Callable[[T], None]
"""Raises where the value as it is now is not what was seen."""


def anything(_: object) -> None:
    """Nobody said what they saw."""
