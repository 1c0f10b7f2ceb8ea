"""What the flash is for, as the storage below the files is prepared."""

from __future__ import annotations

from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Devices:
    """An ASM disk group, the database's own cache devices, or a directory.

    `asked`: segtier.env names the directory. `needed_bytes`: what a directory must have free, 0 = not known.
    """

    group: str | None = None
    device_links: tuple[str, ...] = ()
    directory: str | None = None
    asked: bool = False
    needed_bytes: int = 0
