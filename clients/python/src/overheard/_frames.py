"""Answers as data frames: a row for each group, document, month, period or item, with dates as dates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from ._generated.columns import COLUMNS
from ._json import is_list, is_object

if TYPE_CHECKING:
    import pandas
    import polars

#: An answer that has rows, or items of lists: a page, or what `iter_mentions` and its kin give.
Rows: TypeAlias = Mapping[str, Any] | Iterable[Mapping[str, Any]]

_Row: TypeAlias = dict[str, Any]


class _Table(NamedTuple):
    rows: list[_Row]
    #: What each column holds, in their order; others come behind them.
    kinds: dict[str, str]


def to_pandas(answer: Rows) -> pandas.DataFrame:
    """An answer's rows as a DataFrame of pandas (`overheard[pandas]`).

    Objects inside of a row are columns of it: `sentiment_score`, `brand_stats_views`. Dates and months are `datetime64`,
    times too, in UTC; whole numbers are `Int64` where some are unknown.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("to_pandas needs pandas: pip install 'overheard[pandas]'") from error

    rows, kinds = _table(answer)
    frame: pandas.DataFrame = pd.DataFrame(rows, columns=_names(rows, kinds))
    for name, kind in kinds.items():
        if name not in frame:
            continue
        column: pandas.Series[Any] = frame[name]
        if kind in ("date", "month"):
            frame[name] = pd.to_datetime(column, format="%Y-%m-%d" if kind == "date" else "%Y-%m")
        elif kind == "time":
            frame[name] = pd.to_datetime(column, format="ISO8601", utc=True)
        elif kind == "whole":
            frame[name] = column.astype("Int64" if column.isna().any() else "int64")
        elif kind == "number":
            frame[name] = column.astype("float64")
        elif kind == "flag":
            frame[name] = column.astype("bool")
    return frame


def to_polars(answer: Rows) -> polars.DataFrame:
    """An answer's rows as a DataFrame of Polars (`overheard[polars]`), with the same columns as `to_pandas`."""
    try:
        import polars as pl
    except ImportError as error:
        raise ImportError("to_polars needs polars: pip install 'overheard[polars]'") from error

    rows, kinds = _table(answer)
    plain: dict[str, Any] = {"whole": pl.Int64, "number": pl.Float64, "flag": pl.Boolean, "text": pl.String}
    names = _names(rows, kinds)
    overrides = {name: plain.get(kinds.get(name, ""), pl.String) for name in names if kinds.get(name) in (*plain, "date", "month", "time")}
    columns = {name: [row.get(name) for row in rows] for name in names}
    frame = pl.DataFrame(columns, schema_overrides=overrides, strict=False)
    read: list[polars.Expr] = []
    for name in names:
        text, kind = pl.col(name), kinds.get(name)
        if kind in ("date", "month"):
            read.append((text if kind == "date" else text + "-01").str.to_date("%Y-%m-%d"))
        elif kind == "time":
            read.append(text.str.to_datetime(time_unit="us", time_zone="UTC"))
    return frame.with_columns(read)


def _names(rows: list[_Row], kinds: dict[str, str]) -> list[str]:
    """The columns: those that are known to be there, then what rows have besides, in the order in which it occurs."""
    known = [name for name, kind in kinds.items() if kind != "map" and (not rows or any(name in row for row in rows))]
    return list(dict.fromkeys([*known, *(name for row in rows for name in row)]))


def _table(answer: Rows) -> _Table:
    """The rows of an answer, and what they hold."""
    if not is_object(answer):
        items: list[Any] = list(answer)
        return _of(_kind_of(items), items)
    if "buckets" in answer:
        return _of("bucket", answer["buckets"])
    if "series" in answer:
        return _of(answer.get("object"), answer["series"])
    if "brands" in answer and "meta" in answer and "object" not in answer:
        return _of("sector", _months(answer["brands"]))
    if "columns" in answer and "rows" in answer:
        return _of("trend_comparison", _compared(answer))
    found = answer.get("results", answer.get("data"))
    if not is_list(found):
        named = answer.get("object")
        raise TypeError(f"{'an answer' if named is None else f'the answer {named!r}'} has no rows: pass the list that is meant")
    kind = answer.get("object") if "data" in answer else answer.get("index")
    if kind is None and "matched_creators" in answer:
        kind = "siv_content_creator"
    return _of(kind if kind in COLUMNS else _kind_of(found), found)


def _kind_of(items: list[Any]) -> str | None:
    """What items are: those of lists say it, others have the members that they have."""
    first = items[0] if items else None
    if not is_object(first):
        return None
    if first.get("object") in COLUMNS:
        return cast("str", first["object"])
    names = _flat(first)
    return next((kind for kind, columns in COLUMNS.items() if all(_is_of(columns, name) for name in names)), None)


def _is_of(columns: dict[str, str], name: str) -> bool:
    """Whether a column is one of these, or of an object that has a column for each of its members."""
    return name in columns or any(kind == "map" and name.startswith(f"{column}_") for column, kind in columns.items())


def _of(kind: Any, items: Iterable[Any]) -> _Table:
    kinds = COLUMNS.get(kind, {}) if isinstance(kind, str) else {}
    # An object that is not there is no column: its members are.
    columns = {name for name, held in kinds.items() if held != "map"}
    objects = {name[:at] for name in kinds for at, letter in enumerate(name) if letter == "_"} | set(kinds) - columns
    rows = [
        {name: value for name, value in _flat(item).items() if value is not None or name in columns or name not in objects}
        for item in items
    ]
    return _Table(rows, kinds)


def _months(brands: list[Any]) -> list[_Row]:
    """A row for each brand and month."""
    about = ("label", "coverage", "low_confidence")
    return [{**{name: brand[name] for name in about}, **month} for brand in brands for month in brand["series"]]


def _compared(answer: Mapping[str, Any]) -> list[_Row]:
    """A row for each topic and column: lists hold a value for each column."""
    return [
        {
            "topic": row["topic"],
            "column": column["key"],
            **{name: value[at] if isinstance(value, list) else value for name, value in row.items() if name != "topic"},
        }
        for row in answer["rows"]
        for at, column in enumerate(answer["columns"])
    ]


def _flat(item: Mapping[str, Any], prefix: str = "") -> _Row:
    """A row whose objects are columns of it, with both names."""
    row: _Row = {}
    for name, value in item.items():
        if is_object(value):
            row.update(_flat(value, f"{prefix}{name}_"))
        elif prefix or name != "object":
            row[f"{prefix}{name}"] = value
    return row
