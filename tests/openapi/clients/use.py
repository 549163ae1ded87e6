"""Uses the typed client that openapi-python-client creates from the OpenAPI document."""

import datetime
import json
import os

from overheard_client import AuthenticatedClient
from overheard_client.api.account_api import get_sentiment
from overheard_client.api.data_api import aggregate
from overheard_client.models import (
    AggregateAnswer,
    AggregateBusinessIdeasRequest,
    AggregateBusinessIdeasRequestGroupBy,
    GetSentimentPlatformItem,
    Problem,
    SentimentSummary,
)

URL = os.environ["URL"]
data = AuthenticatedClient(base_url=URL, token=os.environ["KEY"], prefix="", auth_header_name="X-API-Key")
account = AuthenticatedClient(base_url=URL, token=os.environ["TOKEN"])


def request(size: int) -> AggregateBusinessIdeasRequest:
    return AggregateBusinessIdeasRequest(
        index="siv_business_ideas", group_by=AggregateBusinessIdeasRequestGroupBy.BRAND_NAME, size=size
    )


answer = aggregate.sync(client=data, body=request(2))
assert isinstance(answer, AggregateAnswer), answer

tone = get_sentiment.sync(
    client=account,
    from_=datetime.date(2026, 10, 1),
    to=datetime.date(2026, 10, 31),
    platform=[GetSentimentPlatformItem.YOUTUBE, GetSentimentPlatformItem.VALUE_4],
)
assert isinstance(tone, SentimentSummary), tone

refused = aggregate.sync(client=data, body=request(51))
assert isinstance(refused, Problem), refused

print(json.dumps({"leader": answer.buckets[0].key, "positive": tone.counts.positive, "code": refused.code}))
