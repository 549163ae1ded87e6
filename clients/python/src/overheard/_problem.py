"""Refusals, as the edge words them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class Violation(TypedDict):
    """A rule that a request breaks."""

    code: str
    #: Where: a JSON Pointer into the body, `?name` in a query, or `header:Name`.
    param: str
    message: str
    #: What the place takes.
    allowed: NotRequired[list[str | int | float]]
    #: The nearest of what is allowed, when at most two letters differ.
    did_you_mean: NotRequired[str]


class Problem:
    """Why a request is refused: the members of the edge's body (RFC 9457)."""

    __slots__ = ("body", "document")

    #: The exact text of the edge's body. Its `request_id` is a fixed one when nothing was sent.
    body: str
    #: The whole document, with the members that only some kinds of problems have.
    document: dict[str, Any]

    def __init__(self, body: str) -> None:
        self.body = body
        self.document = json.loads(body)

    @property
    def type(self) -> str:
        return self._text("type")

    @property
    def title(self) -> str:
        return self._text("title")

    @property
    def status(self) -> int:
        """The status of the answer."""
        return int(self.document["status"])

    @property
    def detail(self) -> str:
        return self._text("detail")

    @property
    def instance(self) -> str:
        return self._text("instance")

    @property
    def message(self) -> str:
        """What is wrong, for people."""
        return self._text("message")

    @property
    def code(self) -> str:
        """What is wrong, for programs."""
        return self._text("code")

    @property
    def param(self) -> str | None:
        """Where it is: a JSON Pointer into the body, `?name` in a query, or `header:Name`."""
        param: str | None = self.document.get("param")
        return param

    @property
    def allowed(self) -> list[str | int | float] | None:
        """What the place takes."""
        allowed: list[str | int | float] | None = self.document.get("allowed")
        return allowed

    @property
    def did_you_mean(self) -> str | None:
        """The nearest of what is allowed, when at most two letters differ."""
        nearest: str | None = self.document.get("did_you_mean")
        return nearest

    @property
    def errors(self) -> list[Violation]:
        """Every violation, up to 20; the first is repeated by the members above."""
        errors: list[Violation] = self.document.get("errors", [])
        return errors

    @property
    def request_id(self) -> str:
        """The id to quote when something is unclear."""
        return self._text("request_id")

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later."""
        return bool(self.document.get("retryable", False))

    def _text(self, member: str) -> str:
        return str(self.document.get(member, ""))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Problem) and self.body == other.body

    def __hash__(self) -> int:
        return hash(self.body)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def __repr__(self) -> str:
        return f"<Problem {self}>"


def is_problem(value: Mapping[str, object]) -> bool:
    """Whether an object is the document of a problem."""
    return isinstance(value.get("code"), str) and isinstance(value.get("title"), str) and isinstance(value.get("status"), int)
