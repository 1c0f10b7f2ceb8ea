"""Oracle's names of character sets as Python's: those a client on a server or a DBA's desk is likely to write."""

from __future__ import annotations

import codecs
import re

_NAMED = {
    "AL32UTF8": "utf-8",
    "UTF8": "utf-8",
    "US7ASCII": "utf-8",
    "AL16UTF16": "utf-16",
    "JA16SJIS": "cp932",
    "JA16SJISTILDE": "cp932",
    "JA16EUC": "euc_jp",
    "JA16EUCTILDE": "euc_jp",
    "ZHS16GBK": "gbk",
    "ZHS32GB18030": "gb18030",
    "ZHT16BIG5": "big5",
    "ZHT16MSWIN950": "cp950",
    "KO16KSC5601": "euc_kr",
    "KO16MSWIN949": "cp949",
    "TH8TISASCII": "tis_620",
    "CL8KOI8R": "koi8_r",
    "VN8MSWIN1258": "cp1258",
}
_WINDOWS = re.compile(r"[A-Z]{2,4}8MSWIN(125\d)")
_PC = re.compile(r"[A-Z0-9]{2,4}8PC(\d{3})")
_ISO = re.compile(r"[A-Z]{2,5}8ISO8859P(\d{1,2})")


def codec_of(name: str) -> str | None:
    """The codec for a character set by Oracle's or the common name; None where it is not known.

    `LANGUAGE_TERRITORY.CHARSET`, as NLS_LANG has it, is taken by its last part.
    """
    plain = name.strip().upper().rpartition(".")[2]
    if plain in _NAMED:
        return _NAMED[plain]
    for pattern, codec in ((_WINDOWS, "cp{}"), (_PC, "cp{}"), (_ISO, "iso8859_{}")):
        match = pattern.fullmatch(plain)
        if match is not None:
            plain = codec.format(match[1])
    try:
        found = codecs.lookup(plain)
    except (LookupError, ValueError):
        return None
    return found.name if found._is_text_encoding else None
