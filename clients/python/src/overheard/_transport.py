"""Sending by httpx, which is loaded when the first request is sent."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._errors import TransportError
from ._exchange import Received, Send
from ._version import __version__

if TYPE_CHECKING:
    import httpx

_AGENT = f"overheard-python/{__version__}"


class Sender:
    """Sends requests one by one."""

    def __init__(self, http: httpx.Client | None) -> None:
        self._http = http
        self._is_own = http is None
        self._lock = threading.Lock()

    def send(self, step: Send) -> Received:
        """One attempt: sent, and its answer read whole. A file takes as long as it takes."""
        import httpx

        http = self._client()
        until = time.monotonic() + step.timeout
        try:
            response = http.send(_built(http, step), stream=True, follow_redirects=False)
            try:
                is_file = step.request.is_file and response.is_success
                content = b"".join(response.iter_bytes() if is_file else _before(until, response.iter_bytes(), step))
            finally:
                response.close()
        except httpx.RequestError as error:
            raise _failure(error, step) from _bare(error)
        return _received(response, content)

    def close(self) -> None:
        with self._lock:
            if self._http is not None and self._is_own:
                self._http.close()

    def _client(self) -> httpx.Client:
        import httpx

        with self._lock:
            self._http = self._http or httpx.Client()
            return self._http


class AsyncSender:
    """Sends requests without waiting for them."""

    def __init__(self, http: httpx.AsyncClient | None) -> None:
        self._http = http
        self._is_own = http is None

    async def send(self, step: Send) -> Received:
        """One attempt, as above."""
        import anyio
        import httpx

        self._http = http = self._http or httpx.AsyncClient()
        try:
            with anyio.fail_after(step.timeout) as limit:
                response = await http.send(_built(http, step), stream=True, follow_redirects=False)
                try:
                    if step.request.is_file and response.is_success:
                        limit.deadline = float("inf")
                    content = await response.aread()
                finally:
                    await response.aclose()
        except TimeoutError:
            raise _late(step) from None
        except httpx.RequestError as error:
            raise _failure(error, step) from _bare(error)
        return _received(response, content)

    async def close(self) -> None:
        if self._http is not None and self._is_own:
            await self._http.aclose()


async def pause(seconds: float) -> None:
    """Waits, in whichever library runs the program."""
    import anyio

    await anyio.sleep(seconds)


def _built(http: httpx.Client | httpx.AsyncClient, step: Send) -> httpx.Request:
    request = step.request
    headers = step.secret.add_to({"User-Agent": _AGENT, **step.headers})
    return http.build_request(request.method, request.url, headers=headers, content=request.body, timeout=step.timeout)


def _received(response: httpx.Response, content: bytes) -> Received:
    return Received(response.status_code, {name.lower(): value for name, value in response.headers.items()}, content)


def _before(until: float, parts: Iterator[bytes], step: Send) -> Iterator[bytes]:
    """What arrives before a moment; httpx by itself looks only at how long nothing does."""
    for part in parts:
        if time.monotonic() > until:
            raise _late(step)
        yield part


def _late(step: Send) -> TransportError:
    return TransportError("timeout", f"{step.request.url} did not answer within {step.timeout:g} s")


def _failure(error: httpx.RequestError, step: Send) -> TransportError:
    import httpx

    if isinstance(error, httpx.TimeoutException):
        return _late(step)
    return TransportError("network", f"{step.request.url} could not be reached: {error}")


def _bare(error: httpx.RequestError) -> httpx.RequestError:
    """A failure without the request that it was about, which holds the secret, and without the places where that was."""
    return type(error)(str(error))
