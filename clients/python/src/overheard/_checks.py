"""The guardrails of the edge before anything is sent, in its words: the same core decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ._address import body_of, query_of, well_formed
from ._core import Sent, core
from ._errors import ProblemError
from ._generated.operations import OPERATIONS, Operation
from ._problem import Problem

#: A request: an object, or JSON text, or that text in UTF-8. Where a question stands in an address, text is that of a query.
Request: TypeAlias = Mapping[str, object] | str | bytes

_CHECKED = {name: operation for name, operation in OPERATIONS.items() if operation.number >= 0}


@dataclass(frozen=True)
class Shaped:
    """A request as it is sent, in its canonical form. Two requests with the same path and body are the same question."""

    method: str
    path: str
    headers: dict[str, str]
    body: str | None
    #: Cost units.
    cost: int


def check(operation: str, request: Request | None = None) -> Problem | None:
    """What the edge would answer to a request that it refuses; None when it would accept it.

    The operation is called as in the schema and in docs/account-api.md: `aggregate`, `co-mentions`, `mention-stats`.
    """
    checked = checked_operation(operation)
    refusal = core().refusal(checked, written(checked, request))
    return None if refusal is None else Problem(refusal)


def shape(operation: str, request: Request | None = None) -> Shaped:
    """A request as it is sent, with its canonical form and its cost. Raises a ProblemError when the edge would refuse it."""
    checked = checked_operation(operation)
    sent = checked_question(checked, written(checked, request))
    headers = {"Content-Type": "application/json"} if checked.has_body else {}
    return Shaped(checked.method, sent.path, headers, None if sent.body is None else sent.body.decode(), sent.cost)


def checked_question(operation: Operation, given: bytes) -> Sent:
    """What is sent of a question that passes."""
    sent = core().sent(operation, given)
    if sent is None:
        raise ProblemError(Problem(core().refusal(operation, given) or ""))
    return sent


def checked_operation(name: str) -> Operation:
    operation = _CHECKED.get(name)
    if operation is None:
        raise ValueError(f"operation '{name}' is not allowed. Allowed: [{', '.join(_CHECKED)}]")
    return operation


def written(operation: Operation, request: Request | None) -> bytes:
    """A request as the core reads it. Text and bytes are taken as they are: what a parser would lose counts."""
    if isinstance(request, bytes):
        return request
    if isinstance(request, str):
        return well_formed(request if operation.has_body else request.removeprefix("?")).encode()
    return body_of(request) if operation.has_body else query_of(request or {}).encode()
