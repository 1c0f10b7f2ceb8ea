"""What is made each time somebody looks at it: an export has a million rows of evidence, and few are ever shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Later(Sequence[T], Generic[T]):
    """Stands where a tuple does, and is the same when compared, counted or encoded (`documents.py`)."""

    __slots__ = ("_make", "_of")

    def __init__(self, make: Callable[[Any], Iterable[T]], of: Any) -> None:
        self._make, self._of = make, of

    def made(self) -> tuple[T, ...]:
        return tuple(self._make(self._of))

    def __iter__(self) -> Iterator[T]:
        return iter(self.made())

    def __len__(self) -> int:
        return len(self.made())

    def __getitem__(self, at: Any) -> Any:
        return self.made()[at]

    def __eq__(self, other: object) -> bool:
        return self.made() == (other.made() if isinstance(other, Later) else other)

    def __hash__(self) -> int:
        return hash(self.made())

    def __repr__(self) -> str:
        return repr(self.made())


def made_later(make: Callable[[Any], Iterable[T]], of: Any) -> tuple[T, ...]:
    """What `make` makes of it."""
    return cast("tuple[T, ...]", Later(make, of))
