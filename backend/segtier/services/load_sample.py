"""Load the synthetic sample through the same door as any upload."""

from __future__ import annotations

from io import BytesIO

from segtier.model.account import Writer
from segtier.services.accept_upload import accept_upload
from segtier.services.context import Context
from segtier.store.records import UploadRecord

_BATCH = "sample-oltp"


def load_sample(ctx: Context, by: Writer) -> list[UploadRecord]:
    """Upload the files of the OLTP sample; what is loaded already is not loaded again."""
    from segtier.samples import oltp_sample  # noqa: PLC0415 - for who loads it; a start goes without

    return [
        accept_upload(ctx, by, BytesIO(file.data), file=file.name, period=file.period, sample=True, batch=_BATCH).upload
        for file in oltp_sample()
    ]
