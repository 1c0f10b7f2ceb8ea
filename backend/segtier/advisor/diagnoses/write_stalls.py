"""Stalls behind the log writer or the database writer."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.analysis.redo import standby_event
from segtier.analysis.words import less, ms, pct
from segtier.forecast.read_latency import reads_already_fast
from segtier.model.option import OptionName
from segtier.oracle.wait_events import event_facts

AT_LEAST = 0.2


def _test(symptoms: Symptoms) -> Found | None:
    stalls, reads = symptoms.share("log-stalls", "write-stalls"), symptoms.share("reads", "scans")
    if stalls < AT_LEAST or not (reads_already_fast(symptoms.case.profile) or stalls > reads):
        return None
    facts = symptoms.case.facts
    worst = facts.profile.events_of("log-stall", "write-stall")[:2]
    named = " and ".join(f"{row.event} {pct(facts.profile.share_of(row))}" for row in worst)
    latency = symptoms.case.profile.demand("single-block-read").latency_us
    already = (
        f"reads take {ms(latency)} already, so moving data files will not help"
        if reads_already_fast(symptoms.case.profile)
        else f"reads are only {pct(reads)}"
    )
    first, option = _cure(symptoms, worst[0].event)
    text = f"The write side is the bottleneck ({named} of DB time); {already}. {first}"
    headline = f"Writes hold sessions up for {pct(stalls)} of DB time: look at those first."
    return Found("storage-write", headline, text, option=option)


def _cure(symptoms: Symptoms, event: str) -> tuple[str, OptionName]:
    """What comes first against the heaviest stall, and the option it points at."""
    if event_facts(event).demand == "log-stall":
        return _log_cure(symptoms, event)
    ratio = symptoms.option("all").response_ratio
    may = f" All data on SSD may gain (DB time {less(ratio)}), but this report does not prove it." if ratio else ""
    if "flash cache" in event:
        return (
            "DBWR does not fill the Smart Flash Cache fast enough: a smaller one, none, or a device that writes faster "
            "comes first.",
            "none",
        )
    if "checkpoint" in event:
        return (
            f"More and larger redo logs come first: they give the checkpoint time; faster redo does not.{may}",
            "none",
        )
    return f"Look at asynchronous I/O and the number of DBWR processes first.{may}", "none"


def _log_cure(symptoms: Symptoms, event: str) -> tuple[str, OptionName]:
    ratio, write_us = symptoms.option("redo").response_ratio, symptoms.case.profile.redo_write_us
    standby = standby_event(symptoms.case.workload)
    if standby is not None:
        return (
            f"The log writer waits for a standby ({standby.event}): look at the link and the standby's disks first.",
            "none",
        )
    if write_us is not None and ratio and ratio.high > 1:
        fast = f"A log write takes only {ms(write_us)}: look at the log buffer, the size of the redo logs and bursts first."
        return fast, "none"
    first = ""
    if event.startswith("log file switch"):
        first = "Larger redo logs come first: they are switched less often."
    elif not symptoms.option("redo").worth_it:
        first = "Look at the log buffer, the size of the redo logs and bursts first."
    if ratio is None or not symptoms.option("redo").worth_it:
        return first, "none"
    may = f"Redo on its own SSD may gain (DB time {less(ratio)}), but this report does not prove it."
    return f"{first} {may}".strip(), "redo"


WRITE_STALLS = Diagnosis(
    "write-stalls",
    ("log-stalls", "write-stalls"),
    _test,
    "tune-first",
    "Look at asynchronous I/O, the number of DBWR processes, and the size of redo logs and log buffer.",
    ("A report from after the change in which the stalls are left, with the write times in it.",),
)
