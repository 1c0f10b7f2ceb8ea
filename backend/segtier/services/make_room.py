"""Deletions work on a full disk, where anything can make them: they may use up the reserve (`store/reserve.py`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from segtier.services.context import Context
from segtier.store.reserve import deleting

P = ParamSpec("P")
T = TypeVar("T")


def makes_room(delete: Callable[Concatenate[Context, P], T]) -> Callable[Concatenate[Context, P], T]:
    """Of a function whose transaction makes room: on a full disk it runs once more in the room of the reserve."""

    @wraps(delete)
    def run(ctx: Context, /, *given: P.args, **named: P.kwargs) -> T:
        return deleting(ctx.store, lambda: delete(ctx, *given, **named))

    return run
