// Error responses, defined once and referenced elsewhere.
import { problemExamples } from "./examples.mjs";
import { headers } from "./headers.mjs";
import { reference } from "./schemas.mjs";

const text = { type: "string" };

/** Names of the statuses. */
const NAMES = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  406: "NotAcceptable",
  409: "Conflict",
  410: "Gone",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  416: "RangeNotSatisfiable",
  422: "UnprocessableContent",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
};
const MORE = {
  401: ["WWW-Authenticate"],
  404: ["Link"],
  409: ["Retry-After"],
  415: ["Accept-Encoding"],
  416: ["Content-Range"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};
/**
 * Codes that no operation of the document has: another method is no operation, and `conflict` is the operator's API's.
 */
const ELSEWHERE = ["method_not_allowed", "conflict"];

/**
 * Adds the schemas of problems, and returns the responses by status. @param description the output of
 * overheard-describe
 */
export function problemResponses({ codes }, schemas) {
  const told = codes.filter(({ name }) => !ELSEWHERE.includes(name));
  const violation = {
    code: { type: "string", enum: told.map(({ name }) => name) },
    param: text,
    message: text,
    allowed: { type: "array", items: text },
    did_you_mean: text,
  };
  const violations = schemas.add("Violation", {
    type: "object",
    description: "One rule that a request breaks.",
    required: ["code", "param", "message"],
    properties: violation,
  });
  schemas.add("Problem", {
    type: "object",
    description: "What stops a request (RFC 9457). `message` is for people, `code` for programs, `param` says where.",
    required: [
      "type",
      "title",
      "status",
      "detail",
      "instance",
      "message",
      "code",
      "param",
      "errors",
      "request_id",
      "retryable",
    ],
    properties: {
      type: { type: "string", format: "uri-reference" },
      title: text,
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: text,
      instance: { type: "string", format: "uri" },
      message: text,
      ...violation,
      param: { type: ["string", "null"] },
      errors: { type: "array", items: violations, maxItems: 20 },
      request_id: text,
      retryable: { type: "boolean" },
      "violated-policies": { type: "array", items: text },
      current_plan: text,
      required_plan: text,
      report_status: text,
    },
  });
  return Object.fromEntries(
    Object.entries(NAMES).map(([status, name]) => {
      const found = told.filter(
        (code) => code.status === Number(status) || (status === "401" && code.name === "invalid_credentials"),
      );
      const description = found.map(({ name, explanation }) => `- \`${name}\`: ${explanation}`).join("\n");
      return [
        name,
        {
          description,
          headers: headers(...(MORE[status] ?? [])),
          content: { "application/problem+json": { schema: reference("Problem"), ...problemExamples(Number(status)) } },
        },
      ];
    }),
  );
}

/** Returns references to problems by their statuses. */
export const problems = (...statuses) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${NAMES[status]}` }]));
