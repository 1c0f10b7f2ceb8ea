"""The invented database: every segment of a mail-order shop, with its size and its habits.

Rates are per 1,000 units of the segment's rhythm: transactions (`oltp`), batch work (`batch`) or seconds (`flat`).
Sizes are decimal gigabytes; the application holds 300 GB of tables and LOBs and 200 GB of indexes.
"""

from __future__ import annotations

from dataclasses import replace

from segtier.dataclass import dataclass
from segtier.samples import house

TYPES = {
    "T": "TABLE",
    "TP": "TABLE PARTITION",
    "I": "INDEX",
    "IP": "INDEX PARTITION",
    "L": "LOB",
    "U": "UNDEFINED",
}
FLASH_DATA = "SSD_DATA"
FLASH_INDEX = "SSD_INDX"
_FIRST_OBJECT_ID = 73_400
_FIRST_MOVED_ID = 91_200
_EXTENT_BYTES = 65_536

# owner name subobject type tablespace GB | single multi direct writes (requests) | gets changes (blocks)
# | scans | rhythm
_SEGMENTS = """
SHOP CUSTOMERS              -        T  SHOP_DATA   31.0   410  9  0   74   16   0.50  0    oltp
SHOP STOCK_LEVELS           -        T  SHOP_DATA   24.0   520  6  0  118   34   2.90  0    oltp
SHOP ORDER_LINES            P2024_Q1 TP SHOP_PART   10.0   330 12  0  104   38   4.60  0    oltp
SHOP ORDER_LINES            P2023_Q4 TP SHOP_PART   12.0   165  8  0   11    7   0.20  0    oltp
SHOP ORDER_LINES            P2023_Q3 TP SHOP_PART   11.0    32  3  0    1    2   0.02  0    oltp
SHOP ORDER_LINES            P2023_Q2 TP SHOP_PART   13.0    19  2  0    0    1   0.01  0    oltp
SHOP ORDER_LINES            P2023_Q1 TP SHOP_PART   12.0    11  1  0    0    1   0.01  0    oltp
SHOP ORDER_LINES            P_OLD    TP SHOP_PART   19.0     8  1  0    0    1   0.01  0    oltp
SHOP ORDER_HEADERS          -        T  SHOP_DATA   22.0   290  8  0   66   21   1.90  0    oltp
SHOP CUSTOMER_NOTES         -        T  SHOP_DATA    6.0    16  1  0    4    2   0.10  0    oltp
SHOP ADDRESSES              -        T  SHOP_DATA   12.0    58  2  0    6    6   0.10  0    oltp
SHOP PRODUCTS               -        T  SHOP_DATA    2.4     6  1  0    2   44   0.05  0.2  oltp
SHOP PRICES                 -        T  SHOP_DATA    1.6     4  0  0    3   31   0.08  0.1  oltp
SHOP BASKETS                -        T  SHOP_DATA    4.5    17  1  0   25   12   1.10  0    oltp
SHOP SHIPMENTS              -        T  SHOP_DATA   14.0    54  3  0   18    5   0.50  0    oltp
SHOP RETURNS                -        T  SHOP_DATA    3.0     7  1  0    3    1   0.08  0    oltp
SHOP PAYMENTS               -        T  SHOP_DATA   17.0    66  2  0   26    7   0.90  0    oltp
SHOP AUDIT_TRAIL            -        T  SHOP_DATA    0.39    1  0  0    7    2   0.90  0    oltp
LEDGER ENTRIES              -        T  LEDGER_DATA 26.0   200  4 10   20    4   0.80  0    oltp
LEDGER ACCOUNTS             -        T  LEDGER_DATA  0.8     2  0  0    3    9   0.30  0    oltp
LEDGER BALANCES             -        T  LEDGER_DATA  2.2     9  0  0    9    6   0.70  0    oltp
LEDGER PERIODS              -        T  LEDGER_DATA  0.01    0  0  0    0    3   0.01  3.5  oltp
MEDIA ASSETS                -        T  MEDIA_DATA   0.9     3  0  0    1    3   0.02  0    oltp
MEDIA SYS_LOB{assets}C00004$$ -      L  MEDIA_DATA  38.0    12  0 34    4    2   0.03  0    oltp
REPORTING DAILY_SALES       -        T  REP_DATA     7.5     9 160 40  30   90   6.00  12   batch
REPORTING CUSTOMER_VALUE    -        T  REP_DATA     4.2     5  90 25  22   60   4.00  8    batch
REPORTING STOCK_HISTORY     -        T  REP_DATA     5.5     6 110 30  18   50   5.00  9    batch
SHOP CUSTOMERS_PK           -        I  SHOP_INDX    2.8    19  0  0    1   18   0.01  0    oltp
SHOP CUSTOMERS_NAME_IX      -        I  SHOP_INDX    6.4   132  2  0    4   10   0.05  0    oltp
SHOP CUSTOMERS_MAIL_UX      -        I  SHOP_INDX    7.1    44  0  0    4    7   0.05  0    oltp
SHOP CUSTOMERS_PHONE_IX     -        I  SHOP_INDX    6.2    12  0  0    4    2   0.05  0    oltp
SHOP ADDRESSES_PK           -        I  SHOP_INDX    1.9    10  0  0    1    5   0.01  0    oltp
SHOP ADDRESSES_CUST_IX      -        I  SHOP_INDX    2.6    15  0  0    2    6   0.02  0    oltp
SHOP ADDRESSES_POSTCODE_IX  -        I  SHOP_INDX    5.0     8  0  0    2    1   0.02  0    oltp
SHOP ORDER_HEADERS_PK       -        I  SHOP_INDX    5.2    38  0  0   15   22   0.50  0    oltp
SHOP ORDER_HEADERS_CUST_IX  -        I  SHOP_INDX    9.8   205  2  0   44   12   0.50  0    oltp
SHOP ORDER_HEADERS_DATE_IX  -        I  SHOP_INDX    6.5    26  1  0   11    6   0.50  0    oltp
SHOP ORDER_HEADERS_STATUS_IX -       I  SHOP_INDX    7.4    22  1  0   24    6   0.90  0    oltp
SHOP ORDER_LINES_PK         P2024_Q1 IP SHOP_INDX    4.6   172  0  0   47   36   2.30  0    oltp
SHOP ORDER_LINES_PK         P2023_Q4 IP SHOP_INDX    5.5    40  0  0    3    6   0.10  0    oltp
SHOP ORDER_LINES_PK         P2023_Q3 IP SHOP_INDX    5.1    12  0  0    0    2   0.01  0    oltp
SHOP ORDER_LINES_PK         P2023_Q2 IP SHOP_INDX    6.0     8  0  0    0    1   0.01  0    oltp
SHOP ORDER_LINES_PK         P2023_Q1 IP SHOP_INDX    5.6     5  0  0    0    1   0.01  0    oltp
SHOP ORDER_LINES_PK         P_OLD    IP SHOP_INDX    8.8     4  0  0    0    1   0.01  0    oltp
SHOP ORDER_LINES_PROD_IX    P2024_Q1 IP SHOP_INDX    3.6    27  0  0   39    9   2.30  0    oltp
SHOP ORDER_LINES_PROD_IX    P2023_Q4 IP SHOP_INDX    4.4    19  0  0    3    3   0.10  0    oltp
SHOP ORDER_LINES_PROD_IX    P2023_Q3 IP SHOP_INDX    4.0     7  0  0    0    1   0.01  0    oltp
SHOP ORDER_LINES_PROD_IX    P2023_Q2 IP SHOP_INDX    4.7     5  0  0    0    1   0.01  0    oltp
SHOP ORDER_LINES_PROD_IX    P2023_Q1 IP SHOP_INDX    4.4     3  0  0    0    1   0.01  0    oltp
SHOP ORDER_LINES_PROD_IX    P_OLD    IP SHOP_INDX    7.0     3  0  0    0    1   0.01  0    oltp
SHOP STOCK_LEVELS_PK        -        I  SHOP_INDX    7.5   160  0  0    9   30   0.10  0    oltp
SHOP STOCK_LEVELS_PROD_IX   -        I  SHOP_INDX    7.2    31  0  0    5    6   0.10  0    oltp
SHOP PRODUCTS_PK            -        I  SHOP_INDX    0.2     1  0  0    0   52   0.01  0    oltp
SHOP PRODUCTS_NAME_IX       -        I  SHOP_INDX    0.5     2  0  0    0    8   0.01  0    oltp
SHOP PRICES_PK              -        I  SHOP_INDX    0.2     1  0  0    0   36   0.01  0    oltp
SHOP BASKETS_PK             -        I  SHOP_INDX    0.6     3  0  0    6    9   0.30  0    oltp
SHOP BASKETS_CUST_IX        -        I  SHOP_INDX    0.8     4  0  0    6    6   0.30  0    oltp
SHOP SHIPMENTS_PK           -        I  SHOP_INDX    3.4    11  0  0    4    5   0.20  0    oltp
SHOP SHIPMENTS_ORDER_IX     -        I  SHOP_INDX    4.6    24  0  0   11    5   0.20  0    oltp
SHOP RETURNS_PK             -        I  SHOP_INDX    0.7     2  0  0    1    1   0.03  0    oltp
SHOP PAYMENTS_PK            -        I  SHOP_INDX    4.2    13  0  0    6    6   0.40  0    oltp
SHOP PAYMENTS_ORDER_IX      -        I  SHOP_INDX    6.2    34  0  0   17    6   0.40  0    oltp
SHOP PAYMENTS_REF_IX        -        I  SHOP_INDX    8.3    25  0  0   23    4   0.40  0    oltp
LEDGER ENTRIES_PK           -        I  LEDGER_INDX  7.2    10  0  0    5    4   0.30  0    oltp
LEDGER ENTRIES_ACCT_IX      -        I  LEDGER_INDX  9.4   130  0  0   19    4   0.40  0    oltp
LEDGER ENTRIES_DATE_IX      -        I  LEDGER_INDX  8.1     9  1  0    6    2   0.30  0    oltp
LEDGER ACCOUNTS_PK          -        I  LEDGER_INDX  0.05    0  0  0    0   10   0.01  0    oltp
LEDGER BALANCES_PK          -        I  LEDGER_INDX  0.5     2  0  0    1    6   0.10  0    oltp
MEDIA ASSETS_PK             -        I  MEDIA_DATA   0.15    1  0  0    0    3   0.01  0    oltp
MEDIA SYS_IL{assets}C00004$$ -       I  MEDIA_DATA   0.2     1  0  0    1    2   0.01  0    oltp
REPORTING DAILY_SALES_PK    -        I  REP_DATA     2.1     7  3  0   11   40   1.50  0    batch
REPORTING CUSTOMER_VALUE_PK -        I  REP_DATA     1.1     4  2  0    7   25   1.00  0    batch
REPORTING STOCK_HISTORY_IX  -        I  REP_DATA     2.2     8  3  0    9   25   1.20  0    batch
SYS SEG$                    -        T  SYSTEM       0.02   60  0  0   25  180   3.00  0    flat
SYS OBJ$                    -        T  SYSTEM       0.03   30  2  0   10  260   0.50  0    flat
SYS AUD$                    -        T  SYSTEM       1.1    20  0  0  160   90   7.00  0    flat
SYS WRH$_SYSSTAT            WRH$_SYSSTA_2718_4080 TP SYSAUX 0.2 35 3 0 60 40 9.00 0 flat
SYS SYS_TEMP_0FD9D6608_1C4A7B - U TEMP 0.0 0 0 12 0 1 0.00 0 oltp
"""

