"""The clients: questions checked here, sent, retried and read."""

from __future__ import annotations

import copy
import inspect
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from . import _transport
from ._address import address_of, base_of, body_of, path_of
from ._core import is_available
from ._credential import AsyncTokenSource, BrowserToken, Credential, Secret, TokenSource
from ._decode import decode, unwrap
from ._exchange import IDEMPOTENCY_KEY, Answer, Authorize, Options, Prepared, Send, Steps, Wait, exchange
from ._generated.answers import SHAPES
from ._generated.async_methods import AsyncMethods
from ._generated.methods import Methods
from ._generated.operations import OPERATIONS, Operation
from ._kept import Kept
from ._pages import AsyncItems, Items
from ._reports import Progress, ReportFile, file_of
from ._response import ResponseInfo

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from types import TracebackType
    from typing import Literal

    import anyio
    import httpx
    from typing_extensions import Self

    from . import types as t

_TIMEOUT = 30.0
_RETRIES = 2
_INTERVAL = 2.0
#: What is answered by a file, and has a method of its own.
_FILE = "download-report"
#: What is asked in a body, and only reads.
_QUESTIONS = frozenset(OPERATIONS[name].path for name in SHAPES if name in OPERATIONS)

Asked = TypeVar("Asked")


class _Client:
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


def _known(operation: str) -> None:
    if operation not in OPERATIONS or operation == _FILE:
        raise ValueError(f"operation '{operation}' is not allowed. Allowed: [{', '.join(name for name in OPERATIONS if name != _FILE)}]")


def _cursor(question: Mapping[str, object]) -> str | None:
    cursor = question.get("cursor")
    return cursor if isinstance(cursor, str) else None


def _download(id: str, format: str | None, bom: bool | None) -> dict[str, object]:
    return {"id": id, "format": format, "bom": None if bom is None else int(bom)}


def _patience(seconds: float, until: float | None) -> float:
    """How long to wait, which is no longer than the caller has patience."""
    if until is None:
        return seconds
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("the report is not ready yet")
    return min(seconds, left)


