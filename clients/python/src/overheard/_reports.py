"""Reports: waiting for one, and its files."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import DecodeError, ReportError
from ._json import is_object
from ._response import ResponseInfo

if TYPE_CHECKING:
    from os import PathLike

_UNFINISHED = ("queued", "processing")


class Progress:
    """What is told of a report that is waited for: each state once, until it is ready."""

    def __init__(self, interval: float) -> None:
        self._interval = interval
        self._told: tuple[str, object] | None = None
        self.is_done = False
        #: Seconds until the next look: never before the edge asks for it.
        self.wait = interval

    def take(self, report: Any, response: ResponseInfo) -> bool:
        """Takes a report as it was answered; says whether it has got further."""
        found: Mapping[str, Any] = report if is_object(report) else {}
        status = found.get("status")
        if not isinstance(status, str):
            raise DecodeError("/status", "a string", status, is_there="status" in found)
        self.is_done = status not in _UNFINISHED
        if self.is_done and status != "ready":
            raise ReportError(found)
        state = (status, found.get("progress"))
        is_further = state != self._told
        self._told = state
        self.wait = max(self._interval, response.retry_after or 0.0)
        return is_further


@dataclass(frozen=True)
class ReportFile:
    """A file of a report, whose content is what the edge says that it is."""

    #: Under which name to save it.
    name: str
    #: Its media type.
    type: str
    content: bytes
    etag: str | None
    #: What the edge says in `Repr-Digest`, hexadecimal.
    sha256: str | None
    response: ResponseInfo

    @property
    def text(self) -> str:
        """The content as text, with its byte order mark if it was asked for."""
        return self.content.decode()

    def save(self, path: str | PathLike[str] | None = None) -> Path:
        """Writes it to a file, or into a folder under its own name; by default into the working directory."""
        target = Path(path) if path is not None else Path()
        if target.is_dir():
            target /= self.name
        target.write_bytes(self.content)
        return target

    def __repr__(self) -> str:
        return f"<ReportFile {self.name}, {len(self.content)} bytes>"


def file_of(content: bytes, response: ResponseInfo) -> ReportFile:
    """A file as it was answered."""
    headers = response.headers
    digest = re.search(r"\bsha-256=:([\w+/=]+):", headers.get("repr-digest", ""))
    sha256 = base64.b64decode(digest[1]).hex() if digest else None
    found = hashlib.sha256(content).hexdigest()
    if sha256 is not None and found != sha256:
        raise DecodeError("", f"a file whose SHA-256 is {sha256}", found)
    name = re.search(r'filename="([^"/\\]*)"', headers.get("content-disposition", ""))
    return ReportFile(name[1] if name else "report", headers.get("content-type", ""), content, headers.get("etag"), sha256, response)
