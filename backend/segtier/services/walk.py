"""A walk through all stored files, a part of them at a time: where there are many, one look sees only some of them."""

from __future__ import annotations

from dataclasses import field

from segtier.dataclass import dataclass
from segtier.services.context import Context
from segtier.store import uploads
from segtier.store.blobs import PARTS


@dataclass(slots=True)
class Walk:
    """One process's. `at_once`: the files that one look sees, and not many more; all where they are fewer."""

    at_once: int = 10_000
    _left: list[str] = field(default_factory=list)
    _seen: int = 0
    _unnamed: dict[str, int] = field(default_factory=dict)

    def go_on(self, ctx: Context) -> dict[str, int] | None:
        """Once all were seen: what no upload names, with its mark; None while the walk goes on."""
        if not self._left and self._seen <= self.at_once:
            return self._looked(ctx, None)
        self._left = self._left or self._begin()
        until = self._seen + self.at_once
        while self._left and self._seen < until:
            self._unnamed |= self._looked(ctx, self._left.pop())
        return None if self._left else self._unnamed

    def _begin(self) -> list[str]:
        self._seen, self._unnamed = 0, {}
        return list(reversed(PARTS))

    def _looked(self, ctx: Context, part: str | None) -> dict[str, int]:
        """Bytes first: they come before their row."""
        marks = ctx.blobs.marks(part)
        with ctx.store.read() as tx:
            named = uploads.digests(tx, part)
        self._seen = len(marks) if part is None else self._seen + len(marks)
        return {name: mark for name, mark in marks.items() if name not in named}
