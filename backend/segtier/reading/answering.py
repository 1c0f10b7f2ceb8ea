"""What a reader process answers from stored documents. Pure: documents and a question in, JSON out.

The advisor takes half a second to import: `child` imports this module where it is told to, or where it is first asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from segtier.advisor.advise import advise_case
from segtier.advisor.case import build_case
from segtier.advisor.comparison.held import hold_against
from segtier.advisor.drift.answer import drift_of
from segtier.advisor.drift.base import base_of
from segtier.advisor.drift.heat import heat_of
from segtier.advisor.plan_option import plan_option
from segtier.advisor.renting.volumes import volume_answers
from segtier.analysis.history import thinned
from segtier.analysis.inputs import Given
from segtier.answers.whole import whole_answer
from segtier.answers.write import answer_bytes
from segtier.dataclass import dataclass
from segtier.documents import encode
from segtier.masking.printed import printed_names
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reading.cases import open_case
from segtier.reading.hours import packed_hour
from segtier.reading.orders import (
    Advise,
    Compare,
    Fetching,
    FindDrift,
    KeepHours,
    KeptHour,
    ListNames,
    MapHours,
    OfferVolumes,
    StoredDocument,
    ThinDocuments,
    Worked,
    WritePlan,
)
from segtier.reading.shelf import Shelf
from segtier.reading.tasks import Said


@dataclass(frozen=True, slots=True)
class _Documents:
    before: tuple[Given, ...]
    after: tuple[Given, ...]
    inventories: tuple[Inventory, ...]


def advise(order: Advise, target: BinaryIO, fetch: Fetching) -> Iterator[Said]:
    """The answer is a file: who waits for it need not hold its bytes. Raises NotUsable where the reports do not say enough."""
    case, inputs = open_case(order.documents, order.request, fetch)
    target.write(answer_bytes(advise_case(case, inputs)))
    target.flush()
    yield Worked(), b""


def compare(order: Compare, fetch: Fetching) -> Iterator[Said]:
    """The hours that did about the same work: those before are forecast anew and held against those after."""
    documents = _open(order.documents, fetch)
    held = hold_against(documents.before, documents.after, documents.inventories, order.request, order.option)
    yield _worked(held.comparison)


def write_plan(order: WritePlan, advice: BinaryIO, fetch: Fetching) -> Iterator[Said]:
    """Raises Refused (`not-advised`) unless the advice is to move or it is overridden."""
    documents = _open(order.documents, fetch)
    given = whole_answer(advice.read())
    yield _worked(
        plan_option(
            given, documents.before, order.option, order.targets, order.override, inventories=documents.inventories
        )
    )


def offer_volumes(order: OfferVolumes, fetch: Fetching) -> Iterator[Said]:
    """Raises NotUsable where no segment with a known size saves anything."""
    documents = _open(order.documents, fetch)
    found = volume_answers(
        documents.before, documents.inventories, order.request, order.models, order.wanted, order.today
    )
    yield _worked(found)


def find_drift(order: FindDrift, fetch: Fetching) -> Iterator[Said]:
    """Raises NotUsable where no report tells an hour, Refused for names that no segment has."""
    base = base_of(order.request, order.plans)
    documents = _open(order.documents, fetch)
    case = build_case((*documents.before, *documents.after), documents.inventories, order.request)
    yield _worked(drift_of(case, base))


def map_hours(order: MapHours, fetch: Fetching) -> Iterator[Said]:
    """Raises NotUsable where no report tells an hour."""
    documents = _open(order.documents, fetch)
    case = build_case((*documents.before, *documents.after), documents.inventories, order.request)
    yield _worked(heat_of(case))


def keep_hours(order: KeepHours | ThinDocuments, fetch: Fetching) -> Iterator[Said]:
    """Of documents that are to be thinned the hour and the document that are left."""
    shelf = Shelf(fetch)
    for one in order.documents:
        document = shelf.document(one)
        less = thinned(document) if isinstance(order, ThinDocuments) and isinstance(document, Workload) else None
        yield KeptHour(*packed_hour(less or document)), b"" if less is None else encode(less)


def list_names(order: ListNames, fetch: Fetching) -> Iterator[Said]:
    """Sorted, so that the same documents give the same bytes."""
    shelf = Shelf(fetch)
    yield _worked(sorted(printed_names(shelf.document(one) for one in order.documents)))


def _worked(value: Any) -> Said:
    return Worked(), encode(value)


def _open(stored: tuple[StoredDocument, ...], fetch: Fetching) -> _Documents:
    """Those of which no hour is kept are opened; the others where it comes to it."""
    shelf = Shelf(fetch)
    given = [(one.period, shelf.any(one)) for one in stored]
    return _Documents(
        before=tuple(one for period, one in given if period == "before" and not isinstance(one, Inventory)),
        after=tuple(one for period, one in given if period == "after" and not isinstance(one, Inventory)),
        inventories=tuple(one for _, one in given if isinstance(one, Inventory)),
    )
