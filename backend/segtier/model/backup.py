"""What a backup holds: one copy of the database, and every stored file that it names."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from segtier.dataclass import dataclass

BACKUP_FORMAT = "segtier.backup/1"
DatabaseKind = Literal["sqlite", "postgresql"]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class Kept:
    """Of what came, whose size is `bytes`."""

    sha256: Digest
    bytes: Annotated[int, msgspec.Meta(ge=0)]
    compressed: Digest | None = None
    """SHA-256 of the file itself where that lies compressed."""

    @property
    def lying(self) -> str:
        """SHA-256 of the file itself."""
        return self.compressed or self.sha256

    @property
    def ending(self) -> str:
        """Of its name, after the digest."""
        return f".{self.bytes}.gz" if self.compressed else ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """`manifest.json` of a backup."""

    format: str
    version: str
    """Of the Segtier that wrote it."""
    revision: str
    """Of the database: see `migrations/`."""
    database: DatabaseKind
    at: datetime
    """What the database held then is in the backup, and nothing later."""
    audit_entries: int
    audit_head: str
    dump: Kept
    files: tuple[Kept, ...]
    missing: tuple[str, ...]
    """Digests of files that the database names and that were gone or altered already."""
    saved: tuple[Digest, ...] = ()
    """Of files that were gone from the installation; an earlier backup had them."""
