"""What a reader process answers from stored documents. Pure: documents and a question in, JSON out.

The advisor takes half a second to import: `child` imports this module where it is told to, or where it is first asked.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from segtier import advisor
from segtier.advisor.comparison import periods
from segtier.advisor.plan_option import plan_option
from segtier.advisor.segments.volumes import volume_answers
from segtier.answers.whole import whole_answer
from segtier.answers.write import answer_bytes
from segtier.dataclass import dataclass
from segtier.documents import decode, encode
from segtier.masking.printed import printed_names
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reading.orders import Advise, Compare, ListNames, OfferVolumes, StoredDocument, Worked, WritePlan
from segtier.reading.tasks import Said

_opened: dict[StoredDocument, Workload | Inventory] = {}
"""The documents of the question before: who asks once asks again, about other flash."""


@dataclass(frozen=True, slots=True)
class _Documents:
    before: tuple[Workload, ...]
    after: tuple[Workload, ...]
    inventories: tuple[Inventory, ...]


def advise(order: Advise, target: BinaryIO) -> Iterator[Said]:
    """The answer is a file: who waits for it need not hold its bytes. Raises NotUsable where the reports do not say enough."""
    documents = _open(order.documents)
    target.write(answer_bytes(advisor.advise(documents.before, documents.inventories, order.request)))
    target.flush()
    yield Worked(), b""


def compare(order: Compare) -> Iterator[Said]:
    """The hours before that did about the same work are forecast anew and held against the hours after."""
    documents = _open(order.documents)
    before = periods.alike(documents.before, documents.after)
    advice = advisor.advise(before, documents.inventories, order.request)
    yield _worked(periods.compare(before, documents.after, advice, order.option))


def write_plan(order: WritePlan, advice: BinaryIO) -> Iterator[Said]:
    """Raises Refused (`not-advised`) unless the advice is to move or it is overridden."""
    documents = _open(order.documents)
    given = whole_answer(advice.read())
    yield _worked(
        plan_option(
            given, documents.before, order.option, order.targets, order.override, inventories=documents.inventories
        )
    )


def offer_volumes(order: OfferVolumes) -> Iterator[Said]:
    """Raises NotUsable where no segment with a known size saves anything."""
    documents = _open(order.documents)
    found = volume_answers(
        documents.before, documents.inventories, order.request, order.models, order.wanted, order.today
    )
    yield _worked(found)


def list_names(order: ListNames) -> Iterator[Said]:
    """Sorted, so that the same documents give the same bytes."""
    documents = _open(order.documents)
    yield _worked(sorted(printed_names((*documents.before, *documents.after, *documents.inventories))))


def _worked(value: Any) -> Said:
    return Worked(), encode(value)


def _open(stored: tuple[StoredDocument, ...]) -> _Documents:
    """The documents as values; those that are open already are not decoded again."""
    values = {one: _opened[one] if one in _opened else _value(one) for one in set(stored)}
    _opened.clear()
    _opened.update(values)
    documents = [(one.period, values[one]) for one in stored]
    workloads = [(period, value) for period, value in documents if isinstance(value, Workload)]
    return _Documents(
        before=tuple(value for period, value in workloads if period == "before"),
        after=tuple(value for period, value in workloads if period == "after"),
        inventories=tuple(value for _, value in documents if isinstance(value, Inventory)),
    )


def _value(stored: StoredDocument) -> Workload | Inventory:
    body = zlib.decompress(stored.packed)
    return decode(body, Inventory) if stored.has_sizes_only else decode(body, Workload)
