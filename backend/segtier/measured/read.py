"""One file of measurements, whoever wrote it."""

from __future__ import annotations

import re

from segtier.errors import UnreadableInput, UnsupportedDocument
from segtier.measured.awr import read_run
from segtier.measured.calibration import is_calibration, read_calibration
from segtier.measured.choose import with_use_told
from segtier.measured.fio import read_fio
from segtier.measured.fio_shape import is_fio
from segtier.measured.run import Measurement
from segtier.model.workload import Workload
from segtier.reports import read_document
from segtier.reports.source import decode_text

_FIO_TEXT = re.compile(r"\(groupid=\d{1,9}, jobs=\d{1,9}\)|^\d;fio-\d|^fio-\d", re.MULTILINE)
"""Lines of fio's output for people, and of its terse one."""
_NO_MEASUREMENT = frozenset({"unknown-document", "unsupported-document", "bad-document", "missing-columns"})
_NOT_READ = frozenset({"empty-file", "binary-file"})
_TAKEN = "Taken are fio's JSON, rows of DBA_RSRC_IO_CALIBRATE, and the AWR report of a run on the SSD (SLOB)."
_AS_JSON = "Run fio with --output-format=json, or --output-format=normal,json for both."
_LOOK_AT = 20_000
_LONGEST_NAME = 80
"""Sources name the file, and go into addresses."""


def read_measurement(data: bytes, file: str) -> Measurement:
    """What the file says of the flash. Raises UnreadableInput and Refused, each with the file's name."""
    file = file[-_LONGEST_NAME:]
    try:
        text, _ = decode_text(data)
        if is_fio(text):
            return with_use_told(read_fio(text, file), file)
        if is_calibration(text):
            return read_calibration(text, file)
        if _FIO_TEXT.search(text[:_LOOK_AT]):
            raise UnreadableInput(f"{file} is what fio prints for people", code="fio-text", advice=_AS_JSON)
        document = read_document(data, file)
    except UnreadableInput as fault:
        if file in fault.message:
            raise
        raise _no_measurement(fault, file) from fault
    if not isinstance(document, Workload):
        raise UnsupportedDocument(f"{file} holds no measurement of the SSD", advice=_TAKEN)
    return read_run(document, file)


def _no_measurement(fault: UnreadableInput, file: str) -> UnreadableInput:
    """The fault of a reader of reports, as it is of somebody who gives a measurement."""
    foreign = fault.code in _NO_MEASUREMENT
    message = f"{file} holds no measurement of the SSD" if foreign else f"{file}: {fault.message}"
    advice = _TAKEN if foreign or fault.code in _NOT_READ else f"{_TAKEN} {fault.advice or ''}".strip()
    return UnreadableInput(message, code=fault.code, line=fault.line, advice=advice)
