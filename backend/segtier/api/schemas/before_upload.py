"""What an answer is from before."""

from __future__ import annotations

from segtier.api.schemas.base import Answer, UtcTime


class BeforeUpload(Answer):
    """The answer is from before these files: `at` is when the first came. Of `files_total` the first are named."""

    at: UtcTime
    files: list[str]
    files_total: int
