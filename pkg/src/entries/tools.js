// The operations of both interfaces as tools of a language model. It needs no module of its own: `overheard` has loaded
// one.
import account from "../../generated/tools-account.js";
import data from "../../generated/tools-data.js";
import { ProblemError } from "../problem.js";
import { define } from "../tools/define.js";
import { named } from "../tools/named.js";
import { ofProtocol } from "../tools/protocol.js";
import { accountRequest, dataRequest } from "../tools/request.js";

const interfaces = {
  __proto__: null,
  data: { all: data, request: dataRequest },
  account: { all: account, request: accountRequest },
};
/** The version of the protocol whose messages stand for themselves. */
const HANDSHAKE = "2025-11-25";
/** Problems of the credential, which no other arguments would solve: they are not for the model. */
const OF_CREDENTIAL = ["missing_credentials", "invalid_credentials", "account_suspended", "origin_not_allowed"];

/** What there is of an interface; what changes something only where that is wanted. */
function known({ api = "data", writes = false } = {}) {
  const known = interfaces[api];
  if (!known) throw new TypeError(`api '${api}' is not allowed. Allowed: [${Object.keys(interfaces).join(", ")}]`);
  return { ...known, all: known.all.filter((tool) => writes || !tool.writes) };
}

/** The tools of an interface in the form that a model's interface takes: anthropic, openai or mcp. */
export const tools = (form, options) => define(form, known(options).all);

/**
 * What a model asked for as a request that can be sent.
 * @throws {ProblemError} whose body is what the model should read to correct itself
 */
export function toRequest(name, input, options) {
  const { all, request } = known(options);
  return request(named(all, name), input);
}

/**
 * Calls a tool with a client, and gives what the model is to read. What a model did wrong is such a result too; what it
 * can do nothing about is thrown.
 */
export async function callTool(client, name, input, { api, writes, ...options } = {}) {
  try {
    const request = toRequest(name, input, { api, writes });
    const answer = await client.request(api === "account" ? once(request) : request, { meta: true, ...options });
    if (request.path !== "/mcp") return result(forModel(answer ?? {}), false);
    return answer.result ?? result(answer.error, true);
  } catch (error) {
    if (!(error instanceof ProblemError) || OF_CREDENTIAL.includes(error.problem.code)) throw error;
    return result(error.problem.toJSON(), true);
  }
}

/**
 * What a model should know before its first question: what this is, how answers are read, and which days and which
 * version the dataset has. It is for the instructions that a loop begins with.
 */
export async function instructions(client, options) {
  const params = { protocolVersion: HANDSHAKE, capabilities: {}, clientInfo: { name: "overheard", version: "0" } };
  return (await client.request(ofProtocol("initialize", params), options)).result.instructions;
}

/** An answer as a model may read it: it would keep the secret of a webhook, and hand it on. */
function forModel({ secret, ...answer }) {
  return answer;
}

/** What makes something is made once, however often it is sent. */
function once({ headers, ...request }) {
  const key = request.body && globalThis.crypto?.randomUUID?.();
  return { ...request, headers: { ...headers, ...(key && { "Idempotency-Key": key }) } };
}

const result = (answer, isError) => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
  structuredContent: answer,
  isError,
});
