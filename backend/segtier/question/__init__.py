"""What is asked, as people type it on the page, over REST and on the command line, and the request it means."""

from segtier.question.compose import Question, compose_request
from segtier.question.figures import figure_texts, read_figures
from segtier.question.storage import read_storage

__all__ = ["Question", "compose_request", "figure_texts", "read_figures", "read_storage"]
