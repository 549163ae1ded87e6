"""Rules for requests that OpenAPI cannot express: rules between members, and the data of the account.

Most generated requests that should be valid are changed to follow these rules. If one is refused all the same, the
refusal must name such a rule. Any other refusal is an error of the document or of the edge.
"""

import datetime
import json
import os
import re
import uuid

import schemathesis
from hypothesis import strategies as st

BRANDS = os.environ["BRANDS"].split(",")
# A day with mentions of the account's brands, and a number of days that every query accepts.
DAY = datetime.date(2026, 10, 20)
DAYS = 6
PERIODS = ["2026-09-01..2026-09-30", "2026-10-01..2026-10-31"]

# Times are in UTC with whole seconds. With a format and a pattern, schemathesis finds hardly any value.
schemathesis.openapi.format(
    "date-time", st.datetimes(datetime.datetime(2024, 5, 1), datetime.datetime(2026, 11, 1)).map(lambda time: f"{time:%Y-%m-%dT%H:%M:%S}Z")
)


@schemathesis.hook
def map_case(context, case):
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return case
    for members in (case.query, case.body if isinstance(case.body, dict) else None):
        if members:
            name_own_brands(members)
            settle_window(members)
            if isinstance(members.get("filters"), dict):
                name_own_brands(members["filters"])
    if case.operation.label == "POST /v1/reports" and isinstance(case.body, dict):
        # Rendering a PDF takes the machine a second, while it handles other requests.
        case.body["formats"] = ["csv"]
    if case.query:
        # A generated cursor would belong to no answer.
        case.query.pop("cursor", None)
        settle_comparison(case.query)
    if case.headers and "Idempotency-Key" in case.headers:
        # The edge refuses a reused key with another body.
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    return case


def name_own_brands(members):
    """Replaces brands by those of the account."""
    for name in ("brand", "brands"):
        if isinstance(members.get(name), list) and not isinstance(members[name][0], dict):
            members[name] = BRANDS[: len(members[name])]


def settle_window(members):
    """Makes a window end after its begin, with a valid length. `window_days` is the alternative to two dates."""
    for first, last in (("from", "to"), ("from_date", "to_date")):
        if isinstance(members.get(first), str) or isinstance(members.get(last), str):
            members[first] = DAY.isoformat()
            members[last] = (DAY + datetime.timedelta(days=DAYS)).isoformat()
    if "from" in members:
        members.pop("window_days", None)


def settle_comparison(query):
    """Compares either brands in a window, or periods of one brand."""
    if query.get("by") == "brand":
        query["brand"] = BRANDS[:2]
        query.pop("period", None)
    elif query.get("by") == "period":
        query["brand"] = BRANDS[:1]
        query["period"] = PERIODS
        for name in ("from", "to"):
            query.pop(name, None)


# Rules that the schemas do not express, by the code of the refusal and its message or place.
BEYOND = [
    # The end of a range is before its begin.
    ("invalid_range", r""),
    # Only the labels of compared brands must be unique.
    ("duplicate_value", r"^brands\[\d+\]\.label "),
    # Letters and digits are those of Unicode, for which the dialects of patterns have no common notation.
    ("limit_violation", r"must contain at least one letter or digit"),
    # In an address, a number is written without an exponent.
    ("invalid_type", r"must be a number such as 2\.5\. Got '[\d.]+e-?\d+'\.$"),
    # Hours are allowed for short windows only, and a timeline has a maximum number of points.
    ("limit_violation", r"is for windows of at most|points of this window"),
    # A registry defines which hosts are public.
    ("invalid_url", r"^url must have a(n|) (public host|public address|IPv4 address|IPv6 address|host)|have its IPv4 address"),
    # An alert tells a webhook of the account, or an address of Slack or Teams. The dashboard has no digests.
    ("value_not_allowed", r"^(target\.id|digest is not for) "),
    ("value_not_allowed", r"^name must have no control"),
    ("invalid_url", r"^target\.url "),
    # Quotes and parentheses of a query have counterparts, and something positive remains.
    ("invalid_query", r"^(filters\.)?q "),
    # A report only has the requested files.
    ("value_not_allowed", r"^format '\w+' was not asked for"),
    # A key creates tokens and feeds of the Data API, a token those of the Account API. Filters and windows must belong to
    # the operations.
    ("value_not_allowed", r"^(operations?|filters|window)\b"),
    ("limit_violation", r"^operations must be between"),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    errors = json.loads(response.content)["errors"]
    # The request of a feed follows the rules of its operation, which the document has elsewhere.
    errors = [error for error in errors if not error["param"].startswith("/request")]
    return not all(any(error["code"] == code and re.search(words, error["message"]) for code, words in BEYOND) for error in errors)
