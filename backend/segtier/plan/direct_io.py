"""Files in a file system: does the database read them past the cache of the operating system?

Source: Reference, FILESYSTEMIO_OPTIONS. Windows always opens them so, HP-UX by the options of the mount.
"""

from __future__ import annotations

from segtier.oracle.platforms import platform_of
from segtier.plan import plsql
from segtier.plan.contract import TargetedRequest
from segtier.plan.room import GUARDED, VERDICT
from segtier.plan.template import template


def direct_io_checked(request: TargetedRequest) -> str:
    """The verdict of 00_precheck.sql, where the files go or may go to a file system; nothing for a disk group."""
    if not request.target.terms.administered or platform_of(request.database) in ("windows", "hp-ux"):
        return ""
    if request.spec.per_node or (request.place.group is not None and not request.place.asked):
        return ""
    parts = {"TALK": plsql.TALK, "VERDICT": VERDICT, "GUARDED": GUARDED}
    return template("sql/filesystemio.sql", **{name: text.rstrip("\n") for name, text in parts.items()})
