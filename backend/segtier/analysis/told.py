"""What some of the reports that become one do not tell: what it adds up to over all of them is not known, or is the least."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from segtier.model.evidence import Warn
from segtier.model.merging import lists_of
from segtier.model.workload import READ_WAIT, Workload
from segtier.plurals import plural

NEEDED = {
    "wait_events": "Foreground Wait Events",
    "time_model": "Time Model Statistics",
    "segments": "Segments by Physical Reads",
    "instance_statistics": "Instance Activity Stats",
}
"""The lists an answer stands on."""
IN_PART = "told-in-part"


def lists_in_part(warnings: Iterable[Warn]) -> bool:
    """Whether some of what was merged lists its segments and some does not."""
    return any(warn.code == IN_PART and warn.section == NEEDED["segments"] for warn in warnings)


class Told:
    """Of the lists an answer stands on, and of the samples of sessions."""

    def __init__(self) -> None:
        self._reports = 0
        self._instances: set[int | None] = set()
        self._lacking: dict[str, list[int | None]] = defaultdict(list)
        """By list the instance of each report that does not tell it."""

    def add(self, report: Workload) -> None:
        self._reports += 1
        instance = report.instances[0].number if len(report.instances) == 1 else None
        self._instances.add(instance)
        told = {name: bool(getattr(report, name)) for name in NEEDED}
        for name, tells in (told | {READ_WAIT: READ_WAIT in report.segment_coverage}).items():
            if not tells:
                self._lacking[name].append(instance)

    def by_all(self, name: str) -> bool:
        return not self._lacking[name]

    def warnings(self) -> Iterator[Warn]:
        lists = lists_of(Workload)
        for name, section in NEEDED.items():
            lacking = self._lacking[name]
            if 0 < len(lacking) < self._reports:
                sums = "are the least there can be" if lists[name].some else "are not known"
                yield Warn(IN_PART, f"{section}: missing for {self._who(lacking)}, so its sums {sums}", section)

    def _who(self, lacking: list[int | None]) -> str:
        """The instances where others do tell it, else how many intervals."""
        of = sorted(set(lacking) - {None}, key=str)
        if None in lacking or len(of) == len(self._instances):
            return f"{len(lacking)} of {plural(self._reports, 'interval')}"
        return f"instance {', '.join(map(str, of))}"
