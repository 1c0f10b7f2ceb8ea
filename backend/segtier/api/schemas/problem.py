"""RFC 9457 problem details: the one shape of every error."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from segtier.api.schemas.before_upload import BeforeUpload


class ProblemItem(BaseModel):
    """One fault: in a request (pointer or parameter) or in a file (section, line, column, excerpt)."""

    model_config = ConfigDict(frozen=True)

    code: str
    detail: str
    pointer: str | None = None
    parameter: str | None = None
    section: str | None = None
    line: int | None = None
    column: int | None = None
    excerpt: str | None = None


class Problem(BaseModel):
    """`code` is stable and machine-readable, `detail` says what happened, `advice` what to do."""

    model_config = ConfigDict(frozen=True)

    type: str
    title: str
    status: int
    code: str
    detail: str
    advice: str | None = None
    instance: str
    request_id: str
    errors: list[ProblemItem] = []
    before_upload: BeforeUpload | None = None
    """Of an answer that was refused before files came which count since."""
