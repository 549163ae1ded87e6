"""Answers that may be asked for by their ETag: the edge then says 304 instead of sending them again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

_MOST = 32


class KeptAnswer(NamedTuple):
    etag: str
    text: str


class Kept:
    """Keeps the answers that were used last."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, KeptAnswer] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str | None) -> KeptAnswer | None:
        """The answer of this name."""
        with self._lock:
            if name is None or name not in self._answers:
                return None
            self._answers.move_to_end(name)
            return self._answers[name]

    def put(self, name: str, answer: KeptAnswer) -> None:
        """Keeps an answer, and forgets the one that was not used for longest."""
        with self._lock:
            self._answers[name] = answer
            self._answers.move_to_end(name)
            if len(self._answers) > _MOST:
                self._answers.popitem(last=False)
