"""What was sent together, and how far it is."""

from __future__ import annotations

from fastapi import APIRouter

from segtier.api.dependencies import Ctx, Limit
from segtier.api.schemas.batches import Batch, BatchList
from segtier.api.who import Who
from segtier.services import manage_uploads

router = APIRouter(tags=["uploads"])


@router.get("/batches", operation_id="listBatches", summary="Files that were sent together, the newest batch first")
def list_batches(ctx: Ctx, who: Who, limit: Limit = 50) -> BatchList:
    return BatchList(items=[Batch.of(batch) for batch in manage_uploads.list_batches(ctx, limit, who.databases)])