# What v$segment_statistics never lists: undo, work areas in temp, and blocks of no segment.
_UNLISTED = """
-  undo       - U UNDOTBS1 12.0  9 0  0 196  9  8.0 0 oltp
-  work-areas - U TEMP     40.0  0 0 118  0  0  0.0 0 oltp
-  headers    - U SYSAUX    2.0 900 8 0 350 300 4.0 0 flat
"""
_DIRECT_WRITES = {"work-areas": 74.0, "SYS_TEMP_0FD9D6608_1C4A7B": 9.0, "LOB": 3.0}
_DIRECT_BLOCKS = {"LOB": 14, "TEMP": 7}
_WAITS = {
    # buffer busy, row lock, ITL waits per 1,000 transactions
    ("SHOP", "STOCK_LEVELS", None): (2.4, 2.5, 0.05),
    ("SHOP", "ORDER_LINES", "P2024_Q1"): (3.3, 0.08, 0.03),
    ("SHOP", "ORDER_LINES_PK", "P2024_Q1"): (4.9, 0.08, 0.04),
    ("SHOP", "ORDER_HEADERS", None): (1.1, 0.4, 0.02),
    ("SHOP", "ORDER_HEADERS_STATUS_IX", None): (1.6, 0.01, 0.0),
    ("LEDGER", "BALANCES", None): (0.5, 0.7, 0.01),
    ("SHOP", "BASKETS", None): (0.2, 0.12, 0.0),
}
HOT = (
    ("SHOP", "STOCK_LEVELS", None),
    ("SHOP", "CUSTOMERS", None),
    ("SHOP", "ORDER_LINES", "P2024_Q1"),
    ("SHOP", "ORDER_HEADERS", None),
    ("SHOP", "ORDER_HEADERS_CUST_IX", None),
    ("SHOP", "ORDER_LINES_PK", "P2024_Q1"),
    ("SHOP", "ORDER_LINES", "P2023_Q4"),
    ("SHOP", "STOCK_LEVELS_PK", None),
    ("SHOP", "CUSTOMERS_NAME_IX", None),
)
"""The nine segments that moved before the "after" report: most reads per GB of the disks, 127 GB together."""


