"""The client that waits for its answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ._base import FILE, INTERVAL, RETRIES, TIMEOUT, BaseClient, cursor_of, download, known, last, patience
from ._credential import BrowserToken, Credential, Secret, TokenSource
from ._exchange import Authorize, Prepared, Send, Wait
from ._generated.methods import Methods
from ._pages import Items
from ._reports import Progress, ReportFile, file_of
from ._response import ResponseInfo
from ._transport import Sender

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Literal

    import httpx
    from typing_extensions import Self

    from . import types as t

Asked = TypeVar("Asked")


class Overheard(BaseClient, Methods):
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
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        check: bool | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        super().__init__(base_url, Credential(key, token, browser_token), timeout, retries, check)
        self._sender = Sender(http)

    def with_response(self, ask: Callable[[Self], Asked]) -> tuple[Asked, ResponseInfo]:
        """What a question answers, and how it was answered.

        answer, response = client.with_response(lambda client: client.sector(…))
        """
        client, told = self._observed()
        return ask(client), last(told)

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
        known(operation)
        return self._ask(operation, question or {})

    def watch_report(self, id: str, *, interval: float = INTERVAL, timeout: float | None = None) -> Iterator[t.ReportDetails]:
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
                time.sleep(patience(progress.wait, until))

    def wait_for_report(self, id: str, *, interval: float = INTERVAL, timeout: float | None = None) -> t.ReportDetails:
        """A report that is ready, as soon as it is. Raises a ReportError when it has failed."""
        *_, report = self.watch_report(id, interval=interval, timeout=timeout)
        return report

    def download_report(
        self,
        id: str,
        *,
        format: Literal["pdf", "csv", "ndjson", "parquet"] | None = None,
        part: int | None = None,
        bom: bool | None = None,
    ) -> ReportFile:
        """A file of a report that is ready.

        - format: By default PDF, where the report has one.
        - part: The part; required if the report has several files of the format.
        - bom: Whether a CSV begins with a byte order mark, which some spreadsheets need.
        """
        client, told = self._observed()
        content = client._run(self._prepared(FILE, download(id, format, part, bom), is_file=True))
        return file_of(content, last(told))

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
        return Items(lambda cursor: self._ask(operation, {**question, "cursor": cursor}), cursor_of(question))

    def _list(self, path: str, query: Mapping[str, object]) -> Items[Any]:
        return Items(lambda cursor: self.request("GET", path, query={**query, "cursor": cursor}), cursor_of(query))

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
