"""Published figures that contradict each other, proved from the figures alone.

Every printed figure stands for an interval: value plus and minus half a unit of its last place. A proof holds only
where no values inside the intervals agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from segtier.backtest.cost import saving_pct
from segtier.backtest.moves import tier_of
from segtier.backtest.rows import Backtest, Known, ProofKind, Row
from segtier.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """`holds`: the row cannot be right together with the figures it was held against. `text` is the arithmetic."""

    kind: str
    holds: bool
    text: str
    with_row: str = ""
    """The other row of a pair of measurements that contradict each other, where the rows file names that one."""


MUTUAL: tuple[ProofKind, ...] = ("equal-response", "monotony")
"""Two measurements on one system: which of them is wrong is not known, so both leave the statistics. The other kinds
contradict a figure somebody made from printed ones, by arithmetic that has only one result."""


def prove(backtest: Backtest, row: Row, kind: ProofKind, against: tuple[str, ...]) -> Proof:
    """The proof of that kind for one row against other published figures. Raises NotFound for unknown ids."""
    others = [backtest.figure(one) for one in against]
    holds, text = _PROOFS[kind](backtest, row, others)
    return Proof(kind, holds, text)


def proof_of(backtest: Backtest, row: Row) -> Proof | None:
    """The proof that leaves a row out: its own, or that of a row it contradicts. None where nothing leaves it out."""
    if row.left_out:
        return prove(backtest, row, row.left_out.proof, row.left_out.against)
    for other in backtest.rows:
        left_out = other.left_out
        if left_out and left_out.proof in MUTUAL and row.id in left_out.against:
            proof = prove(backtest, other, left_out.proof, left_out.against)
            return replace(proof, with_row=other.id) if proof.holds else None
    return None


def _equal_response(_backtest: Backtest, row: Row, others: list[Known]) -> tuple[bool, str]:
    """At one response R on both curves X = N / (Z + R): the throughputs are as the users, for any think time Z."""
    before, after = others
    low = _low(after) / _high(before)
    high = _high(after) / _low(before)
    text = (
        f"{after.value:,.0f} against {before.value:,.0f} users at the same response: throughput "
        f"x {after.value / before.value:.2f} for any think time ({low:.2f} to {high:.2f} with rounding), "
        f"not x {row.published:.2f}"
    )
    return _outside(row, low, high), text


def _monotony(_backtest: Backtest, row: Row, others: list[Known]) -> tuple[bool, str]:
    """More on flash under the same load cannot be slower."""
    less = others[0]
    text = f"{row.published:g} ms with more on SSD than gave {less.value:g} ms, same users and disks"
    return _low(_figure(row)) > _high(less), text


def _quotient(_backtest: Backtest, row: Row, others: list[Known]) -> tuple[bool, str]:
    """A factor is the quotient of the two figures printed beside it."""
    before, after = others
    low = _low(before) / _high(after)
    high = _high(before) / _low(after)
    factor = f"{before.value / after.value:.1f} ({low:.1f} to {high:.1f})"
    text = f"{before.value:g} / {after.value:g} = {factor}, not {row.published:g}"
    return _outside(row, low, high), text


def _cpu_per_transaction(_backtest: Backtest, row: Row, others: list[Known]) -> tuple[bool, str]:
    """Utilisation law: CPU time is throughput times CPU per transaction, and DB time is at most the users' time.

    The figure left out is lower than the smallest CPU share with which the published throughput is possible; the
    report says 55.1 % of DB time is 195,984 s, so DB time can grow by 1.2 % before all 100 users are always at work.
    """
    before, ratio = others
    least = _low(before) * _low(ratio) / 1.012
    text = (
        f"{ratio.value:.2f} times the transactions at the same CPU each take at least {least:.1f} % of DB time "
        f"(from {_low(before):.1f} %, the least of the three baselines printed), not {row.published:g} %"
    )
    return _high(_figure(row)) < least, text


def _used_as_input(backtest: Backtest, row: Row, _others: list[Known]) -> tuple[bool, str]:
    """A figure the device catalogue was set from tests nothing."""
    read_ms = tier_of(backtest.tiers[row.tier]).read_us / 1e3
    text = f"the catalogue's read latency of this device with the host's share is {read_ms:g} ms: it was set from this figure"
    return not _outside(row, read_ms, read_ms), text


def _cost(_backtest: Backtest, row: Row, others: list[Known]) -> tuple[bool, str]:
    """The saving the table's own prices give."""
    flash, drives, enclosure = (one.value for one in others)
    with_enclosure = saving_pct(flash, drives + enclosure)
    drives_only = saving_pct(flash, drives)
    text = (
        f"1 - {flash:,.0f} / {drives + enclosure:,.0f} = {with_enclosure:.1f} % with the enclosure, "
        f"{drives_only:.1f} % without, not {row.published:g} %"
    )
    return _outside(row, with_enclosure, with_enclosure) and _outside(row, drives_only, drives_only), text


_PROOFS: dict[str, Callable[[Backtest, Row, list[Known]], tuple[bool, str]]] = {
    "equal-response": _equal_response,
    "monotony": _monotony,
    "quotient": _quotient,
    "cpu-per-transaction": _cpu_per_transaction,
    "used-as-input": _used_as_input,
    "cost": _cost,
}


def _figure(row: Row) -> Known:
    return Known(row.published or 0.0, row.rounding)


def _low(figure: Known) -> float:
    return figure.value - figure.rounding


def _high(figure: Known) -> float:
    return figure.value + figure.rounding


def _outside(row: Row, low: float, high: float) -> bool:
    figure = _figure(row)
    return _high(figure) < low or _low(figure) > high
