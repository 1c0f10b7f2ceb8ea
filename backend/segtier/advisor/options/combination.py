"""Several options at once: the parts that together leave the least response, each of which earns its keep.

Gains do not add: the second part finds the disks relieved by the first, and less room on the flash. So every set is one
change of its own to the network, with the segments placed again in what redo, temp and the flash cache leave.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import field, replace
from itertools import combinations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.material import MATERIAL
from segtier.advisor.options.blocked import LEAVES_PINS
from segtier.advisor.options.option import Option, Weighed, Weighing
from segtier.analysis.words import pct
from segtier.dataclass import dataclass
from segtier.forecast import Change, same_work, sizes_to_try
from segtier.model.advice import OptionAdvice
from segtier.model.option import COMBINATION, PARTS, SPECS, OptionName
from segtier.model.verdict import Blocker

_LEAST_PARTS = 2
_SHARED_OUT: frozenset[OptionName] = frozenset(("segments", "flash-cache"))
"""Both may take any part of the flash."""
LEAST_SAID = 0.001
"""Of DB time: less is called nothing."""
_NO_GAIN = "Nothing to combine: no part takes anything off DB time."


def _draft(weighing: Weighing) -> Draft:
    """The best set of parts; where no second part takes MATERIAL more off DB time, the sentence that says so."""
    case, alone = weighing.case, weighing.before
    able = tuple(name for name in PARTS if _counts(case, alone[name]))
    if len(able) < _LEAST_PARTS:
        only = f"only {SPECS[able[0]].label}" if able else "none of redo, temp, segments and Smart Flash Cache"
        return _nothing(f"Nothing to combine: {only} qualifies.")
    singly: dict[frozenset[OptionName], float] = {frozenset((name,)): _alone(alone[name].advice) for name in able}
    tried = _Tried(weighing, singly, same_work(case.basis))
    best = tried.best(able)
    rival = min((row.advice for row in alone.values() if _is_rival(case, row)), key=_alone, default=None)
    draft = tried.draft(best) if best and tried.ratio(best) <= (_alone(rival) if rival else 1.0) - MATERIAL else None
    if draft is None:
        return _nothing(_adds_too_little(tried, able, rival) if rival else _NO_GAIN)
    return replace(draft, rival=(rival.title, rival.response_ratio) if rival and rival.response_ratio else None)


@dataclass(slots=True)
class _Tried:
    """Sets of parts with their response, each forecast once."""

    weighing: Weighing
    ratios: dict[frozenset[OptionName], float]
    response: Callable[[Change], float]
    """At the same work."""
    drafts: dict[frozenset[OptionName], Draft | None] = field(default_factory=dict)

    def best(self, able: tuple[OptionName, ...]) -> frozenset[OptionName] | None:
        """Of the sets in which every part earns its keep the one with the least response; the smaller of equals."""
        sets = (frozenset(names) for count in range(_LEAST_PARTS, len(able) + 1) for names in combinations(able, count))
        able_sets = (each for each in sets if self._keeps_pins(each) and self._may_gain(each) and self._earns(each))
        return min(able_sets, key=self.ratio, default=None)

    def _keeps_pins(self, each: frozenset[OptionName]) -> bool:
        return not self.weighing.ranking.placer.held.pinned or any(SPECS[part].chooses for part in each)

    def _may_gain(self, each: frozenset[OptionName]) -> bool:
        """Sets are tried from small to large: a part that adds nothing to any pair is in no larger set."""
        return len(each) == _LEAST_PARTS or all(
            any(self._adds(pair, part) for pair in map(frozenset, combinations(sorted(each), 2)) if part in pair)
            for part in each
        )

    def _earns(self, each: frozenset[OptionName]) -> bool:
        return all(self._adds(each, part) for part in each)

    def _adds(self, each: frozenset[OptionName], part: OptionName) -> bool:
        return self.ratio(each - {part}) - self.ratio(each) >= MATERIAL

    def ratio(self, each: frozenset[OptionName]) -> float:
        """Median response at the same work; infinite where the set does not fit."""
        if each not in self.ratios:
            draft = self.draft(each)
            self.ratios[each] = float("inf") if draft is None else self.response(draft.change)
        return self.ratios[each]

    def draft(self, each: frozenset[OptionName]) -> Draft | None:
        """With the flash shared out so that the response is least."""
        if each not in self.drafts:
            ways = (_together(self.weighing, each, kept) for kept in self._kept_for_cache(each))
            able = [way for way in ways if way is not None]
            self.drafts[each] = min(able, key=lambda way: self.response(way.change), default=None)
        return self.drafts[each]

    def _kept_for_cache(self, each: frozenset[OptionName]) -> tuple[int, ...]:
        """Bytes that segments leave to a flash cache beside them; in larger sets as many as beside them alone."""
        if not each >= _SHARED_OUT:
            return (0,)
        if each == _SHARED_OUT:
            case = self.weighing.case
            return (0, *sizes_to_try(case.profile.buffer_cache_bytes or 0, case.capacity_bytes))
        pair = self.draft(_SHARED_OUT)
        return (0,) if pair is None else (0, pair.change.flash_cache_bytes)


def _together(weighing: Weighing, names: Collection[OptionName], kept_for_cache: int) -> Draft | None:
    """The parts as one option within the capacity, one after the other in what the parts before leave.

    None where they do not fit together. Files of unknown size take nothing here; then the bytes used are unknown.
    """
    parts = [weighing.before[name] for name in PARTS if name in names]
    whole: Draft | None = Draft(COMBINATION, Change(), 0, parts=tuple(part.option.name for part in parts))
    for part in parts:
        kept = kept_for_cache if SPECS[part.option.name].chooses else 0
        whole = _joined(weighing, whole, part, kept) if whole else None
    if whole is not None and any(part.draft.used_bytes is None for part in parts):
        return replace(whole, used_bytes=None)
    return whole


def _joined(weighing: Weighing, whole: Draft, part: Weighed, kept_bytes: int) -> Draft | None:
    """With one part more, as if bytes kept for others were taken already."""
    if part.option.join is None:
        return None
    found = part.option.join(weighing, replace(whole, used_bytes=(whole.used_bytes or 0) + kept_bytes), part.draft)
    return None if found is None else replace(found, used_bytes=(found.used_bytes or 0) - kept_bytes)


def _counts(case: Case, part: Weighed) -> bool:
    """A part must be possible, proved and beyond doubt of its own. In a cluster what every server has of its own does not go
    with the other parts, which lie on storage that all of them share.
    """
    apart = SPECS[part.option.name].per_node and case.rac
    stops = [one for one in part.draft.blocked_by if one.code != LEAVES_PINS]
    possible = part.advice.response_ratio is not None and not stops and not apart
    return possible and part.option.proved(case) and part.option.doubt(case, part.draft) is None


def _alone(option: OptionAdvice) -> float:
    return option.response_ratio.expected if option.response_ratio else float("inf")


def _is_rival(case: Case, one: Weighed) -> bool:
    """Can it be done by itself on flash, and does something in the inputs speak for its gain? None can where each leaves a
    pinned segment behind.
    """
    known = one.advice.feasible and one.advice.response_ratio is not None
    return known and one.option.proved(case) and SPECS[one.option.name].needs_flash


def _nothing(why: str) -> Draft:
    return Draft(COMBINATION, Change(), None, (Blocker("nothing-to-combine", why),), known=False)


def _adds_too_little(tried: _Tried, able: tuple[OptionName, ...], rival: OptionAdvice) -> str:
    """Beside which option nothing more is worth its trouble, with what each other part would add to it."""
    if _alone(rival) > 1 - LEAST_SAID:
        return _NO_GAIN
    if rival.option not in able:
        return f"Nothing to combine: no parts together take {pct(MATERIAL)} more off DB time than {rival.title} alone."
    first = frozenset((rival.option,))
    added = {part: tried.ratio(first) - tried.ratio(first | {part}) for part in able if part != rival.option}
    words = ", ".join(f"{SPECS[part].label}: {_more(gain)}" for part, gain in added.items())
    return (
        f"Nothing to combine: with {rival.title}, no other part saves the {pct(MATERIAL)} more that would make it worthwhile "
        f"({words})."
    )


def _more(gain: float) -> str:
    if gain == float("-inf"):
        return "no room"
    if gain <= -LEAST_SAID:
        return "its room is worth more"
    return f"{pct(gain)} less DB time" if gain >= LEAST_SAID else "no gain"


OPTION = Option(COMBINATION, _draft)
