"""What a failed connection means and what to do, in a DBA's words: one table over what Oracle and the driver say."""

from __future__ import annotations

import re
from pathlib import Path

from segtier.collect.live.faults import CannotConnect
from segtier.collect.privileges import create_session
from segtier.errors import Refused

_SCRIPT = "Use the SQL*Plus script instead (docs/use/collector.md)."
_LISTENER = "Ask `lsnrctl status` on the server which host, port and protocol it listens on."

_MEANINGS: tuple[tuple[str, str, str], ...] = (
    (r"ORA-01017", "user or password is wrong", "Type them again; passwords are case-sensitive."),
    (r"ORA-28000", "the user is locked", "ALTER USER {user} ACCOUNT UNLOCK;"),
    (r"ORA-28001", "the password has expired", "Set a new one with ALTER USER {user} IDENTIFIED BY, then try again."),
    (r"ORA-01045", "the user may not log on", "{create_session}"),
    (
        r"ORA-28009",
        "SYS can only log on as SYSDBA, which Segtier never does",
        "Use a user with the privileges of docs/use/privileges.md.",
    ),
    (r"ORA-010(33|34)|ORA-27101", "the database is not open", "Open it, or connect to one that is."),
    (
        r"ORA-(12514|12505)|DPY-600[13]",
        "the listener does not know that service",
        "Ask `lsnrctl status` for the services. Form: host:port/service.",
    ),
    (
        r"ORA-12516|ORA-12520|ORA-00018|ORA-00020",
        "the database takes no more sessions now",
        "Try again later, or raise PROCESSES.",
    ),
    (r"DPY-3010", "this release is older than the driver takes (12.1)", _SCRIPT),
    (
        r"DPY-3001|ORA-12660",
        "the server asks for native network encryption, which the driver has not",
        f"Connect by TLS (tcps://). {_SCRIPT}",
    ),
    (
        r"DPY-3015",
        "the user's password is stored in a form the driver does not take (10G)",
        f"Set the password anew. {_SCRIPT}",
    ),
    (
        r"DPY-40(00|26|27)|DPY-4048",
        "no such alias: tnsnames.ora was not found or does not hold it",
        "Give --config-dir, or write host:port/service.",
    ),
    (
        r"DPY-4018|DPY-4019|DPY-4020|DPY-4021|DPY-2",
        "the connect string or the wallet cannot be read",
        "Form: host:port/service. A wallet's folder must hold ewallet.pem (--wallet).",
    ),
    (
        r"CERTIFICATE_VERIFY_FAILED|DPY-6002|DPY-6006",
        "the server's certificate is not trusted",
        "Give the wallet's folder with --wallet; it must hold ewallet.pem.",
    ),
    (
        r"WRONG_VERSION_NUMBER|UNEXPECTED_MESSAGE|record layer",
        "what answers there does not speak TLS",
        f"Leave out tcps:// or give the TLS port. {_LISTENER}",
    ),
    (r"Connection refused", "nothing listens there", f"Check host and port, and that the listener runs. {_LISTENER}"),
    (
        r"Name or service not known|nodename|getaddrinfo|name resolution",
        "the host name is not known",
        "Check the spelling, DNS and /etc/hosts.",
    ),
    (
        r"timed out|No route to host|Network is unreachable",
        "the host does not answer",
        "Check host and port; a firewall may be in the way.",
    ),
    (
        r"closed the connection|UNEXPECTED_EOF|reset by peer|EOF occurred|Broken pipe|DPY-40(11|35)",
        "the connection was closed before a session began",
        f"What listens there may be no Oracle listener, may want TLS (tcps://), or may refuse this host. {_LISTENER}",
    ),
    (r"DPY-6000", "the listener refused the connection", "listener.log on the server says why."),
)


def cannot_connect(dsn: str, user: str, code: str, text: str) -> CannotConnect:
    """The first meaning that fits; the driver's own words where none does."""
    said = f"{code} {text}"
    for pattern, what, advice in _MEANINGS:
        if re.search(pattern, said):
            filled = advice.replace("{user}", user).replace("{create_session}", create_session(user))
            return CannotConnect(f"{dsn}: {what} ({_short(text)})", advice=filled)
    return CannotConnect(f"{dsn}: {_short(text)}", advice="docs/use/collector.md lists what the live collector needs.")


def no_answer(dsn: str, patience_s: float) -> CannotConnect:
    """A server that took the connection and said nothing."""
    return CannotConnect(
        f"{dsn}: no answer within {patience_s:g} s",
        advice="What listens there may be no Oracle listener, the database may hang, or a firewall swallows the packets. "
        f"{_LISTENER}",
    )


def no_folder(folder: Path, what: str) -> CannotConnect:
    option = "--wallet" if what == "ewallet.pem" else "--config-dir"
    return CannotConnect(f"{folder} holds no {what}", advice=f"Give the folder of {what} with {option}.")


def with_password() -> Refused:
    """The connect string is not repeated: it holds a password."""
    return Refused(
        "the connect string holds a user or a password; both are asked for instead",
        code="password-in-argument",
        advice="Write host:port/service alone. What was typed is in the shell's history and the list of processes: change it.",
    )


def _short(text: str) -> str:
    """Without the identifier of the connection, which helps nobody."""
    return re.sub(r"\s{0,9}\(CONNECTION_ID=[^)]{0,200}\)", "", text)[:240]
