"""Deliveries to a webhook: whether they come from the edge, and the event that they hold."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from ._errors import WebhookError
from ._json import is_object

if TYPE_CHECKING:
    from .types import WebhookEvent

_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")
#: Seconds that a delivery may be away from now, as Standard Webhooks advises.
_TOLERANCE = 300
_PREFIX = "whsec_"
_VERSION = "v1,"
#: Bytes of the longest key: secrets are made of 32.
_LONGEST_KEY = 96


class _Headers(Protocol):
    """Headers as any framework has them, in whatever class."""

    def items(self) -> Iterable[tuple[str, str | Iterable[str]]]: ...


Headers: TypeAlias = _Headers | Mapping[str, str] | Mapping[str, list[str]] | Iterable[tuple[str, str]] | Iterable[tuple[bytes, bytes]]


def verify_webhook(
    secret: str,
    headers: Headers,
    body: str | bytes | bytearray | memoryview,
    *,
    now: float | None = None,
    tolerance: float = _TOLERANCE,
) -> WebhookEvent:
    """The event of a delivery that is signed as Standard Webhooks demands. Raises a WebhookError for any other.

    The headers may be what any framework has, in any case; the body must be what arrived, before anything parsed it.
    While a secret is being replaced a delivery has several signatures, of which one good one is enough. Remember
    `webhook-id` for a day: the same event may be delivered again.

    Raises a TypeError where the call itself is wrong: a secret that is not set, a body that was parsed.
    """
    if not isinstance(cast("object", secret), str):
        raise _mistake("secret must be text", secret, ": is its variable set?")
    if not isinstance(cast("object", body), (str, bytes, bytearray, memoryview)):
        raise _mistake("body must be the text or bytes that arrived", body, ": nothing may parse it before")
    content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
    pairs = _pairs(headers)
    identifier, timestamp, signatures = (_header(pairs, name) for name in _HEADERS)
    _check_time(timestamp, time.time() if now is None else now, tolerance)
    key = _key_of(secret)
    signature = hmac.new(key, f"{identifier}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    given = [_decoded(one[len(_VERSION) :]) for one in signatures.split(" ") if one.startswith(_VERSION)]
    # Each is compared in constant time, and all of them are.
    if not any([hmac.compare_digest(signature, one) for one in given if one is not None]):  # noqa: C419
        message = "webhook-signature holds no signature of this body with this secret. The body must not be parsed and written again."
        raise WebhookError("invalid_signature", message)
    return _event(content)


def _mistake(rule: str, got: object, hint: str = "") -> TypeError:
    """The error for a call that no delivery would pass."""
    return TypeError(f"{rule}. Got {type(got).__name__}{hint}")


def _pairs(headers: Headers) -> list[tuple[str, str]]:
    """Headers with names in lower case. Servers have them as an object, as pairs of text or bytes, and with lists of values."""
    items = getattr(headers, "items", None)
    try:
        pairs = [(_text(name).lower(), value) for name, value in cast("Iterable[tuple[Any, Any]]", items() if callable(items) else headers)]
        return [(name, _text(value) if isinstance(value, (str, bytes)) else " ".join(value)) for name, value in pairs if name in _HEADERS]
    except (TypeError, ValueError):
        raise _mistake("headers must be a mapping or pairs", headers) from None


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    raise TypeError


def _header(pairs: list[tuple[str, str]], name: str) -> str:
    value = " ".join(value for given, value in pairs if given == name)
    if not value:
        raise WebhookError("missing_header", f"header {name} is required")
    return value


def _check_time(timestamp: str, now: float, tolerance: float) -> None:
    if not re.fullmatch(r"[0-9]{1,15}", timestamp):
        raise WebhookError("invalid_timestamp", "webhook-timestamp must be whole seconds since 1970")
    late = int(now) - int(timestamp)
    # In this form a tolerance that is not a number refuses every delivery.
    if not late <= tolerance:
        raise WebhookError("too_old", f"webhook-timestamp must be at most {tolerance} seconds old. Got {late}.")
    if not -late <= tolerance:
        raise WebhookError("too_new", f"webhook-timestamp must be at most {tolerance} seconds ahead. Got {-late}.")


def _key_of(secret: str) -> bytes:
    key = _decoded(secret[len(_PREFIX) :]) if secret.startswith(_PREFIX) else None
    if not key or len(key) > _LONGEST_KEY:
        raise WebhookError("invalid_secret", f"secret must be of the form {_PREFIX} and base64. Got {len(secret)} characters.")
    return key


def _decoded(text: str) -> bytes | None:
    """The bytes of a text in base64 (RFC 4648, section 4); None where it is not the one text that these bytes have."""
    try:
        found = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return found if base64.b64encode(found).decode() == text else None


def _event(body: bytes) -> WebhookEvent:
    try:
        event: Any = json.loads(body)
    except ValueError:
        event = None
    if not is_object(event) or not isinstance(event.get("type"), str):
        raise WebhookError("invalid_body", "the body must be a JSON object with a type")
    return cast("WebhookEvent", event)
