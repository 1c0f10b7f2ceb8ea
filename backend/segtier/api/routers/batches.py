"""What was sent together, and how far it is."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from segtier.api.cursors import Limit, cursor_of, page
from segtier.api.dependencies import Ctx
from segtier.api.routing import router_of
from segtier.api.schemas.batches import Batch, BatchList
from segtier.api.who import Who
from segtier.services import manage_uploads
from segtier.store import batches

router = router_of("uploads")


@router.get("/batches", operation_id="listBatches", summary="Files sent together, newest batch first")
def list_batches(
    ctx: Ctx,
    who: Who,
    request: Request,
    response: Response,
    after: Annotated[batches.Place | None, Depends(cursor_of("batches", batches.Place))],
    limit: Limit = 50,
) -> BatchList:
    found = manage_uploads.list_batches(ctx, limit + 1, who.databases, after)
    items, following = page(request, response, "batches", found, limit, batches.Place.of)
    return BatchList(items=[Batch.of(batch) for batch in items], next_cursor=following)
