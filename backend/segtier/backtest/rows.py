"""The published results and their inputs as values; load.py reads them from `backtest_rows.yaml`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from segtier.errors import NotFound

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Positive = Annotated[float, msgspec.Meta(gt=0)]
NotNegative = Annotated[float, msgspec.Meta(ge=0)]
Figure = Literal[
    "throughput-ratio",
    "response-ms",
    "response-ratio",
    "users-at-1s",
    "users-at-1s-ratio",
    "users-at-1s-growth",
    "disk-read-ms",
    "flash-read-ms",
    "single-read-ms",
    "commit-ms",
    "commit-ratio",
    "cpu-share-pct",
    "hit-share-pct",
    "cost-saving-pct",
    "order",
]
ProofKind = Literal["equal-response", "monotony", "quotient", "cpu-per-transaction", "used-as-input", "cost"]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Unknown fields are faults: a misspelt one would silently fall back to its default."""


class Default(_Strict, frozen=True):
    """An input that papers leave out: one range for all of them."""

    low: NotNegative
    expected: NotNegative
    high: NotNegative
    reason: str
    source: str


class Input(_Strict, frozen=True):
    """A figure of the paper with its lines, or the name of a default. Exactly one of the two."""

    value: NotNegative | None = None
    lines: tuple[int, int] | None = None
    default: str | None = None


class ResponseLoad(_Strict, frozen=True, tag_field="kind", tag="response"):
    """Users and a response time; the reads take what the rest of the response leaves."""

    users: Input
    response_ms: Input
    think_time_s: Input
    reads_per_txn: Input
    writes_per_read: Input
    cpu_ms: Input
    client_ms: Input
    commit_ms: Input
    commits_per_txn: Input
    redo_writes_per_commit: Input
    cores: Input


class LatencyLoad(_Strict, frozen=True, tag_field="kind", tag="latency"):
    """Users and the latency of a read; the response follows."""

    users: Input
    think_time_s: Input
    reads_per_txn: Input
    read_ms: Input
    writes_per_read: Input
    cpu_ms: Input
    cores: Input
    commit_ms: Input | None = None
    commits_per_txn: Input | None = None
    redo_writes_per_commit: Input | None = None


class AwrLoad(_Strict, frozen=True, tag_field="kind", tag="awr"):
    """Figures of an AWR report; a commit is a transaction."""

    users: Input
    elapsed_s: Input
    reads: Input
    read_ms: Input
    read_share_pct: Input
    commit_ms: Input
    commit_share_pct: Input
    cpu_share_pct: Input
    writes_per_s: Input
    data_writes_per_s: Input
    cores: Input
    threads: Input


class ScanLoad(_Strict, frozen=True, tag_field="kind", tag="scan"):
    """Users scanning tables as fast as they can."""

    users: Input
    mb_per_s: Input
    request_kb: Input
    cpu_s_per_gb: Input
    cores: Input


Load = ResponseLoad | LatencyLoad | AwrLoad | ScanLoad


class Group(_Strict, frozen=True):
    holds: tuple[Literal["data", "temp", "redo"], ...]
    spindles: Annotated[int, msgspec.Meta(ge=1)]
    raid: Literal["raid0", "raid1", "raid10", "raid5", "raid6"]


class System(_Strict, frozen=True):
    """One system of a paper at its baseline."""

    paper: str
    what: str
    storage: tuple[Group, ...]
    load: Load
    nodes: Annotated[int, msgspec.Meta(ge=1)] = 1
    buffer_cache_gb: Positive | None = None


class OwnTier(_Strict, frozen=True):
    """Flash that is not in the device catalogue; latencies (low, expected, high) include the host's share."""

    model: str
    attachment: Literal["server-pcie", "sas", "san"]
    usable_gb: Positive
    count: Annotated[int, msgspec.Meta(ge=1)]
    mirrored: bool
    read_us: tuple[Positive, Positive, Positive]
    write_us: tuple[Positive, Positive, Positive]
    read_iops: Positive
    write_iops: Positive
    read_mb_s: Positive
    write_mb_s: Positive


class TierRow(_Strict, frozen=True):
    """Flash of the catalogue (`device`) or described here (`own`)."""

    device: str | None = None
    count: int = 1
    mirrored: bool = False
    own: OwnTier | None = None
    source: str = ""


class ChangeRow(_Strict, frozen=True):
    """What goes to flash. `data` terms are numbers or names of defaults, added; a leading minus subtracts."""

    what: str
    data: tuple[str, ...] = ()
    scans: bool = False
    redo: bool = False
    temp: bool = False
    flash_cache_gb: NotNegative = 0.0
    hit_share: tuple[Share, Share, Share] | None = None
    hit_default: str | None = None
    fitted_curve: bool = False


class LeftOut(_Strict, frozen=True):
    """Why a row is outside the statistics: a proof and the figures it uses."""

    proof: ProofKind
    against: tuple[str, ...]


class Known(_Strict, frozen=True):
    """A published figure that proofs use."""

    value: Positive
    rounding: NotNegative


class Row(_Strict, frozen=True):
    """One published figure the forecast can be held against."""

    id: str
    system: str
    tier: str
    figure: Figure
    change: str = "none"
    against: str | None = None
    published: Positive | None = None
    rounding: NotNegative = 0.0
    order: tuple[str, ...] = ()
    measure: Literal["throughput", "write-stall"] | None = None
    note: str = ""
    missed: str = ""
    """Why a consistent row is missed, in one sentence."""
    left_out: LeftOut | None = None


class Backtest(_Strict, frozen=True):
    papers: dict[str, str]
    defaults: dict[str, Default]
    tiers: dict[str, TierRow]
    systems: dict[str, System]
    changes: dict[str, ChangeRow]
    rows: tuple[Row, ...]
    figures: dict[str, Known]
    not_addressed: dict[str, str]

    def row(self, row_id: str) -> Row:
        """The row with this id. Raises NotFound listing the ids there are."""
        for row in self.rows:
            if row.id == row_id:
                return row
        known = ", ".join(row.id for row in self.rows)
        raise NotFound(f"no row {row_id[:40]!r}; rows: {known}", code="unknown-row")

    def figure(self, figure_id: str) -> Known:
        """A published figure by its id, whether it is a row or an input."""
        if figure_id in self.figures:
            return self.figures[figure_id]
        row = self.row(figure_id)
        return Known(row.published or 0.0, row.rounding)

    def paper_of(self, row: Row) -> str:
        return self.systems[row.system].paper
