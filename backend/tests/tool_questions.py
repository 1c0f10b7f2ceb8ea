"""Questions to the tools for programs: what the tests ask, and what `benchmarks/tool_answers.py` measures."""

from __future__ import annotations

from typing import Any

from segtier.model.option import OPTIONS

SSD = {"ssd": "700GB"}
OF_THE_SAMPLE: list[tuple[str, dict[str, Any]]] = [
    ("list_databases", {}),
    ("answer", SSD),
    ("answer", {"ssd": "150GB"}),
    ("answer", SSD | {"window": "average", "mirrored": True}),
    ("answer", SSD | {"users": 200, "think_time_s": 1.0, "price": 9000}),
    ("options", SSD),
    *(("options", SSD | {"option": option}) for option in OPTIONS),
    ("frontier", SSD),
    ("frontier", {"ssd": "150GB"}),
    *(("segments", SSD | {"sort": sort, "direction": "desc", "limit": 50})
      for sort in ("rank", "segment", "size", "io", "rw", "benefit", "density")),
    ("segments", SSD | {"limit": 50}),
    ("segments", SSD | {"filter": "in index"}),
    ("segments", SSD | {"filter": "out", "option": "indexes", "offset": 2}),
    *(("evidence", SSD | {"figure": figure})
      for figure in ("db_time", "slices", "top_events", "findings", "statements", "segments")),
    ("plan", SSD | {"override": True, "option": "segments"}),
    ("plan", SSD | {"override": True, "option": "redo"}),
    ("compare", SSD),
    ("compare", SSD | {"option": "segments"}),
]  # fmt: skip
OF_REAL_REPORTS: list[tuple[str, dict[str, Any]]] = [
    ("answer", SSD), ("options", SSD), ("frontier", SSD), ("segments", SSD | {"limit": 100}),
    ("evidence", SSD | {"figure": "top_events"}), ("evidence", SSD | {"figure": "segments"}),
]  # fmt: skip
REAL_REPORTS = ("11.2.0.4.0-rac-xydb1-24703", "12.1.0.2.0-si-RECEIPT-173494", "11.2.0.3.0-si-DBM")


def in_full(questions: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, dict[str, Any]]]:
    """The same, with every field and exact figures."""
    return [(tool, asked | {"detail": "full"}) for tool, asked in questions]
