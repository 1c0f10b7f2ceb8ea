"""What the case of a question depends on, apart from all else that is asked."""

from __future__ import annotations

from segtier.model.request import AdviceRequest
from segtier.oracle.devices import tier

_ANY_TIER = tier(usable_bytes=1)


def about_case(request: AdviceRequest) -> AdviceRequest:
    """What a case depends on, of a request."""
    return AdviceRequest(
        _ANY_TIER,
        storage_today=request.storage_today,
        window=request.window,
        hours=request.hours,
        instances=request.instances,
        users=request.users,
        machine=request.machine,
    )
