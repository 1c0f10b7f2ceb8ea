"""What the user wants masked."""

from __future__ import annotations

from enum import StrEnum

from segtier.dataclass import dataclass
from segtier.model.names import Kind


class Treatment(StrEnum):
    """From the mildest to the strictest."""

    KEEP = "keep"
    HASH = "hash"
    DROP = "drop"


_ORDER = list(Treatment)
_NAMES = frozenset({Kind.OWNER, Kind.OBJECT, Kind.SUBOBJECT, Kind.COLUMN, Kind.TABLESPACE, Kind.PDB})
_HOSTS = frozenset({Kind.DATABASE, Kind.INSTANCE, Kind.HOST, Kind.DISK_GROUP})


@dataclass(frozen=True, slots=True)
class Choice:
    """SQL text and programs are no part of what is written, so there is nothing to choose for them."""

    names: Treatment = Treatment.HASH
    hosts: Treatment = Treatment.HASH
    tablespaces: Treatment | None = None
    """None: as the names. Telling them apart lets a reviewer recognise the storage and not the application."""

    def of(self, kind: Kind) -> Treatment:
        if kind is Kind.WORD:
            return Treatment.KEEP
        if kind is Kind.TABLESPACE:
            return self._tablespaces
        if kind in _NAMES:
            return self.names
        return self.hosts if kind in _HOSTS else self.strictest

    @property
    def strictest(self) -> Treatment:
        """For what may hold names of every kind: paths, parameters, modules, sentences."""
        return max(self.names, self.hosts, self._tablespaces, key=_ORDER.index)

    @property
    def hashes(self) -> bool:
        """Whether anything gets a token, so that there is something to put back."""
        return Treatment.HASH in (self.names, self.hosts, self._tablespaces)

    @property
    def _tablespaces(self) -> Treatment:
        return self.names if self.tablespaces is None else self.tablespaces
