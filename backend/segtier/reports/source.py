"""Bytes into text and a source: which encoding, and what the document will say about where it came from."""

from __future__ import annotations

import codecs
import hashlib
import re

from segtier.errors import UnreadableInput
from segtier.model.workload import Source
from segtier.reports.dump.header import HEAD_BYTES, dump_kind
from segtier.reports.dump.refusals import not_as_text, old_export
from segtier.reports.signatures import TAKEN, refuse_signed, unnamed_binary

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META_CHARSET = re.compile(
    rb"(?:<meta[^>]{0,200}charset|<\?xml[^>]{0,200}encoding)\s{0,40}=\s{0,40}[\"']?\s{0,40}([A-Za-z0-9_-]{1,40})",
    re.IGNORECASE,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x19\x1c-\x1f\ufffd]")
_HIGH_BYTES = re.compile(rb"[\x80-\xff]+")
_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_BLANKS = b"\x00 \t\r\n"
_LOOK_AT = 65_536
_CONTROL_SHARE = 0.02


def describe(data: bytes, file: str | None, encoding: str | None) -> Source:
    """The document's `source`, but for the kind of document, which its reader knows."""
    return Source(file=file, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), encoding=encoding)


def decode_text(data: bytes) -> tuple[str, str]:
    """(text, encoding). Raises UnreadableInput for an empty file and for one that is not text."""
    if not data[:_LOOK_AT].strip(_BLANKS) and not data.strip(_BLANKS):
        raise UnreadableInput("the file is empty", code="empty-file", advice=TAKEN)
    if (kind := dump_kind(data[:HEAD_BYTES])) is not None:
        raise old_export() if kind == "exp" else not_as_text()
    refuse_signed(data)
    told = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), None) or _wide_encoding(data)
    _refuse_binary(data, told)
    if told is not None:
        return data.decode(told, "replace"), told.removesuffix("-sig")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _decode_other(data)


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: every second byte of western text is zero."""
    sample = data[:4096]
    half = len(sample) // 2
    if half >= 8:
        if sample[1::2].count(0) > half * 0.7:
            return "utf-16-le"
        if sample[0::2].count(0) > half * 0.7:
            return "utf-16-be"
    return None


def _refuse_binary(data: bytes, encoding: str | None) -> None:
    """Bytes with many zeros may look like UTF-16, until they are read as such."""
    wide = encoding is not None and encoding.startswith(("utf-16", "utf-32"))
    sample = data[:_LOOK_AT].decode(encoding if encoding and wide else "latin-1", "replace")
    if len(_CONTROLS.findall(sample)) > len(sample) * _CONTROL_SHARE:
        raise unnamed_binary(data)


def _decode_other(data: bytes) -> tuple[str, str]:
    """Not UTF-8: what the page itself names, else Latin-1, which reads every byte."""
    named = _META_CHARSET.search(data[:_LOOK_AT])
    if named is not None:
        encoding = named[1].decode("ascii").lower()
        try:
            if codecs.lookup(encoding).name != "utf-8":
                return data.decode(encoding), encoding
        except (LookupError, ValueError):
            pass
    if _is_damaged_utf8(data):
        return data.decode("utf-8", "replace"), "utf-8"
    try:
        return data.decode("cp1252"), "windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def _is_damaged_utf8(data: bytes) -> bool:
    """More whole characters of several bytes than bytes that belong to none: one bad byte must not bend every name."""
    whole = rest = 0
    for run in _HIGH_BYTES.findall(data):
        characters = _UTF8.findall(run)
        whole += len(characters)
        rest += len(run) - sum(map(len, characters))
    return whole > rest
