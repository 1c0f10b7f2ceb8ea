"""The secret of an installation: what SEGTIER_SECRET says, else one of its own in a file only its user can read."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from segtier.errors import Refused

if TYPE_CHECKING:
    from segtier.settings import Settings

FILE = "secret"
_LEAST = 16
_FIT = re.compile(rf"[A-Za-z0-9._~-]{{{_LEAST},200}}")
_MAKE_ONE = "For example: export SEGTIER_SECRET=$(openssl rand -hex 32)"


def settled_secret(settings: Settings, has_admin: Callable[[], bool]) -> str:
    """The secret this server asks for until there is an admin, made and kept on the first start.

    Raises Refused for one that is too short or does not fit into an address, and where others could reach the server, and
    there is no admin and nobody chose a secret.
    """
    if settings.secret is not None:
        return _fit(settings.secret.get_secret_value(), "SEGTIER_SECRET")
    if not chosen_or_local(settings) and not has_admin():
        raise Refused(
            f"other machines could reach {settings.host}, there is no admin, and no secret was chosen",
            code="no-secret",
            advice="Make the first admin: segtier admin add NAME. Or set SEGTIER_SECRET, which every request then has to "
            f"show until there is one. {_MAKE_ONE}",
        )
    return _fit(_kept(settings.data_dir / FILE), f"the file `{FILE}` of the data folder")


def chosen_or_local(settings: Settings) -> bool:
    """Whether a server may listen without an admin."""
    return settings.secret is not None or _only_this_machine(settings.host)


def _fit(secret: str, where: str) -> str:
    if _FIT.fullmatch(secret) is None:
        raise Refused(
            f"the secret in {where} is not one: letters, digits, '.', '_', '~' and '-', at least {_LEAST} of them",
            code="bad-secret",
            advice=_MAKE_ONE if where == "SEGTIER_SECRET" else "Delete the file; the next start makes a new one.",
        )
    return secret


def _only_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _kept(path: Path) -> str:
    """The secret in the file; a new one, whole from the first moment, where there is none."""
    draft = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
    if not path.exists():
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another server on this folder was quicker: there is one secret, the first
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii", errors="replace").strip()
