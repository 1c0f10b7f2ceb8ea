"""Is the process up, and can it do its work?"""

from __future__ import annotations

from fastapi import Request, Response

from segtier import __version__
from segtier.api.dependencies import Ctx
from segtier.api.routing import router_of
from segtier.api.schemas.health import Alive, Readiness, ReadyPart
from segtier.services.check_ready import check_ready

router = router_of("health", prefix="")


@router.get("/healthz", operation_id="healthz", summary="The process responds")
async def healthz() -> Alive:
    # Async: without a thread of the pool, however many requests are at work.
    return Alive(status="ok", version=__version__)


@router.get(
    "/readyz",
    operation_id="readyz",
    summary="Database at the current migration, and a worker alive",
    responses={503: {"model": Readiness, "description": "Not ready; the response names the failing part"}},
)
def readyz(ctx: Ctx, request: Request, response: Response) -> Readiness:
    state = request.app.state
    parts = check_ready(ctx, state.newest_revision, state.workers)
    ready = all(part.ready for part in parts if part.needed)
    response.status_code = 200 if ready else 503
    degraded = not all(part.ready for part in parts)
    return Readiness(ready=ready, degraded=degraded, parts=[ReadyPart.model_validate(part) for part in parts])