@dataclass(frozen=True, slots=True)
class SegmentSpec:
    """One segment's place, size and habits; requests are per 1,000 units of `rhythm`, gets and changes per unit."""

    owner: str
    name: str
    subobject: str | None
    type: str
    tablespace: str
    size_bytes: int
    object_id: int
    data_object_id: int
    single: float
    multi: float
    direct: float
    writes: float
    direct_writes: float
    direct_blocks: int
    gets: float
    changes: float
    scans: float
    rhythm: str
    listed: bool
    waits: tuple[float, float, float]

    @property
    def group(self) -> str:
        """The disk group it lies in."""
        return house.group_of(self.tablespace)

    @property
    def key(self) -> tuple[str, str, str | None]:
        return (self.owner, self.name, self.subobject)

    @property
    def is_index(self) -> bool:
        return self.type.startswith("INDEX")


def before() -> tuple[SegmentSpec, ...]:
    """Every segment before the change, listed ones first."""
    rows = [line.split() for line in _SEGMENTS.splitlines() if line.strip()]
    assets = next(i for i, row in enumerate(rows) if row[1] == "ASSETS") + _FIRST_OBJECT_ID
    listed = [_spec(row, i, True, assets) for i, row in enumerate(rows)]
    unlisted = [_spec(line.split(), 900 + i, False, assets) for i, line in enumerate(_UNLISTED.split("\n")[1:-1])]
    return (*listed, *unlisted)


