"""Values of a request as JSON has them: those of Python, and those of NumPy and pandas, neither of which is imported."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum
from numbers import Integral, Real
from typing import Any, cast

from ._json import is_object, is_several

#: What pandas has in place of a value that is not known.
_UNKNOWN = ("NAType", "NaTType")
#: A decimal number of more digits is read as a double, as every number of a request is in the end.
_MOST_DIGITS = 20
_NO_ZONE = "must have a time zone, such as datetime.timezone.utc, or be a date"


class UnfitError(Exception):
    """A value that no request can hold. The text continues a sentence that begins with the name of its member.

    It is empty where the class alone is wrong.
    """

    def __init__(self, rule: str = "", kind: type[Exception] = TypeError) -> None:
        super().__init__(rule)
        self.kind = kind


def plain(value: object) -> Any:
    """A value of another class as one that JSON has, whose items may be of other classes in turn.

    Raises an UnfitError for a value that has no counterpart in JSON.
    """
    if isinstance(value, Enum):
        return value.value
    kind = type(value)
    if kind.__name__ in _UNKNOWN and _is_of("pandas", kind):
        raise _unset(value)
    if isinstance(value, date):
        return _time_text(value)
    if is_object(value):
        return dict(value)
    if is_several(value):
        return list(value)
    if _is_of("numpy", kind):
        return _scalar(value)
    if isinstance(value, Decimal):
        return _number(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise UnfitError


def _unset(value: object) -> UnfitError:
    return UnfitError(f"must have a value. Got {value}: leave it out", ValueError)


def _number(value: Decimal) -> int | float:
    if not value.is_finite():
        raise UnfitError(f"must be a finite number. Got {value}", ValueError)
    is_whole = value.adjusted() < _MOST_DIGITS and value == value.to_integral_value()
    return int(value) if is_whole else float(value)


def _scalar(value: object) -> Any:
    """A scalar of NumPy, or an array without a dimension, as a value of Python."""
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind == "M":
        return _day(str(value))
    if kind == "b":
        return bool(value)
    if kind in ("i", "u"):
        return int(cast("Any", value))
    if kind == "f":
        return float(cast("Any", value))
    if kind == "U":
        return str(value)
    raise UnfitError


def _day(text: str) -> str:
    """A date and time without a zone as a date, which is what NumPy and pandas have for one: that of midnight."""
    if text == "NaT":
        raise _unset(text)
    day, _, time = text.replace(" ", "T").partition("T")
    if time.strip("0:."):
        raise UnfitError(_NO_ZONE)
    return day


def _time_text(value: date) -> str:
    """A date as YYYY-MM-DD, a time as RFC 3339 in UTC."""
    if not isinstance(value, datetime):
        return value.isoformat()
    if value.tzinfo is None:
        if _is_of("pandas", type(value)):
            return _day(value.isoformat())
        raise UnfitError(_NO_ZONE)
    return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def _is_of(package: str, kind: type) -> bool:
    """True if a class, or one that it is made from, is of a package."""
    return any(base.__module__.partition(".")[0] == package for base in kind.__mro__)


def fault_of(request: object) -> Exception | None:
    """The error that names the first member of a request that no JSON text can hold; None where there is none."""
    return next(_faults(request, "", ()), None)


def _faults(value: object, path: str, around: tuple[int, ...]) -> Iterator[Exception]:
    place = path or "the request"
    if isinstance(value, float) and not math.isfinite(value):
        yield ValueError(f"{place} must be a finite number. Got {value}.")
        return
    if value is None or isinstance(value, (str, bool, int, float)):
        return
    if id(value) in around:
        yield ValueError(f"{place} must not be inside of itself.")
        return
    within = (*around, id(value))
    if not isinstance(value, (dict, list, tuple)):
        try:
            inside = plain(value)
        except UnfitError as fault:
            rule = str(fault) or f"must be a text, a number, a boolean, a date, or a list or an object of these. Got {type(value).__name__}"
            yield fault.kind(f"{place} {rule}.")
            return
        yield from _faults(inside, path, within)
        return
    if isinstance(value, dict):
        for name, member in cast("dict[object, object]", value).items():
            if not isinstance(name, (str, bool, int, float)) and name is not None:
                yield TypeError(f"the names in {place} must be texts. Got {type(name).__name__}.")
            yield from _faults(member, f"{path}.{name}" if path else str(name), within)
        return
    for at, item in enumerate(cast("list[object] | tuple[object, ...]", value)):
        yield from _faults(item, f"{path}[{at}]", within)
