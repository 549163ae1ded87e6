"""Runs mypy and Pyright in their strictest modes over the package, the type cases, and the shown programs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.edge import ROOT
from support.programs import DOCUMENTS, cells, whole

CLIENT = ROOT / "clients" / "python"
TESTS = ROOT / "tests" / "python"
PYRIGHT = [ROOT / "scripts" / "node_modules" / "node" / "bin" / "node", ROOT / "tests" / "node_modules" / "pyright" / "index.js"]
#: Settings for shown programs. Notebooks and documents show expressions as statements, and libraries for charts and
#: tables have untyped parts.
SHOWN = (
    "# pyright: strict, reportUnusedExpression=false\n"
    "# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false\n"
)


def run(command: list[object]) -> subprocess.CompletedProcess[str]:
    """Runs a type checker in the package's folder, where its settings are."""
    environment = {**os.environ, "MYPYPATH": os.pathsep.join([str(CLIENT / "src"), str(TESTS)])}
    return subprocess.run([str(part) for part in command], cwd=CLIENT, env=environment, text=True, capture_output=True)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Writes the programs of documents and of the notebook into files."""
    folder = tmp_path_factory.mktemp("programs")
    texts = {**{document.replace("/", "_").removesuffix(".md"): whole(document) for document in DOCUMENTS}, "notebook": cells()}
    files = [folder / f"{name}.py" for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(SHOWN + text)
    return files


def test_mypy(shown: list[Path]) -> None:
    done = run([sys.executable, "-m", "mypy", "src/overheard", TESTS, *shown])
    assert done.returncode == 0, done.stdout + done.stderr
    checked = re.fullmatch(r"Success: no issues found in (\d+) source files\n", done.stdout)
    assert checked is not None and int(checked[1]) > 40, done.stdout


def test_pyright(shown: list[Path], tmp_path: Path) -> None:
    settings = json.loads((CLIENT / "pyrightconfig.json").read_text())

    def moved(paths: list[Path]) -> list[str]:
        # Settings use paths relative to their own place.
        return [os.path.relpath(path, tmp_path) for path in paths]

    settings["include"] = moved([*(CLIENT / path for path in settings["include"]), *shown])
    settings["extraPaths"] = moved([CLIENT / path for path in settings["extraPaths"]])
    settings["venvPath"] = str(CLIENT / settings["venvPath"])
    file = tmp_path / "pyrightconfig.json"
    file.write_text(json.dumps(settings))
    done = run([*PYRIGHT, "-p", file, "--outputjson"])
    told = json.loads(done.stdout)
    assert told["generalDiagnostics"] == [], done.stderr
    assert told["summary"]["filesAnalyzed"] > 30
