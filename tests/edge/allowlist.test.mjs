// Answers have only documented members. The lists come from the API's documentation and not from the code.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServingEdge } from "./harness.mjs";
import { ask, eachOf } from "../support/client.mjs";
import { demoData } from "../support/data.mjs";
import { OPERATIONS, expectations } from "../support/oracle.mjs";

const REQUESTS = 60;

const words = (text) => text.split(/\s+/);
const NONE = new Set();
/** The members of each object by its place; `*` stands for any item of a list. */
const ALLOWED = {
  aggregate: {
    "": words("matched_documents matched_creators buckets"),
    "/buckets/*": words("key count creators metric metric_type"),
  },
  search: {
    "": words("index matched_documents matched_creators results"),
    "/results/*": {
      siv_business_ideas: words(
        "video_id brand_name category components topics platform sentiment sentiment_score estimated_value_usd channel_name channel_uid upload_date context",
      ),
      siv_content_creator: words(
        "channel_uid platform country categories dominant_gender dominant_age_range subscriber_count view_count engagement_rate_viewers audience_sentiment viewer_age_distribution viewer_gender_distribution viewer_country_distribution snapshot_date",
      ),
      siv_info: words("video_id title channel_name platform category tags views likes comments duration upload_date"),
    },
  },
  "co-mentions": { "": ["results"], "/results/*": words("key total_mentions matched_values") },
  sector: {
    "": words("brands meta"),
    "/brands/*": words("label coverage low_confidence totals series"),
    "/brands/*/totals": words("unique_videos views"),
    "/brands/*/series/*": words("month unique_videos mentions views sentiment volume_sov reach_sov top_topics"),
    "/brands/*/series/*/top_topics/*": words("topic count"),
    "/meta": words("from to caps"),
    "/meta/caps": words("max_brands video_cap low_coverage"),
  },
};
ALLOWED.creators = {
  "": words("matched_creators matched_documents results"),
  "/results/*": ALLOWED.search["/results/*"],
};

const AGES = words("13-17 18-24 25-34 35-44 45-54 55-64 65+");
const DISTRIBUTIONS = {
  viewer_age_distribution: (label) => AGES.includes(label),
  viewer_gender_distribution: (label) => words("female male other").includes(label),
  viewer_country_distribution: (label) => /^([A-Z]{2}|other)$/.test(label),
};

let edge;
before(async () => (edge = await startServingEdge(demoData)));
after(() => edge?.stop());

/** Yields every object of an answer with its place. */
function* objects(value, place = "") {
  if (Array.isArray(value)) for (const item of value) yield* objects(item, `${place}/*`);
  else if (value !== null && typeof value === "object") {
    yield [place, value];
    for (const [name, member] of Object.entries(value))
      if (!(name in DISTRIBUTIONS)) yield* objects(member, `${place}/${name}`);
  }
}

function check(operation, index, answer) {
  for (const [place, object] of objects(answer)) {
    const listed = ALLOWED[operation][place] ?? NONE;
    const isRow = place === "/results/*" && !Array.isArray(listed);
    const allowed = isRow ? listed[index] : listed;
    for (const name of Object.keys(object))
      assert.ok([...allowed].includes(name), `${operation}${place}/${name} is not documented`);
    // A record always has all members, with null for unknown values.
    if (isRow) assert.deepEqual(Object.keys(object).sort(), [...allowed].sort(), `members of ${operation}${place}`);
    for (const [name, isLabel] of Object.entries(DISTRIBUTIONS)) {
      for (const label of Object.keys(object[name] ?? {})) assert.ok(isLabel(label), `${name} has no label ${label}`);
    }
  }
}

for (const operation of OPERATIONS) {
  test(`${operation} answers have documented members only`, async () => {
    await eachOf(expectations(demoData, { operation, count: REQUESTS, seed: 7 }), async ({ request }) => {
      const { status, json, text } = await ask(edge, operation, request);
      assert.equal(status, 200, text);
      check(operation, operation === "creators" ? "siv_content_creator" : request.index, json);
    });
  });
}
