"""Requests, retries and raised errors of both clients, with a server that has faults on demand."""

from __future__ import annotations

import threading
import time
from email.utils import formatdate
from typing import Any

import pytest
from overheard import DecodeError, ProblemError, TransportError, __version__
from overheard._response import ResponseInfo
from overheard._retry import wait_before

from conftest import Connect
from support.server import KEY, TOKEN, Asked, Server, Told, problem

CREATORS = Told(body={"matched_creators": 0, "matched_documents": 0, "results": []})


def test_the_sent_request(connect: Connect, server: Server) -> None:
    server.tells(CREATORS)
    assert connect().creators(size=5) == CREATORS.body
    asked = server.asked[0]
    assert (asked.method, asked.path, asked.body) == ("POST", "/v1/creators", b'{"size":5}')
    assert asked.headers["x-api-key"] == KEY
    assert asked.headers["content-type"] == "application/json"
    assert asked.headers["user-agent"] == f"overheard-python/{__version__}"
    server.tells(Told(body={"object": "sentiment"}))
    client = connect(key=None, token=TOKEN)
    client.with_options(meta=True).sentiment(brand=["Velunara", "Crème"], platform="-tiktok", from_="2026-01-01", min_views=5)
    client.influencer("inf/1?", brand="a")
    client.delete_webhook("whk_1")
    paths = [(asked.method, asked.path) for asked in server.asked]
    assert paths == [
        ("GET", "/v1/sentiment?brand=Velunara&brand=Cr%C3%A8me&platform=-tiktok&min_views=5&from=2026-01-01"),
        ("GET", "/v1/influencers/inf%2F1%3F?brand=a"),
        ("DELETE", "/v1/webhooks/whk_1"),
    ]
    assert server.asked[0].headers["authorization"] == f"Bearer {TOKEN}"
    assert server.asked[0].headers["prefer"] == "meta"
    assert "prefer" not in server.asked[1].headers


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "refusal", [problem(429, "rate_limited"), problem(503, "backend_unavailable"), Told(hangs_up=True)], ids=["429", "503", "network"]
)
def test_a_query_is_retried(connect: Connect, server: Server, refusal: Told) -> None:
    server.tells(refusal, refusal, CREATORS)
    told: list[int] = []
    connect().creators()
    assert len(server.asked) == 3
    assert len({asked.body for asked in server.asked}) == 1
    assert told == []


@pytest.mark.usefixtures("at_once")
def test_the_client_gives_up_after_two_retries_or_a_given_number(connect: Connect, server: Server) -> None:
    server.tells(problem(503, "query_timeout"))
    for client, attempts in [(connect(), 3), (connect(retries=1), 2), (connect().with_options(retries=0), 1)]:
        server.asked.clear()
        with pytest.raises(ProblemError) as refused:
            client.creators()
        assert refused.value.code == "query_timeout"
        assert refused.value.retryable
        assert refused.value.response is not None and refused.value.response.attempts == attempts == len(server.asked)
    server.tells(Told(hangs_up=True))
    with pytest.raises(TransportError) as failed:
        connect().creators()
    assert (failed.value.code, failed.value.attempts) == ("network", 3)
    assert str(failed.value).startswith(f"{server.url}/v1/creators could not be reached: ")


@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 500, 502])
def test_other_refusals_are_not_retried(connect: Connect, server: Server, status: int) -> None:
    server.tells(problem(status, "some_problem"), CREATORS)
    with pytest.raises(ProblemError):
        connect().creators()
    assert len(server.asked) == 1


@pytest.mark.usefixtures("at_once")
def test_other_requests_are_retried_only_if_they_were_not_processed(connect: Connect, server: Server) -> None:
    client = connect()
    server.tells(problem(429, "rate_limited"), Told(body={"object": "report"}))
    assert client.request("POST", "/v1/reports", json={}) == {"object": "report"}
    for refusal in (problem(503, "backend_unavailable"), Told(hangs_up=True)):
        server.tells(refusal, Told())
        with pytest.raises((ProblemError, TransportError)):
            client.request("post", "/v1/reports", body="{}")
        with pytest.raises(AssertionError):
            assert len(server.asked) == 2
        server.tells(refusal, Told(status=204, body=b""))
        with pytest.raises((ProblemError, TransportError)):
            client.delete_webhook("whk_1")
        server.tells(refusal, Told(body={"object": "report"}))
        client.request("POST", "/v1/reports", headers={"idempotency-key": "mine-0001"}, json={})
        assert len(server.asked) == 2
        server.tells(refusal, Told(body={"object": "account"}))
        assert client.account() == {"object": "account"}


