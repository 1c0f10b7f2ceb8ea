"""How long all options of one workload take to forecast: at the expected inputs' handful of draws, and with 1,000 draws.

Run: `python benchmarks/forecast.py`. The workload is the sample's; time is processor time, the least of ten runs.
Ends with 1 above the promised 50 ms (32 draws) and 500 ms (1,000 draws).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

from segtier.advisor.case import Case, build_case
from segtier.advisor.segments.rank import rank_segments
from segtier.advisor.weighing.weigh import weigh_options
from segtier.model.inventory import Inventory
from segtier.model.request import AdviceRequest
from segtier.model.workload import Workload
from segtier.oracle.devices import tier
from segtier.reports import read_document
from segtier.samples import oltp_sample

PROMISED_MS = {32: 50.0, 1000: 500.0}
RUNS = 10


def main() -> int:
    missed = False
    for draws, promised_ms in PROMISED_MS.items():
        case = _case(draws)
        ranking = rank_segments(case)
        took_ms = min(_once_ms(partial(weigh_options, case, ranking)) for _ in range(RUNS))
        options = len(weigh_options(case, ranking))
        print(f"{options} options with {draws:5,d} draws: {took_ms:6.1f} ms  (promised {promised_ms:.0f})")
        missed |= took_ms > promised_ms
    return int(missed)


def _case(draws: int) -> Case:
    documents = [read_document(file.data, file.name) for file in oltp_sample() if file.period == "before"]
    workloads = [document for document in documents if isinstance(document, Workload)]
    sizes = [document for document in documents if isinstance(document, Inventory)]
    return build_case(workloads, sizes, AdviceRequest(tier(700 * 10**9), draws=draws))


def _once_ms(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1e3


if __name__ == "__main__":
    sys.exit(main())
