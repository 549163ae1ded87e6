"""The operations of both interfaces.

Generated from what the core says of itself, by scripts/python/generate.mjs.
"""

from typing import NamedTuple


class Operation(NamedTuple):
    """How an operation is asked."""

    #: Its place in the core's catalogue; -1 where the core checks nothing.
    number: int
    #: Whether the catalogue is that of the Account API.
    is_account: bool
    has_body: bool
    #: Whether it makes something, once for an idempotency key.
    is_creation: bool
    method: str
    path: str


OPERATIONS = {
    "aggregate": Operation(0, False, True, False, "POST", "/v1/aggregate"),
    "search": Operation(1, False, True, False, "POST", "/v1/search"),
    "creators": Operation(2, False, True, False, "POST", "/v1/creators"),
    "co-mentions": Operation(3, False, True, False, "POST", "/v1/co-mentions"),
    "sector": Operation(4, False, True, False, "POST", "/v1/sector"),
    "schema": Operation(-1, False, False, False, "GET", "/v1/schema"),
    "mentions": Operation(0, True, False, False, "GET", "/v1/mentions"),
    "mention": Operation(1, True, False, False, "GET", "/v1/mentions/{id}"),
    "mention-stats": Operation(2, True, False, False, "GET", "/v1/mentions/stats"),
    "sentiment": Operation(3, True, False, False, "GET", "/v1/sentiment"),
    "sentiment-timeline": Operation(4, True, False, False, "GET", "/v1/sentiment/timeline"),
    "sentiment-breakdown": Operation(5, True, False, False, "GET", "/v1/sentiment/breakdown"),
    "influencers": Operation(6, True, False, False, "GET", "/v1/influencers"),
    "influencer": Operation(7, True, False, False, "GET", "/v1/influencers/{id}"),
    "influencer-mentions": Operation(8, True, False, False, "GET", "/v1/influencers/{id}/mentions"),
    "trends": Operation(9, True, False, False, "GET", "/v1/trends"),
    "emerging-trends": Operation(10, True, False, False, "GET", "/v1/trends/emerging"),
    "trend-comparison": Operation(11, True, False, False, "GET", "/v1/trends/compare"),
    "explain-change": Operation(12, True, False, False, "GET", "/v1/_ext/explain-change"),
    "create-report": Operation(13, True, True, True, "POST", "/v1/reports"),
    "report": Operation(14, True, False, False, "GET", "/v1/reports/{id}"),
    "download-report": Operation(15, True, False, False, "GET", "/v1/reports/{id}/download"),
    "create-webhook": Operation(16, True, True, True, "POST", "/v1/webhooks"),
    "webhooks": Operation(17, True, False, False, "GET", "/v1/webhooks"),
    "delete-webhook": Operation(18, True, False, False, "DELETE", "/v1/webhooks/{id}"),
    "account": Operation(19, True, False, False, "GET", "/v1/account"),
    "account-usage": Operation(20, True, False, False, "GET", "/v1/account/usage"),
    "create-browser-token": Operation(-1, False, True, False, "POST", "/v1/_ext/browser-tokens"),
}
