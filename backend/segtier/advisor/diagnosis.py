"""A possible cause of the answer: the components of DB time it concerns, its test, its words and how the answer ends."""

from __future__ import annotations

from collections.abc import Callable

from segtier.advisor.symptoms import Symptoms
from segtier.analysis.words import pct
from segtier.dataclass import dataclass
from segtier.model.component import STORAGE_WAITS, Bottleneck, ComponentName, bottleneck_of
from segtier.model.names import Word
from segtier.model.option import NONE, OptionName, Recommendation
from segtier.model.verdict import Blocker

BUSY_HOUR = "A report of an hour in which users wait for storage."
AFTER_TUNING = "A report from after the tuning, with storage as the largest part of DB time."


@dataclass(frozen=True, slots=True)
class Found:
    """A diagnosis that holds, in words."""

    bottleneck: Bottleneck
    headline: str
    """At most 14 words."""
    text: str
    """The same with its figures, a few sentences."""
    option: OptionName = NONE
    """The one to open first."""
    move: bool = False
    """The option is the thing to do, at once or when what it needs is there."""
    missing: Blocker | None = None
    """What has to be known before the option is the thing to do, beside what the option itself lacks."""
    next_step: str | None = None
    """Where the report says more of it than the diagnosis can."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    code: Word
    """What programs know it by."""
    components: tuple[ComponentName, ...]
    """What it is about; where nothing else is said it weighs what they take of DB time."""
    test: Callable[[Symptoms], Found | None]
    recommendation: Recommendation | None
    """None: the option's own."""
    next_step: str
    would_change: tuple[str, ...]
    """What would make the answer another one."""
    weight: Callable[[Symptoms], float] | None = None
    """Part of DB time, 0 to 1, where it is not that of its components."""
    beside: Callable[[Symptoms], str | None] | None = None
    """A sentence it adds to an answer about something else."""

    def weigh(self, symptoms: Symptoms) -> float:
        return symptoms.weight(*self.components) if self.weight is None else self.weight(symptoms)


MANY_ELSEWHERE = 0.3
"""Of DB time."""
MATERIAL_ELSEWHERE = 0.1
"""Of DB time: if the best storage may take off this much, nobody says that SSD will not help."""


def waits_for(
    *components: ComponentName,
    what: str | Callable[[Symptoms], str],
    short: str,
    look: Callable[[Symptoms], str | None] | None = None,
) -> Callable[[Symptoms], Found | None]:
    """The test of waits that no storage shortens: they are many, and more than those for storage.

    `what`: what they wait for, in the text; `short`: in the headline; `look`: where to look, by the events that are printed.
    """

    def test(symptoms: Symptoms) -> Found | None:
        share = symptoms.share(*components)
        if share < MANY_ELSEWHERE or share <= symptoms.share(*STORAGE_WAITS):
            return None
        waited_for = what if isinstance(what, str) else what(symptoms)
        most = symptoms.ceiling.db_time_pct / 100
        little = most < MATERIAL_ELSEWHERE
        of_ssd = "SSD will not help" if little else f"SSD saves at most {pct(most)}"
        moved = "moving data files will not help" if little else "moving data files does not shorten that"
        return Found(
            bottleneck_of(components[0]),
            f"{pct(share)} of DB time waits for {short}: {of_ssd}.",
            f"{pct(share)} of DB time waits for {waited_for}: {moved}, {symptoms.at_most}.",
            next_step=None if look is None else look(symptoms),
        )

    return test
