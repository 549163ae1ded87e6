"""What both clients have in common: how a question becomes a request, and what is read of its answer."""

from __future__ import annotations

import copy
import time
import uuid
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ._address import address_of, base_of, body_of, path_of
from ._core import is_available
from ._credential import Credential
from ._decode import decode, unwrap
from ._exchange import IDEMPOTENCY_KEY, Answer, Options, Prepared, Steps, exchange
from ._generated.answers import SHAPES
from ._generated.operations import OPERATIONS, Operation
from ._kept import Kept
from ._response import ResponseInfo

if TYPE_CHECKING:
    from typing_extensions import Self

TIMEOUT = 30.0
RETRIES = 2
INTERVAL = 2.0
#: What is answered by a file, and has a method of its own.
FILE = "download-report"
#: What is asked in a body, and only reads.
_QUESTIONS = frozenset(OPERATIONS[name].path for name in SHAPES if name in OPERATIONS)


class BaseClient:
    """What both clients have: where they ask, with what, and how. Copies of a client share its connections."""

    def __init__(
        self,
        base_url: str,
        credential: Credential,
        timeout: float,
        retries: int,
        check: bool | None,
    ) -> None:
        self._base = base_of(base_url)
        self._credential = credential
        self._kept = Kept()
        self._options = Options(timeout, retries, meta=False)
        self._is_checked = _can_check(check)
        #: What is told how each request was answered.
        self._observe: Callable[[ResponseInfo], None] | None = None

    def with_options(
        self, *, timeout: float | None = None, retries: int | None = None, meta: bool | None = None, check: bool | None = None
    ) -> Self:
        """A client with other settings and the same connections. `meta=True` asks for `_meta` as well: dataset version, hints."""
        changed = copy.copy(self)
        before = self._options
        changed._options = Options(
            before.timeout if timeout is None else timeout,
            before.retries if retries is None else retries,
            before.meta if meta is None else meta,
        )
        if check is not None:
            changed._is_checked = _can_check(check)
        return changed

    def _observed(self) -> tuple[Self, list[ResponseInfo]]:
        """A client that writes down how it was answered."""
        told: list[ResponseInfo] = []
        observed = copy.copy(self)
        observed._observe = told.append
        return observed, told

    def _prepared(
        self, name: str, question: Mapping[str, object], idempotency_key: str | None = None, *, is_file: bool = False
    ) -> Prepared:
        """A question as it is sent. One that the edge would refuse is refused here, where it is checked."""
        operation = OPERATIONS[name]
        asked = {member: value for member, value in question.items() if value is not None}
        path, body = self._written(operation, asked)
        headers = {"Content-Type": "application/json"} if operation.has_body else {}
        if operation.is_creation:
            headers[IDEMPOTENCY_KEY] = idempotency_key or str(uuid.uuid4())
        index = asked.get("index")
        is_decoded = name in SHAPES
        return Prepared(
            operation.method,
            self._base + path,
            headers,
            body,
            is_question=is_decoded,
            is_file=is_file,
            read=partial(decode, name, index=index if isinstance(index, str) else None) if is_decoded else _data_of,
        )

    def _written(self, operation: Operation, asked: Mapping[str, object]) -> tuple[str, bytes | None]:
        """The path and the body of a question: in its canonical form, where it is checked."""
        if self._is_checked and operation.number >= 0:
            from ._checks import checked_question, written

            sent = checked_question(operation, written(operation, asked))
            return sent.path, sent.body
        path, others = path_of(operation.path, asked)
        if operation.has_body:
            return path, body_of(others)
        return address_of("", path, others), None

    def _anything(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None,
        headers: Mapping[str, str] | None,
        body: str | bytes | None,
        json: object,
    ) -> Prepared:
        if body is not None and json is not None:
            raise TypeError("body and json are the same in two forms: give one of them")
        given = dict(headers or {})
        content = body.encode() if isinstance(body, str) else body
        if json is not None:
            given.setdefault("Content-Type", "application/json")
            content = body_of(json)
        return Prepared(method.upper(), address_of(self._base, path, query), given, content, path in _QUESTIONS)

    def _steps(self, request: Prepared) -> Steps:
        return exchange(request, self._options, self._credential, self._kept)

    def _told(self, answer: Answer) -> Any:
        """The data of an answer, when whoever wants to hear of it has."""
        if self._observe is not None:
            self._observe(answer.response)
        return answer.data

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._base}>"


def _data_of(text: str) -> Any:
    return unwrap(text).data


def _can_check(wanted: bool | None) -> bool:
    """Whether questions are checked: by default where what runs the core is installed."""
    if wanted and not is_available():
        raise ImportError("check=True needs wasmtime: pip install 'overheard[check]'")
    return is_available() if wanted is None else wanted


def known(operation: str) -> None:
    if operation not in OPERATIONS or operation == FILE:
        raise ValueError(f"operation '{operation}' is not allowed. Allowed: [{', '.join(name for name in OPERATIONS if name != FILE)}]")


def cursor_of(question: Mapping[str, object]) -> str | None:
    cursor = question.get("cursor")
    return cursor if isinstance(cursor, str) else None


def download(id: str, format: str | None, part: int | None, bom: bool | None) -> dict[str, object]:
    return {"id": id, "format": format, "part": part, "bom": None if bom is None else int(bom)}


def patience(seconds: float, until: float | None) -> float:
    """How long to wait, which is no longer than the caller has patience."""
    if until is None:
        return seconds
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("the report is not ready yet")
    return min(seconds, left)


def last(told: list[ResponseInfo]) -> ResponseInfo:
    """How the last of some requests was answered."""
    if not told:
        raise ValueError("the function asked nothing: an iterator asks when it is gone through")
    return told[-1]
