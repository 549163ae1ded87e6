"""Uses the client that openapi-generator creates from the OpenAPI document. It has all members of an answer."""

import datetime
import json
import os

import openapi_client as overheard

URL = os.environ["URL"]
data = overheard.DataAPIApi(
    overheard.ApiClient(overheard.Configuration(host=URL, api_key={"dataKey": os.environ["KEY"]})),
)
account = overheard.AccountAPIApi(
    overheard.ApiClient(overheard.Configuration(host=URL, access_token=os.environ["TOKEN"])),
)


def request(size: int) -> overheard.AggregateRequest:
    return overheard.AggregateRequest(
        overheard.AggregateBusinessIdeasRequest(index="siv_business_ideas", group_by="brand_name", size=size)
    )


answer = data.aggregate(request(2))

tone = account.get_sentiment(
    var_from=datetime.date(2026, 10, 1), to=datetime.date(2026, 10, 31), platform=["youtube", "-tiktok"], prefer="meta"
)
assert tone.answer_meta is not None

try:
    # The edge also refuses values that the client does not allow.
    unchecked = overheard.AggregateBusinessIdeasRequest.model_construct(
        index="siv_business_ideas", group_by="brand_name", size=51
    )
    data.aggregate(overheard.AggregateRequest.model_construct(actual_instance=unchecked))
    code = None
except overheard.ApiException as refused:
    code = json.loads(refused.body or "{}")["code"]

print(
    json.dumps(
        {
            "leader": answer.buckets[0].key,
            "positive": tone.counts.positive,
            "code": code,
            "mentions": tone.meta.mentions,
            "version": tone.answer_meta.dataset_version,
        }
    )
)
