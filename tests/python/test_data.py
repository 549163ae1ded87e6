"""Queries of the Data API, sent to a real edge by both clients."""

from __future__ import annotations

from datetime import date, timezone

import pytest
from overheard import AsyncOverheard, Overheard, ProblemError
from overheard._credential import BrowserToken
from overheard.types import SectorBrand

from support.edge import Edge

BRANDS: list[SectorBrand] = [{"label": "Velunara", "terms": ["velunara"]}, {"label": "Borealume", "terms": ["borealume"]}]


def test_every_query_of_the_data_api(data: Overheard) -> None:
    groups = data.aggregate(index="siv_business_ideas", group_by="brand_name", size=2)
    assert groups["buckets"] == [{"key": "Velunara", "count": 696}, {"key": "Ostrivane", "count": 657}]
    measured = data.aggregate(index="siv_business_ideas", group_by="brand_name", metric={"type": "avg", "field": "sentiment_score"}, size=1)
    assert measured["buckets"][0]["metric_type"] == "avg:sentiment_score"
    creators = data.aggregate(index="siv_content_creator", group_by="platform")
    assert creators["matched_creators"] == 1500
    found = data.search(index="siv_info", q="velunara", size=3, filters={"upload_date": {"gte": date(2026, 1, 1)}})
    assert len(found["results"]) == 3
    assert all(video["upload_date"] >= "2026-01-01" for video in found["results"])
    assert len(data.creators(size=4)["results"]) == 4
    together = data.co_mentions(values=["Velunara", "Borealume"], group_by="video_id")
    assert {row["matched_values"] for row in together["results"]} == {2}
    sector = data.sector(brands=BRANDS, from_date=date(2026, 9, 1), to_date="2026-10-31")
    assert [month["month"] for month in sector["brands"][0]["series"]] == ["2026-09", "2026-10"]
    assert len(data.schema()["indices"]) == 3


async def ask_everything(edge: Edge) -> None:
    async with AsyncOverheard(base_url=edge.url, key=edge.key) as client:
        groups = await client.aggregate(index="siv_business_ideas", group_by="brand_name", size=2)
        assert groups["buckets"][0]["key"] == "Velunara"
        assert (await client.search(index="siv_info", size=1))["results"]
        assert (await client.creators(size=1))["results"]
        assert (await client.co_mentions(values=["Velunara", "Borealume"]))["results"]
        assert (await client.sector(brands=BRANDS, from_date="2026-10-01", to_date="2026-10-31"))["brands"]
        assert (await client.schema())["schema_version"]
        answer, response = await client.with_response(lambda asked: asked.search(index="siv_info", size=1))
        assert answer["index"] == "siv_info"
        assert response.cost == 11


def test_the_asynchronous_client(edge: Edge) -> None:
    import asyncio

    import trio

    asyncio.run(ask_everything(edge))
    trio.run(ask_everything, edge)


def test_metadata_of_an_answer(data: Overheard) -> None:
    answer, response = data.with_response(lambda client: client.aggregate(index="siv_info", group_by="platform"))
    assert len(answer["buckets"]) == 3
    assert (response.status, response.cost, response.charged, response.attempts) == (200, 10, True, 1)
    assert response.cache in ("hit", "miss")
    assert response.request_id is not None and response.request_id.startswith("req_")
    assert response.rate_limit is not None and response.rate_limit.remaining < response.rate_limit.limit
    assert response.rate_limit.reset.tzinfo is timezone.utc
    assert (response.hints, response.size_applied, response.retry_after) == ([], None, None)
    with_meta = data.with_options(meta=True).aggregate(index="siv_info", group_by="platform")
    assert with_meta["_meta"]["cost"] == 10
    nothing, response = data.with_response(
        lambda client: client.aggregate(index="siv_business_ideas", group_by="brand_name", filters={"brand_name": "velunara"})
    )
    assert nothing["buckets"] == []
    assert any("Velunara" in hint for hint in response.hints)


def test_answers_are_read_flat_and_wrapped(data: Overheard) -> None:
    flat = data.request("POST", "/v1/aggregate", json={"index": "siv_info", "group_by": "platform"})
    wrapped = data.request(
        "POST",
        "/v1/aggregate",
        json={"index": "siv_info", "group_by": "platform"},
        headers={"Accept": 'application/json; profile="wrapped"'},
    )
    assert wrapped["buckets"] == flat["buckets"]
    assert wrapped["group_by"] == "platform" and "group_by" not in flat


@pytest.mark.parametrize("is_checked", [True, False])
def test_refusals_list_what_is_allowed(data: Overheard, is_checked: bool) -> None:
    client = data.with_options(check=is_checked)
    with pytest.raises(ProblemError) as refused:
        client.ask("aggregate", {"index": "siv_info", "group_by": "channel_nme", "size": 51})
    error = refused.value
    assert (error.response is None) is is_checked
    assert (error.code, error.status, error.param, error.did_you_mean) == ("field_not_allowed", 400, "/group_by", "channel_name")
    assert error.allowed == ["channel_name", "platform", "category", "tags"]
    assert [violation["code"] for violation in error.errors] == ["field_not_allowed", "limit_violation"]
    assert (error.request_id == "req_0000000000") is is_checked
    assert not error.retryable
    assert str(error) == error.message == error.problem.message
    assert error.problem.title == "Field not allowed"


def test_the_edge_refuses_operations_outside_of_a_credential(data: Overheard) -> None:
    with pytest.raises(ProblemError) as refused:
        data.ask("mentions")
    assert refused.value.status in (401, 403)
    assert refused.value.response is not None and refused.value.response.request_id == refused.value.request_id


def test_a_browser_token_is_created_used_and_renewed(edge: Edge, data: Overheard) -> None:
    made = data.create_browser_token(origin="https://dashboard.example", operations=["aggregate"], expires_in=60)
    assert made["token"].startswith("ohb_")
    given: list[BrowserToken] = ["ohb_not.good", {"token": made["token"]}]

    import httpx

    with httpx.Client(headers={"Origin": "https://dashboard.example"}) as http:
        client = Overheard(base_url=edge.url, browser_token=lambda: given.pop(0), http=http)
        assert len(client.aggregate(index="siv_info", group_by="platform")["buckets"]) == 3
        assert given == []


def test_there_is_no_answer_before_a_request(data: Overheard) -> None:
    with pytest.raises(ValueError, match="^the function asked nothing"):
        data.with_response(lambda client: client.iter_mentions())
