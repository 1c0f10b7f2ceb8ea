"""Blocks travel between the instances of a cluster."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, waits_for

CLUSTER = Diagnosis(
    "cluster",
    ("cluster",),
    waits_for("cluster", what="blocks sent between instances", short="other instances"),
    "tune-first",
    "Look at the interconnect and at the segments that several instances want most.",
    (AFTER_TUNING,),
)
