"""An outcome in the forms that pipelines take: each function gives the whole file."""

from segtier.policy.outputs.junit import as_junit
from segtier.policy.outputs.markdown import as_markdown
from segtier.policy.outputs.sarif import as_sarif

__all__ = ["as_junit", "as_markdown", "as_sarif"]
