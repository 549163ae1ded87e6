// The operations of both APIs as tools of a language model. Uses the module that `overheard` has loaded.
import account from "../../generated/tools-account.js";
import data from "../../generated/tools-data.js";
import { ProblemError } from "../problem.js";
import { define } from "../tools/define.js";
import { findTool } from "../tools/find-tool.js";
import { ofProtocol } from "../tools/protocol.js";
import { accountRequest, dataRequest } from "../tools/request.js";

const interfaces = {
  __proto__: null,
  data: { all: data, request: dataRequest },
  account: { all: account, request: accountRequest },
};
/** The protocol version whose messages need no headers. */
const HANDSHAKE = "2025-11-25";
/** Credential problems. Other arguments cannot solve them, so they are thrown instead of shown to the model. */
const OF_CREDENTIAL = ["missing_credentials", "invalid_credentials", "account_suspended", "origin_not_allowed"];

/** Returns the tools of an API. Includes the writing tools only if requested. */
function selectTools({ api = "data", writes = false } = {}) {
  const known = interfaces[api];
  if (!known) throw new TypeError(`api '${api}' is not allowed. Allowed: [${Object.keys(interfaces).join(", ")}]`);
  return { ...known, all: known.all.filter((tool) => writes || !tool.writes) };
}

/** Returns the tools of an API in the form of a model vendor: anthropic, openai or mcp. */
export const tools = (form, options) => define(form, selectTools(options).all);

/**
 * Converts a model's tool call to a request ready to send.
 * @throws {ProblemError} if the call is invalid; its body tells the model how to correct it
 */
export function toRequest(name, input, options) {
  const { all, request } = selectTools(options);
  return request(findTool(all, name), input);
}

/**
 * Calls a tool with a client and returns the result for the model. Errors that the model can correct are results too;
 * all others are thrown.
 */
export async function callTool(client, name, input, { api, writes, ...options } = {}) {
  try {
    const request = toRequest(name, input, { api, writes });
    const answer = await client.request(api === "account" ? idempotent(request) : request, { meta: true, ...options });
    if (request.path !== "/mcp") return result(forModel(answer ?? {}), false);
    return answer.result ?? result(answer.error, true);
  } catch (error) {
    if (!(error instanceof ProblemError) || OF_CREDENTIAL.includes(error.problem.code)) throw error;
    return result(error.problem.toJSON(), true);
  }
}

/**
 * Returns instructions for a model's system prompt: the purpose of the tools, how to read answers, and the days and the
 * version of the dataset.
 */
export async function instructions(client, options) {
  const params = { protocolVersion: HANDSHAKE, capabilities: {}, clientInfo: { name: "overheard", version: "0" } };
  return (await client.request(ofProtocol("initialize", params), options)).result.instructions;
}

/** Removes the secret of a webhook, which a model could disclose. */
function forModel({ secret, ...answer }) {
  return answer;
}

/** Adds an idempotency key to a request with a body. */
function idempotent({ headers, ...request }) {
  const key = request.body && globalThis.crypto?.randomUUID?.();
  return { ...request, headers: { ...headers, ...(key && { "Idempotency-Key": key }) } };
}

const result = (answer, isError) => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
  structuredContent: answer,
  isError,
});
