"""One file of measurements, whoever wrote it."""

from __future__ import annotations

from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.measured.awr import read_run
from segtier.measured.calibration import is_calibration, read_calibration
from segtier.measured.fio import read_fio
from segtier.measured.fio_shape import is_fio
from segtier.measured.run import Measurement
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.source import decode_text

_TAKEN = "Taken are fio's JSON, rows of DBA_RSRC_IO_CALIBRATE, and the AWR report of a run on the flash (SLOB)."
_LONGEST_NAME = 80
"""Sources name the file, and go into addresses."""


def read_measurement(data: bytes, file: str) -> Measurement:
    """What the file says of the flash. Raises UnreadableInput and Refused, each with the file's name."""
    file = file[-_LONGEST_NAME:]
    try:
        text, _ = decode_text(data)
        if is_fio(text):
            return read_fio(text, file)
        if is_calibration(text):
            return read_calibration(text, file)
        document = read_document(data, file)
    except UnreadableInput as fault:
        if file in fault.message:
            raise
        raise UnreadableInput(
            f"{file}: {fault.message}",
            code=fault.code,
            line=fault.line,
            advice=f"{_TAKEN} {fault.advice or ''}".strip(),
        ) from fault
    if not isinstance(document, Workload):
        raise UnsupportedDocument(f"{file} holds no measurement of the flash", advice=_TAKEN)
    return read_run(document, file)