class Overheard(_Client, Methods):
    """Asks the edge. Its methods are those of the operations: `aggregate`, `search`, …, `mentions`, `sentiment`, …

        with Overheard(base_url="https://insights.example", key=os.environ["OVERHEARD_KEY"]) as client:
            client.aggregate(index="siv_business_ideas", group_by="brand_name")["buckets"]

    - base_url: Where the edge answers: `https://…`, or `http://` on this machine.
    - key: A data key, `ohk_…`, for the Data API.
    - token: An account's token, `oht_…`, for the Account API.
    - browser_token: A browser token, `ohb_…`, or a function that gets one: called before the first request, and again after a 401.
    - timeout: Seconds for one attempt. Default: 30.
    - retries: Further attempts after 429, 503 and network failures. Default: 2.
    - check: Whether questions are checked before they are sent. By default they are where `overheard[check]` is installed.
    - http: Sends the requests, instead of a client of its own: an `httpx.Client`, which stays open.
    """

    def __init__(
        self,
        *,
        base_url: str,
        key: str | None = None,
        token: str | None = None,
        browser_token: BrowserToken | TokenSource | None = None,
        timeout: float = _TIMEOUT,
        retries: int = _RETRIES,
        check: bool | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        super().__init__(base_url, Credential(key, token, browser_token), timeout, retries, check)
        self._sender = _transport.Sender(http)

    def with_response(self, ask: Callable[[Self], Asked]) -> tuple[Asked, ResponseInfo]:
        """What a question answers, and how it was answered.

        answer, response = client.with_response(lambda client: client.sector(…))
        """
        client, told = self._observed()
        return ask(client), told[-1]

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        body: str | bytes | None = None,
        json: object = None,
    ) -> Any:
        """Sends anything, unchecked, and gives the data of the answer; None when it has no body."""
        return self._run(self._anything(method, path, query, headers, body, json))

    def ask(self, operation: str, question: Mapping[str, object] | None = None) -> Any:
        """Asks an operation by its name, such as `co-mentions`, with the members of its request: for what nobody has typed."""
        _known(operation)
        return self._ask(operation, question or {})

    def watch_report(self, id: str, *, interval: float = _INTERVAL, timeout: float | None = None) -> Iterator[t.ReportDetails]:
        """A report each time that it has got further; the last one is ready.

        - interval: Seconds between two looks at least.
        - timeout: Seconds until waiting ends with a TimeoutError. By default the edge ends every report.
        """
        progress = Progress(interval)
        until = None if timeout is None else time.monotonic() + timeout
        while not progress.is_done:
            report, response = self.with_response(lambda client: client.report(id))
            if progress.take(report, response):
                yield report
            if not progress.is_done:
                time.sleep(_patience(progress.wait, until))

    def wait_for_report(self, id: str, *, interval: float = _INTERVAL, timeout: float | None = None) -> t.ReportDetails:
        """A report that is ready, as soon as it is. Raises a ReportError when it has failed."""
        *_, report = self.watch_report(id, interval=interval, timeout=timeout)
        return report

    def download_report(self, id: str, *, format: Literal["pdf", "csv"] | None = None, bom: bool | None = None) -> ReportFile:
        """A file of a report that is ready.

        - format: By default PDF, where the report has one.
        - bom: Whether a CSV begins with a byte order mark, which some spreadsheets need.
        """
        client, told = self._observed()
        content = client._run(self._prepared(_FILE, _download(id, format, bom), is_file=True))
        return file_of(content, told[-1])

    def pages(self, path: str, query: Mapping[str, object] | None = None) -> Iterator[Mapping[str, Any]]:
        """The pages of any list, by its path."""
        return self._list(path, query or {}).pages()

    def each(self, path: str, query: Mapping[str, object] | None = None) -> Items[Any]:
        """The items of all pages of any list, by its path. Lists with a method of their own are typed: `iter_mentions`."""
        return self._list(path, query or {})

    def close(self) -> None:
        """Closes the connections."""
        self._sender.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _ask(self, operation: str, question: Mapping[str, object], idempotency_key: str | None = None) -> Any:
        return self._run(self._prepared(operation, question, idempotency_key))

    def _items(self, operation: str, question: Mapping[str, object]) -> Items[Any]:
        return Items(lambda cursor: self._ask(operation, {**question, "cursor": cursor}), _cursor(question))

    def _list(self, path: str, query: Mapping[str, object]) -> Items[Any]:
        return Items(lambda cursor: self.request("GET", path, query={**query, "cursor": cursor}), _cursor(query))

    def _run(self, request: Prepared) -> Any:
        """Does the steps of a request."""
        steps = self._steps(request)
        step = next(steps)
        try:
            while True:
                try:
                    outcome = self._done(step)
                except Exception as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(outcome)
        except StopIteration as done:
            return self._told(done.value)

    def _done(self, step: Authorize | Send | Wait) -> Any:
        if isinstance(step, Send):
            return self._sender.send(step)
        if isinstance(step, Wait):
            return time.sleep(step.seconds)
        return self._secret()

    def _secret(self) -> Secret:
        with self._credential.lock:
            source = self._credential.source
            return self._credential.current or self._credential.take(source() if source else None)


