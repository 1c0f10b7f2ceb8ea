"""A row's change and its flash, as the forecast takes them."""

from __future__ import annotations

from segtier.backtest.inputs import Drawn
from segtier.backtest.rows import Backtest, ChangeRow, System, TierRow
from segtier.backtest.system import BLOCK_BYTES
from segtier.forecast import Change, HitCurve
from segtier.forecast.constants import Spread
from segtier.model.device import Tier
from segtier.oracle.devices import tier as catalogue_tier
from segtier.oracle.flash_cache import metadata_bytes
from segtier.units import GIB


def change_of(backtest: Backtest, name: str, drawn: Drawn, system: System, curve: HitCurve | None) -> Change:
    """The change with these values for its defaults. A fitted curve is needed where the change says so."""
    row = backtest.changes[name]
    share = min(max(sum(_term(term, drawn) for term in row.data), 0.0), 1.0)
    flash_bytes = round(row.flash_cache_gb * GIB)
    return Change(
        buffered_reads=share,
        writes=share,
        direct_reads=1.0 if row.scans else 0.0,
        redo=row.redo,
        temp=row.temp,
        flash_cache_bytes=flash_bytes,
        flash_cache_metadata_bytes=metadata_bytes(flash_bytes, BLOCK_BYTES, system.nodes > 1),
        hit_share=_hit_share(row, drawn),
        hit_curve=curve if row.fitted_curve else None,
    )


def _term(term: str, drawn: Drawn) -> float:
    bare = term.removeprefix("-")
    value = drawn[bare] if bare in drawn else float(bare)
    return -value if term.startswith("-") else value


def _hit_share(row: ChangeRow, drawn: Drawn) -> Spread | None:
    if row.hit_default is not None:
        value = drawn[row.hit_default]
        return Spread(value, value, value, "drawn default")
    return Spread(*row.hit_share, "measured by the paper") if row.hit_share else None


def tier_of(row: TierRow) -> Tier:
    """The flash of a row: from the device catalogue, or as described beside the rows."""
    if row.own is None:
        return catalogue_tier(device=row.device, count=row.count, mirrored=row.mirrored)
    own = row.own
    copies = 2 if own.mirrored else 1
    return Tier(
        id="backtest",
        model=own.model,
        attachment=own.attachment,
        shared=False,
        usable_bytes=round(own.usable_gb * 1e9),
        raw_bytes=round(own.usable_gb * 1e9) * copies,
        count=own.count,
        mirrored=own.mirrored,
        read_us=own.read_us[1],
        read_us_low=own.read_us[0],
        read_us_high=own.read_us[2],
        write_us=own.write_us[1],
        write_us_low=own.write_us[0],
        write_us_high=own.write_us[2],
        read_iops=own.read_iops,
        write_iops=own.write_iops,
        read_bytes_per_s=own.read_mb_s * 1e6,
        write_bytes_per_s=own.write_mb_s * 1e6,
        source=row.source,
    )
