"""How much of the I/O an answer's segments explain, in words: on stderr, so that it is seen beside any format."""

from __future__ import annotations

from segtier.cli.support.terminal import say
from segtier.model.advice import Quality

_ALL_COUNTED = (
    "The export counts all segments; which part of the physical reads and writes they make is not in the inputs."
)


def say_coverage(quality: Quality) -> None:
    say(coverage_text(quality), err=True)


def coverage_text(quality: Quality) -> str:
    """One sentence. Beside an export only temp, undo and what it does not name are left."""
    parts = [quality.coverage.get(f"physical_{kind}") for kind in ("reads", "writes")]
    counted = quality.coverage_of == "export"
    if counted and parts == [None, None]:
        return _ALL_COUNTED
    reads, writes = map(_percent, parts)
    left = counted and any(part is not None and part < 1 for part in parts)
    rest = "; the rest is temp, undo and what the export does not name" if left else ""
    return (
        f"The segments named make {reads} of the physical reads without temp and {writes} of the physical writes{rest}."
    )


def _percent(part: float | None) -> str:
    return "an unknown part" if part is None else f"{100 * part:.1f} %"
