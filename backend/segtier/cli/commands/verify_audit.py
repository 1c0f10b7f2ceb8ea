"""`segtier verify-audit`: does every entry of the audit trail follow from the ones before?"""

from __future__ import annotations

import sys

import click

from segtier.cli.support.terminal import say, say_json


@click.command("verify-audit")
@click.option("--head", help="A digest that an earlier run printed: it must still be there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(head: str | None, as_json: bool) -> None:
    """Verify the whole audit trail of the configured database. Ends with 1 if an entry, a database, an upload, a
    sealed forecast or a plan under review was changed, or is gone without an entry for its deletion.

    Anyone who can write to the database can rebuild the whole trail; only a digest kept elsewhere (--head) reveals that.
    """
    from segtier.cli.support.own_database import opened_store
    from segtier.cli.support.own_settings import own_settings
    from segtier.documents import encode
    from segtier.plurals import plural
    from segtier.services.audit_trail import verify_audit

    with opened_store(own_settings()) as store:
        verdict = verify_audit(store, head)
    if as_json:
        say_json(encode(verdict))
    else:
        if verdict.fault is None:
            say(
                f"{plural(verdict.entries, 'entry', 'entries')}, each follows from the one before. Head: {verdict.head}"
            )
        else:
            say(f"The audit trail does not verify: {verdict.fault.reason}.")
        for one in verdict.altered:
            say(f"The sealed forecast {one.forecast_id} does not hold: {one.reason}.")
        if verdict.sealed and not verdict.altered:
            say(f"{plural(verdict.sealed, 'sealed forecast')}, each as it was sealed.")
        for fault in verdict.altered_plans:
            say(f"The plan {fault.plan_id}, revision {fault.revision}, does not hold: {fault.reason}.")
        for stored in verdict.unexplained:
            say(f"The {stored.kind} {stored.id} does not hold: {stored.reason}.")
        if verdict.databases and not verdict.unexplained:
            counts = f"{plural(verdict.databases, 'database')} and {plural(verdict.uploads, 'upload')}"
            say(f"{counts}, each as the trail says.")
        if verdict.plans and not verdict.altered_plans:
            say(f"{plural(verdict.plans, 'plan')} under review, each as it was written, submitted and judged.")
    sys.exit(0 if verdict.holds else 1)
