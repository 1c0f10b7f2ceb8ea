"""What is asked beside the question where volumes are rented: a budget, a goal, how many stand side by side, and prices."""

from __future__ import annotations

from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.volume import Prices, Wanted
from segtier.oracle.volumes import find_volume, volume_models
from segtier.question.forms import VOLUME
from segtier.question.row import asked, rows_of


@dataclass(frozen=True, slots=True)
class Renting:
    """Prices are a month each, in the currency of the volumes."""

    budget: float | None = asked(None, label="Budget", help="At most this price a month.", above=0, most=1e12)
    less_db_time_pct: float | None = asked(
        None,
        label="Less DB time, %",
        help="Per cent to take off DB time.",
        above=0,
        below=100,
        option="--less-db-time",
    )
    volume_count: int = asked(
        1,
        label="Volumes side by side",
        help="How many volumes of a kind ASM stripes as one; their capacity and limits add up.",
        least=1,
        most=64,
    )
    today_price: float | None = asked(
        None,
        label="Price of today's storage",
        help="Monthly price of a GiB of today's storage: Segtier shows the space freed next to what you rent.",
        least=0,
        most=1e6,
    )
    today_volume: str | None = asked(
        None,
        label="Kind of today's volume",
        help="The same, if today's storage is in the catalogue: Segtier uses its price per GiB; other costs stay.",
        longest=80,
        form=VOLUME,
    )
    memory_price: float | None = asked(
        None,
        label="Price of memory",
        help="Monthly price of a GiB of memory, to compare with a larger buffer cache.",
        least=0,
        most=1e6,
    )
    disk_price: float | None = asked(
        None,
        label="Price of a disk",
        help="Monthly price of one more disk like today's, to compare with more disks.",
        least=0,
        most=1e9,
    )


RENTING_ROWS = rows_of(Renting)


def compose_wanted(asked: Renting) -> Wanted:
    """Raises Refused and NotFound for what cannot be meant."""
    less = asked.less_db_time_pct
    return Wanted(
        budget=asked.budget,
        less_db_time=None if less is None else less / 100,
        count=asked.volume_count,
        prices=_prices(asked),
    )


def _prices(asked: Renting) -> Prices:
    if asked.today_volume is None:
        return Prices(asked.today_price, memory_gib=asked.memory_price, disk=asked.disk_price)
    if asked.today_price is not None:
        raise Refused(
            "the price of today's storage is given twice: by itself, and as a kind of volume",
            code="today-twice",
            advice="Give one of them.",
        )
    model = find_volume(asked.today_volume, volume_models())
    if model.price_gib_month is None:
        raise Refused(
            f"the catalogue has no price for {model.id}",
            code="no-price",
            advice="State what a GiB of today's storage costs a month instead.",
        )
    return Prices(model.price_gib_month, model.name, asked.memory_price, asked.disk_price)
