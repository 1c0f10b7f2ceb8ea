"""The data is on flash already, as stated: slow reads are no reason to buy more."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.reads import deciding_reads
from segtier.advisor.today.on_flash_today import data_on_flash
from segtier.analysis.words import ms


def _test(symptoms: Symptoms) -> Found | None:
    if not deciding_reads(symptoms) or not data_on_flash(symptoms.case):
        return None
    latency = ms(symptoms.case.profile.demand("single-block-read").latency_us)
    return Found(
        "storage-read",
        f"The data is on SSD, and reads take {latency}: look at the path.",
        f"The data is on SSD today, as stated, but a read still takes {latency}: look at the path to it, at CPU "
        "queues and at what else uses the device first.",
    )


ON_FLASH = Diagnosis(
    "on-flash",
    ("reads", "scans"),
    _test,
    "tune-first",
    "Look at the path to the device, at CPU queues, and at what else uses it.",
    ("A report of an hour in which only the device is busy.",),
)
