"""`segment-iops`: no segment asks more of its tier than the tier's limit, in requests a second.

A segment's tier is the first that takes it: by its tablespace, or by whether the best segments move it.
"""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from segtier.dataclass import dataclass
from segtier.model.advice import RankedSegment
from segtier.plurals import plural
from segtier.policy.rule import Kind, Measured, Seen, State, most_words
from segtier.policy.values import Wrong, line_of, list_of, number, one_of, pairs, text
from segtier.units import S_PER_HOUR

_UNIT = "requests/s"
_MOST_TIERS = 20
_LEAST_IOPS = 1e-9
"""A tier that may be asked for nothing has a limit of 0."""


@dataclass(frozen=True, slots=True)
class TierLimit:
    name: str
    iops: float
    holds: str | None = None
    """moved | stays | None: any."""
    tablespaces: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return f"{most_words(self.iops, _UNIT)} on {self.name}"

    def takes(self, row: RankedSegment) -> bool:
        if self.tablespaces and row.tablespace not in self.tablespaces:
            return False
        return self.holds is None or row.included == (self.holds == "moved")


@dataclass(frozen=True, slots=True)
class SegmentIops:
    tiers: tuple[TierLimit, ...]

    def look(self, measured: Measured) -> Seen:
        """What is known of a segment is the least it asks for: above the limit it breaks the rule, else it stays unknown."""
        found = [
            (row, tier, _least(row))
            for row in measured.advice.segments
            if (tier := next((one for one in self.tiers if one.takes(row)), None)) is not None
        ]
        if not found:
            return Seen(
                "unknown", ", ".join(one.words for one in self.tiers), why="The reports name no segment of these tiers."
            )
        # Of those over their limit the furthest; else the nearest to it.
        row, tier, least = max(found, key=lambda one: (one[2] > one[1].iops, one[2] / max(one[1].iops, _LEAST_IOPS)))
        over = [one for one in found if one[2] > one[1].iops]
        open_ = [one for one in found if not _is_known(one[0])]
        state: State = "broken" if over else "unknown" if open_ else "held"
        why = f"{_name(row)}; {plural(len(found), 'segment')}, {len(over):,} over."
        if open_:
            why += f" Of {len(open_):,} the reports say reads or writes only, or neither."
        return Seen(state, tier.words, least, _UNIT, why, row.evidence)


def _least(row: RankedSegment) -> float:
    parts: Sequence[float | None] = (row.physical_read_requests_per_hour, row.physical_write_requests_per_hour)
    return sum(part or 0.0 for part in parts) / S_PER_HOUR


def _is_known(row: RankedSegment) -> bool:
    return row.physical_read_requests_per_hour is not None and row.physical_write_requests_per_hour is not None


def _name(row: RankedSegment) -> str:
    return ".".join(part for part in (row.pdb, row.owner, row.name, row.subobject) if part)


_KEYS = {
    "name": text(60),
    "iops": number(_UNIT, 1e9),
    "holds": one_of(("moved", "stays")),
    "tablespaces": list_of(text(128)),
}


def _tier(node: yaml.Node) -> TierLimit:
    found = {}
    for word, value, line in pairs(node, "tier"):
        if word not in _KEYS:
            raise Wrong(f"a tier has no key {word[:60]!r}; known are {', '.join(_KEYS)}", line)
        found[word] = _KEYS[word](value)
    for word in ("name", "iops"):
        if word not in found:
            raise Wrong(f"this tier has no {word!r}", line_of(node))
    return TierLimit(**found)


def _tiers(node: yaml.Node) -> tuple[TierLimit, ...]:
    if not isinstance(node, yaml.SequenceNode):
        raise Wrong("here a list of tiers is wanted", line_of(node))
    found: tuple[TierLimit, ...] = list_of(_tier, _MOST_TIERS)(node)
    names: set[str] = set()
    for tier, part in zip(found, node.value, strict=True):
        if tier.name in names:
            raise Wrong(f"the tier {tier.name!r} is given twice", line_of(part))
        names.add(tier.name)
    return found


SEGMENT_IOPS = Kind("segment-iops", SegmentIops, {"tiers": _tiers})
