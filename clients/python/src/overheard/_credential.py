"""The secret of a client, and how it is sent. It is in no message and on no object that prints."""

from __future__ import annotations

import re
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ._json import is_object

if TYPE_CHECKING:
    import anyio

#: A short-lived token: its text, or the edge's answer that made it.
BrowserToken: TypeAlias = str | Mapping[str, object]
#: Whatever gets one.
TokenSource: TypeAlias = Callable[[], BrowserToken]
AsyncTokenSource: TypeAlias = Callable[[], BrowserToken | Awaitable[BrowserToken]]


class _Kind(NamedTuple):
    begins: str
    header: str
    prefix: str


_KINDS = {
    "key": _Kind("ohk_", "X-API-Key", ""),
    "token": _Kind("oht_", "Authorization", "Bearer "),
    "browser_token": _Kind("ohb_", "Authorization", "Bearer "),
}
_SECRET = re.compile(r"[\w.-]+", re.ASCII)


class Secret:
    """A header that carries a secret, which does not print it."""

    __slots__ = ("_value", "name")

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        self._value = value

    def add_to(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Headers with this one among them."""
        return {**headers, self.name: self._value}

    def __repr__(self) -> str:
        return f"<{self.name}: …>"


def secret_of(option: str, given: object) -> Secret:
    """The header of a credential."""
    kind = _KINDS[option]
    text = given.get("token") if is_object(given) else given
    # Anything else would be repeated by the message about a header that cannot be sent.
    if not isinstance(text, str) or not text.startswith(kind.begins) or not _SECRET.fullmatch(text):
        raise TypeError(f"{option} must begin with '{kind.begins}' and hold letters, digits, '_', '-' and '.' only")
    return Secret(kind.header, kind.prefix + text)


class Credential:
    """The credential of a client: one for ever, or one that is got, and got again when it is refused."""

    def __init__(self, key: str | None, token: str | None, browser_token: BrowserToken | AsyncTokenSource | None) -> None:
        options = {"key": key, "token": token, "browser_token": browser_token}
        given = [name for name, value in options.items() if value is not None]
        if len(given) != 1:
            raise TypeError(f"exactly one of key, token and browser_token is required. Got [{', '.join(given)}].")
        name = given[0]
        source = options[name]
        #: What gets a token, where there is such a function.
        self.source: AsyncTokenSource | None = None
        self._current: Secret | None = None
        if callable(source):
            self.source = source
        else:
            self._current = secret_of(name, source)
        #: Held while a token is got: requests at the same time share it. The other one is of the loop that runs them.
        self.lock = threading.Lock()
        self.renewing: anyio.Lock | None = None

    @property
    def current(self) -> Secret | None:
        return self._current

    def take(self, given: object) -> Secret:
        """Takes what the source gave."""
        self._current = secret_of("browser_token", given)
        return self._current

    def renew(self, refused: Secret) -> bool:
        """Whether another one can be had; then the refused one is not used again."""
        if self.source is None:
            return False
        # A request that was refused with an older one does not ask again.
        if self._current is refused:
            self._current = None
        return True

    def __repr__(self) -> str:
        return "<Credential>"
