"""Does an AWR dump give the answer that the AWR report of its figures gives?

Each real report of one instance that lies beside the repository is turned into a dump with the columns of 11.2 and of 19c
(`tests/twins.py`). The dump must have the same top events, the same segments in the same order and the same verdict.

Run: `python robustness/twins.py`. Exits with 1 where one differs.
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from segtier.advisor import advise
from segtier.errors import SegtierError
from segtier.model.request import AdviceRequest
from segtier.model.workload import Source, Workload
from segtier.oracle.devices import tier
from segtier.reports import read_document
from segtier.reports.awr_dump import read_dump
from tests.corpus import files
from tests.twins import Twin, is_twinned, segments_by_reads, top_events

RELEASES = ("11.2", "19c")
_REQUEST = AdviceRequest(tier=tier(700 * 10**9, None))


def verdict(workload: Workload) -> str:
    """Its state and cause, or why there is none."""
    try:
        found = advise([workload], [], _REQUEST).verdict
    except SegtierError as refused:
        return refused.code
    return f"{found.state}, {found.cause}"


def differences(report: Workload, release: str) -> list[str]:
    """What differs between a report and its twin."""
    data = Twin(report, release).made().written()
    (twin,) = read_dump([io.BytesIO(one) for one in data], Source())
    pairs = {
        "top events": (top_events(report), top_events(twin)),
        "segments": (segments_by_reads(report), segments_by_reads(twin)),
        "verdict": (verdict(report), verdict(twin)),
    }
    return [f"{what}: {known} is {other} in the twin" for what, (known, other) in pairs.items() if known != other]


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    count = same = 0
    for path in files("awr-html-") + files("awr-text-"):
        report = read_document(path.read_bytes(), path.name)
        if not isinstance(report, Workload) or not is_twinned(report):
            print(f"{path.name}: no twin (not of one instance, or without times)")
            continue
        for release in RELEASES:
            if release == "11.2" and any(row.pdb for row in report.segments):
                continue  # knows no pluggable databases
            found = differences(report, release)
            count += 1
            same += not found
            for text in found:
                print(f"{path.name} ({release}) {text[:400]}", flush=True)
    print(f"{same} of {count} twins have the same top events, segments in the same order and verdict")
    return int(same < count)


if __name__ == "__main__":
    sys.exit(main())
