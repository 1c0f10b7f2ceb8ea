"""Stored documents and figures, fetched and opened when they are asked for."""

from __future__ import annotations

from functools import partial

from segtier.analysis.report import MOST_OPENED, KeptReport
from segtier.answers.lately import Lately
from segtier.model.hour import Hour
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reading.hours import unpacked
from segtier.reading.orders import Fetch, Fetching, StoredDocument

_AHEAD = 64
"""Figures that are fetched at once where one is asked for after the other."""


_opened: Lately[Workload | Inventory] = Lately(MOST_OPENED + 8)
"""By digest, also of the order before: who asks once asks again, about other flash."""


class Shelf:
    """What an order may open. A report's figures are seldom looked at twice, so they are not kept."""

    def __init__(self, fetch: Fetching) -> None:
        self._fetch = fetch
        self._order: list[str] = []
        self._place: dict[str, int] = {}
        self._coming: dict[str, bytes] = {}
        self._last, self._ahead = -1, 1

    def fetch_by(self, fetch: Fetching) -> None:
        """From now on: each order fetches by a way of its own."""
        self._fetch = fetch

    def any(self, stored: StoredDocument) -> KeptReport | Workload | Inventory:
        """Opened as a whole only where no hour is kept of it."""
        return self.report(stored) if stored.hour else self.document(stored)

    def document(self, stored: StoredDocument) -> Workload | Inventory:
        known = _opened.get(stored.digest)
        if known is not None:
            return known
        (body,) = self._fetch(Fetch("document", (stored.id,)))
        kind: type[Workload | Inventory] = Inventory if stored.has_sizes_only else Workload
        document = unpacked(body, kind)
        _opened.put(stored.digest, document)
        return document

    def report(self, stored: StoredDocument) -> KeptReport:
        self._place[stored.id] = len(self._order)
        self._order.append(stored.id)
        assert stored.hour
        return KeptReport(
            unpacked(stored.hour, Hour), partial(self._figures, stored.id), partial(self._workload, stored)
        )

    def _workload(self, stored: StoredDocument) -> Workload:
        document = self.document(stored)
        assert isinstance(document, Workload)
        return document

    def _figures(self, report_id: str) -> Workload:
        """Twice as many at once each time that the next ones are asked for."""
        at = self._place[report_id]
        if report_id not in self._coming:
            self._ahead = min(self._ahead * 2, _AHEAD) if at == self._last + 1 else 1
            wanted = tuple(self._order[at : at + self._ahead])
            self._coming = dict(zip(wanted, self._fetch(Fetch("figures", wanted)), strict=True))
        self._last = at
        return unpacked(self._coming[report_id], Workload)
