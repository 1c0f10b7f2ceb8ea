"""Every reader of uploaded bytes, what it is first given, and what must hold whatever bytes it gets."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from robustness import seeds
from robustness.bundles import packed
from segtier.documents import encode
from segtier.errors import SegtierError, UnreadableInput
from segtier.model.evidence import Evidence, Place
from segtier.model.workload import Source
from segtier.reports import read_document
from segtier.reports.archives import Limits, read_archive
from segtier.reports.bundle import PackedFiles, locate_in_bundle, read_bundle
from segtier.reports.locate import locate
from segtier.reports.segment_sizes import read_typed_sizes

_SMALL = Limits(entries=200, total_bytes=4 << 20, member_bytes=1 << 20)
_LOCATED = 2


@dataclass(frozen=True, slots=True)
class Reader:
    """One way in. `read` gives bytes that say all the document says, or raises SegtierError."""

    read: Callable[[bytes], bytes]
    seeds: Callable[[], list[bytes]]


def hold(reader: Reader, data: bytes) -> None:
    """The same bytes give the same document or the same refusal; refusals have words and a line of the file."""
    first, second = (_outcome(reader, data) for _ in range(2))
    assert first == second, "two readings of the same bytes differ"


def _outcome(reader: Reader, data: bytes) -> bytes | tuple[str, str]:
    try:
        return reader.read(data)
    except SegtierError as fault:
        refusal = fault
    line = refusal.line if isinstance(refusal, UnreadableInput) else None
    assert refusal.message, "a refusal without words"
    assert line is None or line >= 1, f"a refusal at line {line}"
    return refusal.code, refusal.message


def _document(data: bytes) -> bytes:
    document = read_document(data, "fuzzed")
    _find_again(_evidence(document), lambda evidence: locate(data, evidence))
    return encode(document)


def _find_again(cited: Iterable[Evidence], find: Callable[[Evidence], Place]) -> None:
    """What a document cites stands in the file it was read from."""
    for evidence in islice(cited, _LOCATED):
        try:
            place = find(evidence)
        except SegtierError as fault:
            raise AssertionError(f"{evidence} is not found again: {fault.message}") from fault
        assert place.line is None or place.line >= 1, f"{evidence} at line {place.line}"


def _evidence(value: Any) -> Iterator[Evidence]:
    """The first evidence of every list of a workload or inventory."""
    for name in ("segments", "wait_events", "time_model", "instance_statistics"):
        for row in getattr(value, name, ())[:1]:
            yield from row.evidence[:1]


def _archive(data: bytes) -> bytes:
    members = list(read_archive(io.BytesIO(data), "fuzzed", _SMALL))
    assert members, "an archive without a word"
    told = [(one.path, one.data, None if one.problem is None else one.problem.code) for one in members]
    return repr(told).encode()


def _bundle(data: bytes) -> bytes:
    files = PackedFiles(io.BytesIO(packed(data)), _SMALL)
    documents = read_bundle(files, Source("bundle", "fuzzed", "0" * 64))
    cited = (evidence for document in documents for evidence in _evidence(document))
    _find_again(cited, lambda evidence: locate_in_bundle(files, evidence, None))
    return b"".join(map(encode, documents))


def _sizes(data: bytes) -> bytes:
    inventory, rejected = read_typed_sizes(data.decode("utf-8", "replace"))
    return encode(inventory) + repr([(one.code, one.line) for one in rejected]).encode()


READERS: dict[str, Reader] = {
    "awr-html": Reader(_document, seeds.awr_html),
    "awr-text": Reader(_document, seeds.awr_text),
    "statspack": Reader(_document, seeds.statspack),
    "awr-rac-html": Reader(_document, seeds.rac_html),
    "awr-diff-html": Reader(_document, seeds.compared),
    "grouped-text": Reader(_document, seeds.grouped_text),
    "awr-miner": Reader(_document, seeds.miner),
    "copied": Reader(_document, seeds.copied),
    "pasted-events": Reader(_document, seeds.pasted_events),
    "pasted-counters": Reader(_document, seeds.pasted_counters),
    **{
        f"export-{family}": Reader(_document, seeds.exports(family))
        for family in ("csv", "spool", "json", "xml", "xlsx")
    },
    "archives": Reader(_archive, seeds.archives),
    "bundle": Reader(_bundle, seeds.bundles),
    "typed-sizes": Reader(_sizes, seeds.typed_sizes),
}
"""By name; a folder of `corpus/` holds the kept inputs of each."""
