"""A request until there is an answer to take: the same steps for the client that waits and for the asynchronous one.

The steps are a generator that does no I/O itself. It yields what is to be done (`Authorize`, `Send`, `Wait`) and is sent
what came of it; each client does these three in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from ._credential import Credential, Secret
from ._decode import unwrap
from ._errors import DecodeError, ProblemError, TransportError
from ._kept import Kept, KeptAnswer
from ._response import ResponseInfo
from ._retry import wait_before

#: What is sent with the same one is done once.
IDEMPOTENCY_KEY = "Idempotency-Key"


@dataclass(frozen=True)
class Prepared:
    """A request that is ready to be sent."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes | None = None
    #: A question only reads, whatever its method.
    is_question: bool = False
    #: A file is taken as it is.
    is_file: bool = False
    #: What reads the text of the answer.
    read: Callable[[str], Any] = lambda text: unwrap(text).data


class Options(NamedTuple):
    """How requests are sent."""

    timeout: float
    retries: int
    meta: bool


class Authorize(NamedTuple):
    """Have a secret, as a `Secret`."""


class Send(NamedTuple):
    """Send a request with a secret, and have a `Received`; or raise a TransportError."""

    request: Prepared
    headers: dict[str, str]
    secret: Secret
    timeout: float


class Wait(NamedTuple):
    """Wait for so many seconds."""

    seconds: float


Step: TypeAlias = Authorize | Send | Wait


class Received(NamedTuple):
    """An answer as it arrived."""

    status: int
    headers: dict[str, str]
    content: bytes


class Answer(NamedTuple):
    """What is made of it."""

    data: Any
    response: ResponseInfo


Steps: TypeAlias = Generator[Step, Any, Answer]


def exchange(request: Prepared, options: Options, credential: Credential, kept: Kept) -> Steps:
    """The steps of a request."""
    name = f"{request.url} {options.meta}" if request.method == "GET" and not request.is_file else None
    known = kept.get(name)
    headers = {**request.headers, **({"Prefer": "meta"} if options.meta else {}), **({"If-None-Match": known.etag} if known else {})}
    received, response = yield from _sent(request, headers, options, credential)
    if request.is_file and response.status < 300:
        return Answer(received.content, response)
    text = known.text if known and response.status == 304 else received.content.decode("utf-8", "replace")
    etag = response.headers.get("etag")
    if name and etag and response.status == 200:
        kept.put(name, KeptAnswer(etag, text))
    return Answer(_interpreted(request, response, text), response)


def _sent(
    request: Prepared, headers: dict[str, str], options: Options, credential: Credential
) -> Generator[Step, Any, tuple[Received, ResponseInfo]]:
    """Sends until there is an answer to take."""
    is_safe = request.method == "GET" or request.is_question or any(name.lower() == IDEMPOTENCY_KEY.lower() for name in headers)
    is_renewed = False
    attempts, left = 0, options.retries
    while True:
        attempts += 1
        secret: Secret = yield Authorize()
        response: ResponseInfo | None = None
        failure: TransportError | None = None
        received: Received | None = None
        try:
            received = yield Send(request, headers, secret, options.timeout)
        except TransportError as error:
            error.attempts = attempts
            if error.code == "timeout":
                raise
            failure = error
        if received is not None:
            response = ResponseInfo(received.status, received.headers, attempts)
            if response.status == 401 and not is_renewed and credential.renew(secret):
                is_renewed = True
                continue
        wait = wait_before(response, attempts, is_safe) if left > 0 else None
        left -= 1
        if wait is not None:
            yield Wait(wait)
            continue
        if failure is not None:
            raise failure
        if received is not None and response is not None:
            return received, response


def _interpreted(request: Prepared, response: ResponseInfo, text: str) -> Any:
    """The data of an answer. What is raised instead says what the edge answered with."""
    status = response.status
    if 300 <= status < 400 and status != 304:
        error = TransportError("redirected", f"{request.url} is answered by a redirect, which is not followed")
        error.attempts = response.attempts
        raise error
    if text == "" and status < 300:
        return None
    try:
        data = request.read(text)
        if status >= 400:
            raise DecodeError("", "a problem", text)
    except (ProblemError, DecodeError) as error:
        error.response = response
        raise
    return data
