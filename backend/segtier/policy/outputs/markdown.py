"""A page of Markdown, for the summary of a pipeline. Whatever a name holds, it stays text in its cell."""

from __future__ import annotations

import re

from segtier.policy.outcome import Checked, Outcome
from segtier.policy.outputs.visible import visible

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
"""All ASCII punctuation: a backslash before any of it makes it a plain character (CommonMark, 2.4)."""
_HEADS = ("", "rule", "measured", "allowed", "why", "from")


def as_markdown(found: Checked) -> bytes:
    head = f"## {_plain(found.policy)}: {_plain(found.words)}"
    of = f"Database {_plain(found.database)}." if found.database else ""
    rows = [_HEADS, ("---",) * len(_HEADS), *(_cells(one) for one in found.outcomes)]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return "\n\n".join(part for part in (head, of, table) if part).encode("utf-8", "backslashreplace") + b"\n"


def _cells(one: Outcome) -> tuple[str, ...]:
    state = one.state if one.counts == "pass" else f"**{one.state}**, {one.counts}"
    why = " ".join(part for part in (one.why, one.text) if part)
    where = one.places[0].words if one.places else ""
    return (state, *(_plain(text) for text in (one.rule, one.measured, one.limit, why, where)))


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", visible(text))
