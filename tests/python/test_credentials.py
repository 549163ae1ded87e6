"""Accepted credentials, the renewal of browser tokens, and secrets that are never revealed."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import httpx
import pytest
from overheard import AsyncOverheard, Overheard, OverheardError

from conftest import Connect
from support.server import KEY, TOKEN, Server, Told, problem

CREATORS = Told(body={"matched_creators": 0, "matched_documents": 0, "results": []})


def test_exactly_one_credential(connect: Connect) -> None:
    with pytest.raises(TypeError, match=r"^exactly one of key, token and browser_token is required\. Got \[\]\.$"):
        connect(key=None)
    with pytest.raises(TypeError, match=r"Got \[key, token\]\.$"):
        connect(token=TOKEN)
    for option, wrong in [
        ("key", TOKEN),
        ("key", "ohk_line\nbreak"),
        ("key", "ohk_é"),
        ("token", KEY),
        ("browser_token", KEY),
        ("browser_token", {"token": 5}),
        ("key", 5),
    ]:
        with pytest.raises(TypeError, match=rf"^{option} must begin with 'oh[ktb]_' and hold letters, digits, '_', '-' and '\.' only$"):
            connect(**{"key": None, option: wrong})


def test_a_browser_token_is_fetched_on_demand_and_renewed_when_refused(connect: Connect, server: Server) -> None:
    given: list[Any] = ["ohb_1", {"token": "ohb_2", "expires_at": "…"}, "ohb_3"]
    client = connect(key=None, browser_token=lambda: given.pop(0))
    assert len(given) == 3
    server.tells(
        CREATORS, problem(401, "invalid_credentials"), CREATORS, problem(401, "invalid_credentials"), problem(401, "invalid_credentials")
    )
    client.creators()
    client.creators()
    sent = [asked.headers["authorization"] for asked in server.asked]
    assert sent == ["Bearer ohb_1", "Bearer ohb_1", "Bearer ohb_2"]
    with pytest.raises(OverheardError):
        client.creators()
    assert server.asked[-1].headers["authorization"] == "Bearer ohb_3"
    with pytest.raises(TypeError, match="^browser_token must begin with"):
        connect(key=None, browser_token=lambda: KEY).creators()
    fixed = connect(key=None, browser_token={"token": "ohb_4"})
    server.tells(problem(401, "invalid_credentials"))
    with pytest.raises(OverheardError):
        fixed.creators()
    assert len(server.asked) == 1


def test_a_browser_token_may_be_fetched_asynchronously(server: Server) -> None:
    import anyio

    asked = 0

    async def get() -> str:
        nonlocal asked
        asked += 1
        await anyio.sleep(0.05)
        return "ohb_1"

    async def ask() -> None:
        async with AsyncOverheard(base_url=server.url, browser_token=get, check=False) as client, anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(client.creators)

    server.tells(CREATORS)
    anyio.run(ask)
    assert (asked, len(server.asked)) == (1, 5)


def said(error: BaseException) -> str:
    """Returns the text of an error and its causes, with the local variables of the client's frames."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    own: list[str] = []
    while told is not None:
        own += [f"{frame.name} {frame.locals}" for frame in told.stack if "overheard" in frame.filename]
        own += list(told.format_exception_only())
        told = told.__cause__ or told.__context__  # type: ignore[assignment]
    return "\n".join([repr(error), str(error), *own, repr(vars(error)), *(repr(vars(cause)) for cause in [error.__cause__] if cause)])


def test_no_secret_is_revealed(connect: Connect, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for option, secret in [("key", "ohk_test_hushed"), ("token", "oht_test_hushed"), ("browser_token", "ohb_test.hushed")]:
        client = connect(**{"key": None, option: secret, "retries": 0})
        shown = [repr(client), str(vars(client)), repr(getattr(client, "_credential", ""))]
        for answer in (problem(403, "forbidden"), Told(hangs_up=True), Told(status=302), Told(body=b"<html>")):
            server.tells(answer)
            with pytest.raises(OverheardError) as failed:
                client.creators()
            shown.append(said(failed.value))
        server.tells(CREATORS)
        _, response = client.with_response(lambda asked: asked.creators())
        shown.append(repr(response))
        assert "_credential" in str(vars(client)) or "Blocking" in type(client).__name__
        for text in [*shown, caplog.text]:
            assert "hushed" not in text
    with pytest.raises(TypeError) as refused:
        connect(key="hushed")
    assert "hushed" not in str(refused.value)


def test_a_given_http_client_stays_open(server: Server) -> None:
    server.tells(CREATORS)
    with httpx.Client(headers={"X-Team": "insights"}) as http:
        with Overheard(base_url=server.url, key=KEY, http=http, check=False) as client:
            client.creators()
        assert not http.is_closed
        assert server.asked[0].headers["x-team"] == "insights"
    client = Overheard(base_url=server.url, key=KEY, check=False)
    client.close()
    client.creators()
    client.close()
