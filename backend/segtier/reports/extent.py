"""How much a report can hold at most. A file with more is none, and would cost more memory than its bytes tell."""

from __future__ import annotations

from segtier.errors import UnreadableInput

_MOST_TAGS = 1_000_000
"""A report of 1.5 MB has 80,000; each takes up to 750 bytes of memory."""
_MOST_LINES = 1_000_000
"""A report of 1.5 MB has 50,000; each takes up to 650 bytes of memory."""
_TEXTS = frozenset(
    {"awr-text", "statspack", "awr-rac-text", "awr-diff-text", "awr-miner", "pasted-events", "pasted-counters"}
)
_PAGES = frozenset({"awr-html", "awr-rac-html", "awr-diff-html"})


def refuse_vast(text: str, kind: str) -> None:
    """Raises UnreadableInput where a report has more lines or tags than any report. Exports have no such limit."""
    if kind in _TEXTS and max(text.count("\n"), text.count("\r")) > _MOST_LINES:
        raise _vast(f"{_MOST_LINES:,} lines")
    if kind in _PAGES and text.count("<") > _MOST_TAGS:
        raise _vast(f"{_MOST_TAGS:,} tags")


def _vast(what: str) -> UnreadableInput:
    return UnreadableInput(
        f"the file has more than {what}; no report has",
        code="too-large",
        advice="Upload the reports one by one, as Oracle wrote them.",
    )
