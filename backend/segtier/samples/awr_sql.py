"""The chapter on SQL: a few statements of the invented application."""

from __future__ import annotations

from segtier.samples.activity import Report
from segtier.samples.html import Chapter, Section, section, table
from segtier.samples.printed import count, fixed

_SQL = (
    # id, module, share of DB time, executions per transaction, share of reads, text
    (
        "7m2v0c4tqk81x",
        "checkout",
        0.27,
        1.0,
        0.31,
        "select quantity, reserved from stock_levels where product_id = :p and depot_id = :d for update",
    ),
    (
        "b41yx6n9rw3fd",
        "service-desk",
        0.21,
        0.4,
        0.23,
        "select * from customers where family_name = :n and postcode = :z",
    ),
    (
        "2hk8sdz5u0qpa",
        "checkout",
        0.16,
        1.0,
        0.19,
        "select order_id, line_no, product_id from order_lines where order_id = :o",
    ),
    (
        "f6c3jw17mvt9g",
        "my-orders",
        0.12,
        0.6,
        0.15,
        "select order_id, placed_at, state from order_headers where customer_id = :c order by placed_at desc",
    ),
)


def sql_chapter(report: Report) -> Chapter:
    """Chapter 22: a few statements, enough to show where the reads come from."""
    texts = [(sql_id, text) for sql_id, *_, text in _SQL]
    listing = table(
        "This table displays the text of the SQL statements which have been referred to in the report",
        ("SQL Id", "SQL Text"),
        texts,
        (0, 1),
    )
    sections = (_by_elapsed(report), _by_reads(report), section("99997", "Complete List of SQL Text", listing))
    return Chapter("22", "SQL Statistics", sections)


def _by_elapsed(report: Report) -> Section:
    db_time_s, n = report.spent.db_time_s, report.hour.transactions
    rows = []
    for sql_id, module, share, per_txn, _, text in _SQL:
        elapsed_s, executions = db_time_s * share, round(n * per_txn)
        each = fixed(elapsed_s / executions, 2)
        rows.append(
            (
                fixed(elapsed_s, 2),
                count(executions),
                each,
                fixed(100 * share, 2),
                "11.80",
                "74.50",
                sql_id,
                module,
                text,
            )
        )
    headings = (
        "Elapsed  Time (s)",
        "Executions",
        "Elapsed Time per Exec (s)",
        "%Total",
        "%CPU",
        "%IO",
        "SQL Id",
        "SQL Module",
        "SQL Text",
    )
    body = table("This table displays top SQL by elapsed time", headings, rows, (6, 7, 8))
    return section("400", "SQL ordered by Elapsed Time", body)


def _by_reads(report: Report) -> Section:
    total = report.statistics["physical reads"]
    rows = []
    for sql_id, module, share, per_txn, of_reads, text in _SQL:
        reads, executions = total * of_reads, round(report.hour.transactions * per_txn)
        elapsed = fixed(report.spent.db_time_s * share, 2)
        rows.append(
            (
                count(reads),
                count(executions),
                fixed(reads / executions, 2),
                fixed(100 * of_reads, 2),
                elapsed,
                "11.80",
                "74.50",
                sql_id,
                module,
                text,
            )
        )
    headings = (
        "Physical Reads",
        "Executions",
        "Reads     per Exec",
        "%Total",
        "Elapsed  Time (s)",
        "%CPU",
        "%IO",
        "SQL Id",
        "SQL Module",
        "SQL Text",
    )
    notes = (f"Total Disk Reads: {total:15,}", "Captured SQL account for   88.0% of Total")
    return section(
        "700",
        "SQL ordered by Reads",
        table("This table displays top SQL by physical reads", headings, rows, (7, 8, 9)),
        notes,
    )
