"""The audit trail in a real database: entries are appended in order, and one that was altered there is reported."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from segtier.model.account import ITSELF, SINGLE_USER
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.services.context import Context
from segtier.store import audit
from segtier.store.engine import one_at_a_time
from tests import forked


def write(context: Context, subject: str) -> None:
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        audit.append(tx, SINGLE_USER, "plan.approved", subject, {"digest": "é", "bytes": 2**40})


def test_entries_written_at_once_make_one_chain(context: Context) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: write(context, f"pln_{number}"), range(12)))
    verdict = verify_audit(context.store)
    assert (verdict.entries, verdict.fault) == (12, None)
    assert [entry.sequence for entry in list_audit(context.store, 5, 3)] == [4, 3, 2]


ALTERED = {
    "a column": "UPDATE audit SET subject = 'pln_9' WHERE sequence = 2",
    "a detail": "UPDATE audit SET detail = '{}' WHERE sequence = 2",
    "a time": "UPDATE audit SET at = '2020-01-01 00:00:00' WHERE sequence = 2",
    "a row taken out": "DELETE FROM audit WHERE sequence = 2",
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_row_altered_in_the_database_is_reported(context: Context, what: str) -> None:
    for number in range(3):
        write(context, f"pln_{number}")
    with context.store.write(ITSELF) as tx:
        tx.execute(text(ALTERED[what]))
    code, said = _command(context)
    assert code == 1
    assert json.loads(said)["fault"]["sequence"] == 2


def test_the_command_says_that_all_is_well_and_finds_a_noted_head(context: Context) -> None:
    write(context, "pln_1")
    code, said = _command(context)
    head = json.loads(said)["head"]
    assert (code, json.loads(said)["entries"]) == (0, 1)
    write(context, "pln_2")
    assert _command(context, "--head", head)[0] == 0
    with context.store.write(ITSELF) as tx:
        tx.execute(text("DELETE FROM audit"))
    assert _command(context)[0] == 0
    assert _command(context, "--head", head)[0] == 1


def _command(context: Context, *arguments: str) -> tuple[int, str]:
    url = context.store.engine.url.render_as_string(hide_password=False)
    done = forked.run(["verify-audit", "--json", *arguments], {"SEGTIER_DATABASE_URL": url})
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout
