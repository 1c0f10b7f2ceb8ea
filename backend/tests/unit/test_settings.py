"""Settings: documented by name, and one that cannot be is said in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from segtier.cli.support.own_settings import own_settings
from segtier.errors import Refused
from segtier.settings import Settings
from tests.patience import PATIENCE_S

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


def test_a_bucket_may_be_left_out_as_compose_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FILES", "FILES_ENDPOINT", "FILES_REGION", "FILES_KEY_ID", "FILES_SECRET_KEY"):
        monkeypatch.setenv(f"SEGTIER_{name}", "")
    found = own_settings()
    assert (found.files, found.files_endpoint, found.files_secret_key) == (None, None, None)


def test_one_that_is_unknown_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SEGTIER_DATADIR", "/tmp")
    monkeypatch.setenv("SEGTIER_PORT", "9000")
    assert own_settings().port == 9000
    assert "SEGTIER_DATADIR is no setting" in capsys.readouterr().err
