"""Who may do what with a plan under review, in a team, on both databases; and two people at the same moment."""

from __future__ import annotations

import io
import random
import zipfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from segtier.errors import NotAllowed, Refused, SegtierError
from segtier.model.account import ITSELF, SINGLE_USER, Actor
from segtier.model.plan import Destination
from segtier.question import Question
from segtier.services import accounts, comment_plan, draft_plan, keep_tokens, manage_uploads, read_plans, review_plan
from segtier.services.audit_trail import list_audit, verify_audit
from segtier.services.context import Context
from segtier.services.verify_plans import altered_plans
from tests.integration.reviewing import ASKED, TEAM, Rest, a_team, refused, stored
from tests.sentences import like, worded

WANTED = draft_plan.Wanted(Question(ssd="700GB"), Destination(), override=True)
SMALLER = draft_plan.Wanted(Question(ssd="700GB", most_moves=1), Destination(), override=True)


def test_four_eyes(context: Context) -> None:
    home = stored(context)
    a_team(context)
    rest = Rest(context)
    plan = rest.drafted("rita", home)
    path = f"/plans/{plan['id']}"
    plan = rest.ask("al", "POST", f"{path}/submit", plan["etag"], json={"reason": "known"}).json()
    assert plan["state"] == "in-review"
    approval = {"verdict": "approve", "digest": plan["digest"]}
    own = {one["action"]: one for one in rest.ask("rita", "GET", path).json()["actions"]}
    assert (own["approve"]["open"], "last editor" in own["approve"]["refused_because"]) == (False, True)
    assert refused(rest.ask("rita", "POST", f"{path}/reviews", plan["etag"], json=approval)) == (403, "own-plan")
    assert refused(rest.ask("al", "POST", f"{path}/reviews", plan["etag"], json=approval)) == (403, "scope-needed")
    other = rest.ask("rob", "POST", f"{path}/reviews", plan["etag"], json=approval | {"digest": "0" * 64})
    assert refused(other) == (409, "digest-mismatch")
    approved = rest.ask("rob", "POST", f"{path}/reviews", plan["etag"], json=approval)
    assert approved.status_code == 201
    done = approved.json()["approval"]
    assert (done["actor_name"], done["digest"], done["self_approved"]) == ("rob", plan["digest"], False)
    revised = rest.ask(
        "rob", "POST", f"{path}/revisions", approved.json()["etag"], json={"ssd": "600GB", "override": True}
    )
    plan = revised.json()
    assert (plan["state"], plan["revision"], plan["approval"]) == ("draft", 2, None)
    plan = rest.ask("al", "POST", f"{path}/submit", plan["etag"], json={"reason": "known"}).json()
    for name in ("rita", "rob"):  # the author, and the last editor
        again = rest.ask(name, "POST", f"{path}/reviews", plan["etag"], json={**approval, "digest": plan["digest"]})
        assert refused(again) == (403, "own-plan")
    assert rest.ask(
        "ana", "POST", f"{path}/reviews", plan["etag"], json={**approval, "digest": plan["digest"]}
    ).is_success


def test_what_changes_a_plan_says_which_version_was_read(context: Context) -> None:
    home = stored(context)
    a_team(context)
    rest = Rest(context)
    plan = rest.drafted("al", home)
    path = f"/plans/{plan['id']}"
    assert rest.ask("al", "GET", path).headers["ETag"] == plan["etag"]
    bodies = {
        "revisions": {"ssd": "1TB"},
        "submit": {},
        "withdraw": {},
        "reviews": {"verdict": "reject", "digest": plan["digest"]},
        "applied": {},
    }
    for what, body in bodies.items():
        for absent in (None, "*", ""):
            assert refused(rest.ask("rita", "POST", f"{path}/{what}", absent, json=body)) == (428, "if-match-needed")
        for stale in ('"0"', f"W/{plan['etag']}", plan["etag"].strip('"')):
            answer = rest.ask("rita", "POST", f"{path}/{what}", stale, json=body)
            assert (*refused(answer), answer.headers["ETag"]) == (412, "changed-since", plan["etag"])
    assert rest.ask("al", "GET", path).json() == plan
    assert rest.ask("al", "POST", f"{path}/withdraw", f'"0", {plan["etag"]}').json()["state"] == "withdrawn"


