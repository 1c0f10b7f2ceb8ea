"""Who has gone silent, as one process sees it: by numbers that stand still and by its own clock, never by time stamps."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

from segtier.dataclass import dataclass

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class _Seen:
    sign: int
    since_s: float
    looks: int = 0
    changed: bool = False


class Silence(Generic[K]):
    """Looked at regularly. A process that was stopped itself looks `least_looks` times anew before it calls anyone silent."""

    def __init__(self, limit_s: float, least_looks: int = 3, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit_s, self._least_looks, self._clock = limit_s, least_looks, clock
        self._seen: dict[K, _Seen] = {}
        self._looked = False

    def look(self, signs: Mapping[K, int]) -> list[K]:
        """Those whose sign has stood still for longer than the limit; forgets who is not there any more."""
        at_s = self._clock()
        seen = {}
        for one, sign in signs.items():
            known = self._seen.get(one)
            if known is None:
                seen[one] = _Seen(sign, at_s, changed=self._looked)  # who comes while we look is alive
            elif known.sign != sign:
                seen[one] = _Seen(sign, at_s, changed=True)
            else:
                known.looks += 1
                seen[one] = known
        self._seen, self._looked = seen, True
        return [one for one, known in seen.items() if self._is_silent(known, at_s)]

    def forget(self) -> None:
        """Begin anew: while the database was away nobody could give a sign."""
        self._seen = {}

    def is_alive(self, starts_with: str = "") -> bool:
        """Has any of those (whose name starts so) given a sign within the limit, that this process has seen?"""
        at_s = self._clock()
        return any(
            known.changed and at_s - known.since_s <= self._limit_s and str(one).startswith(starts_with)
            for one, known in list(self._seen.items())
        )

    def is_known(self) -> bool:
        return bool(self._seen)

    def _is_silent(self, known: _Seen, at_s: float) -> bool:
        return at_s - known.since_s > self._limit_s and known.looks >= self._least_looks
