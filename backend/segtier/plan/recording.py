"""The frame of every way back: what is where now is written to a script of its own, and the rollback reads that.

While recording, the echo and the feedback are off, because the spool file must hold commands only; the terminal stays
on, so that an error is seen.
"""

from __future__ import annotations

from collections.abc import Mapping

from segtier.plan.sqlplus import fill

_RECORD = """\
PROMPT What is where now goes to %%FILE%%, keep that file
SPOOL OFF
SET ECHO OFF FEEDBACK OFF TIMING OFF LINESIZE 2000
SPOOL %%FILE%% %%HOW%%
%%BLOCK%%\
SPOOL OFF
SET LINESIZE 220 TIMING ON FEEDBACK ON
SPOOL %%LOG%% APPEND
"""

_REPLAY = """\
SET ECHO OFF
@@%%FILE%%
SET ECHO ON
BEGIN
  IF :s_handled < %%LEAST%% THEN
    raise_application_error(-20100, 'STOP: %%FILE%% is not here or empty, so what was before is not known.%%ADVICE%%');
  END IF;
END;
/
"""


def record(file: str, log: str, block: str, how: str = "APPEND") -> str:
    """Runs `block` with its output in `file`, then goes on with the script's own log."""
    return fill(_RECORD, FILE=file, LOG=log, HOW=how, BLOCK=block)


def replay(file: str, *, least: int = 1, advice: str = "") -> str:
    """Calls what was recorded and stops where fewer than `least` entries were handled."""
    return fill(_REPLAY, FILE=file, LEAST=str(least), ADVICE=f" {advice}" if advice else "")


def entry(values: Mapping[str, str], calls: str | None = None) -> str:
    """PL/SQL that prints one entry: each bind variable set to a PL/SQL expression of its literal, then a call."""
    lines = ["'BEGIN'", *(f"'  :s_{name} := ' || {value} || ';'" for name, value in values.items()), "'END;'", "'/'"]
    lines += [f"'@@{calls}'"] if calls else []
    return "".join(f"    DBMS_OUTPUT.PUT_LINE({line});\n" for line in lines)
