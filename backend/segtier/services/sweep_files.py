"""Remove stored bytes that no row names: of deleted uploads, and what a power cut or a kill left half-written.

Nobody else removes any. An upload's bytes come before its row, so what has no row is left alone until it has stood still for
a grace time, seen by this process's own clock (`Silence`). That only spares work. What makes a race impossible:

1. Whoever writes a row sees the bytes in the same transaction, under `bytes_stay` (else it stores them again).
2. Bytes are put aside, where nobody sees them, under `bytes_may_go`.
3. In a later transaction under `bytes_may_go`, what was put aside is looked up again. A row that had seen the bytes is
   committed by now: they are brought back. Else no row can come that counts on them: they go.

The third step mends a sweeper that lost its lock half-way (it was stopped, the database was started again) or died.
"""

from __future__ import annotations

import sys

from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.services.silence import Silence
from segtier.services.walk import Walk
from segtier.store import uploads
from segtier.store.engine import bytes_may_go

_AT_ONCE = 100
"""Files that are put aside in one transaction, for which uploads wait."""


def sweep_files(ctx: Context, silence: Silence[str], walk: Walk | None = None) -> int:
    """Look once; any number of processes may. Gives how many files were removed; raises what passes where the files are away.

    With `walk` only a part of many files is looked at. Rows that were deleted leave the database's log, too.
    """
    try:
        return _sweep(ctx, silence, walk or Walk(sys.maxsize))
    finally:
        ctx.store.empty_log()  # last: on a full disk there may be no room for it before


def _sweep(ctx: Context, silence: Silence[str], walk: Walk) -> int:
    unnamed = walk.go_on(ctx)
    idle = [] if unnamed is None else silence.look(unnamed)
    for begin in range(0, len(idle), _AT_ONCE):
        _put_aside(ctx, idle[begin : begin + _AT_ONCE])
    return _settle(ctx) if ctx.blobs.aside() else 0


def _put_aside(ctx: Context, idle: list[str]) -> None:
    with ctx.store.write(ITSELF) as tx:
        bytes_may_go(tx)
        named = uploads.digests_among(tx, idle)
        for name in idle:
            if name not in named:
                ctx.blobs.put_aside(name)


def _settle(ctx: Context) -> int:
    with ctx.store.write(ITSELF) as tx:
        bytes_may_go(tx)
        aside = ctx.blobs.aside()
        named = uploads.digests_among(tx, aside.values())
    for name, sha256 in aside.items():
        if sha256 in named:
            ctx.blobs.bring_back(name, sha256)
        else:
            ctx.blobs.drop(name)
    return sum(sha256 not in named for sha256 in aside.values())
