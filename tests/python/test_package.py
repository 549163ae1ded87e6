"""The published package: one wheel for every platform, which works in a new environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from overheard import __version__

from support.edge import ROOT, Edge

CLIENT = ROOT / "clients" / "python"
FIRST = """
import os
from overheard import Overheard
client = Overheard(base_url=os.environ["OVERHEARD_URL"], key=os.environ["OVERHEARD_KEY"])
print(client.aggregate(index="siv_business_ideas", group_by="brand_name", size=1)["buckets"][0]["key"])
"""
#: Modules that importing the package must not load. They are loaded on demand.
LATE = ("httpx", "wasmtime", "pandas", "polars", "anyio", "overheard._generated", "overheard.types", "json", "asyncio")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the wheel from the source distribution, as for a release."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, CLIENT], check=True, stdout=subprocess.PIPE)
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *folder.iterdir()], check=True, stdout=subprocess.PIPE)
    (found,) = folder.glob("*.whl")
    return found


def test_one_wheel_for_every_platform(wheel: Path) -> None:
    assert wheel.name == f"overheard-{__version__}-py3-none-any.whl"
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        described = archive.read(f"overheard-{__version__}.dist-info/METADATA").decode()
        module = archive.read("overheard/overheard.wasm")
    sources = [
        path.relative_to(CLIENT / "src").as_posix() for path in (CLIENT / "src").rglob("*") if path.suffix in (".py", ".typed", ".wasm")
    ]
    assert sorted(name for name in names if name.startswith("overheard/")) == sorted(sources)
    assert module == (ROOT / "pkg" / "dist" / "overheard.wasm").read_bytes(), "build the package again"
    assert "overheard/py.typed" in names
    assert f"overheard-{__version__}.dist-info/licenses/LICENSE" in names
    assert f"overheard-{__version__}.dist-info/licenses/THIRD-PARTY" in names
    for line in (
        "Requires-Python: >=3.10",
        "License-Expression: MIT",
        "Provides-Extra: check",
        "Provides-Extra: pandas",
        "Provides-Extra: polars",
    ):
        assert line in described.splitlines()
    needed = re.findall(r"^Requires-Dist: (\S+)(?!.*extra)", described, re.M)
    assert [re.split(r"[<>=;]", name)[0] for name in needed] == ["httpx", "typing-extensions"]


def test_a_query_works_in_a_new_environment(wheel: Path, edge: Edge, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    python = tmp_path / "bin" / "python"
    subprocess.run([sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python, wheel], check=True)
    environment = {**os.environ, "OVERHEARD_URL": edge.url, "OVERHEARD_KEY": edge.key, "PYTHONPATH": ""}

    def said(program: str, fails: bool = False) -> str:
        done = subprocess.run([python, "-c", program], env=environment, text=True, capture_output=True)
        assert (done.returncode != 0) is fails, done.stderr
        return done.stderr if fails else done.stdout

    assert said(FIRST) == "Velunara\n"
    installed = said("from importlib.metadata import distributions; print(sorted(one.name for one in distributions()))")
    assert not any(name in installed for name in ("wasmtime", "pandas", "polars"))
    # A function that needs an extra says how to install it.
    assert said("from overheard import check; check('search', {})", fails=True).endswith("pip install 'overheard[check]'\n")
    assert said("import overheard; overheard.to_pandas([])", fails=True).endswith("pip install 'overheard[pandas]'\n")
    assert said("import overheard; overheard.to_polars([])", fails=True).endswith("pip install 'overheard[polars]'\n")
    unchecked = "from overheard import Overheard; Overheard(base_url='https://a.example', key='ohk_1', check=True)"
    assert said(unchecked, fails=True).endswith("pip install 'overheard[check]'\n")


def test_importing_loads_no_module_before_it_is_needed() -> None:
    program = f"import sys, overheard; print([name for name in {LATE} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(CLIENT / "src")}, text=True, capture_output=True, check=True
    )
    assert done.stdout == "[]\n"


def test_every_exported_name_exists() -> None:
    import overheard

    for name in overheard.__all__:
        assert getattr(overheard, name) is not None
    assert set(overheard.__all__) <= set(dir(overheard))
    with pytest.raises(AttributeError, match="^module 'overheard' has no attribute 'nothing'$"):
        overheard.nothing  # noqa: B018
