// Public files of a deployment, as operations of the OpenAPI document.
import { headers } from "./headers.mjs";
import { problems } from "./responses.mjs";

const text = { type: "string" };
const list = (properties) => ({ type: "array", items: object(properties) });
const object = (properties) => ({ type: "object", required: Object.keys(properties), properties });

const CHANGELOG = object({
  version: { ...text, description: "The version of the product." },
  api_version: text,
  schema_version: text,
  deprecations: { type: "array", items: { type: "object" }, description: "Operations that end." },
  releases: list({
    version: text,
    date: { ...text, format: "date" },
    changes: list({ kind: text, for: { type: ["string", "null"] }, text }),
  }),
});

const DOCUMENTS = {
  "/v1/openapi.json": { operationId: "getOpenapi", summary: "This document", schema: { type: "object" } },
  "/v1/changelog.json": {
    operationId: "getChangelog",
    summary: "What changed from release to release, and what ends when",
    schema: CHANGELOG,
  },
};

/** Returns their paths. Requests need no credential and are not counted. */
export const documentPaths = () =>
  Object.fromEntries(
    Object.entries(DOCUMENTS).map(([path, { schema, ...operation }]) => {
      const responses = {
        200: { description: operation.summary, headers: headers("ETag"), content: { "application/json": { schema } } },
        304: { description: "The client has it already.", headers: headers("ETag") },
        ...problems(400, 403, 500, 503),
      };
      const parameters = [{ $ref: "#/components/parameters/IfNoneMatch" }];
      return [path, { get: { ...operation, tags: ["Documents"], security: [], "x-cost": "0", parameters, responses } }];
    }),
  );
