"""Rows of a bundle's files, masked one by one by what each column holds: for the collector, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from segtier.masking.choice import Treatment
from segtier.masking.kinds import Kind
from segtier.masking.mask import Masker
from segtier.reports.bundle.files import BY_NAME

K = Kind
Row = Sequence[str | None]
MaskRow = Callable[[Row], list[str | None] | None]

BY_COLUMN: dict[str, Kind] = {
    **dict.fromkeys("owner table_owner log_owner ityp_owner username".split(), K.OWNER),
    **dict.fromkeys(
        "segment_name table_name cluster_name iot_name index_name lob_name object_name parent_table_name mview_name"
        " container_name master log_table queue_table ityp_name".split(),
        K.OBJECT,
    ),
    **dict.fromkeys("partition_name lob_partition_name subobject_name".split(), K.SUBOBJECT),
    **dict.fromkeys("column_name parent_table_column".split(), K.COLUMN),
    **dict.fromkeys("file_name member".split(), K.PATH),
    "tablespace_name": K.TABLESPACE,
    "unique_name": K.DATABASE,
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
        " end_time".split(),
        K.WORD,
    ),
}
BY_FILE: dict[tuple[str, str], Kind] = {
    ("database", "name"): K.DATABASE,
    ("instances", "name"): K.INSTANCE,
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
MANIFEST = {"db_name": K.DATABASE, "reason": K.TEXT}


def masker(masks: Masker, file: str, columns: Sequence[str]) -> MaskRow:
    """What masks a row of that file (without .csv) with these columns, numbers as text included.

    The row comes back with None for what is dropped, or as None where it is nothing without a name that is dropped.
    A column nobody has classified comes out empty.
    """
    declared = {field.name: field for field in BY_NAME[file].fields} if file in BY_NAME else {}
    kinds = [kind_of(file, name) for name in columns]
    required = [name in declared and declared[name].required for name in columns]
    parameter = columns.index("name") if file == "parameters" and "name" in columns else None

    def mask(row: Row) -> list[str | None] | None:
        named = None if parameter is None else row[parameter]
        new = list(_cells(masks, row, kinds, named))
        lost = (must and old and not cell for old, cell, must in zip(row, new, required, strict=True))
        return None if any(lost) else new

    return mask


def kind_of(file: str, column: str) -> Kind | None:
    """What a column holds; None where it is not known. Numbers are words."""
    declared = BY_NAME.get(file)
    if declared and any(field.name == column and field.number for field in declared.fields):
        return K.WORD
    return BY_FILE.get((file, column)) or BY_COLUMN.get(column)


def mask_manifest(masks: Masker, item: str, value: str) -> str:
    """A value of the manifest; a `reason` may be given as an item of that name."""
    if item == "masked":
        return max(masks.choice.names, masks.choice.hosts, key=list(Treatment).index).value.replace("keep", "no")
    return value if item not in MANIFEST else masks.value(MANIFEST[item], value) or ""


def _cells(masks: Masker, row: Row, kinds: Sequence[Kind | None], parameter: str | None) -> Iterator[str | None]:
    for cell, kind in zip(row, kinds, strict=True):
        if not cell or kind is Kind.WORD:
            yield cell
        else:
            yield None if kind is None else masks.value(kind, cell, parameter=parameter)
