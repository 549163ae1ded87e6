// Webhook deliveries: an envelope with data by event type. Most data is the Account API's answer about the same thing,
// so most schemas are derived from those answers.
import { ANSWERED_CONDITION } from "./alerts.mjs";
import { eventExamples } from "./examples.mjs";
import { orNull, pascal, reference } from "./schemas.mjs";

const text = { type: "string" };
const date = { type: "string", format: "date" };
const whole = { type: "integer", minimum: 0 };
const number = { type: "number" };
const constant = (value) => ({ type: "string", const: value });
const list = (items) => ({ type: "array", items });
const object = (properties) => ({ type: "object", required: Object.keys(properties), properties });

/** Descriptions of the signature headers of a delivery. */
const HEADERS = {
  "webhook-id": "The id of the event: the same when it is delivered again.",
  "webhook-timestamp": "When it was sent, in seconds since 1970.",
  "webhook-signature": "The signatures of `id.timestamp.body`, as Standard Webhooks has them.",
};

/** Returns the events in OpenAPI form. @param description the output of overheard-describe */
export function webhooks({ events }, schemas) {
  const data = eventData(schemas);
  return Object.fromEntries(
    events.map((type) => {
      const name = `${pascal(type.replaceAll(".", "_"))}Event`;
      const properties = {
        id: text,
        type: constant(type),
        timestamp: { type: "string", format: "date-time" },
        api_version: text,
        account_id: text,
        data: data[type],
      };
      schemas.add(name, object(properties));
      return [
        type,
        {
          post: {
            operationId: `on${name}`,
            tags: ["Webhooks"],
            summary: `The event ${type}`,
            security: [],
            parameters: Object.entries(HEADERS).map(([header, description]) => ({
              name: header,
              in: "header",
              required: true,
              description,
              schema: text,
            })),
            requestBody: {
              required: true,
              content: { "application/json": { schema: reference(name), ...eventExamples(type) } },
            },
            responses: {
              "2XX": { description: "It arrived." },
              "4XX": { description: "It is delivered again, later; 410 ends the webhook." },
            },
          },
        },
      ];
    }),
  );
}

/** Returns the data of each event. */
function eventData(schemas) {
  const brand = reference("BrandName");
  // Authors and texts are not delivered. A reader with access gets them by the id.
  const thin = schemas.add("ThinObject", {
    description: "An object of a delivery that would be larger than 20 KB: ask for it by its id.",
    ...object({ object: text, id: text }),
  });
  const video = schemas.add("EventVideo", without(schemas.named("MentionVideo"), "title"));
  const mention = schemas.add(
    "EventMention",
    changed(without(schemas.named("MentionAnswer"), "context"), {
      video,
      channel: schemas.add("EventMentionChannel", without(schemas.named("MentionChannel"), "name")),
    }),
  );
  const creator = changed(schemas.named("InfluencerSummary"), {
    channel: schemas.add("EventInfluencerChannel", without(schemas.named("InfluencerChannel"), "name")),
  });
  const report = { anyOf: [reference("ReportDetails"), thin] };
  const ofWebhook = object({ webhook_id: text });
  return {
    "webhook.ping": ofWebhook,
    "mention.created": object({ object: constant("list"), data: list({ anyOf: [mention, thin] }), count: whole }),
    "sentiment.shift": object({
      object: constant("sentiment_shift"),
      brand,
      from: date,
      to: date,
      current: number,
      baseline: number,
      delta: number,
      mentions: whole,
    }),
    "volume.spike": object({
      object: constant("volume_spike"),
      brand,
      date,
      window_hours: whole,
      count: whole,
      baseline_mean: number,
      z_score: number,
      predominant_sentiment: orNull(reference("Tone")),
      top_topics: list(reference("TopicCount")),
    }),
    "trend.emerging": and(
      { object: constant("emerging_topic"), brand, from: date, to: date },
      schemas.named("EmergingTopic"),
    ),
    "influencer.first_mention": and({ brand, mention_id: text }, creator),
    "alert.fired": object({
      object: constant("alert"),
      id: text,
      name: text,
      condition: ANSWERED_CONDITION,
      reason: text,
      numbers: { type: "object", additionalProperties: true },
      link: text,
    }),
    "report.ready": report,
    "report.failed": report,
    "usage.threshold": object({
      object: constant("usage_threshold"),
      window: { type: "string", enum: ["day", "month"] },
      used: whole,
      limit: whole,
      percent: whole,
    }),
    "dataset.published": object({
      object: constant("dataset_published"),
      dataset_version: text,
      mentions: whole,
      told: whole,
      history: list(object({ brand, mentions: whole })),
    }),
    "webhook.disabled": and({ reason: text }, ofWebhook),
  };
}

/** Returns an object without one of its members. */
function without({ properties, required, ...object }, name) {
  const { [name]: _, ...others } = properties;
  return { ...object, required: required.filter((one) => one !== name), properties: others };
}

/** Returns an object with replaced schemas of members. */
const changed = ({ properties, ...object }, others) => ({ ...object, properties: { ...properties, ...others } });

/** Returns an object with additional members. */
const and = (further, { properties, required, ...object }) => ({
  ...object,
  required: [...Object.keys(further), ...required],
  properties: { ...further, ...properties },
});
