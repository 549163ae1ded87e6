"""Lists, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from ._errors import DecodeError
from ._json import is_list, is_object

Item = TypeVar("Item")


class _Cursors:
    """Which page comes next: the one behind the last, until there is none."""

    def __init__(self, cursor: str | None) -> None:
        self.next = cursor
        self.is_done = False

    def take(self, page: Any) -> Mapping[str, Any]:
        """Takes a page as it was answered."""
        found: Mapping[str, Any] = page if is_object(page) else {}
        data = found.get("data")
        if not is_list(data):
            raise DecodeError("/data", "a list", data, is_there="data" in found)
        cursor = found.get("next_cursor") if found.get("has_more") else None
        if cursor is not None and cursor == self.next:
            # It would go round for ever.
            raise DecodeError("/next_cursor", "another cursor than the one that was asked with", cursor)
        self.next = cursor
        self.is_done = not cursor
        return found


class Items(Iterator[Item], Generic[Item]):
    """The items of a list: each page is asked for when it is needed, with the cursor of the one before."""

    def __init__(self, ask: Callable[[str | None], Any], cursor: str | None) -> None:
        self._ask = ask
        self._cursors = _Cursors(cursor)
        self._items = self._every()

    def __next__(self) -> Item:
        return next(self._items)

    def pages(self) -> Iterator[Mapping[str, Any]]:
        """The pages instead, as they are answered."""
        while not self._cursors.is_done:
            yield self._cursors.take(self._ask(self._cursors.next))

    def _every(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page["data"]


class AsyncItems(AsyncIterator[Item], Generic[Item]):
    """The same, for `async for`."""

    def __init__(self, ask: Callable[[str | None], Awaitable[Any]], cursor: str | None) -> None:
        self._ask = ask
        self._cursors = _Cursors(cursor)
        self._items = self._every()

    async def __anext__(self) -> Item:
        return await self._items.__anext__()

    async def pages(self) -> AsyncIterator[Mapping[str, Any]]:
        """The pages instead, as they are answered."""
        while not self._cursors.is_done:
            yield self._cursors.take(await self._ask(self._cursors.next))

    async def _every(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page["data"]:
                yield item
