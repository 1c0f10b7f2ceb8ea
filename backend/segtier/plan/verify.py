"""80_verify.sql: one query per thing that must hold, with the expected answer beside it."""

from __future__ import annotations

from collections.abc import Sequence

from segtier.model.operation import Operation
from segtier.model.plan import BundleFile
from segtier.plan.contract import TargetedRequest
from segtier.plan.duration import QUERIES_ONLY
from segtier.plan.sqlplus import script


def verify_file(lists: Sequence[Operation], request: TargetedRequest) -> BundleFile:
    """The checks for the option of the request; ends with an error where a segment is not where it should be."""
    body = request.scripts.verified(lists, request)
    title = "did it work? The expected answer stands above each query"
    return script("80_verify.sql", title, body, request, expected=QUERIES_ONLY, root=request.spec.whole_instance)
