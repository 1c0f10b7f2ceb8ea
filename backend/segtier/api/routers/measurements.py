"""Measurements of the flash: files in, the figures to ask with out."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, File, UploadFile

from segtier.api.dependencies import Ctx, known_fields_only
from segtier.api.routing import router_of
from segtier.api.schemas.measurements import FlashFigures
from segtier.services.read_measured import read_measured

router = router_of("catalogue")


@router.post(
    "/measurements",
    operation_id="readMeasurements",
    summary="SSD figures from fio, DBA_RSRC_IO_CALIBRATE or a SLOB AWR report",
    dependencies=[Depends(known_fields_only)],
)
def post_measurements(
    ctx: Ctx,
    file: Annotated[list[UploadFile], File(min_length=1, max_length=20, description="All from the same SSD.")],
) -> FlashFigures:
    """Nothing is stored. `query` goes behind any question that takes `ssd` or `device`."""
    return FlashFigures.model_validate(read_measured(ctx, [(one.filename or "unnamed", one.file) for one in file]))
