"""Webhook deliveries: genuine ones return their event, all others raise an error with the reason."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import random
import time
from datetime import datetime, timezone
from email.message import Message
from io import BytesIO
from typing import Any

import pytest
from overheard import WebhookError, verify_webhook
from overheard._core import Core
from standardwebhooks.webhooks import Webhook

# The example of the specification, byte for byte: tests/core/webhook.rs and tests/library/webhooks.test.mjs use it too.
SECRET = "whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI="
BODY = (
    '{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","api_version":"v1","account_id":"acc_01HZX00001",'
    '"data":{"object":"report","id":"rpt_01HZX3K2ZZ","status":"ready","formats":["pdf","csv"]}}'
)
HEADERS = {
    "webhook-id": "msg_01HZX3M8Q7",
    "webhook-timestamp": "1772357400",
    "webhook-signature": "v1,EGREaev4MrQ86rWrXwBMcjEvy/Hq2THhEejgnLT29P8=",
}
NOW = 1772357400


def sign(secret: str, body: str, *, timestamp: str = HEADERS["webhook-timestamp"]) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{HEADERS['webhook-id']}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def secret_of(byte: int) -> str:
    return f"whsec_{base64.b64encode(bytes([byte]) * 32).decode()}"


def refused(reason: str, secret: str, headers: Any, body: str | bytes, **given: Any) -> str:
    with pytest.raises(WebhookError) as error:
        verify_webhook(secret, headers, body, **given)
    assert error.value.reason == reason
    return str(error.value)


def test_the_documented_example_is_valid() -> None:
    event = verify_webhook(SECRET, HEADERS, BODY, now=NOW)
    assert event == json.loads(BODY)
    assert event["type"] == "report.ready"


def test_headers_may_have_any_form_of_servers_and_the_body_may_be_bytes() -> None:
    message = Message()
    for name, value in HEADERS.items():
        message[name.title()] = value
    forms: list[Any] = [
        {name.upper(): value for name, value in HEADERS.items()},
        {name: [value] for name, value in HEADERS.items()},
        list(HEADERS.items()),
        [(name.encode(), value.encode()) for name, value in HEADERS.items()],
        message,
    ]
    for headers in forms:
        assert verify_webhook(SECRET, headers, BODY.encode(), now=NOW)["id"] == "evt_01HZX3M8Q6"
        for body in (bytearray(BODY.encode()), memoryview(f"..{BODY}..".encode())[2:-2]):
            assert verify_webhook(SECRET, headers, body, now=NOW)["id"] == "evt_01HZX3M8Q6"


def test_a_call_that_could_accept_no_delivery_is_a_type_error() -> None:
    async def arriving() -> bytes:
        return BODY.encode()

    unawaited = arriving()
    body = "body must be the text or bytes that arrived. Got {}: nothing may parse it before"
    secret = "secret must be text. Got {}: is its variable set?"
    headers = "headers must be a mapping or pairs. Got {}"
    mistakes: list[tuple[str, Any, Any, Any]] = [
        (body.format("dict"), SECRET, HEADERS, json.loads(BODY)),
        (body.format("list"), SECRET, HEADERS, [1, 2]),
        (body.format("int"), SECRET, HEADERS, 5),
        (body.format("NoneType"), SECRET, HEADERS, None),
        (body.format("coroutine"), SECRET, HEADERS, unawaited),
        (body.format("BytesIO"), SECRET, HEADERS, BytesIO(BODY.encode())),
        (secret.format("NoneType"), None, HEADERS, BODY),
        (secret.format("bytes"), SECRET.encode(), HEADERS, BODY),
        (headers.format("NoneType"), SECRET, None, BODY),
        (headers.format("str"), SECRET, "webhook-id", BODY),
        (headers.format("dict"), SECRET, {"webhook-id": 5}, BODY),
    ]
    for message, *given in mistakes:
        with pytest.raises(TypeError) as error:
            verify_webhook(*given, now=NOW)
        assert str(error.value) == message
    unawaited.close()


def test_a_tolerance_that_is_not_a_number_accepts_no_delivery() -> None:
    refused("too_old", SECRET, HEADERS, BODY, now=NOW, tolerance=float("nan"))


def test_while_a_secret_is_rotated_one_valid_signature_is_enough() -> None:
    both = {**HEADERS, "webhook-signature": f"{sign(secret_of(7), BODY)} v2,AAAA v1,AAAA {HEADERS['webhook-signature']}"}
    for secret in (SECRET, secret_of(7)):
        assert verify_webhook(secret, both, BODY, now=NOW)
    refused("invalid_signature", secret_of(8), both, BODY, now=NOW)


def test_text_beyond_ascii_is_signed_as_utf_8() -> None:
    body = json.dumps({"type": "trend.emerging", "data": {"topic": "sérum 🙂"}}, ensure_ascii=False)
    event = verify_webhook(SECRET, {**HEADERS, "webhook-signature": sign(SECRET, body)}, body, now=NOW)
    assert event["data"] == {"topic": "sérum 🙂"}


def test_any_change_invalidates_the_signature() -> None:
    assert refused("invalid_signature", SECRET, HEADERS, f"{BODY} ", now=NOW).endswith(". The body must not be parsed and written again.")
    refused("invalid_signature", SECRET, {**HEADERS, "webhook-id": "msg_01HZX3M8Q8"}, BODY, now=NOW)
    refused("invalid_signature", SECRET, {**HEADERS, "webhook-timestamp": "1772357401"}, BODY, now=NOW)
    good = HEADERS["webhook-signature"]
    for wrong in (
        "v1,",
        "v1,AAAA",
        good[3:],
        good.replace("v1,", "v2,"),
        good.replace("E", "F"),
        good.replace("8=", "9="),
        "nonsense",
        "v1,é",
    ):
        refused("invalid_signature", SECRET, {**HEADERS, "webhook-signature": wrong}, BODY, now=NOW)


def test_a_delivery_must_be_current_within_the_tolerance() -> None:
    for now in (NOW - 300, NOW, NOW + 300, NOW + 300.9):
        assert verify_webhook(SECRET, HEADERS, BODY, now=now)
    assert refused("too_old", SECRET, HEADERS, BODY, now=NOW + 301) == "webhook-timestamp must be at most 300 seconds old. Got 301."
    assert refused("too_new", SECRET, HEADERS, BODY, now=NOW - 301) == "webhook-timestamp must be at most 300 seconds ahead. Got 301."
    refused("too_old", SECRET, HEADERS, BODY, now=NOW + 11, tolerance=10)
    assert verify_webhook(SECRET, HEADERS, BODY, now=NOW + 9000, tolerance=9000)
    refused("too_old", SECRET, HEADERS, BODY)
    timestamp = str(int(time.time()))
    fresh = {**HEADERS, "webhook-timestamp": timestamp, "webhook-signature": sign(SECRET, BODY, timestamp=timestamp)}
    assert verify_webhook(SECRET, fresh, BODY), "the clock's time is the default"


def test_missing_or_malformed_headers_are_named() -> None:
    for name in HEADERS:
        rest = {other: value for other, value in HEADERS.items() if other != name}
        assert refused("missing_header", SECRET, rest, BODY, now=NOW) == f"header {name} is required"
    for timestamp in ("soon", "1772357400.5", "-5", "2026-03-01", "١٧٧٢٣٥٧٤٠٠"):
        refused("invalid_timestamp", SECRET, {**HEADERS, "webhook-timestamp": timestamp}, BODY, now=NOW)


def test_an_invalid_secret_is_not_repeated() -> None:
    too_long = f"whsec_{base64.b64encode(bytes(97)).decode()}"
    for secret in (
        "",
        "whsec_",
        "secret-of-mine",
        "whsec_!!!!",
        "whsec_AAg=+aa+aaaa",
        "whsec_AA==AA==",
        "whsec_AAg==",
        "whsec_AAh=",
        too_long,
    ):
        message = f"secret must be of the form whsec_ and base64. Got {len(secret)} characters."
        assert refused("invalid_secret", secret, HEADERS, BODY, now=NOW) == message


def test_a_signed_body_without_an_event_is_refused() -> None:
    for body in ("", "{", "null", "[]", '"text"', '{"type":5}'):
        refused("invalid_body", SECRET, {**HEADERS, "webhook-signature": sign(SECRET, body)}, body, now=NOW)


def test_the_official_library_agrees() -> None:
    chance = random.Random(20261121)
    for _ in range(200):
        secret = secret_of(chance.randrange(256))
        body = json.dumps({"type": "volume.spike", "data": {"z_score": chance.random()}})
        timestamp = int(time.time())
        signature = Webhook(secret).sign("msg_1", datetime.fromtimestamp(timestamp, timezone.utc), body)
        headers = {"webhook-id": "msg_1", "webhook-timestamp": str(timestamp), "webhook-signature": signature}
        assert verify_webhook(secret, headers, body) == Webhook(secret).verify(body, headers)
        refused("invalid_signature", secret, headers, body.replace("volume", "Volume"))


def test_the_core_agrees() -> None:
    """The core's module in the npm package accepts and refuses the same signatures as Python."""
    core = Core()
    chance = random.Random(20261121)

    def takes(secret: str, signatures: str) -> bool | None:
        if core._call("webhook_begin", core._put(secret.encode())) == 0:
            return None
        core._call("webhook_add", core._put(f"{HEADERS['webhook-id']}.{HEADERS['webhook-timestamp']}.{BODY}".encode()))
        return core._call("webhook_end", core._put(signatures.encode())) == 1

    alphabet = "ABCD/+=aé 1,v"
    outcomes: set[bool | None] = set()
    for _ in range(2000):
        secret, signatures = SECRET, HEADERS["webhook-signature"]
        if chance.random() < 0.5:
            at = chance.randrange(6, len(secret))
            secret = secret[:at] + chance.choice(alphabet) + secret[at + chance.randrange(2) :]
        else:
            at = chance.randrange(len(signatures))
            signatures = signatures[:at] + chance.choice(alphabet) + signatures[at + chance.randrange(2) :]
        try:
            verify_webhook(secret, {**HEADERS, "webhook-signature": signatures}, BODY, now=NOW)
            ours: bool | None = True
        except WebhookError as error:
            ours = None if error.reason == "invalid_secret" else False
        assert ours == takes(secret, signatures), (secret, signatures)
        outcomes.add(ours)
    assert outcomes == {True, False, None}