@pytest.mark.usefixtures("at_once")
def test_a_retried_creation_happens_once(connect: Connect, server: Server) -> None:
    server.tells(problem(503, "backend_unavailable"), Told(status=202, body={"object": "report", "id": "rpt_1"}))
    connect().create_report(type="trends", from_="2026-01-01", to="2026-01-31")
    keys = [asked.headers["idempotency-key"] for asked in server.asked]
    assert len(keys) == 2 and len(set(keys)) == 1 and len(keys[0]) == 36
    connect().create_webhook(url="https://hooks.example.com/", events=["*"], idempotency_key="mine-0001")
    assert server.asked[-1].headers["idempotency-key"] == "mine-0001"
    assert server.asked[-1].body == b'{"url":"https://hooks.example.com/","events":["*"]}'
    client = connect()
    client.create_webhook(url="https://hooks.example.com/", events=["*"])
    assert server.asked[-1].headers["idempotency-key"] not in (*keys, "mine-0001")


@pytest.mark.usefixtures("at_once")
def test_no_retry_happens_before_retry_after(connect: Connect, server: Server) -> None:
    arrived: list[float] = []

    def told(answer: Told) -> Any:
        def answered(_: Asked) -> Told:
            arrived.append(time.time())
            return answer

        return answered

    server.tells(told(problem(429, "rate_limited", {"Retry-After": "1"})), told(CREATORS))
    connect().creators()
    assert arrived[1] - arrived[0] >= 1
    until = int(time.time()) + 2
    arrived.clear()
    server.tells(told(problem(503, "backend_unavailable", {"Retry-After": formatdate(until, usegmt=True)})), told(CREATORS))
    connect().creators()
    assert arrived[1] >= until
    server.tells(problem(429, "quota_exceeded", {"Retry-After": "809000"}), CREATORS)
    with pytest.raises(ProblemError) as refused:
        connect().creators()
    assert len(server.asked) == 1
    assert refused.value.response is not None and refused.value.response.retry_after == 809_000


def test_the_delay_is_random_up_to_half_a_second_then_twice_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def answered(status: int, retry_after: str | None = None) -> ResponseInfo:
        return ResponseInfo(status, {} if retry_after is None else {"retry-after": retry_after}, 1)

    monkeypatch.setattr("random.random", lambda: 1.0)
    assert [wait_before(answered(503), attempt, True) for attempt in (1, 2, 3, 5, 9)] == [0.5, 1, 2, 8, 8]
    assert wait_before(None, 1, True) == 0.5
    assert (wait_before(None, 1, False), wait_before(answered(503), 1, False), wait_before(answered(429), 1, False)) == (None, None, 0.5)
    assert [wait_before(answered(429, told), 1, True) for told in ("7", "60", "61", "soon", "", "Thu, 01 Jan 2026 00:00:00 GMT")] == [
        7.5,
        60.5,
        None,
        0.5,
        0.5,
        0.5,
    ]
    monkeypatch.setattr("random.random", lambda: 0.0)
    assert wait_before(answered(503), 9, True) == 0


def test_an_attempt_that_takes_too_long_is_a_timeout_without_a_retry(connect: Connect, server: Server) -> None:
    ended = threading.Event()
    server.tells(Told(until=ended))
    try:
        with pytest.raises(TransportError, match=r"did not answer within 0\.2 s$") as late:
            connect(timeout=0.2).creators()
        assert (late.value.code, late.value.attempts, len(server.asked)) == ("timeout", 1, 1)
        with pytest.raises(TransportError, match=r"within 0\.1 s$"):
            connect().with_options(timeout=0.1).creators()
    finally:
        ended.set()


def test_redirects_are_not_followed(connect: Connect, server: Server) -> None:
    server.tells(Told(status=307, headers={"Location": "/elsewhere"}))
    with pytest.raises(TransportError, match="is answered by a redirect, which is not followed") as moved:
        connect().creators()
    assert (moved.value.code, len(server.asked)) == ("redirected", 1)


