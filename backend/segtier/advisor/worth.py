"""Whether a forecast is worth the trouble: clear of nothing over its whole range, and no trifle."""

from __future__ import annotations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.not_counted_on import not_counted_on
from segtier.analysis.words import less
from segtier.model.forecast import Range

MATERIAL = 0.03
"""An option is worth its trouble where even its low end takes this share off DB time."""


def worth(case: Case, draft: Draft, ratio: Range) -> tuple[bool, str]:
    """(worth it, the sentence that says so or why not)."""
    good, text = _gain(draft, ratio)
    doubt = not_counted_on(case, draft)
    if good and doubt is not None:
        good, text = False, f"May gain, but not to be counted on: {doubt} {text}"
    if good and draft.option == "buffer-cache":
        good, text = False, f"{text} If the server has the memory, this comes before any flash."
    if good and draft.rival is not None:
        good, text = _beside(draft.rival, ratio, text)
    if good and draft.used_bytes is None:
        text = f"{text} {see_that_it_fits(case, draft.made_of)}"
    return good, text


def see_that_it_fits(case: Case, parts: tuple[str, ...]) -> str:
    """What to look up where the bytes an option takes are not known; of several parts the one whose size is missing."""
    sizes = {"redo": ("redo logs", case.redo_bytes), "temp": ("temp files", case.temp_bytes)}
    missing = [what for part, (what, size) in sizes.items() if part in parts and size is None]
    if len(parts) < 2 or not missing:
        return "Its size is not known: see that it fits."
    return f"The size of the {' and the '.join(missing)} is not known: see that all parts fit together."


def _beside(rival: tuple[str, Range], ratio: Range, text: str) -> tuple[bool, str]:
    """A combination must beat the best single option by a material part, at the expected and at the bad end."""
    title, alone = rival
    text = f"{text} {title} alone: {less(alone)}."
    if ratio.high <= alone.high - MATERIAL:
        return True, text
    return False, f"May gain more than one option alone, but not surely: {text}"


def _gain(draft: Draft, ratio: Range) -> tuple[bool, str]:
    if draft.option == "none":
        return False, "Everything stays as it is."
    gain = f"DB time {less(ratio)} at the same work."
    if ratio.high < 1 - MATERIAL:
        return True, gain
    if ratio.expected < 1 - MATERIAL:
        return False, f"May gain: {gain}"
    if ratio.low > 1 - MATERIAL and ratio.high < 1 + MATERIAL:
        return False, "No gain worth the work."
    return False, f"No gain to count on: {gain}"
