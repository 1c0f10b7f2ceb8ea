"""Settings: documented by name, and one that cannot be is said in a sentence."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from segtier.cli.support.own_settings import own_settings
from segtier.errors import Refused
from segtier.settings import SECRETS, Settings
from tests.patience import PATIENCE_S
from tests.sentences import like, tells

ROOT = Path(__file__).resolve().parents[3]


def test_the_page_lists_them_all() -> None:
    command = [sys.executable, str(ROOT / "scripts/settings_page.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, f"{done.stdout}: run make settings"
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ACCESS_LOG", "perhaps", "=perhaps: "),
        ("DELETED_GRACE_S", "-5", "=-5: "),
        ("DELETED_GRACE_S", "nan", "=nan: "),
        ("LEASE_S", "inf", "=inf: "),
        ("PORT", "70000", "=70000: "),
        ("LOG_LEVEL", "LOUD", "=LOUD: "),
        ("TRUSTED_PROXIES", '["proxy.example"]', "=['proxy.example']: "),
        ("OIDC_ISSUER", "http://id.example", "=http://id.example: "),
        ("OIDC_ROLES", '{"dba": "boss"}', "=boss: "),
        ("FILES", "minio://bucket", ": "),
        ("FILES", "s3://UPPER", ": "),
        ("FILES", "s3://me:hush@bucket", ": "),
        ("FILES_ENDPOINT", "ftp://store", ": "),
        ("FILES_ENDPOINT", "https://me:hush@store", ": "),
        ("FILES_SECRET_KEY", "hush", ": "),
        ("DATABASE_URL", "mysql://me:hush@host/db", ": "),
        ("DATABASE_URL", "hush", ": "),
        ("ALLOWED_HOSTS", "hush.example.com", ": not JSON"),
        ("OIDC_ROLES", "hush", ": not JSON"),
        ("DATABASE_URL", "postgresql://me:hush@host/db", ": "),
    ],
)
def test_one_that_cannot_be_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    """A password is never part of what is said."""
    monkeypatch.setenv(f"SEGTIER_{name}", value)
    with pytest.raises(Refused) as refused:
        own_settings()
    assert f"SEGTIER_{name}{said}" in refused.value.message
    assert "hush" not in refused.value.message


@pytest.mark.parametrize("missing", ["OIDC_CLIENT_ID", "OIDC_ROLES"])
def test_an_openid_provider_needs_what_belongs_to_it(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    whole = {"OIDC_ISSUER": "https://id.example", "OIDC_CLIENT_ID": "segtier", "OIDC_ROLES": '{"*": "viewer"}'}
    for name, value in {**whole, "OIDC_CLIENT_SECRET": "hush"}.items():
        monkeypatch.setenv(f"SEGTIER_{name}", value)
    assert own_settings().oidc_roles == {"*": "viewer"}
    monkeypatch.delenv(f"SEGTIER_{missing}")
    with pytest.raises(Refused, match=f"SEGTIER_{missing}=.*: Value error, SEGTIER_OIDC_ISSUER needs it") as refused:
        own_settings()
    assert "hush" not in refused.value.message


def test_one_that_is_unknown_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SEGTIER_DATADIR", "/tmp")
    monkeypatch.setenv("SEGTIER_PORT", "9000")
    assert own_settings().port == 9000
    assert "SEGTIER_DATADIR is not" in capsys.readouterr().err


def _file(folder: Path, text: str) -> str:
    path = folder / "given"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    whole = {
        "database_url": "postgresql+psycopg://segtier@db/segtier",
        "broker_url": "redis://redis:6379/0",
        "files_key_id": "key",
        "files_secret_key": "other",
    }
    for other, value in whole.items():
        monkeypatch.setenv(f"SEGTIER_{other.upper()}", value)
    wanted = whole.get(name, "hush 1") if name.endswith("url") else "hush 1"
    monkeypatch.delenv(f"SEGTIER_{name.upper()}", raising=False)
    monkeypatch.setenv(f"SEGTIER_{name.upper()}_FILE", _file(tmp_path, f"{wanted}\n"))
    found = getattr(own_settings(), name)
    assert (found if isinstance(found, str) else found.get_secret_value()) == wanted


WRONG_FILES = (
    # what is in the file (None: there is none), the variable beside it, the sentence
    ("hush", "hush2", like("segtier/both-set")),
    ("", "", like("segtier/empty.setting_files")),
    ("\n", "", like("segtier/empty.setting_files")),
    (None, "", like("segtier/cannot-read")),
)


@pytest.mark.parametrize(("text", "beside", "said"), WRONG_FILES)
def test_a_secret_that_cannot_be_read_or_is_given_twice_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str | None, beside: str, said: re.Pattern[str]
) -> None:
    monkeypatch.setenv("SEGTIER_SECRET", beside)
    monkeypatch.setenv("SEGTIER_SECRET_FILE", str(tmp_path / "none") if text is None else _file(tmp_path, text))
    with pytest.raises(Refused) as refused:
        own_settings()
    assert tells(refused.value.message, said)
    assert "SEGTIER_SECRET_FILE" in refused.value.message
    assert "hush" not in refused.value.message + str(refused.value.advice)


def test_each_secret_has_its_file_and_no_other_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hidden = {name for name, field in Settings.model_fields.items() if "SecretStr" in str(field.annotation)}
    assert set(SECRETS) - hidden == {"database_url", "broker_url"}
    assert hidden <= set(SECRETS)
    monkeypatch.setenv("SEGTIER_PORT_FILE", "/nowhere")
    own_settings()
    assert "SEGTIER_PORT_FILE is not" in capsys.readouterr().err


PASSWORDS = (
    (
        "DATABASE",
        "postgresql+psycopg://segtier@db:5432/segtier",
        "postgresql+psycopg://segtier:p%40%3A%2F%25%20s@db:5432/segtier",
    ),
    ("BROKER", "redis://redis:6379/0", "redis://:p%40%3A%2F%25%20s@redis:6379/0"),
    ("BROKER", "redis://me@redis:6379/0", "redis://me:p%40%3A%2F%25%20s@redis:6379/0"),
)


@pytest.mark.parametrize(("name", "url", "whole"), PASSWORDS)
def test_a_password_beside_its_url(monkeypatch: pytest.MonkeyPatch, name: str, url: str, whole: str) -> None:
    monkeypatch.setenv(f"SEGTIER_{name}_URL", url)
    monkeypatch.setenv(f"SEGTIER_{name}_PASSWORD", "p@:/% s")
    settings = own_settings()
    assert whole in (settings.effective_database_url, settings.effective_broker_url)


@pytest.mark.parametrize("url", ["", "sqlite:////tmp/segtier.db", "postgresql+psycopg://me:hush@db/segtier"])
def test_a_password_needs_a_url_without_one(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("SEGTIER_DATABASE_URL", url)
    monkeypatch.setenv("SEGTIER_DATABASE_PASSWORD", "hush")
    with pytest.raises(Refused, match=r"SEGTIER_DATABASE_PASSWORD: .*SEGTIER_DATABASE_URL") as refused:
        own_settings()
    assert "hush" not in refused.value.message


def test_one_that_is_empty_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = own_settings()
    for name in Settings.model_fields:
        monkeypatch.setenv(f"SEGTIER_{name.upper()}", "")
    assert own_settings() == plain


def test_the_example_is_the_settings_as_they_are_without_it(tmp_path: Path) -> None:
    """Each once. With the # removed a shell reads it, and so does Segtier; compose has rules of its own (tests/team)."""
    text = (ROOT / ".env.example").read_text("utf-8")
    named = re.findall(r"^#(SEGTIER_\w+)=", text, re.MULTILINE)
    settings = {f"SEGTIER_{name.upper()}" for name in Settings.model_fields}
    assert sorted(named) == sorted(settings | {"SEGTIER_WORKERS", "SEGTIER_BACKUPS"})
    (tmp_path / "env").write_text(re.sub(r"^#(SEGTIER_\w+=)", r"\1", text, flags=re.MULTILINE))
    program = "from segtier.settings import Settings; print(Settings() == Settings.model_construct())"
    script = f"set -a; . {tmp_path}/env; exec {sys.executable} -c '{program}'"
    ran = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, cwd=ROOT / "backend")
    assert (ran.stdout, ran.stderr) == ("True\n", "")