def test_invalid_answers(connect: Connect, server: Server) -> None:
    client = connect(retries=0)
    for told, message in [
        (Told(status=502, body=b"<html>"), "the answer must be JSON. Got '<html>'."),
        (Told(body=[]), "the answer must be an object. Got a list."),
        (Told(body={"matched_creators": 1}), "/matched_documents must be a whole number. Got nothing."),
    ]:
        server.tells(told)
        with pytest.raises(DecodeError) as wrong:
            client.creators()
        assert str(wrong.value) == message
        assert wrong.value.response is not None and wrong.value.response.status == told.status
    server.tells(Told(status=500, body={}))
    with pytest.raises(DecodeError, match=r"^the answer must be a problem\. Got '\{\}'\.$"):
        client.account()


def test_an_unchanged_answer_is_not_downloaded_again(connect: Connect, server: Server) -> None:
    def answered(asked: Asked) -> Told:
        if asked.headers.get("if-none-match") == '"1"':
            return Told(status=304, body=b"")
        return Told(body={"object": "trends", "path": asked.path}, headers={"ETag": '"1"'})

    server.tells(answered)
    client = connect()
    first = client.trends(limit=1)
    assert client.trends(limit=1) == first
    assert [asked.headers.get("if-none-match") for asked in server.asked] == [None, '"1"']
    again = client.trends(limit=1)
    again["path"] = "changed by the caller"
    assert client.trends(limit=1) == first
    client.with_options(meta=True).trends(limit=1)
    assert "if-none-match" not in server.asked[-1].headers
    for limit in range(2, 34):
        client.trends(limit=limit)
    client.trends(limit=1)
    assert "if-none-match" not in server.asked[-1].headers


def test_addresses_that_are_refused(connect: Connect, server: Server) -> None:
    for base_url, shown in [
        ("http://insights.example", "'http://insights.example'"),
        ("https://user:secret@insights.example/a", "'https://insights.example/a'"),
        ("https://insights.example?key=secret", "'https://insights.example'"),
        ("https://insights.example/#secret", "'https://insights.example/'"),
        ("ftp://insights.example", "'ftp://insights.example'"),
        ("insights.example", "no address"),
        ("", "no address"),
    ]:
        with pytest.raises(ValueError, match="^base_url must be an https://") as refused:
            connect(base_url=base_url)
        assert str(refused.value).endswith(f"Got {shown}.")
        assert "secret" not in str(refused.value)
    for base_url in (
        "https://insights.example",
        "https://insights.example/api/",
        "http://localhost:8787",
        "http://a.localhost",
        "http://[::1]:1",
    ):
        connect(base_url=base_url)
    server.tells(Told())
    connect(base_url=f"{server.url}/api/").request("GET", "/v1/a?b=1", query={"c": [1, None, 2.0, True]})
    assert server.asked[0].path == "/api/v1/a?b=1&c=1&c=2&c=true"
    for path in ("v1/a", "https://elsewhere.example/"):
        with pytest.raises(ValueError, match="^path must begin with '/'"):
            connect().request("GET", path)
    with pytest.raises(TypeError, match="give one of them"):
        connect().request("POST", "/v1/a", json={}, body="{}")


def test_operations_by_their_names(connect: Connect, server: Server) -> None:
    server.tells(Told(body={"results": []}))
    assert connect().ask("co-mentions", {"values": ["a", "b"]}) == {"results": []}
    for unknown in ("co_mentions", "download-report"):
        with pytest.raises(ValueError, match=rf"^operation '{unknown}' is not allowed\. Allowed: \[aggregate, "):
            connect().ask(unknown)


def test_concurrent_requests(connect: Connect, server: Server) -> None:
    """Threads, or tasks, share a client."""
    server.tells(lambda asked: Told(body={"object": "trends", "path": asked.path}))
    client = connect()
    if hasattr(client, "_loop"):
        import anyio

        async def ask_all() -> list[Any]:
            found: list[Any] = []

            async def ask(limit: int) -> None:
                found.append(await client._client.trends(limit=limit))

            async with anyio.create_task_group() as group:
                for limit in range(1, 21):
                    group.start_soon(ask, limit)
            return found

        answers = client._waited(ask_all())
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(8) as threads:
            answers = list(threads.map(lambda limit: client.trends(limit=limit), range(1, 21)))
    assert sorted(answer["path"] for answer in answers) == sorted(f"/v1/trends?limit={limit}" for limit in range(1, 21))
