"""Each option's range: with all evidence, and with some of it taken away.

A database of two tablespaces, with the tables on the slower and on the faster one, and the sample's report: read times of files,
and requests by segment, are taken away as `robustness/less_evidence.py` does. Prints a line for each option whose range changes.

Run in `backend/`: `python -m robustness.ranges`.
"""

from __future__ import annotations

from collections.abc import Iterator

from robustness.less_evidence import advice_of, less_of_document
from segtier.model.advice import Advice
from segtier.model.forecast import Range
from segtier.model.inventory import Inventory
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.samples import oltp_sample
from tests.two_speeds import FAST, SLOW, sizes, two_speeds

_REPORT = "4116_4117"
_TAKEN = ("no read times: files", "no requests by segment", "no requests by segment: half of them")


def cases() -> Iterator[tuple[str, Workload, tuple[Inventory, ...]]]:
    """(what it is, the report, sizes)."""
    for tables, indexes in ((12.0, 6.0), (6.0, 12.0)):
        yield f"tables {tables:g} ms, indexes {indexes:g} ms", two_speeds({SLOW: tables, FAST: indexes}), (sizes(),)
    sample = {one.name: one.data for one in oltp_sample()}
    found = [read_document(data, name) for name, data in sample.items() if "sizes" in name]
    report = next(read_document(data, name) for name, data in sample.items() if _REPORT in name)
    assert isinstance(report, Workload)
    yield "the sample's report", report, tuple(one for one in found if isinstance(one, Inventory))


def ranges(advice: Advice | None) -> dict[str, Range]:
    options = () if advice is None else advice.options
    return {one.option: one.response_ratio for one in options if one.response_ratio is not None}


def main() -> int:
    """Prints; 0."""
    for title, whole, inventories in cases():
        told = ranges(advice_of(whole, inventories))
        print(title)
        for less in less_of_document(whole):
            document = less.make() if less.name in _TAKEN else None
            found = {} if document is None else ranges(advice_of(document, inventories))
            for option, after in found.items():
                before = told.get(option)
                if before is not None and _words(before) != _words(after):
                    print(f"  {less.name} | {option}: {_words(before)}; then {_words(after)}")
    return 0


def _words(ratio: Range) -> str:
    return f"{ratio.low:.3f} to {ratio.high:.3f}, expected {ratio.expected:.3f}"


if __name__ == "__main__":
    raise SystemExit(main())
