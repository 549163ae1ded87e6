"""Wraps the asynchronous client for tests of both clients: each method blocks until its result is there."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from overheard import AsyncOverheard


class Blocking:
    """A client whose methods return the awaited results of `AsyncOverheard`."""

    def __init__(self, client: AsyncOverheard, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._client = client
        self._loop = loop or asyncio.new_event_loop()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._client, name)
        return lambda *given, **named: self._waited(method(*given, **named))

    def close(self) -> None:
        """Closes the client, and ends its event loop."""
        self._waited(self._client.close())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def _waited(self, found: Any) -> Any:
        if isinstance(found, AsyncOverheard):
            return Blocking(found, self._loop)
        if inspect.isawaitable(found):
            return self._loop.run_until_complete(found)
        return Walked(found, self._loop) if hasattr(found, "__anext__") else found


class Walked:
    """Iterates an asynchronous iterator with `for`."""

    def __init__(self, items: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._items = items
        self._loop = loop

    def __iter__(self) -> Walked:
        return self

    def __next__(self) -> Any:
        async def following() -> Any:
            return await self._items.__anext__()

        try:
            return self._loop.run_until_complete(following())
        except StopAsyncIteration:
            raise StopIteration from None

    def pages(self) -> Walked:
        return Walked(self._items.pages(), self._loop)
