"""The forecast against published measurements: rows, the proofs that leave some out, scores and the table."""

from segtier.backtest.load import load_backtest
from segtier.backtest.rows import Backtest, Row
from segtier.backtest.score import Report, Scored, run_backtest

__all__ = ["Backtest", "Report", "Row", "Scored", "load_backtest", "run_backtest"]
