// The operations of alerts.
import { answersExamples, bodyExamples, parameterExample } from "./examples.mjs";
import { LIMITS, headers } from "./headers.mjs";
import { orLeftOut } from "./requests.mjs";
import { problems } from "./responses.mjs";
import { pascal } from "./schemas.mjs";

const JSON_TYPE = "application/json";
const text = { type: "string" };
const time = { type: "string", format: "date-time" };
const object = (properties) => ({ type: "object", required: Object.keys(properties), properties });

/** The condition of an alert in answers. */
export const ANSWERED_CONDITION = {
  type: "object",
  required: ["type"],
  properties: { type: text, at_least: { type: "integer" }, below: { type: "number" } },
};

/** Adds a schema for each kind of a member, such as `CountCondition`. Returns the reference to their union. */
function kindsOf(name, { oneOf, description }, schemas) {
  const kinds = oneOf.map((kind) => schemas.add(pascal(`${kind.properties.type.const}_${name}`), kind));
  return schemas.add(pascal(`alert_${name}_input`), { description, oneOf: kinds });
}

/** Returns the paths of alerts. @param description the output of overheard-describe */
export function alertPaths({ alerts: { path, item_path, test_path, fired_path, body }, account }, schemas) {
  const [condition, target] = ["condition", "target"].map((name) => kindsOf(name, body.properties[name], schemas));
  const { q } = account.find(({ name }) => name === "create-report").body.properties.filters.properties;
  const forced = schemas.named("ForcedFilters");
  const filters = schemas.add("AlertFiltersInput", {
    ...forced,
    description: body.properties.filters.description,
    properties: { q, ...forced.properties },
  });
  const request = schemas.add(
    "AlertRequest",
    orLeftOut({ ...body, properties: { ...body.properties, condition, target, filters } }),
  );
  const { required: _, ...members } = schemas.named("AlertRequest");
  const change = schemas.add("AlertChange", { ...members, description: "The members that change." });
  const alert = schemas.add("Alert", object(ALERT));
  const list = schemas.add("AlertList", object({ data: { type: "array", items: alert } }));
  const fired = schemas.add("FiredAlert", object({ alert: text, name: text, reason: text, query: text, at: time }));
  const shared = {
    tags: ["Alerts"],
    "x-cost": "0",
    "x-plans": ["professional", "enterprise"],
    security: [{ accountToken: [] }],
  };
  const idOf = (name) => ({
    name: "id",
    in: "path",
    required: true,
    description: "The id of the alert: `alt_…`.",
    schema: text,
    ...parameterExample(name, "id"),
  });
  const answer = (description, schema, name) => ({
    description,
    headers: headers(...LIMITS),
    content: { [JSON_TYPE]: { schema, ...answersExamples(name).flat } },
  });
  const refused = [401, 403, 429, 500, 503];
  return {
    [path]: {
      post: {
        operationId: "createAlert",
        summary: "Save a question with a condition, and be told when it is met",
        ...shared,
        requestBody: { required: true, content: { [JSON_TYPE]: { schema: request, ...bodyExamples("create-alert") } } },
        responses: {
          201: answer("The alert.", alert, "create-alert"),
          ...problems(400, 409, 413, 415, ...refused),
        },
      },
      get: {
        operationId: "listAlerts",
        summary: "The alerts of the account",
        ...shared,
        responses: { 200: answer("The alerts.", list, "list-alerts"), ...problems(400, ...refused) },
      },
    },
    [fired_path]: {
      get: {
        operationId: "listFiredAlerts",
        summary: "The last 50 messages of all alerts",
        ...shared,
        responses: {
          200: answer(
            "The messages, the newest first.",
            schemas.add("FiredAlertList", object({ data: { type: "array", items: fired } })),
            "list-fired-alerts",
          ),
          ...problems(400, ...refused),
        },
      },
    },
    [test_path.replace(":id", "{id}")]: {
      post: {
        operationId: "testAlert",
        summary: "Send a test message",
        ...shared,
        parameters: [idOf("test-alert")],
        responses: {
          202: answer("It will be sent.", TESTED, "test-alert"),
          ...problems(400, 404, ...refused),
        },
      },
    },
    [item_path.replace(":id", "{id}")]: {
      get: {
        operationId: "getAlert",
        summary: "One alert",
        ...shared,
        parameters: [idOf("get-alert")],
        responses: { 200: answer("The alert.", alert, "get-alert"), ...problems(400, 404, ...refused) },
      },
      patch: {
        operationId: "changeAlert",
        summary: "Change an alert, or mute it",
        ...shared,
        parameters: [idOf("change-alert")],
        requestBody: {
          required: true,
          content: {
            [JSON_TYPE]: {
              schema: change,
              ...bodyExamples("change-alert"),
            },
          },
        },
        responses: {
          200: answer("The alert.", alert, "change-alert"),
          ...problems(400, 404, 413, 415, ...refused),
        },
      },
      delete: {
        operationId: "deleteAlert",
        summary: "Remove an alert",
        ...shared,
        parameters: [idOf("delete-alert")],
        responses: {
          204: { description: "It is removed.", headers: headers(...LIMITS) },
          ...problems(400, 404, ...refused),
        },
      },
    },
  };
}

/** The answer to a test. */
const TESTED = object({
  event_id: { type: ["string", "null"], description: "The event of the webhook. Null for a message in the dashboard." },
});

/** The members of an alert. */
const ALERT = {
  object: { type: "string", const: "alert" },
  id: text,
  name: text,
  condition: ANSWERED_CONDITION,
  filters: { type: "object", additionalProperties: true },
  target: {
    type: "object",
    required: ["type"],
    properties: {
      type: text,
      id: { ...text, description: "The id of the webhook." },
      url_hint: { ...text, description: "The end of the channel's address." },
    },
  },
  target_status: {
    type: ["string", "null"],
    description: "The status of the webhook: `active`, `failing`, `disabled`.",
  },
  digest: { type: ["object", "null"], additionalProperties: true, description: "As in the request." },
  next_digest_at: { ...time, type: ["string", "null"] },
  muted: { type: "boolean" },
  created_at: time,
  last_fired_at: { ...time, type: ["string", "null"] },
};
