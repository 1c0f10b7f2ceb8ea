"""What is asked, as people type it on the page, over REST and on the command line, and the request it means."""

from segtier.question.about_case import about_case
from segtier.question.compose import compose_request
from segtier.question.figures import figure_texts, read_figures, typed_over
from segtier.question.parts import read_parts
from segtier.question.renting import RENTING_ROWS, Renting, compose_wanted
from segtier.question.stated import digest, question_of, stated, typed
from segtier.question.storage import read_storage
from segtier.question.table import ROWS, Question

__all__ = [
    "RENTING_ROWS",
    "ROWS",
    "Question",
    "Renting",
    "about_case",
    "compose_request",
    "compose_wanted",
    "digest",
    "figure_texts",
    "question_of",
    "read_figures",
    "read_parts",
    "read_storage",
    "stated",
    "typed",
    "typed_over",
]