def test_a_plan_is_stale_when_its_reports_change_and_is_so_no_more_when_they_are_back(context: Context) -> None:
    home = stored(context)
    a_team(context)
    rest = Rest(context)
    plan = rest.drafted("al", home)
    path = f"/plans/{plan['id']}"
    report = manage_uploads.list_reports(context, home)[0]

    def count(period: str) -> Any:
        manage_uploads.change_report(context, ITSELF, report.id, period, None)  # type: ignore[arg-type]
        return rest.ask("al", "GET", path).json()

    stale = count("ignored")
    assert (stale["state"], stale["recorded_state"], stale["changed"]) == ("stale", "draft", ["inputs"])
    assert refused(rest.ask("al", "POST", f"{path}/submit", plan["etag"], json={"reason": "x"})) == (409, "plan-stale")
    assert count("before") == plan
    assert waiting(rest) == []
    plan = rest.ask("al", "POST", f"{path}/submit", plan["etag"], json={"reason": "x"}).json()
    assert waiting(rest) == [plan["id"]]
    assert count("ignored")["state"] == "stale"
    assert waiting(rest) == []
    approval = {"verdict": "approve", "digest": plan["digest"]}
    assert refused(rest.ask("rita", "POST", f"{path}/reviews", plan["etag"], json=approval)) == (409, "plan-stale")
    assert rest.ask("ana", "GET", "/scoreboard").json()["rows"] == []


def test_a_second_approval_supersedes_the_first_of_the_same_option_only(context: Context) -> None:
    home = stored(context)
    team = a_team(context)
    first, second, other = (approved(context, home, team, option) for option in ("segments", "segments", "all"))
    states = {one: read_plans.get_plan(context, one, team["ana"]).line.state for one in (first, second, other)}
    assert states == {first: "superseded", second: "approved", other: "approved"}
    assert [one.detail["said"] for one in list_audit(context.store, None, 100) if one.action == "plan.superseded"] == [
        f"by {second}"
    ]
    assert waiting(Rest(context)) == [other, second]
    review_plan.mark_applied(context, other, seen(context, other), "done", team["ana"])
    assert waiting(Rest(context)) == [second]
    sheet = read_plans.get_plan(context, first, team["ana"])
    assert not any(action.open for action in sheet.actions)


def waiting(rest: Rest) -> list[str]:
    return [one["id"] for one in rest.ask("rita", "GET", "/plans", params={"waiting": "true"}).json()["items"]]


def approved(context: Context, home: str, team: dict[str, Actor], option: str = "segments") -> str:
    plan_id = draft_plan.draft(context, home, option, WANTED, team["al"])
    review_plan.submit(context, plan_id, seen(context, plan_id), "known", team["al"])
    digest = read_plans.get_plan(context, plan_id, team["al"]).line.kept.revision.digest
    review_plan.judge(context, plan_id, seen(context, plan_id), "approve", digest, "", team["rita"])
    return plan_id


def seen(context: Context, plan_id: str) -> set[str]:
    return {str(read_plans.get_plan(context, plan_id, SINGLE_USER).line.kept.plan.version)}


def test_who_lost_the_right_while_the_forecast_was_worked_out_does_not_approve(context: Context) -> None:
    """The actor is who the door let in: since then the role was changed, the token revoked, or an admin made."""
    home = stored(context)
    plan_id = draft_plan.draft(context, home, "segments", WANTED, SINGLE_USER)
    review_plan.submit(context, plan_id, seen(context, plan_id), "known", SINGLE_USER)
    digest = read_plans.get_plan(context, plan_id, SINGLE_USER).line.kept.revision.digest

    def refuses(actor: Actor) -> None:
        with pytest.raises(NotAllowed, match=like("store/your-right-do")):
            review_plan.judge(context, plan_id, seen(context, plan_id), "approve", digest, "", actor)

    team = a_team(context)
    refuses(SINGLE_USER)
    token, _ = keep_tokens.make_token(context.store, team["rob"], "ci", ["plans:review"], None, 1)
    by_token = Actor(team["rob"].id, "rob", frozenset({"plans:review"}), token=token.id)
    keep_tokens.revoke_token(context.store, team["rob"], token.id)
    refuses(by_token)
    accounts.change_role(context.store, team["ana"], team["rita"].id, "analyst")
    refuses(team["rita"])
    accounts.remove_user(context.store, team["ana"], team["rob"].id)
    refuses(team["rob"])
    assert read_plans.get_plan(context, plan_id, team["ana"]).line.state == "in-review"


