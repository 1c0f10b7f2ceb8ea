"""What others have measured of each option, as they print it (published.yaml): for people to judge, not for the forecast."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class PublishedResult:
    paper: str
    """Who, what, when."""
    change: str
    """What was put on SSD, and of what."""
    result: str
    """As printed."""


@dataclass(frozen=True, slots=True)
class PublishedOption:
    """One option's results, and where they do not agree."""

    option: str
    measured: tuple[PublishedResult, ...]
    disagree: str


@cache
def published() -> tuple[PublishedOption, ...]:
    """In the order of the file; KeyError for a paper that it does not name."""
    document: dict[str, Any] = yaml.safe_load((files("segtier.oracle") / "published.yaml").read_text("utf-8"))
    papers: dict[str, str] = document["papers"]
    return tuple(
        PublishedOption(
            row["option"],
            tuple(PublishedResult(papers[one["paper"]], one["change"], one["result"]) for one in row["measured"]),
            row["disagree"],
        )
        for row in document["options"]
    )
