"""The storage cost table of the 12c paper with its arithmetic done right."""

from __future__ import annotations

from segtier.backtest.rows import Backtest
from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class CostLine:
    """One storage of the comparison. Prices in US dollars, capacities in decimal GB after mirroring."""

    name: str
    dollars: float
    usable_gb: float
    sql_iops: float
    txn_per_s: float

    @property
    def dollars_per_gb(self) -> float:
        return self.dollars / self.usable_gb

    @property
    def dollars_per_iops(self) -> float:
        return self.dollars / self.sql_iops

    @property
    def dollars_per_txn_per_s(self) -> float:
        return self.dollars / self.txn_per_s


def saving_pct(new_dollars: float, old_dollars: float) -> float:
    """What the new storage costs less than the old one, in per cent of the old."""
    return (1 - new_dollars / old_dollars) * 100


def cost_lines(backtest: Backtest, txn_per_s: float) -> tuple[CostLine, CostLine]:
    """Disks with their enclosure, and flash. `txn_per_s`: of the baseline, by Little's law from its AWR figures.

    4 drives of 800 GB and 24 disks short-stroked to 150 GB, both mirrored; SQL IOPS as printed (5,500 and 32,000).
    """
    flash, drives, enclosure = (backtest.figure(one).value for one in ("SD-51", "SD-52", "SD-53"))
    ratio = backtest.figure("SD-40").value
    return (
        CostLine("24 disks and enclosure", drives + enclosure, 24 * 150 / 2, 5_500, txn_per_s),
        CostLine("4 SSD drives", flash, 4 * 800 / 2, 32_000, txn_per_s * ratio),
    )