def test_comments_follow_their_operation_and_are_outdated_without_it(context: Context) -> None:
    home = stored(context)
    team = a_team(context)
    rest = Rest(context)
    plan = rest.drafted("al", home)
    path = f"/plans/{plan['id']}"
    document = rest.ask("vic", "GET", f"{path}/revisions/1").json()
    assert [one["table"] for one in document["operations"]] == ["ORDERS", "ITEMS", "BASKETS"]
    for on in ({}, {"file": "plan.md"}, *({"operation": one["id"]} for one in document["operations"])):
        assert rest.ask("rita", "POST", f"{path}/comments", json={"text": f"why {on}?", **on}).status_code == 201
    for on, code in (({"operation": "O999"}, "no-operation"), ({"file": "x"}, "no-file")):
        assert refused(rest.ask("rita", "POST", f"{path}/comments", json={"text": "?", **on})) == (409, code)
    assert refused(rest.ask("vic", "POST", f"{path}/comments", json={"text": "?"})) == (403, "scope-needed")
    etag = rest.ask("al", "GET", path).json()["etag"]
    without = {"ssd": "700GB", "override": True, "exclude": ["SHOP.ORDERS"]}
    revised = rest.ask("al", "POST", f"{path}/revisions", etag, json=without).json()
    told = [(one["operation"], one["outdated"], one["revision"]) for one in revised["comments"]]
    assert told == [(None, False, 1), (None, False, 1), ("O001", True, 1), ("O001", False, 1), ("O002", False, 1)]
    again = rest.ask("al", "POST", f"{path}/revisions", revised["etag"], json={"ssd": "700GB", "override": True}).json()
    assert [(one["operation"], one["outdated"]) for one in again["comments"]][2:] == [
        ("O001", False),
        ("O002", False),
        ("O003", False),
    ]
    comment = again["comments"][0]["id"]
    other = draft_plan.draft(context, home, "segments", WANTED, team["rita"])
    assert rest.ask("al", "PATCH", f"/plans/{other}/comments/{comment}", json={"resolved": True}).status_code == 404


