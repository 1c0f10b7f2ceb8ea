"""The CSV files of a bundle (`segtier.bundle/1`), one declaration each: columns, which are numbers, which must be there."""

from __future__ import annotations

from segtier.dataclass import dataclass

MANIFEST = "manifest.csv"


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a file. A row without its `required` values is no row."""

    name: str
    number: bool = False
    required: bool = False
    signed: bool = False
    """It may be below zero: -1 for no limit, room that is lacking."""

    @property
    def identifies(self) -> bool:
        """It says of which database or snapshot the row is."""
        return self.name in ("dbid", "snap_id")


@dataclass(frozen=True, slots=True)
class BundleFile:
    """`name` is the file's without `.csv`, and the table its rows are kept in."""

    name: str
    fields: tuple[Field, ...]
    numbered: tuple[tuple[str, ...], ...] = ()
    """Columns with an index, as often as other files are joined by them."""

    @property
    def member(self) -> str:
        return f"{self.name}.csv"


def _file(name: str, columns: str, *numbered: str) -> BundleFile:
    """Columns as words: `+` behind a name says number, `!` required, `~` perhaps below zero."""
    fields = tuple(Field(word.rstrip("+!~"), "+" in word, "!" in word, "~" in word) for word in columns.split())
    return BundleFile(name, fields, tuple(tuple(one.split()) for one in numbered))


_WHERE = "inst_id+ con_id+ owner! object_name! subobject_name object_type tablespace_name obj#+ dataobj#+"
_COUNTERS = (
    "logical_reads+ db_block_changes+ physical_reads+ physical_writes+ physical_reads_direct+ physical_writes_direct+"
    " physical_read_requests+ physical_write_requests+ optimized_physical_reads+ segment_scans+ buffer_busy_waits+"
    " row_lock_waits+ itl_waits+"
)
_EVENTS = (
    "event! wait_class total_waits+! total_timeouts+ time_waited_us+ total_waits_fg+ total_timeouts_fg+"
    " time_waited_us_fg+"
)
_IO = (
    "small_read_bytes+ large_read_bytes+ small_read_requests+ large_read_requests+ small_write_bytes+"
    " large_write_bytes+ small_write_requests+ large_write_requests+"
)
_OF_FILE = "con_id+ file_id+ file_name! tablespace_name!"
_SNAPSHOTS = "snap_id+! inst_id+! begin_time end_time! startup_time! dbid+"
_SNAP = "snap_id+! inst_id+!"


def _history(prefix: str) -> tuple[BundleFile, ...]:
    return (
        _file(f"{prefix}_snapshots", _SNAPSHOTS),
        _file(f"{prefix}_segments", f"snap_id+! {_WHERE} {_COUNTERS}", "inst_id snap_id owner object_name"),
        _file(f"{prefix}_system_events", f"{_SNAP} {_EVENTS}", "inst_id snap_id event"),
        _file(f"{prefix}_system_statistics", f"{_SNAP} name! value+!", "inst_id snap_id name"),
        _file(f"{prefix}_time_model", f"{_SNAP} name! value_us+!", "inst_id snap_id name"),
        _file(f"{prefix}_os_statistics", f"{_SNAP} name! value+! cumulative", "inst_id snap_id name"),
    )


