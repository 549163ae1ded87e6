"""Values of other classes in a request: dates, numbers and lists of Python, NumPy and pandas; all others are errors."""

from __future__ import annotations

import json
from collections import UserDict
from collections.abc import Mapping
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from overheard import shape
from overheard._address import body_of, query_of


class Platform(Enum):
    YOUTUBE = "youtube"
    TIKTOK = "tiktok"


class Spelled(str, Enum):
    YOUTUBE = "youtube"


class Size(IntEnum):
    FEW = 5


ONE_OF_NONE = np.array(7)
NAIVE = "must have a time zone, such as datetime.timezone.utc, or be a date."

# Each value with its form in a body and in an address.
VALUES: list[tuple[Any, object, str]] = [
    (date(2026, 11, 2), "2026-11-02", "2026-11-02"),
    (datetime(2026, 11, 2, 1, tzinfo=timezone(timedelta(hours=2))), "2026-11-01T23:00:00Z", "2026-11-01T23:00:00Z"),
    (pd.Timestamp("2026-11-02"), "2026-11-02", "2026-11-02"),
    (pd.Timestamp("2026-11-02T10:00", tz="UTC"), "2026-11-02T10:00:00Z", "2026-11-02T10:00:00Z"),
    (pd.Timestamp("2026-11-02T00:00", tz="Europe/Vienna"), "2026-11-01T23:00:00Z", "2026-11-01T23:00:00Z"),
    (np.datetime64("2026-11-02"), "2026-11-02", "2026-11-02"),
    (np.datetime64("2026-11-02T00:00:00.000000000"), "2026-11-02", "2026-11-02"),
    (np.array("2026-11-02", dtype="datetime64[D]"), "2026-11-02", "2026-11-02"),
    (np.int64(7), 7, "7"),
    (np.uint8(7), 7, "7"),
    (np.float64(0.1), 0.1, "0.1"),
    (np.float32(0.5), 0.5, "0.5"),
    (np.longdouble(0.5), 0.5, "0.5"),
    (np.bool_(True), True, "true"),
    (np.str_("a"), "a", "a"),
    (ONE_OF_NONE, 7, "7"),
    (Decimal("5"), 5, "5"),
    (Decimal("5.00"), 5, "5"),
    (Decimal("0.1"), 0.1, "0.1"),
    (Fraction(1, 4), 0.25, "0.25"),
    (Platform.YOUTUBE, "youtube", "youtube"),
    (Spelled.YOUTUBE, "youtube", "youtube"),
    (Size.FEW, 5, "5"),
]

LISTS: list[Any] = [
    np.array([1, 2]),
    pd.Series([1, 2]),
    pd.Index([1, 2]),
    pl.Series([1, 2]),
    (np.int64(1), Decimal(2)),
    range(1, 3),
    {1: "a", 2: "b"}.keys(),
]

# Each value with the rule of its error in a body, and of the error in an address if that differs.
UNFIT: list[tuple[Any, type[Exception], str]] = [
    (datetime(2026, 11, 2), TypeError, NAIVE),
    (pd.Timestamp("2026-11-02T10:00"), TypeError, NAIVE),
    (np.datetime64("2026-11-02T10:00"), TypeError, NAIVE),
    (pd.NaT, ValueError, "must have a value. Got NaT: leave it out."),
    (pd.NA, ValueError, "must have a value. Got <NA>: leave it out."),
    (np.datetime64("NaT"), ValueError, "must have a value. Got NaT: leave it out."),
    (float("nan"), ValueError, "must be a finite number. Got nan."),
    (np.float32("inf"), ValueError, "must be a finite number. Got inf."),
    (Decimal("NaN"), ValueError, "must be a finite number. Got NaN."),
    (Decimal("sNaN"), ValueError, "must be a finite number. Got sNaN."),
    (Decimal("1E+1000000"), ValueError, "must be a finite number. Got inf."),
]
CLASSES: list[Any] = [
    object(),
    b"a",
    bytearray(b"a"),
    memoryview(b"a"),
    1j,
    timedelta(days=1),
    Path("a"),
    np.timedelta64(1, "D"),
    np.complex128(1),
    pd.Period("2026-11-02"),
    pd.DataFrame({"a": [1]}),
    pl.DataFrame({"a": [1]}),
]


