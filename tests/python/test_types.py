"""mypy and Pyright, each at its strictest, over the package, the cases of its types, and the programs that are shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.edge import ROOT
from support.programs import DOCUMENTS, cells, whole

CLIENT = ROOT / "clients" / "python"
TESTS = ROOT / "tests" / "python"
PYRIGHT = [ROOT / "node_modules" / "node" / "bin" / "node", ROOT / "node_modules" / "pyright" / "index.js"]
#: An expression that stands alone is what a notebook shows, and what a document says something of.
SHOWN = "# pyright: strict, reportUnusedExpression=false, reportUnusedCoroutine=false\n"


def checked(command: list[object]) -> None:
    """Runs a checker in the package's folder, where its settings are."""
    environment = {**os.environ, "MYPYPATH": os.pathsep.join([str(CLIENT / "src"), str(TESTS)])}
    done = subprocess.run(
        [str(part) for part in command], cwd=CLIENT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The programs of documents and of the notebook, as files."""
    folder = tmp_path_factory.mktemp("programs")
    texts = {**{document.replace("/", "_").removesuffix(".md"): whole(document) for document in DOCUMENTS}, "notebook": cells()}
    files = [folder / f"{name}.py" for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(SHOWN + text)
    return files


def test_mypy(shown: list[Path]) -> None:
    checked([sys.executable, "-m", "mypy", "src/overheard", TESTS, *shown])


def test_pyright(shown: list[Path], tmp_path: Path) -> None:
    settings = json.loads((CLIENT / "pyrightconfig.json").read_text())
    # Settings name places from where they are.
    moved = {
        **settings,
        "include": [str(CLIENT / "src"), str(TESTS / "types"), *map(str, shown)],
        "extraPaths": [str(CLIENT / "src")],
        "venvPath": str(ROOT / ".tools"),
    }
    file = tmp_path / "pyrightconfig.json"
    file.write_text(json.dumps(moved))
    checked([*PYRIGHT, "-p", file])
