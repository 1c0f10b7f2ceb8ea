"""Sessions wait for the network."""

from __future__ import annotations

from segtier.advisor.diagnosis import AFTER_TUNING, Diagnosis, waits_for

NETWORK = Diagnosis(
    "network",
    ("network",),
    waits_for("network", what="the network", short="the network"),
    "tune-first",
    "Look at the link, at database links, and at how many rows a call fetches.",
    (AFTER_TUNING,),
)