@pytest.mark.parametrize(("value", "plain", "text"), VALUES, ids=lambda value: repr(value)[:40])
def test_values_are_converted(value: Any, plain: object, text: str) -> None:
    for body, found in ((body_of({"a": value}), {"a": plain}), (body_of({"a": {"b": [value]}}), {"a": {"b": [plain]}})):
        assert body == json.dumps(found, separators=(",", ":")).encode()
    assert query_of({"a": value, "b": [value, value]}).replace("%3A", ":") == f"a={text}&b={text}&b={text}"


@pytest.mark.parametrize("several", LISTS, ids=lambda value: type(value).__module__ + "." + type(value).__name__)
def test_lists_may_be_of_any_class(several: Any) -> None:
    assert body_of({"a": several}) == b'{"a":[1,2]}'
    assert query_of({"a": several}) == "a=1&a=2"


def test_items_of_a_list_are_one_value_each() -> None:
    assert query_of({"topic": ["Tyler, The Creator", '-"a"', '12" vinyl']}) == (
        "topic=%22Tyler%2C+The+Creator%22&topic=%22-%22%22a%22%22%22&topic=12%22+vinyl"
    )
    assert query_of({"topic": "a,b", "q": ["calm, not dry"]}) == "topic=a%2Cb&q=calm%2C+not+dry"


@pytest.mark.parametrize(("value", "kind", "rule"), UNFIT, ids=lambda value: repr(value)[:40])
def test_an_error_names_the_member(value: Any, kind: type[Exception], rule: str) -> None:
    places: list[tuple[str, Any]] = [
        ("from_date", {"from_date": value}),
        ("filters.upload_date.gte", {"filters": UserDict({"upload_date": {"gte": value}})}),
        ("brands[1].terms[0]", {"brands": ({"terms": ["a"]}, {"terms": [value]})}),
    ]
    for place, request in places:
        assert raised(kind, request) == f"{place} {rule}"
    with pytest.raises(kind) as error:
        query_of({"from": ["2026-01-01", value]})
    assert str(error.value) == f"parameter 'from' {rule}"


@pytest.mark.parametrize("value", CLASSES, ids=lambda value: type(value).__module__ + "." + type(value).__name__)
def test_an_error_names_the_class_that_has_no_form(value: Any) -> None:
    name = type(value).__name__
    assert raised(TypeError, {"filters": {"tags": [value]}}) == (
        f"filters.tags[0] must be a text, a number, a boolean, a date, or a list or an object of these. Got {name}."
    )
    with pytest.raises(TypeError) as error:
        query_of({"brand": value})
    assert str(error.value) == f"parameter 'brand' must be a text, a number, a boolean or a date, or a list of these. Got {name}."


def test_values_without_a_text_form() -> None:
    around: dict[str, Any] = {"filters": {}}
    around["filters"]["tags"] = around
    assert raised(ValueError, around) == "filters.tags must not be inside of itself."
    assert raised(TypeError, {"filters": {(1, 2): "a"}}) == "the names in filters must be texts. Got tuple."
    assert raised(TypeError, {"values": iter(["a", object()])}) == "the request has a member that JSON cannot hold."
    with pytest.raises(TypeError, match=r"^parameter 'q' must be a text, .*Got dict\.$"):
        query_of({"q": {"a": 1}})


def test_columns_of_a_data_frame_are_accepted() -> None:
    frame = pd.DataFrame({"day": pd.to_datetime(["2026-01-01", "2026-03-31"]), "size": [3, 5]})
    request: Mapping[str, object] = {
        "index": "siv_info",
        "filters": {"upload_date": {"gte": frame["day"].min(), "lte": frame["day"].max()}},
        "size": frame["size"].iloc[0],
    }
    assert '"upload_date":{"gte":"2026-01-01","lte":"2026-03-31"}' in str(shape("search", request).body)
    path = shape("sentiment", {"from": frame["day"].min(), "to": frame["day"].to_numpy()[1], "brand": np.array(["Velunara"])}).path
    assert path == "/v1/sentiment?brand=Velunara&from=2026-01-01&to=2026-03-31"


def raised(kind: type[Exception], request: Any) -> str:
    with pytest.raises(kind) as error:
        body_of(request)
    return str(error.value)
