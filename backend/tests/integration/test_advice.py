"""From the sample to advice, evidence, comparison and bundle, through the running product."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

import pytest

from tests.client import Client
from tests.sentences import worded


def test_advice_is_the_same_bytes_for_the_same_question(sampled: Client, sample: str) -> None:
    answers = {sampled.call("GET", f"/api/v1{sample}/advice?ssd=300GB").content for _ in range(2)}
    assert len(answers) == 1
    other = sampled.call("GET", f"/api/v1{sample}/advice").content
    assert other not in answers


def test_without_a_question_there_are_700_gb(sampled: Client, sample: str) -> None:
    advice = sampled.get(f"{sample}/advice")
    assert [device["usable_bytes"] for device in advice["devices"]] == [700 * 10**9]
    assert advice["verdict"]["text"]


def test_constraints_are_held_to_and_priced(sampled: Client, sample: str) -> None:
    free = sampled.get(f"{sample}/advice", ssd="300GB")
    held = sampled.get(f"{sample}/advice", ssd="300GB", most_moves=3, exclude=["SHOP.STOCK_LEVELS", "SHOP.BASKETS"])
    moves = next(option["moves"] for option in held["options"] if option["option"] == "segments")
    costs = {cost["name"]: cost for cost in held["best_segments"]["constraints"]}
    assert moves["segments"] == 3
    assert set(costs) == {"most_moves", "excluded"}
    assert costs["most_moves"]["costs_s_per_hour"] > 0
    assert held["solver"]["saved_s_per_hour"] < free["solver"]["saved_s_per_hour"]
    refused = sampled.call("GET", f"/api/v1{sample}/advice", params={"pin": "SHOP.NOTHING"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no-such-segment")


def test_stated_hours(sampled: Client, sample: str) -> None:
    stated = sampled.get(f"{sample}/advice", hours_from="2024-03-12T10:10", hours_to="2024-03-12T12:00")["hours"]
    assert (stated["used"], stated["intervals"], stated["stated"]["begin"]) == (2, 24, "2024-03-12T10:10:00")
    refused = sampled.call("GET", f"/api/v1{sample}/advice", params={"hours_from": "2031-01-01"})
    assert (refused.status_code, refused.json()["code"]) == (409, "no-interval-in-hours")
    unreadable = sampled.call("GET", f"/api/v1{sample}/advice", params={"hours_from": "noon"})
    assert (unreadable.status_code, unreadable.json()["code"]) == (422, "bad-time")


def test_the_frontier_is_a_piece_of_its_own(sampled: Client, sample: str) -> None:
    advice = sampled.get(f"{sample}/advice", ssd="300GB")
    frontier = sampled.get(f"{sample}/advice/frontier", ssd="300GB")["frontier"]
    under = [point for point in frontier["points"] if point["bytes"] <= 300e9 * 0.9]
    saved = 1 - under[-1]["response_ratio"]["expected"]
    per_hour = advice["db_time"]["db_time_s_per_hour"]
    assert saved * per_hour == pytest.approx(advice["solver"]["saved_s_per_hour"], rel=0.02)
    assert frontier["points"][frontier["knee"]] == advice["best_segments"]["knee"]


def test_what_segments_read_over_time_goes_with_the_ssd(sampled: Client, sample: str) -> None:
    few, many = (sampled.get(f"{sample}/segments/hours", ssd=ssd) for ssd in ("20GB", "2TB"))
    assert [one["name"] for one in few["segments"]] == [one["name"] for one in many["segments"]]
    assert few["steps"] == many["steps"]
    assert {len(one["least"]) for one in few["segments"]} == {len(few["steps"])}
    places = [[one["place"] for one in found["segments"]].count("in") for found in (few, many)]
    assert 0 < places[0] < places[1]
    assert None not in [one["place"] for one in few["segments"]]


def test_drift_needs_weeks_and_one_plan(sampled: Client, sample: str) -> None:
    found = sampled.get(f"{sample}/drift", ssd="300GB", set="yesterday=SHOP.STOCK_LEVELS,SHOP.BASKETS")
    assert (found["state"], found["on_flash"], found["weeks_needed"]) == ("too-short", 2, 3)
    assert sampled.get(f"{sample}/drift", ssd="300GB")["state"] == "nothing-applied"
    two = {"set": ["one=SHOP.STOCK_LEVELS", "two=SHOP.BASKETS"]}
    refused = sampled.call("GET", f"/api/v1{sample}/drift", params=two)
    assert (refused.status_code, refused.json()["code"]) == (409, "several-sets")


def test_volumes_for_a_budget_and_for_a_target(sampled: Client, sample: str) -> None:
    asked = {
        "budget": 30,
        "less_db_time_pct": 30,
        "volume": ["aws-gp3", "google-hyperdisk-balanced"],
        "today_price": 0.05,
    }
    told = sampled.get(f"{sample}/volumes", **asked, machine_type="db.r6i.8xlarge")
    gp3, unpriced = told["volumes"]
    assert gp3["for_budget"]["net_month"] < gp3["for_budget"]["month"]
    assert told["machine"]["bytes_per_s"] == 1_250e6
    assert [one["name"] for one in told["rivals"]] == ["memory", "disks"]
    assert gp3["for_budget"]["month"] <= 30
    assert gp3["for_target"]["response_ratio"]["expected"] <= 0.7
    assert unpriced["for_budget"] is None
    assert (
        worded("advisor/catalogue-no-price.volumes", "price_gb_month, price_iops_month, price_mb_s_month")
        in unpriced["text"]
    )
    types = {one["id"]: one for one in sampled.get("/machines")["items"]}
    assert types["r6i.8xlarge"]["requests_per_s"] == 40_000
    twice = {"today_price": 1, "today_volume": "aws-gp3"}
    refused = sampled.call("GET", f"/api/v1{sample}/volumes", params=twice)
    assert (refused.status_code, refused.json()["code"]) == (409, "today-twice")
    unknown = sampled.call("GET", f"/api/v1{sample}/volumes", params={"volume": "gp9"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown-volume")


def test_segments_are_those_of_the_advice_a_page_at_a_time(sampled: Client, sample: str) -> None:
    advice = sampled.get(f"{sample}/advice", ssd="300GB")
    pages = [sampled.get(f"{sample}/segments", ssd="300GB", limit=50, offset=offset) for offset in (0, 50)]
    rows = [row for page in pages for row in page["items"]]
    assert [row["rank"] for row in rows] == list(range(1, advice["segments_ranked"] + 1))
    assert sum(row["size_bytes"] is not None for row in rows) == advice["segments_sized"]
    moves = next(option["moves"] for option in advice["options"] if option["option"] == "segments")
    found = sampled.get(f"{sample}/segments", ssd="300GB", filter="in", sort="size", direction="desc", limit=1000)
    assert (found["total"], len(found["items"])) == (moves["segments"], moves["segments"])
    assert sum(row["size_bytes"] for row in found["items"]) == moves["bytes"]
    assert [row["size_bytes"] for row in found["items"]] == sorted(
        (row["size_bytes"] for row in found["items"]), reverse=True
    )


def test_the_map_holds_every_segment_once(sampled: Client, sample: str) -> None:
    advice = sampled.get(f"{sample}/advice", ssd="300GB")
    found = sampled.get(f"{sample}/segments/map", ssd="300GB", option="segments")
    assert len(found["segments"]) == advice["segments_sized"]
    assert sum(one["segments"] for one in found["unsized"]) == advice["segments_ranked"] - advice["segments_sized"]
    moves = next(option["moves"] for option in advice["options"] if option["option"] == "segments")
    moved = [one for one in found["segments"] if one["place"] == "in"]
    assert (len(moved), sum(one["size_bytes"] for one in moved)) == (moves["segments"], moves["bytes"])


def test_long_answers_are_compressed(sampled: Client, sample: str) -> None:
    response = sampled.call("GET", f"/api/v1{sample}/advice")
    assert response.headers["content-encoding"] == "gzip"


def test_a_figure_is_found_in_its_file(sampled: Client, sample: str) -> None:
    evidence = next(
        event["evidence"][0] for event in sampled.get(f"{sample}/advice")["top_events"] if event["evidence"]
    )
    question = {name: evidence[name] for name in ("source", "section", "occurrence", "row")}
    place = sampled.get("/evidence", **question, field="time_s")
    assert place["file"].endswith(".html")
    assert place["line"] >= 1
    assert place["raw_text"] in place["row_cells"]
    report = next(one for one in sampled.get(f"{sample}/reports")["items"] if one["file"] == place["file"])
    del question["source"]
    assert sampled.get(f"/reports/{report['id']}/evidence", **question, field="time_s") == place


def test_a_figure_is_shown_in_its_file(sampled: Client, sample: str) -> None:
    event = next(event for event in sampled.get(f"{sample}/advice")["top_events"] if event["evidence"])
    question = {name: event["evidence"][0][name] for name in ("source", "section", "occurrence", "row")}
    page = sampled.call("GET", "/api/v1/evidence/page", params={**question, "field": "time_s"})
    assert page.headers["content-security-policy"].startswith("sandbox; default-src 'none'; ")
    assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
    assert (page.headers["x-content-type-options"], page.headers["cache-control"]) == ("nosniff", "private, no-store")
    assert page.text.count('id="segtier-here"') == 1
    place = sampled.get("/evidence", **question, field="time_s")
    report = next(one for one in sampled.get(f"{sample}/reports")["items"] if one["file"] == place["file"])
    del question["source"]
    same = sampled.call("GET", f"/api/v1/reports/{report['id']}/page", params={**question, "field": "time_s"})
    assert (same.status_code, same.text) == (200, page.text)
    gone = sampled.call("GET", "/api/v1/evidence/page", params={**question, "source": "0" * 64})
    assert (gone.status_code, gone.headers["content-type"]) == (404, "application/problem+json")


def test_a_bundle_is_the_same_archive_every_time(sampled: Client, sample: str) -> None:
    response = sampled.call("GET", f"/api/v1{sample}/bundle?option=segments&ssd=300GB&data_diskgroup=FLASH1")
    again = sampled.call("GET", f"/api/v1{sample}/bundle?option=segments&ssd=300GB&data_diskgroup=FLASH1")
    assert response.headers["content-disposition"] == 'attachment; filename="segtier-segments.zip"'
    assert hashlib.sha256(response.content).digest() == hashlib.sha256(again.content).digest()
    with zipfile.ZipFile(io.BytesIO(response.content)) as bundle:
        texts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert any("FLASH1" in text for text in texts.values())
    assert all(not name.startswith("/") and ".." not in name for name in texts)


@pytest.mark.parametrize("option", ["segments", "indexes", "all", "redo", "temp", "flash-cache"])
def test_the_plan_as_data_is_that_of_the_bundle(sampled: Client, sample: str, option: str) -> None:
    """The client holds every answer against the OpenAPI document."""
    query = {"option": option, "override": "true"}
    plan = sampled.get(f"{sample}/plan", **query)
    packed = sampled.call("GET", f"/api/v1{sample}/bundle", params=query)
    with zipfile.ZipFile(io.BytesIO(packed.content)) as bundle:
        texts = {name: bundle.read(name) for name in bundle.namelist()}
    assert {one["path"]: one["sha256"] for one in plan["files"]} == {
        name: hashlib.sha256(text).hexdigest()
        for name, text in texts.items()
        if name != "REVIEW.txt" and not name.startswith("review/")
    }
    manifest = json.loads(texts["manifest.json"])
    assert [one["id"] for one in plan["operations"]] == [one["id"] for one in manifest["operations"]]
    assert (plan["schema"], bool(plan["operations"])) == ("segtier.plan/1", option in ("segments", "indexes"))


def test_a_plan_that_is_not_advised_is_refused(sampled: Client, sample: str) -> None:
    response = sampled.call("GET", f"/api/v1{sample}/plan", params={"option": "none"})
    assert response.status_code == 409


def test_a_bundle_for_rds(sampled: Client, sample: str) -> None:
    query = {"option": "temp", "override": True, "target": "rds", "rds_instance": "orcl-prod", "rds_temp_tenths": 6}
    response = sampled.call("GET", f"/api/v1{sample}/bundle", params=query)
    with zipfile.ZipFile(io.BytesIO(response.content)) as bundle:
        assert "{DBInstanceStore*6/10}" in bundle.read("steps/20_parameters.sh").decode()
        assert "INSTANCE=orcl-prod\n" in bundle.read("rds.env").decode()
    refused = sampled.call("GET", f"/api/v1{sample}/bundle", params={**query, "rds_instance": "a;b"})
    assert (refused.status_code, refused.json()["code"]) == (409, "bad-name")


def test_a_target_that_is_no_name_is_refused(sampled: Client, sample: str) -> None:
    query = {"option": "segments", "data_tablespace": 'X"; DROP TABLE T; --'}
    response = sampled.call("GET", f"/api/v1{sample}/bundle", params=query)
    assert response.status_code in (409, 422)


def test_the_after_report_is_compared(sampled: Client, sample: str) -> None:
    comparison = sampled.get(f"{sample}/comparison", option="segments", ssd="300GB")
    assert (len(comparison["before"]) > 0, len(comparison["after"])) == (True, 1)
    assert comparison["option"] == "segments"
    assert comparison["events"]


def test_the_catalogue_and_the_queries_are_there(client: Client) -> None:
    assert all(device["source"] for device in client.get("/devices")["items"])
    assert all(volume["source"] and volume["as_of"] for volume in client.get("/volumes")["items"])
    assert all(option["label"] for option in client.get("/options")["items"])
    queries = client.get("/collection-queries")["items"]
    assert [query["name"] for query in queries] == ["awr_report", "segment_statistics", "segment_sizes"]
    assert all("gv$" in query["text"] or "dba_" in query["text"] or "awrrpt" in query["text"] for query in queries)
