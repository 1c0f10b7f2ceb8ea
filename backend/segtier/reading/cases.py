"""What an answer is made from, kept for the next question about the same documents: other flash needs no other case."""

from __future__ import annotations

from dataclasses import replace

from segtier.advisor.advise import describe_inputs
from segtier.advisor.case import Case, build_case
from segtier.analysis.inputs import as_reports
from segtier.answers.lately import Lately
from segtier.dataclass import dataclass
from segtier.model.advice import Input
from segtier.model.inventory import Inventory
from segtier.model.request import AdviceRequest
from segtier.question import about_case
from segtier.reading.orders import Fetching, StoredDocument
from segtier.reading.shelf import Shelf

MOST_SEGMENTS = 20_000
"""Of a kept case: a process that still holds much after an order takes no other."""


@dataclass(frozen=True, slots=True)
class Opened:
    """`shelf` is where the case's reports are fetched from when they are opened."""

    case: Case
    inputs: tuple[Input, ...]
    shelf: Shelf


_kept: Lately[Opened] = Lately(1)


def open_case(
    documents: tuple[StoredDocument, ...], request: AdviceRequest, fetch: Fetching
) -> tuple[Case, tuple[Input, ...]]:
    """The case of a question, and what it is made from. Raises what `build_case` raises.

    It is built from what it depends on alone, so that the rest of the question cannot be in what is kept.
    """
    about = about_case(request)
    key = (tuple((one.id, one.digest, one.period) for one in documents), about)
    opened = _kept.get(key)
    if opened is None:
        _kept.clear()  # before the next one is there as well
        opened = _opened(documents, about, fetch)
        if len(opened.case.segments.loads) <= MOST_SEGMENTS:
            _kept.put(key, opened)
    opened.shelf.fetch_by(fetch)
    return replace(opened.case, request=request), opened.inputs


def _opened(documents: tuple[StoredDocument, ...], about: AdviceRequest, fetch: Fetching) -> Opened:
    shelf = Shelf(fetch)
    given = [shelf.any(one) for one in documents if one.period == "before" or one.has_sizes_only]
    reports = as_reports([one for one in given if not isinstance(one, Inventory)])
    inventories = tuple(one for one in given if isinstance(one, Inventory))
    return Opened(build_case(reports, inventories, about), describe_inputs(reports, inventories), shelf)
