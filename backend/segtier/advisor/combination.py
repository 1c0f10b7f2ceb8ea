"""Several options at once: the parts that together leave the least response, each of which earns its keep.

Gains do not add: the second part finds the disks relieved by the first, and less room on the flash. So every set is one
change of its own to the network, with the segments placed again in what redo, temp and the flash cache leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from segtier.advisor.case import Case
from segtier.advisor.draft import Draft
from segtier.advisor.rank import Ranking
from segtier.advisor.together import ORDER as PARTS
from segtier.advisor.together import together
from segtier.advisor.worth import MATERIAL
from segtier.analysis.words import pct
from segtier.forecast import Change, same_work
from segtier.model.advice import OptionAdvice
from segtier.model.forecast import Assumption

NAMES = {"redo": "redo", "temp": "temp", "segments": "best segments", "flash-cache": "flash cache"}
TITLE = "Combination"
_LEAST_PARTS = 2
LEAST_SAID = 0.001
"""Of DB time: less is called nothing."""


def assumed(parts: tuple[str, ...]) -> tuple[Assumption, ...]:
    """What nobody has measured where a flash cache works beside segments that have moved."""
    if not {"segments", "flash-cache"} <= {*parts}:
        return ()
    source = "no advisory tells the reads that stay on disk from all reads"
    return (Assumption("hits_beside_segments", "as of all reads", source=source),)


def title_of(parts: tuple[str, ...]) -> str:
    """`Redo and best segments together`."""
    if not parts:
        return TITLE
    names = [NAMES[part] for part in parts]
    listed = f"{', '.join(names[:-1])} and {names[-1]} together"
    return listed[0].upper() + listed[1:]


def combination(case: Case, ranking: Ranking, drafts: Iterable[Draft], alone: Mapping[str, OptionAdvice]) -> Draft:
    """The best set of parts; where no second part takes MATERIAL more off DB time, the sentence that says so."""
    parts = {draft.option: draft for draft in drafts if draft.option in PARTS and _counts(case, draft)}
    able = tuple(name for name in PARTS if name in parts)
    if len(able) < _LEAST_PARTS:
        only = f"only {NAMES[able[0]]}" if able else "none of redo, temp, segments and flash cache"
        return _nothing(f"Nothing to combine: {only} can be part of it.")
    singly = {frozenset((name,)): _alone(alone[name]) for name in able}
    tried = _Tried(case, ranking, parts, singly, same_work(case.basis))
    best = tried.best(able)
    rival = min((row for row in alone.values() if _is_rival(case, row)), key=_alone)
    draft = tried.draft(best) if best and tried.ratio(best) <= _alone(rival) - MATERIAL else None
    if draft is None or rival.response_ratio is None:
        return _nothing(_adds_too_little(tried, able, rival))
    return replace(draft, rival=(rival.title, rival.response_ratio))


@dataclass(slots=True)
class _Tried:
    """Sets of parts with their response, each forecast once."""

    case: Case
    ranking: Ranking
    parts: Mapping[str, Draft]
    ratios: dict[frozenset[str], float]
    response: Callable[[Change], float]
    """At the same work."""
    drafts: dict[frozenset[str], Draft | None] = field(default_factory=dict)

    def best(self, able: tuple[str, ...]) -> frozenset[str] | None:
        """Of the sets in which every part earns its keep the one with the least response; the smaller of equals."""
        sets = (frozenset(names) for count in range(_LEAST_PARTS, len(able) + 1) for names in combinations(able, count))
        return min((each for each in sets if self._may_gain(each) and self._earns(each)), key=self.ratio, default=None)

    def _may_gain(self, each: frozenset[str]) -> bool:
        """Sets are tried from small to large: a part that adds nothing to any pair is in no larger set."""
        return len(each) == _LEAST_PARTS or all(
            any(self._adds(pair, part) for pair in map(frozenset, combinations(sorted(each), 2)) if part in pair)
            for part in each
        )

    def _earns(self, each: frozenset[str]) -> bool:
        return all(self._adds(each, part) for part in each)

    def _adds(self, each: frozenset[str], part: str) -> bool:
        return self.ratio(each - {part}) - self.ratio(each) >= MATERIAL

    def ratio(self, each: frozenset[str]) -> float:
        """Median response at the same work; infinite where the set does not fit."""
        if each not in self.ratios:
            draft = self.draft(each)
            self.ratios[each] = float("inf") if draft is None else self.response(draft.change)
        return self.ratios[each]

    def draft(self, each: frozenset[str]) -> Draft | None:
        if each not in self.drafts:
            self.drafts[each] = together(self.case, self.ranking, {name: self.parts[name] for name in each})
        return self.drafts[each]


def _counts(case: Case, draft: Draft) -> bool:
    """A part must be possible. A flash cache needs the advisory that says what it would hit; in a cluster it sits inside
    every server, the other parts on storage that all of them share.
    """
    beside = draft.option != "flash-cache" or (bool(case.profile.cache_advice) and not case.rac)
    return draft.known and not draft.blocked_by and beside


def _alone(option: OptionAdvice) -> float:
    return option.response_ratio.expected if option.response_ratio else float("inf")


def _is_rival(case: Case, option: OptionAdvice) -> bool:
    """Can it be done by itself on flash, and does something in the inputs speak for its gain?"""
    proved = option.option != "flash-cache" or bool(case.profile.cache_advice)
    return option.feasible and proved and option.option not in ("none", "buffer-cache")


def _nothing(why: str) -> Draft:
    return Draft("combination", Change(), None, (why,), known=False)


def _adds_too_little(tried: _Tried, able: tuple[str, ...], rival: OptionAdvice) -> str:
    """Beside which option nothing more is worth its trouble, with what each other part would add to it."""
    if rival.option not in able:
        return f"Nothing to combine: no parts together take {pct(MATERIAL)} more off DB time than {rival.title} alone."
    first = frozenset((rival.option,))
    added = {part: tried.ratio(first) - tried.ratio(first | {part}) for part in able if part != rival.option}
    words = ", ".join(f"{NAMES[part]}: {_more(gain)}" for part, gain in added.items())
    return (
        f"Nothing to combine: beside {rival.title} no other part takes off the {pct(MATERIAL)} that would be worth its trouble "
        f"({words})."
    )


def _more(gain: float) -> str:
    if gain == float("-inf"):
        return "no room"
    if gain <= -LEAST_SAID:
        return "its room is worth more"
    return f"{pct(gain)} less DB time" if gain >= LEAST_SAID else "no gain"
