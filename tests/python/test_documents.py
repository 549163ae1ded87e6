"""Runs every program of the documents against an edge, and checks the stated results."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from overheard import Overheard

from support.edge import Edge
from support.programs import DOCUMENTS, claims, printed, programs

SECRET = "whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI="
#: Number of expressions with a stated value.
CLAIMS = {"clients/python/README.md": 2, "docs/python.md": 16}


@pytest.fixture
def reader(edge: Edge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The variables of a reader: the address, a key, a token, a secret, and a folder to work in."""
    for name, value in {
        "OVERHEARD_URL": edge.url,
        "OVERHEARD_KEY": edge.key,
        "OVERHEARD_TOKEN": edge.token,
        "WEBHOOK_SECRET": SECRET,
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    yield


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_programs(document: str, tmp_path: Path) -> None:
    scope: dict[str, Any] = {"__name__": "__main__"}
    made = 0
    for program in programs(document):
        where = f"{document}:{program.line}"
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            # A stated value is valid at its place, so the program runs up to each of them in turn.
            lines = program.text.splitlines(keepends=True)
            done = 0
            for claim in claims(program.text):
                exec(compile("".join(lines[done : claim.before]), where, "exec"), scope)
                done = claim.end
                value = eval(compile(claim.expression, where, "eval"), scope)
                assert repr(value) == claim.says, f"{where}: {claim.expression}"
                made += 1
            exec(compile("".join(lines[done:]), where, "exec"), scope)
        for said in printed(program.text):
            assert said in output.getvalue().splitlines(), f"{where} does not print: {said}"
    assert made >= CLAIMS[document]
    for client in (value for value in scope.values() if isinstance(value, Overheard)):
        client.close()
    if "receive" in scope:
        body = b'{"type":"report.ready"}'
        timestamp = str(int(time.time()))
        signature = hmac.new(
            base64.b64decode(SECRET.removeprefix("whsec_")), f"msg_1.{timestamp}.".encode() + body, hashlib.sha256
        ).digest()
        headers = {"webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": f"v1,{base64.b64encode(signature).decode()}"}
        assert scope["receive"](headers, body) == 204
        assert scope["receive"](headers, b"{}") == 400
        assert [file.name for file in tmp_path.iterdir()] == ["october_2026-10-01_2026-10-31.csv"]
