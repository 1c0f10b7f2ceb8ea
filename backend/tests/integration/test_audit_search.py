"""The audit trail over REST: found by who, what, database and time, a page at a time, and held against itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text, update

from segtier.model.account import ITSELF, SINGLE_USER, Actor
from segtier.model.audit import Sought
from segtier.services import keep_tokens, manage_uploads
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.services.context import Context
from segtier.store import audit
from segtier.store.engine import one_at_a_time
from segtier.store.tables import AuditRow
from tests.integration.reviewing import Rest, a_team, stored

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
RITA = Actor("usr_rita", "rita", frozenset())
ENTRIES: list[tuple[Actor, str, str, dict[str, Any]]] = [
    (SINGLE_USER, "plan.drafted", "pln_1", {"database_id": "db_shop"}),
    (RITA, "plan.approved", "pln_1", {"database_id": "db_shop"}),
    (RITA, "planet.seen", "pln_2", {"said": 'about "db_shop" it says'}),
    (SINGLE_USER, "token.made", "tok_1", {"databases": ["db_bank", "db_shop"]}),
    (SINGLE_USER, "database.deleted", "db_shop", {}),
    (RITA, "database.deleted", "db_shop2", {"database_id": "db_shop2"}),
]
"""An hour apart."""


def _hour(number: int) -> datetime:
    return BEGAN + timedelta(hours=number)


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        (Sought(), [6, 5, 4, 3, 2, 1]),
        (Sought(who="rita"), [6, 3, 2]),
        (Sought(who="usr_rita"), [6, 3, 2]),
        (Sought(who="rit"), []),
        (Sought(what="plan"), [2, 1]),
        (Sought(what="plan.approved"), [2]),
        (Sought(database="db_shop"), [5, 4, 2, 1]),
        (Sought(database="db_sho_"), []),
        (Sought(since=_hour(2), until=_hour(4)), [4, 3]),
        (Sought(who="rita", what="plan", database="db_shop", since=_hour(1)), [2]),
    ],
)
def test_entries_are_found(context: Context, sought: Sought, found: list[int]) -> None:
    with context.store.write(ITSELF) as tx:
        one_at_a_time(tx)
        for number, (actor, action, subject, detail) in enumerate(ENTRIES):
            entry = audit.append(tx, actor, action, subject, detail)
            tx.execute(update(AuditRow).where(AuditRow.sequence == entry.sequence).values(at=_hour(number)))
    assert [one.sequence for one in list_audit(context.store, None, 10, sought)] == found


def test_files_of_a_database_are_found_also_once_they_are_deleted(context: Context) -> None:
    """Whoever deleted what an answer stood on is what a reviewer looks for."""
    shop, bank = stored(context), stored(context, "BANK", 4712)
    (upload_id, *_) = {one.upload_id for one in manage_uploads.list_reports(context, shop) if one.upload_id}
    manage_uploads.delete_upload(context, ITSELF, upload_id)
    for database_id, deleted in ((shop, [upload_id]), (bank, [])):
        found = list_audit(context.store, None, 100, Sought(database=database_id))
        assert [one.subject for one in found if one.action == "upload.deleted"] == deleted
        assert {"database.added", "upload.recorded"} <= {one.action for one in found}
    assert verify_audit(context.store).holds


def test_a_reviewer_pages_filters_and_verifies_over_rest(context: Context) -> None:
    team = a_team(context)
    for number in range(4):
        keep_tokens.make_token(context.store, team["ana"], f"token {number}", ["reports:read"], None, 1)
    rest = Rest(context)

    def page(**asked: Any) -> Any:
        return rest.ask("rita", "GET", "/audit", params={"limit": 3, **asked}).json()

    first = page(what="token", who="ana")
    second = page(what="token", who="ana", cursor=first["next_cursor"])
    told = [one["detail"]["name"] for one in (*first["items"], *second["items"])]
    assert (told, second["next_cursor"]) == ([f"token {number}" for number in (3, 2, 1, 0)], None)
    assert page(since="2999-01-01T00:00:00Z")["items"] == []
    for bad in ({"since": "2026-03-01T12:00:00"}, {"until": "0001-01-01T00:00:00+23:00"}, {"what": "Plan; --"}):
        assert rest.ask("rita", "GET", "/audit", params=bad).status_code == 422, bad

    holds = rest.ask("rita", "GET", "/audit/verdict").json()
    assert (holds["holds"], holds["fault"], holds["head"]) == (True, None, page()["items"][0]["digest"])
    unknown = rest.ask("rita", "GET", "/audit/verdict", params={"head": "ab" * 32}).json()
    assert (unknown["holds"], unknown["fault"]["sequence"]) == (False, holds["entries"])
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE audit SET actor_name = 'eve' WHERE sequence = 3"))
    broken = rest.ask("rita", "GET", "/audit/verdict").json()
    assert (broken["holds"], broken["fault"]["sequence"]) == (False, 3)
    for name, status in (("ana", 200), ("al", 403), ("vic", 403)):
        assert rest.ask(name, "GET", "/audit/verdict").status_code == status
