"""What a document was read from: a closed list, so that whoever shows or counts kinds has them all."""

from __future__ import annotations

from typing import Final, Literal

DocumentKind = Literal[
    "awr-html",
    "awr-text",
    "awr-rac-html",
    "awr-rac-text",
    "awr-diff-html",
    "awr-diff-text",
    "statspack",
    "awr-miner",
    "pasted-events",
    "pasted-counters",
    "segment-counters",
    "segment-sizes",
    "heat-map",
    "bundle",
    "awr-dump",
    "typed",
]
UploadKind = DocumentKind | Literal["archive"]
"""What a file is: an archive holds documents and is none."""
BUNDLE: Final = "bundle"
"""What `segtier collect` wrote."""
DUMP: Final = "awr-dump"
"""What awrextr.sql wrote."""
OF_SEVERAL: Final = frozenset({BUNDLE, DUMP})
"""Kinds whose file holds several documents, an interval each."""
