"""Extracts the programs in documents and in the notebook."""

from __future__ import annotations

import ast
import re
from typing import Any, NamedTuple

import nbformat

from support.edge import ROOT

DOCUMENTS = ("clients/python/README.md", "docs/python.md")
NOTEBOOK = ROOT / "examples" / "python-notebook" / "share-of-voice.ipynb"


class Program(NamedTuple):
    """A block of code, and the line it begins at."""

    line: int
    text: str


def programs(document: str) -> list[Program]:
    """Returns the programs of a document."""
    text = (ROOT / document).read_text()
    return [
        Program(text[: found.start(1)].count("\n") + 1, found[1]) for found in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S)
    ]


def whole(document: str) -> str:
    """Returns the programs of a document joined in their order."""
    return "\n".join(program.text for program in programs(document))


def read_notebook() -> Any:
    """Returns the stored notebook."""
    return nbformat.reads(NOTEBOOK.read_text(), as_version=4)  # type: ignore[no-untyped-call]


def cells() -> str:
    """Returns the notebook's code."""
    return "\n\n".join(cell.source for cell in read_notebook().cells if cell.cell_type == "code")


class Claim(NamedTuple):
    """An expression, and its value according to the comment after it."""

    #: The number of lines before it, and up to its end.
    before: int
    end: int
    expression: str
    says: str


def claims(text: str) -> list[Claim]:
    """Returns the expressions whose comments state their values: `len(found)  # 3`."""
    lines = text.splitlines()
    found: list[Claim] = []
    for statement in ast.parse(text).body:
        says = re.search(r"  # (.+)$", lines[(statement.end_lineno or 0) - 1])
        if isinstance(statement, ast.Expr) and says:
            found.append(Claim(statement.lineno - 1, statement.end_lineno or 0, ast.unparse(statement), says[1]))
    return found


def printed(text: str) -> list[str]:
    """Returns the output that a program states in comments that begin a line."""
    return re.findall(r"^ +# (.+)$", text, re.M)
