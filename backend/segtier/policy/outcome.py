"""What came of each rule, as everything that shows it has it (`segtier.check/1`)."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.policy.rule import Counts, Severity, State


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is from, as in an advice's evidence: tables of a section and rows of a table count from 0."""

    file: str | None
    section: str | None = None
    occurrence: int | None = None
    row: int | None = None

    @property
    def words(self) -> str:
        """`awrrpt_1.html, Foreground Wait Events, row 1`: for people rows count from 1."""
        row = None if self.row is None else f"row {self.row + 1}"
        return ", ".join(part for part in (self.file, self.section, row) if part)


@dataclass(frozen=True, slots=True)
class Outcome:
    rule: str
    kind: str
    severity: Severity
    text: str
    line: int
    """Of the rule in the policy, from 1."""
    state: State
    counts: Counts
    """What it means for the whole: with `fail` the command ends with 1."""
    value: float | str | None
    unit: str
    limit: str
    why: str
    places: tuple[Place, ...]

    @property
    def measured(self) -> str:
        """`58.7093 % of DB time`; six figures, so that a hair above a limit looks above it."""
        if self.value is None:
            return "not known"
        value = self.value if isinstance(self.value, str) else f"{self.value:,.6g}"
        return f"{value} {self.unit}".strip()

    @property
    def sentence(self) -> str:
        """`broken: 58.7 % of DB time, allowed at most 50 % of DB time.` with why, the first place and the rule's text."""
        more = (self.why, f"From {self.places[0].words}." if self.places else "", self.text)
        return " ".join((f"{self.state}: {self.measured}, allowed {self.limit}.", *(one for one in more if one)))


@dataclass(frozen=True, slots=True)
class Checked:
    policy: str
    file: str
    database: str | None
    failed: int
    warned: int
    passed: int
    outcomes: tuple[Outcome, ...]
    engine_version: str = ""
    schema: str = "segtier.check/1"

    @property
    def words(self) -> str:
        """`2 failed, 0 warned, 6 passed; 1 of them unknown`."""
        unknown = sum(one.state == "unknown" for one in self.outcomes)
        tail = f"; {unknown} of them unknown" if unknown else ""
        return f"{self.failed} failed, {self.warned} warned, {self.passed} passed{tail}"
