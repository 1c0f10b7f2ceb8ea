"""Whether a forecast is worth the trouble: clear of nothing over its whole range, and no trifle."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.material import MATERIAL
from segtier.advisor.options import OPTIONS
from segtier.advisor.weighing.doubts import not_counted_on
from segtier.analysis.words import less, room_told
from segtier.model.forecast import Range
from segtier.model.option import SPECS, OptionName, specs


def worth(case: Case, draft: Draft, ratio: Range) -> tuple[bool, str]:
    """(worth it, the sentence that says so or why not)."""
    good, text = _gain(draft, ratio)
    doubt = not_counted_on(case, draft)
    if doubt is not None and not draft.changes_nothing and ratio.expected < 1 - MATERIAL:
        good, text = False, f"May gain, but do not count on it: {doubt} {_forecast(ratio)}"
    if good and not SPECS[draft.option].needs_flash:
        good, text = False, f"{text} {room_told(case.profile)} this comes before any SSD."
    if good and draft.rival is not None:
        good, text = _beside(draft.rival, ratio, text)
    if good and draft.used_bytes is None:
        text = f"{text} {see_that_it_fits(case, draft.made_of)}"
    return good, text


def see_that_it_fits(case: Case, parts: tuple[OptionName, ...]) -> str:
    """What to look up where the bytes an option takes are not known; of several parts the one whose size is missing."""
    beside = [spec for spec in specs(parts) if spec.beside_data]
    missing = [spec.files for spec in beside if OPTIONS[spec.name].size_bytes(case) is None]
    if len(parts) < 2 or not missing:
        return "Its size is not known: check that it fits."
    return f"The size of the {' and the '.join(missing)} is not known: check that all parts fit together."


def _beside(rival: tuple[str, Range], ratio: Range, text: str) -> tuple[bool, str]:
    """A combination must beat the best single option by a material part, at the expected and at the bad end."""
    title, alone = rival
    text = f"{text} {title} alone: {less(alone)}."
    if ratio.high <= alone.high - MATERIAL:
        return True, text
    return False, f"May gain more than one option alone, but not surely: {text}"


def _forecast(ratio: Range) -> str:
    return f"DB time {less(ratio)} at the same work."


def _gain(draft: Draft, ratio: Range) -> tuple[bool, str]:
    if draft.changes_nothing:
        return False, "Everything stays as it is."
    gain = _forecast(ratio)
    if ratio.high < 1 - MATERIAL:
        return True, gain
    if ratio.expected < 1 - MATERIAL:
        return False, f"May gain: {gain}"
    if ratio.low > 1 - MATERIAL and ratio.high < 1 + MATERIAL:
        return False, "No gain worth the work."
    return False, f"No gain to count on: {gain}"
