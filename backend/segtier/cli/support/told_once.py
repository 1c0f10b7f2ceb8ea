"""What is said of many documents of one file, once: each of them stands alone, and says it too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from segtier.analysis.input_warnings import READ_IN_PART
from segtier.model.evidence import Warn
from segtier.plurals import plural
from segtier.reports.reader import Document, warnings_of


def told_once(file: str, documents: Sequence[Document]) -> tuple[str, ...]:
    """A line for each warning, with how many intervals have it; none of a document alone, and of what is a problem already."""
    if len(documents) < 2:
        return ()
    counts = Counter(warn for one in documents for warn in dict.fromkeys(warnings_of(one)))
    return tuple(
        f"Warning: {file}, {count:,} of {plural(len(documents), 'interval')}: {_said(warn)}"
        for warn, count in counts.items()
        if warn.code not in READ_IN_PART
    )


def _said(warn: Warn) -> str:
    return warn.message if not warn.section or warn.section in warn.message else f"{warn.section}: {warn.message}"
