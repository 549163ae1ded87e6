"""Code that must not compile: mypy and pyright refuse each line for the named reason. It is never run."""

from __future__ import annotations

from overheard import AsyncOverheard, Overheard, check, verify_webhook
from overheard.types import InfoFilters, SectorBrand


def of_the_data_api(client: Overheard) -> None:
    client.aggregate(index="siv_info", group_by="brand_name")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.aggregate(index="siv_infos", group_by="platform")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.aggregate(group_by="platform")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    client.aggregate("siv_info", "platform")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    client.aggregate(index="siv_info", group_by="platform", metric={"type": "avg", "field": "sentiment_score"})  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.aggregate(index="siv_info", group_by="platform", metric={"type": "avg"})  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.aggregate(index="siv_info", group_by="platform")["buckets"][0]["metric"]  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]
    client.aggregate(index="siv_info", group_by="platform")["matched_creators"]  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]
    client.search(index="siv_content_creator", q="beauty")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.search(index="siv_info")["results"][0]["brand_name"]  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]
    client.search(index="siv_info", filters={"platform": None})  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.creators(filters={"dominant_age_range": "18-25"})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    client.creators(filters={"brand_name": "Velunara"})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    client.co_mentions(values=["a", "b"], index="siv_info")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    client.sector(brands=[{"label": "a"}], from_date="2026-01-01", to_date="2026-01-31")  # type: ignore[typeddict-item]  # pyright: ignore[reportArgumentType]
    client.sector(brands=[], from_date=20260101, to_date="2026-01-31")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def of_the_account_api(client: Overheard) -> None:
    client.mentions(platform="twitch")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    client.mentions(limit="5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    client.mentions(limt=5)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    client.mention()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    client.compare_trends(by="brand", period=["2026-01-01..2026-01-31"])  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    client.create_report(type="trends", from_="2026-01-01", to="2026-01-31", sections=["drivers"])  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.create_report(type="mentions_export", from_="2026-01-01", to="2026-01-31", formats=["pdf"])  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    client.create_webhook(url="https://hooks.example.com", events=["mention.removed"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    client.download_report("rpt_1", format="xlsx")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    client.sentiment()["mean"]  # type: ignore[typeddict-item]  # pyright: ignore[reportGeneralTypeIssues]


async def without_waiting(client: AsyncOverheard) -> None:
    client.sentiment()["average"]  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    for _ in client.iter_mentions():  # type: ignore[attr-defined]  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
        pass


def the_rest(client: Overheard) -> None:
    Overheard("https://insights.example", "ohk_1")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    client.with_options(timeout="5")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    check("search", 5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    verify_webhook("whsec_", {}, None)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    filters: InfoFilters = {"views": 5}  # type: ignore[typeddict-unknown-key]  # pyright: ignore[reportAssignmentType]
    brand: SectorBrand = {"label": "a", "terms": "a", "exact": "yes"}  # type: ignore[typeddict-item]  # pyright: ignore[reportAssignmentType]
    print(filters, brand)
