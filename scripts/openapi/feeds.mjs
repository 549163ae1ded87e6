// The operations of feeds, which both interfaces share.
import { answersExamples, bodyExamples, parameterExample } from "./examples.mjs";
import { LIMITS, headers } from "./headers.mjs";
import { PLANS } from "./operations.mjs";
import { orLeftOut } from "./requests.mjs";
import { problems } from "./responses.mjs";

const JSON_TYPE = "application/json";
const text = { type: "string" };
const time = { type: "string", format: "date-time" };

/** Returns the paths of feeds. @param description the output of overheard-describe */
export function feedPaths({ feeds: { path, item_path, address_path, bodies } }, schemas) {
  const body = schemas.add("FeedRequest", {
    description: "With a key a question of the Data API, with an API token one of the Account API.",
    anyOf: [
      schemas.add("DataFeedRequest", orLeftOut(bodies.data)),
      schemas.add("AccountFeedRequest", orLeftOut(bodies.account)),
    ],
  });
  const feed = feedSchemas(bodies.data.properties, schemas);
  const shared = {
    tags: ["Feeds"],
    "x-cost": "0",
    "x-plans": PLANS["Data API"],
    security: [{ dataKey: [] }, { accountToken: [] }],
  };
  const inPath = (name, description, example) => ({
    name,
    in: "path",
    required: true,
    description,
    schema: text,
    ...example,
  });
  const answer = (description, schema, name) => ({
    description,
    headers: headers(...LIMITS),
    content: { [JSON_TYPE]: { schema, ...answersExamples(name).flat } },
  });
  return {
    [path]: {
      post: {
        operationId: "createFeed",
        summary: "Make a secret address that answers a question",
        ...shared,
        requestBody: { required: true, content: { [JSON_TYPE]: { schema: body, ...bodyExamples("create-feed") } } },
        responses: {
          201: answer("The feed, with its address.", feed.created, "create-feed"),
          ...problems(400, 401, 403, 409, 413, 415, 429, 500, 503),
        },
      },
      get: {
        operationId: "listFeeds",
        summary: "The feeds of the account",
        ...shared,
        responses: { 200: answer("The feeds.", feed.list, "list-feeds"), ...problems(400, 401, 403, 429, 500, 503) },
      },
    },
    [address_path.replace(":id", "{secret}")]: {
      get: {
        operationId: "readFeed",
        summary: "The answer of a feed, computed at most once a minute",
        tags: ["Feeds"],
        "x-cost": "that of its operation, once a minute",
        security: [],
        parameters: [
          inPath(
            "secret",
            "The secret of the feed, with the ending of its format.",
            parameterExample("read-feed", "secret"),
          ),
        ],
        responses: {
          200: {
            description: "The answer.",
            headers: headers("X-Cache"),
            content: {
              "text/csv": { schema: { ...text, description: "The columns of its operation's table." } },
              [JSON_TYPE]: {
                schema: { type: "object", description: "The answer of its operation." },
                ...answersExamples("read-feed").flat,
              },
            },
          },
          ...problems(400, 403, 404, 429, 500, 503),
        },
      },
    },
    [item_path.replace(":id", "{id}")]: {
      delete: {
        operationId: "deleteFeed",
        summary: "Remove a feed",
        ...shared,
        parameters: [inPath("id", "The id of the feed: `fed_…`.", parameterExample("delete-feed", "id"))],
        responses: {
          204: { description: "It is removed.", headers: headers(...LIMITS) },
          ...problems(400, 401, 403, 404, 429, 500, 503),
        },
      },
    },
  };
}

/** Adds the schemas of feeds: as created, and as listed. */
function feedSchemas({ window, format }, schemas) {
  const properties = {
    id: text,
    secret_hint: { ...text, description: "The end of the secret." },
    operation: text,
    request: { type: "object", additionalProperties: true },
    window: { enum: [...window.enum, null] },
    format: { enum: format.enum },
    created_at: time,
    expires_at: time,
    computed_at: { ...time, type: ["string", "null"], description: "When it was last computed." },
  };
  const object = (members) => ({ type: "object", required: Object.keys(members), properties: members });
  const url = { ...text, description: "The address. Only this answer has it." };
  return {
    created: schemas.add("CreatedFeed", object({ ...properties, url })),
    list: schemas.add("FeedList", object({ data: { type: "array", items: schemas.add("Feed", object(properties)) } })),
  };
}
