"""Tests of the Account API with a real edge: every operation, lists page by page, reports and webhooks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from overheard import AsyncOverheard, DecodeError, Overheard, ProblemError, ReportError

from conftest import Connect
from support.edge import Edge
from support.server import TOKEN, Asked, Server, Told, problem


def test_every_read_only_operation(account: Overheard) -> None:
    page = account.mentions(brand="Velunara", limit=2)
    mention = page["data"][0]
    assert mention["brand"] is not None and mention["brand"]["label"] == "Velunara"
    assert account.mention(mention["id"])["related"]["mentions_in_video"] >= 1
    assert account.mentions_stats(from_="2026-10-01", to="2026-10-31")["totals"]["mentions"] == 73
    assert account.sentiment(brand="Borealume", from_="2026-10-01", to="2026-10-31")["average"] == 0.508
    assert account.sentiment_timeline(interval="week", from_="2026-10-01", to="2026-10-31")["interval"] == "week"
    assert {part["key"] for part in account.sentiment_breakdown(by="platform")["data"]} == {"youtube", "tiktok", "instagram"}
    creator = account.influencers(min_mentions=3, limit=1)["data"][0]
    assert account.influencer(creator["id"], brand=["Velunara", "Borealume"])["audience"]["age"]
    assert account.influencer_mentions(creator["id"])["data"]
    assert account.trends(window_days=30, direction="rising")["meta"]["window_days"] == 30
    assert account.emerging_trends(min_support=1)["criteria"]["min_support"] == 1
    compared = account.compare_trends(by="brand", brand=["Velunara", "Borealume"], from_="2026-10-01", to="2026-10-31")
    assert [column["key"] for column in compared["columns"]] == ["Velunara", "Borealume"]
    periods = account.compare_trends(by="period", period=["2026-09-01..2026-09-30", "2026-10-01..2026-10-31"])
    assert len(periods["columns"]) == 2
    assert account.explain_change(date="2026-10-20", interval="week")["period"] == "2026-W43"
    assert account.webhooks(status="failing") == {"object": "list", "data": [], "has_more": False, "next_cursor": None}
    assert [brand["label"] for brand in account.account()["brands"]] == ["Velunara", "Borealume", "Cinderelm Beauty"]
    assert account.account_usage(interval="day", group_by=["endpoint"])["totals"]["requests"] > 10


def test_unknown_ids(account: Overheard) -> None:
    for is_checked in (True, False):
        with pytest.raises(ProblemError) as missing:
            account.with_options(check=is_checked).report("rpt_0000000000")
        assert (missing.value.code, missing.value.status) == ("not_found", 404)


def test_lists_are_iterated_page_by_page(account: Overheard) -> None:
    whole = account.mentions(brand="Velunara", from_="2026-10-01", to="2026-10-31", limit=100)
    assert not whole["has_more"]
    expected = [mention["id"] for mention in whole["data"]]
    assert len(expected) > 20
    found = account.iter_mentions(brand="Velunara", from_="2026-10-01", to="2026-10-31", limit=7)
    assert next(found)["id"] == expected[0]
    assert [mention["id"] for mention in found] == expected[1:]
    assert list(found) == []
    pages = list(account.iter_mentions(brand="Velunara", from_="2026-10-01", to="2026-10-31", limit=7).pages())
    assert [len(page["data"]) for page in pages[:-1]] == [7] * (len(pages) - 1)
    behind = account.iter_mentions(brand="Velunara", from_="2026-10-01", to="2026-10-31", limit=7, cursor=pages[0]["next_cursor"])
    assert [mention["id"] for mention in behind] == expected[7:]
    query = {"brand": "Velunara", "from": "2026-10-01", "to": "2026-10-31", "limit": 10}
    assert [mention["id"] for mention in account.each("/v1/mentions", query)] == expected
    assert sum(len(page["data"]) for page in account.pages("/v1/mentions", query)) == len(expected)
    creator = next(account.iter_influencers(limit=1))
    ids = [mention["id"] for mention in account.iter_influencer_mentions(creator["id"], limit=1)]
    assert ids and len(ids) == len(set(ids))
    assert list(account.iter_webhooks()) == []


def test_lists_with_the_asynchronous_client(edge: Edge) -> None:
    async def ask() -> None:
        async with AsyncOverheard(base_url=edge.url, token=edge.token) as client:
            whole = await client.mentions(brand="Borealume", from_="2026-10-01", to="2026-10-31", limit=100)
            found = [
                mention["id"] async for mention in client.iter_mentions(brand="Borealume", from_="2026-10-01", to="2026-10-31", limit=5)
            ]
            assert found == [mention["id"] for mention in whole["data"]]
            pages = [
                page
                async for page in client.pages(
                    "/v1/mentions", {"brand": "Borealume", "from": "2026-10-01", "to": "2026-10-31", "limit": 20}
                )
            ]
            assert len(pages) == 2
            async for creator in client.iter_influencers(limit=2):
                assert creator["object"] == "influencer"
                break
            assert (await client.account())["object"] == "account"

    asyncio.run(ask())


def listed(pages: dict[str | None, tuple[list[int], str | None]]) -> Callable[[Asked], Told]:
    """Returns the page of a list for the cursor of a request."""

    def answered(asked: Asked) -> Told:
        cursor = asked.path.partition("cursor=")[2] or None
        data, following = pages[cursor]
        return Told(body={"object": "list", "data": data, "has_more": following is not None, "next_cursor": following})

    return answered


def test_a_list_with_a_repeated_cursor_ends(connect: Connect, server: Server) -> None:
    client = connect(key=None, token=TOKEN)
    server.tells(listed({None: ([1, 2], "a"), "a": ([], "b"), "b": ([3], None)}))
    assert list(client.each("/v1/mentions")) == [1, 2, 3]
    assert len(server.asked) == 3
    assert next(client.each("/v1/mentions")) == 1
    assert len(server.asked) == 4
    server.tells(listed({None: ([1], "a"), "a": ([2], "a")}))
    with pytest.raises(DecodeError, match="^/next_cursor must be another cursor"):
        list(client.iter_mentions())
    assert len(server.asked) == 2
    server.tells(Told(body={"object": "list", "data": [1], "has_more": True, "next_cursor": None}))
    assert list(client.iter_influencers()) == [1]
    wrong: list[dict[str, Any]] = [{"object": "mention"}, {"data": {}}]
    for body in wrong:
        server.tells(Told(body=body))
        with pytest.raises(DecodeError, match="^/data must be a list"):
            list(client.iter_mentions())
    server.tells(listed({None: ([1], "a")}), problem(503, "backend_unavailable"))
    items = client.with_options(retries=0).iter_mentions()
    assert next(items) == 1
    with pytest.raises(ProblemError):
        next(items)


def test_a_report_is_created_awaited_and_downloaded(account: Overheard, tmp_path: Path) -> None:
    made, response = account.with_response(
        lambda client: client.create_report(
            type="sentiment", title="October", from_="2026-10-01", to="2026-10-31", formats=["csv"], idempotency_key="october-0001"
        )
    )
    assert (made["status"], response.status, response.headers["location"]) == ("queued", 202, f"/v1/reports/{made['id']}")
    again = account.create_report(
        type="sentiment", title="October", from_="2026-10-01", to="2026-10-31", formats=["csv"], idempotency_key="october-0001"
    )
    assert again["id"] == made["id"]
    assert account.report(made["id"])["title"] == "October"
    states = [(report["status"], report["progress"]) for report in account.watch_report(made["id"], interval=0.1)]
    assert states[-1] == ("ready", 100)
    assert account.wait_for_report(made["id"])["status"] == "ready"
    file = account.download_report(made["id"], format="csv")
    assert (file.name, file.type.partition(";")[0]) == ("october_2026-10-01_2026-10-31.csv", "text/csv")
    assert file.text.startswith("section,brand,period,dimension,key,metric,value\r\n")
    assert file.sha256 is not None and file.etag is not None and file.response.status == 200
    assert file.save(tmp_path).read_bytes() == file.content
    assert file.save(tmp_path / "mine.csv").name == "mine.csv"
    assert account.download_report(made["id"], format="csv", bom=True).content.startswith(b"\xef\xbb\xbf")
    with pytest.raises(ProblemError) as refused:
        account.download_report(made["id"], format="pdf")
    assert refused.value.status in (400, 404, 409)


def test_a_report_with_the_asynchronous_client(edge: Edge) -> None:
    async def ask() -> None:
        async with AsyncOverheard(base_url=edge.url, token=edge.token) as client:
            made = await client.create_report(type="trends", from_="2026-10-01", to="2026-10-31", formats=["csv"])
            report = await client.wait_for_report(made["id"], interval=0.1)
            assert report["artifacts"][0]["format"] == "csv"
            assert (await client.download_report(made["id"])).content

    asyncio.run(ask())


def report(status: str, progress: int, **more: Any) -> Told:
    return Told(body={"object": "report", "id": "rpt_1", "status": status, "progress": progress, **more})


def test_waiting_for_a_report_ends(connect: Connect, server: Server) -> None:
    client = connect(key=None, token=TOKEN)
    server.tells(report("queued", 0), report("processing", 10), report("processing", 10), report("ready", 100))
    assert [told["progress"] for told in client.watch_report("rpt_1", interval=0)] == [0, 10, 100]
    failed = {"code": "too_large", "message": "there are too many.", "retryable": False}
    server.tells(report("processing", 10), report("failed", 10, error=failed))
    with pytest.raises(ReportError, match="^there are too many") as ended:
        client.wait_for_report("rpt_1", interval=0)
    assert (ended.value.code, ended.value.retryable, ended.value.report["id"]) == ("too_large", False, "rpt_1")
    server.tells(report("expired", 100, error=None))
    with pytest.raises(ReportError, match=r"^the report is expired\.$") as ended:
        client.wait_for_report("rpt_1")
    assert ended.value.code == "expired"
    server.tells(report("queued", 0))
    with pytest.raises(TimeoutError, match="^the report is not ready yet$"):
        client.wait_for_report("rpt_1", interval=0.05, timeout=0.2)
    assert len(server.asked) >= 2
    server.tells(Told(body={"object": "report"}))
    with pytest.raises(DecodeError, match="^/status must be a string"):
        client.wait_for_report("rpt_1")


def test_a_file_that_differs_from_its_digest_is_refused(connect: Connect, server: Server) -> None:
    digest = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
    named = {"Content-Type": "text/csv", "Content-Disposition": 'attachment; filename="a.csv"', "Repr-Digest": digest}
    client = connect(key=None, token=TOKEN)
    server.tells(Told(body=b"hello", headers=named))
    file = client.download_report("rpt_1")
    assert (file.name, file.text, repr(file)) == ("a.csv", "hello", "<ReportFile a.csv, 5 bytes>")
    assert file.sha256 == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    server.tells(Told(body=b"hellO", headers=named))
    with pytest.raises(DecodeError, match="^the answer must be a file whose SHA-256 is 2cf24d"):
        client.download_report("rpt_1")
    server.tells(Told(body=b"x", headers={"Content-Disposition": 'attachment; filename="../../etc/passwd"'}))
    file = client.download_report("rpt_1", bom=False)
    assert (file.name, file.sha256) == ("report", None)
    assert server.asked[-1].path.endswith("?bom=0")
    server.tells(problem(409, "report_not_ready"))
    with pytest.raises(ProblemError) as refused:
        client.download_report("rpt_1")
    assert refused.value.code == "report_not_ready"


def test_webhooks_are_created_listed_and_removed(account: Overheard) -> None:
    made = account.create_webhook(
        url="https://hooks.example.com/listening", events=["mention.created", "report.ready"], filters={"sentiment": ["negative"]}
    )
    assert made["secret"].startswith("whsec_")
    assert [webhook["id"] for webhook in account.iter_webhooks(limit=1)] == [made["id"]]
    account.delete_webhook(made["id"])
    assert account.webhooks()["data"] == []
    with pytest.raises(ProblemError) as refused:
        account.create_webhook(url="https://10.0.0.1/", events=["*"])
    assert (refused.value.code, refused.value.response) == ("invalid_url", None)


def test_a_browser_token_of_an_account(account: Overheard) -> None:
    made = account.create_browser_token(origin="https://dashboard.example", operations=["sentiment"], filters={"brand": "Velunara"})
    assert made["operations"] == ["sentiment"]
    assert made["filters"] == {"brand": "Velunara"}
