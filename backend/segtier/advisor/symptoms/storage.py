"""How an answer about storage begins: the wait that takes most, and the most the best storage would take off."""

from __future__ import annotations

from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import ms, pct
from segtier.model.component import STORAGE, demands_of


def storage_sentence(symptoms: Symptoms) -> str:
    profile = symptoms.case.profile
    worst = profile.events_of(*demands_of(*STORAGE))[0]
    return (
        f"Storage is the bottleneck: {worst.event} takes {pct(profile.share_of(worst))} of DB time at "
        f"{ms(worst.avg_wait_us)} a wait, and {symptoms.at_most}."
    )
