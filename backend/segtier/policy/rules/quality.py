"""`quality`: the data is of at least this grade, A the best."""

from __future__ import annotations

from typing import get_args

from segtier.dataclass import dataclass
from segtier.model.advice import Grade
from segtier.policy.rule import Kind, Measured, Seen, files_used
from segtier.policy.values import one_of


@dataclass(frozen=True, slots=True)
class QualityLimit:
    at_least: Grade

    def look(self, measured: Measured) -> Seen:
        quality = measured.advice.quality
        why = " ".join(quality.reasons) or f"{quality.meaning.capitalize()}."
        held = quality.grade <= self.at_least
        limit, value = f"at least grade {self.at_least}", f"grade {quality.grade}"
        return Seen("held" if held else "broken", limit, value, why=why, files=files_used(measured.advice))


QUALITY = Kind("quality", QualityLimit, {"at-least": one_of(get_args(Grade))})
