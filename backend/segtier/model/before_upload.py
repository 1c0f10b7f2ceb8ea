"""What an answer is from before: files that count since it was made."""

from __future__ import annotations

from datetime import datetime

from segtier.dataclass import dataclass

MOST_FILES = 5
"""Files that are named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class BeforeUpload:
    """An answer is from before these files. `at`: when the first of them was uploaded, UTC."""

    at: datetime
    files: tuple[str, ...]
    """The first that came, an archive as one file."""
    files_total: int
