"""Every segment of use is larger than the flash: how large the smallest is, and the SSD that holds it."""

from __future__ import annotations

from segtier.advisor.diagnosis import Diagnosis, Found
from segtier.advisor.options.blocked import DOES_NOT_FIT
from segtier.advisor.symptoms import Symptoms
from segtier.advisor.symptoms.larger import larger_than, larger_told
from segtier.advisor.symptoms.storage import storage_sentence
from segtier.analysis.words import less, less_short
from segtier.model.component import STORAGE
from segtier.model.option import SPECS
from segtier.units import at_least_gb


def _test(symptoms: Symptoms) -> Found | None:
    best = next(one for one in symptoms.options if SPECS[one.option].chooses)
    only_room = {stop.code for stop in best.blocked_by} == {DOES_NOT_FIT}
    if not best.worth_it or not only_room or best.response_ratio is None or best.used_bytes is None:
        return None
    needed = at_least_gb(symptoms.case.flash_for(best.used_bytes))
    gain = f"DB time would then be {less(best.response_ratio)}."
    more = larger_told(larger_than(symptoms, best))
    return Found(
        symptoms.storage_bottleneck,
        f"Nothing useful fits; with {needed} of SSD, DB time {less_short(best.response_ratio)}.",
        f"{storage_sentence(symptoms)} {best.blocked_by[0].text} {gain}{more}",
        best.option,
    )


NOTHING_FITS = Diagnosis(
    "nothing-fits",
    STORAGE,
    _test,
    None,
    "Name an SSD that holds the smallest useful segment; Segtier then recalculates the answer.",
    ("A larger SSD.", "Partitions of the large segments, if their reads keep to a part."),
)
