"""What a request must be that OpenAPI cannot say: rules between members, and what an account has.

Requests that are to be good are brought to most of these rules. Where one is refused all the same, the refusal must name
such a rule; any other one is a fault of the document or of the edge.
"""

import datetime
import json
import os
import re
import uuid

import schemathesis
from hypothesis import strategies as st

BRANDS = os.environ["BRANDS"].split(",")
# A day on which the account's brands are spoken of, and the days of a window that no question finds too long.
DAY = datetime.date(2026, 10, 20)
DAYS = 6
PERIODS = ["2026-09-01..2026-09-30", "2026-10-01..2026-10-31"]

# Times are those of UTC, in whole seconds; from a format and a pattern together hardly one would be made.
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
        # A PDF is a second of work for the machine that is asked meanwhile.
        case.body["formats"] = ["csv"]
    if case.query:
        # It would be that of an answer which nobody had.
        case.query.pop("cursor", None)
        settle_comparison(case.query)
    if case.headers and "Idempotency-Key" in case.headers:
        # The same one with another body is refused.
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    return case


def name_own_brands(members):
    """Brands are those of the account."""
    for name in ("brand", "brands"):
        if isinstance(members.get(name), list) and not isinstance(members[name][0], dict):
            members[name] = BRANDS[: len(members[name])]


def settle_window(members):
    """A window ends after it begins, and has a greatest length, which `window_days` is another way to say."""
    for first, last in (("from", "to"), ("from_date", "to_date")):
        if isinstance(members.get(first), str) or isinstance(members.get(last), str):
            members[first] = DAY.isoformat()
            members[last] = (DAY + datetime.timedelta(days=DAYS)).isoformat()
    if "from" in members:
        members.pop("window_days", None)


def settle_comparison(query):
    """Brands are compared in a window, or periods of one brand."""
    if query.get("by") == "brand":
        query["brand"] = BRANDS[:2]
        query.pop("period", None)
    elif query.get("by") == "period":
        query["brand"] = BRANDS[:1]
        query["period"] = PERIODS
        for name in ("from", "to"):
            query.pop(name, None)


# Rules that no schema says, by the code of the refusal and what it says or where.
BEYOND = [
    # One end of a range lies after the other.
    ("invalid_range", r""),
    # Labels of brands that are compared are all different, the labels alone.
    ("duplicate_value", r"^brands\[\d+\]\.label "),
    # Letters and digits are those of Unicode, for which patterns have no common word.
    ("limit_violation", r"must contain at least one letter or digit"),
    # In an address, a number is written without an exponent.
    ("invalid_type", r"must be a number such as 2\.5\. Got '[\d.]+e-?\d+'\.$"),
    # Hours are told of few days, and a timeline has so many points at most.
    ("limit_violation", r"is for windows of at most|points of this window"),
    # Which hosts everybody can reach, a registry says.
    ("invalid_url", r"^url must have a(n|) (public host|public address|IPv4 address|IPv6 address|host)|have its IPv4 address"),
    # A report has the files that were asked for.
    ("value_not_allowed", r"^format '\w+' was not asked for"),
    # A key makes tokens of the Data API, a token those of the Account API, and filters must be those of the operations.
    ("value_not_allowed", r"^(operations|filters)\b"),
    ("limit_violation", r"^operations must be between"),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if type(failure).__name__ != "RejectedPositiveData" or response.status_code != 400:
        return True
    errors = json.loads(response.content)["errors"]
    return not all(any(error["code"] == code and re.search(words, error["message"]) for code, words in BEYOND) for error in errors)
