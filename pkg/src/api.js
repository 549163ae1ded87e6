// The exports that all entries share, however they load the core.
import "./inspect.js";

export { check, shape } from "./questions.js";
export { DecodeError, decode } from "./decode.js";
export { Problem, ProblemError } from "./problem.js";
export { aggregate, coMentions, creators, search, sector } from "./builders.js";
export { SchemaMismatchError, assertSchema, schema } from "./schema.js";
export { toRequest, tools } from "./tools/data.js";
export { WebhookError, verifyWebhook } from "./webhooks.js";
export { Overheard } from "./client/client.js";
export { ConnectionError } from "./client/connection.js";
export { ReportError } from "./client/reports.js";
