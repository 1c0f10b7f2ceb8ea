"""Initialization parameters. 19c prints only modified ones: an absent name means the default."""

from __future__ import annotations

from segtier.model.workload import Parameter
from segtier.reports.numbers import words
from segtier.reports.sections.mechanism import Row, Section, column, key


def _build(row: Row) -> Parameter | None:
    return None if row["name"] is None else Parameter(**row.values, evidence=(row.evidence,))


PARAMETERS = Section(
    name="Parameters",
    headings=(
        "init.ora Parameters",
        "Modified Parameters",
        "Parameters modified by*",
        "init.ora Multi-Valued Parameters",
        "Modified Multi-Valued Parameters",
        "Multi-Valued Parameters modified by*",
    ),
    several=True,
    columns=(
        key("name", "Parameter Name"),
        column("begin", "Begin value", read=words, required=True),
        column("end", "End value (if different)", read=words),
        column("pdb", "PDB Name", read=words),
    ),
    build=_build,
)
"""A multi-valued parameter is one row per value."""