class AsyncOverheard(_Client, AsyncMethods):
    """Asks the edge without waiting for it: the methods of `Overheard`, each to be awaited.

        async with AsyncOverheard(base_url="https://insights.example", token=os.environ["OVERHEARD_TOKEN"]) as client:
            async for mention in client.iter_mentions(brand="Velunara"): …

    It takes what `Overheard` takes; `http` is an `httpx.AsyncClient`, and the function of `browser_token` may be asynchronous.
    """

    def __init__(
        self,
        *,
        base_url: str,
        key: str | None = None,
        token: str | None = None,
        browser_token: BrowserToken | AsyncTokenSource | None = None,
        timeout: float = _TIMEOUT,
        retries: int = _RETRIES,
        check: bool | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(base_url, Credential(key, token, browser_token), timeout, retries, check)
        self._sender = _transport.AsyncSender(http)
        self._renewing: anyio.Lock | None = None

    async def with_response(self, ask: Callable[[Self], Awaitable[Asked]]) -> tuple[Asked, ResponseInfo]:
        """What a question answers, and how it was answered."""
        client, told = self._observed()
        return await ask(client), told[-1]

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        body: str | bytes | None = None,
        json: object = None,
    ) -> Any:
        """Sends anything, unchecked, and gives the data of the answer; None when it has no body."""
        return await self._run(self._anything(method, path, query, headers, body, json))

    async def ask(self, operation: str, question: Mapping[str, object] | None = None) -> Any:
        """Asks an operation by its name, such as `co-mentions`, with the members of its request: for what nobody has typed."""
        _known(operation)
        return await self._ask(operation, question or {})

    async def watch_report(self, id: str, *, interval: float = _INTERVAL, timeout: float | None = None) -> AsyncIterator[t.ReportDetails]:
        """A report each time that it has got further; the last one is ready."""
        progress = Progress(interval)
        until = None if timeout is None else time.monotonic() + timeout
        while not progress.is_done:
            report, response = await self.with_response(lambda client: client.report(id))
            if progress.take(report, response):
                yield report
            if not progress.is_done:
                await _transport.pause(_patience(progress.wait, until))

    async def wait_for_report(self, id: str, *, interval: float = _INTERVAL, timeout: float | None = None) -> t.ReportDetails:
        """A report that is ready, as soon as it is. Raises a ReportError when it has failed."""
        *_, report = [report async for report in self.watch_report(id, interval=interval, timeout=timeout)]
        return report

    async def download_report(self, id: str, *, format: Literal["pdf", "csv"] | None = None, bom: bool | None = None) -> ReportFile:
        """A file of a report that is ready."""
        client, told = self._observed()
        content = await client._run(self._prepared(_FILE, _download(id, format, bom), is_file=True))
        return file_of(content, told[-1])

    def pages(self, path: str, query: Mapping[str, object] | None = None) -> AsyncIterator[Mapping[str, Any]]:
        """The pages of any list, by its path."""
        return self._list(path, query or {}).pages()

    def each(self, path: str, query: Mapping[str, object] | None = None) -> AsyncItems[Any]:
        """The items of all pages of any list, by its path."""
        return self._list(path, query or {})

    async def close(self) -> None:
        """Closes the connections."""
        await self._sender.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def _ask(self, operation: str, question: Mapping[str, object], idempotency_key: str | None = None) -> Any:
        return await self._run(self._prepared(operation, question, idempotency_key))

    def _items(self, operation: str, question: Mapping[str, object]) -> AsyncItems[Any]:
        return AsyncItems(lambda cursor: self._ask(operation, {**question, "cursor": cursor}), _cursor(question))

    def _list(self, path: str, query: Mapping[str, object]) -> AsyncItems[Any]:
        return AsyncItems(lambda cursor: self.request("GET", path, query={**query, "cursor": cursor}), _cursor(query))

    async def _run(self, request: Prepared) -> Any:
        """Does the steps of a request."""
        steps = self._steps(request)
        step = next(steps)
        try:
            while True:
                try:
                    outcome = await self._done(step)
                except Exception as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(outcome)
        except StopIteration as done:
            return self._told(done.value)

    async def _done(self, step: Authorize | Send | Wait) -> Any:
        if isinstance(step, Send):
            return await self._sender.send(step)
        if isinstance(step, Wait):
            return await _transport.pause(step.seconds)
        return await self._secret()

    async def _secret(self) -> Secret:
        import anyio

        self._renewing = self._renewing or anyio.Lock()
        async with self._renewing:
            if self._credential.current is not None or self._credential.source is None:
                return self._credential.current or self._credential.take(None)
            given = self._credential.source()
            return self._credential.take(await given if inspect.isawaitable(given) else given)
