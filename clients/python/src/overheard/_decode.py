"""Answers, flat or wrapped, as data whose documented members are there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ._errors import DecodeError, ProblemError
from ._generated.answers import SHAPES
from ._generated.operations import OPERATIONS
from ._json import is_list, is_object
from ._problem import Problem, is_problem

#: The index whose answers have members that others do not have.
_CREATORS = "siv_content_creator"
_NAMES = {"text": "a string", "number": "a number", "whole": "a whole number", "flag": "a boolean"}


class Unwrapped(NamedTuple):
    """The data of an answer, and where in it they are."""

    data: dict[str, Any]
    path: str


def decode(operation: str, response: str | Mapping[str, Any], *, index: str | None = None) -> dict[str, Any]:
    """The data of an operation's answer, flat or wrapped.

    Every documented member must be there with its type; members that are not known yet are kept. Raises a ProblemError
    when the answer is a problem, and a DecodeError when it is something else.
    """
    if operation not in OPERATIONS:
        raise ValueError(f"operation '{operation}' is not allowed. Allowed: [{', '.join(OPERATIONS)}]")
    data, path = unwrap(response)
    # Forms that repeat the index must repeat the one that was asked.
    if index is not None and data.get("index", index) != index:
        raise DecodeError(f"{path}/index", f"'{index}'", data["index"])
    if operation in SHAPES:
        _Reader(data.get("index", index)).answer(operation, data, path)
    return data


def unwrap(response: str | Mapping[str, Any]) -> Unwrapped:
    """The data of any answer."""
    value = _parsed(response) if isinstance(response, str) else response
    if not is_object(value):
        raise DecodeError("", "an object", value)
    result = value.get("result")
    if is_list(result):
        first = result[0] if result else None
        data = first.get("data") if is_object(first) else None
        if not is_object(data):
            raise DecodeError("/result/0/data", "an object", data, is_there=data is not None)
        return Unwrapped(dict(data), "/result/0/data")
    if is_problem(value):
        raise ProblemError(Problem(response if isinstance(response, str) else json.dumps(response, ensure_ascii=False)))
    return Unwrapped(dict(value), "")


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise DecodeError("", "JSON", text) from None


class _Reader:
    """Goes through an answer, and raises where it is not as documented."""

    def __init__(self, index: str | None) -> None:
        self._index = index

    def answer(self, operation: str, data: Mapping[str, Any], path: str) -> None:
        if operation == "search" and data.get("index") not in SHAPES:
            raise DecodeError(f"{path}/index", "the name of an index", data.get("index"), is_there="index" in data)
        self._members(operation, data, path)
        if "_meta" in data:
            self._object("_meta", data["_meta"], f"{path}/_meta")

    def _members(self, shape: str, value: Mapping[str, Any], path: str) -> None:
        for name, holds, is_nullable, present in SHAPES[shape]:
            place = f"{path}/{name}"
            if name in value:
                self._value(holds, value[name], is_nullable, place)
            elif present == "always" or (present == "on_creators" and self._index == _CREATORS):
                raise DecodeError(place, self._expected(holds, is_nullable), is_there=False)

    def _object(self, shape: str, value: Any, path: str) -> None:
        if not is_object(value):
            raise DecodeError(path, "an object", value)
        self._members(shape, value, path)

    def _value(self, holds: str, value: Any, is_nullable: bool, path: str) -> None:
        if value is None and is_nullable:
            return
        kind, _, shape = holds.partition(" ")
        if kind == "object":
            self._object(shape, value, path)
        elif kind in ("objects", "documents", "texts"):
            if not is_list(value):
                raise DecodeError(path, "a list", value)
            for at, item in enumerate(value):
                if kind == "texts":
                    self._value("text", item, False, f"{path}/{at}")
                else:
                    self._object(shape or str(self._index), item, f"{path}/{at}")
        elif kind == "list":
            if not is_list(value):
                raise DecodeError(path, "a list", value)
            for at, item in enumerate(value):
                self._value(shape, item, False, f"{path}/{at}")
        elif kind == "numbers":
            if not is_object(value):
                raise DecodeError(path, self._expected(holds, is_nullable), value)
            for name, number in value.items():
                self._value("number", number, False, f"{path}/{name}")
        elif not _is(kind, value):
            raise DecodeError(path, self._expected(holds, is_nullable), value)

    @staticmethod
    def _expected(holds: str, is_nullable: bool) -> str:
        kind = holds.partition(" ")[0]
        name = _NAMES.get(kind) or ("an object" if kind in ("object", "numbers") else "a list")
        return f"{name} or null" if is_nullable else name


def _is(kind: str, value: Any) -> bool:
    """Whether a single value is of a kind. JSON knows no difference between 1 and 1.0."""
    if kind == "text":
        return isinstance(value, str)
    if isinstance(value, bool) or kind == "flag":
        return isinstance(value, bool) and kind == "flag"
    if kind == "whole":
        return isinstance(value, (int, float)) and value >= 0 and value == value // 1
    return isinstance(value, (int, float))
