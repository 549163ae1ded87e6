"""The asynchronous client."""

from __future__ import annotations

import inspect
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ._base import FILE, INTERVAL, RETRIES, TIMEOUT, BaseClient, cursor_of, download, known, last, patience
from ._credential import AsyncTokenSource, BrowserToken, Credential, Secret
from ._exchange import Authorize, Prepared, Send, Wait
from ._generated.async_methods import AsyncMethods
from ._pages import AsyncItems
from ._reports import Progress, ReportFile, file_of
from ._response import ResponseInfo
from ._transport import AsyncSender, pause

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Literal

    import httpx
    from typing_extensions import Self

    from . import types as t

Asked = TypeVar("Asked")


class AsyncOverheard(BaseClient, AsyncMethods):
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
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        check: bool | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(base_url, Credential(key, token, browser_token), timeout, retries, check)
        self._sender = AsyncSender(http)

    async def with_response(self, ask: Callable[[Self], Awaitable[Asked]]) -> tuple[Asked, ResponseInfo]:
        """What a question answers, and how it was answered."""
        client, told = self._observed()
        return await ask(client), last(told)

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
        known(operation)
        return await self._ask(operation, question or {})

    async def watch_report(self, id: str, *, interval: float = INTERVAL, timeout: float | None = None) -> AsyncIterator[t.ReportDetails]:
        """A report each time that it has got further; the last one is ready."""
        progress = Progress(interval)
        until = None if timeout is None else time.monotonic() + timeout
        while not progress.is_done:
            report, response = await self.with_response(lambda client: client.report(id))
            if progress.take(report, response):
                yield report
            if not progress.is_done:
                await pause(patience(progress.wait, until))

    async def wait_for_report(self, id: str, *, interval: float = INTERVAL, timeout: float | None = None) -> t.ReportDetails:
        """A report that is ready, as soon as it is. Raises a ReportError when it has failed."""
        *_, report = [report async for report in self.watch_report(id, interval=interval, timeout=timeout)]
        return report

    async def download_report(
        self,
        id: str,
        *,
        format: Literal["pdf", "csv", "ndjson", "parquet"] | None = None,
        part: int | None = None,
        bom: bool | None = None,
    ) -> ReportFile:
        """A file of a report that is ready."""
        client, told = self._observed()
        content = await client._run(self._prepared(FILE, download(id, format, part, bom), is_file=True))
        return file_of(content, last(told))

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
        return AsyncItems(lambda cursor: self._ask(operation, {**question, "cursor": cursor}), cursor_of(question))

    def _list(self, path: str, query: Mapping[str, object]) -> AsyncItems[Any]:
        return AsyncItems(lambda cursor: self.request("GET", path, query={**query, "cursor": cursor}), cursor_of(query))

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
            return await pause(step.seconds)
        return await self._secret()

    async def _secret(self) -> Secret:
        import anyio

        credential = self._credential
        credential.renewing = credential.renewing or anyio.Lock()
        async with credential.renewing:
            if credential.current is not None or credential.source is None:
                return credential.current or credential.take(None)
            given = credential.source()
            return credential.take(await given if inspect.isawaitable(given) else given)
