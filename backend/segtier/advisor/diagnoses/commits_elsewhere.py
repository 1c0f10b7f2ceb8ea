"""Commits are the largest part of the waits for storage, and the redo device is not what they wait for."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.redo import standby_event
from segtier.analysis.words import less, ms, pct
from segtier.model.component import STORAGE_WAITS

AT_LEAST = 0.25
MOSTLY = 0.5
"""Of the waits for storage."""
MOSTLY_NOT_THE_WRITE = 0.4
"""Of log file sync: below it the log write itself is the smaller part."""


def _test(symptoms: Symptoms) -> Found | None:
    """Commits are the largest part of storage time, and the redo device is not what they wait for."""
    share, profile = symptoms.share("commits"), symptoms.case.profile
    if share < AT_LEAST or share < MOSTLY * symptoms.share(*STORAGE_WAITS) or symptoms.option("redo").worth_it:
        return None
    sync_us, write_us = profile.demand("commit").latency_us, profile.redo_write_us
    standby = standby_event(symptoms.case.workload)
    ratio = symptoms.option("redo").response_ratio
    gain = f" Redo logs on SSD: DB time {less(ratio)}." if ratio else ""
    if standby is not None:
        why = (
            f"a standby confirms each log write ({standby.event}, {ms(profile.redo_remote_us)} a log write). "
            "Look at the link and the standby's redo disks first."
        )
    elif write_us is not None and sync_us and write_us < MOSTLY_NOT_THE_WRITE * sync_us:
        why = (
            f"the log write itself takes only {ms(write_us)}. The rest is the log writer's wait for a CPU and the posting "
            "of sessions: look at CPU load and at programs that commit every row first."
        )
    elif write_us is not None:
        # Large log writes of others may take longer than any commit waits.
        own = min(write_us, sync_us or write_us)
        why = f"the log write in it takes {ms(own)} at most. Look at programs that commit every row first."
    else:
        why = "the report does not show the log write itself (log file parallel write). Find it before you buy."
    text = f"log file sync takes {pct(share)} of DB time at {ms(sync_us)} a commit, but {why}{gain}"
    headline = f"Commits take {pct(share)} of DB time, but not because of the redo disk."
    return Found("commit", headline, text)


COMMITS_ELSEWHERE = Diagnosis(
    "commits-elsewhere",
    ("commits",),
    _test,
    "tune-first",
    "Compare log file parallel write with log file sync, and look at CPU load and standbys.",
    ("A report where log writes take most of a commit's time.",),
)