def after() -> tuple[SegmentSpec, ...]:
    """The same segments with the hot nine on flash, in new tablespaces and under new data object ids."""
    return tuple(_moved(spec, i) if spec.key in HOT else spec for i, spec in enumerate(before()))


def _moved(spec: SegmentSpec, index: int) -> SegmentSpec:
    tablespace = FLASH_INDEX if spec.is_index else FLASH_DATA
    return replace(spec, tablespace=tablespace, data_object_id=_FIRST_MOVED_ID + index)


def _spec(row: list[str], index: int, listed: bool, assets: int) -> SegmentSpec:
    owner, name, subobject, kind, tablespace, gigabytes = row[:6]
    single, multi, direct, writes, gets, changes, scans = (float(cell) for cell in row[6:13])
    name = name.format(assets=f"{assets:010d}")
    key = (owner, name, None if subobject == "-" else subobject)
    family = "LOB" if kind == "L" else tablespace
    return SegmentSpec(
        *key,
        TYPES[kind],
        tablespace,
        round(float(gigabytes) * 1e9 / _EXTENT_BYTES) * _EXTENT_BYTES,
        _FIRST_OBJECT_ID + index,
        _FIRST_OBJECT_ID + index,
        single,
        multi,
        direct,
        writes,
        _DIRECT_WRITES.get(name, _DIRECT_WRITES.get(family, 0.0)),
        _DIRECT_BLOCKS.get(family, 30),
        gets,
        changes,
        scans,
        row[13],
        listed,
        _WAITS.get(key, (0.0, 0.0, 0.0)),
    )
