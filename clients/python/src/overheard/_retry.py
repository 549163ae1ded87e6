"""When a request is sent again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._response import ResponseInfo

_FIRST_BACKOFF = 0.5
_LONGEST_BACKOFF = 8.0
#: A minute's rate opens again within it. Whoever would wait longer is told instead.
_LONGEST_WAIT = 60.0


def wait_before(response: ResponseInfo | None, attempt: int, is_safe: bool) -> float | None:
    """Seconds until the next attempt; None when there should be none. Without a response the network failed.

    Clients that were refused together come back at different times (full jitter), and never before the edge asks them to.
    """
    may_have_run = response is None or response.status != 429
    if may_have_run and not is_safe:
        return None
    if response is not None and response.status not in (429, 503):
        return None
    asked = (response.retry_after if response is not None else None) or 0.0
    if asked > _LONGEST_WAIT:
        return None
    return asked + random.random() * min(_LONGEST_BACKOFF, _FIRST_BACKOFF * 2.0 ** (attempt - 1))
