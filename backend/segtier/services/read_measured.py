"""Figures of the flash from the files of those who measured it. Nothing of them is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import urlencode

from segtier import documents
from segtier.dataclass import dataclass
from segtier.errors import Refused
from segtier.model.evidence import Warn
from segtier.model.measured import Measured
from segtier.question import figure_texts
from segtier.reading.orders import ReadMeasured
from segtier.services.accept_upload import plain_name
from segtier.services.context import Context
from segtier.services.on_disk import on_disk

if TYPE_CHECKING:
    from segtier.measured import Measurement


@dataclass(frozen=True, slots=True)
class FlashMeasured:
    """`figures` are what the questions take as `figure`; `query` is the same, ready to be put behind them."""

    measured: Measured
    figures: tuple[str, ...]
    query: str
    warnings: tuple[Warn, ...]


def read_measured(ctx: Context, files: Sequence[tuple[str, BinaryIO]]) -> FlashMeasured:
    """All files together. Raises UnreadableInput and Refused naming the file, NotUsable where they give no figure."""
    from segtier.measured import choose  # noqa: PLC0415 - for who measured it; a start goes without

    measurements = [_read(ctx, name, file) for name, file in files]
    measured = choose(measurements)
    texts = figure_texts(measured)
    warnings = tuple(warn for one in measurements for warn in one.warnings)
    return FlashMeasured(measured, texts, urlencode([("figure", text) for text in texts]), warnings)


def _read(ctx: Context, name: str, file: BinaryIO) -> Measurement:
    """In a reader, as everything that people send."""
    from segtier.measured import Measurement  # noqa: PLC0415

    if file.seek(0, 2) > ctx.upload_max_bytes:
        raise Refused(f"the file is larger than {ctx.upload_max_bytes:,} bytes", code="too-large")
    order = ReadMeasured(plain_name(name), ctx.archive_limits)
    with on_disk(file) as plain, ctx.readers.ask(order, plain) as answers:
        ((_, data),) = answers
    return documents.decode(data, Measurement)