def test_comments_hold_the_approval_until_they_are_resolved_by_name(context: Context) -> None:
    home = stored(context)
    team = a_team(context)
    rest = Rest(context)
    path = f"/plans/{rest.drafted('al', home)['id']}"

    def say(name: str) -> str:
        made = rest.ask(name, "POST", f"{path}/comments", json={"text": f"{name}: why?"}).json()
        return f"{path}/comments/{made['id']}"

    def resolve(name: str, comment: str, resolved: bool = True) -> httpx.Response:
        return rest.ask(name, "PATCH", comment, json={"resolved": resolved})

    def approve(name: str) -> httpx.Response:
        now = rest.ask(name, "GET", path).json()
        told = {"verdict": "approve", "digest": now["digest"]}
        return rest.ask(name, "POST", f"{path}/reviews", now["etag"], json=told)

    by_rita, again, by_al = say("rita"), say("rita"), say("al")
    etag = rest.ask("al", "GET", path).json()["etag"]
    assert rest.ask("al", "POST", f"{path}/submit", etag, json={"reason": "known"}).status_code == 200
    held = approve("rob")
    assert refused(held) == (409, "open-comments")
    not_resolved = worded("review/not-resolved-resolve", "3 comments are", "rita (2) and al")
    assert held.json()["detail"] == not_resolved.removesuffix(".")
    (said,) = [one for one in rest.ask("rob", "GET", path).json()["actions"] if one["action"] == "approve"]
    assert said["refused_because"] == not_resolved
    assert refused(resolve("al", by_rita)) == (403, "not-your-comment")
    for name, mine in (("al", [False, False, True]), ("rita", [True] * 3), ("vic", [False] * 3)):
        for found in (
            rest.ask(name, "GET", path).json()["comments"],
            rest.ask(name, "GET", f"{path}/comments").json()["items"],
        ):
            assert [one["may_resolve"] for one in found] == mine
    assert resolve("rita", by_rita).json()["resolved_by"] == "rita"
    assert resolve("rob", again).json()["resolved_by"] == "rob"
    assert refused(approve("rob")) == (409, "open-comments")
    assert resolve("al", by_al).json()["resolved_by"] == "al"
    assert resolve("rita", by_rita, resolved=False).json()["resolved_by"] is None
    assert refused(approve("rita")) == (409, "open-comments")
    resolve("rita", by_rita)
    assert approve("rita").status_code == 201

    own = draft_plan.draft(context, home, "segments", WANTED, team["rita"])
    by_rob = comment_plan.add_comment(context, own, "why?", None, None, team["rob"])
    assert refused(resolve("rita", f"/plans/{own}/comments/{by_rob.id}")) == (403, "not-your-comment")


