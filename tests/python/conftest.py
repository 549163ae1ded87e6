"""Shared fixtures: an edge that serves the demo dataset, clients of it, and a server with faults on demand."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from overheard import AsyncOverheard, Overheard

from support.blocking import Blocking
from support.edge import ROOT, Edge
from support.server import KEY, Server

Connect = Callable[..., Any]


@pytest.fixture(scope="session")
def edge() -> Iterator[Edge]:
    """Starts the built Worker in workerd once. It ends with its standard input."""
    node = ROOT / "scripts" / "node_modules" / "node" / "bin" / "node"
    script = Path(__file__).parent / "support" / "serve.mjs"
    with subprocess.Popen([node, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as served:
        assert served.stdout is not None
        told = served.stdout.readline()
        assert told, "the edge did not start: what it says stands above"
        yield Edge(**json.loads(told))
        served.communicate()


@pytest.fixture
def data(edge: Edge) -> Iterator[Overheard]:
    """Returns a client of the Data API."""
    with Overheard(base_url=edge.url, key=edge.key) as client:
        yield client


@pytest.fixture
def account(edge: Edge) -> Iterator[Overheard]:
    """Returns a client of the Account API."""
    with Overheard(base_url=edge.url, token=edge.token) as client:
        yield client


@pytest.fixture
def server() -> Iterator[Server]:
    """Starts a server on this machine whose responses a test sets."""
    with Server() as server:
        yield server


@pytest.fixture(params=["waiting", "asynchronous"])
def connect(request: pytest.FixtureRequest, server: Server) -> Iterator[Connect]:
    """Returns a function that creates clients of the server, once for each kind of client."""
    made: list[Any] = []

    def make(**options: Any) -> Any:
        given = {"base_url": server.url, "key": KEY, "check": False, **options}
        client = Overheard(**given) if request.param == "waiting" else Blocking(AsyncOverheard(**given))
        made.append(client)
        return client

    yield make
    for client in made:
        client.close()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets random delays to zero."""
    monkeypatch.setattr("random.random", lambda: 0.0)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disables proxies: all requests go to this machine."""
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
