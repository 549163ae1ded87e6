"""Executes the example notebook again, and compares the results with the shown ones."""

from __future__ import annotations

import os
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from support.edge import ROOT, Edge
from support.programs import NOTEBOOK, read_notebook


def outputs(notebook: Any) -> list[list[str]]:
    """Returns the shown output of each code cell: texts as they are, and the presence of pictures."""
    shown: list[list[str]] = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            told = [output.get("text") or output.get("data", {}) for output in cell.outputs]
            shown.append([text if isinstance(text, str) else "a picture" if "image/png" in text else text["text/plain"] for text in told])
    return shown


def test_the_notebook(edge: Edge, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = read_notebook()
    nbformat.validate(kept)
    for name, value in {"OVERHEARD_URL": edge.url, "OVERHEARD_KEY": edge.key, "OVERHEARD_TOKEN": edge.token}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "clients" / "python" / "src"))
    executed = read_notebook()
    NotebookClient(executed, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    if os.environ.get("OVERHEARD_KEEP_NOTEBOOK"):
        for cell in executed.cells:
            cell.metadata.pop("execution", None)
        NOTEBOOK.write_text(f"{nbformat.writes(executed)}\n")  # type: ignore[no-untyped-call]
        kept = executed
    assert outputs(executed) == outputs(kept), "the notebook shows what is not so: run this test with OVERHEARD_KEEP_NOTEBOOK=1"
    assert [cell for cell in outputs(kept) if "a picture" in cell][2:], "there are three charts"
    assert not any("Error" in text for cell in outputs(kept) for text in cell)