FILES: tuple[BundleFile, ...] = (
    _file(
        "database",
        "dbid+! name unique_name role open_mode log_mode force_logging flashback_on supplemental_log_min"
        " supplemental_log_pk supplemental_log_all platform created cdb version edition_banner con_name collected_at"
        " block_size+ dataguard_dest+",
    ),
    _file(
        "instances",
        "inst_id+! name host version startup_time status cpu_count+ cores+ sockets+ memory_bytes+",
    ),
    _file("containers", "con_id+! name! dbid+ open_mode"),
    _file("parameters", "inst_id+ con_id+ name! value is_default"),
    _file(
        "segments",
        "con_id+ owner! segment_name! partition_name segment_type! segment_subtype tablespace_name bytes+",
        "con_id owner segment_name",
    ),
    _file(
        "tables",
        "con_id+ owner! table_name! cluster_name iot_type iot_name partitioned temporary nested secondary compression"
        " compress_for logging row_movement dropped degree flash_cache tablespace_name",
        "con_id owner table_name",
    ),
    _file(
        "indexes",
        "con_id+ owner! index_name! table_owner! table_name! index_type uniqueness partitioned join_index ityp_owner"
        " ityp_name status compression logging degree flash_cache tablespace_name",
        "con_id owner index_name",
    ),
    _file(
        "lobs",
        "con_id+ owner! table_name! column_name! segment_name! index_name partitioned securefile encrypt compression"
        " deduplication cache logging tablespace_name",
        "con_id owner segment_name",
        "con_id owner index_name",
    ),
    _file(
        "lob_partitions",
        "con_id+ table_owner! table_name! column_name! lob_name! partition_name! lob_partition_name! subpartition"
        " cache logging tablespace_name",
        "con_id table_owner lob_name lob_partition_name",
    ),
    _file(
        "nested_tables", "con_id+ owner! table_name! parent_table_name parent_table_column", "con_id owner table_name"
    ),
    _file("long_columns", "con_id+ owner! table_name! column_name! data_type", "con_id owner table_name"),
    _file("encrypted_columns", "con_id+ owner! table_name! column_name!", "con_id owner table_name"),
    _file("object_columns", "con_id+ owner! table_name! column_name! data_type", "con_id owner table_name"),
    _file("archived_tables", "con_id+ owner! table_name! archive_table", "con_id owner table_name"),
    _file(
        "materialized_views",
        "con_id+ owner! mview_name! container_name! rewrite_enabled refresh_mode",
        "con_id owner container_name",
    ),
    _file("mview_logs", "con_id+ log_owner! master! log_table!", "con_id log_owner log_table"),
    _file("queue_tables", "con_id+ owner! queue_table!", "con_id owner queue_table"),
    _file("segment_statistics", f"{_WHERE} {_COUNTERS}"),
    _file(
        "tablespaces",
        "con_id+ tablespace_name! contents bigfile block_size+ extent_management allocation_type next_extent+"
        " segment_space_management logging force_logging encrypted def_tab_compression compress_for status",
    ),
    _file(
        "datafiles",
        f"{_OF_FILE} bytes+ blocks+ autoextensible maxbytes+ increment_by_bytes+ status read_requests+ read_time_cs+"
        " write_requests+ write_time_cs+ single_block_reads+ single_block_read_time_cs+",
    ),
    _file("tempfiles", f"{_OF_FILE} bytes+ autoextensible maxbytes+ increment_by_bytes+ status"),
    _file("temp_usage", "inst_id+ tablespace_name! used_bytes+ max_used_bytes+"),
    _file("redo_groups", "thread#+ group#+! bytes+ members+ status archived blocksize+ standby"),
    _file("redo_members", "group#+! type member!", "group#"),
    _file("redo_switches", "thread#+ hour switches+"),
    _file(
        "disk_groups",
        "name! state type total_mb+ free_mb+ usable_file_mb+~ required_mirror_free_mb+ allocation_unit_bytes+"
        " compatible_rdbms",
    ),
    _file("quotas", "con_id+ username! tablespace_name! bytes+ max_bytes+~"),
    _file("system_events", f"inst_id+ {_EVENTS}"),
    _file("event_histograms", "inst_id+ event! bucket_us_max+! wait_count+!"),
    _file("system_statistics", "inst_id+ name! value+!"),
    _file("time_model", "inst_id+ name! value_us+!"),
    _file("os_statistics", "inst_id+ name! value+! cumulative"),
    _file("io_functions", f"inst_id+ function! {_IO} waits+ wait_time_ms+"),
    _file(
        "io_filetypes",
        f"inst_id+ filetype! {_IO} small_read_time_ms+ large_read_time_ms+ small_write_time_ms+ large_write_time_ms+",
    ),
    _file(
        "buffer_pools",
        "inst_id+ name! block_size+ buffers+ db_block_gets+ consistent_gets+ physical_reads+ physical_writes+"
        " free_buffer_wait+ write_complete_wait+ buffer_busy_wait+",
    ),
    _file(
        "buffer_cache_advice",
        "inst_id+ name! block_size+ advice_status size_for_estimate_mb+ size_factor+ buffers_for_estimate+"
        " estd_physical_read_factor+ estd_physical_reads+",
    ),
    _file(
        "pga_advice",
        "inst_id+ pga_target_bytes+ pga_target_factor+ bytes_processed+ estd_extra_bytes_rw+ estd_pga_cache_hit_pct+"
        " estd_overalloc_count+",
    ),
    _file(
        "sga_advice",
        "inst_id+ sga_size_mb+ sga_size_factor+ estd_db_time+ estd_db_time_factor+ estd_physical_reads+",
    ),
    _file("sga_components", "inst_id+ component! current_bytes+"),
    _file("flash_cache", "inst_id+ file#+ name! bytes+ enabled single_block_reads+ single_block_read_time_us+"),
    _file(
        "buffer_contents",
        "inst_id+ con_id+ owner object_name subobject_name object_type buffers+ dirty_buffers+ flash_buffers+",
    ),
    _file("sessions", "inst_id+ status type sessions+"),
    *_history("hist"),
    _file("hist_instances", "dbid+ inst_id+! startup_time db_name name host version parallel snapshots+"),
    *_history("statspack"),
)

BY_NAME = {one.name: one for one in FILES}
HISTORY = frozenset(one.name for one in FILES if one.name.startswith(("hist_", "statspack_")))
OPTIONAL = HISTORY | {"buffer_contents"}
"""Files a bundle has only where they were asked for: nothing is said where they are not there."""
