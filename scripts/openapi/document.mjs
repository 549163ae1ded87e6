// The OpenAPI 3.1 document of both interfaces, made of what the core says of itself.
import { readFileSync } from "node:fs";
import { inRoot } from "../project.mjs";
import { answerSchemas } from "./answers.mjs";
import { documentPaths } from "./documents.mjs";
import { headerComponents } from "./headers.mjs";
import { PARAMETERS, operationPaths } from "./operations.mjs";
import { alertPaths } from "./alerts.mjs";
import { feedPaths } from "./feeds.mjs";
import { accountBodies, dataBodies, tokenBody } from "./requests.mjs";
import { problemResponses } from "./responses.mjs";
import { Schemas } from "./schemas.mjs";
import { webhooks } from "./webhooks.mjs";

const INFO = {
  title: "Overheard",
  description:
    "Read-only insights over a dataset of mentions in public video: brands, tone, topics, creators. The Data API takes a key in `X-API-Key`, the Account API a token in `Authorization: Bearer`. Examples are answers over the demo dataset.",
  license: { name: "MIT", identifier: "MIT" },
};

const TAGS = [
  { name: "Data API", description: "Questions about the whole dataset, with a key." },
  { name: "Account API", description: "Questions about the brands of an account, with an API token." },
  { name: "Browser tokens", description: "Short-lived credentials for pages." },
  { name: "Alerts", description: "Saved questions with a condition, and the messages that tell when it is met." },
  { name: "Feeds", description: "Secret addresses that answer one question each, for programs that send no headers." },
  { name: "Documents", description: "What describes the service, for everybody." },
  { name: "Webhooks", description: "What is delivered to the webhooks of an account." },
];

const SECURITY = {
  dataKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "A key of the Data API: `ohk_…`." },
  accountToken: { type: "http", scheme: "bearer", description: "A token of the Account API: `oht_…`." },
  browserToken: {
    type: "http",
    scheme: "bearer",
    description: "A browser token, `ohb_…`, from the origin that it was made for.",
  },
};

/** @param description the output of overheard-describe */
export function openapi(description) {
  const schemas = new Schemas();
  const bodies = new Map([...dataBodies(description, schemas), ...accountBodies(description, schemas)]);
  const answers = answerSchemas(description, schemas);
  const tokens = { body: tokenBody(description, schemas), answer: tokenAnswer(schemas) };
  const responses = problemResponses(description, schemas);
  const paths = {
    ...operationPaths(description, { bodies, answers, tokens }),
    ...alertPaths(description, schemas),
    ...feedPaths(description, schemas),
    ...documentPaths(),
  };
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  return {
    openapi: "3.1.0",
    info: { ...INFO, version },
    servers: [{ url: "/", description: "The deployment that is asked." }],
    tags: TAGS,
    paths,
    webhooks: webhooks(description, schemas),
    components: {
      schemas: schemas.all(),
      responses,
      headers: headerComponents(),
      parameters: PARAMETERS,
      securitySchemes: SECURITY,
    },
  };
}

function tokenAnswer(schemas) {
  const text = { type: "string" };
  const properties = {
    token: text,
    expires_at: { type: "string", format: "date-time" },
    origin: text,
    operations: { type: "array", items: text },
    filters: { type: ["object", "null"], additionalProperties: true },
  };
  return schemas.add("BrowserToken", { type: "object", required: Object.keys(properties), properties });
}
