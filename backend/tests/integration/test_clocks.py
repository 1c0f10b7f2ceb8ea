"""A clock that is wrong, ahead and put back: nothing is deleted, nobody locked out, and nothing of that time lets anybody in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from segtier.accounts import tries
from segtier.cli.support.checkup import check_up
from segtier.errors import Refused
from segtier.jobs import reaper
from segtier.model.account import Actor, System
from segtier.model.webhook import Outcome
from segtier.services import keep_tokens, keep_webhooks, sign_in
from segtier.services.check_ready import check_ready
from segtier.services.context import Context
from segtier.services.deliver import Courier
from segtier.services.trusted_clock import MOST_OFF, TrustedClock, doubt_now, trust
from segtier.settings import Settings
from segtier.store import deliveries, figures, schema
from segtier.store.engine import now
from segtier.store.tables import Base
from tests.integration.caller import KEY, Caller
from tests.integration.conftest import MIGRATIONS
from tests.integration.files import a_report
from tests.integration.queue import work_through
from tests.integration.test_accounts import PASSWORD, an_admin
from tests.sentences import like, tells, worded
from tests.wrong_clock import WrongClock, wrong_clock

YEAR, DAY = timedelta(days=365), timedelta(days=1)
SETTINGS = Settings(uploads_days=90, events_days=1)
LEFT_ALONE = (
    "uploads",
    "reports",
    "databases",
    "events",
    "deliveries",
    "sessions",
    "tokens",
    "attempts",
    "answered_keys",
    "plans",
)
HERE = tries.Asks("127.0.0.1")
COMMAND_LINE = System("the command line", "local")


@pytest.fixture
def wrong(context: Context) -> Iterator[WrongClock]:
    with wrong_clock(context.store) as clock:
        yield clock


@pytest.fixture
def worker(context: Context, wrong: WrongClock) -> Context:
    """What a worker works with: it has looked at the clock once."""
    return started(context, wrong)


def started(context: Context, wrong: WrongClock) -> Context:
    one = replace(context, clock=TrustedClock(wrong.lived_s))
    one.clock.look(one.store)
    return one


def counts(context: Context) -> dict[str, int]:
    with context.store.read() as tx:
        tables = {name: Base.metadata.tables[name] for name in LEFT_ALONE}
        return {name: tx.scalar(select(func.count()).select_from(table)) or 0 for name, table in tables.items()}


def forget(*workers: Context) -> None:
    """As a worker does each hour."""
    for one in workers:
        reaper._forget(one, SETTINGS)


def is_in(context: Context, who: sign_in.SignedIn) -> bool:
    return sign_in.actor_of_session(context.store, who.secret) is not None


def today(later: timedelta = timedelta()) -> date:
    return (datetime.now(UTC) + later).date()


class House:
    """Work of every kind that a clock could spoil."""

    def __init__(self, context: Context) -> None:
        self.context, self.store = context, context.store
        self.admin: Actor = an_admin(context)
        keep_webhooks.add_webhook(self.store, self.admin, "https://hooks.example/x")
        self.works("before")
        self.session = sign_in.sign_in(self.store, "ana", PASSWORD)
        self.token = self.a_token()

    def works(self, name: str) -> None:
        """A report is read, a key is kept, somebody mistypes a password."""
        caller = Caller(self.context, Authorization=f"Bearer {self.a_token(['uploads:write', 'reports:read'])}")
        assert caller.upload(a_report(name.upper(), 1, len(name)), key=f"{KEY}-{name}").status_code == 202
        work_through(self.context)
        with pytest.raises(Refused, match="is wrong"):
            sign_in.sign_in(self.store, "ana", "wrong", HERE)

    def a_token(self, scopes: list[str] | None = None) -> str:
        return keep_tokens.make_token(self.store, self.admin, "x", scopes or ["reports:read"], None, 1)[1]  # type: ignore[arg-type]

    def is_known(self, token: str) -> bool:
        return sign_in.actor_of_token(self.store, token) is not None


def test_a_year_ahead_and_back_twice(context: Context, worker: Context, wrong: WrongClock) -> None:
    """While two workers run, and one starts anew each time. People go on working under the wrong clock."""
    house, other = House(context), started(context, wrong)
    seen: list[tuple[sign_in.SignedIn, str]] = []
    for turn in ("first", "second"):
        wrong.ahead = YEAR
        before = counts(context)
        forget(worker, other, started(context, wrong))
        assert counts(context) == before, "nothing is deleted as the clock leaps"
        house.works(turn)
        seen.append((sign_in.sign_in(context.store, "ana", PASSWORD), house.a_token()))
        for _ in range(tries.MOST_OF_ONE - 1):
            sign_in.count_try(context.store, tries.counted_under("ana", HERE, None))
        with pytest.raises(Refused, match="too many"):
            sign_in.sign_in(context.store, "ana", PASSWORD, HERE)
        at_work = counts(context)
        forget(worker, started(context, wrong), other)
        assert counts(context) == at_work, "nor while it goes on, with new rows, and for who starts then"
        assert is_in(context, seen[-1][0])

        wrong.ahead = timedelta()
        assert not [who for who, _ in seen if is_in(context, who)], "sessions of that time open nothing"
        assert not [token for _, token in seen if house.is_known(token)], "nor do tokens"
        assert sign_in.sign_in(context.store, "ana", PASSWORD, HERE).actor.name == "ana", "nobody is locked out"
        assert is_in(context, house.session)
        assert house.is_known(house.token)
        forget(worker, other, started(context, wrong))
        kept = counts(context)
        assert kept["uploads"] == at_work["uploads"]
        assert kept["events"] == at_work["events"]
        assert doubt_now(context.store) is None, "believed again by itself"
        with context.store.read() as tx:
            at = now(tx)
            ahead = tx.execute(text("SELECT count(*) FROM attempts WHERE at > :at"), {"at": at + DAY}).scalar_one()
            assert ahead == 0, "tries of that time are dropped"


@pytest.mark.usefixtures("worker")
def test_deliveries_of_that_time_are_due_now(context: Context, wrong: WrongClock) -> None:
    wrong.ahead = YEAR
    House(context)
    courier = Courier(context.store, ())
    sending = courier._claim()
    assert sending is not None
    with context.store.write(COMMAND_LINE) as tx:
        assert deliveries.note(tx, sending, Outcome(500), now(tx))
    wrong.ahead = timedelta()
    with context.store.read() as tx:
        assert deliveries.is_any_due(tx, now(tx))
    tried = []
    while (one := courier._claim()) is not None:
        tried.append(one.id)
        with context.store.write(COMMAND_LINE) as tx:
            assert deliveries.note(tx, one, Outcome(200), now(tx))
    assert sending.id in tried


@pytest.mark.usefixtures("worker")
def test_an_old_secret_signs_for_a_day_and_not_a_year(context: Context, wrong: WrongClock) -> None:
    house = House(context)
    (hook,) = keep_webhooks.list_webhooks(context.store)
    wrong.ahead = YEAR
    keep_webhooks.rotate_secret(context.store, house.admin, hook.id)
    wrong.ahead = timedelta()
    sending = Courier(context.store, ())._claim()
    assert sending is not None
    assert len(sending.secrets) == 1


def test_a_key_is_known_whatever_the_clock_says(context: Context, worker: Context, wrong: WrongClock) -> None:
    """Else the same request, sent again, would be done twice."""
    caller = Caller(context)
    first = caller.upload()
    for ahead in (YEAR, timedelta(), -YEAR):
        wrong.ahead = ahead
        forget(worker)
        again = caller.upload()
        assert (again.status_code, again.json()["id"]) == (202, first.json()["id"])
    with context.store.read() as tx:
        assert tx.execute(text("SELECT count(*) FROM answered_keys")).scalar_one() == 1


@pytest.mark.usefixtures("worker")
def test_a_leap_between_two_starts(context: Context, wrong: WrongClock) -> None:
    """Nobody lived through it: what the clock said last tells of it."""
    House(context)
    before = counts(context)
    wrong.ahead = YEAR
    new = started(context, wrong)
    forget(new)
    assert counts(context) == before
    wrong.ahead = timedelta(hours=1)  # put right while Segtier was off for an hour
    forget(started(context, wrong))
    assert doubt_now(context.store) is None


@pytest.mark.usefixtures("worker")
def test_off_for_a_year_and_started_again(context: Context, wrong: WrongClock) -> None:
    """Nothing goes until somebody has looked at another clock, and then what is old goes, and what is new stays."""
    House(context)
    before = counts(context)
    wrong.went_by = YEAR
    new = started(context, wrong)
    wrong.went_by += 7 * DAY
    forget(new)
    assert counts(context) == before
    with pytest.raises(Refused, match="and not"):
        trust(context.store, COMMAND_LINE, today(300 * DAY))
    forget(new)
    assert counts(context) == before
    assert trust(context.store, COMMAND_LINE, today(YEAR + 7 * DAY)) is not None
    assert trust(context.store, COMMAND_LINE, today(YEAR + 7 * DAY)) is None
    forget(new)
    gone = counts(context)
    assert (gone["uploads"], gone["events"], gone["sessions"], gone["attempts"], gone["answered_keys"]) == (
        0,
        1,
        0,
        0,
        0,
    )
    with context.store.read() as tx:
        told = tx.execute(text("SELECT count(*) FROM audit WHERE action = 'clock.trusted'")).scalar_one()
    assert told == 1


@pytest.mark.usefixtures("worker")
def test_who_is_off_for_a_long_weekend_is_believed(context: Context, wrong: WrongClock) -> None:
    House(context)
    wrong.went_by = MOST_OFF - timedelta(hours=1)
    forget(started(context, wrong))
    assert counts(context)["events"] == 1


def test_a_leap_is_believed_once_it_went_on_for_as_long(context: Context, worker: Context, wrong: WrongClock) -> None:
    House(context)
    before = counts(context)
    wrong.ahead = 2 * DAY
    forget(worker)
    wrong.went_by = DAY
    forget(worker, started(context, wrong))
    assert counts(context) == before
    wrong.went_by = 2 * DAY + timedelta(minutes=1)
    forget(worker)
    assert counts(context)["events"] == 1


def test_this_machine_and_the_database_differ(context: Context, worker: Context, wrong: WrongClock) -> None:
    House(context)
    wrong.went_by = 2 * DAY
    before = counts(context)
    for ahead in (timedelta(minutes=10), -timedelta(minutes=10)):
        wrong.here_ahead = ahead
        forget(worker)
        assert counts(context) == before
    wrong.here_ahead = timedelta()
    forget(worker)
    assert counts(context)["events"] == 1


def test_it_is_said_everywhere_and_rows_of_the_future_are_named(
    context: Context, worker: Context, wrong: WrongClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    House(context)
    newest = schema.newest_revision(MIGRATIONS)
    url = context.store.engine.url.render_as_string(hide_password=False)

    def told() -> tuple[bool, bool]:
        parts = {part.name: part.ready for part in check_ready(context, newest, None)}
        with context.store.read() as tx:
            return parts["clock"], figures.look(tx).clock_ahead_s == 0

    def named() -> dict[str, str]:
        settings = Settings(data_dir=tmp_path, database_url=url, migrations_dir=MIGRATIONS)
        return {one.what: one.detail for one in check_up(settings, lambda: True, lambda: True) if one.state == "warn"}

    assert told() == (True, True)
    wrong.ahead = YEAR
    forget(worker)
    assert told() == (False, False)
    assert tells(caplog.text, like("services/clock-leapt-ahead", "365 days"))
    (detail,) = (part.detail for part in check_ready(context, newest, None) if part.name == "clock")
    assert tells(str(detail), like("services/nothing-deleted-age"))
    sign_in.sign_in(context.store, "ana", PASSWORD)
    wrong.ahead = timedelta()
    found = named()
    assert "sessions 1" in found[worded("services/rows-future")]
    forget(worker)
    assert told() == (True, True)


def test_what_was_installed_ahead_of_its_time(context: Context, wrong: WrongClock) -> None:
    """Put right later, all it holds lies in the future: nothing goes, and whoever runs it may say that the clock is right."""
    wrong.ahead = YEAR
    first = started(context, wrong)
    House(context)
    before = counts(context)
    wrong.ahead = timedelta()
    forget(first, started(context, wrong))
    assert counts(context) == before
    assert "went back" in (doubt_now(context.store) or "")
    assert trust(context.store, COMMAND_LINE, today()) is not None
    assert doubt_now(context.store) is None
