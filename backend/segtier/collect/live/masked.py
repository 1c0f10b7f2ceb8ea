"""Names out of a bundle before it is written: nothing unmasked of it touches the disk, the reasons of failures included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from segtier.collect.live.lines import as_text
from segtier.dataclass import dataclass
from segtier.masking.mask import Masker
from segtier.masking.rows import mask_manifest, masker


@dataclass(frozen=True, slots=True)
class Masked:
    """`save` puts the map where it stays; it is called before a file that needs it takes its name."""

    masks: Masker
    save: Callable[[], None]

    def rows(self, file: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[str | None]]:
        """The rows of a file (named without .csv) as they may leave; some are nothing without the name that is dropped."""
        known = len(self.masks.map)
        mask = masker(self.masks, file, columns)
        for row in rows:
            masked = mask([as_text(value) for value in row])
            if masked is not None:
                yield masked
        if len(self.masks.map) > known:
            self.save()

    def item(self, item: str, value: str) -> str:
        """A value of the manifest."""
        known = len(self.masks.map)
        masked = mask_manifest(self.masks, item, value) if value or item == "masked" else value
        if len(self.masks.map) > known:
            self.save()
        return masked
