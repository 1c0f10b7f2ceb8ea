"""Rows of a bundle's files, masked one by one by what each column holds: for the collector, before anything is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from segtier.dataclass import dataclass
from segtier.masking.mask import DROPPED, Masker
from segtier.model.names import Kind
from segtier.reports.bundle.files import BY_NAME

K = Kind
Row = Sequence[str | None]
MaskRow = Callable[[Row], list[str | None] | None]

BY_COLUMN: dict[str, Kind] = {
    **dict.fromkeys("owner table_owner log_owner ityp_owner username".split(), K.OWNER),
    **dict.fromkeys(
        "segment_name table_name cluster_name iot_name index_name lob_name object_name parent_table_name mview_name"
        " container_name master log_table archive_table queue_table ityp_name".split(),
        K.OBJECT,
    ),
    **dict.fromkeys("partition_name lob_partition_name subobject_name".split(), K.SUBOBJECT),
    **dict.fromkeys("column_name parent_table_column".split(), K.COLUMN),
    **dict.fromkeys("file_name member".split(), K.PATH),
    "tablespace_name": K.TABLESPACE,
    "unique_name": K.DATABASE,
    "db_name": K.DATABASE,
    "con_name": K.PDB,
    "host": K.HOST,
    **dict.fromkeys(
        "role open_mode log_mode force_logging flashback_on supplemental_log_min supplemental_log_pk supplemental_log_all"
        " platform created cdb version edition_banner collected_at startup_time status is_default segment_type"
        " segment_subtype iot_type partitioned temporary nested secondary compression compress_for logging row_movement"
        " dropped degree flash_cache index_type uniqueness join_index securefile encrypt deduplication cache subpartition"
        " data_type rewrite_enabled refresh_mode object_type contents bigfile extent_management allocation_type"
        " segment_space_management encrypted def_tab_compression autoextensible archived standby type hour state"
        " compatible_rdbms event wait_class cumulative function filetype advice_status component enabled begin_time"
        " end_time parallel".split(),
        K.WORD,
    ),
}
BY_FILE: dict[tuple[str, str], Kind] = {
    ("database", "name"): K.DATABASE,
    ("instances", "name"): K.INSTANCE,
    ("hist_instances", "name"): K.INSTANCE,
    ("containers", "name"): K.PDB,
    ("parameters", "name"): K.WORD,
    ("parameters", "value"): K.PARAMETER,
    ("disk_groups", "name"): K.DISK_GROUP,
    ("flash_cache", "name"): K.PATH,
    **{
        (file, "name"): K.WORD
        for file in (
            *("system_statistics", "time_model", "os_statistics", "buffer_pools", "buffer_cache_advice"),
            *(f"{prefix}_{name}" for prefix in ("hist", "statspack") for name in ("system_statistics", "time_model")),
            *("hist_os_statistics", "statspack_os_statistics"),
        )
    },
}
"""Columns whose name does not tell."""
_OWNERS = {"table_name": "table_owner", "log_table": "log_owner", "master": "log_owner"}
"""Columns whose object may be of another owner than the row's."""
_NUMBER = re.compile(r"[-+]?\d*(?:\.\d*)?(E[-+]?\d+)?", re.IGNORECASE | re.ASCII)
MANIFEST = {"db_name": K.DATABASE, "container": K.PDB, "reason": K.TEXT} | dict.fromkeys(
    "format collector collector_version run_id begun ended dbid character_set diagnostics_pack window_begin window_end"
    " buffer_contents".split(),
    K.WORD,
)
"""What is not here stays behind."""


@dataclass(frozen=True, slots=True)
class _Column:
    at: int
    kind: Kind | None
    """None where nobody has said what it holds: it comes out empty."""
    number: bool
    required: bool
    owner_at: int | None
    """Where the owner of its object stands."""


def masker(masks: Masker, file: str, columns: Sequence[str]) -> MaskRow:
    """What masks a row of that file (without .csv) with these columns, numbers as text included.

    The row comes back with None for what is dropped, or as None where it is nothing without a name that is dropped.
    A column nobody has classified comes out empty; what stands where a number belongs and is none, as a word for that.
    """
    described = [_describe(file, at, columns) for at in range(len(columns))]
    parameter_at = columns.index("name") if file == "parameters" and "name" in columns else None

    def mask(row: Row) -> list[str | None] | None:
        parameter = None if parameter_at is None else row[parameter_at]
        new = list(_cells(masks, row, described, parameter))
        lost = (one.required and row[one.at] and not new[one.at] for one in described)
        return None if any(lost) else new

    return mask


def kind_of(file: str, column: str) -> Kind | None:
    """What a column holds; None where it is not known. Numbers are words."""
    declared = BY_NAME.get(file)
    if declared and any(field.name == column and field.number for field in declared.fields):
        return K.WORD
    return BY_FILE.get((file, column)) or BY_COLUMN.get(column)


def mask_manifest(masks: Masker, item: str, value: str) -> str:
    """A value of the manifest, empty where it stays behind; a `reason` may be given as an item of that name."""
    if item == "masked":
        return masks.choice.strictest.value.replace("keep", "no")
    kind = MANIFEST.get(item)
    return "" if kind is None else masks.value(kind, value) or ""


def _describe(file: str, at: int, columns: Sequence[str]) -> _Column:
    name = columns[at]
    declared = next((one for one in BY_NAME[file].fields if one.name == name), None) if file in BY_NAME else None
    owner = next((one for one in (_OWNERS.get(name), "owner", "table_owner") if one in columns), None)
    return _Column(
        at,
        kind_of(file, name),
        number=declared is not None and declared.number,
        required=declared is not None and declared.required,
        owner_at=None if owner is None else columns.index(owner),
    )


def _cells(masks: Masker, row: Row, columns: Sequence[_Column], parameter: str | None) -> Iterator[str | None]:
    for cell, one in zip(row, columns, strict=True):
        if not cell or one.kind is None:
            yield None
        elif one.number:
            yield cell if _NUMBER.fullmatch(cell.strip()) else DROPPED
        elif one.kind is Kind.WORD:
            yield cell
        else:
            owner = None if one.owner_at is None else row[one.owner_at]
            yield masks.value(one.kind, cell, parameter=parameter, owner=owner)
