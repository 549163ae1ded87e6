"""Answers as data frames: the same columns in pandas and in Polars, with dates as dates, for every answer with rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timezone
from typing import Any

import pandas as pd
import polars as pl
import pytest
from overheard import Overheard, to_pandas, to_polars
from overheard._generated.columns import COLUMNS

from support.edge import Edge

BRANDS = [{"label": "Velunara", "terms": ["velunara"]}, {"label": "Borealume", "terms": ["borealume"]}]
WINDOW = {"from": "2026-10-01", "to": "2026-10-31"}

#: The request for each kind of rows, and its number of rows.
ASKED: dict[str, tuple[str, Callable[[Overheard], Any], int | None]] = {
    "bucket": (
        "data",
        lambda client: client.ask("aggregate", {"index": "siv_info", "group_by": "category", "metric": {"type": "avg", "field": "views"}}),
        None,
    ),
    "siv_business_ideas": ("data", lambda client: client.ask("search", {"index": "siv_business_ideas", "size": 50}), 50),
    "siv_content_creator": ("data", lambda client: client.creators(size=50), 50),
    "siv_info": ("data", lambda client: client.ask("search", {"index": "siv_info", "size": 50}), 50),
    "co_mention": ("data", lambda client: client.ask("co-mentions", {"values": ["Velunara", "Borealume"]}), 10),
    "sector": ("data", lambda client: client.ask("sector", {"brands": BRANDS, "from_date": "2026-01-01", "to_date": "2026-10-31"}), 20),
    "mention": ("account", lambda client: client.iter_mentions(brand="Velunara", from_="2026-09-01", limit=20), None),
    "influencer": ("account", lambda client: client.influencers(limit=20), None),
    "webhook": ("account", lambda client: [client.ask("create-webhook", {"url": "https://hooks.example.com/", "events": ["*"]})], 1),
    "sentiment_timeline": ("account", lambda client: client.ask("sentiment-timeline", {**WINDOW, "interval": "day"}), 31),
    "sentiment_breakdown": ("account", lambda client: client.ask("sentiment-breakdown", WINDOW), 3),
    "trends": ("account", lambda client: client.trends(limit=20), None),
    "emerging_trends": ("account", lambda client: client.emerging_trends(min_support=1, min_z=0), None),
    "trend_comparison": (
        "account",
        lambda client: client.ask("trend-comparison", {"by": "brand", "brand": ["Velunara", "Borealume"], **WINDOW}),
        None,
    ),
    "account_usage": ("account", lambda client: client.ask("account-usage", {"interval": "day"}), None),
}


def test_every_kind_of_rows_is_tested() -> None:
    assert set(ASKED) == set(COLUMNS)


@pytest.mark.parametrize("kind", ASKED)
def test_rows_as_frames(kind: str, request: pytest.FixtureRequest) -> None:
    fixture, ask, count = ASKED[kind]
    client: Overheard = request.getfixturevalue(fixture)
    answer = ask(client)
    rows = answer if isinstance(answer, dict) else list(answer)
    frame, other = to_pandas(rows), to_polars(rows)
    assert len(frame) == other.height > 0
    assert count is None or len(frame) == count
    assert list(frame.columns) == other.columns
    columns = COLUMNS[kind]
    maps = [name for name, held in columns.items() if held == "map"]
    unknown = [name for name in frame.columns if name not in columns and not any(name.startswith(f"{of}_") for of in maps)]
    assert unknown == []
    for name, held in columns.items():
        if name not in frame:
            # An optional member is no column if no row has it.
            assert held == "map" or name in ("creators", "metric", "metric_type", "per_day", "secret") or "filters_" in name, name
            continue
        column, polars_type = frame[name], other[name].dtype
        if held in ("date", "month"):
            assert pd.api.types.is_datetime64_any_dtype(column) and polars_type == pl.Date
            assert [None if pd.isna(value) else value.date() for value in column] == other[name].to_list()
        elif held == "time":
            assert str(column.dtype).endswith("UTC]") and polars_type == pl.Datetime("us", "UTC")
            assert [None if pd.isna(value) else value.to_pydatetime() for value in column] == other[name].to_list()
        elif held == "whole":
            assert str(column.dtype).lower() == "int64" and polars_type == pl.Int64
            assert (str(column.dtype) == "int64") == (other[name].null_count() == 0)
        elif held == "number":
            assert column.dtype == "float64" and polars_type == pl.Float64
        elif held == "flag":
            assert column.dtype == "bool" and polars_type == pl.Boolean
        elif held == "text":
            assert polars_type == pl.String


def test_columns_and_values(data: Overheard, account: Overheard) -> None:
    sector = to_pandas(data.ask("sector", {"brands": BRANDS, "from_date": "2026-09-01", "to_date": "2026-10-31"}))
    assert list(sector.columns[:4]) == ["label", "coverage", "low_confidence", "month"]
    assert sector["month"].tolist() == [pd.Timestamp(2026, 9, 1), pd.Timestamp(2026, 10, 1)] * 2
    assert sector.pivot(index="month", columns="label", values="volume_sov").sum(axis=1).round(1).tolist() == [100.0, 100.0]
    mentions = to_polars(account.mentions(brand="Velunara", from_="2026-10-01", to="2026-10-31"))
    assert {"brand_label", "sentiment_score", "video_views", "channel_name", "upload_date"} <= set(mentions.columns)
    assert mentions["upload_date"].is_between(date(2026, 10, 1), date(2026, 10, 31)).all()
    assert mentions["topics"].dtype == pl.List(pl.String)
    creators = to_pandas(data.creators(size=5))
    assert "viewer_gender_distribution_female" in creators
    compared = to_polars(account.compare_trends(by="brand", brand=["Velunara", "Borealume"], from_="2026-10-01", to="2026-10-31"))
    assert compared["column"].to_list()[:2] == ["Velunara", "Borealume"]
    assert compared.height % 2 == 0


def test_a_table_of_the_edge_equals_the_frame_of_its_answer(edge: Edge, account: Overheard) -> None:
    address = f"{edge.url}/v1/sentiment/timeline?from=2026-10-01&to=2026-10-31&interval=day"
    headers = {"Authorization": f"Bearer {edge.token}", "Accept": "text/csv"}
    table = pd.read_csv(address, storage_options=headers, parse_dates=["start", "end"])
    frame = to_pandas(account.ask("sentiment-timeline", {**WINDOW, "interval": "day"}))
    pd.testing.assert_frame_equal(table, frame, check_dtype=False)


def test_rows_without_their_answer() -> None:
    buckets = [{"key": "a", "count": 1}, {"key": "b", "count": 2}]
    assert to_pandas(buckets).equals(to_pandas({"buckets": buckets, "matched_documents": 3}))
    unknown = to_pandas([{"anything": {"at": 1}}, {"else": None}])
    assert list(unknown.columns) == ["anything_at", "else"]
    time = datetime(2026, 1, 1, tzinfo=timezone.utc)
    mention = {
        "object": "mention",
        "id": "men_1",
        "brand": None,
        "indexed_at": "2026-01-01T00:00:00Z",
        "video": {"views": None},
        "later": [1],
    }
    frame = to_polars([mention, {**mention, "brand": {"id": "brd_1", "label": "Velunara"}, "video": {"views": 5}}])
    assert frame["brand_label"].to_list() == [None, "Velunara"]
    assert frame["video_views"].to_list() == [None, 5]
    assert frame["indexed_at"].to_list() == [time, time]
    assert "brand" not in frame.columns and "object" not in frame.columns and "later" in frame.columns


def test_an_empty_list_has_its_columns() -> None:
    empty = {"index": "siv_info", "matched_documents": 0, "results": []}
    frame, other = to_pandas(empty), to_polars(empty)
    assert list(frame.columns) == other.columns == list(COLUMNS["siv_info"])
    assert str(frame["upload_date"].dtype).startswith("datetime64")
    assert str(frame["views"].dtype) == "int64"
    assert other["upload_date"].dtype == pl.Date
    assert len(to_pandas({"object": "list", "data": []})) == to_polars([]).height == 0


def test_an_answer_without_rows(account: Overheard) -> None:
    for answer in (account.sentiment(from_="2026-10-01", to="2026-10-31"), account.account()):
        for make in (to_pandas, to_polars):
            with pytest.raises(TypeError, match=rf"^the answer '{answer['object']}' has no rows: pass the list that is meant$"):
                make(answer)
    with pytest.raises(TypeError, match="^an answer has no rows"):
        to_pandas({"schema_version": "1.0.0"})
