"""What the user wants masked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from segtier.masking.kinds import HOSTS, NAMES, Kind


class Treatment(StrEnum):
    """From the mildest to the strictest."""

    KEEP = "keep"
    HASH = "hash"
    DROP = "drop"


_ORDER = list(Treatment)


@dataclass(frozen=True, slots=True)
class Choice:
    """SQL text is no part of a document, so there is nothing to choose for it."""

    names: Treatment = Treatment.HASH
    hosts: Treatment = Treatment.HASH

    def of(self, kind: Kind) -> Treatment:
        if kind is Kind.WORD:
            return Treatment.KEEP
        if kind in NAMES:
            return self.names
        if kind in HOSTS:
            return self.hosts
        return max(self.names, self.hosts, key=_ORDER.index)
