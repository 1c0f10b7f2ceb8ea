"""Questions under a name, through the running product: kept, used, forked, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from segtier import __version__
from segtier.api.schemas.question import WORDS
from segtier.errors import Refused
from segtier.model.account import ITSELF
from segtier.question import Question
from segtier.services import keep_scenarios
from segtier.services.context import Context
from segtier.services.read_documents import list_inputs
from segtier.store import databases
from segtier.store.records import ReportFacts
from tests.client import Client
from tests.integration.files import a_report
from tests.integration.shop import only_the_shop
from tests.sentences import worded
from tests.stack import Product

GROUPS = (
    '{"groups":[{"name":"old","holds":["data","temp","redo"],"media":"hdd","spindles":24,"raid":"raid10","tablespaces":[],"files":[],'
    '"read_us":null}]}'
)


@pytest.fixture(scope="module")
def shop(product: Product) -> Iterator[Client]:
    """A client of a product that holds one small database and nothing else."""
    with Client(product.url) as client:
        only_the_shop(client)
        yield client


@pytest.fixture
def path(shop: Client) -> str:
    """Where the scenarios of the database are; none is there that was not used."""
    (found,) = shop.get("/databases")["items"]
    for one in shop.get(f"/databases/{found['id']}/scenarios")["items"]:
        if one["used_at"] is None:
            shop.call("DELETE", f"/api/v1/databases/{found['id']}/scenarios/{one['id']}")
    return f"/databases/{found['id']}/scenarios"


STATED = {"ssd": "1TB", "pin": ["SHOP.BASKETS"], "window": "average", "most_moves": 3, "price": 9.0}


def code(client: Client, method: str, path: str, **options: Any) -> tuple[int, str]:
    response = client.call(method, f"/api/v1{path}", **options)
    return response.status_code, response.json()["code"]


QUESTIONS: list[dict[str, Any]] = [
    {},
    {"ssd": "150GB", "most_moves": 3, "exclude": ["SHOP.STOCK_LEVELS", "SHOP.B*"], "price": 900, "window": "average"},
    {
        "device": "generic-san",
        "count": 2,
        "mirrored": True,
        "shared": False,
        "storage": GROUPS,
        "set": ["a=SHOP.BASKETS"],
    },
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_advice_of_a_scenario_is_the_advice_of_its_question(
    shop: Client, path: str, question: dict[str, Any]
) -> None:
    made = shop.post(path, json={"name": f"law {QUESTIONS.index(question)}", **question})
    assert made["question"] == {**question, **({"price": 900.0} if "price" in question else {})}
    for piece in ("", "/options", "/frontier", "/sources"):
        kept = shop.call("GET", f"/api/v1{path}/{made['id']}/advice{piece}")
        plain = shop.call("GET", f"/api/v1{path.removesuffix('/scenarios')}/advice{piece}", params=question)
        assert (kept.status_code, kept.content) == (200, plain.content)


def test_until_it_is_answered_it_may_be_changed_and_deleted(shop: Client, path: str) -> None:
    made = shop.post(path, json={"name": " 700 GB\n PCIe\u202e", "ssd": "700GB", "price": 9000})
    assert (made["name"], made["used_at"], made["engine_version"], made["changed"]) == ("700 GB PCIe", None, None, [])
    one = f"/api/v1{path}/{made['id']}"
    changed = shop.call("PATCH", one, json={"ssd": "650GB", "price": None, "pin": ["SHOP.BASKETS"]}).json()
    assert changed["question"] == {"ssd": "650GB", "pin": ["SHOP.BASKETS"]}
    assert changed["question_digest"] != made["question_digest"]
    for name in ("other", "650 GB", "650 GB"):
        renamed = shop.call("PATCH", one, json={"name": name}).json()
    assert renamed == {**changed, "name": "650 GB"}
    assert shop.get(f"{path}/{made['id']}") == renamed
    assert renamed in shop.get(path)["items"]
    assert shop.call("DELETE", one).status_code == 204
    assert code(shop, "GET", f"{path}/{made['id']}") == (404, "not-found")


def test_once_answered_it_stays_and_is_forked(shop: Client, path: str) -> None:
    before = datetime.now(UTC)
    made = shop.post(path, json={"name": "asked", "ssd": "150GB", "most_moves": 20})
    one = f"{path}/{made['id']}"
    shop.get(f"{one}/advice")
    used = shop.get(one)
    assert datetime.fromisoformat(used["used_at"]).timestamp() >= int(before.timestamp())
    assert (used["engine_version"], len(used["inputs_digest"]), used["changed"]) == (__version__, 64, [])
    shop.get(f"{one}/advice/sources")
    assert shop.get(one) == used
    for change in ({"ssd": "1TB"}, {"name": "other", "most_moves": None}):
        refused = shop.call("PATCH", f"/api/v1{one}", json=change)
        assert (refused.status_code, refused.json()["code"]) == (409, "scenario-used")
        assert refused.json()["advice"]
        assert refused.json()["detail"] == worded("services/scenario-answered-already", "'asked'")
    renamed = shop.call("PATCH", f"/api/v1{one}", json={"name": "asked first", "ssd": "150GB"})
    assert renamed.json() == used | {"name": "asked first"}
    assert shop.get(one) == renamed.json()
    fork = shop.post(f"{one}/fork", json={"name": "forked", "most_moves": None, "pin": ["SHOP.BASKETS"]})
    assert (fork["forked_from"], fork["used_at"]) == (made["id"], None)
    assert fork["question"] == {"ssd": "150GB", "pin": ["SHOP.BASKETS"]}
    second = shop.post(f"{path}/{fork['id']}/fork", json={"name": "a fork's fork"})
    assert (second["forked_from"], second["question_digest"]) == (fork["id"], fork["question_digest"])
    assert shop.call("DELETE", f"/api/v1{path}/{fork['id']}").status_code == 204
    assert shop.get(f"{path}/{second['id']}")["forked_from"] is None
    gone = shop.get("/audit", what="scenario")["items"]
    assert gone == [], "nobody can refer to what was never answered"
    assert shop.call("DELETE", f"/api/v1{one}").status_code == 204
    (entry,) = shop.get("/audit", what="scenario")["items"]
    assert (entry["action"], entry["subject"], entry["detail"]["name"]) == (
        "scenario.deleted", made["id"], "asked first",
    )  # fmt: skip
    assert entry["detail"]["question_digest"] == made["question_digest"]


def test_side_by_side(shop: Client, path: str) -> None:
    first = shop.post(path, json={"name": "card", "ssd": "700GB", "price": 9000})
    san = shop.post(f"{path}/{first['id']}/fork", json={"name": "san", "ssd": "2TB", "attachment": "san"})
    few = shop.post(f"{path}/{first['id']}/fork", json={"name": "few", "most_moves": 3, "exclude": ["SHOP.BASKETS"]})
    lost = shop.post(f"{path}/{first['id']}/fork", json={"name": "lost", "pin": ["SHOP.NOTHING"], "price": None})
    ids = [one["id"] for one in (san, first, few, lost)]
    rows = shop.get(f"{path}/side-by-side", ids=",".join(ids))["scenarios"]
    assert [(row["id"], row["name"], row["price"]) for row in rows] == [
        (ids[0], "san", 9000), (ids[1], "card", 9000), (ids[2], "few", 9000), (ids[3], "lost", None),
    ]  # fmt: skip
    flash = [
        {"name": "ssd", "value": "700GB", "first": "2TB"},
        {"name": "attachment", "value": None, "first": "san"},
    ]
    assert rows[0]["differs"] == []
    assert rows[1]["differs"] == flash
    assert rows[2]["differs"] == [
        *flash,
        {"name": "most_moves", "value": 3, "first": None},
        {"name": "exclude", "value": ["SHOP.BASKETS"], "first": []},
    ]
    assert (rows[3]["answer"], rows[3]["refusal"]["code"]) == (None, "no-such-segment")
    for row, one in zip(rows[:3], (san, first, few), strict=True):
        advice = shop.get(f"{path}/{one['id']}/advice")
        option = next(line for line in advice["options"] if line["option"] == advice["verdict"]["option"])
        assert row["refusal"] is None
        assert row["answer"] == {
            "flash": advice["devices"][0]["model"],
            "flash_bytes": advice["devices"][0]["usable_bytes"],
            **{name: advice["verdict"][name] for name in ("state", "tag", "headline", "option", "gain")},
            "option_title": option["title"],
            "used_bytes": option["used_bytes"],
            "moves": option["moves"]["segments"],
        }
    assert rows[2]["answer"]["moves"] == 3
    used = {one["id"]: one["used_at"] is not None for one in shop.get(path)["items"]}
    assert [used[one] for one in ids] == [True, True, True, False], "what was refused was not answered"


def test_what_cannot_be_asked_is_not_kept(shop: Client, path: str) -> None:
    shop.post(path, json={"name": "taken"})
    one = shop.post(path, json={"name": "one"})["id"]
    refusals = [
        ("POST", path, {"name": "x", "colour": "red"}, (422, "invalid-request")),
        ("POST", path, {"name": "x", "count": 0}, (422, "invalid-request")),
        ("POST", path, {"ssd": "1TB"}, (422, "invalid-request")),
        ("POST", path, {"name": "\u200b \t"}, (422, "bad-scenario-name")),
        ("POST", path, {"name": "x" * 121}, (422, "bad-scenario-name")),
        ("POST", path, {"name": "x", "ssd": "plenty"}, (422, "bad-capacity")),
        ("POST", path, {"name": "x", "storage": "{}"}, (422, "bad-storage")),
        ("POST", path, {"name": "x", "device": "nobodys"}, (404, "unknown-device")),
        ("POST", path, {"name": "x", "users": 3}, (409, "users-incomplete")),
        ("POST", path, {"name": " taken"}, (409, "scenario-name-taken")),
        ("POST", f"{path}/{one}/fork", {"name": "taken"}, (409, "scenario-name-taken")),
        ("POST", f"{path}/{one}/fork", {"name": "y", "users": 3}, (409, "users-incomplete")),
        ("POST", f"{path}/scn_0/fork", {"name": "y"}, (404, "not-found")),
        ("PATCH", f"{path}/{one}", {"name": "taken"}, (409, "scenario-name-taken")),
        ("PATCH", f"{path}/{one}", {"device": "nobodys"}, (404, "unknown-device")),
        ("PATCH", f"{path}/scn_0", {}, (404, "not-found")),
        ("POST", "/databases/db_0/scenarios", {"name": "x"}, (404, "not-found")),
    ]
    for method, where, body, wanted in refusals:
        assert code(shop, method, where, json=body) == wanted, (method, where, body)
    assert code(shop, "GET", "/databases/db_0/scenarios") == (404, "not-found")
    assert code(shop, "GET", f"{path}/{one}/advice/segments")[0] == 422
    assert shop.get(f"{path}/{one}")["question"] == {}
    assert {row["name"] for row in shop.get(path)["items"] if row["used_at"] is None} == {"taken", "one"}


@pytest.mark.parametrize("word", WORDS.values())
def test_null_is_as_if_nobody_had_said_it(shop: Client, path: str, word: str) -> None:
    made = shop.post(path, json={"name": "nothing", word: None})
    assert made["question"] == {}
    kept = shop.call("PATCH", f"/api/v1{path}/{made['id']}", json={**STATED, word: None}).json()
    assert kept["question"] == {name: value for name, value in STATED.items() if name != word}
    fork = shop.post(f"{path}/{made['id']}/fork", json={"name": "fork", word: None})
    assert fork["question_digest"] == kept["question_digest"]
    back = shop.call("PATCH", f"/api/v1{path}/{made['id']}", json=dict.fromkeys(WORDS.values())).json()
    assert back["question"] == {}


@pytest.mark.parametrize(
    ("field", "words"),
    [("zzz", "known are ssd, device, "), ("pinned", "did you mean 'pin'?"), ("most_move", "'most_moves'")],
)
def test_a_field_nobody_knows_names_those_that_are_known(shop: Client, path: str, field: str, words: str) -> None:
    refused = shop.call("POST", f"/api/v1{path}", json={"name": "x", field: 1})
    (item,) = refused.json()["errors"]
    assert (refused.status_code, item["pointer"]) == (422, f"/{field}")
    assert item["detail"].startswith(f"there is no field '{field}' here; ")
    assert words in item["detail"]


def test_side_by_side_of_none_and_of_too_many(client: Client) -> None:
    client.upload("a.json", a_report())
    client.finished()
    (found,) = client.get("/databases")["items"]
    path = f"/databases/{found['id']}/scenarios"
    ids = [client.post(path, json={"name": f"n{number}"})["id"] for number in range(11)]
    assert code(client, "GET", f"{path}/side-by-side") == (422, "invalid-request")
    assert code(client, "GET", f"{path}/side-by-side?ids=%20,") == (400, "no-scenarios")
    assert code(client, "GET", f"{path}/side-by-side?ids={','.join(ids)}") == (409, "too-many-side-by-side")
    assert {one["used_at"] for one in client.get(path)["items"]} == {None}
    other = client.http.request("DELETE", f"/api/v1{path}/side-by-side")
    assert (other.status_code, other.headers["allow"]) == (405, "GET")
    assert code(client, "GET", f"{path}/side-by-side?ids=scn_1") == (404, "not-found")


def test_what_changed_since_the_first_answer_is_said(client: Client) -> None:
    client.upload("a.json", a_report(snap=100))
    client.finished()
    (found,) = client.get("/databases")["items"]
    path = f"/databases/{found['id']}/scenarios"
    used, unused = (client.post(path, json={"name": name})["id"] for name in ("used", "unused"))
    client.get(f"{path}/{used}/advice")
    client.upload("after.json", a_report(snap=300), period="after")
    client.finished()
    assert client.get(f"{path}/{used}")["changed"] == []
    client.upload("b.json", a_report(snap=200))
    client.finished()
    assert client.get(f"{path}/{used}")["changed"] == ["inputs"]
    assert client.get(f"{path}/{unused}")["changed"] == []
    (row,) = client.get(f"{path}/side-by-side", ids=used)["scenarios"]
    assert row["changed"] == ["inputs"]


def test_scenarios_go_with_their_database_and_belong_to_it_alone(client: Client) -> None:
    for number, name in enumerate(("ONE", "TWO")):
        client.upload(f"{name}.json", a_report(name, number + 1))
    client.finished()
    one, two = (f"/databases/{found['id']}/scenarios" for found in client.get("/databases")["items"])
    made = client.post(one, json={"name": "mine"})
    client.post(f"{one}/{made['id']}/fork", json={"name": "fork"})
    client.get(f"{one}/side-by-side", ids=made["id"])
    client.post(two, json={"name": "mine"})
    assert code(client, "GET", f"{two}/{made['id']}") == (404, "not-found")
    assert code(client, "GET", f"{two}/side-by-side?ids={made['id']}") == (404, "not-found")
    assert client.call("DELETE", f"/api/v1{one.removesuffix('/scenarios')}").status_code == 204
    assert code(client, "GET", one) == (404, "not-found")
    assert len(client.get(two)["items"]) == 1


def test_scenarios_go_where_the_documents_go(client: Client) -> None:
    """Reports that give a name only belong to the one database of that name, once there is one."""
    for dbid in (1, 2, None):
        client.upload(f"{dbid}.json", a_report("SHOP", dbid, snap=100 + 10 * (dbid or 0)))
        client.finished()
    of = {found["dbid"]: f"/databases/{found['id']}" for found in client.get("/databases")["items"]}
    assert set(of) == {1, 2, None}
    for dbid in (1, None):
        client.post(f"{of[dbid]}/scenarios", json={"name": "same", "ssd": f"{dbid or 5}TB"})
    client.call("DELETE", f"/api/v1{of[2]}")
    assert len(client.get("/databases")["items"]) == 1
    found = client.get(f"{of[1]}/scenarios")["items"]
    assert [(one["name"], one["question"]["ssd"]) for one in found] == [("same", "1TB"), ("same (2)", "5TB")]


def test_of_several_at_once_with_one_name_one_is_kept(client: Client) -> None:
    client.upload("a.json", a_report())
    client.finished()
    (found,) = client.get("/databases")["items"]
    path = f"/api/v1/databases/{found['id']}/scenarios"
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: client.call("POST", path, json={"name": "x"}).status_code, range(8)))
    assert sorted(answers) == [201] + [409] * 7


def a_database(context: Context) -> str:
    nothing = dict.fromkeys(ReportFacts.__dataclass_fields__)
    facts = ReportFacts(**{**nothing, "dbid": 7, "database_name": "SHOP", "sample": False})  # type: ignore[arg-type]
    with context.store.write(ITSELF) as tx:
        return databases.find_or_add(tx, facts)


def test_what_is_changed_while_it_is_answered_is_not_taken_for_answered(context: Context) -> None:
    database_id = a_database(context)
    inputs = list_inputs(context, database_id)
    old = keep_scenarios.create_scenario(context, ITSELF, database_id, "a", Question(ssd="1TB")).record
    keep_scenarios.change_scenario(context, ITSELF, database_id, old.id, None, lambda _: Question(ssd="2TB"))
    with pytest.raises(Refused) as refused:
        keep_scenarios.note_answer(context, ITSELF, old, inputs)
    assert refused.value.code == "scenario-changed"
    now = keep_scenarios.get_scenario(context, database_id, old.id).record
    assert now.used_at is None
    keep_scenarios.note_answer(context, ITSELF, now, inputs)
    first = keep_scenarios.get_scenario(context, database_id, old.id).record
    keep_scenarios.note_answer(context, ITSELF, now, inputs)
    assert keep_scenarios.get_scenario(context, database_id, old.id).record == first


def test_another_version_is_said(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    database_id = a_database(context)
    record = keep_scenarios.create_scenario(context, ITSELF, database_id, "a", Question()).record
    monkeypatch.setattr(keep_scenarios, "__version__", "0.0.1")
    keep_scenarios.note_answer(context, ITSELF, record, list_inputs(context, database_id))
    monkeypatch.undo()
    assert keep_scenarios.get_scenario(context, database_id, record.id).changed == ("engine",)


def test_a_question_with_any_character_is_kept(context: Context) -> None:
    database_id = a_database(context)
    question = Question(pinned=("a\0b", "é\u2028💾"), sets=('"quoted" = \\x',))
    record = keep_scenarios.create_scenario(context, ITSELF, database_id, "a", question).record
    assert keep_scenarios.get_scenario(context, database_id, record.id).question == question
