"""Hold stored files against their digests, some at a time, so that damage is told before somebody needs the file.

Any number of processes may: one of them has the turn. A turn that is cut short is taken again, so no file is left out.
"""

from __future__ import annotations

import hashlib
import logging
import math
from datetime import timedelta

from segtier.errors import NotFound
from segtier.model.account import ITSELF
from segtier.services.context import Context
from segtier.store import file_checks
from segtier.store.blobs import Blobs

WITHIN = timedelta(days=7)
"""Every file is checked in that time, as long as a worker runs."""
EVERY = timedelta(minutes=10)
"""One turn, whoever takes it: 150,000 files are 149 a turn."""
_LEAST = 20
_log = logging.getLogger(__name__)


def check_files(ctx: Context, every: timedelta = EVERY) -> int | None:
    """Take a turn. Gives how many of its files are damaged or gone; None where no turn is due. Raises what passes where the files
    are away.
    """
    with ctx.store.write(ITSELF) as tx:
        after = file_checks.take_turn(tx, every)
        if after is None:
            return None
        most = max(_LEAST, math.ceil(file_checks.count(tx) * (EVERY / WITHIN)))
        files = file_checks.following(tx, after, most)
    bad = [one for one in files if not is_as_stored(ctx.blobs, one.sha256)]
    last = files[-1].sha256 if len(files) == most else ""
    with ctx.store.write(ITSELF) as tx:
        file_checks.note(tx, last, [one.upload_id for one in files], [one.upload_id for one in bad])
    for one in bad:
        _log.error("the stored bytes of upload %s (digest %s) are damaged or gone", one.upload_id, one.sha256)
    return len(bad)


def is_as_stored(blobs: Blobs, sha256: str) -> bool:
    """Raises what passes where the files are away."""
    try:
        with blobs.open(sha256) as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == sha256  # type: ignore[arg-type] # a file can do more
    except NotFound:
        return False
