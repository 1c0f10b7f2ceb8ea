"""Which field of which value holds which kind of name: every text of a document, one line for each class.

A text field that is missing here fails a test, so a new one cannot leave unmasked by accident.
"""

from __future__ import annotations

from segtier.masking.kinds import Kind
from segtier.model import device, evidence, forecast, inventory, pair, plan, statement, workload

K = Kind
Fields = dict[str, "Kind | dict[str, Kind]"]
"""A dict of kinds is for a dict field: its keys are words, and each has a kind of its own (a word where not named)."""

_FACTS = dict.fromkeys(inventory.SEGMENT_FACTS, K.WORD) | {"table_partition": K.SUBOBJECT}


def _of(words: str = "", **kinds: Kind | dict[str, Kind]) -> Fields:
    return {**dict.fromkeys(words.split(), K.WORD), **kinds}


FIELDS: dict[type, Fields] = {
    evidence.Evidence: _of("section source column"),
    evidence.Warn: _of("code section", message=K.TEXT),
    workload.Source: _of("kind sha256 encoding", file=K.FILE),
    workload.Database: _of(
        "release edition role platform engineered", name=K.DATABASE, unique_name=K.DATABASE, pdb=K.PDB
    ),
    workload.Instance: _of(name=K.INSTANCE, host=K.HOST),
    workload.Interval: _of(),
    workload.Cache: _of(),
    workload.LoadMetric: _of("metric label"),
    workload.TimeModelRow: _of("name"),
    workload.OsStatistic: _of("name"),
    workload.WaitEvent: _of("event wait_class"),
    workload.WaitClass: _of("wait_class"),
    workload.HistogramBucket: _of(),
    workload.WaitHistogram: _of("event"),
    workload.IoFunction: _of("function"),
    workload.IoFiletype: _of("filetype"),
    workload.TablespaceIo: _of(tablespace=K.TABLESPACE, pdb=K.PDB),
    workload.FileIo: _of(tablespace=K.TABLESPACE, file=K.PATH, pdb=K.PDB),
    workload.Segment: _of(
        "type below",
        owner=K.OWNER,
        name=K.OBJECT,
        subobject=K.SUBOBJECT,
        pdb=K.PDB,
        tablespace=K.TABLESPACE,
        no_difference=K.TEXT,
    ),
    workload.Coverage: _of(),
    statement.Statement: _of("sql_id", pdb=K.PDB, module=K.MODULE),
    workload.BufferPool: _of("pool"),
    workload.BufferPoolAdvice: _of("pool"),
    workload.PgaAdvice: _of(),
    workload.SgaAdvice: _of(),
    workload.InstanceStatistic: _of("name"),
    workload.Parameter: _of("name", begin=K.PARAMETER, end=K.PARAMETER, pdb=K.PDB),
    workload.Section: _of("name state columns", message=K.TEXT),
    workload.Part: _of(),
    workload.Workload: _of("segment_coverage schema", segment_basis={"from": K.TIME, "to": K.TIME}),
    pair.Pair: _of("schema"),
    inventory.InventorySegment: _of(
        "type",
        owner=K.OWNER,
        name=K.OBJECT,
        subobject=K.SUBOBJECT,
        pdb=K.PDB,
        tablespace=K.TABLESPACE,
        parent_owner=K.OWNER,
        parent_name=K.OBJECT,
        column=K.COLUMN,
        facts=_FACTS,
    ),
    inventory.FoldedSegments: _of("kind", owner=K.OWNER, tablespace=K.TABLESPACE, pdb=K.PDB),
    inventory.Tablespace: _of(
        "contents extent_management allocation segment_space_management compress_for status",
        name=K.TABLESPACE,
        pdb=K.PDB,
    ),
    inventory.DatabaseFile: _of("status", name=K.PATH, tablespace=K.TABLESPACE, pdb=K.PDB),
    inventory.RedoGroup: _of("status", members=K.PATH),
    inventory.DiskGroup: _of("redundancy compatible_rdbms state", name=K.DISK_GROUP),
    inventory.Quota: _of(user=K.OWNER, tablespace=K.TABLESPACE, pdb=K.PDB),
    inventory.FlashCacheFile: _of(name=K.PATH),
    inventory.Inventory: _of("schema"),
    device.Tier: _of("id model attachment source", host=K.HOST),
    forecast.Assumption: _of("unit", name=K.TEXT, value=K.TEXT, source=K.TEXT),
    plan.PlanSegment: _of(
        "type",
        owner=K.OWNER,
        name=K.OBJECT,
        subobject=K.SUBOBJECT,
        pdb=K.PDB,
        tablespace=K.TABLESPACE,
        reason=K.TEXT,
        parent_owner=K.OWNER,
        parent_name=K.OBJECT,
        column=K.COLUMN,
        facts=_FACTS,
    ),
    plan.Known: _of(),
    plan.Targets: _of(
        "data_tablespace index_tablespace temp_tablespace data_diskgroup redo_diskgroup temp_diskgroup flash_diskgroup"
    ),
    plan.PlanRequest: _of(
        "option parts memory_management engine_version",
        verdict_text=K.TEXT,
        forecast_text=K.TEXT,
        inputs=K.FILE,
        warnings=K.TEXT,
        override_reason=K.TEXT,
    ),
}
"""Targets are names somebody chose for the plan; the digest beside an input's name is not touched on the way back."""

DOCUMENTS = (workload.Workload, inventory.Inventory, pair.Pair)
"""What is masked; a plan's request, too, is unmasked."""
