"""Code that must compile, with the resulting types. It is never run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timezone
from typing import Any

import httpx
import pandas
import polars
from overheard import (
    AsyncItems,
    AsyncOverheard,
    Items,
    Overheard,
    Problem,
    ProblemError,
    ReportFile,
    ResponseInfo,
    check,
    decode,
    shape,
    to_pandas,
    to_polars,
    verify_webhook,
)
from overheard.types import (
    AggregateAnswer,
    AggregateInfoRequest,
    BusinessIdeasDocument,
    InfoFilters,
    MeasuredAggregateAnswer,
    MentionAnswer,
    ReportDetails,
    SearchInfoAnswer,
    SectorBrand,
    SentimentQuestion,
    SentimentSummary,
    Tone,
)


def of_the_data_api(client: Overheard) -> None:
    counted: AggregateAnswer = client.aggregate(index="siv_business_ideas", group_by="brand_name", size=None)
    key: str = counted["buckets"][0]["key"]
    measured: MeasuredAggregateAnswer = client.aggregate(
        index="siv_info",
        group_by="platform",
        metric={"type": "avg", "field": "views"},
        filters={"platform": ["youtube", "tiktok"], "tags": "serum", "upload_date": {"gte": date(2026, 1, 1)}},
    )
    metric: float | None = measured["buckets"][0]["metric"]
    creators: int = client.aggregate(index="siv_content_creator", group_by="platform")["buckets"][0]["creators"]
    matched: int = client.aggregate(index="siv_content_creator", group_by="country", metric={"type": "max", "field": "view_count"})[
        "matched_creators"
    ]
    filters: InfoFilters = {"upload_date": "2026-01-01", "category": ("Beauty", "Food & Drink")}
    found: SearchInfoAnswer = client.search(index="siv_info", q="serum", filters=filters, sort_field="views", sort_order="asc")
    views: int | None = found["results"][0]["views"]
    mention: BusinessIdeasDocument = client.search(index="siv_business_ideas")["results"][0]
    tone: str | None = mention["sentiment"]
    subscribers: int | None = client.creators(filters={"dominant_age_range": "18-24", "subscriber_count": {"lte": 1e6}})["results"][0][
        "subscriber_count"
    ]
    together: int = client.co_mentions(values=["a", "b"], group_by="video_id")["results"][0]["total_mentions"]
    client.co_mentions(values=("a", "b"), index="siv_info", field="tags")
    brands: list[SectorBrand] = [{"label": "Velunara", "terms": ["velunara"], "exact": True}]
    share: float = client.sector(brands=brands, from_date=date(2026, 1, 1), to_date="2026-03-31")["brands"][0]["series"][0]["volume_sov"]
    request: AggregateInfoRequest = {"index": "siv_info", "group_by": "tags"}
    of_request: AggregateAnswer = client.aggregate(index=request["index"], group_by=request["group_by"])
    print(key, metric, creators, matched, views, tone, subscribers, together, share, of_request, client.schema()["indices"])


def of_the_account_api(client: Overheard) -> None:
    page = client.mentions(platform=["youtube", "-tiktok"], sentiment="-unknown", from_=date(2026, 1, 1), limit=5)
    cursor: str | None = page["next_cursor"]
    items: Items[MentionAnswer] = client.iter_mentions(brand="Velunara", indexed_after=datetime.now(timezone.utc))
    label: Tone = next(items)["sentiment"]["label"]
    for mention in items:
        print(mention["video"]["views"], mention["brand"] and mention["brand"]["label"])
    question: SentimentQuestion = {"from": "2026-01-01", "brand": ["Velunara"]}
    summary: SentimentSummary = client.ask("sentiment", question)
    average: float | None = summary["average"]
    first: str = client.sentiment_timeline(interval="week")["data"][0]["start"]
    client.compare_trends(by="brand", brand=["a", "b"])
    client.explain_change(brand="a", date="2026-01-01", interval="week")["videos"]["data"]
    client.compare_trends(by="period", brand="a", period=["2026-01-01..2026-01-31", "2026-02-01..2026-02-28"])
    report: ReportDetails = client.create_report(type="trends", from_="2026-01-01", to="2026-01-31", sections=["rising"], formats=["csv"])
    client.create_report(type="sentiment", from_="2026-01-01", to="2026-01-31", sections=["drivers"], idempotency_key="mine-0001")
    file: ReportFile = client.download_report(report["id"], format="pdf")
    client.create_webhook(url="https://hooks.example.com", events=["mention.created", "report.ready"], filters={"sentiment": ["negative"]})
    secret: str = client.create_webhook(url="https://hooks.example.com", events=["*"])["secret"]
    client.delete_webhook("whk_1")
    creator: float | None = client.influencer("inf_1", brand="Velunara")["influence_score"]
    token: str = client.create_browser_token(origin="https://dashboard.example", filters={"brand": "Velunara"})["token"]
    print(cursor, label, average, first, file.name, creator, token, secret, client.account_usage(group_by=["endpoint"])["totals"])


async def without_waiting(client: AsyncOverheard) -> None:
    counted: AggregateAnswer = await client.aggregate(index="siv_info", group_by="platform")
    items: AsyncItems[MentionAnswer] = client.iter_mentions(limit=100)
    async for mention in items:
        print(mention["id"])
    async for page in client.iter_webhooks().pages():
        print(page["has_more"])
    answer, response = await client.with_response(lambda asked: asked.sentiment(brand="Velunara"))
    average: float | None = answer["average"]
    async for report in client.watch_report("rpt_1", timeout=60):
        print(report["progress"])
    print(counted, average, response.cost, await client.wait_for_report("rpt_1"))


def the_rest() -> None:
    def log(response: ResponseInfo) -> str | None:
        return response.request_id

    client = Overheard(
        base_url="https://insights.example", browser_token=lambda: {"token": "ohb_1"}, timeout=5, check=False, http=httpx.Client()
    )
    answer, response = client.with_options(meta=True, retries=0).with_response(lambda asked: asked.search(index="siv_info"))
    title: str | None = answer["results"][0]["title"]
    reset: datetime | None = response.rate_limit.reset if response.rate_limit else None
    anything: Any = client.request("GET", "/v1/mentions", query={"brand": ["a"], "limit": 1})
    unknown: Mapping[str, object] = {"index": "siv_info"}
    problem: Problem | None = check("search", unknown)
    print(check("mentions", "limit=1"), check("search", b"{}"), shape("sentiment", {"from": date(2026, 1, 1)}).cost)
    frame: pandas.DataFrame = to_pandas(answer)
    other: polars.DataFrame = to_polars(client.iter_mentions())
    try:
        data: dict[str, Any] = decode("search", "{}", index="siv_info")
    except ProblemError as error:
        print(error.errors[0]["message"], error.allowed, error.response and error.response.status)
        raise
    event = verify_webhook("whsec_", {"webhook-id": "1"}, b"{}")
    if event["type"] == "volume.spike":
        score: float = event["data"]["z_score"]
    elif event["type"] == "mention.created":
        score = float(event["data"]["count"])
    else:
        score = 0.0
    print(title, reset, anything, problem, frame, other, data, score, log(response))
