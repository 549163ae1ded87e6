"""What an answer says about itself, in its headers."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from urllib.parse import unquote


@dataclass(frozen=True)
class RateLimit:
    """The window that will bind first."""

    limit: int
    remaining: int
    reset: datetime


@dataclass(frozen=True)
class ResponseInfo:
    """How a request was answered."""

    status: int
    #: By their names in lower case.
    headers: Mapping[str, str]
    #: How many times the request was sent.
    attempts: int

    @property
    def request_id(self) -> str | None:
        """The id to quote when something is unclear."""
        return self.headers.get("x-request-id")

    @property
    def cost(self) -> int | None:
        """Cost units; 0 when it was not answered."""
        return self._number("x-query-cost")

    @property
    def charged(self) -> bool | None:
        """Whether the quota counted it."""
        told = self.headers.get("x-quota-charged")
        return None if told is None else told == "true"

    @property
    def cache(self) -> str | None:
        """Whether the edge had answered the same before: hit or miss."""
        return self.headers.get("x-cache")

    @property
    def size_applied(self) -> int | None:
        """To how many documents the key's access level cut the answer."""
        return self._number("x-size-applied")

    @property
    def hints(self) -> list[str]:
        """What may help to ask better, such as another spelling of a value that found nothing."""
        told = self.headers.get("x-hint")
        return [] if told is None else [unquote(hint.strip()) for hint in told.split(",")]

    @property
    def rate_limit(self) -> RateLimit | None:
        """The window that will bind first."""
        limit, remaining, reset = (self._number(f"x-ratelimit-{name}") for name in ("limit", "remaining", "reset"))
        if limit is None or remaining is None or reset is None:
            return None
        return RateLimit(limit, remaining, datetime.fromtimestamp(reset, timezone.utc))

    @property
    def retry_after(self) -> float | None:
        """Seconds that the edge asks to wait."""
        return retry_after(self.headers)

    def _number(self, name: str) -> int | None:
        told = self.headers.get(name)
        return int(told) if told is not None and told.isdecimal() else None


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds that the edge asks to wait: it says how many, or until when."""
    told = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+", told):
        return float(told)
    try:
        until = parsedate_to_datetime(told).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, until - (time.time() if now is None else now))
