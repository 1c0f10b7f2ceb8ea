"""Is the process up, and can it do its work?"""

from __future__ import annotations

from typing import Literal

from segtier.api.schemas.base import Answer


class Alive(Answer):
    status: Literal["ok"]
    version: str


class ReadyPart(Answer):
    name: Literal["database", "migrations", "worker", "broker", "disk", "files", "clock"]
    ready: bool
    needed: bool
    """Without it nothing goes; without the others the work goes on, but not as well."""
    detail: str


class Readiness(Answer):
    ready: bool
    degraded: bool
    """Something is amiss, needed or not: the parts say what."""
    parts: list[ReadyPart]
