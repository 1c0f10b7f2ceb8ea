"""Whatever the answer, the API's pieces and the scripts it gives say one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from segtier.model.option import NONE, SPECS
from segtier.model.verdict import NEEDS, OPTION_STATES, STATES, OptionState, State
from tests.client import Client
from tests.stack import Product
from tests.verdict_cases import WORKLOADS, archive

FLASH = {"ssd": "700GB"}


@pytest.fixture(scope="module")
def client(product: Product) -> Iterator[Client]:
    """Of a product that holds every case."""
    with Client(product.url) as client:
        client.remove_everything()
        for name in WORKLOADS:
            client.upload(f"{list(WORKLOADS).index(name)}.zip", archive(name))
        client.finished()
        yield client


@pytest.fixture(scope="module")
def answers(client: Client) -> dict[str, dict[str, Any]]:
    found = client.get("/databases")["items"]
    return {one["id"]: client.get(f"/databases/{one['id']}/advice", **FLASH) for one in found}


def test_every_state_is_walked(answers: dict[str, dict[str, Any]]) -> None:
    assert len(answers) == len(WORKLOADS)
    assert {one["verdict"]["state"] for one in answers.values()} == set(get_args(State))
    assert {option["state"] for one in answers.values() for option in one["options"]} == set(get_args(OptionState))


def test_tags_and_chips_are_of_the_states(answers: dict[str, dict[str, Any]]) -> None:
    for advice in answers.values():
        verdict = advice["verdict"]
        assert verdict["tag"] == STATES[verdict["state"]]
        for option in advice["options"]:
            said = OPTION_STATES[option["state"]]
            needs = {NEEDS[stop["needs"]] for stop in option["blocked_by"] if stop["needs"]}
            assert option["state_text"] == said or any(need in option["state_text"] for need in needs), option


def test_the_cards_follow_the_verdict(answers: dict[str, dict[str, Any]]) -> None:
    for advice in answers.values():
        verdict, states = advice["verdict"], {one["option"]: one["state"] for one in advice["options"]}
        on_flash = [name for name, state in states.items() if state == "advised" and SPECS[name].needs_flash]  # type: ignore[index]
        assert on_flash == ([verdict["option"]] if verdict["state"] == "move" else [])
        assert (states[verdict["option"]] == "needs") == (verdict["state"] == "needs")
        assert verdict["state"] in ("move", "needs", "tune-first") or not {
            name for event in advice["top_events"] for name in event["helped_by"]
        } - {verdict["option"]}


def test_the_pieces_are_of_one_answer(client: Client, answers: dict[str, dict[str, Any]]) -> None:
    for database, advice in answers.items():
        details = client.get(f"/databases/{database}/advice/options", **FLASH)["options"]
        lines = [{name: option[name] for name in line} for option, line in zip(details, advice["options"], strict=True)]
        assert lines == advice["options"]
        sources = client.get(f"/databases/{database}/advice/sources", **FLASH)
        assert sources["warnings"][:5] == advice["warnings"]
        assert len(sources["warnings"]) == advice["warnings_total"]


def test_scripts_come_without_a_word_only_where_the_verdict_is_yes(
    client: Client, answers: dict[str, dict[str, Any]]
) -> None:
    for database, advice in answers.items():
        verdict = advice["verdict"]
        option = verdict["option"] if verdict["option"] != NONE else "segments"
        given = client.call("GET", f"/api/v1/databases/{database}/bundle", params={**FLASH, "option": option})
        assert (given.status_code == 200) == (verdict["state"] == "move"), (verdict["headline"], given.text[:300])
