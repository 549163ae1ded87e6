"""Decodes flat and wrapped answers as documented. An error names the place of an undocumented form."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from overheard import DecodeError, Overheard, ProblemError, decode

AGGREGATE = {"matched_documents": 937, "buckets": [{"key": "a", "count": 90, "metric": None, "metric_type": "avg:sentiment_score"}]}
CREATORS = {"matched_documents": 840, "matched_creators": 355, "buckets": [{"key": "a", "count": 2, "creators": 1}]}
SECTOR: dict[str, Any] = {
    "brands": [
        {
            "label": "Velunara", "coverage": "ok", "low_confidence": False, "totals": {"unique_videos": 33, "views": 1153384},
            "series": [
                {"month": "2026-04", "unique_videos": 18, "mentions": 55, "views": 964155, "sentiment": 0.39, "volume_sov": 45, "reach_sov": 47.44,
                 "top_topics": [{"topic": "dawn drops", "count": 15}]},
            ],
        },
    ],
    "meta": {"from": "2026-04-01", "to": "2026-05-31", "caps": {"max_brands": 30, "video_cap": 3000, "low_coverage": 20}},
}  # fmt: skip


def test_both_forms_of_an_answer() -> None:
    wrapped = {"status": "ok", "result": [{"data": {"index": "siv_business_ideas", "group_by": "brand_name", **AGGREGATE}}]}
    for response in (AGGREGATE, json.dumps(AGGREGATE), wrapped, json.dumps(wrapped)):
        assert decode("aggregate", response, index="siv_business_ideas")["buckets"] == AGGREGATE["buckets"]
    assert decode("sector", SECTOR) == SECTOR
    assert decode("aggregate", {**CREATORS, "later": 1}, index="siv_content_creator")["later"] == 1
    assert decode("schema", {"schema_version": "1.0.0"}) == {"schema_version": "1.0.0"}


def test_lists_of_numbers_are_checked() -> None:
    meta: dict[str, Any] = {
        "request_id": "r", "dataset_version": "v", "cost": 1, "size_applied": None, "cache": "miss", "rows_read": 0, "took_ms": 1, "hints": [], "warnings": [],
        "known_by": [{"scored_mentions": 3, "scored_by_month": [1, 2]}], "scored_by_topic": [[1, 2], [0, 4]],
    }  # fmt: skip
    assert decode("sector", {**SECTOR, "_meta": meta})["_meta"] == meta
    for wrong, path in (([[1, "2"]], "/0/1"), ([3], "/0"), ({}, "")):
        with pytest.raises(DecodeError) as refused:
            decode("sector", {**SECTOR, "_meta": {**meta, "scored_by_topic": wrong}})
        assert refused.value.path == f"/_meta/scored_by_topic{path}"


def test_every_member_of_every_answer_is_checked(data: Overheard) -> None:
    """Removes or changes each documented member of real answers. The error names its place."""
    answers: list[tuple[str, str | None, Any]] = [
        (
            "aggregate",
            "siv_business_ideas",
            data.ask(
                "aggregate",
                {"index": "siv_business_ideas", "group_by": "brand_name", "metric": {"type": "avg", "field": "sentiment_score"}, "size": 1},
            ),
        ),
        ("aggregate", "siv_content_creator", data.ask("aggregate", {"index": "siv_content_creator", "group_by": "platform", "size": 1})),
        *(
            ("search", index, data.ask("search", {"index": index, "size": 1}))
            for index in ("siv_business_ideas", "siv_content_creator", "siv_info")
        ),
        ("creators", None, data.creators(size=1)),
        ("co-mentions", None, data.co_mentions(values=["Velunara", "Borealume"], size=1)),
        (
            "sector",
            None,
            data.with_options(meta=True).sector(
                brands=[{"label": "Velunara", "terms": ["velunara"]}], from_date="2026-10-01", to_date="2026-10-31"
            ),
        ),
    ]
    tried = 0
    for operation, index, answer in answers:
        assert decode(operation, answer, index=index) == answer
        for place in places(answer):
            for change in ("taken away", "changed"):
                changed = copy.deepcopy(answer)
                holder = changed
                for name in place[:-1]:
                    holder = holder[name]
                if change == "changed":
                    holder[place[-1]] = [] if isinstance(holder[place[-1]], (str, bool, type(None))) else "text"
                elif (
                    isinstance(holder, list)
                    or place[-1] in ("metric", "metric_type", "_meta", "ranking", "known_by")
                    or ("known_by" in place and place[-1] != "scored_mentions")
                    or "distribution" in str(place[-2:-1])
                ):
                    continue
                else:
                    del holder[place[-1]]
                with pytest.raises(DecodeError) as wrong:
                    decode(operation, changed, index=index)
                path = "/" + "/".join(str(name) for name in place)
                assert wrong.value.path == path or (place[-1] == "index" and wrong.value.path == "/index"), (operation, path, wrong.value)
                tried += 1
    assert tried > 150


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the place of a member in an answer."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for name, held in items for place in [(*path, name), *places(held, (*path, name))]]


def test_an_error_shows_the_wrong_value() -> None:
    for operation, response, index, message in [
        ("aggregate", "{", None, "the answer must be JSON. Got '{'."),
        ("aggregate", "null", None, "the answer must be an object. Got null."),
        ("aggregate", {"result": []}, None, "/result/0/data must be an object. Got nothing."),
        ("aggregate", {"result": [{"data": AGGREGATE["buckets"]}]}, None, "/result/0/data must be an object. Got a list."),
        (
            "aggregate",
            {"result": [{"data": {**AGGREGATE, "matched_documents": -1}}]},
            None,
            "/result/0/data/matched_documents must be a whole number. Got -1.",
        ),
        ("aggregate", {**AGGREGATE, "matched_documents": 1.5}, None, "/matched_documents must be a whole number. Got 1.5."),
        ("aggregate", {**AGGREGATE, "matched_documents": True}, None, "/matched_documents must be a whole number. Got true."),
        ("aggregate", AGGREGATE, "siv_content_creator", "/matched_creators must be a whole number. Got nothing."),
        ("aggregate", {**AGGREGATE, "index": "siv_info"}, "siv_business_ideas", "/index must be 'siv_business_ideas'. Got 'siv_info'."),
        ("search", {"index": "siv_none", "results": []}, None, "/index must be the name of an index. Got 'siv_none'."),
        ("sector", "x" * 70, None, f"the answer must be JSON. Got '{'x' * 64}…'."),
    ]:
        with pytest.raises(DecodeError) as wrong:
            decode(operation, response, index=index)  # type: ignore[arg-type]
        assert str(wrong.value) == message
        assert wrong.value.response is None
    assert decode("aggregate", {**AGGREGATE, "matched_documents": 937.0})["matched_documents"] == 937
    with pytest.raises(ValueError, match="^operation 'nothing' is not allowed"):
        decode("nothing", {})


def test_a_problem_is_raised() -> None:
    problem = {"code": "rate_limited", "title": "Rate limited", "status": 429, "message": "Too many.", "later": "x"}
    for response in (problem, json.dumps(problem)):
        with pytest.raises(ProblemError, match=r"^Too many\.$") as refused:
            decode("creators", response)
        assert refused.value.problem.document["later"] == "x"
        assert (refused.value.errors, refused.value.allowed, refused.value.did_you_mean, refused.value.param) == ([], None, None, None)
