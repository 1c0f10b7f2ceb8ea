"""Documents with tokens in the place of names; the map learns which stands for which."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

from segtier.masking.choice import Choice, Treatment
from segtier.masking.drop import NAMES_DROPPED, without_segments
from segtier.masking.map import MaskMap
from segtier.masking.oracle_names import kept, prefix
from segtier.masking.own_sentences import in_own_words
from segtier.masking.parameters import TABLESPACE_PARAMETERS, is_plain, mask_value
from segtier.masking.paths import mask_path
from segtier.masking.tokens import token
from segtier.masking.walk import change_names
from segtier.model.inventory import Inventory
from segtier.model.names import Kind
from segtier.model.pair import Pair
from segtier.model.workload import Parameter, Workload

D = TypeVar("D", bound=Workload | Inventory | Pair)

_ERROR_CODE = re.compile(r"\b(?:ORA|SP2|TNS|DPY)-\d{4,5}\b")
_TIME = re.compile(
    r"(?:\d|[ :.,T+Z/-]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|AM|PM){1,40}", re.IGNORECASE | re.ASCII
)
DROPPED = "masked"
"""What a sentence of somebody else becomes where names are dropped, and a name in one of ours."""


class Masker:
    """Masks with one map and one choice; the same name gets the same token wherever it comes."""

    def __init__(self, names: MaskMap, choice: Choice | None = None) -> None:
        self.map = names
        self.choice = choice or Choice()

    def document(self, document: D) -> D:
        """The document as it may leave. With dropped names, segments go and their sizes stay as sums."""
        masked: D = self._masked(document)
        return masked

    def _masked(self, document: Any) -> Any:
        if isinstance(document, Pair):
            return Pair(self._masked(document.first), self._masked(document.second))
        if self.choice.names is not Treatment.DROP:
            return change_names(document, self._change)
        left = without_segments(document) if isinstance(document, Inventory) else document
        masked = change_names(left, self._change)
        return replace(masked, warnings=(*masked.warnings, NAMES_DROPPED))

    def value(self, kind: Kind, text: str, *, parameter: str | None = None, owner: str | None = None) -> str | None:
        """One name as it may leave; None where it is dropped. `parameter`: whose value it is, `owner`: whose object."""
        if kind is Kind.PARAMETER and parameter in TABLESPACE_PARAMETERS:
            kind = Kind.TABLESPACE
        treatment = self.choice.of(kind)
        if treatment is Treatment.KEEP or self._tells_nothing(kind, text, parameter, owner):
            return text
        if kind is Kind.TEXT and (said := in_own_words(text, self._in_sentence)) is not None:
            return said
        if treatment is Treatment.DROP:
            return DROPPED if kind is Kind.TEXT else None
        return self.map.masked(kind, text) or self._token(kind, text)

    def _in_sentence(self, text: str) -> str:
        """What may be a name in a sentence of ours."""
        if self.choice.of(Kind.TEXT) is Treatment.DROP:
            return DROPPED
        return self.map.add(token(self.map.key, Kind.TEXT, text), Kind.TEXT, text)

    def file_name(self, name: str, suffix: str) -> str:
        """What a masked file is called from now on; it comes back with the names of its document."""
        if not self.choice.hashes:
            return f"masked{suffix}"
        return (self.map.masked(Kind.FILE, name) or self._token(Kind.FILE, name)) + suffix

    def _change(self, kind: Kind, text: str, holder: Any, field: str) -> str | None:
        parameter = holder.name if isinstance(holder, Parameter) else None
        return self.value(kind, text, parameter=parameter, owner=_owner(holder, field))

    def _tells_nothing(self, kind: Kind, text: str, parameter: str | None, owner: str | None) -> bool:
        if kind is Kind.PARAMETER:
            return is_plain(parameter, text)
        if kind is Kind.TIME:
            return _TIME.fullmatch(text) is not None
        known = self.map.name(text)
        return kept(kind, text, owner) or (known is not None and known.kind is kind)

    def _token(self, kind: Kind, text: str) -> str:
        whole = token(self.map.key, kind, text)
        return self.map.add(self._in_form(kind, text, whole), kind, text)

    def _in_form(self, kind: Kind, text: str, whole: str) -> str:
        if kind is Kind.PATH:
            return self._path(text)
        if kind is Kind.PARAMETER:
            return mask_value(text, whole, self._path)
        if kind is Kind.TEXT:
            return ", ".join(dict.fromkeys((*_ERROR_CODE.findall(text), f"masked {whole}")))
        return prefix(kind, text) + whole

    def _path(self, text: str) -> str:
        return mask_path(text, token(self.map.key, Kind.PATH, text), self._disk_group, self._directory)

    def _disk_group(self, name: str) -> str:
        """It comes back alone too: sentences call the files of one place by it."""
        return self.map.add(token(self.map.key, Kind.DISK_GROUP, name), Kind.DISK_GROUP, name)

    def _directory(self, path: str) -> str:
        """The token of its last step; a sentence names the whole."""
        last = token(self.map.key, Kind.PATH, path)
        if self.map.masked(Kind.PATH, path) is None:
            self.map.add(mask_path(path, last, self._disk_group, self._directory), Kind.PATH, path)
        return last


def _owner(holder: Any, field: str) -> str | None:
    """Whose object a field of a segment names."""
    parent = getattr(holder, "parent_owner", None) if field == "parent_name" else None
    return parent or getattr(holder, "owner", None)
