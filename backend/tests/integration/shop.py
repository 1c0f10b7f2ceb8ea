"""A small database in a running product: two hours before, one with faster reads after, and the sizes of its tables. An answer
takes a third of what one of the sample does.
"""

from __future__ import annotations

from segtier import documents
from segtier.model.workload import Database, Source
from tests.builders import a_segment, a_wait, a_workload
from tests.client import Client
from tests.integration.files import some_sizes

TABLES = ("ORDERS", "STOCK_LEVELS", "ITEMS", "LINES", "BASKETS")
_READS = 1_800_000


def only_the_shop(client: Client) -> str:
    """Store it and nothing else; gives where it is, below /api/v1."""
    client.remove_everything()
    for snap, read_ms, period in ((100, 10.0, "before"), (200, 10.0, "before"), (300, 4.0, "after")):
        client.upload(f"{snap}.json", _an_hour(snap, read_ms), period=period)
    client.finished()
    (found,) = client.get("/databases")["items"]
    client.upload("sizes.csv", some_sizes(*TABLES), database_id=found["id"])
    client.finished()
    return f"/databases/{found['id']}"


def _an_hour(snap: int, read_ms: float) -> bytes:
    return documents.encode(
        a_workload(
            (a_wait("db file sequential read", _READS * read_ms / 1e3, read_ms),),
            database=Database(name="SHOP", dbid=4711, release="19.0.0.0.0", rac=False, platform="Linux x86 64-bit"),
            segments=tuple(a_segment(name, reads=_READS / len(TABLES)) for name in TABLES),
            snaps=(snap, snap + 1),
            source=Source(kind="awr-html", file=f"{snap}.html"),
        )
    )
