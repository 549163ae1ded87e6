"""The programs that documents and the notebook show."""

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
    """The programs of a document."""
    text = (ROOT / document).read_text()
    return [
        Program(text[: found.start(1)].count("\n") + 1, found[1]) for found in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S)
    ]


def whole(document: str) -> str:
    """The programs of a document, one behind the other, as they are read."""
    return "\n".join(program.text for program in programs(document))


def read_notebook() -> Any:
    """The notebook as it is kept."""
    return nbformat.reads(NOTEBOOK.read_text(), as_version=4)  # type: ignore[no-untyped-call]


def cells() -> str:
    """Its code."""
    return "\n\n".join(cell.source for cell in read_notebook().cells if cell.cell_type == "code")


class Claim(NamedTuple):
    """An expression, and what the comment behind it says that it is."""

    #: The lines before it, and those up to its end.
    before: int
    end: int
    expression: str
    says: str


def claims(text: str) -> list[Claim]:
    """What a program says of its own expressions: `len(found)  # 3`."""
    lines = text.splitlines()
    found: list[Claim] = []
    for statement in ast.parse(text).body:
        says = re.search(r"  # (.+)$", lines[(statement.end_lineno or 0) - 1])
        if isinstance(statement, ast.Expr) and says:
            found.append(Claim(statement.lineno - 1, statement.end_lineno or 0, ast.unparse(statement), says[1]))
    return found


def printed(text: str) -> list[str]:
    """What a program says that it prints: comments that begin a line."""
    return re.findall(r"^ +# (.+)$", text, re.M)