def test_a_comment_that_comes_while_a_plan_is_approved_holds_it(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever wrote it was first: the approval is looked at again in its transaction, whatever version it names."""
    home = stored(context)
    team = a_team(context)
    plan_id = draft_plan.draft(context, home, "segments", WANTED, team["al"])
    review_plan.submit(context, plan_id, seen(context, plan_id), "known", team["al"])
    digest = read_plans.get_plan(context, plan_id, team["rita"]).line.kept.revision.digest
    work_it_out = review_plan._forecast

    def talked(ctx: Context, kept: Any) -> Any:
        comment_plan.add_comment(context, plan_id, "wait", None, None, team["rob"])
        return work_it_out(ctx, kept)

    monkeypatch.setattr(review_plan, "_forecast", talked)
    versions = frozenset(str(one) for one in range(100))
    with pytest.raises(Refused, match="1 comment is not resolved, by rob"):
        review_plan.judge(context, plan_id, versions, "approve", digest, "", team["rita"])
    assert read_plans.get_plan(context, plan_id, team["rita"]).line.state == "in-review"


def test_comments_on_lines_follow_what_the_line_says(context: Context) -> None:
    home = stored(context)
    a_team(context)
    rest = Rest(context)
    plan = rest.drafted("al", home)
    path = f"/plans/{plan['id']}"
    script = "lib/list_segments.sql"
    first = rest.ask("vic", "GET", f"{path}/revisions/1/file", params={"path": script})
    assert first.text == files_of(rest.ask("vic", "GET", f"{path}/revisions/1/bundle").content)[script]
    assert refused(rest.ask("vic", "GET", f"{path}/revisions/1/file", params={"path": "x"})) == (404, "not-found")
    lines = first.text.removesuffix("\n").split("\n")
    on = {name: number for number, line in enumerate(lines, 1) for name in ("ORDERS", "ITEMS") if name in line}
    for number in (on["ORDERS"], on["ITEMS"], 1):
        asked = {"text": "?", "file": script, "line": number}
        made = rest.ask("rita", "POST", f"{path}/comments", json=asked).json()
        assert (made["line"], made["line_text"]) == (number, lines[number - 1])
    for asked, code in (
        ({"file": script, "line": len(lines) + 1}, "no-line"),
        ({"line": 1}, "line-without-file"),
        ({"operation": "O001", "line": 1}, "line-without-file"),
    ):
        assert refused(rest.ask("rita", "POST", f"{path}/comments", json={"text": "?", **asked})) == (409, code)
    etag = rest.ask("al", "GET", path).json()["etag"]
    without = {"ssd": "700GB", "override": True, "exclude": ["SHOP.ORDERS"]}
    revised = rest.ask("al", "POST", f"{path}/revisions", etag, json=without).json()
    now = rest.ask("vic", "GET", f"{path}/revisions/2/file", params={"path": script}).text.splitlines()
    orders, items, top = revised["comments"]
    assert (orders["outdated"], orders["line"], orders["line_text"]) == (True, on["ORDERS"], lines[on["ORDERS"] - 1])
    assert (items["outdated"], top["outdated"], top["line"]) == (False, False, 1)
    assert items["line"] < on["ITEMS"]
    assert now[items["line"] - 1] == items["line_text"] == lines[on["ITEMS"] - 1]


def test_two_revisions_side_by_side(context: Context) -> None:
    home = stored(context)
    a_team(context)
    rest = Rest(context)
    plan = rest.drafted("al", home)
    path = f"/plans/{plan['id']}"
    change = {"ssd": "700GB", "override": True, "exclude": ["SHOP.BASKETS"], "data_tablespace": "FAST"}
    rest.ask("al", "POST", f"{path}/revisions", plan["etag"], json=change)
    found = rest.ask("vic", "GET", f"{path}/difference", params={"from": 1, "to": 2}).json()
    gib = 1024**3
    assert found["placement"] == {
        "came": [],
        "went": ["SHOP.BASKETS"],
        "bytes_before": 30 * gib,
        "bytes_after": 20 * gib,
        "text": "-1 segment, -10 GiB",
    }
    assert {one["name"]: (one["before"], one["after"]) for one in found["settings"]} == {
        "exclude": (None, ["SHOP.BASKETS"]),
        "data_tablespace": (None, "FAST"),
    }
    changed = {one["path"]: one["diff"] for one in found["files"]}
    old, new = (files_of(rest.ask("vic", "GET", f"{path}/revisions/{number}/bundle").content) for number in (1, 2))
    unsigned = {"plan.html", "SHA256SUMS", "REVIEW.txt"}
    signed = {one for one in old if not one.startswith("review/")} - unsigned
    assert changed.keys() == {one for one in signed if old[one] != new[one]}
    for one, diff in changed.items():
        lines = Counter(old[one].splitlines())
        for line in diff.splitlines()[2:]:
            lines[line[1:]] += {"+": 1, "-": -1}.get(line[0], 0)
        assert +lines == Counter(new[one].splitlines()), one
    assert rest.ask("vic", "GET", f"{path}/difference", params={"from": 1, "to": 1}).json()["files"] == []
    assert rest.ask("vic", "GET", f"{path}/difference", params={"from": 1, "to": 3}).status_code == 404


def files_of(bundle: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(bundle)) as files:
        return {name: files.read(name).decode() for name in files.namelist()}


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What came of calls that begin together: a result or what was raised."""
    together = Barrier(len(calls))

    def one(call: Callable[[], object]) -> object:
        together.wait()
        try:
            return call()
        except SegtierError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def test_of_two_at_the_same_moment_one_wins(context: Context) -> None:
    home = stored(context)
    team = a_team(context)

    def submitted() -> tuple[str, set[str], str]:
        plan_id = draft_plan.draft(context, home, "segments", WANTED, team["al"])
        review_plan.submit(context, plan_id, seen(context, plan_id), "known", team["al"])
        kept = read_plans.get_plan(context, plan_id, team["al"]).line.kept
        return plan_id, {str(kept.plan.version)}, kept.revision.digest

    judge = partial(review_plan.judge, context)
    for _ in range(4):
        plan_id, version, digest = submitted()
        three = (team[name] for name in ("rita", "rob", "ana"))
        came = at_once(*(partial(judge, plan_id, version, "approve", digest, "", one) for one in three))
        assert sorted(type(one).__name__ for one in came) == ["ChangedSince", "ChangedSince", "NoneType"], came
        history = read_plans.get_plan(context, plan_id, team["al"]).history
        assert [one.done for one in history] == ["submitted", "approved"]
    for _ in range(4):
        plan_id, version, digest = submitted()
        came = at_once(
            partial(judge, plan_id, version, "approve", digest, "", team["rita"]),
            partial(draft_plan.revise, context, plan_id, version, SMALLER, team["al"]),
        )
        assert sorted(type(one).__name__ for one in came) == ["ChangedSince", "NoneType"], came
        sheet = read_plans.get_plan(context, plan_id, team["al"])
        assert (sheet.line.state, sheet.line.kept.plan.revision) in (("approved", 1), ("draft", 2))
    say = partial(comment_plan.add_comment, context, plan_id)
    at_once(*(partial(say, str(number), None, None, team["rob"]) for number in range(8)))
    kept = read_plans.list_comments(context, plan_id, team["rob"])
    assert sorted(one.comment.text for one in kept) == [str(number) for number in range(8)]
    assert verify_audit(context.store).holds


def test_no_walk_over_rest_approves_without_a_bound_approval_of_somebody_entitled(context: Context) -> None:
    """The law of tests/property/test_review_laws.py, over the real store, with plans that concern each other."""
    home = stored(context)
    team = a_team(context)
    names = {actor.id: name for name, actor in team.items()}
    rest, chance = Rest(context), random.Random(20261125)
    plans = [rest.drafted("al", home), rest.drafted("rita", home)]
    report = manage_uploads.list_reports(context, home)[0]
    acknowledged: list[tuple[str, str, str]] = []
    reached = set()
    for _ in range(110):
        number, (name,) = chance.randrange(len(plans)), chance.choices(list(TEAM), [4, 2, 2, 3, 1])
        path = f"/plans/{plans[number]['id']}"
        if chance.random() < 0.1:
            manage_uploads.change_report(context, ITSELF, report.id, chance.choice(["before"] * 4 + ["ignored"]), None)
        plan = rest.ask(name, "GET", path).json()
        offered = {one["action"]: one["open"] for one in plan["actions"]}
        likely = [action for action in ("submit", "approve", "mark-applied") if offered[action]]
        action = chance.choice(likely if likely and chance.random() < 0.7 else list(offered))
        etag = chance.choice([plan["etag"]] * 8 + ['"0"'])
        digest = chance.choice([plan["digest"]] * 8 + ["0" * 64])
        what, body = {
            "submit": ("submit", {"reason": "known"}),
            "approve": ("reviews", {"verdict": "approve", "digest": digest}),
            "reject": ("reviews", {"verdict": "reject", "digest": digest}),
            "revise": ("revisions", {"ssd": chance.choice(["600GB", "700GB"]), "override": True}),
            "withdraw": ("withdraw", {}),
            "mark-applied": ("applied", {}),
        }[action]
        answer = rest.ask(name, "POST", f"{path}/{what}", etag, json=body)
        right = etag == plan["etag"] and (what != "reviews" or digest == plan["digest"])
        assert answer.status_code in (200, 201, 403, 409, 412), answer.text
        assert answer.is_success == (offered[action] and right), answer.text
        if answer.is_success and action == "approve":
            acknowledged.append((plan["id"], name, digest))
        plans = [rest.ask("ana", "GET", f"/plans/{one['id']}").json() for one in plans]
        for one in plans:
            reached.add(one["state"])
            the_law(one, names, acknowledged)
        if plans[number]["recorded_state"] in ("applied", "superseded"):
            plans[number] = rest.drafted(chance.choice(["al", "rob"]), home)
    assert {"draft", "in-review", "approved", "rejected", "withdrawn", "applied", "stale", "superseded"} <= reached
    trail = [one for one in list_audit(context.store, None, 1_000) if one.action == "plan.approved"]
    assert [(one.subject, one.actor_name, one.detail["digest"]) for one in reversed(trail)] == acknowledged
    assert verify_audit(context.store).holds


def the_law(plan: Any, names: dict[str, str], acknowledged: list[tuple[str, str, str]]) -> None:
    if plan["recorded_state"] not in ("approved", "applied", "superseded"):
        assert plan["approval"] is None
        return
    approval, current = plan["approval"], plan["revisions"][-1]
    assert (approval["revision"], approval["digest"]) == (current["number"], current["digest"])
    assert approval["actor_id"] not in (plan["author_id"], current["author_id"])
    name = names[approval["actor_id"]]
    assert TEAM[name] in ("reviewer", "admin")
    assert (plan["id"], name, approval["digest"]) in acknowledged
    assert approval["forecast_id"]


def test_a_database_takes_its_plans_along_and_the_trail_keeps_them(context: Context) -> None:
    home = stored(context)
    team = a_team(context)
    plan_id = approved(context, home, team)
    manage_uploads.delete_database(context, ITSELF, home)
    with context.store.read() as tx:
        for table in ("plans", "plan_revisions", "plan_acts", "plan_comments"):
            assert tx.scalar(text(f"SELECT count(*) FROM {table}")) == 0
    kept = [one.action for one in list_audit(context.store, None, 100) if one.subject == plan_id]
    assert kept == ["plan.deleted", "plan.approved", "plan.submitted", "plan.drafted"]
    assert verify_audit(context.store).holds


def test_nothing_is_drafted_that_the_advice_would_not_write(context: Context) -> None:
    home = stored(context)
    a_team(context)
    rest = Rest(context)
    path = f"/databases/{home}/plans"
    assert refused(rest.ask("al", "POST", path, json=ASKED | {"option": "none"}))[0] == 409
    assert refused(rest.ask("al", "POST", path, json=ASKED | {"option": "x"})) == (422, "invalid-request")
    assert refused(rest.ask("al", "POST", path, json=ASKED | {"data_tablespace": "x y\nz"}))[0] == 409
    assert rest.ask("al", "GET", "/plans", params={"database": home}).json() == {"items": []}


ALTERED = {
    "a bundle": "UPDATE plan_revisions SET bundle = :other WHERE number = 1",
    "a digest": "UPDATE plan_revisions SET digest = 'f' WHERE number = 1",
    "a question": "UPDATE plan_revisions SET question = '{}' WHERE number = 1",
    "an input": "UPDATE plan_revisions SET inputs = '[]' WHERE number = 1",
    "its plan as data": "UPDATE plan_revisions SET document = :other WHERE number = 1",
    "a revision taken out": "DELETE FROM plan_revisions WHERE number = 1",
    "an approval taken out": "DELETE FROM plan_acts WHERE done = 'approved'",
    "an approval of another revision": "UPDATE plan_acts SET digest = 'f' WHERE done = 'approved'",
    "who approved": "UPDATE plan_acts SET actor_name = 'eve' WHERE done = 'approved'",
    "when it was approved": "UPDATE plan_acts SET at = '2020-01-01 00:00:00' WHERE done = 'approved'",
    "by whom else": "UPDATE plan_acts SET self_approved = NOT self_approved WHERE done = 'approved'",
    "what was said": "UPDATE plan_acts SET said = 'tried on a copy' WHERE done = 'approved'",
    "the forecast it sealed": "UPDATE plan_acts SET forecast_id = NULL WHERE done = 'approved'",
    "a submission taken out": "DELETE FROM plan_acts WHERE done = 'submitted'",
    "its author": "UPDATE plans SET author_name = 'eve'",
    "its option": "UPDATE plans SET option = 'redo'",
    "a plan taken out": "DELETE FROM plans",
}


def test_a_plan_altered_in_the_database_is_named(context: Context) -> None:
    home = stored(context)
    team = a_team(context)
    plan_id = approved(context, home, team)
    assert verify_audit(context.store).holds
    for what, statement in ALTERED.items():
        with context.store.write(ITSELF) as tx:
            tx.execute(text(statement), {"other": b"PK"} if ":other" in statement else {})
            assert {(one.plan_id, one.revision) for one in altered_plans(tx)} == {(plan_id, 1)}, what
            tx.rollback()
    draft_plan.revise(context, plan_id, seen(context, plan_id), SMALLER, team["al"])
    with context.store.write(ITSELF) as tx:
        tx.execute(text("UPDATE plans SET state = 'approved'"))
    (fault,) = verify_audit(context.store).altered_plans
    assert (fault.revision, fault.reason) == (2, "it is approved without an approval")
